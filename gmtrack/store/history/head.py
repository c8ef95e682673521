"""What saves time, and is believed only as long as it tells of the file and the history as they
are: `head.json`, what an encounter is and where its history stands, so that a file which the
program wrote itself can be used without reading YAML; `line.json`, what a list of the kept fights
tells of one, so that a list of hundreds need not open each of them.
"""

import contextlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.atomic_files import digest, replace_file
from gmtrack.store.encounter_map import FIELDS
from gmtrack.store.history.journal import seal, unseal
from gmtrack.store.history.page import Page
from gmtrack.store.text.layout import compose
from gmtrack.system import read_bytes
from gmtrack.version import __version__

FORMAT = 1


class Mark(NamedTuple):
    """Where the history stands: the number and offset of the last entry, the length of the
    journal, the offset of the step that is undone next, and what is redone next (the offset of an
    undo and how many of its steps are still undone)."""

    seq: int = 0
    last: int | None = None
    length: int = 0
    undo: int | None = None
    redo: tuple[int, int] | None = None

    @staticmethod
    def behind(record: Data, start: int, end: int) -> "Mark":
        redo = record["redo"]
        return Mark(
            record["seq"],
            start,
            end,
            record["undo"],
            tuple(redo) if redo else None,
        )


class Head(NamedTuple):
    """A page, as it was when the file had this digest and the history this mark.
    `outer` is as in Page; only where it is None the whole text is kept."""

    encounter: Encounter
    outer: str | None
    whole: str | None
    digest: str
    mark: Mark
    program: str
    """Who wrote it (`program_of`): what it says was validated by the rules of that program."""

    @property
    def text(self) -> str:
        if self.outer is None:
            return self.whole or ""
        return compose(self.outer, self.encounter.fight)


def program_of(ruleset: Ruleset) -> str:
    """Changes with gmtrack and with the ruleset: the version alone is often the same."""
    files = (__file__, getattr(ruleset, "__file__", None) or __file__)
    # ruff: noqa: PTH116, PTH120 - each command comes this way
    stamps = (os.stat(os.path.dirname(file)).st_mtime_ns for file in files)
    return " ".join([__version__, *map(str, stamps)])


def read_head(path: Path) -> Head | None:
    """The head; None if there is none that can be believed."""
    try:
        data = unseal(read_bytes(path).rstrip(b"\n"))
        if data["format"] != FORMAT:
            return None
        mark = data["mark"]
        redo = mark.pop("redo")
        return Head(
            Encounter(**data["state"]),
            data["outer"],
            data["text"],
            data["digest"],
            Mark(**mark, redo=tuple(redo) if redo else None),
            data["program"],
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def write_head(
    path: Path, page: Page, digest: str, mark: Mark, program: str
) -> None:
    """Write the head. If that fails, or a power cut spoils it, the next command sees that."""
    state = {key: getattr(page.encounter, key) for key in FIELDS}
    state["fight"] = _ordered(state["fight"])
    head: Data = {
        "format": FORMAT,
        "program": program,
        "digest": digest,
        "mark": mark._asdict(),
        "outer": page.outer,
        "text": page.text if page.outer is None else None,
        "state": state,
    }
    with contextlib.suppress(StoreError):
        replace_file(path, seal(head) + b"\n", lasting=False)


def _ordered(value: Any) -> Any:
    """The same with all keys in the order in which the file has them."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [_ordered(item) for item in value]
    return value


LINE_FORMAT = 1
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
        known = (data["format"], data["digest"]) == (
            LINE_FORMAT,
            digest(content),
        )
    except (OSError, ValueError, LookupError):
        return None
    return data if known else None


def write_line(
    folder: Path, of: str, length: int, ruleset: Ruleset, told: Data
) -> None:
    """Keep what was told of a fight whose file has the digest `of`."""
    data: Data = {
        "format": LINE_FORMAT,
        "digest": of,
        "length": length,
        "ruleset": ruleset.META.id,
        "program": program_of(ruleset),
        "told": told,
    }
    with contextlib.suppress(StoreError):
        replace_file(folder / _FILE, seal(data) + b"\n", lasting=False)
