"""Find combatants whose file says that they are better than their boxes allow, or does not say
how they are."""

from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import place_name


def implied_state(who: Fighter) -> ImpliedState:
    """Return the state that the boxes imply, as `apply_new_states` in `wounds` would bring it
    about, and why. Depends on the house rule `torso_full_bruise`."""
    filled = who.filled()
    if filled:
        fate = "dying" if who.gets_death_spotlight else "dead"
        return ImpliedState(
            {"fate": fate},
            f"all boxes of the {place_name(filled[0])} are lethal",
        )
    if who.boxes("head").full:
        return ImpliedState(
            {"unconscious": "head"}, "the head has no empty box"
        )
    if who.boxes("torso").full and who.house.torso_full_bruise == "unconscious":
        return ImpliedState(
            {"unconscious": "torso"}, "the torso has no empty box"
        )
    return ImpliedState({})


BY_TRACKS = ByTracks(Scene, ("locations",), implied_state)
contradictions = BY_TRACKS.likely_typos
