"""A few cases that touch together all that can be typed: which of a case-book are played through
the command line every day."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from . import core_play
from .casebook import Book, Case, Step, hash_of, kept
from .core_play import PLAYABLE

Feature = tuple[str, str]
LineKind = frozenset[str]
ANY_VALUE = ("--roll", "--mod", "--defense-mod", "--seed", "--threshold", "--rounds")
"""Options whose values are numbers or dice: a line is of the same kind with any other."""
BARE = ("--force", "--end", "--dry-run")
"""Options without a value."""
SOURCES = [Path(__file__), Path(core_play.__file__)]
"""The code that decides which cases are chosen."""


def chosen_of(book: Book) -> list[Case]:
    """Return the chosen cases of a book, of those that are not for the rules alone. Which they are
    is kept beside the cases, for finding out takes longer than reading them."""
    cases = [case for case in book.cases if not case.rules_alone]
    fingerprint = f"{book.fingerprint}.{hash_of(SOURCES)}"
    ids = kept(f"cover-{book.folder.name}", fingerprint, lambda: {one.id for one in chosen(cases)})
    return [case for case in cases if case.id in ids]


def features(case: Case) -> frozenset[Feature]:
    """What a case touches of the command line itself; the words of a ruleset pass through it, and
    are played by the rules alone."""
    found = {feature for step in case.steps for feature in _touched(step)}
    return frozenset([*found, ("bad", "file")] if case.refused else found)


def _touched(step: Step) -> Iterator[Feature]:
    """Its command, with each of its options, and refused."""
    command, *rest = step.argv
    yield "command", command
    if step.refused:
        yield command, "refused"
    for word in rest:
        option = word.partition("=")[0]
        if option.startswith("--"):
            yield command, option


def chosen(cases: list[Case]) -> list[Case]:
    """The cases that the rules alone cannot play, and a third of so many others that everything is
    touched: again and again the one that touches the most new things a step. Which third is
    another one in each ruleset."""
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
    found = [case for case in cases if case.id in taken]
    others = [case for case in found if _is_playable(case)]
    kept = others[len(found) % 3 :: 3]
    return [case for case in found if case in kept or not _is_playable(case)]


@cache
def first_of_each_kind(book: Book) -> frozenset[str]:
    """Return the ids of the cases with a line of a kind that no case before has. A third of the
    outlines are among them."""
    seen: set[LineKind] = set()
    found = set()
    for case in book.cases:
        kinds = {kind_of(step, case) for step in case.steps}
        if kinds - seen:
            found.add(case.id)
            seen |= kinds
    return frozenset(found)


def first_of_each_table(book: Book) -> frozenset[str]:
    """Return the ids of the cases but those that a table makes of a case with other numbers."""
    firsts: dict[tuple[str, str], str] = {}
    for case in book.cases:
        firsts.setdefault((case.file, case.outline or case.id), case.id)
    return frozenset(firsts.values())


def kind_of(step: Step, case: Case) -> LineKind:
    """Return the words of a line that say what it does: command, action, weapon, options and what
    they choose. Whom it is about, numbers and dice are left out."""
    people, kind = case.encounter.get("combatants", {}), set()
    words = iter(step.argv)
    for word in words:
        option, is_joined, value = word.partition("=")
        if not option.startswith("--"):
            if word not in people and not word.lstrip("+-").isdigit():
                kind.add(option)
        elif option in BARE:
            kind.add(option)
        else:
            value = value if is_joined else next(words)
            kind.add(option if option in ANY_VALUE else f"{option} {value.partition('=')[0]}")
    return frozenset(kind)


def _is_playable(case: Case) -> bool:
    return bool(case.refused) or all(step.argv[0] in PLAYABLE for step in case.steps)
