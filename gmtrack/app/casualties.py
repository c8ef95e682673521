"""Casualties of a fight: who went down, left or rose in which step, and through whom. They are
found by undoing the steps of a history one by one, on a copy."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from gmtrack.core.deeds import Blow, attacks_in, blows_in
from gmtrack.core.draft import Draft, undo_changes
from gmtrack.core.encounter import Encounter
from gmtrack.core.history import Casualty, LogEntry
from gmtrack.core.standing import Standing

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def steps_in_effect(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the steps and edits that have not been undone, which led to the present state."""
    return [
        one
        for one in entries
        if one.kind in ("step", "edit") and not one.undone
    ]


def casualties(
    encounter: Encounter, ruleset: "Ruleset", entries: Sequence[LogEntry]
) -> dict[int, list[Casualty]]:
    """Return the changes of standing after each step that is in effect, by the step's number.
    `encounter` is the state after the last step; it is not changed."""
    steps = steps_in_effect(entries)
    told = list(_changes_newest_first(copy.deepcopy(encounter), ruleset, steps))
    waiting: dict[str, str | None] = {}
    found = {}
    for step, changed in zip(steps, reversed(told), strict=True):
        if step.report.get("command") == "end":
            waiting.clear()
        blows = list(blows_in(step.report))
        found[step.seq] = [
            turn._replace(by=_who_put_down(turn.who, step, blows, waiting))
            for turn in changed
        ]
        waiting |= {blow.victim: blow.dealer for blow in blows if blow.waits}
    return found


def _changes_newest_first(
    encounter: Encounter, ruleset: "Ruleset", steps: Sequence[LogEntry]
) -> Iterator[list[Casualty]]:
    """Undo the steps one by one, the last first, and yield who stood otherwise before each.
    Changes `encounter`."""
    for step in reversed(steps):
        changed = {change.who for change in step.changes}
        # When a party joins, members replace combatants of the file, which is no casualty.
        is_coming = step.report.get("command") == "load"
        people = set() if is_coming else changed & encounter.combatants.keys()
        draft = Draft(encounter)
        after = {who: ruleset.standing_of(draft, who) for who in sorted(people)}
        undo_changes(encounter, step.changes)
        draft = Draft(encounter)
        there = encounter.combatants
        before = {
            who: ruleset.standing_of(draft, who)
            for who in after
            if who in there
        }
        yield [
            Casualty(who, before[who], after[who])
            for who in before
            if _away_down_dead(before[who]) != _away_down_dead(after[who])
        ]


def _away_down_dead(standing: Standing) -> tuple[bool, bool, bool]:
    """Return what a story tells of how somebody stands: away, down, dead."""
    return standing.has_left, standing.has_fallen, standing.dead


def _who_put_down(
    who: str, step: LogEntry, blows: list[Blow], waiting: dict[str, str | None]
) -> str | None:
    """Return the id of whoever brought somebody down: the last to hurt them in this step, else
    the last to attack them in it, else the dealer of a blow whose effect was still to come. None
    if there is nobody, or only the fallen one."""
    hurt = [blow.dealer for blow in blows if blow.victim == who and blow.dealt]
    attacked = [
        block["attacker"]
        for block in attacks_in(step.report)
        if block["target"] == who
    ]
    for found in (hurt, attacked, [waiting.get(who)]):
        if found and found[-1] not in (None, who):
            return found[-1]
    return None
