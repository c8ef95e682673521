"""How combatants are, by their tracks, where a file does not say it or says otherwise."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.rulesets.kit.own.in_force import active
from gmtrack.rulesets.port import Problem, Unsaid

WELL: Mapping[str, Any] = {
    "status": "up", "fate": "ok", "out": None, "unconscious": None,
    "conscious": True, "dying": False, "dead": False,
}  # fmt: skip
"""The fields that say how somebody is, with what each says of the healthy."""
RANKS: Mapping[Any, int] = {"up": 0, "ok": 0, None: 0, "dying": 2, "dead": 3}
"""How bad it is what they say; anything else is `unconscious`, or where somebody is so."""


class Standing(NamedTuple):
    """What follows from somebody's tracks: the fields of their live state, how they are first, and
    why, for the GM. Nothing follows for who is up."""

    fields: Mapping[str, Any]
    why: str = ""


class ByTracks(NamedTuple):
    """What a ruleset says of it. `scene` looks at an encounter; `tracks` are the keys of the live
    state that hold tracks; `judge` says how somebody is. `own_lower`: whether effects of the GM's
    own can lower somebody's tracks so far and yet take nobody down, so that who has one is left as
    the file says."""

    scene: Callable[[Draft], Any]
    tracks: tuple[str, ...]
    judge: Callable[[Any], Standing]
    own_lower: bool = True

    def unsaid(self, encounter: Encounter) -> Iterator[Unsaid]:
        """Yield what follows for those of whom the file says a track, and not how they are."""
        for path, who, live in self._states(encounter):
            if WELL.keys() & live.keys() or not any(track in live for track in self.tracks):
                continue
            if self.own_lower and active(who):
                continue
            fields, why = self.judge(who)
            said = ", ".join(f"{key}: {shown(fields[key])}" for key in fields if key in WELL)
            for key, value in fields.items():
                if key not in live:
                    told = f"{why}, so they come in with `{said}`: write that" if why else ""
                    yield Unsaid((*path, key), value, told)
                    why = ""

    def contradictions(self, encounter: Encounter) -> Iterator[Problem]:
        """Yield where the file says that somebody is better than their tracks say."""
        for path, who, live in self._states(encounter):
            fields, why = self.judge(who)
            for key, value in fields.items():
                if key in live and key in WELL and is_milder(key, live[key], value):
                    found = f"found {shown(live[key])}, but {why}: `{key}: {shown(value)}`"
                    yield Problem((*path, key), f"{found} goes with that")

    def slips(self, encounter: Encounter) -> Iterator[Problem]:
        """Yield the contradictions, and everybody whose tracks say that they are down while the
        file says nothing of it. For rulesets in which such a combatant is up."""
        yield from self.contradictions(encounter)
        for path, who, live in self._states(encounter):
            fields, why = self.judge(who)
            if WELL.keys() & live.keys() or not any(track in live for track in self.tracks):
                continue
            for key in fields:
                if key in WELL:
                    message = (
                        f"{why}, and they are up: `{key}: {shown(fields[key])}` goes with that"
                    )
                    yield Problem((*path, key), message)

    def _states(self, encounter: Encounter) -> Iterator[tuple[tuple[str, ...], Any, Data]]:
        scene = self.scene(Draft(encounter))
        for who, live in (encounter.fight.get("combatants") or {}).items():
            if who in encounter.combatants and live:
                yield ("fight", "combatants", who), scene.fighter(who), live


def is_milder(key: str, said: Any, follows: Any) -> bool:
    """Whether a field says something better than what follows."""
    if isinstance(follows, bool):
        return bool(said == WELL[key] != follows)
    return RANKS.get(said, 1) < RANKS.get(follows, 1)


def shown(value: Any) -> str:
    """A value as it is written in a file."""
    return {True: "true", False: "false", None: "null"}.get(value, str(value))
