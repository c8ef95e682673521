"""Finds files that call somebody better off than the condition monitors say."""

from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene


def implied_state(who: Fighter) -> ImpliedState:
    """Return the state that a combatant's full monitors imply, for what the file does not say."""
    fate = who.fate
    fields = {}
    if fate.dead:
        fields["dead"] = True
    elif fate.dying:
        fields["dying"] = True
    if not fate.conscious:
        fields["conscious"] = False
    return ImpliedState(fields, "a monitor is full")


contradictions = ByTracks(
    Scene, ("physical", "stun"), implied_state
).contradictions
