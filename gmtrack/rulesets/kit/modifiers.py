"""Rows of modifiers: from each follow a part with the rows of its rules, a word of `--with`, a
switch of `--without`, and a line of the page that lists them. And of a test with parts: a
number that is not to fall too low, what the report holds of the roll."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, PartDoc, Roll, total
from gmtrack.dice.port import Answer, Ask
from gmtrack.rulesets.kit.commands import Table

NOTHING = Part("", 0)
"""The part of what does not hold."""
S = TypeVar("S")
H = TypeVar("H")


class Modifier(NamedTuple, Generic[S, H]):
    """One modifier of a roll: the label of its part, the ids of its rules, what it means in
    people's words, what it is worth (a function of the house rules, where they say so), and whether
    it holds, or how many times. `told`: `--with LABEL` declares it; `off`: `--without LABEL`
    switches it off."""

    label: str
    rules: str
    help: str
    amount: int | Callable[[H], int]
    holds: Callable[[S], int]
    told: bool = False
    off: bool = False

    def worth(self, house: H) -> int:
        """What it adds where it holds once."""
        return (
            self.amount if isinstance(self.amount, int) else self.amount(house)
        )

    def part(self, situation: S, house: H) -> Part:
        """What it adds here, NOTHING where it does not hold."""
        times = self.holds(situation)
        return (
            Part(self.label, self.worth(house) * times, self.rules)
            if times
            else NOTHING
        )


def counting(
    rows: Iterable[Modifier[S, H]],
    situation: S,
    house: H,
    off: Callable[[str], bool] | None = None,
) -> Iterator[Part]:
    """The parts of all that holds here and is not switched `off`."""
    for row in rows:
        if off is None or not (row.off and off(row.label)):
            part = row.part(situation, house)
            if part.value:
                yield part


def words(rows: Iterable[Modifier[S, H]]) -> dict[str, str]:
    """What `--with` declares, with its help."""
    return {row.label: row.help for row in rows if row.told}


def switches(rows: Iterable[Modifier[S, H]]) -> dict[str, str]:
    """What `--without` switches off, with its help."""
    return {row.label: row.help for row in rows if row.off}


def page(rows: Iterable[Modifier[S, H]]) -> tuple[tuple[str, str, str], ...]:
    """Lines of a page: label, meaning, rules."""
    return tuple((row.label, row.help, row.rules) for row in rows)


def at_least(
    least: int, parts: Iterable[Part], label: str, rules: str
) -> tuple[Part, ...]:
    """The parts, with one of this label that lifts their sum to the least that it can be."""
    found = tuple(parts)
    short = least - total(found)
    return (*found, Part(label, short, rules)) if short > 0 else found


def listed(parts: Iterable[Part]) -> list[PartDoc]:
    """Parts as they stand in the document of a roll."""
    return [part.to_json() for part in parts]


def made(
    game: Table[Any], ask: Ask, answer: Answer, body: Data, **otherwise: Any
) -> None:
    """A roll as it was asked for and has fallen, into the report; `body` are the keys that say how
    it is read. Fields of the Roll that are not those of `ask` are told `otherwise`. The good dice
    are those that the reading counts."""
    hit, faces = ask.reading.hit, (*answer.dice, *answer.again)
    fields: dict[str, Any] = {
        "name": ask.name,
        "who": ask.who,
        "parts": ask.parts,
        "good": () if hit is None else tuple(face >= hit for face in faces),
        "pool": ask.count,
        "against": ask.goal.parts if ask.goal else (),
    }
    game.report.rolled(
        Roll(
            dice=answer.dice, given=answer.given, body=body, again=answer.again,
            **fields | otherwise,
        )
    )  # fmt: skip
