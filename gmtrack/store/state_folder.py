"""The places of the state folder, the data folder and the active encounter. This module imports
as little as possible, because a shell asks it while somebody is typing."""

# ruff: noqa: PTH100, PTH111, PTH117, PTH118, PTH119, PTH120, PTH208 - importing pathlib takes too long

import os
from typing import Any, NoReturn

from gmtrack import system
from gmtrack.system import exists, read_bytes, was_absent

APART = "apart"
"""Key in the record of a working copy that is kept without becoming the active one."""
LONGEST = 255
"""Most characters of a folder's name."""
OPENING = "opening.json"
"""Name of the file in the state folder with the record of the working copy that is being opened."""
TOKEN = "opens"
"""Key of the token in the record of a working copy and in the entry of another encounter (`to`
in the record). The working copy counts once that entry is committed."""


def home_folder() -> str:
    """Return the state folder: $GMTRACK_HOME, else gmtrack in $XDG_STATE_HOME or in this
    system's usual folder. Raises StoreError(cannot-save) if none of them names a folder."""
    own = os.environ.get("GMTRACK_HOME")
    if own:
        folder = os.path.expanduser(own)
        try:
            path = os.path.abspath(folder)
        except OSError as error:
            _refuse_unknown_folder(
                f"GMTRACK_HOME is {folder}, and the current folder is gone ({error.strerror})"
            )
        if folder.startswith("~"):
            _refuse_unknown_folder(
                f"GMTRACK_HOME is {folder}, and there is no such user"
            )
        return path
    state = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(state):  # the XDG specification: to be ignored
        state = system.usual_state()
        if not os.path.isabs(state):
            _refuse_unknown_folder(f"{system.HOME_VARIABLE} names no folder")
    return os.path.join(os.path.abspath(state), "gmtrack")


def _refuse_unknown_folder(why: str) -> NoReturn:
    """Raise StoreError(cannot-save) for a state folder that is not known."""
    from gmtrack.errors import StoreError

    message = (
        f"{why}: set GMTRACK_HOME to the folder in which fights are to be kept"
    )
    raise StoreError("cannot-save", message)


def data_folder() -> str:
    """Return the folder for people's own stock and the schemas for editors: gmtrack in
    $XDG_DATA_HOME or in this system's usual folder."""
    share = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(share):  # the XDG specification: to be ignored
        share = system.usual_data()
    return os.path.join(os.path.abspath(share), "gmtrack")


def copies_folder() -> str:
    """Return the folder of the working copies. Raises StoreError as `home_folder` does."""
    return os.path.join(home_folder(), "encounters")


def kept_names() -> list[str]:
    """Return the folder names of all working copies, sorted; none if the folder cannot be read."""
    try:
        return sorted(
            name for name in os.listdir(copies_folder()) if name[:1] != "."
        )
    except OSError:
        return []


def is_in_state_folder(path: str | os.PathLike[str]) -> bool:
    """Whether a path is the state folder or lies in it. Raises StoreError as `home_folder` does."""
    own, path = home_folder(), os.path.abspath(path)
    return path == own or path.startswith(os.path.join(own, ""))


def own_folders(path: str | os.PathLike[str]) -> list[str]:
    """Return a folder in the state folder and its parents there, the folder first; empty if it
    lies elsewhere. Raises StoreError as `home_folder` does."""
    own, path = home_folder(), os.path.abspath(path)
    start = os.path.join(own, "")
    found: list[str] = []
    while path != own and path.startswith(start):
        found.append(path)
        path = os.path.dirname(path)
    if path == own:
        found.append(own)
    return found


def opening_record() -> dict[str, str]:
    """Return the record of the working copy that is being opened (see
    `working_copies.settle_copy`), whether it counts yet or not; empty if there is none or it is
    damaged."""
    record = read_json(os.path.join(home_folder(), OPENING))
    is_sound = all(isinstance(one, str) for one in record.values())
    names = [
        record.get("name", ""),
        *([record.get("to", "")] if TOKEN in record else []),
    ]
    return record if is_sound and all(map(_is_name, names)) else {}


def read_json(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the map in a JSON file; empty if the file cannot be read or holds something else."""
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


def record_in_place() -> dict[str, str]:
    """Return the record of the working copy that is being opened once its folder has its name:
    it is the active one then, even if the process was killed before it could note that. Empty
    otherwise, and for a copy that counts together with another encounter's entry;
    `working_copies.counting_record` judges those."""
    record = opening_record()
    return record if is_in_place(record) and TOKEN not in record else {}


def is_in_place(record: dict[str, str]) -> bool:
    """Whether the working copy of a record has its final name; False for an empty record."""
    return bool(record) and exists(
        os.path.join(copies_folder(), record["name"], "encounter.yaml")
    )


def active_name() -> str:
    """Return the folder name of the active working copy; empty if there is none. Raises
    StoreError as `home_folder` does, and StoreError(bad-file) if it cannot be read."""
    if (record := record_in_place()) and APART not in record:
        return record["name"]
    path = os.path.join(home_folder(), "active")
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
    """Whether a text can be the name of a working copy's folder."""
    return (
        0 < len(name) <= LONGEST
        and name.isprintable()
        and os.path.basename(name) == name
    )
