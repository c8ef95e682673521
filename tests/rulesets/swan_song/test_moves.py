"""What simulated players weigh: the price of a defense is the one that is paid."""

from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.rulesets.swan_song.screens.moves import ap_cost, defended_attacks
from gmtrack.rulesets.swan_song.sheet.game import Scene

SHEET = {
    "body": 3, "agility": 3, "reaction": 3, "strength": 3, "willpower": 3, "intuition": 3,
}  # fmt: skip


def fight(house_rules: dict[str, Any]) -> Draft:
    people: Any = {"joe": SHEET | {"side": "pc"}, "bob": dict(SHEET)}
    encounter = Encounter("", "swan-song", house_rules=house_rules, combatants=people)
    return Draft(encounter)


@pytest.mark.parametrize(("house_rules", "price"), [({}, 2), ({"ap_cost": {"full_defense": 3}}, 3)])
def test_the_house_rule_ap_cost_is_the_price_that_is_weighed(
    house_rules: dict[str, Any], price: int
) -> None:
    """R-ACT-1."""
    draft = fight(house_rules)
    assert ap_cost(Scene(draft).fighter("bob"), "full_defense") == price
    spent = {
        way.intent.options.defense: way.spent
        for way in defended_attacks(draft, Attack("joe", ("bob",)))
    }
    assert {"ap": price} in spent.values()
