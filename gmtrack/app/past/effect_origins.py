"""Origins of own effects: the step that put each on somebody, and the step or file that defined
it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gmtrack.core.draft import MISSING, Change, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import HeldEffect
from gmtrack.core.names import squash
from gmtrack.core.own_effects import (
    FIELD,
    RECORD,
    effects_with_reasons,
    label_of,
)
from gmtrack.store.history.page import changes_of

if TYPE_CHECKING:
    from gmtrack.store.session import Session

NEVER = (None, None)
"""The number and line of a step if no step did it."""
Steps = Sequence[tuple[Data, Sequence[Change]]]


def effect_origins(
    session: "Session", who: str, label: str
) -> list[HeldEffect]:
    """Return the own effects with this label that somebody has now, each with its origins."""
    steps = [(step, changes_of(step)) for step in session.in_effect()]
    return list(
        origins_after_steps(session, session.encounter, steps, who, label)
    )


def origins_of_effect(
    session: "Session", word: str
) -> tuple[int | None, str, list[HeldEffect]] | None:
    """Return the step (None: the file) and the line that defined an own effect, and everybody
    who has it now. None if no effect has this name."""
    encounter = session.encounter
    steps = [(step, changes_of(step)) for step in session.in_effect()]
    for id, data in encounter.known_effects.items():
        if squash(id) == squash(word):
            label, (defined, source) = (
                label_of(id, data),
                last_step_at(steps, ("effects", id)),
            )
            found = [
                one
                for who in encounter.combatants
                for one in origins_after_steps(
                    session, encounter, steps, who, label
                )
                if one.effect == id
            ]
            return defined, source or opening_line(session), found
    return None


def origins_after_steps(
    session: "Session", encounter: Encounter, steps: Steps, who: str, label: str
) -> Iterator[HeldEffect]:
    """Yield the own effects with this label that somebody has in an encounter, each with its
    origins. `steps` are those that led to this state, oldest first."""
    by_name = {squash(id): id for id in encounter.known_effects}
    live = (encounter.fight.get("combatants") or {}).get(who)
    sheet = encounter.combatants.get(who) or {}
    for word, by in dict(effects_with_reasons(sheet, live)).items():
        id = by_name.get(squash(word), "")
        if not id or label_of(id, encounter.known_effects[id]) != label:
            continue
        put_on = (
            last_step_at(steps, ("fight", "combatants", who, FIELD), word)
            if by == RECORD
            else NEVER
        )
        defined, source = last_step_at(steps, ("effects", id))
        yield HeldEffect(
            id,
            label,
            who,
            by,
            *put_on,
            defined,
            source or opening_line(session),
        )


def last_step_at(
    steps: Steps, path: Path, word: str = ""
) -> tuple[int | None, str | None]:
    """Return number and line of the last step that wrote at a path, or with `word` that put this
    effect on. `NEVER` if no step did."""
    for step, changes in reversed(steps):
        for change in changes:
            if path[: len(change.path)] != change.path:
                continue
            sides = change.before, change.after
            was, now = (
                _value_within(side, path[len(change.path) :]) for side in sides
            )
            if word:
                was, now = (
                    [one["effect"] for one in side or ()].count(word)
                    for side in (was, now)
                )
            if now != was and now and (not word or now > was):
                return int(step["seq"]), str(step["line"])
    return NEVER


def _value_within(value: Any, path: Path) -> Any:
    """Return the value at a path inside a change's value; None if there is nothing."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return None if value is MISSING else value


def opening_line(session: "Session") -> str:
    """Return the line that opened the encounter; the file's name if that is worked on in place."""
    first = session.opening
    return (
        first.line if first and first.kind == "load" else str(session.file.name)
    )
