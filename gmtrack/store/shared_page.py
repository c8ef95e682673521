"""News between a server of the players' page and the sessions of its fight, and the GM's answers:
small files in the fight's folder. They are not part of the fight nor of its history.

A server writes `page-ID.json` and holds a lock on `serving-ID` as long as it runs; that is a file
of its own, because on some systems a locked file cannot be read. The system releases the lock when
the server ends, however it ends. What the GM says about a name of the lobby is an empty file,
which the server removes."""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack import system
from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store.atomic_files import make_folder, replace_file
from gmtrack.system import open_file

HERE, ASLEEP, AWAY = "here", "asleep", "away"
"""How a player's phone is: its page is looked at; it was open and is dark or out of reach; it was
not there yet."""
YES, NO, FREE = "yes", "no", "free"
"""What the GM says about a name: whoever asks for it gets it; they do not; nobody has it."""
MOST_BYTES = 64 * 1024
"""Bytes of a notice that are read at most."""
_NOTICE = re.compile(r"page-([a-z0-9]{8,32})\.json")
_SAID = re.compile(rf"lobby-({YES}|{NO}|{FREE})-(.+)", re.DOTALL)


class SharedPage(NamedTuple):
    """What a server tells of the page.

    - `address`: the short address of the lobby; `page`: everybody's, as for a television.
    - `phones`: id of each player to HERE, ASLEEP or AWAY.
    - `asks`: ids of the players whose taken name another phone asks for.
    - `others`: the number of open pages that are nobody's own, such as a television's."""

    address: str
    page: str
    phones: dict[str, str]
    asks: tuple[str, ...] = ()
    others: int = 0


class PageNotice:
    """The notice of a running server, in the folder of the fight that it shows."""

    def __init__(self) -> None:
        self._id = os.urandom(6).hex()
        self._folder: Path | None = None
        self._lock: FileIO | None = None
        self._written: SharedPage | None = None

    def write(self, folder: Path, page: SharedPage) -> None:
        """Write the notice into a folder, if anything in it is new; take it away from the folder
        before. If the files cannot be written, sessions just do not see the server."""
        if (folder, page) == (self._folder, self._written):
            return
        if folder != self._folder:
            self.remove()
        with contextlib.suppress(OSError, StoreError):
            if self._lock is None:
                make_folder(folder)
                self._lock = _create_locked(folder / f"serving-{self._id}")
            text = json.dumps(page._asdict()).encode()
            replace_file(folder / f"page-{self._id}.json", text, lasting=False)
            self._folder, self._written = folder, page

    def remove(self) -> None:
        """Take the notice away."""
        if self._lock is not None:
            system.unlock(self._lock.fileno())
            self._lock.close()
        if self._folder is not None:
            _remove_files(self._folder, self._id)
        self._folder = self._lock = self._written = None


def shared_pages(folder: Path) -> list[SharedPage]:
    """Return what the servers that run now tell of their pages of the fight in this folder."""
    found = []
    for match in filter(None, map(_NOTICE.fullmatch, _names_in(folder))):
        if not _is_running(folder / f"serving-{match[1]}"):
            _remove_files(folder, match[1])
        elif page := _read_notice(folder / match[0]):
            found.append(page)
    return found


def say_of_name(folder: Path, word: str, who: str) -> None:
    """Say YES, NO or FREE about a player's name, to all servers of the fight."""
    with contextlib.suppress(OSError):
        name = folder / f"lobby-{word}-{who}"
        os.close(system.open_fd(name, os.O_CREAT, 0o600, follow=False))


def take_said(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what the GM has said about names, as pairs of the word (YES, NO, FREE) and the id,
    and forget it."""
    for match in filter(None, map(_SAID.fullmatch, _names_in(folder))):
        with contextlib.suppress(OSError):
            system.remove(folder / match[0])
            yield match[1], match[2]


def _names_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder, sorted; none if it cannot be read."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - names are all that is needed
    except OSError:
        return []


def _create_locked(path: Path) -> FileIO:
    """Create a file that only its owner can read, lock it, and return it open. Raises OSError."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
    held = FileIO(system.open_fd(path, flags, 0o600, follow=False), "r+")
    system.lock(held.fileno(), alone=True)
    return held


def _is_running(path: Path) -> bool:
    """Whether the server that made a lock file still holds it."""
    try:
        with FileIO(open_file(path, follow=False), "r") as file:
            try:
                system.lock(file.fileno(), alone=False)
            except BlockingIOError:
                return True
            system.unlock(file.fileno())
    except OSError:
        pass
    return False


def _remove_files(folder: Path, id: str) -> None:
    """Remove the files of a server."""
    for name in (f"page-{id}.json", f"serving-{id}"):
        with contextlib.suppress(OSError):
            system.remove(folder / name)


def _read_notice(path: Path) -> SharedPage | None:
    """Return what a notice says; None if it cannot be read, or was not written by gmtrack."""
    try:
        with FileIO(open_file(path, follow=False), "r") as file:
            data: Any = json.loads(file.read(MOST_BYTES) or b"")
    except (OSError, ValueError, RecursionError):
        return None
    return _parse_notice(data) if isinstance(data, dict) else None


def _parse_notice(data: Data) -> SharedPage | None:
    """Return the page that a document describes; None if a key or a type is wrong."""
    if data.keys() != set(SharedPage._fields):
        return None
    phones, asks = data["phones"], data["asks"]
    if not (isinstance(phones, dict) and isinstance(asks, list)):
        return None
    texts = [data["address"], data["page"], *phones.values(), *asks]
    if not all(isinstance(text, str) for text in texts):
        return None
    if not isinstance(data["others"], int):
        return None
    return SharedPage(**{**data, "asks": tuple(asks)})
