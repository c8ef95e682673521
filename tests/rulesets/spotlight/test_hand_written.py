"""What a GM writes into a file by hand, as one writes it."""

import pytest

from ..typing_in import doc, loaded

pytestmark = pytest.mark.usefixtures("home")

TABLE = """
gmtrack: 1
name: Own table
ruleset: spotlight
house_rules:
  location_table: {7: head, 6: left_leg}
combatants:
  joe:
    strength: 3
    fortitude: 3
    skills: {firearms: 3}
    weapons: {pistol: {skill: firearms, damage: 1, damage_type: lethal}}
  bob: {strength: 3, fortitude: 3}
"""


@pytest.mark.parametrize(
    ("dice", "place"),
    [("5,2,6", "head"), ("5,1,6", "left_leg"), ("4,1,6", "left_leg"), ("6,2,6", "torso")],
)
def test_a_location_table_has_numbers_as_keys_and_keeps_the_rest_sp_r20(
    dice: str, place: str
) -> None:
    assert loaded(TABLE).code == 0
    assert doc("attack", "joe", "bob", "--roll", f"attack={dice}")["location"] == place
