"""Compares how combatants stand with their tracks, where a file gives the tracks and leaves out
the standing or contradicts them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.rulesets.kit.own.in_force import active_effects
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.port import Problem, Unsaid

WELL: Mapping[str, Any] = {
    "status": "up", "fate": "ok", "out": None, "unconscious": None,
    "conscious": True, "dying": False, "dead": False,
}  # fmt: skip
"""The fields that say how a combatant stands, with the value of each for the healthy."""
RANKS: Mapping[Any, int] = {"up": 0, "ok": 0, None: 0, "dying": 2, "dead": 3}
"""Ranks of the values of these fields, the worse the higher. Any other value ranks 1, as
unconscious."""


class ImpliedState(NamedTuple):
    """Fields of the live state that a combatant's tracks imply, with their values and the reason
    for the GM. No fields for who is up."""

    fields: Mapping[str, Any]
    why: str = ""


LiveState = tuple[tuple[str, ...], Any, Data]
"""The live state of a combatant: its path, the fighter, and the state itself."""


class ByTracks(NamedTuple):
    """Comparison of a combatant's standing with their tracks. `scene` makes the fight view of a
    draft; `tracks` are the keys of the live state that hold tracks; `judge` returns what a
    fighter's tracks imply."""

    scene: Callable[[Draft], Any]
    tracks: tuple[str, ...]
    judge: Callable[[Any], ImpliedState]

    def unsaid(self, encounter: Encounter) -> Iterator[Unsaid]:
        """Yield the implied values of combatants of whom the file gives a track, but not how
        they stand; the first of each combatant carries the sentence for the GM."""
        for path, who, live in self._left_open(self._states(encounter)):
            fields, why = self.judge(who)
            standing = ", ".join(
                f"{key}: {format_value(value)}"
                for key, value in fields.items()
                if key in WELL
            )
            told = ""
            if why:
                told = f"{why}, so they come in with `{standing}`: write that"
            for key, value in fields.items():
                if key not in live:
                    yield Unsaid((*path, key), value, told)
                    told = ""

    def contradictions(self, encounter: Encounter) -> Iterator[Problem]:
        """Yield a problem where the file says that a combatant stands better than their tracks
        imply."""
        yield from self._contradictions(self._states(encounter))

    def _contradictions(self, states: Iterable[LiveState]) -> Iterator[Problem]:
        """Yield the contradictions in live states, as `contradictions` does."""
        for path, who, live in states:
            fields, why = self.judge(who)
            for key, value in fields.items():
                if (
                    key in live
                    and key in WELL
                    and is_milder(key, live[key], value)
                ):
                    found, implied = (
                        format_value(live[key]),
                        format_value(value),
                    )
                    message = f"found {found}, but {why}: `{key}: {implied}` goes with that"
                    yield Problem((*path, key), message)

    def likely_typos(self, encounter: Encounter) -> Iterator[Problem]:
        """Yield the contradictions, and everybody whose tracks imply that they are down while
        the file does not say how they stand. For rulesets in which such a combatant is up.
        Leaves out who has an effect of the GM's own, which may lower a track and take nobody
        down."""
        states = [*self._states(encounter)]
        yield from self._contradictions(states)
        for path, who, _ in self._left_open(states):
            if active_effects(who):
                continue
            fields, why = self.judge(who)
            for key in fields:
                if key in WELL:
                    message = (
                        f"{why}, and they are up: `{key}: {format_value(fields[key])}` goes "
                        "with that"
                    )
                    yield Problem((*path, key), message)

    def _left_open(self, states: Iterable[LiveState]) -> Iterator[LiveState]:
        """Yield the live states that have a track, and no field that says how they stand."""
        for path, who, live in states:
            has_track = any(track in live for track in self.tracks)
            if has_track and not WELL.keys() & live.keys():
                yield path, who, live

    def _states(self, encounter: Encounter) -> Iterator[LiveState]:
        """Yield path, fighter and live state of every combatant with a live state."""
        scene = self.scene(Draft(encounter))
        for who, live in (encounter.fight.get("combatants") or {}).items():
            if who in encounter.combatants and live:
                yield ("fight", "combatants", who), scene.fighter(who), live


def is_milder(key: str, said: Any, follows: Any) -> bool:
    """Whether a field's value in the file is milder than the value that follows from the tracks."""
    if isinstance(follows, bool):
        return bool(said == WELL[key] != follows)
    return RANKS.get(said, 1) < RANKS.get(follows, 1)


def format_value(value: Any) -> str:
    """Return a value as it is written in a file: `true`, `null`."""
    names = {True: "true", False: "false", None: "null"}
    return names.get(value, str(value))


accept_old_attributes(
    ByTracks,
    slips="likely_typos",
)
accept_old_imports(globals())
