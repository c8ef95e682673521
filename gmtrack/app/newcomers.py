"""Who is added: ids and names that go on from those who are there, and sheets from other files."""

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
from gmtrack.core.names import Nearly, listed, pick
from gmtrack.core.own_effects import come_along
from gmtrack.errors import Refusal, StoreError

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Besides, Ruleset
    from gmtrack.store.document import Place

SCENE, FIGHT = "scene", "fight"
NOBODY = (SCENE, FIGHT)
"""Words for what belongs to nobody; no new combatant gets one as its id."""


# --- ids and names ---


def new_names(
    name: str,
    count: int,
    taken: Mapping[str, str] | Iterable[str],
    slug: str = "",
) -> Iterator[tuple[str, str]]:
    """`count` free ids with their display names: `ganger` Ganger 1, `ganger-2` Ganger 2 ...; one
    alone goes without a number. Where there are such already, by id or by name, the numbers go on
    from theirs. `taken` maps ids to names; `slug` is the beginning of the ids, by default the
    name's."""
    slug = slug or slug_of(name)
    known = taken if isinstance(taken, Mapping) else {who: who for who in taken}
    last = max(
        (_number_of(who, called, slug) for who, called in known.items()),
        default=0,
    )
    if not last and slug in NOBODY:
        last = 1
    stem = _stem(name, slug, known.values())
    for number in range(last + 1, last + count + 1):
        alone = count == 1 and not last
        yield (
            slug if number == 1 else f"{slug}-{number}",
            name if alone else f"{stem} {number}",
        )


def _number_of(who: str, called: str, slug: str) -> int:
    """Which of several alike somebody is: 1 for `ganger`, 3 for `ganger-3`, also where only the
    name is like that; 0 for another."""
    return max(_number(who, slug), _number(slug_of(called), slug))


def _number(word: str, slug: str) -> int:
    found = re.fullmatch(rf"{slug}(?:-(\d{{1,9}}))?", word)
    return int(found[1] or 1) if found else 0


def _stem(name: str, slug: str, known: Iterable[str]) -> str:
    """What the names of several alike begin with: as those who are there are called; else the name
    as it was typed."""
    for called in known:
        if (
            _number(slug_of(called), slug)
            and (stem := _unnumbered_name(called)) != called
        ):
            return stem
    return name


def _unnumbered_name(called: str) -> str:
    """`Ganger` of `Ganger 2`."""
    found = re.fullmatch(r"(.*\S)\s+\d+", called)
    return found[1] if found else called


def slug_of(name: str) -> str:
    """Return a name as an id: lower-case letters, digits and hyphens. A name in another script is
    spelt with Latin letters: `yuriy` for Юрий."""
    plain = (
        unicodedata.normalize("NFKD", name)
        .encode("ascii", "ignore")
        .decode()
        .lower()
    )
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not name.isascii():
        from gmtrack.core import latin  # for few names

        found = latin.slug(name, plain=found)
    return found or "combatant"


def numbered(word: str, other: str) -> tuple[str, int] | None:
    """`ganger 3`, `3 ganger`, `guard x3`: the name, and how many of them; None where neither is a
    number."""
    for name, beside in ((word, other), (other, word)):
        found = re.fullmatch(r"x?(\d{1,3})x?", beside.lower())
        if found and int(found[1]):
            return name, int(found[1])
    return None


# --- templates ---


COMMON = frozenset(("name", "side", "hidden", "notes", "counters"))
"""Fields of a sheet that are no values of a game."""


def template_of(
    name: str, count: int, encounter: Encounter
) -> tuple[str, str | None]:
    """The name and the template that are meant by a name: `ganger`, and of several `gangers`."""
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


def no_template(name: str, encounter: Encounter) -> str:
    return f"no template '{slug_of(name)}'; there is {listed(encounter.templates) or 'none'}"


def is_like(sheet: Data, human: Data | None) -> bool:
    """Whether a sheet has the values of the plain human, who is assumed, and told to be, anew."""
    one, other = (
        {key: value for key, value in found.items() if key not in COMMON}
        for found in (sheet, human or {})
    )
    return one == other


def blank(sheets: Mapping[str, Data], encounter: Encounter) -> list[str]:
    """What is to be said of newcomers whose sheets nothing was given for."""
    empty = [who for who, sheet in sheets.items() if not sheet.keys() - COMMON]
    if not empty:
        return []
    slug, whom = _unnumbered(empty[0]), listed(empty)
    return [f"{no_template(slug, encounter)}. The sheet of {whom} is empty"]


# --- one more of those who are known ---


def alike(
    word: str, count: int, encounter: Encounter, ruleset: "Ruleset"
) -> tuple[str, str, Data] | None:
    """What `add ganger 3` or `add ganger-2` means where there are such: the beginning of the ids
    and the name of more like them, with their sheet. None where there are none, or where one is to
    be added who may just have the name of one who is there, and not that of the stock."""
    from gmtrack.app.stock import in_stock

    slug, names = _unnumbered(word), encounter.names()
    found = [word] if word in names else []
    if slug == word:
        found = [
            who
            for who, called in names.items()
            if _number_of(who, called, slug)
        ]
        one_of_stock = any(
            slug_of(names[who]) == slug for who in found
        ) and in_stock(slug, ruleset)
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


