"""Opening encounters: loading a file into a working copy, making a new one, checking files."""

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
from gmtrack.store.atomic_files import digest, make_folder, replace_file
from gmtrack.store.document import (
    JOURNAL,
    Judged,
    Place,
    Stored,
    as_it_stands,
    judge,
    read_file,
    read_page,
)
from gmtrack.store.example import from_example, sound
from gmtrack.store.history.journal import Journal
from gmtrack.store.history.page import Page
from gmtrack.store.history.timeline import number
from gmtrack.store.lock import locked
from gmtrack.store.output_file import target as writable
from gmtrack.store.session import Session, open_session
from gmtrack.store.text.emit import dump


class Opened(NamedTuple):
    """An encounter that was just opened; `file` is the YAML file that is worked on from now."""

    encounter: Encounter
    ruleset: Ruleset
    file: Path
    resumed: bool = False
    """A kept fight that goes on."""
    played: str = ""
    """When it was played last (UTC, as the journal has it)."""
    changed: bool = False
    """The file that was named is not what this fight knows of it."""
    gone_on: str = ""
    """The name of the kept fight that has gone on since it was saved as this file."""
    judged: Judged | None = None
    """The file as it was judged for this, where it was; not to be changed."""
    elsewhere: Mapping[str, str] = MappingProxyType({})
    """The fights in which members of its party are, by their names: nobody goes home from here."""

    @property
    def name(self) -> str:
        """The name by which `switch` knows it."""
        return self.file.parent.name


def validate_file(path: str) -> tuple[Encounter, Ruleset]:
    """Check a file in full. Raises BadFile with all its faults."""
    page, ruleset = read_page(read_file(Path(path))[0], Path(path))
    return page.encounter, ruleset


def saved_round(path: str) -> int | None:
    """The round that the fight of a file is in; None where it holds none. Raises BadFile with all
    the file's faults, StoreError for a ready-made one that is not there."""
    encounter, _ = validate_file(ready_made.readable(path))
    return number(encounter.fight.get("round")) or None


class Then:
    """What is done in a working copy that was made, before anybody sees it; `partner`: what changes
    together with it."""

    def __init__(
        self,
        do: Callable[[Session], None],
        partner: working_copies.Partner | None = None,
    ) -> None:
        self._do = do
        self.partner = partner

    def held(
        self, made: Encounter
    ) -> "contextlib.AbstractContextManager[Mapping[str, Session]]":
        """Hold the parties, by their marks, of which members may be in what is made: they are to be
        held before the names of the kept fights are."""
        del made
        return contextlib.nullcontext({})

    def __call__(self, session: Session) -> None:
        self._do(session)

    def is_due(self, played: Encounter) -> bool:
        """Whether it is to be done in a fight that was played already, too."""
        del played
        return False


def load_file(
    path: str,
    *,
    fresh: bool = False,
    apart: bool = False,
    then: Then | None = None,
) -> Opened:
    """Make the fight of a file the active encounter: the kept one that is played from it goes on,
    one that has written it as a save is found again with its history; where there is none, or if
    it is to be `fresh`, a new working copy is made. The file itself is not touched, and no kept
    fight is dropped. `@NAME` is a ready-made encounter. What is made new has `then` done to it.
    `apart`: the active encounter stays what it is. Raises BadFile, StoreError(cannot-save), and
    what `then` raises; then the active encounter is what it was."""
    from gmtrack.store.editors import marked

    typed, path = _found(path)
    source = _source(typed, path)
    named = working_copies.in_place(path)
    if (
        working_copies.is_copy(named)
        and not fresh
        and system.exists(named.file)
    ):
        return _go_on(kept_fights.Match(named, "known"), apart=apart, then=then)
    try:
        content = read_file(Path(path))[0]
    except BadFile as error:
        found = None if fresh else kept_fights.belonging(source, None)
        if found is None:
            raise _with_names(error, path) from None
        return _go_on(found, apart=apart, then=then)
    found = None if fresh else kept_fights.belonging(source, digest(content))
    if (
        found
        and found.how != "past"
        and not _is_out_of_date(found, content, path)
    ):
        opened = _go_on(found, apart=apart, then=then)
        if found.how == "known":
            with contextlib.suppress(StoreError):
                _note_opened(found.place, source, content)
        return opened
    judged = judge(content, path)
    known = judged.page()
    origin = _origin(source, content, known[0])
    if found and found.how == "past":
        # As it was saved, with the history up to there of the fight that has gone on since.
        origin |= {"saved": source, "saves": [digest(content)]}
        with locked(found.place.lock, write=False):
            history = Journal(found.place.folder / JOURNAL).up_to(
                digest(content)
            )
        line = history or shlex.join(("load", source))
        late = then if then and then.is_due(known[0].encounter) else None
        opened = made_active(known, origin, line, then=late)
        return opened._replace(gone_on=found.place.folder.name, judged=judged)
    line = shlex.join(("load", typed))
    # The file may have been played in place.
    history = (
        b"" if fresh else Journal(named.folder / JOURNAL).up_to(digest(content))
    )
    with _out_of_date(found, content, path) as instead:
        page = known if history else marked(known)
        opened = made_active(
            page, origin, history or line, instead, then=then, apart=apart
        )
    return opened._replace(judged=judged)


