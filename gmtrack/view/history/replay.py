"""A history that was played again: what an amendment has changed, or whether everything goes as
it went."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from gmtrack.core.encounter import Data
from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    count_noun,
    fold_all,
    show_name,
    shown,
    space_underscores,
)

HEADS = ("Who", "What", "Was", "Is now")


def render_amended(doc: Data, names: Names, width: int) -> list[Line]:
    """Render what an amendment has changed: the step as it is now, who fell or rose, what the
    board shows otherwise, and which steps were left out or rolled again."""
    lines = fold_all([*_render_amended_step(doc, names)], width, 2)
    rows = [
        (names.get(one["who"], one["who"]), one["what"], one["was"], one["now"])
        for one in doc["on_board"]
    ]
    same = (
        "the board is the same"
        if doc["differences"]
        else "nothing is different"
    )
    lines += render_table(HEADS, rows, width, 2) or [
        [Span(f"  {same}", "note")]
    ]
    return lines + fold_all([*_render_amendment_notes(doc, names)], width, 2)


def _render_amended_step(doc: Data, names: Names) -> Iterator[Line]:
    """Yield the lines of the amended step: its new and its old line, and who is down or up now."""
    line, was = doc["line"], shown(doc["was"])
    step = f"Step {doc['seq']}{' is taken out' if line is None else ''}: "
    dry = "  (--dry-run: nothing has changed)" if doc.get("dry_run") else ""
    yield [
        Span(step, "head"),
        Span(was if line is None else shown(line)),
        Span(dry, "note"),
    ]
    if line not in (None, doc["was"]):
        yield [Span(f"  was: {was}", "note")]
    for key, text, tone in (
        ("out", "is down now", "bad"),
        ("up", "is up again", "good"),
    ):
        for who in doc[key]:
            yield [Span(f"  {show_name(who, names)} {text}", tone)]


def _render_amendment_notes(doc: Data, names: Names) -> Iterator[Line]:
    """Yield the lines below an amended step: dropped and forced steps, new dice, and how many
    steps were run again."""
    for one in doc["dropped"]:
        yield [
            Span(
                f"  step {one['seq']} is left out: {shown(one['why'])}",
                "warning",
            )
        ]
    for one in doc.get("forced", ()):
        yield [
            Span(
                f"  step {one['seq']} is forced: {shown(one['why'])}", "warning"
            )
        ]
    for seq, rolls in groupby(doc["new_rolls"], lambda roll: roll["seq"]):
        dice = "; ".join(_describe_new_dice(rolls, names))
        yield [Span(f"  new dice for step {seq}: {dice}", "note")]
    steps = count_noun(doc["reran"], "later step")
    told = [f"{steps} again, with the dice that fell"] if doc["reran"] else []
    told += [] if doc.get("dry_run") else ["`undo` takes it back"]
    if told:
        yield [Span("; ".join(told), "note")]


def _describe_new_dice(rolls: Iterable[Data], names: Names) -> Iterator[str]:
    """Yield new dice as text: `initiative Joe 5, Bob 4`. Rolls of the same name in a row name it
    once."""
    for name, alike in groupby(rolls, lambda roll: str(roll["name"])):
        told = []
        for one in alike:
            faces = [
                str(face) for face in (*one["dice"], *one.get("again", ()))
            ]
            if "hits" in one:
                faces = [count_noun(one["hits"], "hit")]
            told.append(" ".join([show_name(one["who"], names), *faces]))
        yield f"{space_underscores(name)} {', '.join(told)}"


def render_replayed(doc: Data, width: int) -> list[Line]:
    """Render the result of a replay: that all steps gave the same result, or the first that did
    not and its differences."""
    return fold_all(_render_replay_result(doc), width, 2)


def _render_replay_result(doc: Data) -> Iterator[Line]:
    """Yield the lines of a replay: that all steps went as they did, or the first that did not,
    with why and its differences."""
    if doc["same"]:
        yield [
            Span(
                f"{count_noun(doc['steps'], 'step')}, all as they went", "good"
            )
        ]
        return
    yield [
        Span(f"step {doc['seq']} goes otherwise: ", "bad"),
        Span(shown(doc["line"])),
    ]
    if "why" in doc:
        yield [Span(f"  it is refused now: {shown(doc['why'])}")]
    for one in doc["differences"]:
        who = f"{shown(one['who'])} " if one["who"] else ""
        was, now = (
            "nothing" if one[at] is None else shown(one[at])
            for at in ("was", "now")
        )
        yield [Span(f"  {who}{shown(one['what'])}: was {was}, is now {now}")]
