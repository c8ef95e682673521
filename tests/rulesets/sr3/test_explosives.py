"""Grenades and charges: what sheets say of them, throwing, the blast."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tables import each_row

from gmtrack.app.what import choices
from gmtrack.completion.words import (
    make_completion_scene,
    suggest_after_actor,
    suggest_weapons,
)

from ..moving import Fought
from ..typing_in import gmtrack
from .book import CORE

THROWER = {
    "side": "pc", "body": 4, "quickness": 5, "strength": 4, "intelligence": 4, "willpower": 4,
    "skills": {"throwing_weapons": 4, "launch_weapons": 3},
    "armor": [{"ballistic": 4, "impact": 3}],
}  # fmt: skip
GRENADE = {"skill": "throwing_weapons", "delivery": "thrown", "power": 10, "level": "S"}
LAUNCHER = {"skill": "launch_weapons", "delivery": "launched", "power": 10, "level": "S"}
CHARGE = {"skill": "demolitions", "delivery": "placed", "power": 12, "level": "S"}


def as_file(folder: Path, weapon: Any, **fight: Any) -> str:
    """A file in which Ash has this weapon, and Gus is there."""
    ash = {**THROWER, "weapons": {"it": weapon}}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": {"ash": ash, "gus": {}}}
    path = folder / "x.yaml"
    path.write_text(yaml.safe_dump({**doc, "fight": fight}), encoding="utf-8")
    return str(path)


@each_row(
    ("weapon", "key", "says"),
    [
        ({**GRENADE, "level": None}, "level", "needs a level"),
        ({**GRENADE, "capacity": 3}, "capacity", "thrown has no capacity"),
        ({**GRENADE, "modes": ["ss"]}, "modes", "thrown has no modes"),
        ({**GRENADE, "reach": 1}, "reach", "thrown has no reach"),
        ({**GRENADE, "drop": 21}, "drop", "20"),
        ({**GRENADE, "dazzle": 13}, "dazzle", "12"),
        ({**GRENADE, "ranges": [5, 4, 3, 2]}, "ranges", "ascending"),
        ({**GRENADE, "delivery": "dropped"}, "delivery", "thrown"),
        ({**LAUNCHER, "count": 3}, "count", "launched has no count"),
        ({**LAUNCHER, "aerodynamic": True}, "aerodynamic", "launched has no aerodynamic"),
        ({**CHARGE, "ranges": [1, 2, 3, 4]}, "ranges", "placed has no ranges"),
        ({"skill": "clubs", "drop": 2}, "delivery", "a weapon with drop needs a delivery"),
    ],
)  # fmt: skip
def test_a_fault_in_an_explosive_is_told_where_it_stands(
    weapon: Any, key: str, says: str, tmp_path: Path
) -> None:
    answer = gmtrack("validate", as_file(tmp_path, weapon))
    assert answer.code == 1
    assert f"combatants.ash.weapons.it.{key}" in answer.out + answer.err
    assert says in answer.out + answer.err


@each_row(
    ("weapon", "ranges"),
    [
        (GRENADE, "12/20/40/80"),  # SRX-104
        ({**GRENADE, "aerodynamic": True}, "12/20/80/120"),
        ({**GRENADE, "ranges": [1, 2, 3, 4]}, "1/2/3/4"),
        (LAUNCHER, "50/100/150/300"),
    ],
)
def test_ranges_of_an_explosive(weapon: Any, ranges: str, tmp_path: Path) -> None:
    file = as_file(tmp_path, weapon)
    assert gmtrack("validate", file).code == 0
    assert f" {ranges} " in gmtrack("-f", file, "show", "ash").out


def test_how_many_are_left_is_counted_and_no_rest_brings_them_back(tmp_path: Path) -> None:
    """SRX-118."""
    live = {"combatants": {"ash": {"count": {"it": 1}}}}
    file = as_file(tmp_path, {**GRENADE, "count": 3}, **live)
    assert gmtrack("-f", file, "show", "ash", "--json").doc["count"] == {"it": {"now": 1, "max": 3}}
    for kind in ("scene", "week", "full"):
        assert gmtrack("-f", file, "rest", kind).code == 0
        assert gmtrack("-f", file, "show", "ash", "--json").doc["count"]["it"]["now"] == 1


@pytest.mark.parametrize("weapon", [GRENADE, LAUNCHER, CHARGE])
def test_nobody_aims_with_an_explosive(weapon: Any, tmp_path: Path) -> None:
    """SRX-106."""
    answer = gmtrack("-f", as_file(tmp_path, weapon), "act", "ash", "aim", "gus", "--weapon", "it")
    assert answer.code == 1
    assert "not a ranged weapon to aim with" in answer.err


GUN = {"skill": "pistols", "power": 9, "level": "M", "ranges": [5, 20, 40, 60], "capacity": 6}


def fight(*, items: Any = None, **live: Any) -> Fought:
    """It is the phase of Ash, who has a gun in hand and a grenade; Gus and Zed are foes."""
    ash = {**THROWER, "weapons": {"gun": GUN, "frag": GRENADE}}
    cast = {"ash": ash, "sam": {"side": "pc"}, "gus": {}, "zed": {}}
    state = {"round": 1, "pass": 1, "phase": "acting", "acting": "ash", "combatants": live}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": cast}
    return Fought(CORE, {**doc, "fight": {**state, "timed_items": items or {}}})


FAR = {"position": [18, 0]}
NEAR_FAR = {"position": [18, 3]}
SHOT, FISTS = "attack ash gus --weapon gun", "attack ash gus --weapon unarmed"


@each_row(
    ("live", "first"),
    [
        ({"gus": FAR, "zed": NEAR_FAR}, "act ash ready frag"),
        ({"gus": FAR, "zed": NEAR_FAR, "ash": {"wielded": "frag"}}, "attack ash gus --weapon frag"),
        # One foe alone is not worth it, nor are two around a friend, or too near.
        ({"gus": FAR, "zed": {"position": [18, 40]}}, SHOT),
        (
            {"gus": FAR, "zed": NEAR_FAR, "sam": {"position": [18, 1]}},
            SHOT,
        ),
        ({"gus": {"position": [3, 0]}, "zed": {"position": [3, 3]}}, SHOT),
        ({"gus": FAR, "zed": {**NEAR_FAR, "physical": 10}}, SHOT),
        (
            {"gus": FAR, "zed": NEAR_FAR, "ash": {"count": {"frag": 0}}},
            SHOT,
        ),
        ({"gus": FAR, "zed": NEAR_FAR, "ash": {"simple_left": 1}}, SHOT),
        (
            {"gus": {"position": [90, 0]}, "zed": {"position": [90, 3]}},
            FISTS,
        ),
    ],
)
def test_a_grenade_is_thrown_where_it_helps_more_than_it_harms(live: Any, first: Any) -> None:
    there = {"ash": {}, "sam": {}, **live}
    there["ash"] = {"wielded": "gun", "position": [0, 0], **there["ash"]}
    assert fight(**there).first("ash", "gus", "zed") == first


def test_what_is_due_goes_off_before_anybody_acts() -> None:
    """Where it lies is taken to be off its aim, if no position says it."""
    item = {"owner": "ash", "weapon": "frag", "metres": 3, "due": "now"}
    there = fight(items={"frag": item})
    assert there.actors == ("ash",)
    assert there.first("ash", "gus") == "act ash detonate frag gus --with gus:distance=3"
    known = fight(items={"frag": {**item, "position": [3, 0]}})
    assert known.moves("ash", "gus") == known.moves("ash") == ["act ash detonate frag"]
    assert known.first("ash") == "act ash detonate frag"


def bounced(home: Path) -> None:
    """A fight in which a grenade that Ash has thrown comes back and goes off."""
    file = as_file(
        home,
        {**GRENADE, "count": 3},
        combatants={"ash": {"position": [0, 0]}, "gus": {"position": [8, 0]}},
    )
    lines = (
        f"load {file}",
        "roll-init --roll ash=6 --roll gus=1",
        "attack ash gus --roll attack=1,1,2,2 --roll scatter=6 --roll direction=4",
        "next",
        "next",
        "act ash detonate it --roll resist.ash=4,4,1,1 --roll knockdown.ash=1,1,1,1 "
        "--roll resist.gus=4,1,1 --roll knockdown.gus=2,1,1",
    )
    for line in lines:
        answer = gmtrack(*line.split())
        assert answer.code == 0, (line, answer.err)


def test_a_grenade_is_named_in_the_stories_by_its_own_name(home: Path) -> None:
    bounced(home)
    for words, sentences in (
        (
            (),
            "Ash throws it at gus. It lands back towards whoever threw it.",
        ),
        ((), "It goes off. Ash is hit: 6 damage."),
        (("--players",), "Ash throws it at gus."),
        (("--players",), "It goes off near ash and hits. Ash takes 6 damage."),
        (("--players",), "It goes off near gus and hits."),
    ):
        path = home / "story.md"
        path.unlink(missing_ok=True)
        assert gmtrack("log", "--export", str(path), *words).code == 0
        assert sentences in path.read_text()
    assert gmtrack("stats", "--json").doc["combatants"]["ash"]["attacks"] == 2


def test_a_throw_is_amended_undone_saved_and_replayed(home: Path) -> None:
    bounced(home)
    assert gmtrack("replay", "--verify").code == 0
    there = gmtrack("show", "ash", "--json").doc
    assert (there["track"]["physical"]["filled"], there["count"]["it"]["now"]) == (6, 2)
    # As if it had landed a metre off: the blast happens again where it lies then.
    assert gmtrack("amend", "3", "--with", "scatter=1").code == 0
    assert gmtrack("show", "ash", "--json").doc["track"]["physical"]["filled"] == 3
    assert gmtrack("undo").code == 0
    assert gmtrack("undo").code == 0
    item = gmtrack("board", "--json").doc["timed_items"]["it"]
    assert (item["position"], item["due"]["at"]) == ([2.0, 0.0], "now")
    save = home / "save.yaml"
    assert gmtrack("save", str(save)).code == 0
    assert gmtrack("-f", str(save), "board", "--json").doc["due"] == ["it"]
    assert gmtrack("redo").code == 0
    assert "timed_items" not in gmtrack("board", "--json").doc


def test_whoever_is_removed_takes_along_what_they_have_thrown(home: Path) -> None:
    bounced(home)
    assert gmtrack("undo").code == 0
    told = gmtrack("remove", "ash")
    assert told.code == 0
    assert "timed_items" not in gmtrack("board", "--json").doc
    assert gmtrack("next").code == 0


def test_what_was_thrown_goes_off_also_when_its_thrower_has_left(home: Path) -> None:
    """SRX-109."""
    bounced(home)
    assert gmtrack("undo").code == 0
    assert gmtrack("leave", "ash", "fled").code == 0
    assert gmtrack("next").code == 1
    told = gmtrack("act", "ash", "detonate", "it", "--json")
    assert [block["target"] for block in told.doc["attacks"]] == ["gus"]
    assert gmtrack("next").code == 0


def test_a_launcher_is_loaded_but_with_no_kind_of_ammunition(tmp_path: Path) -> None:
    """SRX-118."""
    tube = {**LAUNCHER, "loading": "internal", "capacity": 6, "ammo": 2}
    file = as_file(tmp_path, tube)
    load = ("-f", file, "act", "ash", "load", "it")
    wrong = gmtrack(*load, "--with", "ammo-type=gel")
    assert wrong.code == 1
    assert "takes no ammo-type" in wrong.err
    assert gmtrack(*load).code == 0
    assert gmtrack("-f", file, "show", "ash", "--json").doc["ammo"]["it"]["now"] == 6


def test_none_left_is_not_readied(tmp_path: Path) -> None:
    """SRX-118."""
    live = {"combatants": {"ash": {"count": {"it": 0}, "wielded": "unarmed"}}}
    answer = gmtrack(
        "-f", as_file(tmp_path, GRENADE, **live), "act", "ash", "ready", "it", "--json"
    )
    assert answer.doc["error"]["kind"] == "count"


def test_an_own_effect_reaches_the_dice_of_the_power(home: Path) -> None:
    """By the house rule, they are a roll with a target number like any other."""
    path = Path(as_file(home, GRENADE))
    doc = yaml.safe_load(path.read_text(encoding="utf-8"))
    doc["house_rules"] = {"blast_staging": "half_power"}
    doc["effects"] = {"damp": {"rolls": [{"roll": "blast", "by": 2}]}}
    doc["combatants"]["ash"]["always"] = ["damp"]
    path.write_text(yaml.safe_dump(doc), encoding="utf-8")
    line = "attack ash gus --weapon it --with range=10 --with scatter=0 --with at-once"
    dice = "--roll attack=1,1,1,2 --roll blast=4,4,4,5,5 --seed 1 --json"
    told = gmtrack("-f", str(path), *line.split(), *dice.split())
    assert told.code == 0, told.err
    (blast,) = (roll for roll in told.doc["rolls"] if roll["name"] == "blast")
    assert [(part["label"], part["value"]) for part in blast["tn_parts"]] == [
        ("base", 4),
        ("damp", 2),
    ]
    assert blast["successes"] == 0


def test_what_would_be_refused_for_its_kind_is_not_offered() -> None:
    """None left is not readied, and a charge is laid: neither stands where Tab offers weapons."""
    ash = {**THROWER, "weapons": {"frag": GRENADE, "mine": CHARGE, "gone": GRENADE}}
    live = {"combatants": {"ash": {"count": {"gone": 0}}}}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": {"ash": ash, "gus": {}}}
    encounter = CORE.encounter({**doc, "fight": live})
    lexicon = CORE.ruleset.lexicon(encounter)
    offered = {
        command: {entry.word for entry in suggest_weapons("ash", command, lexicon)}
        for command in ("attack", "act")
    }
    assert offered == {"attack": {"unarmed", "frag"}, "act": {"unarmed", "frag", "mine"}}
    assert {entry.word for entry in lexicon.weapons["ash"]} >= {"gone", "mine"}
    lines = [one.line for one in choices(CORE.ruleset, encounter, "ash")]
    assert any("attack ash gus --weapon frag" in line for line in lines)
    assert not any("--weapon mine" in line for line in lines if line.startswith("attack"))


def test_karma_is_of_no_use_to_whoever_lays_a_charge(tmp_path: Path) -> None:
    """Nothing is rolled, so that no words of Karma are offered for it."""
    lexicon = CORE.ruleset.lexicon(CORE.encounter({"gmtrack": 1, "name": "x", "ruleset": "sr3"}))
    assert lexicon.by_action["activate"] == ()
    line = ["act", "ash", "activate", "it", "--with", "karma=attack:2"]
    told = gmtrack("-f", as_file(tmp_path, CHARGE), *line)
    assert "Karma is of no use to this action" in told.err


def test_what_is_thrown_laid_and_let_off_is_offered_each_for_its_own_action() -> None:
    ash = {**THROWER, "weapons": {"frag": GRENADE, "mine": CHARGE, "gone": GRENADE}}
    ash["spells"] = {"heal": {"force": 3, "category": "health", "kind": "mana", "drain": "(M)"}}
    live = {"combatants": {"ash": {"count": {"gone": 0}}}}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": {"ash": ash, "gus": {}}}
    encounter = CORE.encounter({**doc, "fight": live})
    rules = CORE.ruleset
    scene = make_completion_scene(encounter, rules, rules.board(encounter))
    offered = {
        action: {entry.word for entry in suggest_after_actor(["ash", action], scene)}
        for action in ("throw", "activate", "cast", "stand-up", "ready")
    }
    assert offered == {
        "throw": {"frag", "gus"}, "activate": {"mine"}, "cast": {"heal", "gus"},
        "stand-up": set(), "ready": {"unarmed", "frag", "mine"},
    }  # fmt: skip
