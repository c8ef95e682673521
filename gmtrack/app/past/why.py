"""The command `why`: what a number is made of, and the steps that changed it, each with the rows
of the rules. Nothing of this is stored: the steps are carried out again."""

import copy
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.app.past.carry_out_again import (
    ParseWords,
    ReplayedFight,
    StepResult,
    is_replayed_verbatim,
)
from gmtrack.app.past.cited_rules import Citations
from gmtrack.app.past.effect_origins import effect_origins, origins_after_steps
from gmtrack.app.past.replay import step_differences
from gmtrack.core import draft
from gmtrack.core.draft import MISSING, Change, Draft, Path, net_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import (
    ExplainedChange,
    ExplainedPart,
    ExplainedStep,
    ExplainedValue,
    HeldEffect,
    report_from_history,
)
from gmtrack.core.names import matching_words, pick, squash
from gmtrack.core.own_effects import FIELD, ROWS, label_of
from gmtrack.core.record import Record
from gmtrack.core.report import Report, change_to_json, total
from gmtrack.core.screen import Number, Profile, Track
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.history.page import changes_of
from gmtrack.store.history.timeline import AMENDMENT

if TYPE_CHECKING:
    from gmtrack.store.session import Session

NOBODYS = ("fight", "scene")
"""Words for the parts of a file that belong to no combatant, as `set` has them."""


class WhyTarget(NamedTuple):
    """Something that `why` can explain: the paths where it is stored (none if it is only
    computed), and the number or track of the profile. `only` limits the paths below that are
    told; None tells all."""

    what: str
    paths: tuple[Path, ...] = ()
    number: Number | None = None
    track: Track | None = None
    only: frozenset[str] | None = None

    def join_with(self, other: "WhyTarget") -> "WhyTarget":
        """Return this and another one of the same name as one: with the paths of both and the
        number that is explained better."""
        numbers = [number for number in (self.number, other.number) if number]
        best = max(numbers, key=lambda number: bool(number.parts), default=None)
        paths = tuple(dict.fromkeys([*self.paths, *other.paths]))
        return self._replace(
            paths=paths, number=best, track=self.track or other.track
        )


def find_target(
    encounter: Encounter,
    ruleset: Ruleset,
    whose: str,
    what: str,
    profile: Profile | None,
) -> WhyTarget:
    """Return what a word means: a field or path, a name on the profile, or the last part of a
    path. An empty word means everything about `whose` that people are told. `profile` is None
    for `fight` and `scene`. Raises Refusal for an unknown word, Ambiguous for one of several."""
    bases = _base_paths(encounter, whose)
    live = bases[0] if whose in encounter.combatants else None
    near: dict[str, WhyTarget] = (
        dict(_field_targets(ruleset.SCHEMA.live, live)) if live else {}
    )
    told = list(_shown_targets(profile, near, live)) if profile else []
    if not what:
        return WhyTarget(
            "", bases, only=_visible_paths(ruleset, whose, told, live)
        )
    for _, one in told:
        near[_key_of_name(one.what)] = near.get(
            _key_of_name(one.what), one
        ).join_with(one)
    for names, one in told:
        near |= {
            name: near[_key_of_name(one.what)]
            for name in map(_key_of_name, names)
            if name not in near
        }
    for one in _board_targets(encounter, ruleset, whose):
        near.setdefault(_key_of_name(one.what), one)
    known = dict(near)
    for asked in _stored_targets(encounter, bases):
        for name in (
            _key_of_name(asked.what),
            _key_of_name(asked.paths[0][-1]),
        ):
            there = known.setdefault(name, asked)
            if there.number and asked.paths[0][: len(bases[-1])] == bases[-1]:
                known[name] = near[name] = there.join_with(asked)
    for dotted, label in ruleset.LABELS.items() if live else ():
        known.setdefault(
            _key_of_name(label),
            WhyTarget(label, ((*(live or ()), *dotted.split(".")),)),
        )
    wanted = _key_of_name(what)
    among = near if matching_words(wanted, near) else known
    found = pick(
        wanted, {one: one for one in among}, "number", ruleset.WORDS.no_field
    )
    asked = among[found]
    return asked if asked.track or asked.number else asked._replace(what=found)


