"""Board, show and rules."""

import re

import pytest
from cli_support import Gm


def test_board_json_is_the_document_of_the_board(loaded: Gm) -> None:
    doc = loaded("board", "--json").doc
    assert (doc["name"], doc["ruleset"], doc["round"]) == ("Duel", "toy", 0)


def test_board_shows_everybody(loaded: Gm) -> None:
    out = loaded("board").out
    for name in ("Duel", "Joe Schmoe", "Bob Rock", "Bill"):
        assert name in out


@pytest.mark.parametrize("word", ["joe", "JOE", "Joe Schmoe", "j"])
def test_show_takes_id_name_or_beginning(loaded: Gm, word: str) -> None:
    assert loaded("show", word, "--json").doc["id"] == "joe"


def test_show_on_screen_has_the_sheet(loaded: Gm) -> None:
    assert "skill" in loaded("show", "joe").out


def test_rules_lists_its_topics(loaded: Gm) -> None:
    assert [t["topic"] for t in loaded("rules", "--json").doc["topics"]] == ["dice", "rulings"]
    assert "how dice are read" in loaded("rules").out


def test_rules_shows_one_topic_with_what_is_played(loaded: Gm) -> None:
    doc = loaded("rules", "di", "--json").doc
    assert doc["topic"] == "dice"
    assert doc["columns"] == ["what", "how"]
    assert doc["rows"] == [["skill", "as many dice, while playing Duel"]]
    assert "while playing Duel" in loaded("rules", "dice").out


def test_rules_works_without_an_encounter_for_a_named_ruleset(gm: Gm) -> None:
    doc = gm("rules", "dice", "--ruleset", "toy", "--json").doc
    assert doc["rows"] == [["skill", "as many dice, while playing nothing"]]


def test_rules_without_an_encounter_asks_which_of_several_rulesets(gm: Gm) -> None:
    error = gm("rules", "--json").doc["error"]
    assert error["kind"] == "no-encounter"
    assert "gmtrack rules --ruleset " in error["message"]
    assert "gmtrack guide i2050" in gm("guide").err
    assert "toy" in error["message"]


def test_the_guides_of_the_program_are_shown_by_their_words(gm: Gm) -> None:
    assert gm("guide", "program").out.startswith("# gmtrack: the guide")
    assert gm("guide", "format", "--json").doc["guide"].startswith("# Files, results, guarantees")
    assert gm("guide", "port").out.startswith("# How to add a ruleset")
    for words in ((), ("chess",)):
        refused = gm("guide", *words)
        assert refused.status == 1
        assert "`gmtrack guide program` and `gmtrack guide format`" in refused.err


@pytest.mark.parametrize("word", ["program", "format", "port", "i2050"])
def test_where_a_guide_links_a_page_it_says_the_command_that_shows_it(gm: Gm, word: str) -> None:
    shown = gm("guide", word).out
    assert ".md)" not in shown
    assert "`gmtrack guide format`" in shown or word in ("format", "port")
    assert "`gmtrack rules --ruleset i2050`" in shown or word != "i2050"


def test_rules_refuses_an_unknown_topic_with_the_topics(loaded: Gm) -> None:
    error = loaded("rules", "magic", "--json").doc["error"]
    assert error["kind"] == "unknown"
    assert "dice, rulings" in error["message"]


def test_rulesets_lists_what_is_installed_without_an_encounter(gm: Gm) -> None:
    doc = gm("rulesets", "--json").doc
    assert list(doc) == ["rulesets"]
    assert {"id": "toy", "title": "Toy", "summary": "as many dice as skill, 4 and more hit"} in (
        doc["rulesets"]
    )
    assert re.search(r"^toy +as many dice as skill, 4 and more hit$", gm("rulesets").out, re.M)
