"""The state of combatants that follows from their pools, where a file leaves it out or
contradicts it."""

from typing import Any

from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Scene
from gmtrack.rulesets.swan_song.wounds.conditions import (
    bleeding_interval,
    computed_status,
)


def implied_state(who: Fighter) -> ImpliedState:
    """Return the fields that pools and strain imply, with the reason; no fields for somebody up.

    Somebody with nothing left lies on the ground and bleeds, as when it happens in play."""
    status = computed_status(who.house, who)
    if status == "up":
        return ImpliedState({})
    fields: dict[str, Any] = {"status": status}
    if not who.sheet.vehicle:
        fields["prone"] = True
    if status == "dying" and who.bleeds and not who.stable:
        fields["dying_rounds"] = bleeding_interval(who.house, who)
    if who.core is not None and who.core < 0:
        fields["crit_latch"] = True  # R-CRIT-5: no new drop below 0
    why = f"{who.pools()[-1]} is {who.core}"
    return ImpliedState(
        fields, "strain is full" if status == "unconscious" else why
    )


BY_TRACKS = ByTracks(Scene, ("pools", "strain"), implied_state)
unsaid = BY_TRACKS.unsaid
contradictions = BY_TRACKS.contradictions
