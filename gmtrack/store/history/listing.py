"""`line.json`: what a list of the kept fights tells of one, so that a list of hundreds need not
open each of them. It only saves time: it is believed as long as file and history are those of which
it was told, and the program is the one that told it; else the fight is opened.
"""

import contextlib
from pathlib import Path

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.files import digest, replace_file
from gmtrack.store.history.head import program_of
from gmtrack.store.history.seal import seal, unseal
from gmtrack.system import read_bytes

FORMAT = 1
_FILE = "line.json"


def read_line(folder: Path, content: bytes, length: int) -> Data | None:
    """What was told of a fight whose file has this content, and whose history is so long; None if
    nothing of it can be believed. Raises Refusal for a ruleset that is not there."""
    data = _read(folder, content)
    if data is None or data["length"] != length:
        return None
    current = data["program"] == program_of(registry.load(data["ruleset"]))
    return dict(data["told"]) if current else None


def title_in(folder: Path, content: bytes) -> str | None:
    """The name that a file of this content gives its encounter; None if it is not known."""
    data = _read(folder, content)
    return None if data is None else data["told"].get("title")


def _read(folder: Path, content: bytes) -> Data | None:
    try:
        data = unseal(read_bytes(folder / _FILE).rstrip(b"\n"))
        known = (data["format"], data["digest"]) == (FORMAT, digest(content))
    except (OSError, ValueError, LookupError):
        return None
    return data if known else None


def write_line(folder: Path, of: str, length: int, ruleset: Ruleset, told: Data) -> None:
    """Keep what was told of a fight whose file has the digest `of`."""
    data: Data = {
        "format": FORMAT,
        "digest": of,
        "length": length,
        "ruleset": ruleset.META.id,
        "program": program_of(ruleset),
        "told": told,
    }
    with contextlib.suppress(StoreError):
        replace_file(folder / _FILE, seal(data) + b"\n", lasting=False)
