"""What players know of a history: whom they see, what they are told of each step, and what became
of whom. It can be kept from one look at the fight to the next, and then only new steps are read."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.app.casualties import FollowedCasualties, count_same
from gmtrack.app.players_story import (
    PlayerKnowledge,
    lines_of_step,
    space_word,
)
from gmtrack.core.deeds import rolls_in
from gmtrack.core.draft import MISSING, Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import Casualty, LogEntry, ToldStep
from gmtrack.core.players import secret_predicate, with_removed_combatants
from gmtrack.store.history.followed_steps import FollowedSteps

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

COUNTED = ("counted", "hits", "successes", "total")
"""The keys of a roll's document that can hold its result; the first that exists counts."""
TEST = "test"
"""The name of a plain test's roll in every ruleset."""
OWN = ("attack", "test", "act")
"""Commands whose rolls players are shown; initiative stands on the board anyway."""
CALLED = {
    "hits": ("hit", "hits"),
    "counted": ("hit", "hits"),
    "successes": ("success", "successes"),
}
"""The words for one and for several of what a roll counts."""


class PlayersHistory(NamedTuple):
    """What players know of a history, after its last step.

    - `steps`: the steps in effect, oldest first.
    - `seen`: the players' knowledge of the combatants. Its encounter has no live state.
    - `stood`: the changes of standing by the number of the step.
    - `told`: what players are told; a step that tells them nothing is not there.
    - `cast_changes`: the changes of each step that concerned sheets, or who is there."""

    steps: Sequence[LogEntry]
    seen: PlayerKnowledge
    stood: Mapping[int, list[Casualty]]
    told: list[ToldStep]
    cast_changes: list[list[Change]]

    @property
    def last_spoken(self) -> LogEntry | None:
        """The last step of which players are told a sentence; None if there is none."""
        told = (one.seq for one in reversed(self.told) if one.lines)
        seq = next(told, None)
        steps = (one for one in reversed(self.steps) if one.seq == seq)
        return next(steps, None)


def history_for_players(
    encounter: Encounter, ruleset: "Ruleset", steps: Sequence[LogEntry]
) -> PlayersHistory:
    """Return what players know of the steps in effect, oldest first. `encounter` is the state after
    the last step."""
    return FollowedStory().catch_up(encounter, ruleset, steps)


class FollowedCast:
    """The changes of each step in effect that concerned sheets, or who is there. These tell who is
    or was hidden, and there are few of them however long a fight is."""

    def __init__(self) -> None:
        self._followed = FollowedSteps()
        self._known: list[LogEntry] = []
        self._about_cast: list[tuple[int, list[Change]]] = []
        """The place among the steps, and the changes."""

    def look(self, session: "Session") -> list[list[Change]]:
        """Read what has happened since the last look, and return the changes of each step, oldest
        first."""
        return self.catch_up(session.follow_steps(self._followed))

    def catch_up(self, steps: Sequence[LogEntry]) -> list[list[Change]]:
        """Return the changes of each of these steps, which are all that are in effect. Steps that
        are the same objects as at the last look are not searched again."""
        same = count_same(self._known, steps)
        while self._about_cast and self._about_cast[-1][0] >= same:
            self._about_cast.pop()
        for place, step in enumerate(steps[same:], same):
            if any(change.path[0] == "combatants" for change in step.changes):
                self._about_cast.append((place, step.changes))
        self._known = [*steps]
        return [changes for _, changes in self._about_cast]


class _Knowledge(NamedTuple):
    """The players' knowledge of the combatants, and all that it follows from."""

    encounter: Encounter
    cast_changes: list[list[Change]]
    seen: PlayerKnowledge


