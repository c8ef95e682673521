"""Where things are. The state folder holds `active` (the name of the active working copy),
`encounters/` (a folder for each working copy) and `files/` (the history of files that are worked
on in place, so that nothing is left lying in a GM's own folders).
"""

import contextlib
import json
import os
import time
from pathlib import Path

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store import where
from gmtrack.store.document import Place
from gmtrack.store.files import cannot_save, digest, locked, make_folder, replace_file

COPY = "encounter.yaml"
_ORIGIN = "origin.json"


def home() -> Path:
    """The state folder."""
    return Path(where.home())


def active() -> Place:
    """The active encounter. Raises StoreError(no-encounter)."""
    name = where.active_name()
    folder = _copies() / name
    if not name or not (folder / COPY).is_file():
        message = "no encounter is open: type gmtrack load FILE, or gmtrack new NAME --ruleset R"
        raise StoreError("no-encounter", message)
    return Place(folder / COPY, folder)


def in_place(file: str) -> Place:
    """The place of a file that is itself worked on."""
    path = real_path(file)
    if path.name == COPY and path.parent.parent == _copies().resolve():
        return Place(path, path.parent)
    key = digest(os.fsencode(path))[:16]
    return Place(path, home() / "files" / f"{key}-{slug(path.stem)}")


def real_path(file: str) -> Path:
    """The file meant by a path as typed, links followed."""
    try:
        return Path(file).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StoreError("bad-file", f"{file!r} is no path: {error}") from error


def new_copy(name: str) -> Place:
    """A new folder for a working copy. Raises StoreError(cannot-save)."""
    make_folder(_copies())
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(1, 10_000):
        folder = _copies() / "-".join(filter(None, (stamp, slug(name), str(number))))
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise cannot_save(folder, error) from error
        return Place(folder / COPY, folder)
    raise StoreError("cannot-save", f"{_copies()} is full")


def activate(place: Place) -> None:
    """Make a working copy the active encounter. Raises StoreError(cannot-save)."""
    with locked(home() / "lock", write=True):
        replace_file(home() / "active", place.folder.name.encode() + b"\n")


def newest_copy(source: str) -> Place | None:
    """The working copy of a file that was opened last; None if there is none."""
    # The names begin with the time.
    with contextlib.suppress(OSError):
        for folder in sorted(_copies().iterdir(), reverse=True):
            place = Place(folder / COPY, folder)
            if place.file.is_file() and origin(place).get("source") == source:
                return place
    return None


def origin(place: Place) -> Data:
    """Where a working copy comes from and was saved: `source`, `held_fight`, `saved`, `digest` (of
    the last known content there). Empty for a file that is worked on in place."""
    try:
        data = json.loads((place.folder / _ORIGIN).read_bytes())
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def note_origin(place: Place, data: Data) -> None:
    """Remember what `origin` tells; not being able to is no reason to refuse anything."""
    with contextlib.suppress(StoreError):
        replace_file(place.folder / _ORIGIN, json.dumps(data).encode() + b"\n")


def is_copy(place: Place) -> bool:
    """A working copy, not a file that is worked on in place."""
    return place.folder == place.file.parent


def slug(name: str) -> str:
    """A name as part of a file's name."""
    plain = "".join(c if c.isascii() and c.isalnum() else " " for c in name.lower())
    return "-".join(plain.split())[:40].strip("-") or "encounter"


def _copies() -> Path:
    return Path(where.copies())
