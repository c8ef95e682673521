"""The GM's own effects and counters on screens: boards, profiles, entries for what is due,
definitions in words."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from gmtrack.core.counters import (
    FIELD,
    FIGHT,
    MOMENTS,
    Counter,
    counters_document,
    counters_of,
)
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entry, Lexicon
from gmtrack.core.names import squash
from gmtrack.core.own_effects import RECORD, ROWS
from gmtrack.core.report import Part, total
from gmtrack.core.screen import (
    Board,
    Number,
    Profile,
    Row,
    Section,
    Segment,
    Topic,
    Track,
)
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.own.definitions import (
    OwnEffect,
    RollRow,
    Tick,
    read_definitions,
)
from gmtrack.rulesets.kit.own.in_force import (
    EffectBearer,
    active_effects,
    find_shares,
    read_unchanged,
    spell_path,
)
from gmtrack.rulesets.kit.renamed import accept_old_imports

ROLLING = ("attack", "act", "test", "intervene")
"""The commands whose rolls `--without NAME` leaves one out of."""
RULES = "ALL-OWN-01 to ALL-OWN-09"


def make_counter_tracks(
    found: Iterable[Counter], taken: Collection[str] = ()
) -> tuple[Track, ...]:
    """Return a track for each counter, with a label that is none of the `taken` ones and differs
    from the others."""
    labels = list(taken)
    made = []
    for one in found:
        wanted = (
            one.name,
            one.id,
            f"{one.name} ({one.id})",
            f"counter {one.id}",
        )
        label = next(
            (text for text in wanted if text not in labels), wanted[-1]
        )
        labels.append(label)
        boxes = (
            Segment("counter", one.now),
            Segment("lost", one.max - one.now),
        )
        track = Track(label, boxes, f"{one.now}/{one.max}", counted=one.now)
        made.append(
            track._replace(fields=(f"{FIELD}.{one.id}",), names=(one.id,))
        )
    return tuple(made)


def add_own_to_board(
    encounter: Encounter, board: Board, everybody: Iterable[Any]
) -> Board:
    """Return the board with the counters of everybody and of the fight, in rows and document,
    and with entries for those that are due. In a running fight also with entries for counters
    that will move and effects that tick or run out. `everybody` are the fighters on the board."""
    found = {row.id: counters_of(encounter, row.id) for row in board.rows}
    own = counters_of(encounter, FIGHT)
    order = [
        {**entry, FIELD: counters_document(found[entry["id"]])}
        if found.get(entry.get("id"))
        else entry
        for entry in board.doc.get("order", ())
    ]
    doc = dict(board.doc)
    if order:
        doc["order"] = order
    if own:
        doc[FIELD] = counters_document(own)
    running = bool(encounter.fight.get("round"))
    there = [
        who
        for who, counters in found.items()
        if counters and not encounter.away(who)
    ]
    soon = [
        entry
        for who, counters in (
            (FIGHT, own),
            *((who, found[who]) for who in there),
        )
        for entry in _list_due_counters(
            encounter, who, counters.values(), running
        )
    ]
    if encounter.has_effects and running:
        soon += [entry for who in everybody for entry in list_due_effects(who)]
    return board._replace(
        rows=tuple(
            _add_tracks(row, found[row.id].values()) for row in board.rows
        ),
        tracks=make_counter_tracks(own.values()),
        doc=doc,
        turn=board.turn._replace(soon=(*board.turn.soon, *soon)),
    )


def _add_tracks(row: Row, found: Collection[Counter]) -> Row:
    """Return the row with tracks for these counters."""
    if not found:
        return row
    own = make_counter_tracks(found, [track.label for track in row.tracks])
    return replace(row, tracks=(*row.tracks, *own))


def _list_due_counters(
    encounter: Encounter,
    who: str,
    found: Iterable[Counter],
    running: bool,
) -> Iterator[Entry]:
    """Yield an entry for each counter that is due, and in a `running` fight for each that will
    move by itself."""
    called = "" if who == FIGHT else f"{encounter.display_name(who)}: "
    for one in found:
        line = f"count {who} {one.id}"
        if one.due:
            yield Entry(line, f"{called}{one.name} is at {one.now}: {one.due}")
        if (
            running
            and one.moment
            and 0 <= one.now + one.by <= one.max
            and one.by
        ):
            moves = f"{one.by:+} {MOMENTS[one.moment]}"
            yield Entry(
                line, f"{called}{one.name} {one.now}/{one.max}, {moves}"
            )


def list_due_effects(who: EffectBearer) -> Iterator[Entry]:
    """Yield an entry for each effect on a combatant that ticks or is about to run out, with the
    line that ends it. Yields nothing for the dead and those who are away."""
    if who.draft.encounter.away(who.id):
        return
    if who.standing.status == "dead":
        return
    for one in active_effects(who):
        what = one.what
        last = one.rounds == 1 or (
            one.rounds is None and what.lasts in ("round", "turn")
        )
        if one.by != RECORD or not (what.each or last):
            continue
        said = (
            [f"{describe_tick(what.each)} {MOMENTS[what.each.at]}"]
            if what.each
            else []
        )
        ends = (
            "its last round" if one.rounds else f"until the {what.lasts} ends"
        )
        said += (
            [f"{ends}, then {what.then}" if what.then else ends] if last else []
        )
        help = f"{who.name}: {what.label}, {', '.join(said)}"
        yield Entry(f"effect {who.id} {one.id} --end", help)


def add_own_to_profile(encounter: Encounter, profile: Profile) -> Profile:
    """Return the profile with the counters of the combatant whom it shows; that of a thing of
    the scene stays as it is."""
    who = str(profile.doc.get("id"))
    found = counters_of(encounter, who) if who in encounter.combatants else {}
    if not found:
        return profile
    taken = [track.label for track in profile.tracks]
    for row in profile.figure:
        taken += [track.label for track in row if track]
    own = make_counter_tracks(found.values(), taken)
    doc = {**profile.doc, FIELD: counters_document(found)}
    return profile._replace(tracks=(*profile.tracks, *own), doc=doc)


def add_effect_parts(
    who: EffectBearer, sections: Iterable[Section]
) -> Iterator[Section]:
    """Yield the sections, in which each number that effects change shows their shares as parts.
    Numbers whose parts name effects already stay as they are."""
    changed = {
        spell_path(who.written_sheet, path)
        for one in active_effects(who)
        for path in one.what.change
    }
    by_name = {
        squash(name): path
        for path in changed
        for name in (path.partition(".")[2], path)
    }
    for section in sections:
        numbers = [
            _add_shares(who, number, by_name) for number in section.numbers
        ]
        yield section._replace(numbers=tuple(numbers))


def _add_shares(
    who: EffectBearer, number: Number, by_name: Mapping[str, str]
) -> Number:
    """Return the number with the shares of effects as parts, if the sum is the number that it
    shows; else unchanged. `by_name` maps names of numbers to their paths."""
    names = (squash(name) for name in (number.label, *number.names))
    path = next((by_name[name] for name in names if name in by_name), None)
    if path is None:
        return number
    if any(ROWS in part.rules for part in number.parts):
        return number
    parts = number.parts
    if not parts:
        parts = (Part("sheet", read_unchanged(who, path), number.rules),)
    parts = (*parts, *find_shares(who, path, total(parts)))
    shown = number.value.split()[0]
    if str(total(parts)) != shown:
        return number
    return number._replace(parts=parts)


def add_own_to_lexicon(words: Lexicon, effects: Data) -> Lexicon:
    """Return the lexicon of a ruleset with the GM's own effects of a fight."""
    own = tuple(
        Entry(id, describe_effect(one))
        for id, one in read_definitions(effects).items()
    )
    without = dict(words.without)
    for word in ROLLING:
        without[word] = (*without.get(word, ()), *own)
    known = (*own, *words.effects)
    return words._replace(effects=known, without=without)


