"""The kept fights: which of them a file belongs to, finding one by its name, what a list says of
each, and letting one go."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from gmtrack import system
from gmtrack.core.encounter import Data
from gmtrack.core.names import pick, squash
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.store import ready_made, working_copies
from gmtrack.store.atomic_files import digest
from gmtrack.store.document import (
    JOURNAL,
    Place,
    Stored,
    as_it_stands,
    digest_of,
    read_file,
)
from gmtrack.store.history.head import read_line, title_in
from gmtrack.store.history.journal import Journal
from gmtrack.store.session import Session, is_saved, open_session

How = Literal["known", "changed", "past"]


class Match(NamedTuple):
    """A kept fight to which a file belongs. `known`: the file is what the fight knows of it;
    `changed`: something else has changed the file since; `past`: the file is an earlier save, and
    the fight has gone on."""

    place: Place
    how: How


def by_played() -> list[Place]:
    """All kept fights, the active one first, then from the one that was played last."""

    def rank(place: Place) -> tuple[bool, int]:
        try:
            played = (place.folder / JOURNAL).stat().st_mtime_ns
        except OSError:
            played = 0
        return place.folder.name == working_copies.active_name(), played

    return sorted(working_copies.working_copies(), key=rank, reverse=True)


def belonging(file: str, content: str | None) -> Match | None:
    """The fight that is played from a file or a ready-made encounter, or that has written the file
    as a save; `content` is the digest of what stands in the file now, None where nothing can be
    read. Of several the active one, else the one that was played last."""
    origins = {place: working_copies.origin(place) for place in by_played()}
    playing = {
        place: known["opened"][file]
        for place, known in origins.items()
        if file in known.get("opened", ())
    }
    for place, known in playing.items():
        if known in (content, None):
            return Match(place, "known")
    for place, origin in origins.items():
        if content in origin.get("saves", ()) and _is_its_save(
            file, place, origin
        ):
            stands = digest_of(place.file) == content
            return Match(place, "known" if stands else "past")
    return Match(next(iter(playing)), "changed") if playing else None


def is_as_it_came(stored: Stored) -> bool:
    """Whether nothing was done to what gmtrack itself has made: a new encounter, or a working copy
    of a ready-made one. Nobody would miss it."""
    source = working_copies.origin(stored.place).get("source")
    return stored.is_untouched and (
        source is None or ready_made.is_meant(source)
    )


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


def named(word: str) -> Place:
    """The kept fight meant by its name, by the title of its encounter or by a beginning of one.
    Raises StoreError(no-encounter) with those that there are, Ambiguous where it could be
    several."""
    found = {place.folder.name: place for place in by_played()}
    if squash(word) in found:  # nobody's title comes before a name
        return found[squash(word)]
    titles = {name: _title(place) for name, place in found.items()}
    return found[picked(word, titles, "kept fight", "gmtrack fights")]


def picked(word: str, titles: dict[str, str], what: str, lists: str) -> str:
    """The name that is meant by a word; `lists`: the command that lists them all. Raises
    StoreError(no-encounter), Ambiguous."""
    try:
        return pick(word, titles, what, "no-encounter")
    except Refusal as refusal:
        error = Ambiguous if isinstance(refusal, Ambiguous) else StoreError
        raise error(
            refusal.kind, f"{refusal.message}; `{lists}` lists them"
        ) from None


def _title(place: Place) -> str:
    """The encounter's name; the folder's where it cannot be read."""
    try:
        known = title_in(place.folder, read_file(place.file)[0])
        return (
            as_it_stands(place).page.encounter.name if known is None else known
        )
    except (StoreError, Refusal):
        return place.folder.name


class Kept(NamedTuple):
    """What a list says of one of the kept fights: what was `told`, or why it cannot be opened."""

    name: str
    active: bool
    file: Path
    told: Data | None = None
    is_saved: bool = False
    fault: str = ""


def kept_fights(tell: "Callable[[Session], Data]") -> Iterator[Kept]:
    """What is told of each of the kept fights, the active one first, then from the one that was
    played last. It is kept beside the fight, so that only those are opened that were played, or
    changed by hand, since the last time."""
    for place in by_played():
        if working_copies.origin(place).get("is_party"):
            continue
        name = place.folder.name
        line = Kept(name, name == working_copies.active_name(), place.file)
        try:
            content = read_file(place.file)[0]
            told = read_line(
                place.folder, content, Journal(place.folder / JOURNAL).size()
            )
            if told is None:
                with open_session(place, write=False) as session:
                    content, told = session.text.encode(), tell(session)
                    session.keep_line(told)
        except (StoreError, Refusal) as error:
            # What was forgotten while the others were read is kept no more.
            if system.exists(place.folder):
                yield line._replace(fault=error.message)
        else:
            yield line._replace(told=told, is_saved=is_saved(place, content))


def forget(name: str, *, force: bool = False) -> str:
    """Let a kept fight go, with its history; its name. Raises StoreError(no-encounter), and
    StoreError(cannot-save) for one that no file holds as it is now, unless forced."""
    place = named(name)
    with working_copies.changing(place):
        check_forgotten(place, force=force)
        working_copies.drop(place)
    return place.folder.name


def check_forgotten(place: Place, *, force: bool) -> None:
    """Raises StoreError(cannot-save) for a kept fight that no file holds as it is now, unless
    forced."""
    if not (force or _is_in_a_file(place)):
        raise StoreError("cannot-save", _why_not_forgotten(place))


def _why_not_forgotten(place: Place) -> str:
    typed = place.folder.name
    anyway = f"`gmtrack forget {typed} --force` forgets it all the same"
    try:
        Stored(place)
    except (StoreError, Refusal):
        return f"{typed} cannot be read, and no file holds it as it is now: {anyway}"
    return (
        f"{typed} is not saved as it is now: `gmtrack switch {typed}` and `gmtrack save` save it, "
        f"{anyway}"
    )


def _is_in_a_file(place: Place) -> bool:
    """Whether a file of the GM's holds what the working copy holds; a ready-made encounter that
    was never played comes with gmtrack."""
    from gmtrack.store.editors import bare

    with contextlib.suppress(StoreError):
        now = read_file(place.file)[0]
        origin = working_copies.origin(place)
        as_made = origin.get("resolved") in (digest(now), digest(bare(now)))
        for file in {origin.get("saved"), *origin.get("opened", ())} - {None}:
            with contextlib.suppress(StoreError):
                there = read_file(Path(file))[0]
                as_opened = as_made and digest(there) == origin["opened"].get(
                    file
                )
                if as_opened or bare(there) == bare(now):
                    return True
        # Nobody misses a copy of what comes with gmtrack.
        return (
            ready_made.is_meant(origin.get("source") or "")
            and Stored(place).is_untouched
        )
    return False
