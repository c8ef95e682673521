"""Players answer on their phones what a system page asks of them: the dice of a save against an
attack, and those of the damage."""

from collections.abc import Callable
from pathlib import Path

from gmtrack.app.phone_questions import DiceQuestion

from .conftest import Evening

FIGHT = Path(__file__).parents[1] / "rulesets/system_page/evening/bridge.yaml"
ORDER = "kira=16 moth=9 oak=4 tarn=12 ogre=14 goblin=7 shaman=11"


def test_saves_and_damage_are_rolled_on_phones(evening: Callable[..., Evening]) -> None:
    rolls = " ".join(f"--roll {one}" for one in ORDER.split())
    table = evening(str(FIGHT), f"roll-init {rolls}", "turn shaman", ask="pc")
    table.type("a oak moth -w spark --roll damage=4,4,4", "still to answer: ")
    asked = table.asked()
    assert {*asked} == {"oak", "moth"}
    oak = asked["oak"]
    assert isinstance(oak, DiceQuestion)
    assert (oak.count, oak.sides) == (1, 20)
    table.answer("oak", "10")
    table.answer("moth", "11")
    table.terminal.wait_for("Oak: burnt")
    table.terminal.wait_for("Moth: saved")
    table.type("turn oak", "Oak has the turn")
    table.type("a shaman -w flame --roll attack=3", "dice (Enter = roll):")
    damage = table.asked()["oak"]
    assert isinstance(damage, DiceQuestion)
    assert (damage.what, damage.count, damage.sides) == ("damage", 2, 8)
    table.answer("oak", "5 6")
    table.terminal.wait_for("Shaman: hp 14 to 3")
    assert table.is_gone()
