"""Styled text in terminal cells, before anybody knows how it is printed: spans, lines, folding.

All text that comes from outside goes through `shown` on its way into a span."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple


class Span(NamedTuple):
    """A run of text in one style; the style is a name of `console.STYLES` or empty. A `whole`
    span is not broken at its blanks when a line is folded."""

    text: str
    style: str = ""
    whole: bool = False


Line = list[Span]

Names = Mapping[str, str]
"""The names of combatants that are shown, by their ids."""

GAP = "  "
"""The blanks between columns."""

# Letters that draw nothing; the other invisible characters are known by their category.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_WORDS = r" +|[^ ]+"
HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
"""A hyphen within a word, and no minus."""
JOINTS = "/_-.,;"
"""Characters after which a word longer than a line is best broken."""


def shown(value: object) -> str:
    """Return a value as text that a terminal displays and never obeys: control, bidi and
    zero-width characters become their escapes (`\\x1b`)."""
    text = str(value)
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if _is_harmless(c) else c.encode("unicode_escape").decode()
        for c in text
    )


def space_underscores(name: str) -> str:
    """Return a name of the program's with blanks for underscores: `melee weapons` for
    `melee_weapons`."""
    return shown(name).replace("_", " ")


def space_hyphens(name: str) -> str:
    """Return a typed word with blanks for hyphens and underscores: `half power` for
    `half-power`. What stands in the brackets of a formula, and a sign before a number, keeps its
    minus: `abs(-2)`."""
    word, bracket, inside = space_underscores(name).partition("(")
    return HYPHEN.sub(" ", word) + bracket + inside


def _is_harmless(char: str) -> bool:
    """Whether a character can be displayed as it is: it is visible, or a blank of any width."""
    visible = char.isprintable() and char not in _INVISIBLE
    return visible or unicodedata.category(char) == "Zs"


def cells(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_measure_character(char) for char in text)


@lru_cache(1024)
def _measure_character(char: str) -> int:
    """Return the columns of a character: 0 for a combining mark, 2 for a wide one, else 1."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def measure_line(line: Line) -> int:
    """Return how many columns of a terminal the line takes."""
    return sum(cells(span.text) for span in line)


def plain(line: Line) -> str:
    """Return the text of a line without styles and trailing blanks."""
    return "".join(span.text for span in line).rstrip(" ")


def blanks(count: int) -> Span:
    """Return a span of so many blanks, such as the indent of a line."""
    return Span(" " * count)


def pad(text: str, width: int, right: bool = False) -> str:
    """Fill the text up with blanks to `width` columns, at its end or, with `right`, before it.
    Longer text stays as it is."""
    fill = " " * max(0, width - cells(text))
    return fill + text if right else text + fill


def cut(text: str, width: int, tail: int = 0) -> str:
    """Cut the text to at most `width` columns, with `…` for what was left out. Its last `tail`
    characters stay, since they often tell one of many from the others."""
    if cells(text) <= width:
        return text
    end = text[len(text) - tail :] if tail else ""
    head = _take_beginning(text, width - 1 - cells(end))
    return head + "…" + end


def _take_beginning(text: str, width: int) -> str:
    """Return the longest beginning of a text that fits into `width` columns."""
    used = 0
    for index, char in enumerate(text):
        used += _measure_character(char)
        if used > width:
            return text[:index]
    return text


