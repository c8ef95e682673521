"""What somebody can do now, as a table: the lines that work, then what does not and why."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gmtrack.core.choice import Choice, line_of
from gmtrack.core.intents import Act, Attack, Intent, Test
from gmtrack.core.lexicon import Entries
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, Span, cells, cut, fold_all, pad

GAP_WORD = "..."
INDENT = 2
LEAST = 12
"""Columns of help that are worth showing."""


class Group(NamedTuple):
    """Choices that differ in one word alone: whom or what they are about."""

    first: Choice
    words: tuple[str, ...]


def render_choices(title: str, due: Entries, choices: Sequence[Choice], width: int) -> list[Line]:
    """What must not be forgotten, then all choices: what can be done to several people once, for
    one of them; tests in one row, for they cost nothing and there are many."""
    works = [choice for choice in choices if not choice.why]
    tests = [one.intent for one in works if isinstance(one.intent, Test)]
    lines: list[Line] = [[Span(title, "title")]]
    lines += table((), [(line.word, line.help) for line in due], width, INDENT)
    lines += _grouped([one for one in works if not isinstance(one.intent, Test)], width)
    lines += table((), _tests(tests), width, INDENT)
    against = not_now(choices)
    if against:
        lines += [[], [Span("Not now", "heading")], *table((), against, width, INDENT)]
    return lines


def groups(found: Iterable[Choice]) -> list[Group]:
    """The choices by what they are about, in the order of the first of each."""
    alike: dict[tuple[str, str], list[Choice]] = {}
    for one in found:
        alike.setdefault((_about(one)[0], one.cost), []).append(one)
    return [Group(many[0], tuple(_about(one)[1] for one in many)) for many in alike.values()]


def _about(choice: Choice) -> tuple[str, str]:
    """The line with a gap, and the word that fills it; nothing where it is about nothing."""
    intent = choice.intent
    if isinstance(intent, Attack):
        with_gap: Intent = Attack(intent.attacker, (GAP_WORD,), options=intent.options)
        return line_of(with_gap), intent.targets[0]
    if isinstance(intent, Act) and len(intent.args) == 1:
        with_gap = Act(intent.who, intent.action, (GAP_WORD,), options=intent.options)
        return line_of(with_gap), intent.args[0]
    return choice.line, ""


def _grouped(found: Sequence[Choice], width: int) -> list[Line]:
    """A row for each group, and behind those about the same the others that they may be about."""
    every = groups(found)
    lines: list[Line] = []
    wide = [
        max((cells(text) for text in column), default=0)
        for column in zip(*_plain(every), strict=True)
    ]
    for place, group in enumerate(every):
        lines += fold_all([_row(group.first, wide, width)], width, 3 * INDENT)
        following = every[place + 1].words if place + 1 < len(every) else ()
        if len(group.words) > 1 and group.words != following:
            text = f"in place of {group.words[0]}: {', '.join(group.words[1:])}"
            lines += fold_all([[Span(f"{' ' * 2 * INDENT}{text}", "note")]], width, 3 * INDENT)
    return lines


def _plain(found: Sequence[Group]) -> list[tuple[str, str]]:
    return [(group.first.line, group.first.cost) for group in found]


def _row(choice: Choice, wide: Sequence[int], width: int) -> Line:
    """Line, cost and as much of the help as there is room for: a line to type is whole as long as
    the screen is as wide as it is."""
    texts = [pad(choice.line, wide[0]), pad(choice.cost, wide[1])]
    text = " " * INDENT + GAP.join(texts)
    room = width - cells(text) - len(GAP)
    if room < LEAST or not choice.help:
        return [Span(text.rstrip())]
    return [Span(text + GAP + cut(choice.help, room))]


def _tests(found: Sequence[Test]) -> list[tuple[str, str]]:
    if not found:
        return []
    return [(f"test {found[0].who} WHAT", ", ".join(test.what for test in found))]


def not_now(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    """Each attack, action and command that does not work in any form, with what stands against the
    first."""
    works = {_kind(one) for one in choices if not one.why}
    against: dict[str, str] = {}
    for one in choices:
        if one.why and _kind(one) not in works:
            against.setdefault(_kind(one), one.why)
    return list(against.items())


def _kind(choice: Choice) -> str:
    """The beginning of a line that is a choice of its own."""
    intent = choice.intent
    if isinstance(intent, Attack):
        weapon = f" --weapon {intent.options.weapon}" if intent.options.weapon else ""
        return f"attack {intent.attacker} {intent.targets[0]}{weapon}"
    if isinstance(intent, Act):
        return f"act {intent.who} {intent.action}"
    return choice.line
