"""What a GM writes into a file by hand, as one writes it."""

import json
import os
from pathlib import Path

import pytest

from ..typing_in import gmtrack

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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dice: str, place: str
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    file = tmp_path / "table.yaml"
    file.write_text(TABLE, encoding="utf-8")
    assert gmtrack("load", str(file)).code == 0
    answer = gmtrack("attack", "joe", "bob", "--roll", f"attack={dice}", "--json")
    assert json.loads(answer.out)["location"] == place
