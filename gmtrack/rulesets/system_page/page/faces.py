"""What is wrong with the numbers of `location` that mean places."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import (
    DiceNode,
    Node,
    NumberNode,
    addends,
)
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.shapes import SystemPage


class FaceRange(NamedTuple):
    """Whole numbers from the first to the last."""

    first: int
    last: int

    def __str__(self) -> str:
        if self.first == self.last:
            return str(self.first)
        return f"{self.first} to {self.last}"


def face_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield faces of places where nothing rolls for a place, those that are no first and last
    number, those that mean another place already or never come, and numbers that mean no place."""
    taken: list[tuple[str, FaceRange]] = []
    for word, place in page.places.items():
        path = ("places", word, "faces")
        if not place.faces:
            continue
        if page.location is None:
            message = "the page has no `location`, the roll for the place"
            yield Problem(path, message)
        span = FaceRange(place.faces[0], place.faces[-1])
        if len(place.faces) > 2 or span.first > span.last:
            yield Problem(
                path, "the first and the last number stand here: [1, 4]"
            )
            continue
        for other, other_span in taken:
            both = max(span.first, other_span.first)
            if both <= min(span.last, other_span.last):
                yield Problem(path, f"{both} means '{other}' already")
        taken.append((word, span))
    if page.location is not None and taken:
        yield from _problems_of_rolled_numbers(page, dict(taken))


def _problems_of_rolled_numbers(
    page: SystemPage, spans: dict[str, FaceRange]
) -> Iterator[Problem]:
    """Yield the numbers of places that `location` never comes to, and those between two places
    that mean none. Before the first place and behind the last one a roll may find nothing."""
    formula = page.location.sum if page.location else None
    rolled = span_of(formula) if formula else None
    for word, span in spans.items():
        if rolled and not (
            rolled.first <= span.first and span.last <= rolled.last
        ):
            yield Problem(
                ("places", word, "faces"), f"`location` comes to {rolled}"
            )
    places = sorted(spans, key=spans.__getitem__)
    for word, following in pairwise(places):
        gap = FaceRange(spans[word].last + 1, spans[following].first - 1)
        if gap.first <= gap.last:
            yield Problem(
                ("places", following, "faces"),
                f"{gap} means no place, between '{word}' and '{following}'",
            )


def span_of(formula: Formula) -> FaceRange | None:
    """Return the numbers that a formula can come to, if it adds up plain dice and numbers; None
    for any other."""
    first = last = 0
    try:
        for sign, addend in addends(formula.node):
            least, most = _ends_of(addend)
            first += min(sign * least, sign * most)
            last += max(sign * least, sign * most)
    except FormulaError:
        return None
    return FaceRange(first, last)


def _ends_of(node: Node) -> FaceRange:
    """Return the least and the most that a number or plain dice can be. Raises FormulaError for
    anything else."""
    if isinstance(node, NumberNode):
        return FaceRange(node.value, node.value)
    if (
        isinstance(node, DiceNode)
        and isinstance(node.count, NumberNode)
        and isinstance(node.sides, NumberNode)
        and not node.explodes
    ):
        count, sides = node.count.value, node.sides.value
        if node.is_fudge:
            return FaceRange(-count, count)
        return (
            FaceRange(1, sides)
            if node.keep
            else FaceRange(count, count * sides)
        )
    raise FormulaError(f"'{node.text}' may come to anything")
