"""What an amendment has changed: who stands otherwise now, the worst for the players first."""

from collections.abc import Collection, Iterator, Mapping

from gmtrack.core.encounter import Data
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, fold_all, shown

HEADS = ("Who", "What", "Was", "Is now")


def render_amended(
    doc: Data,
    labels: Mapping[str, str],
    names: Mapping[str, str],
    friends: Collection[str],
    width: int,
) -> list[Line]:
    """The step as it is now, those who fall or rise, the differences as a table, and what was
    left out or rolled anew. Differences that people have no word for are not told."""
    lines = fold_all([*_head(doc), *_fates(doc, names, friends)], width, 2)
    told = [
        one for one in doc["differences"] if one["what"] in labels or one["what"] == "combatant"
    ]
    ranked = sorted(told, key=lambda one: _rank(one, doc, friends))
    rows = [_row(one, labels, names) for one in ranked]
    lines += table(HEADS, rows, width, 2) if rows else [[Span("  nothing is different", "note")]]
    return lines + fold_all([*_rest(doc, names)], width, 2)


def _head(doc: Data) -> Iterator[Line]:
    seq, was = doc["seq"], shown(doc["was"])
    dry = " (nothing has changed: --dry-run)" if doc.get("dry_run") else ""
    if doc["line"] is None:
        yield [Span(f"Step {seq} has never been: ", "head"), Span(was), Span(dry, "note")]
    else:
        yield [Span(f"Step {seq}: ", "head"), Span(shown(doc["line"])), Span(dry, "note")]
        if doc["line"] != doc["was"]:
            yield [Span(f"  was: {was}", "note")]


def _fates(doc: Data, names: Mapping[str, str], friends: Collection[str]) -> Iterator[Line]:
    for key, text, good in (("out", "is down now", False), ("up", "is up again", True)):
        for who in sorted(doc[key], key=lambda who: who not in friends):
            tone = "good" if good == (who in friends) else "bad"
            yield [Span(f"  {shown(names.get(who, who))} {text}", tone)]


def _rank(one: Data, doc: Data, friends: Collection[str]) -> tuple[bool, bool]:
    return one["who"] not in friends, one["who"] not in doc["out"]


def _row(one: Data, labels: Mapping[str, str], names: Mapping[str, str]) -> tuple[str, ...]:
    who, what = one["who"], one["what"]
    if what == "combatant":
        there = [("not there" if value is None else "there") for value in (one["was"], one["now"])]
        return names.get(who, who), "", *there
    return names.get(who, who), labels[what], _value(one["was"]), _value(one["now"])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(part)}" for key, part in value.items()) or "none"
    return "none" if value is None else str(value)


def _rest(doc: Data, names: Mapping[str, str]) -> Iterator[Line]:
    for one in doc["dropped"]:
        yield [Span(f"step {one['seq']} is left out: {shown(one['why'])}", "warning")]
    for roll in doc["new_rolls"]:
        faces = ", ".join(map(str, [*roll["dice"], *roll.get("again", ())]))
        who = shown(names.get(roll["who"], roll["who"]))
        name = shown(roll["name"]).replace("_", " ")
        yield [Span(f"rolled anew in step {roll['seq']}: {who}, {name} {faces}", "note")]
    count = doc["reran"]
    again = "1 later step" if count == 1 else f"{count} later steps"
    yield [Span(f"{again} happened again with the dice that fell; `undo` takes it back", "note")]
