"""Intents for `add` and `set`, made in the open session: newcomers with checked sheets, and
checked values to write."""

import copy
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.newcomers import (
    COMMON,
    SCENE,
    PersonInFile,
    SourceEncounter,
    equals_plain_human,
    find_alike,
    new_names,
    no_template_message,
    pick_from_file,
    read_everybody,
    refuse_near_names,
    slug_of,
    template_for_name,
)
from gmtrack.core import MARK, intents
from gmtrack.core.draft import Draft, Path, Removed
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import pick, squash
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

MISSING = ": is missing"
"""The end of a refusal for a field that a sheet must have; such a newcomer gets the plain
human's values."""


def parse_set(
    session: "Session", who: str, texts: list[str], options: intents.Options
) -> intents.Set:
    """Return the intent of `set`: the assignments in `texts`, parsed and checked for `who` (a
    combatant, `scene` or `fight`). Raises Refusal, for the scene with an example of a correct
    line."""
    from gmtrack.store.check.assign import parse_assignments

    encounter, ruleset = session.encounter, session.ruleset
    try:
        checked = parse_assignments(encounter, ruleset, who, texts)
    except Refusal as refusal:
        from gmtrack.store.check.scene_example import scene_example

        line = scene_example(encounter, ruleset, texts) if who == SCENE else ""
        if not line:
            raise
        raise Refusal(
            refusal.kind, f"{refusal.message}. An example: `{line}`"
        ) from refusal
    return intents.Set(who, checked, options=options)


class AddRequest(NamedTuple):
    """The newcomers that `add` asks for, as they were typed. `source` is the file of `--from`;
    `sets` are the assignments of `--set`; `fresh` takes the sheet alone, without the state."""

    name: str | None
    template: str | None
    source: str | None
    number: int
    sets: tuple[str, ...]
    fresh: bool = False


def add_intent(
    session: "Session | _SessionAhead",
    wanted: AddRequest,
    options: intents.Options,
) -> intents.Add:
    """Return the intent that adds the wanted newcomers, with checked sheets: from a file, from
    the stock, by a template, like somebody who is there, or as the plain human. A bare name of
    somebody who was taken out brings them back. Raises Refusal and BadFile."""
    ruleset, name = session.ruleset, wanted.name
    if name is not None and not name.strip():
        raise Refusal(ruleset.WORDS.value, "type a name for the combatant")
    if wanted.source is not None or name is None:
        return _add_from_file(session, wanted, options)
    if wanted.template is not None and name.strip().startswith(MARK):
        message = f"{name} and --template: one of them says what they are like"
        raise Refusal(ruleset.WORDS.value, message)
    if (wanted.template or name).strip().startswith(MARK):
        return _add_from_stock(session, name, wanted, options)
    # A bare name of somebody who was taken out brings them back.
    alone = wanted == AddRequest(name, None, None, 1, ())
    is_template = alone and template_for_name(name, 1, session.encounter)[1]
    if alone and not is_template and (gone := session.removed(name)):
        return _add_removed_again(session, gone, options)
    known = _sheets_like_known(session, name, wanted)
    if known is not None:
        return intents.Add(known, options=options)
    return _add_new(session, name.strip(), wanted, options)


class _SessionAhead(NamedTuple):
    """A session to read from, whose encounter already holds the newcomers of earlier lines, so
    that the next ones get free ids."""

    encounter: Encounter
    ruleset: "Ruleset"
    removed: Callable[[str], Removed | None]


def add_all_intent(
    session: "Session", every: list[AddRequest], options: intents.Options
) -> intents.Add:
    """Return one intent that adds the newcomers of several `AddRequest`, in their order. Raises
    Refusal and BadFile."""
    beside = _SessionAhead(
        copy.deepcopy(session.encounter), session.ruleset, session.removed
    )
    sheets: dict[str, Data] = {}
    for wanted in every:
        sheets |= add_intent(beside, wanted, options).sheets
        beside.encounter.combatants |= sheets
    return intents.Add(sheets, options=options)


