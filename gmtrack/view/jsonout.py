"""One JSON document on one line, for scripts, that does no harm to a terminal either."""

import json
import re
from typing import Any

# Such characters can only stand inside a string, where JSON allows the escape as well.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def document(doc: Any, encoding: str = "utf-8") -> str:
    """The document with a newline at its end, in characters that `encoding` can write."""
    text = _UNSAFE.sub(_escape, json.dumps(doc, ensure_ascii=False))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = json.dumps(doc)
    return text + "\n"


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
