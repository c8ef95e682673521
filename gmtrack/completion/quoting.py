"""A command line as it is being typed: its words as a shell reads them, and a word written so that
a shell reads it as it is. Nothing is worked out that only the shell itself can work out."""

import re
from typing import NamedTuple

_SUBSTITUTES = ("`", "$(", "${", "$[", "$'", '$"', "<(", ">(", "=(")


class Dialect(NamedTuple):
    """How a shell reads quotes: what stands between single ones, before which characters an escape
    (a backslash; empty: none) is taken away in single and in double ones, and whether a quote
    between quotes of its kind is written twice."""

    between: str
    in_single: str
    in_double: str
    escape: str = "\\"
    doubled: bool = False

    @property
    def pieces(self) -> str:
        """The pieces of a line as a pattern."""
        escape = re.escape(self.escape)
        begun, escaped = (f"{escape}.?", f"{escape}.") if escape else ("(?!)", "(?!)")
        twice = '|""' if self.doubled else ""
        return (
            rf"(?P<blank>[ \t\n]+)|(?P<escape>{begun})|(?P<single>'{self.between}')"
            rf'|(?P<double>"(?:{escaped}{twice}|[^"{escape}])*+")'
            rf"|(?P<open>['\"].*)|(?P<plain>[^ \t\n{escape}'\"]+)"
        )


POSIX = Dialect(r"[^']*", "", '$`"\\\n')
FISH = Dialect(r"(?:\\.|[^'\\])*", "'\\", '$"\\\n')
PROMPT = Dialect(r"[^']*", "", '"\\')
"""The prompt of `play` reads a line with `shlex`."""
PATHS_PROMPT = Dialect(r"[^']*", "", "", escape="")
"""The same where a backslash stands in paths."""
POWERSHELL = Dialect(r"(?:''|[^'])*+", "", "", escape="`", doubled=True)


class PartialLine(NamedTuple):
    """The words that are complete; the one begun at the end of the line, empty if none is, where it
    starts, and the quote that is open in it. Not `sure`: a substitution stands in the line, so that
    only the shell knows what it says."""

    words: list[str]
    typed: str
    start: int
    quote: str
    sure: bool


def parse_partial_line(line: str, dialect: Dialect = POSIX) -> PartialLine:
    """The words of a line that may end anywhere, in the middle of a quote too."""
    words: list[str] = []
    typed, quote, live = "", "", ""
    start: int | None = None
    for piece in re.finditer(dialect.pieces, line, re.DOTALL):
        live += _strip_escapes(piece[0])
        if piece.lastgroup == "blank":
            words += [] if start is None else [typed]
            typed, start = "", None
            continue
        start = piece.start() if start is None else start
        quote = piece[0][0] if piece.lastgroup == "open" else ""
        typed += _unquote_piece(piece[0], piece.lastgroup, dialect)
    sure = not any(mark in live for mark in _SUBSTITUTES)
    return PartialLine(words, typed, len(line) if start is None else start, quote, sure)


def _unquote_piece(piece: str, kind: str | None, dialect: Dialect) -> str:
    """What a piece of a word means. A backslash at the end of the line means nothing yet."""
    if kind == "plain":
        return piece
    if kind == "escape":
        return piece[1:].strip("\n")
    known = dialect.in_single if piece[0] == "'" else dialect.in_double
    inner = piece[1:] if kind == "open" else piece[1:-1]
    if dialect.doubled:
        return _undouble_quotes(inner, piece[0], dialect.escape)

    def plain(found: re.Match[str]) -> str:
        return found[1].strip("\n") if found[1] in known else found[0]

    return re.sub(r"\\(.?)", plain, inner, flags=re.DOTALL) if known else inner


def _undouble_quotes(text: str, quote: str, escape: str) -> str:
    """What stands between quotes, where a quote is written twice and, between double ones, an
    escape is taken away before every character."""
    if quote == "'":
        return text.replace("''", "'")

    def plain(found: re.Match[str]) -> str:
        return '"' if found[0] == '""' else found[1].strip("\n")

    return re.sub(rf'""|{escape}(.?)', plain, text, flags=re.DOTALL)


def _strip_escapes(piece: str) -> str:
    return piece[0] if piece[0] in "\\'" else re.sub(r"\\.", "", piece, flags=re.DOTALL)


# --- writing ---


def is_plain(word: str) -> bool:
    """No shell takes it for anything but itself, as it stands."""
    return all(map(_is_plain_char, word)) and not word.startswith("=")


def _is_plain_char(char: str) -> bool:
    return char.isalnum() or char in "_@%+=:,./-"


class Spot(NamedTuple):
    """The end of a line that bash replaces by what it is told. It lies in a `quote`, and the word
    has begun with `kept` before it."""

    kept: str
    quote: str


def find_spot(line: str, replaced: str) -> Spot | None:
    """What bash replaces of a line that ends in `replaced`; None where that is not sure."""
    before = parse_partial_line(line.removesuffix(replaced))
    whole = parse_partial_line(line)
    fits = line.endswith(replaced) and line.removesuffix(replaced).endswith(before.quote)
    same = (before.start, before.quote) == (whole.start, whole.quote)
    return Spot(before.typed, whole.quote) if fits and same and whole.sure else None


def quote_for_bash(word: str, spot: Spot) -> str | None:
    """What bash has to put at a spot to make the whole word there `word`; None if it cannot."""
    if not word.lower().startswith(spot.kept.lower()):
        return None
    text, quote = _quote_in_bash(word[len(spot.kept) :], spot.quote), spot.quote
    # bash takes a quote that the text begins with for the one that is open already, and closes it
    # only where the text does not end with one.
    text = quote + text if quote and text.startswith(quote) else text
    return text + quote if quote and text.endswith(quote) else text


def _quote_in_bash(text: str, quote: str) -> str:
    if quote == "'":
        return text.replace("'", "'\\''")
    if quote:
        escaped = "".join(f"\\{char}" if char in '$`"\\' else char for char in text)
        # Within double quotes nothing else keeps bash from looking for it in its history.
        return escaped.replace("!", '"\\!"')
    return "".join(char if _is_plain_char(char) else f"\\{char}" for char in text)


def has_bare_comma(line: str) -> bool:
    """Whether PowerShell makes several words of the one that is begun at the end of a line."""
    raw = line[parse_partial_line(line, POWERSHELL).start :]
    pieces = re.finditer(POWERSHELL.pieces, raw, re.DOTALL)
    return any(piece.lastgroup == "plain" and "," in piece[0] for piece in pieces)


def quote_for_powershell(word: str) -> str | None:
    """A word as PowerShell has to be given it; None for one that not every version of it hands on
    to a program as it is."""
    from gmtrack.system.windows import quote

    written = quote(word)
    is_bare = written == word
    return None if '"' in word or (word.endswith("\\") and not is_bare) else written
