"""The smallest ruleset is played, planned, taken back and kept like any other."""

import pytest
from plugin_support import Gm


@pytest.fixture
def scuffle(gm: Gm) -> Gm:
    """A GM who has loaded the scuffle."""
    loaded = gm("load", "scuffle.yaml")
    assert loaded.status == 0, loaded.err
    return gm


def breath_of(gm: Gm, who: str) -> int:
    [one] = [one for one in gm("board", "--json").doc["order"] if one["id"] == who]
    return int(one["tracks"]["breath"]["now"])


def test_it_is_listed_and_its_encounter_is_valid(gm: Gm) -> None:
    rulesets = gm("rulesets", "--json").doc
    assert "scuffle" in [one["id"] for one in rulesets["rulesets"]]
    assert not rulesets.get("broken")
    assert gm("validate", "scuffle.yaml").out == "scuffle.yaml: ok\n"


def test_six_or_more_takes_a_breath_and_undo_gives_it_back(scuffle: Gm) -> None:
    scuffle("attack", "joe", "bob", "--roll", "attack=3")
    assert breath_of(scuffle, "bob") == 2
    scuffle("undo")
    assert breath_of(scuffle, "bob") == 3
    missed = scuffle("attack", "joe", "bob", "--roll", "attack=2", "--json").doc
    assert missed["outcome"] == "miss"


def test_who_has_no_breath_is_down_until_the_fight_ends(scuffle: Gm) -> None:
    for _ in range(3):
        scuffle("attack", "joe", "bob", "--roll", "attack=6")
    assert scuffle("show", "bob", "--json").doc["status"] == "down"
    refused = scuffle("attack", "bob", "joe", "--json")
    assert refused.doc["error"]["kind"] == "down"
    assert scuffle("attack", "bob", "joe", "--force", "--seed", "1").status == 0
    scuffle("end")
    assert breath_of(scuffle, "bob") == 3


def test_its_odds_are_exact(scuffle: Gm) -> None:
    chances = scuffle("odds", "joe", "bob", "--json").doc["outcomes"]
    assert chances == {"hit": pytest.approx(4 / 6), "miss": pytest.approx(2 / 6)}


def test_what_it_has_no_use_for_is_refused(scuffle: Gm) -> None:
    for words in (["--called", "neck"], ["--with", "mud"], ["--roll", "parry=1"]):
        assert scuffle("attack", "joe", "bob", *words).status == 1
    assert scuffle("damage", "bob", "1").err == "error: Scuffle has no such command\n"


def test_what_lists_the_attack_and_stats_adds_it_up(scuffle: Gm) -> None:
    assert "attack joe bob" in scuffle("what", "joe").out
    scuffle("attack", "joe", "bob", "--roll", "attack=6")
    joe = scuffle("stats", "--json").doc["combatants"]["joe"]
    assert (joe["attacks"], joe["hits"], joe["damage_dealt"]) == (1, 1, 1)