def _add_removed_again(
    session: "Session | _SessionAhead", gone: Removed, options: intents.Options
) -> intents.Add:
    """Return the intent that brings somebody back who was taken out, with the sheet they had. A
    member of a party comes with the state that they had when they left, or with that of today if
    they have gone home since. Raises Refusal."""
    from gmtrack.store.check.assign import checked_sheet

    encounter, who = session.encounter, gone.who
    sheet = checked_sheet(encounter, session.ruleset, who, gone.sheet)
    if encounter.is_party:
        return intents.Add(
            {who: sheet}, states={who: gone.state}, options=options
        )
    if (found := _add_member_from_home(session, who, options)) is not None:
        return found
    left = (encounter.fight.get("party") or {}).get("gone", {})
    states = {who: left[who]["state"]} if who in left else {}
    return intents.Add({who: sheet}, states=states, options=options)


def _add_member_from_home(
    session: "Session | _SessionAhead", who: str, options: intents.Options
) -> intents.Add | None:
    """Return the intent that brings a member of the party back as they are now, if they were
    taken out of the fight and something has happened to them at home since; None for all others.
    Raises Refusal if they are in another fight, unless forced."""
    gone = (session.encounter.fight.get("party") or {}).get("gone", {})
    if (
        who not in gone
        or isinstance(session, _SessionAhead)
        or not hasattr(session, "file")
    ):
        return None
    from gmtrack.app.party.coming_back import return_from_home

    found = return_from_home(session, who, options)
    return found and intents.Add(**{**vars(found), "options": options})


def _sheets_like_known(
    session: "Session | _SessionAhead", name: str, wanted: AddRequest
) -> dict[str, Data] | None:
    """Return sheets, by id, for newcomers that follow a template or resemble a combatant who is
    there; None if the name is new. Raises Refusal `absent` for somebody who is only away, and
    for a likely typo."""
    from gmtrack.store.check.assign import parse_sheets
    from gmtrack.store.stock.check import plain_human

    encounter, ruleset = session.encounter, session.ruleset
    template = (
        _pick_template(session, wanted.template)
        if wanted.template is not None
        else None
    )
    if template is None:
        name, template = template_for_name(name, wanted.number, encounter)
    if template is None and not wanted.sets:
        who = squash(name)
        if who in encounter.combatants and (why := encounter.away(who)):
            there = encounter.display_name(who)
            message = f"{there} is away ({why}): `join {who}` brings them back"
            raise Refusal(ruleset.WORDS.absent, message)
    like = find_alike(slug_of(name), wanted.number, encounter, ruleset)
    if (
        template is None
        and like
        and not equals_plain_human(like[2], plain_human(ruleset))
    ):
        slug, stem, base = like
        names = dict(new_names(stem, wanted.number, encounter.names(), slug))
        return parse_sheets(encounter, ruleset, names, None, wanted.sets, base)
    if template is None and not wanted.sets:
        refuse_near_names(name, encounter, ruleset.WORDS.unknown)
    if template is None:
        return None
    names = dict(new_names(name.strip(), wanted.number, encounter.names()))
    return parse_sheets(encounter, ruleset, names, template, wanted.sets)


def _pick_template(session: "Session | _SessionAhead", word: str) -> str:
    """Return the name of the encounter's template that `word` means. Raises Refusal, naming a
    template of the stock if that has one."""
    from gmtrack.app.stock import stock_mark

    known = {one: one for one in session.encounter.templates}
    try:
        return pick(word, known, "template", session.ruleset.WORDS.unknown)
    except Refusal as refusal:
        shipped = stock_mark(squash(word), session.ruleset)
        if not shipped:
            raise
        message = (
            f"{refusal.message}; the stock has one: `--template {shipped}`"
        )
        raise Refusal(refusal.kind, message) from None


