"""A history that was played again: what an amendment has changed, or whether it goes as it went."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from gmtrack.core.encounter import Data
from gmtrack.view.tables import table
from gmtrack.view.text import Line, Span, fold_all, shown, spoken

HEADS = ("Who", "What", "Was", "Is now")


def render_amended(doc: Data, names: Mapping[str, str], width: int) -> list[Line]:
    """The step as it is now, those who fall or rise, what the board shows otherwise, and what was
    left out or rolled anew."""
    lines = fold_all([*_head(doc), *_fates(doc, names)], width, 2)
    rows = [
        (names.get(one["who"], one["who"]), one["what"], one["was"], one["now"])
        for one in doc["on_board"]
    ]
    same = "the board is the same" if doc["differences"] else "nothing is different"
    lines += table(HEADS, rows, width, 2) or [[Span(f"  {same}", "note")]]
    return lines + fold_all([*_rest(doc, names)], width, 2)


def _head(doc: Data) -> Iterator[Line]:
    seq, was = doc["seq"], shown(doc["was"])
    dry = "  (--dry-run: nothing has changed)" if doc.get("dry_run") else ""
    if doc["line"] is None:
        yield [Span(f"Step {seq} is taken out: ", "head"), Span(was), Span(dry, "note")]
        return
    yield [Span(f"Step {seq}: ", "head"), Span(shown(doc["line"])), Span(dry, "note")]
    if doc["line"] != doc["was"]:
        yield [Span(f"  was: {was}", "note")]


def _fates(doc: Data, names: Mapping[str, str]) -> Iterator[Line]:
    for key, text, tone in (("out", "is down now", "bad"), ("up", "is up again", "good")):
        for who in doc[key]:
            yield [Span(f"  {shown(names.get(who, who))} {text}", tone)]


def _rest(doc: Data, names: Mapping[str, str]) -> Iterator[Line]:
    for one in doc["dropped"]:
        yield [Span(f"  step {one['seq']} is left out: {shown(one['why'])}", "warning")]
    for one in doc.get("forced", ()):
        yield [Span(f"  step {one['seq']} is forced: {shown(one['why'])}", "warning")]
    for seq, rolls in groupby(doc["new_rolls"], lambda roll: roll["seq"]):
        dice = "; ".join(_new_dice(rolls, names))
        yield [Span(f"  new dice for step {seq}: {dice}", "note")]
    count = doc["reran"]
    steps = "1 later step" if count == 1 else f"{count} later steps"
    told = [f"{steps} again, with the dice that fell"] if count else []
    told += [] if doc.get("dry_run") else ["`undo` takes it back"]
    if told:
        yield [Span("; ".join(told), "note")]


def _new_dice(rolls: Iterable[Data], names: Mapping[str, str]) -> Iterator[str]:
    """`initiative Joe 5, Bob 4`; the name of a roll stands once where several in a row have it."""
    for name, alike in groupby(rolls, lambda roll: str(roll["name"])):
        told = [
            " ".join(map(str, [shown(names.get(one["who"], one["who"])), *_faces(one)]))
            for one in alike
        ]
        yield f"{spoken(name)} {', '.join(told)}"


def _faces(roll: Data) -> list[int]:
    return [*roll["dice"], *roll.get("again", ())]


def render_replayed(doc: Data, width: int) -> list[Line]:
    """That all steps go as they went, or the first that does not and what differs."""
    return fold_all(_lines(doc), width, 2)


def _lines(doc: Data) -> Iterator[Line]:
    count = doc["steps"]
    steps = "1 step" if count == 1 else f"{count} steps"
    if doc["same"]:
        yield [Span(f"{steps}, all as they went", "good")]
        return
    yield [Span(f"step {doc['seq']} goes otherwise: ", "bad"), Span(shown(doc["line"]))]
    if "why" in doc:
        yield [Span(f"  it is refused now: {shown(doc['why'])}")]
    for one in doc["differences"]:
        who = f"{shown(one['who'])} " if one["who"] else ""
        yield [
            Span(
                f"  {who}{shown(one['what'])}: was {_value(one['was'])}, "
                f"is now {_value(one['now'])}"
            )
        ]


def _value(value: object) -> str:
    return "nothing" if value is None else shown(value)
