"""All that one attack can come to. The ruleset resolves it as ever, again and again, until every
way that the dice can take was gone once; what comes out is added up exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.arrivals import MIXED, STATE, Arrival, Marks, Pause, Stage, Where, owner
from gmtrack.odds.chances import ONE, Law, Odds, Share, Stretch
from gmtrack.odds.gather import TooMany, gathered
from gmtrack.odds.source import AllDice
from gmtrack.odds.trial import Start, Trial, same
from gmtrack.odds.unknown import Again, Entangled, Key, Looks, Way
from gmtrack.rulesets.port import Ruleset

MOST_WAYS = 5_000
"""More would keep the table waiting."""
TOO_MANY = (
    "this attack can go too many ways: ask for fewer targets or shots, or type some of the dice"
)
T = TypeVar("T")


def every_way(
    go: Callable[[Way], T], begin: Looks = (), keep: set[tuple[Key, Key]] | None = None
) -> Iterator[T]:
    """What comes out at the end of every way that begins with these looks, each gone once. What
    turns out to be needed later is kept from then on, in `keep`."""
    kept = set() if keep is None else keep
    left: list[Looks] = [begin]
    while left:
        looks = left.pop()
        way = Way(looks, frozenset(kept), len(begin))
        try:
            gone = go(way)
        except Again as again:
            kept.add(again.keep)
            left.append(looks)
        else:
            left += way.others
            yield gone


def alike(law: Law, trial: Trial, pause: Pause, unused: tuple[str, ...]) -> bool:
    """Whether what came after another pause must come after this one too."""
    goes_on = trial.alike(law.reads) and same(pause.carried, law.carried)
    return goes_on and law.unused == unused


class Search:
    """One attack, and the dice that lie on the table before those that can come to anything.

    Of several attacks in a row each is looked at from the pause before it (`Draft.pause`): what
    comes after a pause depends on nothing but what is read there, so that ways which leave that
    as it is go on alike, and one of them is enough. Where numbers are read that the dice before
    decided, the ways that differ in numbers alone are gathered, and go on as one.
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
        self._keep: set[tuple[Key, Key]] = set()
        self._marks = Marks()
        self._found: dict[int, list[Law]] = {}
        self._entangled: set[int] = set()
        self._undivided: set[int] = set()
        self._owners: set[Where] = set()

    def odds(self, most: int = MOST_WAYS, enough: Callable[[], bool] = lambda: False) -> Odds:
        """The chances. Raises Refusal as the attack would, and where there are more than `most`
        ways to go, or it is `enough`."""
        self._most, self._enough = most, enough
        while True:
            try:
                law = self._law(Start())
            except Entangled as entangled:
                self._learn(entangled)
            except TooMany:
                raise Refusal(self._ruleset.WORDS.value, TOO_MANY) from None
            else:
                return Odds(law.blocks, law.total, self._endless)

    def _learn(self, entangled: Entangled) -> None:
        """What was taken for past at a pause is needed after all."""
        where = mixed_at(entangled.key)
        if where is not None and owner(where) not in self._owners:
            self._owners.add(owner(where))
        else:
            self._undivided.add(entangled.at)

    def _needed(self, where: Where) -> bool:
        """Whether a number is told where ways are gathered."""
        return where[0] != STATE or owner(where) in self._owners

    def _law(self, start: Start) -> Law:
        """What comes after a pause, whatever the way there. Raises Entangled if it hangs on dice
        that fell before."""
        law = Law()
        level: list[tuple[Fraction, Start]] = [(ONE, start)]
        waiting: dict[Stage, list[tuple[Fraction, Arrival]]] = {}
        while level:
            for weight, begin in level:
                for stretch in self._stretches(begin):
                    self._count(law, stretch, weight, begin, waiting)
            level = list(self._gathered(waiting, start))
        law.close()
        return law

    def _count(
        self,
        law: Law,
        stretch: Stretch,
        weight: Fraction,
        begin: Start,
        waiting: dict[Stage, list[tuple[Fraction, Arrival]]],
    ) -> None:
        if stretch.arrival is None:
            law.add(stretch, weight)
            return
        after = self._after(stretch, begin)
        if after is not None:
            law.add(stretch, weight, after)
            return
        law.pass_by(stretch, weight)
        came = (stretch.weight * weight, stretch.arrival._replace(mixes=begin.mixes))
        waiting.setdefault(stretch.arrival.pause.stage, []).append(came)

    def _gathered(
        self, waiting: dict[Stage, list[tuple[Fraction, Arrival]]], start: Start
    ) -> Iterator[tuple[Fraction, Start]]:
        """Those that have come least far go on together, so that all others can meet them."""
        if not waiting:
            return
        arrivals = waiting.pop(min(waiting))
        try:
            groups = list(gathered(arrivals, self._needed))
        except Entangled as entangled:
            entangled.at = arrivals[0][1].pause.number
            raise
        for group in groups:
            yield group.weight, Start(group.looks, group.mix.number, group.mixes, start.done)

    def _after(self, stretch: Stretch, begin: Start) -> Law | None:
        """What comes after the pause of a stretch; None where it cannot be told by itself."""
        arrival = stretch.arrival
        assert arrival is not None
        pause = arrival.pause
        if stretch.known is not None or pause.stage.narrowed or pause.stage.done in self._entangled:
            return stretch.known
        try:
            law = self._law(Start(pause.looks, pause.number, begin.mixes, pause.stage.done))
        except Entangled as entangled:
            if mixed_at(entangled.key, after=pause.number) is not None:
                raise
            self._entangled.add(pause.stage.done)
            return None
        law.carried, law.unused = pause.carried, arrival.unused
        self._found.setdefault(pause.stage.done, []).append(law)
        return law

    def _stretches(self, start: Start) -> Iterator[Stretch]:
        """All ways from the start to the next pause, or to the end."""
        return every_way(lambda way: self._go(way, start), start.looks, self._keep)

    def _go(self, way: Way, start: Start) -> Stretch:
        self.runs += 1
        if self.runs > self._most or self._enough():
            raise Refusal(self._ruleset.WORDS.value, TOO_MANY)
        trial = Trial(self._encounter, way, start, self._marks, self._shares, self._stops)
        everything = AllDice(way)
        dice = self._table(everything)
        try:
            report = self._ruleset.resolve(trial, self._intent, dice)
            whole: Data = {**report.body, "effects": report.effects}
            trial.end(whole["attacker"], report.body.get("attacks") or [whole])
            return trial.stretch()
        except Pause as pause:
            unused = tuple(dice.unused())
            laws = self._found.get(pause.stage.done, ()) if not pause.stage.narrowed else ()
            known = next((law for law in laws if alike(law, trial, pause, unused)), None)
            arrival = trial.arrival(pause, unused, self._needed)
            return trial.stretch()._replace(known=known, arrival=arrival)
        except Entangled as entangled:
            entangled.at = start.at
            raise
        finally:
            trial.put_back()
            self._endless = self._endless or everything.endless

    def _stops(self, number: int) -> bool:
        return self._alike and number not in self._undivided

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


def mixed_at(key: Key, after: int = 0) -> Where | None:
    """Where the ways were gathered that left a number out, if it was after this pause."""
    match key:
        case (kind, int(number), tuple(where)) if kind == MIXED and number > after:
            return where
    return None
