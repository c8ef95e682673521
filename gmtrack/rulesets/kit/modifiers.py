"""Rows of modifiers: each makes a part of a roll with the ids of its rules, a word of `--with`,
a switch of `--without`, and a line of a rules page. Also parts of tests: a number that is not to
fall too low, and a roll's entry in the report."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, PartDoc, Roll, total
from gmtrack.dice.port import Answer, Ask, Goal
from gmtrack.rulesets.kit.commands import AnyGame
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)

NOTHING = Part("", 0)
"""The part of a modifier that does not hold."""
S = TypeVar("S")
H = TypeVar("H")


class Modifier(NamedTuple, Generic[S, H]):
    """Modifier of a roll: the label of its part, the ids of its rules, its meaning in people's
    words, its amount (or a function of the house rules), and whether it holds in a situation, or
    how many times. `told`: `--with LABEL` declares it; `off`: `--without LABEL` switches it off.
    `more_rules`: the ids of further rules that shape it in a situation, empty for none."""

    label: str
    rules: str
    help: str
    amount: int | Callable[[H], int]
    holds: Callable[[S], int]
    told: bool = False
    off: bool = False
    more_rules: Callable[[S], str] | None = None

    def worth(self, house: H) -> int:
        """Return the amount that the modifier adds where it holds once."""
        return (
            self.amount if isinstance(self.amount, int) else self.amount(house)
        )

    def make_part(self, situation: S, house: H) -> Part:
        """Return the part that the modifier adds in a situation: its worth as many times as it
        holds, or NOTHING."""
        times = self.holds(situation)
        if not times:
            return NOTHING
        rules = self.rules
        if self.more_rules is not None and (more := self.more_rules(situation)):
            rules = f"{rules}, {more}"
        return Part(self.label, self.worth(house) * times, rules)


def collect_parts(
    rows: Iterable[Modifier[S, H]],
    situation: S,
    house: H,
    off: Callable[[str], bool] | None = None,
) -> Iterator[Part]:
    """Yield the parts of all modifiers that hold in the situation, are not switched `off` and
    are not 0. `off(label)` says whether a label is switched off; None: nothing is."""
    for row in rows:
        is_off = off is not None and row.off and off(row.label)
        if is_off:
            continue
        part = row.make_part(situation, house)
        if part.value:
            yield part


def list_words(rows: Iterable[Modifier[S, H]]) -> dict[str, str]:
    """Return the `--with` words that declare modifiers, each with its help."""
    return {row.label: row.help for row in rows if row.told}


def list_switches(rows: Iterable[Modifier[S, H]]) -> dict[str, str]:
    """Return the `--without` words that switch modifiers off, each with its help."""
    return {row.label: row.help for row in rows if row.off}


def tabulate_modifiers(
    rows: Iterable[Modifier[S, H]],
) -> tuple[tuple[str, str, str], ...]:
    """Return the lines of a rules page: label, meaning, rules."""
    return tuple((row.label, row.help, row.rules) for row in rows)


def lift_sum(
    least: int,
    parts: Iterable[Part],
    label: str,
    rules: str,
) -> tuple[Part, ...]:
    """Return the parts, with another one of this label where their sum is below `least` and has
    to be lifted to it."""
    found = tuple(parts)
    short = least - total(found)
    if short > 0:
        return (*found, Part(label, short, rules))
    return found


def part_documents(parts: Iterable[Part]) -> list[PartDoc]:
    """Return the parts as they stand in the document of a roll."""
    return [part.to_json() for part in parts]


EXTENDED = "extended threshold"
"""The word for the hits that the rolls of an extended test still have to come to together."""


def goal_of_hits(word: str, number: int) -> Goal:
    """Return the goal of a roll whose hits are compared with a number. `word` says what the number
    is to whoever rolls, such as `threshold` or EXTENDED."""
    return Goal(word, (Part(word, number),), reads=False)


def report_roll(
    game: AnyGame,
    ask: Ask,
    answer: Answer,
    body: Data,
    **otherwise: Any,
) -> None:
    """Add a fallen roll to the report, made of its request and its answer. `body` are the keys
    of its document that say how it is read; `otherwise` overrides fields of the Roll. The good
    dice are those that the reading counts as hits. Of dice of several kinds the document has
    `sides`, the number of faces of each."""
    hit = ask.reading.hit
    good: tuple[bool, ...] = ()
    if hit is not None:
        good = tuple(face >= hit for face in (*answer.dice, *answer.again))
    if ask.kinds:
        body = {**body, "sides": list(ask.sides_of_dice)}
    fields: dict[str, Any] = {
        "name": ask.name,
        "who": ask.who,
        "parts": ask.parts,
        "good": good,
        "pool": ask.count,
        "against": ask.goal.parts if ask.goal else (),
    }
    game.report.rolled(
        Roll(
            dice=answer.dice, given=answer.given, body=body, again=answer.again,
            **fields | otherwise,
        )
    )  # fmt: skip


accept_old_attributes(
    Modifier,
    part="make_part",
)
accept_old_imports(globals())
