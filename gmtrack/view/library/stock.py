"""The stock as tables, one thing of it whole, and what newcomers have from it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, fold_all, shown, spoken

Data = dict[str, Any]
INDENT = 4
KINDS = {"combatants": "Combatants", "weapons": "Weapons", "armor": "Armor", "effects": "Effects"}


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
    uses = (
        "add @NAME",
        "set WHO weapons.ID=@NAME",
        "set WHO armor=[@NAME]",
        "effect --define @NAME",
    )
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
    return ", ".join(_item(inner) for inner in value)


def _entry(key: str, value: Any) -> str:
    """One entry of a map: a weapon by its name, a skill with its number."""
    if isinstance(value, dict):
        return shown(value.get("name") or spoken(key))
    if isinstance(value, str) and value.startswith("@"):
        return shown(value)
    return f"{spoken(key)} {_item(value)}"


def _item(value: Any) -> str:
    if isinstance(value, dict):
        return shown(value.get("name") or compact(value))
    if isinstance(value, list):
        return "/".join(map(_item, value))
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
