"""Rows of modifiers: from each follow a part with the rows of its rules, a word of `--with`, a
switch of `--without`, and a line of the page that lists them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from gmtrack.core.report import Part

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
        return self.amount if isinstance(self.amount, int) else self.amount(house)

    def part(self, situation: S, house: H) -> Part:
        """What it adds here, NOTHING where it does not hold."""
        times = self.holds(situation)
        return Part(self.label, self.worth(house) * times, self.rules) if times else NOTHING


def counting(
    rows: Iterable[Modifier[S, H]],
    situation: S,
    house: H,
    off: Callable[[str], bool] = lambda label: False,
) -> Iterator[Part]:
    """The parts of all that holds here and is not switched `off`."""
    for row in rows:
        if not (row.off and off(row.label)):
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
