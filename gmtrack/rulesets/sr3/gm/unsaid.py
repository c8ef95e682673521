"""Where a file says that somebody is better than their condition monitor says."""

from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene


def judge(who: Fighter) -> ImpliedState:
    """What is not said follows by itself here."""
    fate = who.fate
    fields = (
        {"dead": True} if fate.dead else {"dying": True} if fate.dying else {}
    )
    if not fate.conscious:
        fields["conscious"] = False
    return ImpliedState(fields, "a monitor is full")


contradictions = ByTracks(Scene, ("physical", "stun"), judge).contradictions