def _key_of_name(text: str) -> str:
    """Return a name as it is compared: lower case, hyphens for spaces."""
    return squash(text).replace(" ", "-")


def _base_paths(encounter: Encounter, whose: str) -> tuple[Path, ...]:
    """Return the paths below which everything about somebody, or about a thing of the scene, is
    stored; the live state comes first."""
    if whose in NOBODYS:
        return ((whose,),)
    if whose in encounter.combatants:
        return ("fight", "combatants", whose), ("combatants", whose)
    places = {"fight": encounter.fight, "scene": encounter.scene}
    found = (
        (part, key, whose)
        for part, values in places.items()
        for key, things in values.items()
        if isinstance(things, dict) and whose in things
    )
    return tuple(found) or (("scene", whose),)


def _visible_paths(
    ruleset: Ruleset,
    whose: str,
    told: "list[tuple[tuple[str, ...], WhyTarget]]",
    live: Path | None,
) -> frozenset[str] | None:
    """Return the paths that people are told of: tracks and labelled fields of a combatant, the
    fight's own fields. None (for anything else) means all."""
    if live:
        tracks = (path for _, one in told if one.track for path in one.paths)
        return frozenset(
            [*ruleset.LABELS, *(".".join(path[len(live) :]) for path in tracks)]
        )
    return (
        frozenset(ruleset.SCHEMA.fight.FIELDS.values())
        if whose == "fight"
        else None
    )


def _field_targets(
    record: type[Record], base: Path
) -> Iterator[tuple[str, WhyTarget]]:
    """Yield each field of a record by its name and by its dotted path."""
    for name, dotted in record.FIELDS.items():
        asked = WhyTarget(name, ((*base, *dotted.split(".")),))
        yield _key_of_name(dotted), asked
        yield _key_of_name(name), asked


def _shown_targets(
    profile: Profile, fields: Mapping[str, WhyTarget], live: Path | None
) -> Iterator[tuple[tuple[str, ...], WhyTarget]]:
    """Yield each track and number of a profile, with its other names."""
    tracks = (
        *profile.tracks,
        *(track for row in profile.figure for track in row if track),
    )
    numbers = (
        number for section in profile.sections for number in section.numbers
    )
    shown: list[Track | Number] = [*tracks, *numbers]
    for told in shown:
        paths = [
            path
            for one in told.fields or (told.label,)
            for path in (
                fields[_key_of_name(one)].paths
                if _key_of_name(one) in fields
                else _live_path(live, one)
            )
        ]
        if isinstance(told, Track):
            yield told.names, WhyTarget(told.label, tuple(paths), track=told)
        else:
            yield told.names, WhyTarget(told.label, tuple(paths), number=told)


def _board_targets(
    encounter: Encounter, ruleset: Ruleset, whose: str
) -> Iterator[WhyTarget]:
    """Yield the cells of somebody's row on the board, which may have what the profile lacks now."""
    board = ruleset.board(encounter)
    for row in board.rows:
        if row.id == whose:
            for column, cell in zip(board.columns, row.cells, strict=False):
                yield WhyTarget(column, number=Number(column, cell))


def _live_path(live: Path | None, dotted: str) -> tuple[Path, ...]:
    """Return a dotted path below the live state; empty without one."""
    return ((*live, *dotted.split(".")),) if live else ()


def _stored_targets(
    encounter: Encounter, bases: tuple[Path, ...]
) -> Iterator[WhyTarget]:
    """Yield every value stored below these paths."""
    look = Draft(encounter)
    for base in bases:
        for path in _value_paths(look.get(base), base):
            yield WhyTarget(".".join(path[len(base) :]), (path,))


def _value_paths(value: Any, base: Path) -> Iterator[Path]:
    """Yield the path of every value in nested maps."""
    for key, one in value.items() if isinstance(value, dict) else ():
        yield (*base, str(key))
        yield from _value_paths(one, (*base, str(key)))


# --- a number of somebody ---