def fold(line: Line, width: int, hang: int = 2) -> Iterator[Line]:
    """Yield the line in pieces of at most `width` columns, broken at blanks where that is
    possible; every piece but the first is indented by `hang`."""
    if measure_line(line) <= width:
        yield line
        return
    indent = min(hang, width // 3)
    piece: Line = []
    gap: Line = []
    for blank, word in _split_words(line):
        if blank:
            gap = word
            continue
        if piece and measure_line([*piece, *gap, *word]) > width:
            yield piece
            piece, gap = [], []
            # A word that has room only without the indent stays whole.
            fits_without_indent = width - indent < measure_line(word) <= width
            if not fits_without_indent:
                piece.append(blanks(indent))
        *full, rest = _break_long_word([*piece, *gap, *word], width, indent)
        yield from full
        piece, gap = rest, []
    yield piece


def fold_all(lines: Iterable[Line], width: int, hang: int = 2) -> list[Line]:
    """Fold every line as `fold` does and return all pieces."""
    return [piece for line in lines for piece in fold(line, width, hang)]


def wrap(text: str, width: int) -> list[str]:
    """Return free text in pieces of at most `width` columns; its own line breaks stay. There is
    always a piece, an empty one for an empty text."""
    pieces = [
        plain(piece)
        for row in str(text).rstrip("\n").split("\n")
        for piece in fold([Span(shown(row))], width, 0)
    ]
    return pieces or [""]


def _split_words(line: Line) -> Iterator[tuple[bool, Line]]:
    """Yield the words and gaps (True) of a line in turn; a word may run over several spans."""
    for blank, tokens in groupby(
        _split_tokens(line), key=lambda token: token[0]
    ):
        yield blank, [span for _, span in tokens]


def _split_tokens(line: Line) -> Iterator[tuple[bool, Span]]:
    """Yield the parts of each span, with whether they are blanks. A `whole` span is one part."""
    for span in line:
        if span.whole:
            yield False, span
            continue
        for text in re.findall(_WORDS, span.text):
            yield text[0] == " ", Span(text, span.style)


def _break_long_word(line: Line, width: int, indent: int) -> list[Line]:
    """Break a line that has a word longer than a whole line: where the width ends, or behind the
    last part of a path or an id that has room. A line that fits is returned as it is."""
    if measure_line(line) <= width:
        return [line]
    pieces: list[Line] = []
    piece: Line = []
    used = joint = 0
    for span in line:
        for char in span.text:
            columns = _measure_character(char)
            if used and used + columns > width:
                # Back to the last joint, if there is one and it is not far back.
                at = joint if joint > len(piece) // 2 else len(piece)
                pieces.append(piece[:at])
                piece = [blanks(indent), *piece[at:]]
                used = measure_line(piece)
                joint = 0
            piece.append(Span(char, span.style))
            used += columns
            if char in JOINTS:
                joint = len(piece)
    pieces.append(piece)
    return [merge_spans(piece) for piece in pieces]


def merge_spans(pieces: Iterable[Span]) -> Line:
    """Merge neighbouring spans of one style into one span each."""
    runs = groupby(pieces, key=lambda span: span.style)
    return [
        Span("".join(span.text for span in run), style) for style, run in runs
    ]


def join_spans(spans: Iterable[Span], separator: Span) -> Line:
    """Return the spans as a line, with the separator between each two of them."""
    line: Line = []
    for span in spans:
        if line:
            line.append(separator)
        line.append(span)
    return line


def join_faces(faces: Iterable[int], sides: Sequence[int] = ()) -> str:
    """Return the faces of dice as text: `6 6 2`; empty if there are none. `sides` are those of the
    first dice, where these are of several kinds: `d8 5 d6 3`."""
    words = (
        name_die_of_new_kind(place, sides) + str(face)
        for place, face in enumerate(faces)
    )
    return " ".join(words)


def name_die_of_new_kind(place: int, sides: Sequence[int]) -> str:
    """Return `d8 `, to stand before a die of another kind than the one before it; empty for all
    others. `sides` are those of each die where dice are of several kinds, else empty."""
    if place >= len(sides) or (place and sides[place - 1] == sides[place]):
        return ""
    return f"d{sides[place]} "


def cut_line(line: Line, width: int) -> Line:
    """Cut a line to at most `width` columns, with `…` for what was left out. A line that was cut
    has the style of its first span."""
    if measure_line(line) <= width:
        return line
    text = cut("".join(span.text for span in line), width)
    return [Span(text, line[0].style)]


def paragraph(
    text: str, width: int, style: str = "note", hang: int = 2
) -> list[Line]:
    """Return the text in one style, folded to `width` columns; further lines are indented by
    `hang`."""
    return fold_all([[Span(text, style)]], width, hang)


def render_note(name: str, words: Iterable[str], width: int) -> list[Line]:
    """Return a dim list with a heading, `in any case: prone`, folded to `width`; no lines if
    `words` is empty."""
    text = ", ".join(words)
    return paragraph(f"  {name}: {text}", width, hang=4) if text else []


def show_name(who: str, names: Names) -> str:
    """Return the name of the combatant `who`, or the id itself if `names` has none, safe to
    display."""
    return shown(names.get(who, who))


def count_noun(number: object, noun: str, plural_ending: str = "s") -> str:
    """Return a number with its noun: `1 round`, `3 rounds`. `plural_ending` makes the plural."""
    return f"{shown(number)} {noun}{plural_ending * (number != 1)}"


def count_dice(count: int) -> str:
    """Return a number of dice: `1 die`, `7 dice`."""
    return f"{count} {'die' if count == 1 else 'dice'}"
