"""The rulings in force: each key's default, or what the encounter's house rules say instead."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.rounding import ROUNDING
from gmtrack.rulesets.kit.rulings import HouseRules
from gmtrack.rulesets.swan_song.rulings import by_key


class House(HouseRules):
    """The house rules of one encounter, with the rounding that they settle."""

    def __init__(self, house_rules: Data) -> None:
        super().__init__(house_rules, by_key())
        self._round = ROUNDING[self.text("rounding")]

    def div(self, a: int, b: int) -> int:
        """a / b rounded as R-TEST-7 says."""
        return self._round(a, b)
