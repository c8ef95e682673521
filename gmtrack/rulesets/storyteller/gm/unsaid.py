"""Where a file says that somebody is better than their health track says."""

from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.state import Fighter


def judge(who: Fighter) -> ImpliedState:
    """What is not said follows by itself here."""
    track = who.track
    if not track.failing:
        return ImpliedState({})
    fate = {"dead": True} if track.destroyed else {"dying": True}
    return ImpliedState(
        {**fate, "conscious": False}, "the health track is full"
    )


contradictions = ByTracks(Scene, ("lethal", "aggravated"), judge).contradictions