def refuse_slips(word: str, encounter: Encounter, kind: str) -> None:
    """Raises Refusal for a name that is nearly a template's or that of one of several."""
    slug = slug_of(word)
    known = {
        who: "one more like them"
        for who in encounter.combatants
        if _unnumbered(who) != who
    }
    known |= dict.fromkeys(encounter.templates, "template")
    meant = _unnumbered(slug)
    if meant == slug or meant not in encounter.templates:
        parts = slug.count("-")
        near = frozenset(one for one in known if one.count("-") == parts)
        meant = Nearly().one_of(slug, near) or ""
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


def _unnumbered(who: str) -> str:
    """The id without the number that tells them from others alike."""
    return re.sub(r"-\d+$", "", who)


# --- from another file ---


class Source(NamedTuple):
    """Another encounter from which somebody comes, as it was named; where it is kept, if it is one
    of the kept fights or a party."""

    word: str
    encounter: Encounter
    place: "Place | None"
    seq: int = 0
    """The number of its last step."""

    @property
    def is_fight(self) -> bool:
        """Whether it is a kept fight, to which somebody may go back."""
        return self.place is not None and not self.encounter.is_party

    def mark_of(self, who: str) -> str:
        """Return by what a fight knows that somebody came from this one: `depot:pavel`."""
        return f"{self.place.folder.name if self.place else self.word}:{who}"


class Found(NamedTuple):
    """Somebody of another file: their id there, their name, and the sheet with all that a template
    gives it."""

    id: str
    name: str
    sheet: Data
    state: Data | None
    """Of their live state what goes along; None for a template, which has none."""
    asked_apart: bool = False
    """They were named beside the file: a name besides is a new one."""

    @property
    def stem(self) -> str:
        """The beginning of the ids of others alike."""
        return _unnumbered(self.id)


def from_file(
    where: str, name: str | None, ruleset: "Ruleset"
) -> tuple[Source, Found]:
    """The combatant or template that is meant by `FILE:NAME`, or by FILE and a name of its own; a
    kept fight's name stands for its file. Raises Refusal (the words for names and values) and
    BadFile."""
    file, beside = _split(where)
    word = beside or name
    source = _source(file, ruleset)
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
        _state(who, Draft(copy.deepcopy(encounter)), ruleset) if there else None
    )
    return source, Found(
        who, names[who], whole_sheet(sheet, ruleset), state, bool(beside)
    )


def whole_sheet(sheet: Data, ruleset: "Ruleset") -> Data:
    """A sheet by itself: without its template, and without the place where it began."""
    left = ("template", *getattr(ruleset, "PLACE", ()))
    return {key: part for key, part in sheet.items() if key not in left}


def _state(who: str, draft: Draft, ruleset: "Ruleset") -> Data | None:
    """What of somebody's live state goes along; None where the ruleset does not say. The draft is
    of no use afterwards, but for others."""
    if not hasattr(ruleset, "carried_state"):
        return None
    return cast("Besides", ruleset).carried_state(draft, who)


def _with_places(
    people: Iterable[str], encounter: Encounter, ruleset: "Ruleset"
) -> Iterator[Found]:
    """Those who come with all that stands about them: they are where they were in it."""
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
        state = along(draft, who) if along else _state(who, draft, ruleset)
        yield Found(who, names[who], sheet, state)


class Everybody(NamedTuple):
    """All of another file who are not here yet, and what is not here either of the pieces of its
    scene, and of what is left of these, by path; `here`: the ids of those who are here."""

    source: Source
    people: tuple[Found, ...]
    pieces: dict[Path, Data]
    left: dict[Path, object]
    here: tuple[str, ...]


def everybody_of(file: str, here: Encounter, ruleset: "Ruleset") -> Everybody:
    """Whom and what `--everybody` takes from a file. Raises Refusal for nobody and nothing, and
    BadFile."""
    source = _source(file, ruleset)
    encounter = source.encounter
    new = [who for who in encounter.combatants if who not in here.combatants]
    people = tuple(_with_places(new, encounter, ruleset))
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
        pieces |= come_along(
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
    return Everybody(source, people, pieces, left, known)


def _source(file: str, ruleset: "Ruleset") -> Source:
    """What a file holds. Raises Refusal where it is played by other rules, and BadFile."""
    source, own = _opened(file), ruleset.META
    if source.encounter.ruleset != own.id:
        message = f"{file} is played by {source.encounter.ruleset}, this fight by {own.id}"
        raise Refusal(ruleset.WORDS.value, message)
    return source


def _split(where: str) -> tuple[str, str]:
    """The file and the name behind the last colon; a file that is called so is meant whole."""
    file, colon, word = where.rpartition(":")
    return (
        (file, word)
        if colon and file and not system.exists(where)
        else (where, "")
    )


def _opened(file: str) -> Source:
    """What a file holds, or a kept fight of this name. Raises BadFile."""
    from gmtrack.store.kept_fights import named
    from gmtrack.store.opening import validate_file
    from gmtrack.store.ready_made import is_meant, readable
    from gmtrack.store.session import open_session

    if is_meant(file):
        return Source(file, validate_file(readable(file))[0], None)
    place = None
    with suppress(ValueError, StoreError):  # no path at all; none of this name
        place = None if system.exists(file) else named(file)
    if place is None:
        return Source(file, validate_file(file)[0], None)
    with open_session(place, write=False) as session:
        return Source(file, session.encounter, place, session.seq)
