"""Opening encounters: loading a file into a working copy, going on with a kept fight, making a
new encounter, checking a file."""

import contextlib
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gmtrack import system
from gmtrack.core import MARK
from gmtrack.core.encounter import FORMAT, Data, Encounter
from gmtrack.core.names import squash
from gmtrack.errors import BadFile, StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import (
    kept_fights,
    parties,
    ready_made,
    state_folder,
    working_copies,
)
from gmtrack.store.atomic_files import (
    digest_of_bytes,
    make_folder,
    replace_file,
)
from gmtrack.store.example import example_text, writable_text
from gmtrack.store.history.journal import Journal
from gmtrack.store.history.page import Page
from gmtrack.store.history.timeline import round_number
from gmtrack.store.lock import hold_lock
from gmtrack.store.output_file import file_to_write as writable
from gmtrack.store.session import Session, open_session
from gmtrack.store.stored_encounter import (
    JOURNAL,
    Place,
    StoredEncounter,
    ValidFile,
    read_file,
    read_page,
    read_stored,
    validate_content,
)
from gmtrack.store.text.emit import dump_yaml


class Opened(NamedTuple):
    """An encounter that was just opened; `file` is the YAML file that is worked on from now."""

    encounter: Encounter
    ruleset: Ruleset
    file: Path
    resumed: bool = False
    """Whether a kept fight goes on in which something was done before."""
    played: str = ""
    """Time of the last entry in its history (UTC, as in the journal); empty if it is not known."""
    changed: bool = False
    """Whether the file that was named holds something other than this fight knows of it."""
    gone_on: str = ""
    """Name of the kept fight that has gone on since it was saved as this file; empty if there is
    none."""
    judged: ValidFile | None = None
    """The file as it was validated for this opening, if it was; not to be changed."""
    elsewhere: Mapping[str, str] = MappingProxyType({})
    """Names of the fights in which party members of this fight are, by the members' names. If
    there are any, nobody goes home from this fight."""

    @property
    def name(self) -> str:
        """Name by which `switch` knows the encounter."""
        return self.file.parent.name


def validate_file(path: str) -> tuple[Encounter, Ruleset]:
    """Validate a file in full and return its encounter and ruleset. Raises BadFile with all its
    faults."""
    page, ruleset = read_page(read_file(Path(path))[0], Path(path))
    return page.encounter, ruleset


def saved_round(path: str) -> int | None:
    """Return the round that the fight in a file is in, or None if no round was begun. `path` may
    be the word of a ready-made encounter. Raises BadFile with all the file's faults,
    StoreError(no-encounter) for an unknown ready-made encounter."""
    encounter, _ = validate_file(ready_made.path_to_read(path))
    return round_number(encounter.fight.get("round")) or None


class CopyCallback:
    """A callback that changes a working copy after it was made and before anybody sees it.

    If a `partner` is given, that kept fight changes together with the working copy, or neither
    does."""

    def __init__(
        self,
        do: Callable[[Session], None],
        partner: working_copies.Partner | None = None,
    ) -> None:
        self._do = do
        self.partner = partner

    def hold_parties(
        self, made: Encounter
    ) -> "contextlib.AbstractContextManager[Mapping[str, Session]]":
        """Lock the parties whose members may be in the made encounter, inside a `with` block
        that yields their sessions by their marks. They must be locked before the names of the
        kept fights are. Locks none by default."""
        del made
        return contextlib.nullcontext({})

    def __call__(self, session: Session) -> None:
        """Change the working copy through its open session."""
        self._do(session)

    def is_due(self, played: Encounter) -> bool:
        """Whether the callback also runs when a kept fight goes on that was played before; False
        by default."""
        del played
        return False