@contextlib.contextmanager
def _out_of_date(
    found: kept_fights.Match | None, content: bytes, path: str
) -> Iterator[Place | None]:
    """The working copy that another is to replace, held as long; none where somebody has just
    played in it, or is about to."""
    if found is None:
        yield None
        return
    with working_copies.changing(found.place, though_asked=True):
        is_free = not working_copies.open_question(found.place)
        yield (
            found.place
            if is_free and _is_out_of_date(found, content, path)
            else None
        )


def kept_of(path: str) -> Place | None:
    """The kept fight with which `load` of a file would go on; None where it would begin anew.
    Raises BadFile."""
    typed, path = _found(path)
    content = read_file(Path(path))[0]
    found = kept_fights.belonging(_source(typed, path), digest(content))
    if (
        found is None
        or found.how == "past"
        or _is_out_of_date(found, content, path)
    ):
        return None
    return found.place


def _source(typed: str, path: str) -> str:
    """By what the fights of a file are known."""
    return (
        typed
        if ready_made.is_meant(typed)
        else str(working_copies.real_path(path))
    )


def _found(typed: str) -> tuple[str, str]:
    """What was typed, with the whole word of a ready-made encounter, and the file to be read. A
    word that this version has no more is known where a fight of it is kept."""
    if not ready_made.is_meant(typed):
        return typed, typed
    is_kept = kept_fights.belonging(typed, None) is not None
    word = typed if is_kept else ready_made.meant(typed)
    return word, ready_made.path_of(word)


