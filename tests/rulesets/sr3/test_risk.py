"""What an attack comes to for the attacker, and how deep a wound is by now."""

import pytest

from ..upshots import Risk, holds

EXPLOSIVE = {"fight": {"combatants": {"gus": {"loaded": {"heavy-pistol": "explosive"}}}}}
SHOT = "--weapon heavy-pistol --with range=5 "
UNHELPED = "--roll resist=1,1,1,1,1,1 --roll knockdown=1,1,1,1,1,1"
RISKS = (
    Risk("nothing", "gus sam", SHOT + "--roll attack=1,1,2", "miss", effects=()),
    Risk("all ones", "gus sam", SHOT + "--roll attack=1,1,1", "miss", effects=()),
    Risk(
        "misfire",
        "gus sam",
        SHOT
        + "--roll attack=1,1,1 --roll misfire=1 --roll resist.gus=1,1,1,1 --roll knockdown=6,6,6,6",
        "misfire",
        3,
        ("misfire", "moderate-wound"),
        (),
        EXPLOSIVE,
    ),
    Risk(
        "a misfire that kills",
        "gus sam",
        SHOT
        + "--roll attack=1,1,1 --roll misfire=6 --roll resist.gus=1,1,1,1 --roll knockdown=6,6,6,6",
        "misfire",
        10,
        ("misfire", "unconscious", "dying", "prone"),
        (),
        EXPLOSIVE,
    ),
    Risk(
        "hit",
        "gus sam",
        SHOT + "--roll attack=6,1,1 --roll resist=1,1,1,1,1,1 --roll knockdown=6,6,6,6,6,6",
        "hit",
        0,
        (),
        ("moderate-wound",),
    ),
    Risk(
        "stopped",
        "sam gus",
        "--with passing-by --roll attack=6,6,1,1 --roll defend=1,1,1,1 --roll resist=1,1,1,1"
        " --roll knockdown=6,6,6,6",
        "hit",
        0,
        (),
        ("stopped", "serious-wound"),
    ),
    Risk(
        "countered",
        "sam gus",
        "--roll attack=1,1,1,1 --roll defend=4,4,1,1 " + UNHELPED,
        "countered",
        6,
        ("prone", "serious-stun"),
        (),
    ),
)


@pytest.mark.parametrize("risk", RISKS, ids=str)
def test_what_it_comes_to_for_both(risk: Risk) -> None:
    holds("sr3", risk)
