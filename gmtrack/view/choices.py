"""What somebody can do now, as a table: the lines that work, then what does not and why."""

from collections.abc import Iterable, Sequence

from gmtrack.core.choice import Choice
from gmtrack.core.intents import Act, Attack, Test
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, Span, cells, cut

INDENT = 2
LEAST = 12
"""Columns of help that are worth showing."""


def render_choices(title: str, choices: Sequence[Choice], width: int) -> list[Line]:
    """All of them: tests in one row, for they cost nothing and there are many."""
    works = [choice for choice in choices if not choice.why]
    plain = [one for one in works if not isinstance(one.intent, Test)]
    tests = [one.intent for one in works if isinstance(one.intent, Test)]
    lines: list[Line] = [[Span(title, "title")]]
    lines += table((), _with_help(plain, width - INDENT), width, INDENT)
    lines += table((), _tests(tests), width, INDENT)
    against = not_now(choices)
    if against:
        lines += [[], [Span("Not now", "heading")], *table((), against, width, INDENT)]
    return lines


def _with_help(found: Sequence[Choice], width: int) -> list[tuple[str, str, str]]:
    """Line, cost and as much of the help as there is room for: a line to type is not broken."""
    columns = zip(*((one.line, one.cost) for one in found), strict=True)
    room = width - sum(len(GAP) + max(map(cells, column)) for column in columns)
    return [(one.line, one.cost, cut(one.help, room) if room >= LEAST else "") for one in found]


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
