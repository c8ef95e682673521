"""Find combatants whose file says that they are better than their hit points allow, or does not
say how they are."""

from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.kit.unsaid import ByTracks, ImpliedState


def implied_state(who: Fighter) -> ImpliedState:
    """Return the state that the hit points imply, as `wound` in `wounds.damage` would bring it
    about, and why; an empty state if they imply none. Depends on the house rule `zero_hp`."""
    rating = who.rating("head")
    if rating - who.points_at("head") >= 2 * rating:
        return ImpliedState(
            {"out": "dead", "prone": True},
            f"the head is at {who.points_at('head')}",
        )
    if who.hp <= 0:
        fate = "dead" if who.house.zero_hp == "dead" else "dying"
        return ImpliedState({"out": fate, "prone": True}, f"hp is {who.hp}")
    out = {"out": "unconscious", "prone": True}
    for place in ("head", "chest"):
        if who.is_put_out(place):
            return ImpliedState(out, f"the {place} has no points left")
    return (
        ImpliedState(out, f"hp is {who.hp}")
        if who.knocked_out
        else ImpliedState({})
    )


BY_TRACKS = ByTracks(Scene, ("pools", "locations"), implied_state)
contradictions = BY_TRACKS.likely_typos
