"""Casualties of a fight: who went down, left or rose in which step, and through whom. They are
found by undoing the steps of a history one by one, on a copy."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

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
    return FollowedCasualties().catch_up(encounter, ruleset, steps)


class _JudgedStep(NamedTuple):
    """A step with its changes of standing, and the dealers of blows whose effect is still to come
    after it, by victim."""

    step: LogEntry
    changed: list[Casualty]
    waiting: dict[str, str | None]


class FollowedCasualties:
    """The changes of standing of each step in effect. Each look judges only the steps that came
    into effect since the last one: no step before them can have changed. If the system page was
    changed meanwhile, all are judged anew."""

    def __init__(self) -> None:
        self._judged: list[_JudgedStep] = []
        self._ruleset: Ruleset | None = None

    def catch_up(
        self,
        encounter: Encounter,
        ruleset: "Ruleset",
        steps: Sequence[LogEntry],
    ) -> dict[int, list[Casualty]]:
        """Return the changes of standing after each of these steps, by the step's number. `steps`
        are all that are in effect, `encounter` the state after the last one; it is not changed. A
        step that was there at the last look must be the same object, or is judged anew."""
        if ruleset is not self._ruleset:
            self._judged.clear()
            self._ruleset = ruleset
        known = [one.step for one in self._judged]
        same = count_same(known, steps)
        del self._judged[same:]
        new = steps[same:]
        told = [*_changes_newest_first(copy.deepcopy(encounter), ruleset, new)]
        for step, changed in zip(new, reversed(told), strict=True):
            self._judged.append(self._judge(step, changed))
        return {one.step.seq: one.changed for one in self._judged}

    def _judge(self, step: LogEntry, changed: list[Casualty]) -> _JudgedStep:
        """Return the next step with its changes of standing, and who brought each about."""
        waiting = self._judged[-1].waiting if self._judged else {}
        if step.report.get("command") == "end":
            waiting = {}
        blows = list(blows_in(step.report))
        turns = [
            turn._replace(by=_who_put_down(turn.who, step, blows, waiting))
            for turn in changed
        ]
        still_to_come = {
            blow.victim: blow.dealer for blow in blows if blow.waits
        }
        return _JudgedStep(step, turns, {**waiting, **still_to_come})


def count_same(known: Sequence[object], now: Sequence[object]) -> int:
    """Return how many objects at the beginning of two sequences are the same ones."""
    pairs = zip(known, now, strict=False)
    differ = (at for at, (one, other) in enumerate(pairs) if one is not other)
    return next(differ, min(len(known), len(now)))


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
