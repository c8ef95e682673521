"""Visibility: light, haze, and the eyes that look."""

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.rulesets.sr3.attack.plan import Sight, Strike
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables.kinds import HAZES, LIGHTS
from gmtrack.rulesets.sr3.tables.visibility import VISIBILITY_CAP, Table


def sight(s: Strike) -> Sight:
    """The scene's light and haze, or those that were told instead."""
    scene: Data = s.game.draft.encounter.scene
    there = [squash(name).replace("-", "_") for name in scene.get("visibility") or []]
    lit = [s.words["light"].value] if s.has("light") else there
    hazy = [s.words["haze"].value] if s.has("haze") else there
    return Sight(
        next((light for light in LIGHTS if light in lit), None),
        next((haze for haze in HAZES if haze in hazy), None),
    )


def hidden_from(who: Fighter, seen: Sight, table: Table) -> int:
    """What it adds to a target number, for these eyes."""
    source = who.sheet.vision_source
    if who.house.vision_split == "natural_first":
        source = "natural" if source == "cybernetic" else "cybernetic"
    rows = [table[row] for row in seen if row is not None]
    worth = [row.seen_by(who.sheet.vision, source) for row in rows]
    rule = who.house.visibility_stack
    if rule == "worst":
        return max(worth, default=0)
    return sum(worth) if rule == "sum" else min(VISIBILITY_CAP, sum(worth))