def load_file(
    path: str,
    *,
    fresh: bool = False,
    apart: bool = False,
    then: CopyCallback | None = None,
) -> Opened:
    """Open the fight of a file and make it the active encounter.

    A kept fight that is played from the file goes on. If the file is a save of a kept fight that
    has gone on since, a new working copy with the history up to that save is made. Otherwise, or
    if `fresh`, a new working copy of the file is made. `path` may be the word of a ready-made
    encounter (`@NAME`) or a beginning of it. The file itself is never changed.

    `then` runs in a working copy that is made, and in a kept fight if it is due there. With
    `apart` the active encounter stays what it is.

    Raises BadFile, StoreError (`no-encounter`, `busy`, `cannot-save`), and what `then` raises;
    the active encounter is the same as before then."""
    from gmtrack.store.editors import with_schema_line

    typed, path = _resolve_path(path)
    source = _source_name(typed, path)
    named = working_copies.place_of_file(path)
    if (
        working_copies.is_copy(named)
        and not fresh
        and system.exists(named.file)
    ):
        return _open_kept_fight(
            kept_fights.FightOfFile(named, "known"), apart=apart, then=then
        )
    try:
        content = read_file(Path(path))[0]
    except BadFile as error:
        match = None if fresh else kept_fights.find_fight_of_file(source, None)
        if match is None:
            raise _add_hint(error, path) from None
        return _open_kept_fight(match, apart=apart, then=then)
    match = (
        None
        if fresh
        else kept_fights.find_fight_of_file(source, digest_of_bytes(content))
    )
    if (
        match
        and match.how != "past"
        and not _is_out_of_date(match, content, path)
    ):
        opened = _open_kept_fight(match, apart=apart, then=then)
        if match.how == "known":
            with contextlib.suppress(StoreError):
                _note_opened(match.place, source, content)
        return opened
    judged = validate_content(content, path)
    known = judged.page()
    origin = _origin_of_new_copy(source, content, known[0])
    if match and match.how == "past":
        # As it was saved, with the history up to there of the fight that has gone on since.
        origin |= {"saved": source, "saves": [digest_of_bytes(content)]}
        with hold_lock(match.place.lock, write=False):
            history = Journal(match.place.folder / JOURNAL).bytes_up_to(
                digest_of_bytes(content)
            )
        line = history or shlex.join(("load", source))
        late = then if then and then.is_due(known[0].encounter) else None
        opened = open_new_copy(known, origin, line, then=late)
        return opened._replace(gone_on=match.place.folder.name, judged=judged)
    line = shlex.join(("load", typed))
    # The file may have been played in place.
    history = (
        b""
        if fresh
        else Journal(named.folder / JOURNAL).bytes_up_to(
            digest_of_bytes(content)
        )
    )
    with _lock_outdated_fight(match, content, path) as instead:
        page = known if history else with_schema_line(known)
        opened = open_new_copy(
            page, origin, history or line, instead, then=then, apart=apart
        )
    return opened._replace(judged=judged)


@contextlib.contextmanager
def _lock_outdated_fight(
    match: kept_fights.FightOfFile | None, content: bytes, path: str
) -> Iterator[Place | None]:
    """Lock a kept fight that a new working copy is to replace, inside a `with` block that yields
    its place. Yields None if there is none, or if it was played in or asked something meanwhile."""
    if match is None:
        yield None
        return
    with working_copies.lock_to_change(match.place, though_asked=True):
        is_free = not working_copies.open_question(match.place)
        yield (
            match.place
            if is_free and _is_out_of_date(match, content, path)
            else None
        )


def kept_fight_of_file(path: str) -> Place | None:
    """Return the kept fight with which `load` of a file would go on; None if it would make a new
    working copy. Raises BadFile, StoreError(no-encounter)."""
    typed, path = _resolve_path(path)
    content = read_file(Path(path))[0]
    match = kept_fights.find_fight_of_file(
        _source_name(typed, path), digest_of_bytes(content)
    )
    if (
        match is None
        or match.how == "past"
        or _is_out_of_date(match, content, path)
    ):
        return None
    return match.place


