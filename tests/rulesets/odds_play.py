"""Attacks whose odds are looked into, by the file `odds.yaml` of each ruleset, and dice that come
to faces, one die after the other: the slow way to know what the fast one must say."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from long_run import LONG

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Answer, Ask, Dice, Key, read_faces
from gmtrack.dice.sources import AGAIN, RandomDice, TableDice
from gmtrack.dice.typed import parse_rolls
from gmtrack.odds.chances import Odds
from gmtrack.odds.engine import Search
from gmtrack.odds.random_variable import RandomVariable
from gmtrack.odds.source import AllDice, TableAllDice
from gmtrack.rulesets.port import AttackSummary

from .casebook import Book
from .comparing import Data
from .core_play import CorePlay

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent.name for path in HERE.glob("*/odds.yaml"))


class FaceDice:
    """Every face of every die is a branch of its own, and the answer is read from known faces."""

    def __init__(self, everything: AllDice) -> None:
        self._branch = everything.branch
        self._thrown = 0

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Everything can be rolled."""

    def unused(self) -> list[str]:
        return []

    def roll(self, ask: Ask) -> Answer:
        def throw(count: int) -> tuple[int, ...]:
            return tuple(self._face(ask.sides) for _ in range(count))

        return read_faces(throw(int(ask.count)), ask.reading, given=False, throw=throw)

    def _face(self, sides: int) -> int:
        self._thrown += 1
        faces = list(range(1, sides + 1))
        (face,) = self._branch.add_variables([1] * sides, sides, {("die", self._thrown): faces})
        return int(face)


class KnownDice:
    """The dice of odds, but every random variable is observed at once."""

    def __init__(self, everything: AllDice) -> None:
        self._all = everything

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        self._all.expect(rolls, either)

    def unused(self) -> list[str]:
        return self._all.unused()

    def roll(self, ask: Ask) -> Answer:
        return Answer(*map(_observed, self._all.roll(ask)))


def _observed(told: Any) -> Any:
    if type(told) is tuple:
        return tuple(map(_observed, told))
    return told.observe() if type(told) is RandomVariable else told


class SeenDice(KnownDice):
    """Tells afterwards what was asked for."""

    def __init__(self, everything: AllDice, asked: list[Ask]) -> None:
        super().__init__(everything)
        self._asked = asked

    def roll(self, ask: Ask) -> Answer:
        self._asked.append(ask)
        return self._all.roll(ask)


class Sample(NamedTuple):
    """One attack of an `odds.yaml`: the people in it, the line, and what else holds."""

    folder: str
    doc: Data
    line: str

    def __str__(self) -> str:
        return f"{self.folder}: {self.line}"


@cache
def core(folder: str) -> CorePlay:
    module = import_module(f"{__package__}.{folder}.book")
    found = module.CORE
    assert isinstance(found, CorePlay)
    return found


@cache
def written(folder: str, file: str) -> Any:
    return yaml.safe_load((HERE / folder / file).read_text())


def samples(kind: str) -> list[Sample]:
    """All attacks of one kind (`small`, `medium`, `gathered`, `large`); without those that are
    `long`, but in the long run."""
    return [
        Sample(folder, entry, entry["line"])
        for folder in FOLDERS
        for entry in written(folder, "odds.yaml").get(kind, ())
        if LONG or not entry.get("long")
    ]


def one_of_each(kind: str) -> list[Sample]:
    """The first one of each ruleset; all of them in the long run."""
    found = samples(kind)
    return found if LONG else list({sample.folder: sample for sample in reversed(found)}.values())


def encounter(sample: Sample) -> Encounter:
    """The fight of a sample."""
    book = import_module(f"{__package__}.{sample.folder}.book").BOOK
    assert isinstance(book, Book)
    cast = written(sample.folder, "cast.yaml")
    people = {}
    for named in sample.doc["cast"]:
        who, _, like = named.partition("=")
        people[who] = cast[like or who] | sample.doc.get("change", {}).get(who, {})
    rest = {key: sample.doc[key] for key in ("house_rules", "scene", "fight") if key in sample.doc}
    doc = {"gmtrack": 1, "name": "odds", "ruleset": book.ruleset.META.id, "combatants": people}
    play = core(sample.folder)
    fight = play.encounter(doc | rest)
    for line in sample.doc.get("before", ()):
        words = play.parsed(line.split())
        dice = TableDice(parse_rolls(words.rolls, ""), RandomDice(1), "")
        play.ruleset.resolve(Draft(fight), play.intent(words, fight), dice)
    return fight


