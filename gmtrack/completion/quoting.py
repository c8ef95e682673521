"""Read a command line that is being typed as a shell reads it, and quote words for a shell.

Nothing is worked out that only the shell itself can work out, such as variables."""

import re
from typing import NamedTuple

_SUBSTITUTES = ("`", "$(", "${", "$[", "$'", '$"', "<(", ">(", "=(")
"""The beginnings of what a shell replaces by something else."""


class Dialect(NamedTuple):
    """Rules by which a shell reads quotes."""

    between: str
    """The pattern of what can stand between single quotes."""
    in_single: str
    """The characters before which an escape is taken away between single quotes."""
    in_double: str
    """The same between double quotes."""
    escape: str = "\\"
    """The escape character; empty if there is none."""
    doubled: bool = False
    """Whether a quote between quotes of its kind is written twice."""

    @property
    def piece_pattern(self) -> str:
        """The pattern of one piece of a line. The group that matches names its kind: `blank`,
        `escape`, `single`, `double`, `open` (a quote that does not end) or `plain`."""
        escape = re.escape(self.escape)
        begun, escaped = (
            (f"{escape}.?", f"{escape}.") if escape else ("(?!)", "(?!)")
        )
        twice = '|""' if self.doubled else ""
        return (
            rf"(?P<blank>[ \t\n]+)|(?P<escape>{begun})|(?P<single>'{self.between}')"
            rf'|(?P<double>"(?:{escaped}{twice}|[^"{escape}])*+")'
            rf"|(?P<open>['\"].*)|(?P<plain>[^ \t\n{escape}'\"]+)"
        )


POSIX = Dialect(r"[^']*", "", '$`"\\\n')
FISH = Dialect(r"(?:\\.|[^'\\])*", "'\\", '$"\\\n')
PROMPT = Dialect(r"[^']*", "", '"\\')
"""The dialect of the prompt of `play`, which splits a line with `shlex`."""
PATHS_PROMPT = Dialect(r"[^']*", "", "", escape="")
"""The dialect of the prompt where backslashes stand in paths."""
POWERSHELL = Dialect(r"(?:''|[^'])*+", "", "", escape="`", doubled=True)


class PartialLine(NamedTuple):
    """A command line up to the cursor, as a shell reads it."""

    words: list[str]
    """The words that are complete."""
    typed: str
    """The word that is begun at the end of the line; empty if none is."""
    start: int
    """The place in the line where that word starts."""
    quote: str
    """The quote that is open at the end; empty if none is."""
    sure: bool
    """Whether the line has no substitution, so that the shell reads these very words."""


def parse_partial_line(line: str, dialect: Dialect = POSIX) -> PartialLine:
    """Split a line into words as a shell does. The line may end anywhere, also between quotes."""
    words: list[str] = []
    typed, quote, unescaped = "", "", ""
    start: int | None = None
    for piece in re.finditer(dialect.piece_pattern, line, re.DOTALL):
        unescaped += _strip_escapes(piece[0])
        if piece.lastgroup == "blank":
            if start is not None:
                words.append(typed)
            typed, start = "", None
            continue
        if start is None:
            start = piece.start()
        quote = piece[0][0] if piece.lastgroup == "open" else ""
        typed += _unquote_piece(piece[0], piece.lastgroup, dialect)
    sure = not any(mark in unescaped for mark in _SUBSTITUTES)
    return PartialLine(
        words, typed, len(line) if start is None else start, quote, sure
    )


def _unquote_piece(piece: str, kind: str | None, dialect: Dialect) -> str:
    """Return a piece of a word without its quotes and escapes. `kind` is the group of
    `Dialect.piece_pattern`: `plain`, `escape`, `open` (a quote that does not end), `single` or
    `double`. An escape at the end of the line is dropped."""
    if kind == "plain":
        return piece
    if kind == "escape":
        return piece[1:].strip("\n")
    escapable = dialect.in_single if piece[0] == "'" else dialect.in_double
    inner = piece[1:] if kind == "open" else piece[1:-1]
    if dialect.doubled:
        return _undouble_quotes(inner, piece[0], dialect.escape)
    if not escapable:
        return inner

    def unescape(match: re.Match[str]) -> str:
        return match[1].strip("\n") if match[1] in escapable else match[0]

    return re.sub(r"\\(.?)", unescape, inner, flags=re.DOTALL)


