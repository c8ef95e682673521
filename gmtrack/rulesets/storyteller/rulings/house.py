"""Section 6: all rulings, and those in force for one encounter."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.rulings import HouseRules, Ruling, by_key
from gmtrack.rulesets.storyteller.rulings.attacks import ATTACKS
from gmtrack.rulesets.storyteller.rulings.rest import REST
from gmtrack.rulesets.storyteller.rulings.rolls import ROLLS
from gmtrack.rulesets.storyteller.rulings.wounds import WOUNDS

RULINGS: tuple[Ruling, ...] = (*ROLLS, *ATTACKS, *WOUNDS, *REST)
"""All rulings in the ledger's order; those with several keys stand once for each."""
_BY_KEY = by_key(RULINGS)


class House(HouseRules):
    """The house rules of one encounter; every value by its key of section 6."""

    def __init__(self, house_rules: Data) -> None:
        super().__init__(house_rules, _BY_KEY)

    @property
    def again(self) -> int | None:
        """ST-002, ST-R01: the least face that is rolled again; None: none is."""
        value = self.value("again")
        return None if value == "none" else int(value)

    @property
    def mod_cap(self) -> int | None:
        """ST-R07: the most that typed modifiers may add or take in all."""
        value = self.value("mod_cap")
        return None if value == "none" else int(value)
