"""The kept fights: which of them a file belongs to, finding one by its name, listing them, and
forgetting one."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from gmtrack import system
from gmtrack.core.encounter import Data
from gmtrack.core.names import pick, squash
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.store import ready_made, working_copies
from gmtrack.store.atomic_files import digest_of_bytes
from gmtrack.store.history.head import read_list_row, title_in
from gmtrack.store.history.journal import Journal
from gmtrack.store.session import Session, is_saved, open_session
from gmtrack.store.stored_encounter import (
    JOURNAL,
    Place,
    StoredEncounter,
    digest_of_file,
    read_file,
    read_stored,
)

How = Literal["known", "changed", "past"]


class FightOfFile(NamedTuple):
    """A kept fight to which a file belongs, and how.

    `known`: the file is as the fight knows it; `changed`: the file was changed by something else
    since; `past`: the file is an earlier save, and the fight has gone on."""

    place: Place
    how: How


def copies_by_last_played() -> list[Place]:
    """Return all working copies, kept parties too: the active one first, then the last played
    ones first. Raises StoreError(bad-file)."""

    found = [*working_copies.working_copies()]
    active = working_copies.active_name() if found else ""

    def rank(place: Place) -> tuple[bool, int]:
        try:
            played = (place.folder / JOURNAL).stat().st_mtime_ns
        except OSError:
            played = 0
        return place.folder.name == active, played

    return sorted(found, key=rank, reverse=True)


def find_fight_of_file(file: str, content: str | None) -> FightOfFile | None:
    """Return the kept fight that is played from a file or ready-made encounter, or that has
    written the file as a save; None if there is none. `content` is the digest of what the file
    holds now, None if it cannot be read. Of several, the active or last played one is preferred."""
    origins = {
        place: working_copies.origin_of(place)
        for place in copies_by_last_played()
    }
    playing = {
        place: known["opened"][file]
        for place, known in origins.items()
        if file in known.get("opened", ())
    }
    for place, known in playing.items():
        if known in (content, None):
            return FightOfFile(place, "known")
    for place, origin in origins.items():
        if content in origin.get("saves", ()) and _is_its_save(
            file, place, origin
        ):
            stands = digest_of_file(place.file) == content
            return FightOfFile(place, "known" if stands else "past")
    return FightOfFile(next(iter(playing)), "changed") if playing else None


def is_as_it_came(stored: StoredEncounter) -> bool:
    """Whether an encounter that gmtrack itself has made (a new one, or a copy of a ready-made
    one) was never changed, so that it can be dropped."""
    source = working_copies.origin_of(stored.place).get("source")
    return stored.is_untouched and (
        source is None or ready_made.is_ready_made(source)
    )


def _is_its_save(file: str, place: Place, origin: Data) -> bool:
    """Whether a file that holds a save of this fight is that save. A copy of a file from which
    nothing was played is an encounter of its own, and so is a ready-made encounter."""
    if ready_made.is_ready_made(file):
        return False
    if origin.get("saved") == file:
        return True
    try:
        return read_stored(place).is_played
    except (StoreError, Refusal):
        return True


def find_fight(word: str) -> Place:
    """Return the kept fight that is meant by its name, its title or a beginning of either.
    Raises StoreError(no-encounter), which lists the kept fights, or Ambiguous."""
    found = {place.folder.name: place for place in copies_by_last_played()}
    if squash(word) in found:  # nobody's title comes before a name
        return found[squash(word)]
    titles = {name: _title_of(place) for name, place in found.items()}
    return found[pick_name(word, titles, "kept fight", "gmtrack fights")]


def pick_name(word: str, titles: dict[str, str], what: str, lists: str) -> str:
    """Return the name that a word means; `titles` are the titles by name, `what` says of what
    kind they are, `lists` is the command that lists them. Raises StoreError(no-encounter),
    Ambiguous."""
    try:
        return pick(word, titles, what, "no-encounter")
    except Refusal as refusal:
        error = Ambiguous if isinstance(refusal, Ambiguous) else StoreError
        raise error(
            refusal.kind, f"{refusal.message}; `{lists}` lists them"
        ) from None


def _title_of(place: Place) -> str:
    """Return the title of an encounter, or its folder's name if it cannot be read."""
    try:
        known = title_in(place.folder, read_file(place.file)[0])
        return (
            read_stored(place).page.encounter.name if known is None else known
        )
    except (StoreError, Refusal):
        return place.folder.name


