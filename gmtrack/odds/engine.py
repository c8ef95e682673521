"""All that one attack can come to. The ruleset resolves it as ever, again and again, until every
way that the dice can take was gone once; what comes out is added up exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.report import attacks_of
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.odds.arrivals import MIXED, STATE, Arrival, Learned, Marks, Pause, Stage
from gmtrack.odds.chances import ONE, Odds, Share, Stretch, Sum
from gmtrack.odds.gather import TooMany, gathered
from gmtrack.odds.source import AllDice
from gmtrack.odds.trial import Start, Trial
from gmtrack.odds.unknown import Again, Entangled, Key, Looks, Way
from gmtrack.odds.watched_draft import WatchedDraft
from gmtrack.rulesets.port import Ruleset

MOST_WAYS = 5_000
"""More would keep the table waiting."""
TOO_MANY = (
    "this attack has too many possible results: use fewer targets or shots, or give some dice with"
    " --roll"
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


class Peeked(Exception):
    """Something was read that may not be the same on all ways that were gathered."""

    def __init__(self, paths: set[Path]) -> None:
        self.paths = paths


class Search:
    """One attack, and the dice that lie on the table before those that can come to anything.

    Where it pauses (`draft.branches`) all ways are gathered that differ in numbers
    alone, or in what is not read any more, and go on as one. What is read is found out on the way:
    whenever something new is, it begins again.
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
        self._learned = Learned()
        self._undivided: set[int] = set()

    def odds(self, most: int = MOST_WAYS, enough: Callable[[], bool] = lambda: False) -> Odds:
        """The chances. Raises Refusal as the attack would, and where there are more than `most`
        ways to go, or it is `enough`."""
        self._most, self._enough = most, enough
        while True:
            try:
                found = self._sum()
            except Peeked as peeked:
                for path in peeked.paths:
                    self._learned.path(path)
            except Entangled as entangled:
                self._learn(entangled)
            except TooMany:
                raise Refusal(self._ruleset.WORDS.value, TOO_MANY) from None
            else:
                return Odds(found.blocks, found.total, self._endless)

    def _learn(self, entangled: Entangled) -> None:
        """What was taken for past at a pause is needed after all."""
        match entangled.key:
            case (kind, _, (where, tuple(path), *_)) if (
                kind == MIXED and where == STATE and not self._learned.knows(path, number=True)
            ):
                self._learned.number(path)
            case _:
                self._undivided.add(entangled.at)

    def _sum(self) -> Sum:
        """All ways, from pause to pause."""
        found = Sum()
        level: list[tuple[Fraction, Start]] = [(ONE, Start())]
        waiting: dict[Stage, list[tuple[Fraction, Arrival]]] = {}
        while level:
            for weight, begin in level:
                for stretch in self._stretches(begin):
                    found.add(stretch, weight)
                    if stretch.arrival is not None:
                        one = stretch.arrival._replace(mixes=begin.mixes)
                        came = (stretch.weight * weight, one)
                        waiting.setdefault(one.pause.stage, []).append(came)
            level = self._gathered(waiting.pop(min(waiting))) if waiting else []
        found.close()
        return found

    def _gathered(self, arrivals: list[tuple[Fraction, Arrival]]) -> list[tuple[Fraction, Start]]:
        """Those that have come least far go on together, so that all others can meet them."""
        try:
            groups = list(gathered(arrivals, self._learned))
        except Entangled as entangled:
            entangled.at = arrivals[0][1].pause.number
            raise
        return [(one.weight, Start(one.looks, one.mix.number, one.mixes)) for one in groups]

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
            report = self._ruleset.resolve(trial.draft, self._intent, dice)
            trial.end(report.blocks or attacks_of({**report.body, "effects": report.effects}))
            return self._unpeeked(trial, trial.stretch())
        except Pause as pause:
            arrival = trial.arrival(pause, tuple(dice.unused()), self._learned)
            return self._unpeeked(trial, trial.stretch()._replace(arrival=arrival))
        except Entangled as entangled:
            entangled.at = start.at
            raise
        finally:
            trial.draft.put_back()
            self._endless = self._endless or everything.endless

    def _unpeeked(self, trial: Trial, stretch: Stretch) -> Stretch:
        if trial.draft.peeked:
            raise Peeked(trial.draft.peeked)
        return stretch

    def _stops(self, number: int) -> bool:
        return self._alike and number not in self._undivided

    def _shares(self, draft: WatchedDraft, blocks: list[Data]) -> list[Share]:
        """What attacks have come to, by now."""
        told = list(map(self._ruleset.upshot, blocks))
        fates = [self._ruleset.fate(draft, upshot.target) for upshot in told]
        return [
            Share(
                upshot.attacker, upshot.target, upshot.outcome, upshot.damage, upshot.effects,
                bool(fate.down), bool(fate.dead),
            )
            for upshot, fate in zip(told, fates, strict=True)
        ]  # fmt: skip
