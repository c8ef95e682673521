"""All that one attack can come to. The ruleset resolves it as ever, again and again, until every
way that the dice can take was gone once; what comes out is added up exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod

from gmtrack.core.draft import Change, Draft, undo, write
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.report import Report
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.chances import Gone, Odds, Share, Tally, spread
from gmtrack.odds.source import AllDice
from gmtrack.odds.unknown import Again, Key, Way
from gmtrack.rulesets.port import Ruleset

MOST_WAYS = 20_000
"""More would keep the table waiting."""


class Trial(Draft):
    """A draft that nobody commits and nobody reads: it can be put back, and that is all."""

    heard = False

    def __init__(self, encounter: Encounter) -> None:
        super().__init__(encounter)
        self._back: list[Change] = []

    def _record(self, change: Change) -> None:
        self._back.append(change)
        write(self.encounter, change.path, change.after)

    def put_back(self) -> None:
        """Everything as it was when the draft was made."""
        undo(self.encounter, self._back)
        self._back.clear()


class Search:
    """One attack, and the dice that lie on the table before those that can come to anything."""

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        intent: Intent,
        table: Callable[[AllDice], Dice],
    ) -> None:
        self._ruleset = ruleset
        self._encounter = encounter
        self._intent = intent
        self._table = table
        self._endless = False

    def odds(self, most: int = MOST_WAYS, enough: Callable[[], bool] = lambda: False) -> Odds:
        """The chances. Raises Refusal as the attack would, and where there are more than `most`
        ways to go, or it is `enough`."""
        tally = Tally()
        for count, gone in enumerate(self._ways(), 1):
            if count > most or enough():
                raise Refusal(self._ruleset.WORDS.value, f"{TOO_MANY} ({most:,})")
            tally.add(gone)
        tally.endless = self._endless
        return tally.odds()

    def _ways(self) -> Iterator[Gone]:
        """Every way once. What turns out to be needed later is kept from then on."""
        keep: frozenset[Key] = frozenset()
        left: list[tuple[int, ...]] = [()]
        while left:
            turns = left.pop()
            way = Way(turns, keep)
            try:
                gone = self._go(way)
            except Again as again:
                keep |= {again.keep}
                left.append(turns)
            else:
                left += way.others
                yield gone

    def _go(self, way: Way) -> Gone:
        """One way through the rules to its end."""
        draft = Trial(self._encounter)
        dice = AllDice(way)
        try:
            report = self._ruleset.resolve(draft, self._intent, self._table(dice))
            ended = self._ended(draft, report, way)
        finally:
            draft.put_back()
        self._endless = self._endless or dice.endless
        return ended

    def _ended(self, draft: Draft, report: Report, way: Way) -> Gone:
        whole: Data = {**report.body, "effects": report.effects}
        blocks = report.body.get("attacks") or [whole]
        told = [self._ruleset.upshot({"attacker": whole["attacker"], **block}) for block in blocks]
        fates = [self._ruleset.fate(draft, upshot.target) for upshot in told]
        fallen = [(bool(fate.down), bool(fate.dead)) for fate in fates]
        damage = sum(upshot.damage for upshot in told)
        open_results = way.open_results()
        weight = Fraction(
            prod(sum(results.weights) for results in open_results),
            prod(results.of for results in open_results),
        )
        shares = [
            Share(
                upshot.attacker, upshot.target, upshot.outcome, spread(upshot.damage, weight),
                upshot.effects, *fate,
            )
            for upshot, fate in zip(told, fallen, strict=True)
        ]  # fmt: skip
        return Gone(weight, shares, spread(damage, weight))


TOO_MANY = (
    "this attack can go too many ways: ask for fewer targets or shots, or type some of the dice"
)
