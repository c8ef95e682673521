"""The places in which encounters are kept. The state folder holds `active` (the name of the
active working copy), `encounters/` (a folder for each working copy, under the name by which
`switch` knows it) and `files/` (the histories of files that are worked on in place, so that a
GM's own folders stay clean)."""

import contextlib
import errno
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gmtrack import system
from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store import ready_made, state_folder
from gmtrack.store.atomic_files import (
    beside_of,
    cannot_save,
    digest_of_bytes,
    make_folder,
    replace_by,
    replace_file,
    write_beside,
)
from gmtrack.store.lock import Lock, hold_lock
from gmtrack.store.stored_encounter import (
    ASKING,
    Place,
    file_stamps,
    is_committed,
    read_file,
)
from gmtrack.system import is_absent, was_absent

COPY = "encounter.yaml"
NONE_OPEN = (
    "no encounter is open: type gmtrack load FILE, gmtrack load @knife-fight (gmtrack examples "
    "lists such), or gmtrack new NAME --ruleset R"
)
_ORIGIN = "origin.json"
_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(10)
}
"""Names that no file can have on Windows, whatever its ending."""
MOST_ALIKE = 10_000
"""Most working copies of one name."""


def home_folder() -> Path:
    """Return the state folder. Raises StoreError(cannot-save) if no folder is known."""
    return Path(state_folder.home_folder())


def counting_record() -> dict[str, str]:
    """Return the record of the working copy that is being opened, if the copy counts already: it
    has its name, and the encounter that changes together with it has committed its entry.
    Otherwise an empty map. If that encounter cannot be read, the copy counts."""
    record = state_folder.opening_record()
    if state_folder.TOKEN not in record:
        return state_folder.record_in_place()
    partner = Place(
        _copies_folder() / record["to"] / COPY, _copies_folder() / record["to"]
    )
    try:
        token = record[state_folder.TOKEN]
        counts = is_committed(partner, state_folder.TOKEN, token)
    except StoreError:
        counts = (
            True  # nothing is dropped because something else cannot be read
        )
    return record if counts and state_folder.is_in_place(record) else {}


def active_name() -> str:
    """Return the folder name of the active working copy; empty if there is none. Raises
    StoreError(bad-file) if it cannot be read."""
    record = counting_record()
    is_next = record and state_folder.APART not in record
    return record["name"] if is_next else state_folder.active_name()


def unlisted_name() -> str | None:
    """Return the folder name of a working copy that is not to be listed: one that was replaced,
    or one that does not count yet. None if there is none."""
    record = state_folder.opening_record()
    if counting_record():
        return record.get("instead")
    return record["name"] if _waits_for_partner(record) else None


def _waits_for_partner(record: dict[str, str]) -> bool:
    """Whether the working copy of a record counts only after another encounter has committed its
    entry."""
    return state_folder.TOKEN in record and record["to"] != record["name"]


def active_place() -> Place:
    """Return the place of the active encounter. Raises StoreError (`no-encounter`, `bad-file`)."""
    name = active_name()
    folder = _copies_folder() / name
    if not name or is_absent(folder / COPY):
        message = NONE_OPEN
        raise StoreError("no-encounter", message)
    return Place(folder / COPY, folder)


def place_of(file: str | None) -> Place:
    """Return the place of a file that is worked on in place, or (None) of the active encounter.
    Raises StoreError (`no-encounter`, `bad-file`)."""
    return active_place() if file is None else place_of_file(file)


def place_of_file(file: str) -> Place:
    """Return the place of a file that is worked on in place; its history is kept in the state
    folder. For the file of a working copy that is the copy's own place. Raises
    StoreError(bad-file) if `file` cannot be a path."""
    ready_made.refuse_to_write(file, "bad-file")
    path = real_path(file)
    if path.name == COPY and path.parent.parent == _copies_folder().resolve():
        return Place(path, path.parent)
    key = digest_of_bytes(os.fsencode(path))[:16]
    return Place(
        path, home_folder() / "files" / f"{key}-{folder_name(path.stem)}"
    )


@contextlib.contextmanager
def lock_to_change(
    place: Place, *, though_asked: bool = False
) -> Iterator[Lock]:
    """Lock an encounter inside a `with` block, to change it.

    Raises StoreError: `no-encounter` if it is no longer kept, `busy` if a question is open in a
    session (unless `though_asked`) or the lock is not released in time, `cannot-save` or
    `bad-file` if its folder or file cannot be used."""
    check_kept(place)
    if not is_copy(place):
        if is_absent(place.file):
            read_file(place.file)  # says so, and nothing is made for it
        make_folder(place.folder)
    try:
        with hold_lock(place.lock, write=True) as lock:
            check_kept(place)
            asked = "" if though_asked else open_question(place)
            if asked:
                raise StoreError("busy", asked)
            yield lock
    except StoreError:
        check_kept(place)
        raise


