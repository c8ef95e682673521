"""Two files that save time and are used only if they match the encounter's file and history as
they are.

`head.json` holds the encounter and where its history stands, so that a file which the program
wrote need not be parsed as YAML. `line.json` holds what a list shows of a kept fight, so that a
list of hundreds need not open them all."""

import contextlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.atomic_files import digest_of_bytes, replace_file
from gmtrack.store.encounter_map import FIELDS
from gmtrack.store.history.journal import seal, unseal
from gmtrack.store.history.page import Page
from gmtrack.store.text.layout import compose_text
from gmtrack.system import read_bytes
from gmtrack.version import __version__

FORMAT = 1


class Mark(NamedTuple):
    """Position in the history after the last entry.

    `seq` and `last` are its number and offset (0 and None before the first entry), `length` is
    the length of the journal up to there, `undo` the offset of the step that is undone next,
    `redo` what is redone next: the offset of an undo entry, and how many of its steps are still
    undone."""

    seq: int = 0
    last: int | None = None
    length: int = 0
    undo: int | None = None
    redo: tuple[int, int] | None = None

    @staticmethod
    def after_entry(record: Data, start: int, end: int) -> "Mark":
        """Return the mark after an entry that stands from `start` to `end`."""
        redo = record["redo"]
        return Mark(
            record["seq"],
            start,
            end,
            record["undo"],
            tuple(redo) if redo else None,
        )


class Head(NamedTuple):
    """The content of `head.json`: a page as it was when the file had this digest and the history
    this mark.

    `outer` is as in Page; `whole` is the whole text, kept only if `outer` is None."""

    encounter: Encounter
    outer: str | None
    whole: str | None
    digest: str
    mark: Mark
    program: str
    """Versions of gmtrack and of the ruleset that validated it (see `program_of`)."""

    @property
    def text(self) -> str:
        """The whole text of the file."""
        if self.outer is None:
            return self.whole or ""
        return compose_text(self.outer, self.encounter.fight)


PAGE_DIGEST = 16
"""The characters of a system page's digest that a head keeps."""


def program_of(ruleset: Ruleset) -> str:
    """Return a text that changes with every installation of gmtrack or of the ruleset, and with
    every change of a system page. It includes the times of their folders, because the version
    alone often stays the same."""
    files = (__file__, getattr(ruleset, "__file__", None) or __file__)
    # ruff: noqa: PTH116, PTH120 - each command comes this way
    stamps = (os.stat(os.path.dirname(file)).st_mtime_ns for file in files)
    of_page = getattr(ruleset, "digest", "")[:PAGE_DIGEST]
    return " ".join(filter(None, [__version__, *map(str, stamps), of_page]))


def page_digest_of(program: str) -> str:
    """Return the beginning of the digest of the system page that a text of `program_of` names.
    For another ruleset the result is that of no page."""
    return program.rpartition(" ")[2]


def read_head(path: Path) -> Head | None:
    """Read a head file; None if it is absent, damaged or of another format."""
    try:
        data = unseal(read_bytes(path).rstrip(b"\n"))
        if data["format"] != FORMAT:
            return None
        mark = data["mark"]
        redo = mark.pop("redo")
        encounter = Encounter(**data["state"])
        registry.attach_rules(encounter)
        return Head(
            encounter,
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
    """Write the head of an encounter. A failure raises nothing: the next command then reads the
    file instead."""
    state = {key: getattr(page.encounter, key) for key in FIELDS}
    state["fight"] = _sort_keys(state["fight"])
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


def _sort_keys(value: Any) -> Any:
    """Return `value` with the keys of all its maps sorted, as the file has them."""
    if isinstance(value, dict):
        return {key: _sort_keys(value[key]) for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [_sort_keys(item) for item in value]
    return value


LINE_FORMAT = 1
_FILE = "line.json"


def read_list_row(folder: Path, content: bytes, length: int) -> Data | None:
    """Return what a list last showed of the fight in `folder`. None if the fight's file no
    longer has this content, its journal no longer this length, or gmtrack or the ruleset has
    changed. Raises Refusal if the ruleset is not installed."""
    data = _read_row_file(folder, content)
    if data is None or data["length"] != length:
        return None
    current = data["program"] == program_of(registry.load(data["ruleset"]))
    return dict(data["told"]) if current else None


def title_in(folder: Path, content: bytes) -> str | None:
    """Return the title of the encounter in `folder` without parsing its file; None unless a list
    has shown the file with this content."""
    data = _read_row_file(folder, content)
    return None if data is None else data["told"].get("title")


def _read_row_file(folder: Path, content: bytes) -> Data | None:
    """Read the `line.json` of a fight; None unless it was written for a file with this content."""
    try:
        data = unseal(read_bytes(folder / _FILE).rstrip(b"\n"))
        known = (data["format"], data["digest"]) == (
            LINE_FORMAT,
            digest_of_bytes(content),
        )
    except (OSError, ValueError, LookupError):
        return None
    return data if known else None


def write_list_row(
    folder: Path, digest: str, length: int, ruleset: Ruleset, row: Data
) -> None:
    """Write `row`, what a list shows of the fight in `folder`, for a file with this digest and a
    journal of this length. A failure raises nothing."""
    data: Data = {
        "format": LINE_FORMAT,
        "digest": digest,
        "length": length,
        "ruleset": ruleset.META.id,
        "program": program_of(ruleset),
        "told": row,
    }
    with contextlib.suppress(StoreError):
        replace_file(folder / _FILE, seal(data) + b"\n", lasting=False)
