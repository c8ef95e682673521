"""Contradictions of a file that says somebody is better than their health track."""

from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.state import Fighter


def implied_state(who: Fighter) -> ImpliedState:
    """Return the fields that a full health track implies, with the reason; no fields if it is
    not full."""
    track = who.track
    if not track.failing:
        return ImpliedState({})
    fate = {"dead": True} if track.destroyed else {"dying": True}
    return ImpliedState(
        {**fate, "conscious": False}, "the health track is full"
    )


contradictions = ByTracks(
    Scene, ("lethal", "aggravated"), implied_state
).contradictions