def check_kept(place: Place) -> None:
    """Raise StoreError(no-encounter) if a working copy was dropped."""
    if is_copy(place) and is_absent(place.file):
        message = (
            f"{place.folder.name} is kept no more: it was forgotten, or opened anew from its file, "
            "in another terminal; `gmtrack fights` lists what is kept"
        )
        raise StoreError("no-encounter", message)


def open_question(place: Place) -> str:
    """Return a sentence about the question that a session is asking in the middle of a command;
    empty if none is open. Removes what killed sessions have left. Call it only while the
    encounter is locked."""
    if not (place.folder / ASKING).exists():
        return ""
    from gmtrack.store.mailbox import Mailbox, waited_for_now  # rarely needed

    asked = waited_for_now(place.folder)
    if not asked:
        Mailbox(place.folder).tidy()
    return asked and (
        f"a running `play` waits for {asked}: answer there first, or press Ctrl-C there, which "
        "takes the line back"
    )


def sign_of(
    file: str | None, *, hands: bool = False, history: bool = False
) -> tuple[object, ...]:
    """Return a value that differs after every change of a file that is worked on in place, or
    (None) of the active encounter, and when another one becomes active. With `hands` also when a
    player raises or lowers a hand, with `history` also after a step that leaves the file as it
    was, such as a test. An error yields a value too; nothing is raised."""
    try:
        place = place_of(file)
        stat = place.file.stat()
    except (OSError, StoreError) as error:
        return (repr(error),)
    found: tuple[object, ...] = (
        str(place.file),
        stat.st_ino,
        stat.st_mtime_ns,
        stat.st_ctime_ns,
        stat.st_size,
    )
    if history:
        found = (*found, file_stamps(place))
    if not hands:
        return found
    from gmtrack.store.raised_hands import (
        raised_hands as raised,
    )  # for those who go on looking

    return (*found, *raised(place.folder))


def real_path(file: str) -> Path:
    """Return the file that a typed path means, with links followed. Raises StoreError(bad-file)
    if it cannot be a path."""
    try:
        return Path(file).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StoreError(
            "bad-file", f"{file!r} is not a path: {error}"
        ) from error


@contextlib.contextmanager
def lock_names() -> Iterator[None]:
    """Lock the names of the kept fights and the choice of the active one, inside a `with` block.
    What a killed process has left half done is finished or removed first. Raises StoreError
    (`busy`, `cannot-save`)."""
    make_folder(home_folder())
    with hold_lock(home_folder() / "lock", write=True):
        try:
            _finish_opening()
        except OSError as error:
            raise cannot_save(home_folder(), error) from error
        remove_leftovers()
        yield


def new_mark() -> str:
    """Return a random mark that nothing else has."""
    return os.urandom(8).hex()


def new_copy() -> Place:
    """Create a hidden folder in which a working copy is made; `settle_copy` gives it a name. Raises
    StoreError(cannot-save)."""
    folder = _copies_folder() / f".new-{os.getpid()}-{time.time_ns()}"
    make_folder(folder)
    return Place(folder / COPY, folder)


class Partner(NamedTuple):
    """Another kept fight that changes together with a working copy that is made.

    `commit` writes its entry, which has the `token` under TOKEN; it is called with the working
    copy's place."""

    name: str
    token: str
    commit: Callable[[Place], None]


def settle_copy(
    made: Place,
    name: str,
    written: tuple[Path, bytes] | None,
    instead: Place | None,
    *,
    apart: bool = False,
    partner: Partner | None = None,
) -> Place:
    """Give a working copy that was made a name (`hunt`, `hunt-2` ...), make it the active
    encounter unless it is kept `apart`, and return its place.

    `written` is a file to write with it and its content; `instead` is the working copy that it
    replaces. All of it happens or nothing. It counts from the moment at which the folder gets
    its name, or with a `partner` when that has committed its entry; a record on disk says what
    is left to do then.

    Raises StoreError(cannot-save), and what the partner raises."""
    folder = _free_folder(folder_name(name))
    record = {"name": folder.name}
    if written:
        record["file"] = str(written[0])
    if instead:
        record["instead"] = instead.folder.name
        _check_can_go(instead)
    if apart:
        record[state_folder.APART] = record["name"]
    if partner:
        record |= {"to": partner.name, state_folder.TOKEN: partner.token}
    active_name()  # what cannot be read is not replaced either
    try:
        replace_file(
            home_folder() / state_folder.OPENING,
            json.dumps(record).encode() + b"\n",
        )
        if not apart:
            write_beside(_active_file(), folder.name.encode() + b"\n")
        if written:
            write_beside(*written)
        system.replace(made.folder, folder)
    except OSError as error:
        remove_leftovers()
        raise cannot_save(Path(error.filename or folder), error) from error
    try:
        _put_file(record)
    except OSError as error:
        with contextlib.suppress(OSError):
            system.replace(folder, made.folder)
        remove_leftovers()
        raise cannot_save(Path(record["file"]), error) from error
    if partner:
        _commit_partner(partner, Place(folder / COPY, folder))
    with contextlib.suppress(StoreError, OSError):
        _finish_opening()
    remove_leftovers()
    _clear_lock(made)
    return Place(folder / COPY, folder)