def search(
    sample: Sample,
    fight: Encounter,
    line: str,
    dice: Callable[[AllDice], Dice] | None = None,
    *,
    merging: bool = True,
) -> Search:
    """The search for the odds of a line. With other `dice`, or without `merging`, each branch runs
    from beginning to end."""
    return searching(sample.folder, fight, line.split(), dice, merging=merging)


def searching(
    folder: str,
    fight: Encounter,
    argv: list[str],
    dice: Callable[[AllDice], Dice] | None = None,
    *,
    merging: bool = True,
) -> Search:
    """The search for the odds of the words of a line."""
    play = core(folder)
    words = play.parsed(argv)
    intent = play.intent(words, fight)
    assert isinstance(intent, Attack)
    kind = play.ruleset.WORDS.dice
    typed = parse_rolls(words.rolls, kind)

    def table(everything: AllDice) -> Dice:
        return TableAllDice(typed, everything, kind)

    return Search(play.ruleset, fight, intent, dice or table, merging=merging and dice is None)


class Attacked(NamedTuple):
    """What one real attack came to, block by block, how its targets and attackers are afterwards,
    and the dice as they can be typed in."""

    upshots: list[AttackSummary]
    ends: list[Standing]
    attackers: list[Standing]
    rolls: list[str]


class NotedDice(RandomDice):
    """Dice by a seed, as they would be typed in."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown: dict[str, tuple[int, ...]] = {}

    def roll(self, ask: Ask) -> Answer:
        answer = super().roll(ask)
        for name, faces in ((ask.name, answer.dice), (ask.name + AGAIN, answer.again)):
            if faces:
                typed = f"{name}.{ask.key}"
                self.thrown[typed] = self.thrown.get(typed, ()) + faces
        return answer


def attacked(
    folder: str,
    fight: Encounter,
    argv: list[str],
    seed: int,
    of_file: dict[str, Any] | None = None,
) -> Attacked:
    """The real attack, with dice by a seed for what is not typed; the fight stays as it was. Who
    attacks often gives a map `of_file` in which what follows from the sheets is kept for the next
    attack; all else is worked out anew. Raises Refusal."""
    play = core(folder)
    words = play.parsed(argv)
    noted, kind = NotedDice(seed), play.ruleset.WORDS.dice
    draft = Draft(fight, of_file=of_file)
    try:
        dice = TableDice(parse_rolls(words.rolls, kind), noted, kind)
        report = play.ruleset.resolve(draft, play.intent(words, fight), dice)
        upshots = told(folder, report)
        ends = [play.ruleset.standing_of(draft, upshot.target) for upshot in upshots]
        attackers = [play.ruleset.standing_of(draft, upshot.attacker) for upshot in upshots]
    finally:
        draft.rollback()
    rolls = [f"{name}={','.join(map(str, faces))}" for name, faces in noted.thrown.items()]
    return Attacked(upshots, ends, attackers, rolls)


def told(folder: str, report: Report) -> list[AttackSummary]:
    """What each attack of a real one came to."""
    return [core(folder).ruleset.summarize_attack(block.document()) for block in report.blocks]


def same(one: Odds, other: Odds) -> None:
    """Two answers that must say exactly the same."""
    assert len(one.blocks) == len(other.blocks)
    for mine, yours in zip(one.blocks, other.blocks, strict=True):
        assert (mine.attacker, mine.target) == (yours.attacker, yours.target)
    pairs = [
        (mine.chances, yours.chances) for mine, yours in zip(one.blocks, other.blocks, strict=True)
    ]
    for mine, yours in [*pairs, (one.total, other.total)]:
        assert mine.outcomes == yours.outcomes
        assert mine.damage == yours.damage
        assert mine.effects == yours.effects
        assert (mine.down, mine.dead) == (yours.down, yours.dead)
        assert mine.stories == yours.stories
        assert mine.risk == yours.risk


def whole(odds: Odds) -> None:
    """Chances that add up to 1, of each attack and of all."""
    everything = [odds.total, *(block.chances for block in odds.blocks)]
    for chances in (*everything, *(one.risk for one in everything)):
        assert sum(chances.damage.values()) == 1
        assert all(0 <= chance <= 1 for chance in chances.effects.values())
        assert 0 <= chances.dead <= chances.down <= 1
    for block in odds.blocks:
        assert sum(block.chances.outcomes.values(), Fraction()) == 1