def _add_new(
    session: "Session | _SessionAhead",
    name: str,
    wanted: AddRequest,
    options: intents.Options,
) -> intents.Add:
    """Return the intent that adds somebody new: with the values of `--set` if these make a whole
    sheet, else as the plain human with these values. Raises Refusal if a value is wrong, or
    missing in a ruleset without a plain human."""
    from gmtrack.app.stock import assumptions_document
    from gmtrack.store.check.assign import parse_sheets
    from gmtrack.store.stock.check import plain_human

    encounter, ruleset = session.encounter, session.ruleset
    names = dict(new_names(name, wanted.number, encounter.names()))
    human = plain_human(ruleset)
    try:
        sheets = parse_sheets(encounter, ruleset, names, None, wanted.sets)
    except Refusal as refusal:
        if MISSING not in refusal.message:
            raise
        if human is None:
            message = (
                f"{no_template_message(name, encounter)}\n{refusal.message}"
            )
            raise Refusal(refusal.kind, message) from refusal
    else:
        if human is None or any(
            sheet.keys() - COMMON for sheet in sheets.values()
        ):
            return intents.Add(sheets, options=options)
    sheets = parse_sheets(encounter, ruleset, names, None, wanted.sets, human)
    return intents.Add(
        sheets, assumptions_document(human, sheets, ruleset), options=options
    )


def _add_from_stock(
    session: "Session | _SessionAhead",
    name: str,
    wanted: AddRequest,
    options: intents.Options,
) -> intents.Add:
    """Return the intent that adds newcomers from the stock, with the effect definitions that
    they need: `add @ganger`, or another name with `--template @ganger`. Raises Refusal."""
    from gmtrack.app.stock import find_model
    from gmtrack.store.check.assign import parse_sheets
    from gmtrack.store.stock.reading import stock_of
    from gmtrack.store.stock.references import effects_to_bring

    encounter, ruleset = session.encounter, session.ruleset
    model = find_model((wanted.template or name).strip(), encounter, ruleset)
    slug, called = (
        ("", name.strip()) if wanted.template else (model.slug, model.name)
    )
    names = dict(new_names(called, wanted.number, encounter.names(), slug))
    along = effects_to_bring(
        [model.base], stock_of(ruleset.META.id), encounter.effects
    )
    known = replace(encounter, effects={**encounter.effects, **along})
    sheets = parse_sheets(
        known, ruleset, names, model.template, wanted.sets, model.base
    )
    pieces: dict[Path, Data] = {
        ("effects", name): values for name, values in along.items()
    }
    return intents.Add(sheets, pieces=pieces, options=options)


def _add_from_file(
    session: "Session | _SessionAhead",
    wanted: AddRequest,
    options: intents.Options,
) -> intents.Add:
    """Return the intent that adds one combatant or template of another file: with their own name
    unless another was typed beside `FILE:NAME`, and with their live state unless `--fresh` asks
    for the sheet alone. Raises Refusal and BadFile, for instance for several copies of somebody
    with a state."""
    from gmtrack.store.check.assign import parse_sheets

    encounter, ruleset, name = session.encounter, session.ruleset, wanted.name
    if wanted.template is not None:
        message = "--template and --from: the sheet comes from one of them"
        raise Refusal(ruleset.WORDS.value, message)
    source, found = _source_or_home(
        *pick_from_file(wanted.source or "", name, ruleset), ruleset
    )
    state = None if wanted.fresh else found.state
    if state and wanted.number > 1:
        message = (
            f"--count {wanted.number}: {found.name} comes as they stand in "
            f"{source.word}, once"
        )
        raise Refusal(
            ruleset.WORDS.value,
            f"{message}; with --fresh the sheet alone, several",
        )
    renamed = name and name.strip() if found.asked_apart else None
    ids = {found.id: found.name}
    if renamed or wanted.number > 1 or found.id in encounter.combatants:
        slug = "" if renamed else found.stem
        called = renamed or found.name
        ids = dict(new_names(called, wanted.number, encounter.names(), slug))
    pieces = definitions_to_bring(
        [(found.sheet, state)], source.encounter, encounter
    )
    effects = {
        **encounter.effects,
        **{path[-1]: data for path, data in pieces.items()},
    }
    sheets = parse_sheets(
        replace(encounter, effects=effects), ruleset, ids, None, wanted.sets, found.sheet,
        state or {},
    )  # fmt: skip
    states = {} if found.state is None else dict.fromkeys(sheets, state)
    came = {found.id: next(iter(sheets))}
    party = (
        None if wanted.fresh else _party_link(session, source, came, options)
    )
    if not party and state is not None and source.is_fight:
        guest = {**state, "came_from": source.mark_of(found.id)}
        states = {one: dict(guest) for one in sheets}
    return intents.Add(
        sheets, states=states, source=source.word, pieces=pieces, party=party,
        read_at=source.seq if party else 0, options=options,
    )  # fmt: skip