def _free_folder(plain: str) -> Path:
    """Return the first folder among `hunt`, `hunt-2` ... that does not exist. Raises
    StoreError(cannot-save) if there are too many."""
    for number in range(1, MOST_ALIKE):
        folder = _copies_folder() / (
            plain if number == 1 else f"{plain}-{number}"
        )
        if not folder.exists():
            return folder
    message = f"{_copies_folder()} is full: `gmtrack forget NAME` makes room"
    raise StoreError("cannot-save", message)


def _commit_partner(partner: Partner, made: Place) -> None:
    """Let the partner commit its entry. If that raises, remove the working copy that was made."""
    try:
        partner.commit(made)
    except BaseException:
        remove_leftovers()
        raise


def is_kept(name: str) -> bool:
    """Whether there is a working copy under the name that this title gives."""
    found = folder_name(name)
    return found != unlisted_name() and (_copies_folder() / found).exists()


def _active_file() -> Path:
    """Return the path of the file that names the active working copy."""
    return home_folder() / "active"


def _finish_opening() -> None:
    """Finish opening the working copy in the record, if it counts: put its file in place, hide
    the copy that it replaces, and make it the active one. If it raises OSError or
    StoreError(cannot-save), the record stays and the next command tries again."""
    record = counting_record()
    if not record:
        return
    with contextlib.suppress(OSError):
        system.sync_folder(_copies_folder())
    with contextlib.suppress(OSError):  # `save` writes it one day
        _put_file(record)
    if "instead" in record:
        with contextlib.suppress(FileNotFoundError):
            _hide_folder(_copies_folder() / record["instead"])
    if state_folder.APART not in record:
        replace_file(_active_file(), record["name"].encode() + b"\n")
    system.remove(home_folder() / state_folder.OPENING)


def _put_file(record: Data) -> None:
    """Put the file that comes with a working copy in its place, unless there is one. Raises
    OSError."""
    if "file" in record:
        file = Path(record["file"])
        if beside_of(file).exists() and not file.exists():
            replace_by(beside_of(file), file)


def _check_can_go(place: Place) -> None:
    """Raise StoreError(cannot-save) if the files in a working copy's folder cannot be removed.
    The folder could still be renamed, and would lie there for ever."""
    if not os.access(place.folder, os.W_OK | os.X_OK):
        error = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        raise cannot_save(place.folder, error)


def _hide_folder(folder: Path) -> None:
    """Rename the folder of a working copy so that nobody sees it any more. Raises OSError."""
    system.replace(folder, folder.with_name(f".gone-{time.time_ns()}"))


def remove_leftovers() -> None:
    """Remove working copies that were never opened or were dropped, and the record of an opening
    that does not count. Failures raise nothing."""
    if not counting_record():
        record = state_folder.opening_record()
        if (
            _waits_for_partner(record)
            and (_copies_folder() / record["name"]).exists()
        ):
            with contextlib.suppress(OSError):
                _hide_folder(_copies_folder() / record["name"])
        waiting = [_active_file(), home_folder() / state_folder.OPENING]
        waiting += [Path(record["file"])] if "file" in record else []
        for file in [
            *map(beside_of, waiting),
            home_folder() / state_folder.OPENING,
        ]:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
    for folder in [
        *_copies_folder().glob(".new-*"),
        *_copies_folder().glob(".gone-*"),
    ]:
        import shutil  # slow to import, and rarely needed

        shutil.rmtree(folder, ignore_errors=True)
        _clear_lock(Place(folder / COPY, folder))


def working_copies() -> list[Place]:
    """Return all working copies by name, also unreadable ones. Raises StoreError(bad-file) if
    their folder cannot be read."""
    try:
        folders = sorted(_copies_folder().iterdir())
    except OSError as error:
        if was_absent(_copies_folder(), error):
            return []
        message = (
            f"{_copies_folder()} cannot be read: {error.strerror or error}"
        )
        raise StoreError("bad-file", message) from error
    gone = unlisted_name()
    folders = [
        folder
        for folder in folders
        if folder.is_dir() and folder.name[:1] != "." and folder.name != gone
    ]
    found = (Place(folder / COPY, folder) for folder in folders)
    return [place for place in found if not is_absent(place.file)]


