"""Statistics of a fight: what each combatant did, counted from the steps of the history that are
in effect."""

from calendar import timegm
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import strptime
from typing import NamedTuple

from gmtrack.app.casualties import casualties, steps_in_effect
from gmtrack.core.deeds import (
    UNDECIDED,
    attacks_in,
    blows_in,
    names_past_and_present,
    rolls_in,
)
from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.odds.luck import Luck, luck_of_rolls
from gmtrack.rulesets.port import USUAL_HITS, Ruleset, SuccessCount

BREAK = 30 * 60
"""A gap between commands that is longer than so many seconds is not time at the table."""


@dataclass(eq=False)
class CombatantStats:
    """What one combatant did. `put_out` are those whom they brought down, `killed` those who
    died through them, at once or later. `downs` is how often they went down themselves. `luck`
    is None if nothing that the ruleset counts was rolled."""

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
        """Return the document of `--json`: `attacks`, `hits`, `damage_dealt`, `damage_taken`,
        `put_out`, `killed` (left out if empty) and `luck` (may be null)."""
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
    """The deeds of all combatants by id, the rounds played, the minutes at the table, and how
    many breaks were left out of these. `names` includes everybody who was ever there."""

    combatants: dict[str, CombatantStats]
    rounds: int
    minutes: float
    breaks: int
    names: dict[str, str]

    def to_json(self) -> Data:
        """Return the document of `--json`: `combatants` (the deeds by id), `rounds`, `minutes`
        and `breaks`."""
        return {
            "combatants": {
                who: deeds.to_json() for who, deeds in self.combatants.items()
            },
            "rounds": self.rounds,
            "minutes": self.minutes,
            "breaks": self.breaks,
        }


def count_deeds(
    encounter: Encounter, ruleset: Ruleset, entries: Sequence[LogEntry]
) -> Stats:
    """Return the statistics of the history that led to this state of the encounter."""
    steps = steps_in_effect(entries)
    names = names_past_and_present(encounter, steps)
    found = {who: CombatantStats() for who in names}
    fallen = casualties(encounter, ruleset, entries)
    for step in steps:
        _count_attacks_and_blows(
            step.report, found, getattr(ruleset, "HITS", USUAL_HITS)
        )
        for turn in fallen[step.seq]:
            found[turn.who].downs += turn.fell
            doer = found.get(turn.by) if turn.by else None
            if doer and turn.fell:
                doer.put_out.append(turn.who)
            if doer and turn.died:
                doer.killed.append(turn.who)
    _rate_luck(steps, encounter, ruleset, found)
    minutes, breaks = _play_time([step.time for step in steps if step.time])
    return Stats(found, _count_rounds(steps), minutes, breaks, names)


def _count_attacks_and_blows(
    report: Data, found: dict[str, CombatantStats], hits: frozenset[str]
) -> None:
    """Add the attacks, hits and damage of one report to the deeds in `found`. `hits` are the
    outcomes that count as a hit."""
    for block in attacks_in(report):
        if block["attacker"] in found and block["outcome"] not in UNDECIDED:
            found[block["attacker"]].attacks += 1
            found[block["attacker"]].hits += block["outcome"] in hits
    for blow in blows_in(report):
        if blow.victim in found:
            found[blow.victim].taken += blow.dealt
            if blow.dealer in found:
                found[blow.dealer].dealt += blow.dealt


def _rate_luck(
    steps: Sequence[LogEntry],
    encounter: Encounter,
    ruleset: Ruleset,
    found: dict[str, CombatantStats],
) -> None:
    """Set the luck of each combatant from all their rolls in which the ruleset counts something.
    Does nothing if it counts nothing."""
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


def _count_rounds(steps: Sequence[LogEntry]) -> int:
    """Return the number of rounds that began, including one that was in progress at the first
    step."""
    first = int(bool(steps and steps[0].round))
    return first + sum(
        1 for step in steps for now in _round_begun_in(step) if now
    )


def _round_begun_in(step: LogEntry) -> Iterator[int]:
    """Yield the round that a step began, if it began one."""
    after = step.round
    for change in step.changes:
        if change.path == ("fight", "round"):
            after = None if change.after is MISSING else change.after
    if after != step.round and isinstance(after, int):
        yield after


def _play_time(stamps: list[str]) -> tuple[float, int]:
    """Return the minutes between first and last time stamp without the long breaks, and the
    number of those."""
    seconds = [
        timegm(strptime(stamp, "%Y-%m-%dT%H:%M:%SZ")) for stamp in stamps
    ]
    gaps = [max(0, later - earlier) for earlier, later in pairwise(seconds)]
    breaks = [gap for gap in gaps if gap > BREAK]
    return round((sum(gaps) - sum(breaks)) / 60, 1), len(breaks)
