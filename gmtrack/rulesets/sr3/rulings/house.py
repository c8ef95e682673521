"""All rulings in one table, and the values in force for one encounter."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.rounding import ROUNDING
from gmtrack.rulesets.kit.rulings import HouseRules, Ruling, by_key
from gmtrack.rulesets.sr3.rulings.dice import DICE
from gmtrack.rulesets.sr3.rulings.gear import GEAR
from gmtrack.rulesets.sr3.rulings.melee import MELEE
from gmtrack.rulesets.sr3.rulings.shooting import SHOOTING
from gmtrack.rulesets.sr3.rulings.turns import TURNS
from gmtrack.rulesets.sr3.rulings.wounds import WOUNDS

RULINGS: tuple[Ruling, ...] = tuple(
    sorted((*DICE, *TURNS, *MELEE, *WOUNDS, *SHOOTING, *GEAR), key=lambda ruling: ruling.id)
)
"""All rulings in the ledger's order; those with several keys stand once for each."""
VITAL = ("head", "vital")
"""SR-R37"""
_BY_KEY = by_key(RULINGS)


class House(HouseRules):
    """The house rules of one encounter; every value by its key of section 6."""

    def __init__(self, house_rules: Data) -> None:
        super().__init__(house_rules, _BY_KEY)

    def half(self, number: int) -> int:
        """SR-R03: half a number, rounded as ruled."""
        return ROUNDING[self.text("rounding")](number, 2)

    @property
    def vital_locations(self) -> tuple[str, ...]:
        """SR-R37"""
        told = self.value("vital_locations")
        return VITAL if told is None else tuple(str(word).replace("_", "-") for word in told)

    @property
    def friends_cap(self) -> int | None:
        """SR-R29; None: there is none."""
        cap = self.value("friends_cap")
        return None if cap == "none" else int(cap)
