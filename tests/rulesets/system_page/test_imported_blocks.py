"""Stat blocks of other programs as combatants of pages with hit points and armor class."""

import shutil
from pathlib import Path

import pytest

from ..typing_in import doc, done, gmtrack, refused, told

FILES = Path(__file__).parents[2] / "characters" / "files"


@pytest.fixture(autouse=True)
def files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bridge.json", "apes.json", "party.toml"):
        shutil.copy(FILES / name, home)
    monkeypatch.chdir(home)


def test_an_encounter_of_another_tracker_is_played_by_fantasy() -> None:
    lurker, boss = doc("import", "bridge.json", "--ruleset", "fantasy")["characters"]
    assert (lurker["id"], boss["id"]) == ("bridge-lurker", "boss")
    done("set", "bridge-lurker", "hidden=false")
    shown = doc("show", "bridge-lurker")
    assert shown["tracks"]["hp"] == {"now": 7, "max": 7}
    done("damage", "bridge-lurker", "3")
    line = "attack bridge-lurker boss --roll attack=8 --roll damage=6"
    answer = doc(line)
    # 8 + 4 against 12; 6 + 2 points.
    assert (answer["outcome"], next(one["after"] for one in answer["changes"])) == ("hit", 22)
    lost = [one["what"] for one in lurker["lost"]]
    assert "resistances: tar" in lost
    assert "Hooked knife: 1d6 poison damage" in lost
    assert "initiative +2" in [one["what"] for one in boss["lost"]]


def test_monsters_die_at_zero_and_resist_what_their_block_says() -> None:
    answer = doc("import", "apes.json", "--ruleset", "fantasy")
    assert [one["name"] for one in answer["left_out"]] == ["Nobody"]
    assert "hp 19 to 14" in told("damage", "cave-ape", "10", "--type", "cold")
    assert "is dead" in told("damage", "wolf", "11")


def test_a_party_comes_with_its_initiative() -> None:
    doc("import", "party.toml", "--ruleset", "fantasy")
    done("add", "Rat", "dex=10")
    rolls = ("sera", "lan", "rat")
    words = [word for who in rolls for word in ("--roll", f"{who}=10")]
    scores = {one["id"]: one["score"] for one in done("roll-init", *words, "--json").doc["order"]}
    assert scores == {"sera": 14, "lan": 10, "rat": 10}


def test_a_page_without_attacks_keeps_them_as_a_note() -> None:
    doc("import", "bridge.json", "--ruleset", "plain")
    assert "Hooked knife +4, 1d6+2 slashing" in told("show", "bridge-lurker")
    doc("import", "party.toml", "--ruleset", "plain")
    words = ("--roll", "sera=10", "--roll", "lan=10", "--json")
    order = done("roll-init", *words).doc["order"]
    assert {one["id"]: one["score"] for one in order}["sera"] == 14


def test_a_copy_of_the_page_takes_them_too(home: Path) -> None:
    done("new", "system", "Mine", "--like", "fantasy")
    assert doc("import", "apes.json", "--ruleset", "mine.yaml")["ruleset"] == "mine"


@pytest.mark.parametrize("ruleset", ["percentile", "pools", "sr3"])
def test_a_game_without_armor_class_refuses_them_and_says_who_takes_them(ruleset: str) -> None:
    said = refused("import", "apes.json", "--ruleset", ruleset)
    assert "`gmtrack import apes.json --ruleset fantasy`" in said
    assert "`gmtrack import apes.json --ruleset plain`" in said


def test_the_format_can_be_said() -> None:
    assert doc("import", "bridge.json", "--from", "initiative", "--ruleset", "plain")
    answer = gmtrack("import", "apes.json", "--from", "dndme", "--ruleset", "plain")
    assert "not TOML" in answer.err
