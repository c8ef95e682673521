"""Where a file says that somebody is better than their health track says."""

from gmtrack.rulesets.kit.unsaid import ByTracks, Standing
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.state import Fighter


def judge(who: Fighter) -> Standing:
    """What is not said follows by itself here."""
    track = who.track
    if not track.failing:
        return Standing({})
    fate = {"dead": True} if track.destroyed else {"dying": True}
    return Standing({**fate, "conscious": False}, "the health track is full")


contradictions = ByTracks(Scene, ("lethal", "aggravated"), judge).contradictions
