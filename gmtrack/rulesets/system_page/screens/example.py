"""An encounter to begin from: two people with every field of a page, explained."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from gmtrack.rulesets.port import Meta
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import PlacedNumbers
from gmtrack.rulesets.system_page.page.parts import FieldShape
from gmtrack.rulesets.system_page.page.shapes import SystemPage
from gmtrack.rulesets.system_page.sheet.classes import (
    make_sheet,
    make_weapon,
)

FIRST, SECOND = "ann", "bob"
"""The ids of the two people of every example."""
PEOPLE = ((FIRST, "Ann", "pc"), (SECOND, "Bob", "foe"))
HEAD = """\
# Two people with every field of this game and its usual value: change them to whoever fights.
# A line that begins with # follows from the fields above; without the # it says otherwise.
"""
PLAIN = re.compile(r"[a-z][a-z_-]*|\d+d\d+([+-]\d+)?")
"""Texts that YAML reads as texts without quotes."""
NOT_PLAIN = frozenset(
    ("true", "false", "yes", "no", "on", "off", "null", "y", "n")
)
WIDEST = 34
"""The last column, at most, before the comments of most lines."""


class CommentedLine(NamedTuple):
    """A line of a file: its text, and what it means to the reader."""

    text: str
    comment: str = ""


def example(page: SystemPage, meta: Meta) -> str:
    """Return the text of an encounter with two people who have every field of a page, the first
    with comments."""
    lines = [HEAD + "#"]
    lines += [f"#   gmtrack {line}" for line in first_lines(page)]
    lines += ["#", f"# `gmtrack guide {meta.id}` shows the page.", ""]
    lines += [
        *_aligned(
            [
                CommentedLine(
                    "gmtrack: 1", "the version of this format: always 1"
                ),
                CommentedLine(
                    f"name: {_written(meta.title)}",
                    "what the fight is called, in lists and on the board",
                ),
                CommentedLine(f"ruleset: {meta.id}", "the game that is played"),
            ]
        ),
        "",
        "combatants:",
    ]
    for number, (who, name, side) in enumerate(PEOPLE):
        entries = list(_person(page, who, name, side))
        lines += _aligned(entries, explained=number == 0)
        lines += [""]
    return "\n".join(lines)


def first_lines(page: SystemPage) -> Iterator[str]:
    """Yield what to type first with the two people of an example, without `gmtrack`: an attack
    and its odds, a test, initiative; damage by hand where a page has no attacks."""
    if page.attacks:
        yield f"odds {FIRST} {SECOND}"
        yield f"attack {FIRST} {SECOND}"
        others = islice(page.attacks, 1, None)
        yield from (f"attack {FIRST} {SECOND} --weapon {way}" for way in others)
    elif page.tracks:
        yield f"damage {SECOND} 1"
    yield from (f"test {FIRST} {word}" for word in islice(page.tests, 1))
    if page.initiative:
        yield "roll-init"
    yield "undo"


def lines_to_try(page: SystemPage) -> Iterator[str]:
    """Yield the lines that show what a page does: an attack; where it has none, initiative,
    damage by hand and a test."""
    if page.attacks:
        yield f"attack {FIRST} {SECOND}"
        return
    if page.initiative:
        yield "roll-init"
    if page.tracks:
        yield f"damage {SECOND} 1"
    yield from (f"test {FIRST} {word}" for word in islice(page.tests, 1))


def _person(
    page: SystemPage, who: str, name: str, side: str
) -> Iterator[CommentedLine]:
    """Yield the lines of a combatant with every field of the sheet and a weapon for each way to
    attack."""
    typed = "the id, typed in commands: lower-case letters, digits, hyphens"
    yield CommentedLine(f"  {who}:", typed)
    yield CommentedLine(
        f"    name: {name}", "as shown on the screen; left out: the id"
    )
    sides = "pc: a player character; foe, ally or any other word; left out: foe"
    yield CommentedLine(f"    side: {side}", sides)
    types = page.damage.types if page.damage else ()
    values = _values(make_sheet(page))
    yield from _fields(page.sheet, types, values, "    ")
    if page.initiative:
        fixed = "a fixed place in the order, 1 to 99; left out: by initiative"
        yield CommentedLine("    # acts_at: 20", fixed)
    if page.attacks:
        yield from _weapons(page, types)


def _weapons(
    page: SystemPage, types: tuple[str, ...]
) -> Iterator[CommentedLine]:
    """Yield the lines of the weapons, one for each way to attack."""
    comment = "by ids of your choice; the first is taken where none is named"
    if page.bare:
        comment += f"; everybody has {page.bare.get('id', 'bare')} besides"
    yield CommentedLine("    weapons:", comment)
    values = _values(make_weapon(page))
    explained = True
    for way, attack in page.attacks.items():
        yield CommentedLine(f"      {way}:", attack.help)
        yield CommentedLine(
            f"        way: {way}",
            f"how it attacks: {', '.join(page.attacks)}" if explained else "",
        )
        fields = _fields(page.weapon, types, values, "        ")
        for entry in fields:
            yield entry if explained else CommentedLine(entry.text)
        explained = False


def _values(shape: Any) -> Mapping[str, Any]:
    """Return the values of a sheet or a weapon of which nothing is said. Fields that cannot be
    worked out are missing."""
    try:
        found: dict[str, Any] = vars(shape.from_data({}))
    except FormulaError:
        found = dict(shape.FIRST)
    return {
        key: value
        for key, value in found.items()
        if isinstance(value, int | str | tuple)
    }


def _fields(
    fields: Mapping[str, FieldShape],
    types: tuple[str, ...],
    values: Mapping[str, Any],
    pad: str,
) -> Iterator[CommentedLine]:
    """Yield a line for each field of a sheet or a weapon, with its usual value. What follows from
    other fields is a comment of its own, since a value would replace it."""
    for name, field in fields.items():
        value = _written(values[name]) if name in values else "VALUE"
        mark = "# " if field.formula else ""
        yield CommentedLine(
            f"{pad}{mark}{name}: {value}", _meaning(field, types)
        )


def _meaning(field: FieldShape, types: tuple[str, ...]) -> str:
    """Return what a field is and what may stand in it, for a comment."""
    limits = {
        (True, True): f"{field.min} to {field.max}",
        (True, False): f"{field.min} or more",
        (False, True): f"{field.max} or less",
    }.get((field.min is not None, field.max is not None), "")
    words = ", ".join(field.of or types)
    allowed = {
        "number": limits,
        "word": f"one of {words}" if words else "",
        "words": f"some of {words}" if words else "",
        "dice": "dice, such as 1d6+2",
        "switch": "yes or no",
        "places": f"{limits or 'a number'}, for all places or by place",
    }.get(field.kind, "")
    usual = f"usually {field.formula.text}" if field.formula else ""
    help = field.help.rstrip(".")
    return "; ".join(filter(None, (help, allowed, usual)))


def _written(value: Any) -> str:
    """Return a value as YAML reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, PlacedNumbers):
        return str(value.elsewhere)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if PLAIN.fullmatch(text) and text not in NOT_PLAIN:
        return text
    return json.dumps(text, ensure_ascii=False)


def _aligned(
    entries: list[CommentedLine], *, explained: bool = True
) -> Iterator[str]:
    """Yield lines with their comments in one column, or without comments."""
    widths = [len(one.text) for one in entries if one.comment]
    column = min(max(widths, default=0), WIDEST) + 2
    for text, comment in entries:
        if comment and explained:
            yield f"{text.ljust(column - 2)}  # {comment}"
        else:
            yield text
