"""Everybody of another encounter comes late, with the pieces of its scene, in every ruleset."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gmtrack.store.session import open_session

from .conftest import Table


class Gang(NamedTuple):
    """Who comes: their `sheet`, how their boss stands (`live`) and what he has of the turn there;
    the scene, and what is left of its pieces (`left`)."""

    sheet: dict[str, Any]
    live: dict[str, Any]
    turn: dict[str, Any]
    scene: dict[str, Any]
    left: dict[str, Any]


SWAN = dict.fromkeys(("body", "agility", "reaction", "strength", "willpower", "intuition"), 3)
LIGHT = {"name": "crates", "type": "light", "rating": {"torso": 3}}
GANGS = {
    "swan-song": Gang(
        SWAN,
        {
            "pools": {"flesh": 6}, "prone": True, "cover": "good", "cover_barrier": "crates",
            "effects": [{"effect": "winded", "rounds": 20, "until": "manual"}],
        },
        {"score": 30},
        {"barriers": {"crates": {"rating": "average", "area_m2": 4}}},
        {"barriers": {"crates": {"damage_taken": 3, "hole_m2": 0}}},
    ),
    "spotlight": Gang(
        {"strength": 2, "agility": 2, "fortitude": 2, "cover": [LIGHT]},
        {"locations": {"torso": {"bruise": 2}}},
        {"ap": 3},
        {"cover": {"crates": LIGHT}},
        {},
    ),
    "storyteller": Gang(
        {"cover": "crates"},
        {"bashing": 2, "prone": True, "timed": {"prone": 5}},
        {"initiative": 30},
        {"covers": {"crates": {"concealment": "partially", "durability": 1, "structure": 9}}},
        {"structure": {"crates": 4}},
    ),
    "sr3": Gang(
        {},
        {"stun": 2, "partial_cover": True, "position": [3, 4]},
        {"initiative": 30},
        {"barriers": {"crates": {"rating": 8}}},
        {"barriers": {"crates": 5}},
    ),
    "i2050": Gang({"dex": 10}, {"pools": {"hp": 15}, "position": [3, 4]}, {"acted": True}, {}, {}),
}  # fmt: skip
EVERYBODY = "add --from gang.yaml --everybody"


def write(name: str, ruleset: str, people: dict[str, Any], **more: Any) -> None:
    doc = {"gmtrack": 1, "name": name, "ruleset": ruleset, "combatants": people, **more}
    Path(f"{name.lower()}.yaml").write_text(json.dumps(doc))


def stored() -> bytes:
    """The fight in play, as it is kept."""
    return Path("home/encounters/street/encounter.yaml").read_bytes()


def state(who: str) -> dict[str, Any]:
    """What is written of somebody, but that Spotlight notes who comes late (SP-INIT-07)."""
    with open_session(None, write=False) as session:
        live: dict[str, Any] = session.encounter.fight.get("combatants", {}).get(who, {})
    return {key: value for key, value in live.items() if key != "late"}


@pytest.fixture(params=GANGS)
def gang(request: pytest.FixtureRequest) -> Gang:
    return GANGS[request.param]


@pytest.fixture
def street(gm: Table, gang: Gang) -> Table:
    """A fight in its first round; one of the gang has an id that is here already."""
    ruleset = next(name for name, one in GANGS.items() if one is gang)
    bare = {key: value for key, value in gang.sheet.items() if key != "cover"}
    write("Street", ruleset, {"anna": bare | {"side": "pc"}, "kim": bare})
    fight = {"combatants": {"boss": gang.live | gang.turn}, **gang.left}
    people = dict.fromkeys(("kim", "boss", "thug"), gang.sheet)
    write("Gang", ruleset, people, scene=gang.scene, fight=fight)
    gm("load street.yaml")
    gm("roll-init --seed 1")
    return gm


def test_they_come_as_they_stand_and_where_with_what_stands_there(
    street: Table, gang: Gang
) -> None:
    before = stored()
    assert street.doc(f"{EVERYBODY} -n")["added"] == ["boss", "thug"]
    assert stored() == before
    doc = street.doc(EVERYBODY)
    assert (doc["added"], doc["fresh"]) == (["boss", "thug"], {"boss": False, "thug": False})
    assert doc.get("pieces", []) == [name for held in gang.scene.values() for name in held]
    with open_session(None, write=False) as session:
        encounter = session.encounter
        assert state("boss") == gang.live
        assert {key: encounter.scene[key] for key in gang.scene} == gang.scene
        assert {key: encounter.fight[key] for key in gang.left} == gang.left
        assert encounter.sheet("boss").get("cover") == gang.sheet.get("cover")
        assert encounter.sheet("kim").get("cover") is None
    street("undo")
    assert stored() == before
    street("redo")
    assert "is here already" in street(EVERYBODY, 1)


def test_it_is_told_and_the_line_that_is_told_brings_them_in(street: Table, gang: Gang) -> None:
    told = " ".join(street(EVERYBODY).split())
    assert "boss, thug: as in gang.yaml (up)" in told
    assert "kim: already here, so left in gang.yaml" in told
    assert ("Brought along from gang.yaml: crates" in told) == bool(gang.scene)
    _, begins, rest = told.partition("`roll-init ")
    if begins:
        street(f"roll-init {rest.partition('`')[0]} --seed 2")
    order = [one["id"] for one in street.doc("board")["order"]]
    assert sorted(order) == ["anna", "boss", "kim", "thug"]


def test_fresh_takes_sheets_and_pieces_alone(street: Table, gang: Gang) -> None:
    street(f"{EVERYBODY} --fresh")
    with open_session(None, write=False) as session:
        assert state("boss") == {}
        assert {key: session.encounter.scene[key] for key in gang.scene} == gang.scene
        assert not session.encounter.fight.keys() & gang.left.keys()


def test_a_scene_with_all_its_people_here_brings_its_pieces(home: Table) -> None:
    lair = Path("lair.yaml").read_text()
    home("load lair.yaml")
    crates = "scene: {barriers: {crates: {rating: average}}}\n"
    Path("cellar.yaml").write_text(lair + crates)
    told = home("add --from cellar.yaml --everybody")
    assert "Brought along from cellar.yaml: crates" in told
    assert "beast, rolf: already here, so left in cellar.yaml" in told


# --- of a party ---


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("add --from heroes --everybody", ["mara", "rolf"]),
        ("add --from heroes:mara", ["mara"]),
        ("add Twin --from heroes:mara", []),
        ("add --from heroes:mara --fresh", []),
    ],
)
def test_who_of_a_party_comes_late_goes_home_at_the_end(
    home: Table, line: str, who: list[str]
) -> None:
    Path("lair.yaml").write_text(Path("lair.yaml").read_text().replace("  rolf: {", "  ralf: {"))
    home("load lair.yaml")
    home("roll-init --seed 1")
    told = home(line)
    assert ("From the party heroes, so `end` brings them home: " in told) == bool(who)
    there = {one["id"]: one["in"] for one in home.doc("party heroes")["members"]}
    assert there == {one: "lair" if one in who else None for one in ("mara", "rolf")}
    home("undo")
    assert home.member("mara")["in"] is None
    home("redo")
    if who:
        home("damage mara 2")
    home("end")
    assert home.member("mara")["tracks"]["flesh"]["now"] == (4 if who else 6)


def test_members_come_one_after_the_other(home: Table) -> None:
    home("load lair.yaml")
    home("remove rolf")
    home("roll-init --seed 1")
    for who in ("mara", "rolf"):
        home(f"add --from heroes:{who}")
        home(f"damage {who} 1")
    party = home.doc("end")["party"]
    assert [one["id"] for one in party["members"]] == ["mara", "rolf"]


@pytest.mark.parametrize(
    "line", ["add --from heroes:mara", "add --from heroes --everybody", "add --from hunt:mara"]
)
def test_who_of_a_party_is_in_another_fight_is_refused_with_the_two_ways_on(
    gm: Table, line: str
) -> None:
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("load lair.yaml")
    told = " ".join(gm(line, 1).split())
    assert "still in hunt: `gmtrack switch hunt` and `end` bring them home; --force" in told
    gm(f"{line} --force")
    assert gm.doc("show mara")["id"] == "mara"
    gm("load hunt.yaml")
    assert gm.doc("add --from heroes:mara")["added"] == ["mara-2"]


def test_who_is_no_member_comes_from_a_fight_with_a_party(gm: Table) -> None:
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("load lair.yaml")
    assert gm.doc("add --from hunt:thug")["added"] == ["thug"]


def test_another_party_has_copies(home: Table) -> None:
    home("party open heroes")
    home("party new Villains --ruleset swan-song")
    assert home.doc("add --from heroes:mara")["fresh"] == {"mara": False}
    assert home.member("mara")["in"] is None