def explain_number(
    session: "Session",
    known: Collection[str],
    who: str,
    what: str,
    read: ParseWords,
) -> ExplainedValue:
    """Return where somebody's number comes from: its value, parts, rule rows, and the steps that
    changed it. An empty `what` explains everything that has happened to them. Carries out steps
    again; nothing is changed. Raises Refusal for an unknown combatant or number."""
    encounter, ruleset = session.encounter, session.ruleset
    names = encounter.names(NOBODYS)
    citations = Citations(known, ruleset)
    profile = None
    if squash(who) not in NOBODYS:
        profile = ruleset.show(encounter, who)
    whose = (
        profile.doc["id"]
        if profile
        else pick(who, names, "combatant", ruleset.WORDS.nobody)
    )
    asked = find_target(encounter, ruleset, whose, what, profile)
    value = _value_of(session, whose, asked, profile)
    number = asked.number
    parts = number.parts if number else ()
    if isinstance(value, int) and value != total(parts):
        parts = ()
    shares = [
        ExplainedPart(part.label, part.value, citations.rows_of(part))
        for part in parts
    ]
    rules = citations.rows_of(number or asked.track)
    shown = {part.label for part in parts if ROWS in part.rules}
    if shown:
        # The history of the own effects explains who put them on, and when.
        put_on = ("fight", "combatants", whose, FIELD)
        asked = asked._replace(paths=(*asked.paths, put_on))
    history = [
        one
        for one in _changes_of_target(session, known, asked, read)
        if not shown
        or one.what != FIELD
        or shown & effects_moved(encounter.known_effects, one)
    ]
    changing = {
        label_of(id, data)
        for id, data in encounter.known_effects.items()
        if squash(asked.what) in map(squash, (data or {}).get("change") or ())
    }
    found = [
        one
        for label in sorted(shown | changing)
        for one in effect_origins(session, whose, label)
    ]
    return ExplainedValue(
        whose, asked.what, value, shares, rules, history, found
    )


def _value_of(
    session: "Session", whose: str, asked: WhyTarget, profile: Profile | None
) -> Any:
    """Return the present value: as stored in live state or sheet, else as the profile shows it,
    else the field's default. None if there is none."""
    if not asked.what:
        return profile.doc.get("status") if profile else None
    look = Draft(session.encounter)
    standing = [look.get(path, MISSING) for path in asked.paths]
    shown = asked.track or asked.number
    single = (
        len(standing) == 1
        and standing[0] is not MISSING
        and not (shown and shown.fields)
    )
    if single and not isinstance(standing[0], dict):
        return standing[0]
    if asked.track:
        return asked.track.now
    if asked.number:
        return _int_or_text(asked.number.value)
    record = session.ruleset.SCHEMA.live
    if whose in session.encounter.combatants and asked.what in record.FIELDS:
        # A default that the rules compute from the sheet is not known here.
        return getattr(record, asked.what).fixed
    return standing[0] if single else None


def _int_or_text(text: str) -> int | str:
    """Return a text as a number if it is one."""
    try:
        return int(text)
    except ValueError:
        return text


def effects_moved(effects: Data, step: ExplainedChange) -> set[str]:
    """Return the labels of the own effects that a step put on or took off."""
    sides = (step.before, step.after)
    before, after = (
        Counter(one["effect"] for one in side or ()) for side in sides
    )
    return {
        label_of(id, effects.get(id))
        for id in before | after
        if before[id] != after[id]
    }


# --- what has happened to it ---


def _changes_of_target(
    session: "Session",
    known: Collection[str],
    asked: WhyTarget,
    read: ParseWords,
) -> list[ExplainedChange]:
    """Return the steps that changed a value, oldest first, each with the rule rows that its
    repetition cites."""
    encounter, ruleset = copy.deepcopy(session.encounter), session.ruleset
    steps = session.in_effect()
    made = [changes_of(step) for step in steps]
    found: list[ExplainedChange] = []
    for at in reversed(range(len(steps))):
        touched = [
            one
            for change in net_changes(made[at])
            for one in _changes_about(change, asked)
        ]
        draft.undo_changes(encounter, made[at])
        if not touched:
            continue
        citations = Citations(known, ruleset)
        before = chain.from_iterable(made[:at])
        told = carry_out_and_undo(
            ReplayedFight(encounter, ruleset, read, before), steps[at]
        )
        made_now = told.report.changes if told and told.report else ()
        for one in reversed(touched):
            doc, rules = (
                change_to_json(one),
                citations.rows_of_change(one.path, made_now),
            )
            what = doc["what"], doc["before"], doc["after"]
            found.append(
                ExplainedChange(
                    steps[at]["seq"], steps[at]["line"], *what, rules
                )
            )
    return found[::-1]


