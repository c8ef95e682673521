"""Newcomers: free ids and names that continue the numbers of those who are there, templates, and
sheets from other files."""

import copy
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack import system
from gmtrack.core import MARK
from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import TypoFinder, listed, pick
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.errors import Refusal, StoreError

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Besides, Ruleset
    from gmtrack.store.stored_encounter import Place

SCENE, FIGHT = "scene", "fight"
NOBODY = (SCENE, FIGHT)
"""Words for the parts of a file that belong to no combatant; no newcomer gets one as an id."""


# --- ids and names ---


def new_names(
    name: str,
    count: int,
    taken: Mapping[str, str] | Iterable[str],
    slug: str = "",
) -> Iterator[tuple[str, str]]:
    """Yield `count` free ids with display names: `ganger` Ganger 1, `ganger-2` Ganger 2. A
    single newcomer without a namesake goes without a number. If there are namesakes, by id or by
    name, the numbers continue from theirs. `taken` maps ids to names; `slug` is the stem of the
    ids, by default made from the name."""
    slug = slug or slug_of(name)
    known = taken if isinstance(taken, Mapping) else {who: who for who in taken}
    last = max(
        (
            _number_among_alike(who, called, slug)
            for who, called in known.items()
        ),
        default=0,
    )
    if not last and slug in NOBODY:
        last = 1
    stem = _stem_of_names(name, slug, known.values())
    for number in range(last + 1, last + count + 1):
        alone = count == 1 and not last
        yield (
            slug if number == 1 else f"{slug}-{number}",
            name if alone else f"{stem} {number}",
        )


def _number_among_alike(who: str, called: str, slug: str) -> int:
    """Return which of several alike somebody is: 1 for `ganger`, 3 for `ganger-3`. The display
    name counts as well as the id. 0 for somebody who is not one of them."""
    return max(_number_after(who, slug), _number_after(slug_of(called), slug))


def _number_after(word: str, slug: str) -> int:
    """Return the number at the end of `word` if the rest is `slug`: 1 without a number, 0 for
    another word."""
    found = re.fullmatch(rf"{slug}(?:-(\d{{1,9}}))?", word)
    return int(found[1] or 1) if found else 0


def _stem_of_names(name: str, slug: str, known: Iterable[str]) -> str:
    """Return the display name without a number for one more of several alike: that of an
    existing namesake, else `name` as it was typed."""
    for called in known:
        if (
            _number_after(slug_of(called), slug)
            and (stem := _unnumbered_name(called)) != called
        ):
            return stem
    return name


def _unnumbered_name(called: str) -> str:
    """Return a display name without the number at its end: `Ganger` of `Ganger 2`."""
    found = re.fullmatch(r"(.*\S)\s+\d+", called)
    return found[1] if found else called


def slug_of(name: str) -> str:
    """Return a name as an id: lower-case letters, digits and hyphens. A name in another script
    is transliterated: `yuriy` for Юрий. `combatant` if nothing is left."""
    plain = (
        unicodedata.normalize("NFKD", name)
        .encode("ascii", "ignore")
        .decode()
        .lower()
    )
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not name.isascii():
        from gmtrack.core import (
            latin,
        )  # imported here because few names need it

        found = latin.latin_slug(name, plain=found)
    return found or "combatant"


def split_name_and_count(word: str, other: str) -> tuple[str, int] | None:
    """Split two words into a name and a count from 1 to 999, in either order: `ganger 3`, `3
    ganger`, `guard x3`. None if neither word is a count."""
    for name, beside in ((word, other), (other, word)):
        found = re.fullmatch(r"x?(\d{1,3})x?", beside.lower())
        if found and int(found[1]):
            return name, int(found[1])
    return None


# --- templates ---


COMMON = frozenset(("name", "side", "hidden", "players", "notes", "counters"))
"""Fields of a sheet that every ruleset has and that say nothing about abilities."""


def template_for_name(
    name: str, count: int, encounter: Encounter
) -> tuple[str, str | None]:
    """Return the name and the template that a typed name means; the template is None if the
    encounter has none of this name. With a count above 1 a plural is understood: `gangers` means
    the template `ganger`, and the name is returned without its `s`."""
    slug = slug_of(name)
    own = (
        template
        for template in (slug, f"{MARK}{slug}")
        if template in encounter.templates
    )
    if template := next(own, None):
        return name, template
    if count > 1 and slug.removesuffix("s") in encounter.templates:
        return name.strip()[:-1], slug.removesuffix("s")
    return name, None


def no_template_message(name: str, encounter: Encounter) -> str:
    """Return the sentence that no template has this name, with the names of the existing ones."""
    return f"no template '{slug_of(name)}'; there is {listed(encounter.templates) or 'none'}"


def equals_plain_human(sheet: Data, human: Data | None) -> bool:
    """Whether a sheet has the plain human's values, ignoring name, side, hidden, notes and
    counters."""
    one, other = (
        {key: value for key, value in found.items() if key not in COMMON}
        for found in (sheet, human or {})
    )
    return one == other


