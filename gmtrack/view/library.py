"""What there is to take from, the ready-made encounters and the stock; and what came from other
programs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.view.tables import table
from gmtrack.view.text import GAP, Line, Span, cells, fold, fold_all, pad, shown, spoken

INDENT = 4
COMMAND = "  gmtrack "
ASIDE = 6
"""Where that stands which is said of a command, if it has no room beside it."""


def render_examples(examples: Sequence[Data], width: int, program: str) -> list[Line]:
    """Two lines for each: the word that opens it with its title and ruleset, and what it shows; and
    how one is opened; `program` stands before commands."""
    column = max((cells(one["word"]) for one in examples), default=0)
    lines: list[Line] = []
    for one in examples:
        title = f"{shown(one['name'])} ({shown(one['ruleset'])})"
        head = [Span(pad(one["word"], column), "name"), Span(GAP + title)]
        shows = [Span(" " * INDENT + shown(one["shows"]), "note")]
        lines += [*fold(head, width, INDENT), *fold(shows, width, INDENT)]
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
    """What there is to try in one: prose folded, each command whole in a line of its own."""
    lines: list[Line] = []
    for indented, rows in groupby(comment.splitlines(), key=lambda row: row.startswith(" ")):
        for row in rows if indented else _paragraphs(rows):
            lines += _command(shown(row), width) if indented else fold([Span(shown(row))], width, 0)
    return lines


def _paragraphs(rows: Iterator[str]) -> Iterator[str]:
    """Rows that follow each other as one; empty ones stay."""
    for empty, part in groupby(rows, key=lambda row: not row.strip()):
        found = list(part)
        yield from found if empty else [" ".join(found)]


def _command(row: str, width: int) -> Iterator[Line]:
    """A command with what is said of it, or more of that."""
    if cells(row) <= width:
        yield [Span(row)]
        return
    command, aside = "", row.strip()
    if row.startswith(COMMAND):
        command, _, aside = re.sub(" {2,}", "\n", row.strip(), count=1).partition("\n")
        yield [Span(f"  {command}")]
    if aside:
        yield from fold([Span(" " * ASIDE + aside)], width, ASIDE)


KINDS = {"combatants": "Combatants", "weapons": "Weapons", "armor": "Armor"}


# --- what there is ---


def render_stocks(docs: Sequence[Data], width: int, program: str) -> list[Line]:
    """How much there is of each ruleset, and how it is listed; `program` stands before
    commands."""
    rows = [(doc["ruleset"], *(str(len(doc[kind])) for kind in KINDS)) for doc in docs]
    some = next((doc["ruleset"] for doc in docs if doc["combatants"]), docs[0]["ruleset"])
    told = f"`{program}stock --ruleset {some}` lists what there is"
    return [
        *table(("Ruleset", *KINDS.values()), rows, width),
        [],
        *_foot(told, docs, width, program),
    ]


def render_stock(docs: Sequence[Data], width: int, program: str) -> list[Line]:
    """The stock of a ruleset, or of several, kind by kind: what each thing is, where its values are
    from, and the values."""
    lines: list[Line] = []
    for doc in docs:
        for kind in (kind for kind in KINDS if doc[kind]):
            head = KINDS[kind] if len(docs) == 1 else f"{KINDS[kind]}, {shown(doc['ruleset'])}"
            lines += [[Span(head, "heading")], *_things(doc[kind], width), []]
    uses = ("add @NAME", "set WHO weapons.ID=@NAME", "set WHO armor=[@NAME]")
    told = f"to use: {', '.join(f'`{program}{use}`' for use in uses)}"
    return [*lines, *_foot(told, docs, width, program)]


def _things(things: Sequence[Data], width: int) -> list[Line]:
    lines: list[Line] = []
    for thing in things:
        about = f"  {shown(thing['about'])}" if thing["about"] else ""
        beside, below = _source(thing["source"])
        lines.append([Span(thing["name"], "name"), Span(about), Span(beside, "note")])
        values = Span(compact(thing["values"]))
        lines.append([Span(" " * INDENT), values, Span(below, "note")])
    return fold_all(lines, width, INDENT)


def _source(source: str) -> tuple[str, str]:
    """Where the values are from: one word beside what the thing is, more behind the values."""
    if not source or " " not in source:
        return f" ({shown(source)})" * bool(source), ""
    return "", f"; from {shown(source)}"


def _foot(told: str, docs: Sequence[Data], width: int, program: str) -> list[Line]:
    """What can be typed, where one's own stock would be, and what is wrong there."""
    own = f"your own go into {docs[0]['folder']}, any .yaml there, in the form in which "
    own += f"`{program}stock NAME` shows one"
    faults = dict.fromkeys(fault for doc in docs for fault in doc["faults"])
    lines = [*([Span(shown(one), "note")] for one in (told, own))]
    return fold_all([*lines, *([Span(shown(one), "warning")] for one in faults)], width)


# --- values in few words ---


def compact(fields: Mapping[str, Any]) -> str:
    """The values of a sheet, a weapon or a piece of armor in few words: numbers and words first,
    each with its own name (`body 3, agility 3`), then what holds more."""
    plain = {key: value for key, value in fields.items() if not _holds_more(value)}
    more = {key: value for key, value in fields.items() if _holds_more(value) and value}
    told = (f"{spoken(key)}: {_inside(value)}" for key, value in more.items())
    return "; ".join(filter(None, (", ".join(_scalars(plain)), *told)))


