"""Cache of what attacks are worth. Processes that play fights of the same setup tell each other
what they find as soon as they have found it."""

import os
import pickle
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, cast


class ExpectedHarm(NamedTuple):
    """The harm that an attack is expected to do."""

    boxes: float
    """The boxes that the target loses, less those that the attacker loses."""
    theirs: Mapping[str, float]
    """The chance of each priced effect on the target."""
    mine: Mapping[str, float]
    """The chance of each priced effect on the attacker."""
    damage: float = 0.0
    """The damage to the target, also beyond the boxes that it has left."""
    down: float = 0.0
    """The chance that the target is out."""
    exact: bool = True
    """Whether the odds are exact. Of sampled ones, 0 says that something is rare, not that it
    cannot be."""


Found = ExpectedHarm | float | None
"""What is known of an attack: the harm of one on one, the worth of one on several (its key begins
with `SEVERAL`), or None if it is refused."""
FoundHarm = tuple[Hashable, Found]
"""The key of an attack, and what was found. It is plain data, which is sent to other processes."""
SEVERAL = "several"
ALIKE = "alike"
"""The beginning of the key of an attack on one whose odds the ruleset knows a key for."""
UNKNOWN = object()
"""The value of a key that is not in the cache: None is one of an attack that is refused."""
LENGTH = 4
"""The bytes before each message that hold its length."""


class HarmExchange:
    """Files by which processes share what they find: each appends its messages to a file of its
    own, and reads those of the others. A file that cannot be written or read costs time alone:
    whoever does not hear of an attack works it out.

    `place` is the folder of the files, the same one in all processes."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._own = place / str(os.getpid())
        self._read: dict[Path, int] = {}
        """How many bytes of each file of the others were read."""

    def publish(self, found: FoundHarm) -> None:
        """Tell the other processes what was found."""
        message = pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
        with suppress(OSError):
            self._place.mkdir(exist_ok=True)
            with self._own.open("ab", buffering=0) as file:
                file.write(len(message).to_bytes(LENGTH, "big") + message)

    def read_news(self) -> Iterator[FoundHarm]:
        """Yield what other processes have found since the last call."""
        with suppress(OSError):
            for file in self._place.iterdir():
                if file != self._own:
                    yield from self._read_on(file)

    def _read_on(self, file: Path) -> Iterator[FoundHarm]:
        """Yield what was added to a file. Of the last message there may be a part alone yet."""
        begun = self._read.get(file, 0)
        if file.stat().st_size == begun:
            return
        with file.open("rb") as opened:
            opened.seek(begun)
            new = opened.read()
        at = 0
        while (end := _end_of_message(new, at)) <= len(new):
            yield cast("FoundHarm", pickle.loads(new[at + LENGTH : end]))
            at = end
        self._read[file] = begun + at


def _end_of_message(data: bytes, at: int) -> int:
    """Return where the message ends that begins at a position; beyond the data if it is not whole
    yet."""
    length = int.from_bytes(data[at : at + LENGTH], "big")
    return at + LENGTH + length


class HarmCache:
    """Cache of what attacks are worth in the fights that share it. `place` is where processes tell
    each other (`HarmExchange`); None if there is one alone."""

    def __init__(self, place: Path | None = None) -> None:
        self.by_key: dict[Hashable, Found] = {}
        self.place = place
        self._exchange = None if place is None else HarmExchange(place)

    def recall(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """Return what is known of an attack, or find it."""
        found = self.by_key.get(key, UNKNOWN)
        if found is UNKNOWN and self._exchange is not None:
            self.refresh()
            found = self.by_key.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = self.by_key[key] = find()
            if self._exchange is not None:
                self._exchange.publish((key, found))
        return cast("Found", found)

    def refresh(self) -> None:
        """Take over what other processes have found by now."""
        if self._exchange is not None:
            self.update(self._exchange.read_news())

    def update(self, found: Iterable[FoundHarm]) -> None:
        """Take over what others have found."""
        self.by_key.update(found)

    def items(self) -> list[FoundHarm]:
        """Return all that is known."""
        return [*self.by_key.items()]
