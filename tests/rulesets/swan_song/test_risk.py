"""What an attack comes to for the attacker: nothing, but what bleeding costs."""

import pytest

from ..upshots import Risk, holds

BLEEDS = {
    "fight": {
        "round": 1,
        "pass": 1,
        "active": "joe",
        "combatants": {
            "joe": {"ap": 2, "score": 9, "pools": {"flesh": 1}, "effects": [{"effect": "bleedout"}]}
        },
    }
}
RISKS = (
    Risk(
        "nothing", "joe bob", "--weapon pistol --defense none --roll attack=2,2,2,2,2,2,2,2", "miss"
    ),
    Risk(
        "hits",
        "joe bob",
        "--weapon pistol --defense none --roll attack=6,6,6,6,2,2,2,2 --roll soak=2,2,2,2",
        "hit",
    ),
    Risk(
        "bleeds",
        "joe bob",
        "--weapon pistol --defense none --roll attack=2,2,2,2,2,2",
        "miss",
        0,
        ("prone",),
        (),
        BLEEDS,
    ),
)


@pytest.mark.parametrize("risk", RISKS, ids=str)
def test_what_it_comes_to_for_the_attacker(risk: Risk) -> None:
    holds("swan_song", risk)
