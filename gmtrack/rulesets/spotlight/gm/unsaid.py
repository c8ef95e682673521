"""How combatants are, by their boxes, where a file does not say it or says otherwise."""

from collections.abc import Iterator

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.unsaid import ByTracks, Standing
from gmtrack.rulesets.port import Unsaid
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import place_name


def judge(who: Fighter) -> Standing:
    """As `follow` in `wounds` brings it about."""
    filled = who.filled()
    if filled:
        fate = "dying" if who.gets_death_spotlight else "dead"
        return Standing({"fate": fate}, f"all boxes of the {place_name(filled[0])} are lethal")
    if who.boxes("head").full:
        return Standing({"unconscious": "head"}, "the head has no empty box")
    if who.boxes("torso").full and who.house.torso_full_bruise == "unconscious":
        return Standing({"unconscious": "torso"}, "the torso has no empty box")
    return Standing({})


BY_TRACKS = ByTracks(Scene, ("locations",), judge)


def unsaid(encounter: Encounter) -> Iterator[Unsaid]:
    """Yield how people are, and that the dying have the death spotlight (SP-DEATH-01)."""
    dying = []
    for one in BY_TRACKS.unsaid(encounter):
        yield one
        if one.value == "dying":
            dying.append(one.path[2])
    if dying and "death_spotlight" not in encounter.fight:
        yield Unsaid(("fight", "death_spotlight"), dying, "")


contradictions = BY_TRACKS.contradictions