def _source_name(typed: str, path: str) -> str:
    """Return the name by which kept fights know the file that they are played from: the word of
    a ready-made encounter, or the real path."""
    return (
        typed
        if ready_made.is_ready_made(typed)
        else str(working_copies.real_path(path))
    )


def _resolve_path(typed: str) -> tuple[str, str]:
    """Return what was typed, a ready-made encounter's word completed, and the path of the file
    to read. An unknown word that a kept fight was made from is taken as it is. Raises
    StoreError(no-encounter) for other unknown words."""
    if not ready_made.is_ready_made(typed):
        return typed, typed
    is_kept = kept_fights.find_fight_of_file(typed, None) is not None
    word = typed if is_kept else ready_made.complete_word(typed)
    return word, ready_made.path_of(word)


def _add_hint(error: BadFile, path: str) -> BadFile:
    """Return the error for a file that cannot be read; if the file does not exist, with a hint
    at a ready-made encounter or kept fight of that name."""
    stem = squash(Path(path).stem)
    word = f"{MARK}{stem}"
    told = (
        [f"did you mean `gmtrack load {word}`?"]
        if word in ready_made.ready_made_words()
        else []
    )
    if stem in {place.folder.name for place in working_copies.working_copies()}:
        told.append(
            f"`gmtrack switch {stem}` goes on with the fight that is kept under this name"
        )
    if not told or system.exists(path):
        return error
    first, *others = error.faults
    return BadFile(
        [first._replace(message=f"{first.message}; {' '.join(told)}"), *others]
    )


def party_of_file(path: str) -> tuple[parties.Party, bool]:
    """Return the party that is kept from a file, which is opened as a kept party if it was none;
    and whether the file has changed since. Raises StoreError (`bad-file` if the file is no
    party), BadFile."""
    opened = load_file(path, apart=True)
    found = parties.party_of_name(opened.file.parent.name)
    if found is None:
        raise parties.no_party_error(path)
    return found, opened.changed


def switch_to(name: str) -> Opened:
    """Make a kept fight the active encounter and return it. Raises StoreError(no-encounter),
    Ambiguous, BadFile."""
    return _open_kept_fight(
        kept_fights.FightOfFile(kept_fights.find_fight(name), "known")
    )


def _is_out_of_date(
    match: kept_fights.FightOfFile, content: bytes, path: str
) -> bool:
    """Whether a kept fight can be replaced: the file or the stock that it names has changed, and
    nothing was played."""
    if match.how != "changed" and not _reads_differently(
        match.place, content, path
    ):
        return False
    stored = StoredEncounter(match.place)
    return not stored.is_played or kept_fights.is_as_it_came(stored)


def _reads_differently(place: Place, content: bytes, path: str) -> bool:
    """Whether a file that names stock things means something else with the stock as it is now
    than when `place` was made of it. False for a file that names none, or can no longer be read."""
    origin = working_copies.origin_of(place)
    resolved, now = origin.get("resolved"), digest_of_bytes(content)
    if resolved in (None, now) or now in origin.get("saves", ()):
        return False
    try:
        return bool(read_page(content, Path(path))[0].digest != resolved)
    except BadFile:
        return False


def _open_kept_fight(
    match: kept_fights.FightOfFile,
    *,
    apart: bool = False,
    then: CopyCallback | None = None,
) -> Opened:
    """Open a kept fight and make it the active encounter, unless `apart`. `then` runs in it if
    it is due there; the fight becomes active together with that entry."""
    opened = _open_to_read(match.place)
    if then and then.is_due(opened.encounter):
        token = working_copies.new_mark()
        with (
            open_session(match.place, write=True) as session,
            then.hold_parties(session.encounter),
            working_copies.activate_with_entry(match.place, token),
            session.noting({state_folder.TOKEN: token}),
        ):
            then(session)
        opened = _open_to_read(match.place)._replace(resumed=opened.resumed)
    elif not apart:
        working_copies.activate(match.place)
    return opened._replace(changed=match.how == "changed")


