"""The rulings in force for one encounter."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.rulings import HouseRules, by_key
from gmtrack.rulesets.spotlight.rulings.rows import RULINGS

NO_ARMOR = "none"
ARMOR_TYPES = (NO_ARMOR, "light", "medium", "heavy")
"""SP-ARM-04, SP-R24: lightest first."""
FREE_ACTIONS = ("leave-cover", "drop")
"""SP-R51"""
_BY_KEY = by_key(RULINGS)


class House(HouseRules):
    """The house rules of one encounter; every value by its key of section 6."""

    def __init__(self, house_rules: Data) -> None:
        super().__init__(house_rules, _BY_KEY)

    @property
    def armor_types(self) -> tuple[str, ...]:
        """SP-R24: the classes of armor, lightest first; `none` is one even where it is not
        named."""
        told = tuple(self.value("armor_types") or ARMOR_TYPES)
        return told if NO_ARMOR in told else (NO_ARMOR, *told)

    @property
    def free_actions(self) -> tuple[str, ...]:
        """SP-R51: what costs nothing."""
        told = self.value("free_actions")
        return FREE_ACTIONS if told is None else tuple(w.replace("_", "-") for w in told)
