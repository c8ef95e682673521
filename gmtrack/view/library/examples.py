"""The list of the ready-made encounters."""

from collections.abc import Sequence

from gmtrack.core.encounter import Data
from gmtrack.view.text import GAP, Line, Span, cells, fold, pad, shown

HANG = 4


def render_examples(examples: Sequence[Data], width: int) -> list[Line]:
    """Two lines for each: the word that opens it with its title and ruleset, and what it shows; and
    how one is opened."""
    column = max((cells(one["word"]) for one in examples), default=0)
    lines: list[Line] = []
    for one in examples:
        title = f"{shown(one['name'])} ({shown(one['ruleset'])})"
        head = [Span(pad(one["word"], column), "name"), Span(GAP + title)]
        shows = [Span(" " * HANG + shown(one["shows"]), "note")]
        lines += [*fold(head, width, HANG), *fold(shows, width, HANG)]
    if not examples:
        return [[Span("this gmtrack has no ready-made encounters")]]
    line = shown(examples[0]["open"])
    word = line.removeprefix("gmtrack load ")
    told = (
        f"`{line}` opens one, `gmtrack play {word}` opens it at the prompt, "
        f"`gmtrack examples {word}` says what to try in it"
    )
    return [*lines, [], *fold([Span(told, "note")], width, HANG)]