def _open_to_read(place: Place) -> Opened:
    """Open the encounter at a place to read, and bring its schema for editors up to date."""
    from gmtrack.store.editors import keep_schema

    stored = read_stored(place)
    keep_schema(stored.ruleset)
    resumed = stored.is_played and not kept_fights.is_as_it_came(stored)
    return Opened(
        stored.page.encounter,
        stored.ruleset,
        place.file,
        resumed,
        stored.played,
    )


def _note_opened(place: Place, source: str, content: bytes) -> None:
    """Note in the origin of a kept fight that it is played from this file; writes nothing if
    that is noted already, with this content. A file that the fight did not know yet is a moved
    save: later saves are written to it."""
    origin = working_copies.origin_of(place)
    if origin["opened"].get(source) == digest_of_bytes(content):
        return
    if source not in (
        *origin["opened"],
        origin.get("saved"),
        origin.get("source"),
    ):
        origin |= {"saved": source, "digest": digest_of_bytes(content)}
    origin["opened"][source] = digest_of_bytes(content)
    working_copies.note_origin(place, origin)


def _origin_of_new_copy(source: str, content: bytes, page: Page) -> Data:
    """Return the origin to note for a working copy that is made of a file: `source`,
    `held_fight` (it had one under way; never for what comes with gmtrack), `digest` of the file,
    `resolved` (that of the encounter) and `opened` (digest by file)."""
    # What comes with gmtrack is never written to.
    is_ready_made = ready_made.is_ready_made(source)
    return {
        "source": source,
        # Where people stand at the start is prepared: no fight until a round was counted.
        "held_fight": bool(round_number(page.encounter.fight.get("round")))
        and not is_ready_made,
        "digest": digest_of_bytes(content),
        "resolved": page.digest,
        "opened": {source: digest_of_bytes(content)},
    }


def new_encounter(
    name: str,
    ruleset_id: str,
    target: str | None,
    in_place: str | None,
    *,
    example: bool = False,
    house_rules: Data | None = None,
    then: CopyCallback | None = None,
    line: str = "",
) -> Opened:
    """Make an encounter, empty (with these `house_rules`) or from the ruleset's `example`, and
    open it.

    Usually a working copy of it becomes the active encounter; `target` is a file that is written
    too and saved to later. Without a `target`, `in_place` names a file to create and to work on
    in place, and the active encounter stays what it is. `then` runs in the working copy. `line`
    is the command line for the log, `new NAME` by default.

    Raises Refusal if the ruleset is unknown or has no example, StoreError(cannot-save) if the
    file exists already."""
    from gmtrack.store.editors import with_schema_line

    ruleset = registry.load(ruleset_id)
    text = (
        example_text(name, ruleset, target or in_place)
        if example
        else empty_encounter_text(name, ruleset.META.id, house_rules)
    )
    known = with_schema_line(read_page(text.encode(), Path(name)))
    content = known[0].text.encode()
    line = line or shlex.join(("new", name))
    if target is None and in_place is not None:
        writable(in_place)
        place = working_copies.place_of_file(in_place)
        _check_free(place.file)
        replace_file(place.file, content)
        try:
            return begin_history(place, known, line)
        except BaseException:
            with contextlib.suppress(OSError):
                place.file.unlink()
            raise
    if target is None:
        return open_new_copy(known, {}, line, then=then)
    path, known_as = writable(target), digest_of_bytes(content)
    _check_free(path)
    origin = {
        "saved": str(path),
        "digest": known_as,
        "opened": {str(path): known_as},
    }
    return open_new_copy(
        known, origin, line, written=(path, content), then=then
    )


def empty_encounter_text(
    name: str, ruleset_id: str, house_rules: Data | None = None
) -> str:
    """Return the text of a new encounter file without combatants; `house_rules` are left out if
    there are none."""
    head: Data = {
        "gmtrack": FORMAT,
        "name": writable_text(name),
        "ruleset": ruleset_id,
    }
    head |= {"house_rules": house_rules} if house_rules else {}
    return dump_yaml(head | {"scene": {}, "templates": {}, "combatants": {}})


