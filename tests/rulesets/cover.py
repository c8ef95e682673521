"""A few cases that touch together all that can be typed: which of a case-book are played through
the command line every day."""

from collections.abc import Iterator
from functools import cache

from .casebook import Book, Case, Step
from .core_play import MANY, PLAYABLE

WORDS = {MANY[key] for key in ("words", "without", "defense")}
"""Options whose values are words of the ruleset."""

Feature = tuple[str, ...]


def features(case: Case) -> frozenset[Feature]:
    """What of the command line a case touches."""
    found = {feature for step in case.steps for feature in _touched(step)}
    return frozenset([*found, ("bad file",)] if case.refused else found)


def _touched(step: Step) -> Iterator[Feature]:
    """Its command and action, its options and their words, and the word of its refusal."""
    command, *rest = step.argv
    yield "command", command
    if command == "act":
        yield "act", rest[1]
    if step.refused:
        yield "refused", str(step.refused)
    for place, word in enumerate(rest):
        option, _, value = word.partition("=")
        if option.startswith("--"):
            yield "option", option
        if option in WORDS:
            yield option, family(value or rest[place + 1])


def family(word: str) -> str:
    """A word without its value and whom it is about: `barrier` of `barrier=8`, `behind` of
    `bob:behind`."""
    return word.partition("=")[0].rpartition(":")[2]


@cache
def chosen(book: Book) -> list[Case]:
    """The cases that the rules alone cannot play, and of the others so many that everything is
    touched: again and again the one that touches the most new things a step."""
    cases = book.cases
    touches = {case.id: features(case) for case in cases}
    taken = {case.id for case in cases if not _is_playable(case)}
    left = frozenset().union(*touches.values())
    left -= frozenset().union(*(touches[one] for one in taken))
    steps = {case.id: len(case.steps) or 1 for case in cases}
    while left:
        touches = {one: new for one, found in touches.items() if (new := found & left)}
        best = max(touches, key=lambda one: len(touches[one]) / steps[one])
        taken.add(best)
        left -= touches[best]
    return [case for case in cases if case.id in taken]


def _is_playable(case: Case) -> bool:
    return bool(case.refused) or all(step.argv[0] in PLAYABLE for step in case.steps)
