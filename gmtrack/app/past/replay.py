"""A history played again from its beginning with its own dice, by the rules of today."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.past.again import Read, ReplayedFight, StepResult
from gmtrack.core.deeds import rolls_in
from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import Refusal
from gmtrack.store.history.page import changes_of

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

ROLLED = ("name", "who", "pool", "dice", "again")
"""What of a roll is compared."""


class Differs(NamedTuple):
    """The first step that goes otherwise: what differs, or why it is refused now."""

    entry: Data
    differences: list[Data]
    why: str = ""

    def document(self) -> Data:
        doc: Data = {"seq": self.entry["seq"], "line": self.entry["line"]}
        return doc | {"differences": self.differences} | ({"why": self.why} if self.why else {})


class Replayed(NamedTuple):
    """How many steps were played, and the first that went otherwise than it was kept."""

    steps: int
    differs: Differs | None

    def document(self) -> Data:
        doc: Data = {"command": "replay", "steps": self.steps, "same": self.differs is None}
        return doc | (self.differs.document() if self.differs else {})


def replay(
    encounter: Encounter,
    ruleset: "Ruleset",
    steps: list[Data],
    read: Read,
    heard: Callable[[Data], None] = lambda entry: None,
) -> Replayed:
    """Play the steps again from the encounter at their beginning, up to the first that differs;
    `heard` is told what came of each."""
    fight = ReplayedFight(encounter, ruleset, read)
    for number, entry in enumerate(steps, 1):
        try:
            told = fight.again(entry)
        except Refusal as refusal:
            return Replayed(number, Differs(entry, [], refusal.message))
        heard(told.entry)
        differences = list(differing(entry, told))
        if differences:
            return Replayed(number, Differs(entry, differences))
    return Replayed(len(steps), None)


def differing(entry: Data, told: StepResult) -> Iterator[Data]:
    """What came of a step otherwise than before: values, outcomes, rolls."""
    kept: Data = json.loads(json.dumps(told.entry))
    before = {one.path: one for one in changes_of(entry)}
    after = {one.path: one for one in changes_of(kept)}
    for path in dict.fromkeys([*before, *after]):
        sides = (before.get(path), after.get(path))
        was, now = (None if one is None or one.after is MISSING else one.after for one in sides)
        if was != now or None in sides:
            one = next(filter(None, sides))
            yield {"who": one.who, "what": one.what or "combatant", "was": was, "now": now}
    yield from _told_otherwise(entry.get("report") or {}, kept.get("report") or {})


def _told_otherwise(was: Data, now: Data) -> Iterator[Data]:
    for what, read in (("outcome", _outcome), ("rolls", _rolls)):
        old, new = read(was), read(now)
        if old != new:
            yield {"who": None, "what": what, "was": old, "now": new}


def _outcome(report: Data) -> object:
    return report.get("outcome")


def _rolls(report: Data) -> list[Data]:
    return [{key: roll.get(key) for key in ROLLED} for roll in rolls_in(report)]