def _holds_more(value: Any) -> bool:
    return isinstance(value, (dict, list))


def _scalars(fields: Mapping[str, Any]) -> Iterator[str]:
    for key, value in fields.items():
        if key in ("name", "notes") or value is None:
            continue
        if isinstance(value, bool):
            yield spoken(key) if value else f"not {spoken(key)}"
        else:
            yield f"{spoken(key)} {shown(value)}"


def _inside(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(_entry(key, inner) for key, inner in value.items())
    return ", ".join(_value(inner) for inner in value)


def _entry(key: str, value: Any) -> str:
    """One entry of a map: a weapon by its name, a skill with its number."""
    if isinstance(value, dict):
        return shown(value.get("name") or spoken(key))
    if isinstance(value, str) and value.startswith("@"):
        return shown(value)
    return f"{spoken(key)} {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return shown(value.get("name") or compact(value))
    if isinstance(value, list):
        return "/".join(map(_value, value))
    return spoken(str(value))


# --- what newcomers have ---


def assumed_lines(assumed: Data, names: Mapping[str, str], width: int, program: str) -> list[Line]:
    """What was assumed of newcomers, and how it is changed; `program` stands before commands."""
    whom = ", ".join(shown(names.get(who, who)) for who in assumed["who"])
    told = f"assumed for {whom}: a plain human ({assumed['template']}): "
    other = ""
    if "meant" in assumed:
        other = f"`{program}add {assumed['meant']}` takes the one of the stock; "
    change = f"`{program}{assumed['change']}` changes it; " if "change" in assumed else ""
    shown_by = f"{other}{change}`{program}stock` shows others"
    lines = [told + compact(assumed["fields"]), shown_by]
    return fold_all([[Span(line, "note")] for line in lines], width)


def render_imported(people: Sequence[Data], width: int) -> list[Line]:
    """A block for each, then what goes for all of them. `people` are as `--json` has them."""
    lines: list[Line] = []
    common = {kind: _common(people, kind) for kind in ("lost", "assumed")}
    for person in people:
        lines += [*_person(person, common), []]
    lines += _common_lines(common)
    return fold_all(lines, width, INDENT)


def _common(people: Sequence[Data], kind: str) -> list[tuple[str, str]]:
    """What is said of everybody, where there are several."""
    if len(people) < 2:
        return []
    first, *others = [[(one["what"], one["why"]) for one in person[kind]] for person in people]
    return [one for one in dict.fromkeys(first) if all(one in other for other in others)]


def _person(person: Data, common: Mapping[str, list[tuple[str, str]]]) -> Iterator[Line]:
    head = f"{shown(person['name'])} ({shown(person['id'])}), from {shown(person['source'])}"
    yield [Span(head, "title")]
    # Plain fields in one line, those of a map together, each weapon and piece in a line.
    found = person["took"]
    plain = [
        f"{one['field']} {_told_value(one['value'])}" for one in found if "." not in one["field"]
    ]
    skills = [one for one in found if one["field"].startswith("skills.")]
    rest = [one for one in found if "." in one["field"] and one not in skills]
    texts = [", ".join(plain)] if plain else []
    if skills:
        named = (f"{_last(one['field'])} {_told_value(one['value'])}" for one in skills)
        texts.append(f"skills: {', '.join(named)}")
    texts += [f"{one['field']}: {_told_value(one['value'])}" for one in rest]
    for n, text in enumerate(texts):
        yield from _taken("took" if n == 0 else "", text)
    yield from _why("could not place", person["lost"], common["lost"])
    yield from _why("assumed", person["assumed"], common["assumed"], value_first=True)


def _last(field: str) -> str:
    return field.partition(".")[2]


def _told_value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_told_value(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return "/".join(map(_told_value, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _why(
    title: str,
    found: Sequence[Data],
    common: Sequence[tuple[str, str]],
    *,
    value_first: bool = False,
) -> Iterator[Line]:
    """What, and why; what has the same reason together."""
    alike: dict[str, list[str]] = {}
    for one in found:
        if (one["what"], one["why"]) not in common:
            alike.setdefault(one["why"], []).append(one["what"])
    yield from _reasons(title, alike.items(), value_first)


def _reasons(
    title: str, alike: Iterable[tuple[str, list[str]]], value_first: bool
) -> Iterator[Line]:
    for n, (why, whats) in enumerate(alike):
        joined = ", ".join(dict.fromkeys(whats))
        text = f"{joined}: {why}" if value_first else f"{joined} ({why})"
        yield from _taken(title if n == 0 else "", text)


def _taken(title: str, text: str) -> Iterator[Line]:
    if title:
        yield [Span("  "), Span(title, "heading")]
    yield [Span(" " * INDENT + shown(text))]


def _common_lines(common: Mapping[str, list[tuple[str, str]]]) -> Iterator[Line]:
    if not any(common.values()):
        return
    yield [Span("All of them", "title")]
    titles = {"lost": "could not place", "assumed": "assumed"}
    for kind, found in common.items():
        alike: dict[str, list[str]] = {}
        for what, why in found:
            alike.setdefault(why, []).append(what)
        yield from _reasons(titles[kind], alike.items(), kind == "assumed")
    yield []
