"""What each did in a fight, counted from its history: the steps that are in effect."""

from calendar import timegm
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import strptime
from typing import NamedTuple

from gmtrack.app.casualties import casualties, in_effect
from gmtrack.core.deeds import attacks_in, blows_in, names_ever, rolls_in
from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.odds.luck import Luck, luck_of_rolls
from gmtrack.rulesets.port import USUAL_HITS, Ruleset, SuccessCount

BREAK = 30 * 60
"""Seconds without a command that are no time at the table."""


@dataclass(eq=False)
class Deeds:
    """What one of them did: `put_out` are those whom they felled, `killed` those who died by them,
    then or later. `downs`: how often they went down themselves, by whatever. `luck` is None where
    the ruleset does not say what its rolls count."""

    attacks: int = 0
    hits: int = 0
    dealt: int = 0
    taken: int = 0
    put_out: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    downs: int = 0
    rolls: list[SuccessCount] = field(default_factory=list)
    luck: Luck | None = None

    def to_json(self) -> Data:
        doc: Data = {
            "attacks": self.attacks,
            "hits": self.hits,
            "damage_dealt": self.dealt,
            "damage_taken": self.taken,
            "put_out": self.put_out,
        }
        if self.killed:
            doc["killed"] = self.killed
        return doc | {"luck": self.luck and self.luck._asdict()}


class Stats(NamedTuple):
    """What all of them did, by id; the rounds that were played; the minutes at the table, and how
    many breaks are not among them. `names` are of all who were ever there."""

    combatants: dict[str, Deeds]
    rounds: int
    minutes: float
    breaks: int
    names: dict[str, str]

    def to_json(self) -> Data:
        return {
            "combatants": {
                who: deeds.to_json() for who, deeds in self.combatants.items()
            },
            "rounds": self.rounds,
            "minutes": self.minutes,
            "breaks": self.breaks,
        }


def stats(
    encounter: Encounter, ruleset: Ruleset, entries: Sequence[LogEntry]
) -> Stats:
    """Of the history that led to the encounter as it is."""
    steps = in_effect(entries)
    names = names_ever(encounter, steps)
    found = {who: Deeds() for who in names}
    fallen = casualties(encounter, ruleset, entries)
    for step in steps:
        _count(step.report, found, getattr(ruleset, "HITS", USUAL_HITS))
        for turn in fallen[step.seq]:
            found[turn.who].downs += turn.fell
            doer = found.get(turn.by) if turn.by else None
            if doer and turn.fell:
                doer.put_out.append(turn.who)
            if doer and turn.died:
                doer.killed.append(turn.who)
    _lucky(steps, encounter, ruleset, found)
    minutes, breaks = _time([step.time for step in steps if step.time])
    return Stats(found, _rounds(steps), minutes, breaks, names)


def _count(report: Data, found: dict[str, Deeds], hits: frozenset[str]) -> None:
    for block in attacks_in(report):
        if block["attacker"] in found:
            found[block["attacker"]].attacks += 1
            found[block["attacker"]].hits += block["outcome"] in hits
    for blow in blows_in(report):
        if blow.victim in found:
            found[blow.victim].taken += blow.dealt
            if blow.dealer in found:
                found[blow.dealer].dealt += blow.dealt


def _lucky(
    steps: Sequence[LogEntry],
    encounter: Encounter,
    ruleset: Ruleset,
    found: dict[str, Deeds],
) -> None:
    """The luck of each over all of their rolls in which something is counted."""
    counted = getattr(ruleset, "count_successes", None)
    if counted is None:
        return
    for step in steps:
        for roll in rolls_in(step.report):
            told = (
                counted(encounter.house_rules, roll)
                if roll["who"] in found
                else None
            )
            if told is not None:
                found[roll["who"]].rolls.append(told)
    for deeds in found.values():
        deeds.luck = luck_of_rolls(deeds.rolls)


def _rounds(steps: Sequence[LogEntry]) -> int:
    """The rounds that began, with the one that was on at the beginning."""
    first = int(bool(steps and steps[0].round))
    return first + sum(1 for step in steps for now in _begun(step) if now)


def _begun(step: LogEntry) -> Iterator[int]:
    after = step.round
    for change in step.changes:
        if change.path == ("fight", "round"):
            after = None if change.after is MISSING else change.after
    if after != step.round and isinstance(after, int):
        yield after


def _time(stamps: list[str]) -> tuple[float, int]:
    """Minutes from the first to the last without the long breaks, and how many those were."""
    seconds = [
        timegm(strptime(stamp, "%Y-%m-%dT%H:%M:%SZ")) for stamp in stamps
    ]
    gaps = [max(0, later - earlier) for earlier, later in pairwise(seconds)]
    breaks = [gap for gap in gaps if gap > BREAK]
    return round((sum(gaps) - sum(breaks)) / 60, 1), len(breaks)