def _with_names(error: BadFile, path: str) -> BadFile:
    """Of a file that is not there also what is called so: a ready-made encounter, a kept fight."""
    stem = squash(Path(path).stem)
    word = f"{MARK}{stem}"
    told = (
        [f"did you mean `gmtrack load {word}`?"]
        if word in ready_made.words()
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
    """Return the party that is kept from a file, from now on where there was none; and whether the
    file says something else by now. Raises StoreError, BadFile."""
    opened = load_file(path, apart=True)
    found = parties.of_name(opened.file.parent.name)
    if found is None:
        raise parties.is_none(path)
    return found, opened.changed


def switch_to(name: str) -> Opened:
    """Go on with a kept fight. Raises StoreError(no-encounter), BadFile."""
    return _go_on(kept_fights.Match(kept_fights.named(name), "known"))


def _is_out_of_date(
    found: kept_fights.Match, content: bytes, path: str
) -> bool:
    """Whether the file, or the stock that it names, was changed before anything was played: nobody
    misses the copy of what it was."""
    if found.how != "changed" and not _says_otherwise(
        found.place, content, path
    ):
        return False
    stored = Stored(found.place)
    return not stored.is_played or kept_fights.is_as_it_came(stored)


def _says_otherwise(place: Place, content: bytes, path: str) -> bool:
    """Whether a file that names things of the stock says something else with the stock of now."""
    origin = working_copies.origin(place)
    resolved, now = origin.get("resolved"), digest(content)
    if resolved in (None, now) or now in origin.get("saves", ()):
        return False
    try:
        return bool(read_page(content, Path(path))[0].digest != resolved)
    except BadFile:
        return False


def _go_on(
    found: kept_fights.Match, *, apart: bool = False, then: Then | None = None
) -> Opened:
    opened = _as_it_stands(found.place)
    if then and then.is_due(opened.encounter):
        token = working_copies.new_mark()
        with (
            open_session(found.place, write=True) as session,
            then.held(session.encounter),
            working_copies.activating(found.place, token),
            session.noting({state_folder.TOKEN: token}),
        ):
            then(session)
        opened = _as_it_stands(found.place)._replace(resumed=opened.resumed)
    elif not apart:
        working_copies.activate(found.place)
    return opened._replace(changed=found.how == "changed")


def _as_it_stands(place: Place) -> Opened:
    from gmtrack.store.editors import keep_schema

    stored = as_it_stands(place)
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
    """The fight is played from this file from now on; a save that was found somewhere else is where
    it is saved to."""
    origin = working_copies.origin(place)
    if origin["opened"].get(source) == digest(content):
        return
    if source not in (
        *origin["opened"],
        origin.get("saved"),
        origin.get("source"),
    ):
        origin |= {"saved": source, "digest": digest(content)}
    origin["opened"][source] = digest(content)
    working_copies.note_origin(place, origin)


def _origin(source: str, content: bytes, page: Page) -> Data:
    # Only a file that is opened anew needs it.
    # What comes with gmtrack is never written to.
    is_ready_made = ready_made.is_meant(source)
    return {
        "source": source,
        # Where people stand at the start is prepared: no fight until a round was counted.
        "held_fight": bool(number(page.encounter.fight.get("round")))
        and not is_ready_made,
        "digest": digest(content),
        "resolved": page.digest,
        "opened": {source: digest(content)},
    }


def new_encounter(
    name: str,
    ruleset_id: str,
    target: str | None,
    in_place: str | None,
    *,
    example: bool = False,
    house_rules: Data | None = None,
    then: Then | None = None,
    line: str = "",
) -> Opened:
    """Make an encounter, empty (with these `house_rules`) or from the ruleset's `example`, and a
    working copy of it, the active one from now. `target` is the file that it is written to and
    saved to later. Without it `in_place` is a file to make and to work on in place; the active
    encounter then stays what it is. `line`: what the log calls it, where that is not `new NAME`.

    Raises Refusal for a ruleset that is unknown or has no example, StoreError(cannot-save) if the
    file exists already.
    """
    from gmtrack.store.editors import marked

    ruleset = registry.load(ruleset_id)
    text = (
        from_example(name, ruleset, target or in_place)
        if example
        else empty(name, ruleset.META.id, house_rules)
    )
    known = marked(read_page(text.encode(), Path(name)))
    content = known[0].text.encode()
    line = line or shlex.join(("new", name))
    if target is None and in_place is not None:
        writable(in_place)
        place = working_copies.in_place(in_place)
        _check_free(place.file)
        replace_file(place.file, content)
        try:
            return begun(place, known, line)
        except BaseException:
            with contextlib.suppress(OSError):
                place.file.unlink()
            raise
    if target is None:
        return made_active(known, {}, line, then=then)
    path, known_as = writable(target), digest(content)
    _check_free(path)
    origin = {
        "saved": str(path),
        "digest": known_as,
        "opened": {str(path): known_as},
    }
    return made_active(known, origin, line, written=(path, content), then=then)


def empty(name: str, ruleset_id: str, house_rules: Data | None = None) -> str:
    head: Data = {"gmtrack": FORMAT, "name": sound(name), "ruleset": ruleset_id}
    head |= {"house_rules": house_rules} if house_rules else {}
    return dump(head | {"scene": {}, "templates": {}, "combatants": {}})


def _check_free(path: Path) -> None:
    if system.exists(path):
        raise StoreError(
            "cannot-save", f"{path} exists already; nothing was written"
        )


def made_active(
    known: tuple[Page, Ruleset],
    origin: Data,
    history: bytes | str,
    instead: Place | None = None,
    written: tuple[Path, bytes] | None = None,
    then: Then | None = None,
    *,
    name: str = "",
    apart: bool = False,
) -> Opened:
    """Make a working copy, with the history that it has already, or one that begins with a line,
    and make it the active encounter (unless it is kept `apart`) once `then` is done, or not at all.
    `name` is by default that of its source or its own; `instead` and `written` are as
    `working_copies.settled` has them."""
    source, encounter = origin.get("source"), known[0].encounter
    name = name or (Path(source).stem if source else encounter.name)
    if encounter.is_party:
        origin = origin | {"is_party": working_copies.new_mark()}
    origin = origin | {"copy": working_copies.new_mark()}
    with _held(encounter, then) as homes, working_copies.moving():
        made = working_copies.new_copy()
        try:
            if isinstance(history, bytes):
                replace_file(made.folder / JOURNAL, history)
            replace_file(made.file, known[0].text.encode())
            working_copies.note_origin(made, origin)
            if isinstance(history, bytes):
                opened = _as_it_stands(made)
            else:
                opened = begun(made, known, history)
            if then:
                with locked(made.lock, write=True):
                    then(Session(Stored(made)))
                opened = _as_it_stands(made)._replace(resumed=False)
            opened = opened._replace(
                elsewhere=_take_over_party(made, opened.encounter, homes)
            )
            partner = then.partner if then else None
            place = working_copies.settled(
                made, name, written, instead, apart=apart, partner=partner
            )
        except BaseException:
            working_copies.clear()
            raise
    return opened._replace(file=place.file)


def _held(
    encounter: Encounter, then: Then | None
) -> "contextlib.AbstractContextManager[Mapping[str, Session]]":
    """Hold the parties, by their marks, of which members may be in a new working copy."""
    if then:
        return then.held(encounter)
    link = encounter.fight.get("party")
    if not link:
        return contextlib.nullcontext({})
    return parties.held([link["mark"]])


def _take_over_party(
    made: Place, encounter: Encounter, homes: Mapping[str, Session]
) -> Mapping[str, str]:
    """Let what a new copy says of a party hold for it, unless its people have gone home from it or
    are elsewhere: return in which fights these are, by their names."""
    link = encounter.fight.get("party")
    origin = working_copies.origin(made)
    if not link or link.get("home") or link.get("copy") == origin["copy"]:
        return {}
    if there := parties.elsewhere(encounter, homes):
        return there
    origin["party"] = link["mark"]
    origin.pop("copy")
    if "copy" in link:
        origin["copy"] = link["copy"]
    working_copies.note_origin(made, origin)
    return {}


def begun(place: Place, known: tuple[Page, Ruleset], line: str) -> Opened:
    make_folder(place.folder)
    with locked(place.lock, write=True):
        stored = Stored(place, known)
        stored.begin(line)
    return Opened(stored.page.encounter, stored.ruleset, place.file)
