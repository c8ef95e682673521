"""A file whose live state says what somebody has lost, and not how they are by that."""

import copy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.store.check.lint import warnings_of
from gmtrack.store.encounter_map import data_of
from gmtrack.store.text.emit import dump_yaml

from .test_removed import STAGES, prepared

CASES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("swan-song", {}, {"pools": {"flesh": 0}}, "dying"),
    ("swan-song", {}, {"pools": {"flesh": -3}}, "dying"),
    ("swan-song", {}, {"pools": {"flesh": -9}}, "dead"),
    ("swan-song", {}, {"strain": 10}, "unconscious"),
    ("swan-song", {}, {"pools": {"flesh": 1}}, "up"),
    ("spotlight", {"side": "pc"}, {"locations": {"head": {"lethal": 3}}}, "dying"),
    ("spotlight", {"side": "foe"}, {"locations": {"head": {"lethal": 3}}}, "dead"),
    ("spotlight", {}, {"locations": {"head": {"lethal": 1, "bruise": 2}}}, "unconscious"),
    ("spotlight", {}, {"locations": {"head": {"lethal": 2}}}, "up"),
    ("i2050", {"hp": 20}, {"pools": {"hp": 0}}, "dying"),
    ("i2050", {"hp": 20}, {"pools": {"hp": 3}}, "unconscious"),
    ("i2050", {}, {"locations": {"chest": 0}}, "unconscious"),
    ("i2050", {}, {"locations": {"head": -30}}, "dead"),
    ("i2050", {}, {"locations": {"right_leg": 1}}, "up"),
    ("sr3", {}, {"physical": 10}, "dying"),
    ("sr3", {}, {"stun": 10}, "unconscious"),
    ("sr3", {}, {"physical": 10, "overflow": 9}, "dead"),
    ("storyteller", {"health": 7}, {"lethal": 7}, "dying"),
    ("storyteller", {"health": 7}, {"aggravated": 7}, "dead"),
]
DERIVED = ("sr3", "storyteller")
"""How somebody is follows from the tracks, whatever is written."""
WRITTEN_DOWN = ("spotlight", "i2050")
"""How somebody is has to be written: where it is not, they are up, with a warning."""
MEANS_WELL = {
    "swan-song": {"status": "up"},
    "spotlight": {"fate": "ok", "unconscious": None},
    "i2050": {"out": None},
    "sr3": {"conscious": True, "dying": False, "dead": False},
    "storyteller": {"conscious": True, "dying": False, "dead": False},
}


def doc_of(name: str, sheet: dict[str, Any], live: dict[str, Any]) -> dict[str, Any]:
    stage = STAGES[name]
    doc = data_of(prepared(stage, {}))
    who = stage.cast[0]
    doc["combatants"][who] = {**doc["combatants"][who], **sheet}
    doc["fight"] = {"combatants": {who: copy.deepcopy(live)}}
    return doc


def status(name: str, fight: Encounter) -> str:
    return str(STAGES[name].core.ruleset.show(fight, STAGES[name].cast[0]).doc["status"])


def told(doc: dict[str, Any], folder: Path) -> list[str]:
    """The warnings about the live state."""
    file = folder / "fight.yaml"
    file.write_text(dump_yaml(doc), encoding="utf-8")
    return [one.message for one in warnings_of(str(file)) if one.path.startswith("fight.")]


@pytest.mark.parametrize(("name", "sheet", "live", "expected"), CASES)
def test_how_somebody_is_follows_from_what_they_have_lost(
    name: str, sheet: dict[str, Any], live: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    doc = doc_of(name, sheet, live)
    fight = STAGES[name].core.encounter(copy.deepcopy(doc))
    assert status(name, fight) == ("up" if name in WRITTEN_DOWN else expected)
    again = STAGES[name].core.encounter(data_of(fight))
    assert data_of(again) == data_of(fight)
    assert bool(told(doc, tmp_path)) == (expected != "up" and name not in DERIVED)
    if name not in WRITTEN_DOWN:
        assert not told(data_of(fight), tmp_path)


@pytest.mark.parametrize(("name", "sheet", "live", "expected"), CASES)
def test_what_the_file_says_of_it_stays_with_a_warning(
    name: str, sheet: dict[str, Any], live: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    doc = doc_of(name, sheet, {**live, **MEANS_WELL[name]})
    assert status(name, STAGES[name].core.encounter(copy.deepcopy(doc))) == "up"
    assert bool(told(doc, tmp_path)) == (expected != "up")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("spotlight", "set joe locations.head.lethal=3"),
        ("spotlight", "set joe locations.head.bruise=3"),
        ("i2050", "set lotus pools.hp=0"),
        ("i2050", "set lotus unconscious=30 pools.hp=12"),
        ("i2050", "set lotus locations.chest=0"),
    ],
)
def test_a_value_that_was_set_brings_nothing_about_in_a_save_either(name: str, line: str) -> None:
    stage = STAGES[name]
    fight = prepared(stage, {})
    report, _ = stage.core.resolved(fight, line.split())
    assert status(name, fight) == "up"
    again = stage.core.encounter(data_of(fight))
    assert data_of(again) == data_of(fight)
    assert status(name, again) == "up"
    changed = {one["what"] for one in report.to_json().get("changes", ())}
    assert not changed & {"fate", "out"}
