"""The command `save`: the choice of the file, and writing the working copy to it."""

import contextlib
from pathlib import Path

from gmtrack import system
from gmtrack.core import MARK
from gmtrack.core.encounter import Data
from gmtrack.errors import BadFile, StoreError
from gmtrack.store import ready_made, working_copies
from gmtrack.store.atomic_files import digest_of_bytes, replace_file
from gmtrack.store.history.journal import Journal
from gmtrack.store.output_file import file_to_write as writable
from gmtrack.store.stored_encounter import JOURNAL, Place, read_file


def save_encounter(
    place: Place, name: str, content: bytes, target: str | None, *, force: bool
) -> Path:
    """Write an encounter's content to a file and return the file's path.

    The file is `target`, else the one saved to last, else the one that the encounter was loaded
    from if a fight was already under way in it, else a free name beside that one (for a
    ready-made encounter: in the current folder). For a file that is worked on in place, nothing
    is written without a `target`. The working copy remembers the save.

    Raises StoreError(cannot-save), also if `target` holds something else and not `force`."""
    if target is None and not working_copies.is_copy(place):
        return place.file
    origin = working_copies.origin_of(place)
    path = writable(
        target
        if target is not None
        else str(_usual_target(origin, name, place))
    )
    own = (origin.get("saved"), origin.get("source"), str(place.file))
    if target is not None and not force and str(path) not in own:
        _check_same_encounter(path, name, origin)
    if path != place.file:
        replace_file(path, content)
    if working_copies.is_copy(place):
        with contextlib.suppress(StoreError):  # it is saved all the same
            saved, now = str(path), digest_of_bytes(content)
            opened = dict(origin.get("opened", {}))
            if saved in opened:
                opened[saved] = now
            saves = [
                *(known for known in origin.get("saves", ()) if known != now),
                now,
            ]
            more = {
                "saved": saved,
                "digest": now,
                "opened": opened,
                "saves": saves,
            }
            working_copies.note_origin(place, origin | more)
    return path


def _check_same_encounter(path: Path, name: str, origin: Data) -> None:
    """Raise StoreError(cannot-save) if the file at `path` holds another encounter, or another
    fight of this one. An absent or empty file may be overwritten, and one that this working copy
    was saved as."""
    if not path.exists() or not (content := read_file(path)[0]).strip():
        return
    if digest_of_bytes(content) in origin.get("saves", ()):
        return
    from gmtrack.store.text.codec import decode_file, parse_yaml

    try:
        data = parse_yaml(decode_file(content, str(path)), str(path)).data
    except BadFile:
        data = None
    same = isinstance(data, dict) and data.get("name") == name
    if not same or data.get("fight"):
        what = "another fight of that name" if same else "another file"
        message = f"{path} is {what}; choose another name, or save --force to overwrite it"
        raise StoreError("cannot-save", message)


def _usual_target(origin: dict[str, str], name: str, place: Place) -> Path:
    """Return the path that `save` writes to if nobody names one. Raises StoreError(cannot-save)
    if that file was changed since it was loaded or saved."""
    source = origin.get("source")
    known = origin.get("saved") or (
        source if origin.get("held_fight") else None
    )
    if known:
        # What somebody else has written there since is not overwritten unasked; a save that was
        # killed before it could note down what it wrote is nobody else.
        path, noted = Path(known), origin.get("digest")
        now = digest_of_bytes(read_file(path)[0]) if path.exists() else noted
        if now != noted and not Journal(place.folder / JOURNAL).bytes_up_to(
            str(now)
        ):
            message = f"{path} was changed since it was loaded or saved; to overwrite it, name it: "
            raise StoreError(
                "cannot-save",
                message + f"gmtrack save {system.quote(str(path))}",
            )
        return path
    if source and ready_made.is_ready_made(source):
        return _free_path(
            _current_folder(), f"{source.removeprefix(MARK)}-saved", ".yaml"
        )
    if source:
        path = Path(source)
        return _free_path(
            path.parent,
            f"{path.stem.removesuffix('-saved')}-saved",
            path.suffix,
        )
    return _free_path(
        _current_folder(), working_copies.folder_name(name), ".yaml"
    )


def _current_folder() -> Path:
    """Return the current folder. Raises StoreError(cannot-save) if it no longer exists."""
    try:
        return Path.cwd()
    except OSError as error:
        message = "the current folder is gone: go to another, or name a file"
        raise StoreError("cannot-save", message) from error


def _free_path(folder: Path, stem: str, suffix: str) -> Path:
    """Return the first path among `stem`, `stem-2`, `stem-3` ... in a folder that does not exist
    yet."""
    path, number = folder / f"{stem}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path
