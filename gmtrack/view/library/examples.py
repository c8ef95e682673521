"""The list of the ready-made encounters."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from gmtrack.core.encounter import Data
from gmtrack.view.text import GAP, Line, Span, cells, fold, pad, shown

HANG = 4
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
        shows = [Span(" " * HANG + shown(one["shows"]), "note")]
        lines += [*fold(head, width, HANG), *fold(shows, width, HANG)]
    if not examples:
        return [[Span("this gmtrack has no ready-made encounters")]]
    word = shown(examples[0]["open"]).removeprefix("gmtrack load ")
    told = (
        f"`{program}load {word}` opens one, "
        f"{f'`{program}play {word}` opens it at the prompt, ' if program else ''}"
        f"`{program}examples {word}` says what to try in it"
    )
    return [*lines, [], *fold([Span(told, "note")], width, HANG)]


def render_comment(comment: str, width: int) -> list[Line]:
    """What there is to try in one: prose folded, each command whole in a line of its own."""
    lines: list[Line] = []
    for indented, rows in groupby(comment.splitlines(), key=lambda row: row.startswith(" ")):
        for row in rows if indented else _paragraphs(rows):
            lines += _told(shown(row), width) if indented else fold([Span(shown(row))], width, 0)
    return lines


def _paragraphs(rows: Iterator[str]) -> Iterator[str]:
    """Rows that follow each other as one; empty ones stay."""
    for empty, part in groupby(rows, key=lambda row: not row.strip()):
        found = list(part)
        yield from found if empty else [" ".join(found)]


def _told(row: str, width: int) -> Iterator[Line]:
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