def _changes_about(change: Change, asked: WhyTarget) -> Iterator[Change]:
    """Yield a change if it concerns what is asked for. A change of a whole map is narrowed to
    the paths in question."""
    depth = len(change.path)
    if any(change.path[: len(path)] == path for path in asked.paths):
        found = [change]
    else:
        sides = ("before", "after")
        found = [
            change._replace(path=path, **{side: _value_at(getattr(change, side), path[depth:])
                                          for side in sides})
            for path in asked.paths
            if path[:depth] == change.path
        ]  # fmt: skip
    for one in found:
        if one.before != one.after and (
            asked.only is None or one.what in asked.only
        ):
            yield one


def _value_at(value: Any, path: Path) -> Any:
    """Return the value at a path in nested maps; MISSING if there is none."""
    for key in path:
        value = (
            value.get(key, MISSING) if isinstance(value, Mapping) else MISSING
        )
    return value


def carry_out_and_undo(fight: ReplayedFight, step: Data) -> StepResult | None:
    """Carry out a step again and undo it, and return the result. None if the rules refuse it
    today, or if it was an edit by hand."""
    if is_replayed_verbatim(step):
        return None
    try:
        told = fight.carry_out(step)
    except GmtrackError:
        return None
    draft.undo_changes(fight.encounter, changes_of(told.entry))
    return told


# --- a whole step ---


def explain_step(
    session: "Session",
    known: Collection[str],
    seq: int | None,
    read: ParseWords,
) -> ExplainedStep:
    """Return the explanation of a step in effect, by number; None means the last one, which
    after an amendment is the amended step. If it no longer comes to the same, the explanation is
    taken from the history (`same` is False). Raises Refusal if there is no such step."""
    ruleset = session.ruleset
    last = next(session.since(0), None)
    if seq is None and last and last.kind == AMENDMENT and last.report["line"]:
        seq = last.report["seq"]
    stretch = session.stretch(seq)
    if stretch is None:
        missing = f"step {seq} is not in effect: `log` lists the steps"
        raise Refusal(
            ruleset.WORDS.value,
            "nothing has happened yet" if seq is None else missing,
        )
    step, since = stretch.steps[stretch.at], stretch.steps[stretch.at :]
    encounter = copy.deepcopy(session.encounter)
    for later in reversed(since):
        draft.undo_changes(encounter, changes_of(later))
    citations = Citations(known, ruleset)
    before = _changes_before(session, len(since))
    told = carry_out_and_undo(
        ReplayedFight(encounter, ruleset, read, before), step
    )
    log = session.log_newest_first()
    entry = next(entry for entry in log if entry.seq == step["seq"])
    if told and told.report and not any(step_differences(step, told)):
        effects: dict[HeldEffect, None] = {}
        for label, sides in own_effect_parts(told.report):
            earlier = _steps_before(session, len(since))
            those = (
                [*origins_after_steps(session, encounter, earlier, who, label)]
                for who in sides
            )
            effects |= dict.fromkeys(next(filter(None, those), ()))
        return ExplainedStep(
            entry, told.report, citations.rows_of, same=True, effects=[*effects]
        )
    report = report_from_history(
        entry.report, entry.story, entry.shown, entry.changes
    )
    return ExplainedStep(entry, report, Citations(()).rows_of, same=False)


def _steps_before(
    session: "Session", last: int
) -> list[tuple[Data, list[Change]]]:
    """Return all steps in effect but the `last` so many, each with its changes."""
    steps = session.in_effect()
    return [(one, changes_of(one)) for one in steps[: len(steps) - last]]


def _changes_before(session: "Session", last: int) -> Iterator[Change]:
    """Yield the changes of all steps in effect but the `last` so many; reads these only then."""
    for _, changes in _steps_before(session, last):
        yield from changes


def own_effect_parts(report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield the labels of own effects in a report's rolls, each with those who may have the
    effect: whoever rolled, then the sides of the attacks."""
    sides = [
        who for block in report.blocks for who in (block.attacker, block.target)
    ]
    for roll in report.rolls:
        for part in chain.from_iterable(parts for _, parts in roll.explained()):
            if ROWS in part.rules:
                yield part.label, [roll.who, *sides]
