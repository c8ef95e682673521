"""What an attack comes to for the attacker."""

import pytest

from ..upshots import Risk, holds

CHANCE = "--weapon machete --mod -9 "
UNDER_FIRE = {
    "fight": {
        "combatants": {
            "bob": {
                "suppressed": {
                    "by": "joe",
                    "successes": 3,
                    "wm": 3,
                    "damage_type": "lethal",
                    "armor_piercing": 0,
                }
            }
        }
    }
}
CHAIR = {
    "change": {
        "bob": {"weapons": {"chair": {"improvised": True, "durability": 1, "size": 3}}},
        "kid": {"defense": 0},
    }
}
RISKS = (
    Risk("wears", "bob kid", "--weapon chair --roll attack=8,8,8,1,1", "hit", 0, (), None, CHAIR),
    Risk(
        "breaks",
        "bob kid",
        "--weapon chair --roll attack=8,8,8,8,8",
        "hit",
        0,
        ("weapon-broken",),
        None,
        CHAIR,
    ),
    Risk("nothing", "bob joe", "--weapon machete --roll attack=2,2", "miss"),
    Risk("a chance die", "bob joe", CHANCE + "--roll attack=2", "miss"),
    Risk("dramatic", "bob joe", CHANCE + "--roll attack=1", "miss", 0, ("dramatic-failure",)),
    Risk(
        "under fire", "bob joe", "--weapon machete --roll attack=2,2", "miss", 6, (), (), UNDER_FIRE
    ),
)


@pytest.mark.parametrize("risk", RISKS, ids=str)
def test_what_it_comes_to_for_the_attacker(risk: Risk) -> None:
    holds("storyteller", risk)