def _undouble_quotes(text: str, quote: str, escape: str) -> str:
    """Return the text between quotes of a shell that writes quotes twice. Between double quotes the
    escape is taken away before every character."""
    if quote == "'":
        return text.replace("''", "'")

    def unescape(match: re.Match[str]) -> str:
        return '"' if match[0] == '""' else match[1].strip("\n")

    return re.sub(rf'""|{escape}(.?)', unescape, text, flags=re.DOTALL)


def _strip_escapes(piece: str) -> str:
    """Return the part of a piece in which a shell could substitute something: without what is
    escaped, and of single quotes and escapes the first character alone."""
    return (
        piece[0]
        if piece[0] in "\\'"
        else re.sub(r"\\.", "", piece, flags=re.DOTALL)
    )


# --- writing ---


def is_plain(word: str) -> bool:
    """Whether every shell takes a word as it stands, without quotes."""
    return all(map(_is_plain_char, word)) and not word.startswith("=")


def _is_plain_char(char: str) -> bool:
    return char.isalnum() or char in "_@%+=:,./-"


class Spot(NamedTuple):
    """The end of a line that bash replaces by a suggestion."""

    kept: str
    """The beginning of the word, which stands before the end that is replaced."""
    quote: str
    """The quote that is open there; empty if none is."""


def find_spot(line: str, replaced: str) -> Spot | None:
    """Return the spot that bash replaces in a line that ends in `replaced`. None: the spot is not
    sure, since the line has substitutions or `replaced` is another piece than the word's end."""
    before = parse_partial_line(line.removesuffix(replaced))
    whole = parse_partial_line(line)
    fits = line.endswith(replaced) and line.removesuffix(replaced).endswith(
        before.quote
    )
    same = (before.start, before.quote) == (whole.start, whole.quote)
    return (
        Spot(before.typed, whole.quote)
        if fits and same and whole.sure
        else None
    )


def quote_for_bash(word: str, spot: Spot) -> str | None:
    """Return the text that bash has to put at a spot so that the whole word there becomes `word`.
    None: the word does not begin with what is kept before the spot."""
    if not word.lower().startswith(spot.kept.lower()):
        return None
    text, quote = _quote_in_bash(word[len(spot.kept) :], spot.quote), spot.quote
    # bash takes a quote at the beginning of the text for the open one, and closes the quote only if
    # the text does not end with one.
    if quote and text.startswith(quote):
        text = quote + text
    if quote and text.endswith(quote):
        text += quote
    return text


def _quote_in_bash(text: str, quote: str) -> str:
    """Return a text as it must stand within an open quote of bash; within none if it is empty."""
    if quote == "'":
        return text.replace("'", "'\\''")
    if quote:
        escaped = "".join(
            f"\\{char}" if char in '$`"\\' else char for char in text
        )
        # Between double quotes bash looks a `!` up in its history, whatever stands before it.
        return escaped.replace("!", '"\\!"')
    return "".join(
        char if _is_plain_char(char) else f"\\{char}" for char in text
    )


def has_bare_comma(line: str) -> bool:
    """Whether the word at the end of a line has a comma outside quotes, so that PowerShell makes
    several words of it."""
    raw = line[parse_partial_line(line, POWERSHELL).start :]
    pieces = re.finditer(POWERSHELL.piece_pattern, raw, re.DOTALL)
    return any(
        piece.lastgroup == "plain" and "," in piece[0] for piece in pieces
    )


def quote_for_powershell(word: str) -> str | None:
    """Return a word as PowerShell must get it. None: not every version of PowerShell hands the word
    on to a program unchanged."""
    from gmtrack.system.windows import quote

    quoted = quote(word)
    is_bare = quoted == word
    return (
        None if '"' in word or (word.endswith("\\") and not is_bare) else quoted
    )
