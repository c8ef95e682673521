"""What an attack comes to for the attacker."""

import pytest

from ..upshots import Risk, holds

COUNTER = "--weapon katana --defense fight --roll attack=15 --roll defend=5 --roll damage=2,4 "
RISKS = (
    Risk("nothing", "lotus samurai", "--roll attack=16", "miss"),
    Risk(
        "dropped",
        "lotus samurai",
        "--roll attack=20 --roll attack_fumble=12",
        "miss",
        0,
        ("dropped",),
    ),
    Risk(
        "broken",
        "lotus samurai",
        "--roll attack=20 --roll attack_fumble=13",
        "miss",
        0,
        ("broken",),
    ),
    Risk(
        "slips",
        "lotus samurai",
        "--weapon unarmed --roll attack=20 --roll attack_fumble=14",
        "miss",
        0,
        ("prone",),
    ),
    Risk("jams", "samurai johnny", "--roll attack=20", "miss", 0, ("jammed",)),
    Risk(
        "accessory",
        "johnny samurai",
        "--roll attack=20 --roll accessory=1",
        "miss",
        0,
        ("accessory-failed",),
    ),
    Risk("countered", "samurai lotus", COUNTER + "--roll location=7", "countered", 6, (), ()),
    Risk(
        "loses the arm",
        "samurai lotus",
        COUNTER.replace("2,4", "6,6") + "--roll location=14",
        "countered",
        12,
        ("useless-right-arm", "dropped"),
    ),
    Risk(
        "wins a check",
        "samurai lotus",
        "--weapon katana --roll attack=5 --roll damage=5 --roll location=7 --defense none",
        "hit",
        0,
        (),
    ),
)


@pytest.mark.parametrize("risk", RISKS, ids=str)
def test_what_it_comes_to_for_the_attacker(risk: Risk) -> None:
    holds("i2050", risk)