def empty_sheet_warnings(
    sheets: Mapping[str, Data], encounter: Encounter
) -> list[str]:
    """Return a warning, as a list, if newcomers have empty sheets; an empty list if all of them
    have values."""
    empty = [who for who, sheet in sheets.items() if not sheet.keys() - COMMON]
    if not empty:
        return []
    slug, whom = _unnumbered_id(empty[0]), listed(empty)
    return [
        f"{no_template_message(slug, encounter)}. The sheet of {whom} is empty"
    ]


# --- one more of those who are known ---


def find_alike(
    word: str, count: int, encounter: Encounter, ruleset: "Ruleset"
) -> tuple[str, str, Data] | None:
    """Return what `add ganger 3` or `add ganger-2` means if there are such combatants: stem of
    the ids, stem of the names, and the sheet of the first of them. None if there are none, or if
    a single newcomer may only share the name of somebody there and not that of the stock."""
    from gmtrack.app.stock import stock_mark

    slug, names = _unnumbered_id(word), encounter.names()
    found = [word] if word in names else []
    if slug == word:
        found = [
            who
            for who, called in names.items()
            if _number_among_alike(who, called, slug)
        ]
        one_of_stock = any(
            slug_of(names[who]) == slug for who in found
        ) and stock_mark(slug, ruleset)
        found = found if len(found) > 1 or count > 1 or one_of_stock else []
    if not found:
        return None
    like = found[0]
    own = {
        key: part
        for key, part in encounter.combatants[like].items()
        if key != "name"
    }
    return slug, _unnumbered_name(names[like]), own


def refuse_near_names(word: str, encounter: Encounter, kind: str) -> None:
    """Raise Refusal (`kind`) if a newcomer's name is nearly that of a template or of one of
    several alike."""
    slug = slug_of(word)
    known = {
        who: "one more like them"
        for who in encounter.combatants
        if _unnumbered_id(who) != who
    }
    known |= dict.fromkeys(encounter.templates, "template")
    meant = _unnumbered_id(slug)
    if meant == slug or meant not in encounter.templates:
        parts = slug.count("-")
        near = frozenset(one for one in known if one.count("-") == parts)
        meant = TypoFinder().one_of(slug, near) or ""
    if meant:
        way = (
            f"--template {meant}"
            if meant in encounter.templates
            else "--set side=foe"
        )
        message = f"no template '{word}'; did you mean `add {meant}` ({known[meant]})?"
        raise Refusal(
            kind, f"{message} Somebody new of this name: `add '{word}' {way}`"
        )


def _unnumbered_id(who: str) -> str:
    """Return an id without the number at its end: `ganger` of `ganger-2`."""
    return re.sub(r"-\d+$", "", who)


# --- from another file ---


class SourceEncounter(NamedTuple):
    """Another encounter from which a combatant is taken. `word` is its name as typed; `place` is
    where it is stored, or None for a plain file."""

    word: str
    encounter: Encounter
    place: "Place | None"
    seq: int = 0
    """The number of the source's last step; 0 without a history."""

    @property
    def is_fight(self) -> bool:
        """Whether the source is a kept fight, to which a combatant may go back."""
        return self.place is not None and not self.encounter.is_party

    def mark_of(self, who: str) -> str:
        """Return the text by which a fight notes that a combatant came from this source:
        `depot:pavel`."""
        return f"{self.place.folder.name if self.place else self.word}:{who}"


class PersonInFile(NamedTuple):
    """A combatant or template of another file: id and name there, the sheet with its template's
    values, and the live state to bring."""

    id: str
    name: str
    sheet: Data
    state: Data | None
    """The part of the live state that goes along to another fight; None for a template, which
    has none."""
    asked_apart: bool = False
    """Whether the name stood in `FILE:NAME`, so that a name typed besides is a new one."""

    @property
    def stem(self) -> str:
        """The id without its number, from which the ids of more like this one are made."""
        return _unnumbered_id(self.id)


def pick_from_file(
    where: str, name: str | None, ruleset: "Ruleset"
) -> tuple[SourceEncounter, PersonInFile]:
    """Find the combatant or template that `FILE:NAME` means, or `FILE` and a separate `name`;
    the name of a kept fight may stand for a file. Raises Refusal if nobody is named or found or
    other rules are played, and BadFile."""
    file, beside = _split_file_and_name(where)
    word = beside or name
    source = _open_source(file, ruleset)
    encounter = source.encounter
    names = {
        key: str(sheet.get("name") or key)
        for key, sheet in encounter.templates.items()
    }
    names |= encounter.names()
    if not word:
        message = f"say who: `add --from {file}:NAME`; there is {', '.join(names) or 'nobody'}"
        raise Refusal(ruleset.WORDS.nobody, message)
    who = pick(
        word, names, f"combatant or template in {file}", ruleset.WORDS.nobody
    )
    there = who in encounter.combatants
    sheet = encounter.sheet(who) if there else encounter.templates[who]
    state = (
        _carried_state(who, Draft(copy.deepcopy(encounter)), ruleset)
        if there
        else None
    )
    return source, PersonInFile(
        who, names[who], whole_sheet(sheet, ruleset), state, bool(beside)
    )


