"""Writing plain data as YAML text, always the same for the same data. It does without PyYAML,
which takes longer to load than most commands run; every YAML parser reads back the same data."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from gmtrack.core.encounter import Data

_PLAIN = re.compile(r"[^\W\d_](?:[\w./+-]| (?=[\w./+-]))*")
_WORDS = frozenset(
    ("true", "false", "yes", "no", "on", "off", "null", "y", "n")
)
_UNPRINTABLE = (
    r"[\x7f-\xa0\xad\u0600-\u0605\u200b-\u200f\u2028-\u202f\u2060-\u206f"
    r"\ud800-\uf8ff\ufe00-\ufe0f\ufeff\ufff0-\uffff\U000e0000-\U0010ffff]"
)
"""Pattern of characters that are escaped. It is compiled only for a text that is not ASCII,
because that takes as long as writing a file."""
_WIDTH = 80


def dump_yaml(
    data: Data, indent: int = 0, *, sort: bool = False, width: int = 0
) -> str:
    """Return a map as YAML lines, indented by `indent` blanks. Its keys keep their order, or are
    sorted at all levels with `sort`. A map or list without others in it takes one line if it is
    short; with a `width`, lines are broken to fit so many columns (0: no limit)."""
    lines = _map_lines(data, " " * indent, sort, width)
    return "\n".join([*lines, ""])


def flow_text(value: Any, *, sort: bool = False) -> str:
    """Return a value on one line in flow style, as it may stand anywhere in a file."""
    if isinstance(value, dict):
        items = sorted(value.items()) if sort else value.items()
        return (
            "{"
            + ", ".join(
                [
                    f"{_quote_text(k)}: {flow_text(v, sort=sort)}"
                    for k, v in items
                ]
            )
            + "}"
        )
    if isinstance(value, (list, tuple)):
        return (
            "["
            + ", ".join([flow_text(item, sort=sort) for item in value])
            + "]"
        )
    return scalar_text(value)


def one_line(value: Any, *, sort: bool = False) -> str | None:
    """Return a value on one line if it may stand so: it is short and does not nest. Else None."""
    if not isinstance(value, (dict, list, tuple)):
        return scalar_text(value)
    items = value.values() if isinstance(value, dict) else value
    nested = [
        item for item in items if item and isinstance(item, (dict, list, tuple))
    ]
    if nested and (
        isinstance(value, dict)
        or any(one_line(item) is None for item in nested)
    ):
        return None
    text = flow_text(value, sort=sort)
    return text if len(text) <= _WIDTH else None


def scalar_text(value: Any) -> str:
    """Return None, a truth value, a number or a text as YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = repr(value)
        return (
            text.replace("e", ".0e")
            if "e" in text and "." not in text
            else text
        )
    return str(value) if isinstance(value, int) else _quote_text(value)


@lru_cache(maxsize=4096)
def _quote_text(text: str) -> str:
    # It may stand without quotes, if nothing in it has to be escaped.
    """Return a text as YAML, in quotes and with escapes where needed."""
    plain = _PLAIN.fullmatch(text) and text.lower() not in _WORDS
    written = text if plain else json.dumps(text, ensure_ascii=False)
    if written.isascii() and written.isprintable():
        return written
    if written is text and not re.search(_UNPRINTABLE, text):
        return text
    return re.sub(_UNPRINTABLE, _escape, json.dumps(text, ensure_ascii=False))


def _escape(match: re.Match[str]) -> str:
    """Return the escape for a character; half of a surrogate pair, which YAML cannot express,
    becomes U+FFFD."""
    code = ord(match[0])
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"  # half of a pair, from a terminal that speaks no UTF-8: no YAML says it
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"


def _map_lines(data: Data, pad: str, sort: bool, width: int) -> Iterator[str]:
    """Yield the YAML lines of a map, each behind `pad`."""
    for key, value in sorted(data.items()) if sort else data.items():
        line = one_line(value, sort=sort)
        if line is not None and _has_room(
            f"{pad}{_quote_text(key)}: {line}", value, width
        ):
            yield f"{pad}{_quote_text(key)}: {line}"
        elif isinstance(value, str):
            from textwrap import wrap

            yield f"{pad}{_quote_text(key)}: >-"
            room = max(width - len(pad) - 2, 1)
            lines = wrap(
                value, room, break_long_words=False, break_on_hyphens=False
            )
            yield from (f"{pad}  {part}" for part in lines)
        else:
            yield f"{pad}{_quote_text(key)}:"
            yield from _block_lines(value, pad + "  ", sort, width)


def _has_room(line: str, value: Any, width: int) -> bool:
    """Whether a line is written as it is: it fits into `width`, or its value cannot be broken."""
    if not width or len(line) <= width:
        return True
    if isinstance(value, str):
        return " ".join(value.split()) != value or not value.isprintable()
    return not value or not isinstance(value, (dict, list))


def _block_lines(value: Any, pad: str, sort: bool, width: int) -> Iterator[str]:
    """Yield the YAML lines of a map or list in block style, each behind `pad`."""
    if isinstance(value, dict):
        yield from _map_lines(value, pad, sort, width)
        return
    for item in value:
        line = one_line(item, sort=sort)
        if line is not None and _has_room(f"{pad}- {line}", item, width):
            yield f"{pad}- {line}"
            continue
        first, *others = _block_lines(item, pad + "  ", sort, width)
        yield f"{pad}- {first[len(pad) + 2 :]}"
        yield from others