def add_own_to_page(page: Topic, effects: Data, package: Any) -> Topic:
    """Return the page of effects with those of a fight, and with a note on what definitions can
    name."""
    blank = ("",) * (len(page.columns) - 3)
    rows = tuple(
        (id, describe_effect(one), *blank, RULES)
        for id, one in read_definitions(effects).items()
    )
    rolls = [name for name in package.ROLLS if name not in package.UNMODIFIED]
    note = f"rolls that effects of your own can change: {', '.join(rolls)}"
    return page._replace(
        rows=(*rows, *page.rows),
        notes=(*page.notes, note),
    )


def describe_effect(one: OwnEffect) -> str:
    """Return what an effect does, in one line."""
    said = [one.help] if one.help else []
    said += [f"{path} {by:+}" for path, by in one.change.items()]
    said += [
        f"{', '.join(row.roll)} {row.by:+}{condition_suffix(row)}"
        for row in one.rolls
    ]
    said += [f"brings {', '.join(one.brings)}"] if one.brings else []
    said += [f"forbids {', '.join(one.forbids)}"] if one.forbids else []
    said += [f"{describe_tick(one.each)} at {one.each.at}"] if one.each else []
    said += [one.lasts] if one.lasts != "ended" else []
    said += [f"then {one.then}"] if one.then else []
    return "; ".join(said) or one.name


def describe_tick(row: Tick) -> str:
    """Return the tick of an effect in words: `damage 2`, `heal 1`, `count blood`."""
    for key in ("damage", "heal", "count"):
        value = getattr(row, key)
        if value is not None:
            return f"{key} {value}"
    raise ValueError("a tick without damage, heal and count")


def condition_suffix(row: RollRow) -> str:
    """Return the condition of a roll's row to append to a text: ` (CONDITION)`, with the blank
    before it. Empty if the row has none."""
    if row.when is None:
        return ""
    said = {key: getattr(row.when, key) for key in row.when.SAID}
    told = [
        f"{key} {value}" for key, value in said.items() if value is not None
    ]
    return f" ({', '.join(told).replace('called True', 'called')})"


accept_old_imports(globals())