def _source_or_home(
    source: SourceEncounter, found: PersonInFile, ruleset: "Ruleset"
) -> tuple[SourceEncounter, PersonInFile]:
    """Return the source from which somebody is really taken. A member of a party who has left
    the named fight is taken from the party, where their state is current; everybody else from
    the file that was named."""
    link = source.encounter.fight.get("party") or {}
    if not source.encounter.away(found.id) or found.id not in link.get(
        "members", ()
    ):
        return source, found
    from gmtrack.store.parties import is_link_of_copy, party_of_mark

    is_here = source.place is not None and is_link_of_copy(link, source.place)
    party = (
        party_of_mark(link["mark"])
        if is_here and not link.get("home")
        else None
    )
    if party is None:
        return source, found
    with suppress(Refusal):  # they are no longer a member
        at_home = pick_from_file(f"{party.name}:{found.id}", None, ruleset)
        return at_home[0], at_home[1]._replace(asked_apart=found.asked_apart)
    return source, found


def add_everybody_intent(
    session: "Session", file: str, options: intents.Options, *, fresh: bool
) -> intents.Add:
    """Return the intent that adds everybody of another file who is missing here, with the
    missing pieces of its scene. With `fresh` nobody brings a live state. Raises Refusal and
    BadFile."""
    from gmtrack.store.check.assign import check_trial

    encounter, ruleset = session.encounter, session.ruleset
    found = read_everybody(file, encounter, ruleset)
    sheets = {one.id: one.sheet | {"name": one.name} for one in found.people}
    stand = {one.id: one.state for one in found.people if one.state is not None}
    states = dict.fromkeys(stand) if fresh else stand
    pieces = {**found.pieces, **({} if fresh else found.left)}
    draft = Draft(copy.deepcopy(encounter))
    for path, value in pieces.items():
        draft.put(path, value)
    for who, sheet in sheets.items():
        draft.put(("combatants", who), sheet)
        if state := states.get(who):
            draft.put(("fight", "combatants", who), state)
    check_trial(draft.encounter, ruleset)
    came = dict(zip(sheets, sheets, strict=True))
    party = None if fresh else _party_link(session, found.source, came, options)
    return intents.Add(
        sheets, states=states, source=file, here=found.here, pieces=pieces, party=party,
        read_at=found.source.seq if party else 0, options=options,
    )  # fmt: skip


def _party_link(
    session: "Session | _SessionAhead",
    source: SourceEncounter,
    came: dict[str, str],
    options: intents.Options,
) -> Data | None:
    """Return the link to the party from which somebody comes late, or None. `came` maps ids in
    the source to ids here. Raises Refusal if a member is in another fight, unless it is forced."""
    if (
        source.place is None
        or isinstance(session, _SessionAhead)
        or session.encounter.is_party
    ):
        return None
    from gmtrack.app.party.join_fight import link_for_latecomers

    return link_for_latecomers(session, source.place, came, force=options.force)
