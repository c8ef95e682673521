"""What an attack comes to for the attacker."""

import pytest

from ..upshots import Risk, holds

COUNTER = "--defense counter --roll attack=6,1,1,2 "
HURT = {"fight": {"combatants": {"punk": {"locations": {"torso": {"lethal": 5, "bruise": 0}}}}}}
RISKS = (
    Risk("nothing", "punk joe", "--roll attack=1,1,1,1", "miss"),
    Risk("hits", "joe punk", "--weapon fist --roll attack=6,6,6", "hit"),
    Risk(
        "beaten",
        "punk joe",
        "--defense counter --roll attack=1,1,1,1 --roll counter=1,1,1,1,1",
        "miss",
    ),
    Risk("both hit", "punk joe", COUNTER + "--roll counter=6,4,5,5,1", "hit", 5),
    Risk(
        "countered",
        "punk joe",
        COUNTER + "--roll counter=6,4,5,5,1",
        "countered",
        5,
        ("dead",),
        (),
        HURT,
    ),
    Risk(
        "the arm",
        "punk joe",
        COUNTER.replace("6,1,1,2", "5,3,2,1") + "--roll counter=2,2,5,6,5",
        "hit",
        7,
        ("destroyed",),
    ),
)


@pytest.mark.parametrize("risk", RISKS, ids=str)
def test_what_it_comes_to_for_the_attacker(risk: Risk) -> None:
    holds("spotlight", risk)
