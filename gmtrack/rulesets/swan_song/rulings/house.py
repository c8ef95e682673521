"""The rulings in force: all of section 6, each with its default or what the house rules say."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.rounding import ROUNDING
from gmtrack.rulesets.kit.rulings import HouseRules, Ruling
from gmtrack.rulesets.kit.rulings import by_key as keyed
from gmtrack.rulesets.swan_song.rulings.actions_karma import ACTIONS_KARMA
from gmtrack.rulesets.swan_song.rulings.armor_damage import ARMOR_DAMAGE
from gmtrack.rulesets.swan_song.rulings.attack_defense import ATTACK_DEFENSE
from gmtrack.rulesets.swan_song.rulings.called_effects import CALLED_EFFECTS
from gmtrack.rulesets.swan_song.rulings.cover_barriers import COVER_BARRIERS
from gmtrack.rulesets.swan_song.rulings.delay_timed_items import DELAY_TIMED_ITEMS
from gmtrack.rulesets.swan_song.rulings.initiative import INITIATIVE
from gmtrack.rulesets.swan_song.rulings.movement import MOVEMENT
from gmtrack.rulesets.swan_song.rulings.multiple_ffyl import MULTIPLE_FFYL
from gmtrack.rulesets.swan_song.rulings.surprise_interception_knockdown import (
    SURPRISE_INTERCEPTION_KNOCKDOWN,
)
from gmtrack.rulesets.swan_song.rulings.tests import TESTS
from gmtrack.rulesets.swan_song.rulings.wounds_dying import WOUNDS_DYING

RULINGS: tuple[Ruling, ...] = (
    *TESTS,
    *INITIATIVE,
    *DELAY_TIMED_ITEMS,
    *MOVEMENT,
    *ACTIONS_KARMA,
    *ATTACK_DEFENSE,
    *COVER_BARRIERS,
    *ARMOR_DAMAGE,
    *WOUNDS_DYING,
    *SURPRISE_INTERCEPTION_KNOCKDOWN,
    *CALLED_EFFECTS,
    *MULTIPLE_FFYL,
)
"""All rulings in the ledger's order. R-EFF-10 has two keys, so it stands twice."""


def by_key() -> dict[str, Ruling]:
    """The rulings that a house rule names, by its key; those that cannot be switched too."""
    return keyed(RULINGS)


class House(HouseRules):
    """The house rules of one encounter, with the rounding that they settle."""

    def __init__(self, house_rules: Data) -> None:
        super().__init__(house_rules, by_key())
        self._round = ROUNDING[self.text("rounding")]

    def div(self, a: int, b: int) -> int:
        """a / b rounded as R-TEST-7 says."""
        return self._round(a, b)
