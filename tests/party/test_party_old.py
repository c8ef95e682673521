"""A party out of the fights that the first versions have kept or exported."""

import shutil
from pathlib import Path

import pytest

from gmtrack.app.newcomers import whole_sheet
from gmtrack.store.opening import validate_file

from .conftest import Table

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", sorted(path.name for path in (TESTS / "histories").iterdir()))
def test_an_old_working_copy_makes_a_party_of_its_characters(gm: Table, name: str) -> None:
    copy = Path("home/encounters") / f"20261122-131935-{name}-1"
    shutil.copytree(TESTS / "histories" / name, copy)
    Path("home/active").write_text(f"{copy.name}\n")
    text = (copy / "encounter.yaml").read_bytes()
    encounter, ruleset = validate_file(str(copy / "encounter.yaml"))
    characters = [who for who in encounter.combatants if encounter.side(who) == "pc"]
    doc = gm.doc("party new Heroes")
    assert {one["id"]: one["in"] for one in doc["members"]} == dict.fromkeys(characters, copy.name)
    gm("undo")
    assert (copy / "encounter.yaml").read_bytes() == text
    gm("redo")
    gm(f"damage {characters[0]} 1")
    gm("end --force")
    doc = gm.doc("party heroes")
    assert {one["in"] for one in doc["members"]} == {None}
    assert [bool(one["ended"]) for one in doc["fights"]] == [True]
    kept, _ = validate_file("home/encounters/heroes/encounter.yaml")
    for who in characters:
        assert kept.combatants[who] == whole_sheet(encounter.sheet(who), ruleset)


@pytest.mark.parametrize("file", sorted((TESTS / "recorded").iterdir()), ids=lambda file: file.stem)
def test_an_old_export_makes_a_party_of_its_characters(gm: Table, file: Path) -> None:
    """All of these have ended: who is in the party is in no fight."""
    gm(f"load {file}")
    doc = gm.doc("party new Heroes")
    assert doc["members"]
    for one in doc["members"]:
        assert one["in"] is None
        shown = gm.doc(f"show {one['id']}")
        assert (shown["side"], shown["status"]) == ("pc", one["status"])
    gm("party open heroes")
    gm("rest night --seed 1")
    gm("undo")
