"""What is counted of a roll: its hits (SS-TEST-02)."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.port import Counted
from gmtrack.rulesets.swan_song.dice.rolls import HIT, SIDES


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """All hits that fell, whatever a limit left of them; nothing of dice that are added up."""
    if "hits" not in roll:
        return None
    return Counted(roll["hits"], roll["pool"], SIDES, Reading(hit=HIT))
