"""Screens of ready-made encounters, the stock, and characters imported from other programs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    blanks,
    cells,
    fold,
    fold_all,
    pad,
    paragraph,
    show_name,
    shown,
    space_underscores,
)

INDENT = 4
COMMAND = "  gmtrack "
ASIDE = 6
"""Column in which a remark on a command begins, if it does not fit beside the command."""


def render_examples(
    examples: Sequence[Data], width: int, program: str
) -> list[Line]:
    """Render two lines for each ready-made encounter: word, title and ruleset, then what it
    shows; and how to open one. `program` stands before commands."""
    column = max((cells(one["word"]) for one in examples), default=0)
    lines: list[Line] = []
    for one in examples:
        title = f"{shown(one['name'])} ({shown(one['ruleset'])})"
        word = pad(one["word"], column)
        head = [Span(word, "name"), Span(GAP + title)]
        shows = [blanks(INDENT), Span(shown(one["shows"]), "note")]
        lines += fold_all([head, shows], width, INDENT)
    if not examples:
        return [[Span("this gmtrack has no ready-made encounters")]]
    word = shown(examples[0]["open"]).removeprefix("gmtrack load ")
    told = (
        f"`{program}load {word}` opens one, "
        f"{f'`{program}play {word}` opens it at the prompt, ' if program else ''}"
        f"`{program}examples {word}` says what to try in it"
    )
    return [*lines, [], *fold([Span(told, "note")], width, INDENT)]


def render_comment(comment: str, width: int) -> list[Line]:
    """Render the comment of an example: prose folded, and each command on a line of its own,
    unbroken."""
    lines: list[Line] = []
    for indented, rows in groupby(
        comment.splitlines(), key=lambda row: row.startswith(" ")
    ):
        for row in rows if indented else _join_paragraphs(rows):
            lines += (
                _render_command_row(shown(row), width)
                if indented
                else fold([Span(shown(row))], width, 0)
            )
    return lines


def _join_paragraphs(rows: Iterator[str]) -> Iterator[str]:
    """Join consecutive rows of prose to paragraphs; empty rows stay."""
    for empty, part in groupby(rows, key=lambda row: not row.strip()):
        found = list(part)
        yield from found if empty else [" ".join(found)]


def _render_command_row(row: str, width: int) -> Iterator[Line]:
    """Yield the lines of an indented row: whole if it fits, else the command, and its remark
    folded below."""
    if cells(row) <= width:
        yield [Span(row)]
        return
    command, aside = "", row.strip()
    if row.startswith(COMMAND):
        command, _, aside = re.sub(
            " {2,}", "\n", row.strip(), count=1
        ).partition("\n")
        yield [Span(f"  {command}")]
    if aside:
        yield from fold([Span(" " * ASIDE + aside)], width, ASIDE)


KINDS = {
    "combatants": "Combatants",
    "weapons": "Weapons",
    "armor": "Armor",
    "spells": "Spells",
    "effects": "Effects",
}


# --- what there is ---


def render_stocks(docs: Sequence[Data], width: int, program: str) -> list[Line]:
    """Render how much the stock has for each ruleset, and how to list it; `program` stands
    before commands."""
    rows = [
        (doc["ruleset"], *(str(len(doc[kind])) for kind in KINDS))
        for doc in docs
    ]
    some = next(
        (doc["ruleset"] for doc in docs if doc["combatants"]),
        docs[0]["ruleset"],
    )
    told = f"`{program}stock --ruleset {some}` lists what there is"
    return [
        *render_table(("Ruleset", *KINDS.values()), rows, width),
        [],
        *_render_stock_footer(told, docs, width, program),
    ]


def render_stock(docs: Sequence[Data], width: int, program: str) -> list[Line]:
    """Render the stock of one ruleset or several, kind by kind: each thing with its source and
    its values, then how to use one."""
    lines: list[Line] = []
    for doc in docs:
        for kind in (kind for kind in KINDS if doc[kind]):
            head = (
                KINDS[kind]
                if len(docs) == 1
                else f"{KINDS[kind]}, {shown(doc['ruleset'])}"
            )
            lines += [
                [Span(head, "heading")],
                *_render_things(doc[kind], width),
                [],
            ]
    spells = ["set WHO spells.ID=@NAME"] * any(doc["spells"] for doc in docs)
    uses = (
        "add @NAME",
        "set WHO weapons.ID=@NAME",
        "set WHO armor=[@NAME]",
        *spells,
        "effect --define @NAME",
    )
    told = f"to use: {', '.join(f'`{program}{use}`' for use in uses)}"
    return [*lines, *_render_stock_footer(told, docs, width, program)]


def _render_things(things: Sequence[Data], width: int) -> list[Line]:
    """Render each thing of the stock: name, description and source, its values below."""
    lines: list[Line] = []
    for thing in things:
        about = f"  {shown(thing['about'])}" if thing["about"] else ""
        source = shown(thing["source"])
        # One word stands beside what the thing is, more behind the values.
        beside, below = (
            ("", f"; from {source}") if " " in source else (f" ({source})", "")
        )
        lines.append([Span(thing["name"], "name"), Span(about)])
        lines[-1] += [Span(beside, "note")] if source else []
        values = Span(describe_fields(thing["values"]))
        lines.append([blanks(INDENT), values, Span(below, "note")])
    return fold_all(lines, width, INDENT)


def _render_stock_footer(
    hint: str, docs: Sequence[Data], width: int, program: str
) -> list[Line]:
    """Render the lines below a list of the stock: what to type (`hint`), the folder for one's
    own stock, and faults in the files there."""
    own = f"your own go into {docs[0]['folder']}, any .yaml there, in the form in which "
    own += f"`{program}stock NAME` shows one"
    faults: dict[str, None] = {}
    for doc in docs:
        faults.update(dict.fromkeys(doc["faults"]))
    lines = [*paragraph(shown(hint), width), *paragraph(shown(own), width)]
    for fault in faults:
        lines += paragraph(shown(fault), width, "warning")
    return lines


# --- values in few words ---


def describe_fields(fields: Mapping[str, Any]) -> str:
    """Describe a sheet, weapon or piece of armor in few words: plain values first (`body 3,
    agility 3`), then lists and maps that are not empty."""
    plain = {
        key: value for key, value in fields.items() if not _is_collection(value)
    }
    more = {
        key: value
        for key, value in fields.items()
        if _is_collection(value) and value
    }
    told = [", ".join(_describe_plain_fields(plain))]
    for key, value in more.items():
        is_map = isinstance(value, dict)
        inside = (
            [_describe_entry(*one) for one in value.items()]
            if is_map
            else map(_describe_value, value)
        )
        told.append(f"{space_underscores(key)}: {', '.join(inside)}")
    return "; ".join(filter(None, told))


def _is_collection(value: Any) -> bool:
    """Whether a value is a list or a map."""
    return isinstance(value, (dict, list))


def _describe_plain_fields(fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield each plain value with its name; a boolean as `x` or `not x`. Name, notes and None
    are skipped."""
    for key, value in fields.items():
        if key in ("name", "notes") or value is None:
            continue
        if isinstance(value, bool):
            yield (
                space_underscores(key)
                if value
                else f"not {space_underscores(key)}"
            )
        else:
            yield f"{space_underscores(key)} {shown(value)}"


