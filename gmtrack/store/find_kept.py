"""The kept fights: which of them a file belongs to, and finding one by its name."""

from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import pick, squash
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.store import ready_made, state_folder, working_copies
from gmtrack.store.atomic_files import digest
from gmtrack.store.document import JOURNAL, Place, Stored, as_it_stands, read_file
from gmtrack.store.history.head import title_in

How = Literal["known", "changed", "past"]


class Match(NamedTuple):
    """A kept fight to which a file belongs. `known`: the file is what the fight knows of it;
    `changed`: something else has changed the file since; `past`: the file is an earlier save, and
    the fight has gone on."""

    place: Place
    how: How


def by_played() -> list[Place]:
    """All kept fights, the active one first, then from the one that was played last."""
    return sorted(working_copies.working_copies(), key=_rank, reverse=True)


def belonging(file: str, content: str | None) -> Match | None:
    """The fight that is played from a file or a ready-made encounter, or that has written the file
    as a save; `content` is the digest of what stands in the file now, None where nothing can be
    read. Of several the active one, else the one that was played last."""
    origins = {place: working_copies.origin(place) for place in by_played()}
    playing = {
        place: known["opened"][file] for place, known in origins.items() if _is_of(file, known)
    }
    for place, known in playing.items():
        if known in (content, None):
            return Match(place, "known")
    for place, origin in origins.items():
        if content in origin.get("saves", ()) and _is_its_save(file, place, origin):
            return Match(place, "known" if _stands_at(place) == content else "past")
    return Match(next(iter(playing)), "changed") if playing else None


def is_as_it_came(stored: Stored) -> bool:
    """Whether nothing was done to what gmtrack itself has made: a new encounter, or a working copy
    of a ready-made one. Nobody would miss it."""
    source = working_copies.origin(stored.place).get("source")
    return stored.is_untouched and (source is None or ready_made.is_meant(source))


def _is_of(file: str, origin: Data) -> bool:
    return file in origin.get("opened", ())


def _is_its_save(file: str, place: Place, origin: Data) -> bool:
    """Whether a file in which a save of this fight stands is one, not the copy of a file from which
    nothing was played yet: that is an encounter of its own."""
    if ready_made.is_meant(file):
        return False
    if origin.get("saved") == file:
        return True
    try:
        return as_it_stands(place).is_played
    except (StoreError, Refusal):
        return True


def _rank(place: Place) -> tuple[bool, int]:
    """The active one first, then by when they were played."""
    try:
        played = (place.folder / JOURNAL).stat().st_mtime_ns
    except OSError:
        played = 0
    return place.folder.name == state_folder.active_name(), played


def _stands_at(place: Place) -> str:
    """The digest of what the working copy holds; empty if it cannot be read."""
    try:
        return digest(read_file(place.file)[0])
    except StoreError:
        return ""


def named(word: str) -> Place:
    """The kept fight meant by its name, by the title of its encounter or by a beginning of one.
    Raises StoreError(no-encounter) with those that there are, Ambiguous where it could be
    several."""
    found = {place.folder.name: place for place in by_played()}
    if squash(word) in found:  # nobody's title comes before a name
        return found[squash(word)]
    titles = {name: _title(place) for name, place in found.items()}
    try:
        return found[pick(word, titles, "kept fight", "no-encounter")]
    except Refusal as refusal:
        error = Ambiguous if isinstance(refusal, Ambiguous) else StoreError
        raise error(refusal.kind, f"{refusal.message}; `gmtrack fights` lists them") from None


def _title(place: Place) -> str:
    """The encounter's name; the folder's where it cannot be read."""
    try:
        known = title_in(place.folder, read_file(place.file)[0])
        return as_it_stands(place).page.encounter.name if known is None else known
    except (StoreError, Refusal):
        return place.folder.name
