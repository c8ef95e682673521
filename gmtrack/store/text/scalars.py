"""The value of a single YAML word, and how a value is displayed in a message."""

import re
from typing import Any

MOST_NUMBER = 1_000_000_000
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(
    r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?"
)
_ENDLESS = re.compile(r"[-+]?\.inf|\.nan", re.IGNORECASE)
_TRUE = frozenset(("true", "yes", "on"))
_FALSE = frozenset(("false", "no", "off"))
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_CASES = (str.lower, str.capitalize, str.upper)
_LONGEST = 60


def scalar_value(text: str, *, plain: bool) -> tuple[Any, str]:
    """Return the value of a scalar, and what is wrong with it (empty if nothing). A quoted text
    is itself. A `plain` one may be a number, a truth value, null or a text; dates and numbers of
    base 8 or 60 are texts. A number that is too large becomes 0."""
    if not plain:
        return text, "" if is_text(
            text
        ) else "half of a surrogate pair is not a character"
    if text in _NULL:
        return None, ""
    if _is_word(text, _TRUE) or _is_word(text, _FALSE):
        return text.lower() in _TRUE, ""
    if _INT.fullmatch(text) or _FLOAT.fullmatch(text):
        return _number_value(text)
    if _ENDLESS.fullmatch(text):
        return (
            0,
            f"found {text}, allowed: a number from -{MOST_NUMBER} to {MOST_NUMBER}",
        )
    return text, ""


def is_text(text: str) -> bool:
    """Whether a text can be written to a file: it contains no half of a surrogate pair."""
    return text.isascii() or not re.search(r"[\ud800-\udfff]", text)


def _is_word(text: str, words: frozenset[str]) -> bool:
    """Whether a text is one of the words in lower case, capitalized or in upper case."""
    return text.lower() in words and any(text == case(text) for case in _CASES)


def _number_value(text: str) -> tuple[int | float, str]:
    """Return the value of a number, and what is wrong with it; 0 for one that is too large."""
    whole = _INT.fullmatch(text)
    digits = text.lstrip("+-").lstrip("0")
    value: int | float = MOST_NUMBER + 1
    if not whole:
        value = float(text)
    elif len(digits) <= 10:
        value = int(text)
    if abs(value) <= MOST_NUMBER:
        return value, ""
    found = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return (
        0,
        f"found {found}, allowed: a number from -{MOST_NUMBER} to {MOST_NUMBER}",
    )


def shorten_value(value: Any) -> str:
    """Return a value for a message: short, on one line, without control characters."""
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, (list, tuple)):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    cut = value if len(value) <= _LONGEST else value[:_LONGEST] + "…"
    visible = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return f"'{visible}'"