def whole_sheet(sheet: Data, ruleset: "Ruleset") -> Data:
    """Return a sheet that stands by itself: without its template's name and without the starting
    place in a scene."""
    left = ("template", *getattr(ruleset, "PLACE", ()))
    return {key: part for key, part in sheet.items() if key not in left}


def _carried_state(who: str, draft: Draft, ruleset: "Ruleset") -> Data | None:
    """Return the part of a combatant's live state that goes along to another fight; None if the
    ruleset does not say. Spoils the draft for this combatant."""
    if not hasattr(ruleset, "carried_state"):
        return None
    return cast("Besides", ruleset).carried_state(draft, who)


def _people_with_places(
    people: Iterable[str], encounter: Encounter, ruleset: "Ruleset"
) -> Iterator[PersonInFile]:
    """Yield each combatant with sheet, live state and place in the scene, for `--everybody`."""
    names, draft = encounter.names(), Draft(copy.deepcopy(encounter))
    along = (
        cast("Besides", ruleset).placed_state
        if hasattr(ruleset, "placed_state")
        else None
    )
    for who in people:
        sheet = {
            key: part
            for key, part in encounter.sheet(who).items()
            if key != "template"
        }
        state = (
            along(draft, who) if along else _carried_state(who, draft, ruleset)
        )
        yield PersonInFile(who, names[who], sheet, state)


class EverybodyInFile(NamedTuple):
    """The combatants of another file who are missing here, with the missing scene pieces.
    `pieces` holds these by path, `left` their live state by path, `here` the ids that exist in
    both."""

    source: SourceEncounter
    people: tuple[PersonInFile, ...]
    pieces: dict[Path, Data]
    left: dict[Path, object]
    here: tuple[str, ...]


def read_everybody(
    file: str, here: Encounter, ruleset: "Ruleset"
) -> EverybodyInFile:
    """Return which combatants and scene pieces `--everybody` takes from a file. Raises Refusal
    `nobody` if there is nothing to take, `value` if other rules are played, and BadFile."""
    source = _open_source(file, ruleset)
    encounter = source.encounter
    new = [who for who in encounter.combatants if who not in here.combatants]
    people = tuple(_people_with_places(new, encounter, ruleset))
    scene = {
        kind: held
        for kind, held in encounter.scene.items()
        if isinstance(held, dict)
    }
    kinds: Mapping[str, str] = getattr(
        ruleset, "PIECES", dict.fromkeys(scene, "")
    )
    pieces: dict[Path, Data] = {
        ("scene", kind, name): piece
        for kind in kinds
        for name, piece in scene.get(kind, {}).items()
        if name not in (here.scene.get(kind) or {})
    }
    left: dict[Path, object] = {
        ("fight", kinds[kind], name): encounter.fight[kinds[kind]][name]
        for _, kind, name in pieces
        if name in (encounter.fight.get(kinds[kind]) or {})
    }
    if people:
        pieces |= definitions_to_bring(
            ((one.sheet, one.state) for one in people), encounter, here
        )
    if not (people or pieces):
        why = (
            "everybody there is here already"
            if encounter.combatants
            else "nobody is there"
        )
        raise Refusal(ruleset.WORDS.nobody, f"{file}: {why}")
    known = tuple(who for who in encounter.combatants if who in here.combatants)
    return EverybodyInFile(source, people, pieces, left, known)


def _open_source(file: str, ruleset: "Ruleset") -> SourceEncounter:
    """Open a file or kept fight as a source. Raises Refusal `value` if another ruleset plays it,
    and BadFile."""
    source, own = _read_encounter(file), ruleset.META
    if source.encounter.ruleset != own.id:
        message = f"{file} is played by {source.encounter.ruleset}, this fight by {own.id}"
        raise Refusal(ruleset.WORDS.value, message)
    return source


def _split_file_and_name(where: str) -> tuple[str, str]:
    """Split `FILE:NAME` at the last colon. If a file of the whole name exists, or there is no
    colon, the name is empty."""
    file, colon, word = where.rpartition(":")
    return (
        (file, word)
        if colon and file and not system.exists(where)
        else (where, "")
    )


def _read_encounter(file: str) -> SourceEncounter:
    """Open a file, a ready-made encounter or a kept fight of this name as a source. Raises
    BadFile."""
    from gmtrack.store.kept_fights import find_fight
    from gmtrack.store.opening import validate_file
    from gmtrack.store.ready_made import is_ready_made, path_to_read
    from gmtrack.store.session import open_session

    if is_ready_made(file):
        return SourceEncounter(file, validate_file(path_to_read(file))[0], None)
    place = None
    with suppress(
        ValueError, StoreError
    ):  # an impossible path; no kept fight of this name
        place = None if system.exists(file) else find_fight(file)
    if place is None:
        return SourceEncounter(file, validate_file(file)[0], None)
    with open_session(place, write=False) as session:
        return SourceEncounter(file, session.encounter, place, session.seq)