def _describe_entry(key: str, value: Any) -> str:
    """Return an entry of a map as text: a weapon's name, a reference `@name` unchanged, a skill
    with its number."""
    if isinstance(value, dict):
        return shown(value.get("name") or space_underscores(key))
    if isinstance(value, str) and value.startswith("@"):
        return shown(value)
    return f"{space_underscores(key)} {_describe_value(value)}"


def _describe_value(value: Any) -> str:
    """Return a value as text: a map by its name or its fields, a list with slashes."""
    if isinstance(value, dict):
        return shown(value.get("name") or describe_fields(value))
    if isinstance(value, list):
        return "/".join(map(_describe_value, value))
    return space_underscores(str(value))


# --- what newcomers have ---


def render_assumed(
    assumed: Data, names: Names, width: int, program: str
) -> list[Line]:
    """Render what was assumed of newcomers, and how to change it; `program` stands before
    commands."""
    whom = ", ".join(show_name(who, names) for who in assumed["who"])
    told = f"assumed for {whom}: a plain human ({assumed['template']}): "
    other = ""
    if "meant" in assumed:
        other = (
            f"`{program}add {assumed['meant']}` takes the one of the stock; "
        )
    change = (
        f"`{program}{assumed['change']}` changes it; "
        if "change" in assumed
        else ""
    )
    shown_by = f"{other}{change}`{program}stock` shows others"
    lines = [told + describe_fields(assumed["fields"]), shown_by]
    return fold_all([[Span(line, "note")] for line in lines], width)


# --- what came from other programs ---

TITLES = {"lost": "could not place", "assumed": "assumed"}


