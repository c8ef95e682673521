"""All that one attack can come to. The ruleset resolves it as ever, again and again, until every
way that the dice can take was gone once; what comes out is added up exactly."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.chances import Law, Odds, Share, Stretch
from gmtrack.odds.source import AllDice
from gmtrack.odds.trial import Entangled, Pause, Trial, Turns, same
from gmtrack.odds.unknown import Again, Key, Way
from gmtrack.rulesets.port import Ruleset

MOST_WAYS = 5_000
"""More would keep the table waiting."""
TOO_MANY = (
    "this attack can go too many ways: ask for fewer targets or shots, or type some of the dice"
)
T = TypeVar("T")


def every_way(go: Callable[[Way], T], begin: Turns = ()) -> Iterator[T]:
    """What comes out at the end of every way that begins with these turns, each gone once. What
    turns out to be needed later is kept from then on."""
    keep: frozenset[Key] = frozenset()
    left: list[Turns] = [begin]
    while left:
        turns = left.pop()
        way = Way(turns, keep)
        try:
            gone = go(way)
        except Again as again:
            keep |= {again.keep}
            left.append(turns)
        else:
            left += way.others
            yield gone


def alike(law: Law, trial: Trial, pause: Pause) -> bool:
    """Whether what came after another pause must come after this one too."""
    return trial.alike(law.reads) and same(pause.carried, law.carried)


class Search:
    """One attack, and the dice that lie on the table before those that can come to anything.

    Of several attacks in a row each is looked at from the pause before it (`Draft.pause`): what
    comes after a pause depends on nothing but what is read there, so that ways which leave that
    as it is go on alike, and one of them is enough.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        intent: Intent,
        table: Callable[[AllDice], Dice],
        *,
        alike: bool = True,
    ) -> None:
        self._ruleset = ruleset
        self._encounter = encounter
        self._intent = intent
        self._table = table
        self._alike = alike
        self._endless = False
        self.runs = 0
        """How many ways were gone."""
        self._most = MOST_WAYS
        self._enough: Callable[[], bool] = lambda: False
        self._found: dict[int, list[Law]] = {}
        self._undivided: set[tuple[int, Turns]] = set()

    def odds(self, most: int = MOST_WAYS, enough: Callable[[], bool] = lambda: False) -> Odds:
        """The chances. Raises Refusal as the attack would, and where there are more than `most`
        ways to go, or it is `enough`."""
        self._most, self._enough = most, enough
        law = self._law((), 0)
        return Odds(law.blocks, law.total, self._endless)

    def _law(self, begin: Turns, at: int) -> Law:
        """What comes after the pause `at` on the ways that begin so. Raises Entangled if it hangs
        on dice that fell before."""
        law = Law()
        stack: list[Iterator[Stretch]] = [every_way(lambda way: self._go(way, at), begin)]
        while stack:
            stretch = next(stack[-1], None)
            if stretch is None:
                stack.pop()
                continue
            if stretch.pause is None:
                law.add(stretch)
                continue
            after = self._after(stretch)
            if after is None:
                turns = stretch.pause.turns
                stack.append(every_way(lambda way: self._go(way, at), turns))
            else:
                law.add(stretch, after)
        law.close()
        return law

    def _after(self, stretch: Stretch) -> Law | None:
        """What comes after the pause of a stretch; None where it cannot be told by itself."""
        pause = stretch.pause
        if stretch.known is not None or pause is None:
            return stretch.known
        try:
            law = self._law(pause.turns, pause.number)
        except Entangled:
            self._undivided.add((pause.number, pause.turns))
            return None
        law.carried = pause.carried
        self._found.setdefault(pause.number, []).append(law)
        return law

    def _go(self, way: Way, at: int) -> Stretch:
        """One way, from the pause `at` to the next one, or to the end."""
        self.runs += 1
        if self.runs > self._most or self._enough():
            raise Refusal(self._ruleset.WORDS.value, TOO_MANY)
        trial = Trial(self._encounter, way, at, self._shares, self._divides)
        dice = AllDice(way)
        try:
            report = self._ruleset.resolve(trial, self._intent, self._table(dice))
            whole: Data = {**report.body, "effects": report.effects}
            trial.end(whole["attacker"], report.body.get("attacks") or [whole])
            return trial.stretch()
        except Pause as pause:
            known = (law for law in self._found.get(pause.number, ()) if alike(law, trial, pause))
            return trial.stretch(pause)._replace(known=next(known, None))
        finally:
            trial.put_back()
            self._endless = self._endless or dice.endless

    def _divides(self, number: int, turns: Turns) -> bool:
        return self._alike and (number, turns) not in self._undivided

    def _shares(self, trial: Trial, attacker: str, blocks: list[Data]) -> list[Share]:
        """What attacks have come to, by now."""
        told = [self._ruleset.upshot({"attacker": attacker, **block}) for block in blocks]
        fates = [self._ruleset.fate(trial, upshot.target) for upshot in told]
        return [
            Share(
                upshot.attacker, upshot.target, upshot.outcome, upshot.damage, upshot.effects,
                bool(fate.down), bool(fate.dead),
            )
            for upshot, fate in zip(told, fates, strict=True)
        ]  # fmt: skip
