"""One JSON document as one line that knows its own checksum: a damaged one is never believed."""

import json
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.store.files import digest

_START = b'{"sum":"'
_WIDTH = 16


def seal(document: Data) -> bytes:
    """The document as a line of JSON with its checksum in front, without the line's end."""
    body = json.dumps(document, separators=(",", ":"), allow_nan=False)
    rest = body[1:].encode()
    return _START + digest(rest)[:_WIDTH].encode() + b'",' + rest


def unseal(line: bytes) -> Data:
    """The document of a sealed line. Raises ValueError if it is torn or was changed."""
    end = len(_START) + _WIDTH
    rest = line[end + 2 :]
    if not line.startswith(_START) or line[len(_START) : end] != digest(rest)[:_WIDTH].encode():
        raise ValueError("damaged")
    document: Any = json.loads(b"{" + rest)
    return dict(document)