def render_imported(people: Sequence[Data], width: int) -> list[Line]:
    """Render a block for each imported character, then what was lost or assumed for all of them
    alike. `people` are as in the document of `--json`."""
    reasons_of_each = [_collect_reasons(person) for person in people]
    common = _find_common_reasons(reasons_of_each)
    lines: list[Line] = []
    for person, reasons in zip(people, reasons_of_each, strict=True):
        head = f"{shown(person['name'])} ({shown(person['id'])}), from {shown(person['source'])}"
        own_reasons: dict[str, list[tuple[str, str]]] = {}
        for kind in TITLES:
            own_reasons[kind] = [
                reason for reason in reasons[kind] if reason not in common[kind]
            ]
        if "updated" in person:
            fields = _render_update(person)
        else:
            fields = _render_imported_fields(person["took"])
        lines += [[Span(head, "title")], *fields]
        lines += [*_render_reasons(own_reasons), []]
    if any(common.values()):
        lines += [[Span("All of them", "title")], *_render_reasons(common), []]
    return fold_all(lines, width, INDENT)


def render_left_out(left_out: Sequence[Data], width: int) -> list[Line]:
    """Render who of a file did not come along, and why; nothing if everybody came."""
    if not left_out:
        return []
    told = [f"{one['name']} ({one['why']})" for one in left_out]
    lines: list[Line] = [
        [Span("Left out", "title")],
        *_render_block("", told),
        [],
    ]
    return fold_all(lines, width, INDENT)


Reasons = Mapping[str, Sequence[tuple[str, str]]]
"""Pairs of what and why, by kind: `lost` and `assumed`."""


def _collect_reasons(person: Data) -> Reasons:
    """Return what was lost and assumed for an imported character, with the reasons."""
    return {
        kind: [(one["what"], one["why"]) for one in person[kind]]
        for kind in TITLES
    }


def _find_common_reasons(reasons_of_each: Sequence[Reasons]) -> Reasons:
    """Return the reasons that all imported characters share, by kind; empty if there is only one
    character."""
    common: dict[str, list[tuple[str, str]]] = {kind: [] for kind in TITLES}
    if len(reasons_of_each) < 2:
        return common
    first, *others = reasons_of_each
    for kind in TITLES:
        for reason in dict.fromkeys(first[kind]):
            if all(reason in other[kind] for other in others):
                common[kind].append(reason)
    return common


def _render_imported_fields(fields: Sequence[Data]) -> Iterator[Line]:
    """Yield a block of the fields that were imported: plain ones in one line, skills in one,
    others in a line each."""
    plain: list[str] = []
    skills: list[str] = []
    rest: list[str] = []
    for one in fields:
        field, value = one["field"], _describe_imported_value(one["value"])
        if "." not in field:
            plain.append(f"{field} {value}")
        elif field.startswith("skills."):
            skills.append(f"{field.removeprefix('skills.')} {value}")
        else:
            rest.append(f"{field}: {value}")
    texts = [", ".join(plain)] if plain else []
    texts += [f"skills: {', '.join(skills)}"] if skills else []
    return _render_block("took", [*texts, *rest])


def _render_update(person: Data) -> Iterator[Line]:
    """Yield blocks for a character that was in the fight already: how it was recognized, the
    differences, and what follows from them."""
    yield from _render_block(
        "there already",
        [f"by the {person['updated']}: this is their sheet now"],
    )
    for title, key in (
        ("other than it was", "differences"),
        ("follows from that", "follows"),
    ):
        texts: list[str] = []
        for one in person.get(key, ()):
            was = _describe_imported_value(one["was"])
            now = _describe_imported_value(one["now"])
            texts.append(f"{one['what']}: {was}, now {now}")
        yield from _render_block(title, texts)


def _describe_imported_value(value: object) -> str:
    """Return a value as text: None as `none`, booleans as `yes` and `no`, lists with slashes."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return ", ".join(
            f"{key} {_describe_imported_value(one)}"
            for key, one in value.items()
        )
    if isinstance(value, list | tuple):
        return "/".join(map(_describe_imported_value, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _render_reasons(reasons: Reasons) -> Iterator[Line]:
    """Yield a block for each kind, with what was lost or assumed and why; entries with the same
    reason share a line."""
    for kind, told in reasons.items():
        alike: dict[str, list[str]] = {}
        for what, why in told:
            alike.setdefault(why, []).append(what)
        texts = []
        for why, whats in alike.items():
            joined = ", ".join(dict.fromkeys(whats))
            texts.append(
                f"{joined}: {why}" if kind == "assumed" else f"{joined} ({why})"
            )
        yield from _render_block(TITLES[kind], texts)


def _render_block(title: str, texts: Sequence[str]) -> Iterator[Line]:
    """Yield a heading and indented texts; nothing if there are no texts, and no heading if the
    title is empty."""
    if texts and title:
        yield [Span("  "), Span(title, "heading")]
    for text in texts:
        yield [blanks(INDENT), Span(shown(text))]