def _check_free(path: Path) -> None:
    """Raise StoreError(cannot-save) if there is something at `path`."""
    if system.exists(path):
        raise StoreError(
            "cannot-save", f"{path} exists already; nothing was written"
        )


def open_new_copy(
    known: tuple[Page, Ruleset],
    origin: Data,
    history: bytes | str,
    instead: Place | None = None,
    written: tuple[Path, bytes] | None = None,
    then: CopyCallback | None = None,
    *,
    name: str = "",
    apart: bool = False,
) -> Opened:
    """Make a working copy and open it as the active encounter, or make nothing.

    `known` is the page and ruleset; `origin` what to note of where it comes from. `history` is
    the content of a journal, or the command line with which a new journal begins. `then` runs
    before anybody sees the copy. `name` is by default that of the source file or the title;
    `instead`, `written` and `apart` are as in `working_copies.settle_copy`."""
    source, encounter = origin.get("source"), known[0].encounter
    name = name or (Path(source).stem if source else encounter.name)
    if encounter.is_party:
        origin = origin | {"is_party": working_copies.new_mark()}
    origin = origin | {"copy": working_copies.new_mark()}
    with _hold_parties(encounter, then) as homes, working_copies.lock_names():
        new_copy = working_copies.new_copy()
        try:
            if isinstance(history, bytes):
                replace_file(new_copy.folder / JOURNAL, history)
            replace_file(new_copy.file, known[0].text.encode())
            working_copies.note_origin(new_copy, origin)
            if isinstance(history, bytes):
                opened = _open_to_read(new_copy)
            else:
                opened = begin_history(new_copy, known, history)
            if then:
                with hold_lock(new_copy.lock, write=True):
                    then(Session(StoredEncounter(new_copy)))
                opened = _open_to_read(new_copy)._replace(resumed=False)
            opened = opened._replace(
                elsewhere=_take_over_party(new_copy, opened.encounter, homes)
            )
            partner = then.partner if then else None
            place = working_copies.settle_copy(
                new_copy, name, written, instead, apart=apart, partner=partner
            )
        except BaseException:
            working_copies.remove_leftovers()
            raise
    return opened._replace(file=place.file)


def _hold_parties(
    encounter: Encounter, then: CopyCallback | None
) -> "contextlib.AbstractContextManager[Mapping[str, Session]]":
    """Hold the parties whose members may be in a new working copy, inside a `with` block that
    yields their sessions by their marks."""
    if then:
        return then.hold_parties(encounter)
    link = encounter.fight.get("party")
    if not link:
        return contextlib.nullcontext({})
    return parties.hold_parties([link["mark"]])


def _take_over_party(
    new_copy: Place, encounter: Encounter, homes: Mapping[str, Session]
) -> Mapping[str, str]:
    """Note that a new working copy holds members of its party, unless they have gone home from
    it. If some of them are in other fights, note nothing and return the names of those fights by
    the members' names."""
    link = encounter.fight.get("party")
    origin = working_copies.origin_of(new_copy)
    if not link or link.get("home") or link.get("copy") == origin["copy"]:
        return {}
    if there := parties.members_elsewhere(encounter, homes):
        return there
    origin["party"] = link["mark"]
    origin.pop("copy")
    if "copy" in link:
        origin["copy"] = link["copy"]
    working_copies.note_origin(new_copy, origin)
    return {}


def begin_history(
    place: Place, known: tuple[Page, Ruleset], line: str
) -> Opened:
    """Write the first journal entry of the encounter at `place`, with the command `line`, and
    return it opened."""
    make_folder(place.folder)
    with hold_lock(place.lock, write=True):
        stored = StoredEncounter(place, known)
        stored.begin(line)
    return Opened(stored.page.encounter, stored.ruleset, place.file)
