"""Where the state folder and the active encounter are, found with as little as possible: a shell
asks while somebody is typing."""

# ruff: noqa: PTH100, PTH111, PTH117, PTH118, PTH119, PTH208 - importing pathlib takes too long

import os
from typing import Any, NoReturn

from gmtrack import system
from gmtrack.system import exists, read_bytes, was_absent

APART = "apart"
"""What the record of a working copy says that is kept and not made the active one."""
LONGEST = 255
"""Bytes of a name on a disk."""
OPENING = "opening.json"
"""In the state folder: what is about to be opened."""
TOKEN = "opens"
"""What the record of a working copy has in common with the entry of another one (`to`), if it
counts from that entry on."""


def home() -> str:
    """The state folder: $GMTRACK_HOME, else gmtrack in $XDG_STATE_HOME or the folder that is usual
    for it on this system. Raises StoreError(cannot-save) where none of them says a folder."""
    own = os.environ.get("GMTRACK_HOME")
    if own:
        folder = os.path.expanduser(own)
        try:
            path = os.path.abspath(folder)
        except OSError as error:
            _refuse(
                f"GMTRACK_HOME is {folder}, and the current folder is gone ({error.strerror})"
            )
        if folder.startswith("~"):
            _refuse(f"GMTRACK_HOME is {folder}, and there is no such user")
        return path
    state = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(state):  # the XDG specification: to be ignored
        state = system.usual_state()
        if not os.path.isabs(state):
            _refuse(f"{system.HOME_VARIABLE} names no folder")
    return os.path.join(os.path.abspath(state), "gmtrack")


def _refuse(why: str) -> NoReturn:
    from gmtrack.errors import StoreError

    message = (
        f"{why}: set GMTRACK_HOME to the folder in which fights are to be kept"
    )
    raise StoreError("cannot-save", message)


def data() -> str:
    """The folder of what people add for themselves (their stock) and of what editors read (the
    schemas): gmtrack in $XDG_DATA_HOME or the folder that is usual for it on this system."""
    share = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(share):  # the XDG specification: to be ignored
        share = system.usual_data()
    return os.path.join(os.path.abspath(share), "gmtrack")


def copies() -> str:
    """The folder of the working copies. Raises StoreError as `home` does."""
    return os.path.join(home(), "encounters")


def kept_names() -> list[str]:
    """The names of the kept fights; none where they cannot be seen."""
    try:
        return sorted(name for name in os.listdir(copies()) if name[:1] != ".")
    except OSError:
        return []


def is_own(path: str | os.PathLike[str]) -> bool:
    """Whether something lies in the state folder, or is it. Raises StoreError as `home` does."""
    own, path = home(), os.path.abspath(path)
    return path == own or path.startswith(os.path.join(own, ""))


def about_to_open() -> dict[str, str]:
    """The record of what is being opened (see `working_copies.settled`); empty where nothing is."""
    record = read_json(os.path.join(home(), OPENING))
    is_sound = all(isinstance(one, str) for one in record.values())
    names = [
        record.get("name", ""),
        *([record.get("to", "")] if TOKEN in record else []),
    ]
    return record if is_sound and all(map(_is_name, names)) else {}


def read_json(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The map in a file; empty if there is none that can be read."""
    try:
        content = read_bytes(path)
    except OSError:
        return {}
    import json

    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def opening() -> dict[str, str]:
    """The same once its fight is in its place: then it is the active one, also where the process
    that opened it was killed before it could say so. What counts together with another encounter
    alone is for `working_copies` to find out."""
    record = about_to_open()
    return record if is_in_place(record) and TOKEN not in record else {}


def is_in_place(record: dict[str, str]) -> bool:
    """Whether the working copy of a record has got its name."""
    return bool(record) and exists(
        os.path.join(copies(), record["name"], "encounter.yaml")
    )


def active_name() -> str:
    """The name of the folder of the active working copy; empty if there is none. Raises
    StoreError as `home` does, and StoreError(bad-file) if it can't be read."""
    if (record := opening()) and APART not in record:
        return record["name"]
    path = os.path.join(home(), "active")
    try:
        name = read_bytes(path).decode().strip()
    except UnicodeError:
        return ""
    except OSError as error:
        if was_absent(path, error):
            return ""
        from gmtrack.errors import StoreError

        message = f"{path} cannot be read: {error.strerror or error}"
        raise StoreError("bad-file", message) from error
    return name if _is_name(name) else ""


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= LONGEST
        and name.isprintable()
        and os.path.basename(name) == name
    )
