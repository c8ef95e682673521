"""Checks of the GM's own counters that types cannot express."""

from collections.abc import Collection, Iterator

from gmtrack.core.counters import FIELD, FIGHT, MANY, MOMENTS, ROUNDS
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import TypoFinder, ask_if_meant
from gmtrack.rulesets.port import Problem, Ruleset


def counter_problems(
    encounter: Encounter, ruleset: Ruleset
) -> Iterator[Problem]:
    """Yield the problems with the counters of the fight and of all combatants: too many, values
    above the maximum, moments that the ruleset does not have."""
    if not encounter.has_own:
        return
    moments: Collection[str] = getattr(ruleset, "MOMENTS", MOMENTS)
    rounds = [one for one in moments if one in ROUNDS]
    fight = encounter.fight
    yield from _counter_problems_of(
        (),
        encounter.counters,
        fight.get(FIELD) or {},
        rounds,
        "the fight has no turn",
    )
    states = fight.get("combatants") or {}
    for who in encounter.combatants:
        written = encounter.sheet(who).get(FIELD) or {}
        now = (states.get(who) or {}).get(FIELD) or {}
        title = f"{ruleset.META.title} has no turns of single people"
        yield from _counter_problems_of(
            ("combatants", who), written, now, moments, title
        )


def _counter_problems_of(
    base: Path, written: Data, live: Data, moments: Collection[str], why: str
) -> Iterator[Problem]:
    """Yield the problems with the counters of one owner. `base` is the owner's path, empty for
    the fight; `written` the counters as defined, `live` their values in play; `why` says why no
    other moment is allowed."""
    path = (*base, FIELD)
    if len(written) > MANY:
        yield Problem(
            path, f"{len(written)} counters; at most {MANY} are allowed"
        )
        return
    for id_, data in written.items():
        most = data["max"]
        upto = f"allowed: a whole number from 0 to {most}, the max"
        if data.get("now", 0) > most:
            yield Problem((*path, id_, "now"), f"found {data['now']}, {upto}")
        for number in data.get("at") or {}:
            if int(number) > most:
                yield Problem(
                    (*path, id_, "at", number), f"found {number}, {upto}"
                )
        at = (data.get("each") or {}).get("at")
        if at and at not in moments:
            message = (
                f"found '{at}', but {why}; allowed: {' or '.join(moments)}"
            )
            yield Problem((*path, id_, "each", "at"), message)
        if live.get(id_, 0) > most:
            where = ("fight", *base, FIELD, id_)
            yield Problem(where, f"found {live[id_]}, {upto}")


def counter_slips(encounter: Encounter) -> Iterator[Problem]:
    """Yield a warning for each counter that has a value in play and is defined nowhere in the
    file."""
    live = encounter.fight.get("combatants") or {}
    states: dict[Path, Data] = {(): encounter.fight}
    states |= {
        ("combatants", who): state for who, state in live.items() if state
    }
    nearly = TypoFinder()
    for base, state in states.items():
        who = base[-1] if base else FIGHT
        written = (
            encounter.sheet(who).get(FIELD) if base else encounter.counters
        ) or {}
        for id_ in state.get(FIELD) or {}:
            if id_ not in written:
                near = nearly.one_of(id_, frozenset(written))
                message = f"'{id_}' is no counter of {who}{ask_if_meant(near)}"
                yield Problem(("fight", *base, FIELD, id_), message)