class KeptFightRow(NamedTuple):
    """A row in the list of kept fights: `told` is what was gathered about the fight, `fault` why
    it cannot be opened if it cannot."""

    name: str
    active: bool
    file: Path
    told: Data | None = None
    is_saved: bool = False
    fault: str = ""


def kept_fights(tell: "Callable[[Session], Data]") -> Iterator[KeptFightRow]:
    """Yield a row for each kept fight, the active one first, then the last played ones first.
    `tell` gathers what the list shows of an open fight. Its results are stored beside the fight,
    so that only fights which have changed since the last list are opened."""
    for place in copies_by_last_played():
        if working_copies.origin_of(place).get("is_party"):
            continue
        name = place.folder.name
        line = KeptFightRow(
            name, name == working_copies.active_name(), place.file
        )
        try:
            content = read_file(place.file)[0]
            told = read_list_row(
                place.folder, content, Journal(place.folder / JOURNAL).size()
            )
            if told is None:
                with open_session(place, write=False) as session:
                    content, told = session.text.encode(), tell(session)
                    session.keep_list_row(told)
        except (StoreError, Refusal) as error:
            # What was forgotten while the others were read is kept no more.
            if system.exists(place.folder):
                yield line._replace(fault=error.message)
        else:
            yield line._replace(told=told, is_saved=is_saved(place, content))


def forget_fight(name: str, *, force: bool = False) -> str:
    """Drop a kept fight with its history and return its name. Raises StoreError(no-encounter),
    Ambiguous, and StoreError(cannot-save) if no file holds it as it is now and not `force`."""
    place = find_fight(name)
    with working_copies.lock_to_change(place):
        check_can_forget(place, force=force)
        working_copies.drop_copy(place)
    return place.folder.name


def check_can_forget(place: Place, *, force: bool) -> None:
    """Raise StoreError(cannot-save) if no file holds a kept fight as it is now, unless `force`."""
    if not (force or _is_in_a_file(place)):
        raise StoreError("cannot-save", _why_not_forgotten(place))


def _why_not_forgotten(place: Place) -> str:
    """Return the sentence for a kept fight that is not forgotten because no file holds it as it
    is now."""
    typed = place.folder.name
    anyway = f"`gmtrack forget {typed} --force` forgets it all the same"
    try:
        StoredEncounter(place)
    except (StoreError, Refusal):
        return f"{typed} cannot be read, and no file holds it as it is now: {anyway}"
    return (
        f"{typed} is not saved as it is now: `gmtrack switch {typed}` and `gmtrack save` save it, "
        f"{anyway}"
    )


def _is_in_a_file(place: Place) -> bool:
    """Whether a file of the GM's holds what the working copy holds. True also for a ready-made
    encounter that was never played, because it comes with gmtrack. False if a file cannot be
    read."""
    from gmtrack.store.editors import without_schema_line

    with contextlib.suppress(StoreError):
        now = read_file(place.file)[0]
        origin = working_copies.origin_of(place)
        as_made = origin.get("resolved") in (
            digest_of_bytes(now),
            digest_of_bytes(without_schema_line(now)),
        )
        for file in {origin.get("saved"), *origin.get("opened", ())} - {None}:
            with contextlib.suppress(StoreError):
                there = read_file(Path(file))[0]
                as_opened = as_made and digest_of_bytes(there) == origin[
                    "opened"
                ].get(file)
                if as_opened or without_schema_line(
                    there
                ) == without_schema_line(now):
                    return True
        # Nobody misses a copy of what comes with gmtrack.
        return (
            ready_made.is_ready_made(origin.get("source") or "")
            and StoredEncounter(place).is_untouched
        )
    return False
