"""A third ruleset, from a distribution of its own, is played like those that come with gmtrack."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
import yaml
from jsonschema import Draft202012Validator
from plugin_support import Gm

COIN_FLIP = {
    "id": "coin-flip",
    "title": "Coin Flip",
    "summary": "as many coins as nerve; one head knocks down",
}


def status_of(gm: Gm, who: str) -> str:
    return str(gm("show", who, "--json").doc["status"])


def test_it_is_listed_beside_the_others(gm: Gm) -> None:
    rulesets = gm("rulesets", "--json").doc["rulesets"]
    assert COIN_FLIP in rulesets
    assert {"spotlight", "swan-song"} < {ruleset["id"] for ruleset in rulesets}
    lines = [line.split(maxsplit=1) for line in gm("rulesets").out.splitlines()]
    assert ["coin-flip", "as many coins as nerve; one head knocks down"] in lines


def test_an_encounter_of_it_is_valid(gm: Gm) -> None:
    assert gm("validate", "duel.yaml") == (0, "duel.yaml: ok\n", "")


def test_it_has_a_schema_for_editors(gm: Gm, tmp_path: Path) -> None:
    schema = Draft202012Validator(gm("schema", "coin-flip").doc)
    Draft202012Validator.check_schema(schema.schema)
    duel = yaml.safe_load((tmp_path / "duel.yaml").read_text())
    schema.validate(duel)
    duel["combatants"]["bob"]["nerve"] = 0
    [error] = schema.iter_errors(duel)
    assert list(error.absolute_path) == ["combatants", "bob", "nerve"]


def test_a_file_of_it_points_to_its_schema(duel: Gm, tmp_path: Path) -> None:
    assert duel("save", "mine.yaml").status == 0
    line = (tmp_path / "mine.yaml").read_text().partition("\n")[0]
    assert line.endswith("/gmtrack/schema/coin-flip.json")
    file = Path(unquote(urlparse(line.partition("=")[2]).path))
    assert json.loads(file.read_text())["properties"]["ruleset"] == {
        "description": "The rules of this fight.",
        "const": "coin-flip",
    }


def test_its_odds_are_exact(duel: Gm) -> None:
    chances = duel("odds", "joe", "bob", "--json").doc["outcomes"]
    assert chances == {"hit": 0.875, "miss": 0.125}


def test_without_slips_of_its_own_it_is_warned_of_sides(gm: Gm, tmp_path: Path) -> None:
    duel = (tmp_path / "duel.yaml").read_text()
    (tmp_path / "odd.yaml").write_text(duel.replace("side: pc", "side: player"))
    result = gm("validate", "odd.yaml")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("odd.yaml:5: warning: combatants.joe.side: found 'player', ")


@pytest.mark.parametrize(
    ("right", "wrong", "line", "told"),
    [
        ("nerve: 2", "nerve: 0", 6, "combatants.bob.nerve: found 0, allowed: a whole number from"),
        ("nerve: 3", "nevre: 3", 5, "combatants.joe.nevre: "),
        ("coin-flip", "coin-flop", 3, "did you mean 'coin-flip'?"),
    ],
)
def test_a_fault_in_a_file_of_it_is_named_with_its_line(
    gm: Gm, tmp_path: Path, right: str, wrong: str, line: int, told: str
) -> None:
    duel = (tmp_path / "duel.yaml").read_text()
    (tmp_path / "broken.yaml").write_text(duel.replace(right, wrong))
    result = gm("validate", "broken.yaml")
    assert result.status == 1
    [fault] = [text for text in result.out.splitlines() if told in text]
    assert fault.startswith(f"broken.yaml:{line}: ")


def test_an_attack_with_typed_dice_and_its_own_option_is_one_right_document(duel: Gm) -> None:
    words = ("attack", "joe", "bob", "--luck", "1", "--mod", "-2:wind", "--roll", "flip=1,2")
    result = duel(*words, "--json")
    flip: dict[str, Any] = {
        "name": "flip",
        "who": "joe",
        "pool": 2,
        "dice": [1, 2],
        "given": True,
        "hits": 1,
        "parts": [
            {"label": "nerve", "value": 3},
            {"label": "luck", "value": 1},
            {"label": "wind", "value": -2},
        ],
    }
    assert (result.status, result.err) == (0, "")
    assert result.doc == {
        "command": "attack",
        "ruleset": "coin-flip",
        "attacker": "joe",
        "target": "bob",
        "outcome": "hit",
        "rolls": [flip],
        "effects": [{"target": "bob", "effect": "down", "until": "end"}],
        "changes": [{"who": "bob", "what": "down", "before": False, "after": True}],
    }


def test_what_an_attack_did_is_shown_and_can_be_undone_and_redone(duel: Gm) -> None:
    before = duel("show", "bob", "--json").doc
    assert "Bob Rock is down" in duel("attack", "joe", "bob", "--roll", "flip=1,2,1").out
    assert "down (until the end)" in duel("show", "bob").out
    assert [row["status"] for row in duel("board", "--json").doc["order"]] == ["up", "down"]
    assert duel("undo").status == 0
    assert duel("show", "bob", "--json").doc == before
    assert duel("redo").status == 0
    assert status_of(duel, "bob") == "down"


def test_it_is_counted_without_a_word_on_luck(duel: Gm) -> None:
    duel("attack", "joe", "bob", "--roll", "flip=2,2,1")
    people = duel("stats", "--json").doc["combatants"]
    assert (people["joe"]["hits"], people["joe"]["put_out"]) == (1, ["bob"])
    assert people["joe"]["luck"] is None
    assert "luck" not in duel("stats").out.lower()
    assert "-> hit" in duel("log").out
    assert "[2] [2] 1  (typed)" in duel("log", "2").out


def test_its_rule_is_refused_and_can_be_forced(duel: Gm) -> None:
    duel("attack", "joe", "bob", "--roll", "flip=2,1,1")
    refused = duel("attack", "bob", "joe", "--json")
    assert refused.status == 1
    assert refused.doc["error"] == {"kind": "down", "message": "bob is down; --force overrules"}
    assert duel("attack", "bob", "joe", "--force", "--roll", "flip=2,2").status == 0
    assert status_of(duel, "joe") == "down"


def test_typed_dice_that_do_not_fit_are_refused_in_its_words(duel: Gm) -> None:
    for dice, told in [("flip=1,2", "3 dice"), ("flip=1,2,3", "not a face"), ("luck=1", "flip")]:
        error = duel("attack", "joe", "bob", "--roll", dice, "--json").doc["error"]
        assert error["kind"] == "roll"
        assert told in error["message"]


def test_a_fight_can_be_made_with_it_from_nothing(gm: Gm, tmp_path: Path) -> None:
    assert gm("new", "Two coins", "--ruleset", "coin-flip", "coins.yaml").status == 0
    assert gm("add", "Ann", "--set", "nerve=0").status == 1
    assert gm("add", "Ann", "--set", "nerve=4").status == 0
    assert gm("add", "Zed", "--set", "nerve=1").status == 0
    assert gm("set", "zed", "down=true").status == 0
    assert gm("remove", "ann").status == 0
    assert gm("save").status == 0
    assert gm("load", "coins.yaml").status == 0
    assert status_of(gm, "zed") == "down"
    assert gm("end").status == 0
    assert status_of(gm, "zed") == "up"


def test_its_option_is_offered_where_it_belongs_and_nowhere_else(duel: Gm) -> None:
    assert "Coin Flip: Flip so many coins more." in duel("attack", "--help").out
    assert "Coin Flip" not in duel("test", "--help").out
    assert duel("test", "joe", "nerve", "--luck", "1").status == 2
    assert duel("new", "Alley", "--ruleset", "swan-song").status == 0
    refused = duel("attack", "joe", "bob", "--luck", "1", "--json")
    assert refused.doc["error"]["message"] == "Swan Song has no --luck"


def test_a_command_that_it_does_not_have_is_refused(duel: Gm) -> None:
    assert duel("roll-init", "--json").doc["error"]["kind"] == "unknown"


def test_its_pages_are_shown(gm: Gm) -> None:
    pages = gm("rules", "--ruleset", "coin-flip", "--json").doc["topics"]
    assert [page["topic"] for page in pages] == ["coins"]


def test_a_new_encounter_says_what_its_sheet_needs(gm: Gm) -> None:
    made = gm("new", "Night", "--ruleset", "coin-flip")
    assert made.out.splitlines()[-1] == "next: gmtrack add NAME --set nerve=VALUE"
    assert gm("add", "Joe", "--set", "nerve=3").status == 0


def test_without_an_example_of_its_own_there_is_none(gm: Gm) -> None:
    made = gm("new", "Night", "--ruleset", "coin-flip", "--example")
    assert made.status == 1
    assert "Coin Flip has no example" in made.err
    assert "without --example" in made.err