class FollowedStory:
    """What players know of one fight, kept from one look to the next.

    What they are told of a step follows from the step, from what became of whom in it, and from
    their knowledge of the combatants. As long as this knowledge is the same, only new steps are
    put into words; otherwise all steps are."""

    def __init__(self) -> None:
        self._followed = FollowedSteps()
        self._cast = FollowedCast()
        self._casualties = FollowedCasualties()
        self._knowledge: _Knowledge | None = None
        self._known: list[LogEntry] = []
        self._told: list[ToldStep | None] = []
        """What players are told of each of the known steps; None for nothing."""

    def look(self, session: "Session") -> PlayersHistory:
        """Read what has happened since the last look, and return what players know now."""
        steps = session.follow_steps(self._followed)
        return self.catch_up(session.encounter, session.ruleset, steps)

    def catch_up(
        self,
        encounter: Encounter,
        ruleset: "Ruleset",
        steps: Sequence[LogEntry],
    ) -> PlayersHistory:
        """Return what players know of these steps, which are all that are in effect. `encounter`
        is the state after the last one; it is not changed."""
        cast_changes = self._cast.catch_up(steps)
        stood = self._casualties.catch_up(encounter, ruleset, steps)
        del self._told[count_same(self._known, steps) :]
        self._known = [*steps]
        seen = self._knowledge_of(encounter, cast_changes)
        for step in steps[len(self._told) :]:
            self._told.append(_told_step(seen, step, stood[step.seq]))
        told = [one for one in self._told if one is not None]
        return PlayersHistory(steps, seen, stood, told, cast_changes)

    def _knowledge_of(
        self, encounter: Encounter, cast_changes: list[list[Change]]
    ) -> PlayerKnowledge:
        """Return the players' knowledge of the combatants. If it is another one than at the last
        look, forget what they were told."""
        # The live state is left out: nothing that players are told of the past follows from it.
        now = replace(encounter, fight={})
        ever = with_removed_combatants(now, chain.from_iterable(cast_changes))
        known = self._knowledge
        if known and (known.encounter, known.cast_changes) == (
            ever,
            cast_changes,
        ):
            return known.seen
        self._told.clear()
        ever = copy.deepcopy(ever)
        has_secret = secret_predicate(now, steps=cast_changes)
        seen = PlayerKnowledge(ever, has_secret)
        self._knowledge = _Knowledge(ever, cast_changes, seen)
        return seen


def _told_step(
    seen: PlayerKnowledge, step: LogEntry, stood: Iterable[Casualty]
) -> ToldStep | None:
    """Return what players are told of a step; None for nothing."""
    lines = lines_of_step(seen, step, stood)
    round_ = _round_begun(step)
    if not lines and not round_:
        return None
    dice = tuple(_dice_documents(seen, step))
    return ToldStep(step.seq, round_, lines, dice)


def _round_begun(step: LogEntry) -> int | None:
    """Return the number of the round that a step began; None if it began none."""
    for change in step.changes:
        if change.path == ("fight", "round") and change.after is not MISSING:
            after = change.after
            is_new = isinstance(after, int) and after != change.before
            # The end of a fight takes its rounds away.
            return after if is_new and after > 0 else None
    return None


def _dice_documents(seen: PlayerKnowledge, step: LogEntry) -> Iterator[Data]:
    """Yield the rolls of friends in a step as documents, only for attacks, tests and actions."""
    if step.report.get("command") not in OWN:
        return
    rolls = rolls_in(step.report)
    shown = (
        list(step.shown) if len(step.shown) == len(rolls) else [{}] * len(rolls)
    )
    for roll, more in zip(rolls, shown, strict=True):
        if seen.is_friend(str(roll.get("who"))):
            yield {
                "who": seen.name(roll["who"]),
                "what": space_word(_name_of_roll(step.report, roll)),
                "dice": list(roll.get("dice") or ()),
                "again": list(roll.get("again") or ()),
                "good": list(more.get("good") or ()),
                "came": _result_in_words(roll),
            }


def _name_of_roll(report: Data, roll: Data) -> str:
    """Return what a roll is called for players: of a plain test what is tested."""
    tested = report.get("test") or report.get("what")
    is_plain = roll["name"] == TEST and isinstance(tested, str)
    return str(tested if is_plain else roll["name"])


def _result_in_words(roll: Mapping[str, Any]) -> str:
    """Return what a roll came to as text: `3 hits`, or the sum. Empty if the document has no
    result."""
    key = next((key for key in COUNTED if isinstance(roll.get(key), int)), None)
    if key is None:
        return ""
    one, many = CALLED.get(key, ("", ""))
    return f"{roll[key]} {one if roll[key] == 1 else many}".strip()