def activate(place: Place) -> None:
    """Make a working copy the active encounter. Raises StoreError (`busy`, `cannot-save`)."""
    with lock_names():
        replace_file(_active_file(), place.folder.name.encode() + b"\n")


@contextlib.contextmanager
def activate_with_entry(place: Place, token: str) -> Iterator[None]:
    """Make a working copy the active encounter together with the entry with this `token` that it
    commits inside a `with` block; both or neither. Raises StoreError (`busy`, `cannot-save`)."""
    with lock_names():
        name = place.folder.name
        record = {"name": name, "to": name, state_folder.TOKEN: token}
        try:
            replace_file(
                home_folder() / state_folder.OPENING,
                json.dumps(record).encode() + b"\n",
            )
            write_beside(_active_file(), name.encode() + b"\n")
            yield
        except OSError as error:
            remove_leftovers()
            raise cannot_save(_active_file(), error) from error
        except BaseException:
            remove_leftovers()
            raise
        with contextlib.suppress(StoreError, OSError):
            _finish_opening()
        remove_leftovers()


def drop_copy(place: Place) -> None:
    """Remove a working copy, whole or not at all; no encounter is active then if it was the
    active one. Raises StoreError (`busy`, `cannot-save`)."""
    _check_can_go(place)
    with lock_names():
        was_active = active_name() == place.folder.name
        try:
            _hide_folder(place.folder)
        except OSError as error:
            raise cannot_save(place.folder, error) from error
        if was_active:
            with contextlib.suppress(
                OSError
            ):  # where it stays, it names nothing
                system.remove(_active_file())
        _clear_lock(place)
        remove_leftovers()


def _clear_lock(place: Place) -> None:
    """Remove the lock file of a folder that was renamed or removed, if it lies outside that
    folder and nobody holds it."""
    if place.lock.parent != place.folder:
        with contextlib.suppress(OSError):
            place.lock.unlink()


def origin_of(place: Place) -> Data:
    """Return where a working copy comes from and where it was saved; empty for a file that is
    worked on in place, or if it cannot be read.

    - `source`: the file that it was made from, or the word of a ready-made encounter (`@hunt`)
    - `held_fight`: whether a fight was under way in that file
    - `opened`: the files and words from which it is played, each with the digest that it had
      when it was last opened or saved (null: not known)
    - `saved`: the file that it was last saved to
    - `saves`: the digests of all that it was saved as
    - `digest`: digest of the last known content of the file to which `save` writes
    - `resolved`: digest of what the file said when the copy was made, with stock things in the
      place of their names
    - `party`: the mark of the party whose members are in it
    - `is_party`: the mark of the party that it is itself
    - `copy`: the mark of this copy; what the fight says of a party holds only for the copy with
      the same mark"""
    data = state_folder.read_json(place.folder / _ORIGIN)
    return _complete_origin(data) if data and _is_sound(data) else {}


def _is_sound(data: Data) -> bool:
    """Whether every known key of an origin that is present holds the right kind of value."""
    opened, saves = data.get("opened", {}), data.get("saves", [])
    texts = [
        data.get(key)
        for key in (
            "source",
            "saved",
            "digest",
            "resolved",
            "party",
            "is_party",
            "copy",
        )
    ]
    if not isinstance(opened, dict) or not isinstance(saves, list):
        return False
    return all(
        text is None or isinstance(text, str)
        for text in [*texts, *opened.values(), *saves]
    )


def _complete_origin(data: Data) -> Data:
    """Fill in the keys of an origin that the first versions did not write."""
    if "opened" not in data:
        source = data.get("source")
        known = (
            data.get("digest") if data.get("saved") in (None, source) else None
        )
        data["opened"] = {source: known} if source else {}
    if "saves" not in data:
        data["saves"] = (
            [data["digest"]] if data.get("saved") and data.get("digest") else []
        )
    return data


def note_origin(place: Place, data: Data) -> None:
    """Write the origin of a working copy, in place of the old one. Raises
    StoreError(cannot-save)."""
    replace_file(place.folder / _ORIGIN, json.dumps(data).encode() + b"\n")


def is_copy(place: Place) -> bool:
    """Whether a place is a working copy's, not that of a file that is worked on in place."""
    return place.folder == place.file.parent


def folder_name(name: str) -> str:
    """Return a folder name for a title: lower-case ASCII letters, digits and hyphens, at most
    40, and none that Windows reserves. `encounter` if nothing is left of the title."""
    words = "".join(
        c if c.isascii() and c.isalnum() else " " for c in name.lower()
    ).split()
    found = "-".join(words)
    if not name.isascii():
        from gmtrack.core import latin  # for few names

        found = latin.latin_slug(name, plain=found)
    found = found[:40].strip("-") or "encounter"
    return f"{found}-fight" if found in _DEVICES else found


def _copies_folder() -> Path:
    """Return the folder of the working copies."""
    return Path(state_folder.copies_folder())
