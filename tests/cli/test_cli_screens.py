"""Board, show and rules."""

import re

import pytest
from cli_support import Gm

from gmtrack.core.guide_topics import GUIDE_TOPICS


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
    assert "toy" in error["message"]


def test_the_guides_of_the_program_are_shown_by_their_words(gm: Gm) -> None:
    assert gm("guide", "program").out.startswith("# gmtrack: the guide")
    assert gm("guide", "format", "--json").doc["guide"].startswith("# Files, results, guarantees")
    assert gm("guide", "port").out.startswith("# How to add a ruleset")


def test_the_guide_lists_its_pages_when_nothing_is_open(gm: Gm) -> None:
    shown = gm("guide")
    assert shown.status == 0
    assert shown.out == gm("guide", "program").out
    assert "Run phones" in gm("guide", "phones").out
    doc = gm("guide", "--json").doc
    assert doc["page"] == "program"
    assert [one["topic"] for one in doc["topics"]] == [*list(GUIDE_TOPICS)[1:]]


def test_an_open_fight_has_the_guide_of_its_ruleset_with_the_topics_below(gm: Gm) -> None:
    gm("load", "@knife-fight")
    shown = gm("guide").out
    assert shown.startswith("# Swan Song: the guide")
    last = shown.rstrip().splitlines()[-1]
    assert "`gmtrack guide program` lists them" in last
    assert all(topic in last for topic in GUIDE_TOPICS)
    assert gm("guide", "--json").doc.keys() == {"ruleset", "guide"}


@pytest.mark.parametrize("topic", GUIDE_TOPICS)
def test_each_topic_of_the_guide_is_a_page(gm: Gm, topic: str) -> None:
    doc = gm("guide", topic, "--json").doc
    assert doc["page"] == topic
    assert doc["guide"].startswith("# ")
    assert ".md)" not in gm("guide", topic).out


def test_a_word_of_the_guide_may_be_begun_and_a_wrong_one_has_one_answer(gm: Gm) -> None:
    assert gm("guide", "mist").out.startswith("# Mend a mistake")
    assert gm("guide", "swan", "--json").doc["ruleset"] == "swan-song"
    lists = "`gmtrack guide program` lists the pages"
    for word, answer in (
        ("chess", "no guide 'chess'; "),
        ("partty", "no guide 'partty'; did you mean 'party'? "),
        ("spotlihgt", "no guide 'spotlihgt'; did you mean 'spotlight'? "),
        ("st", "guide 'st' could be stock, story, storyteller: type more of it; "),
    ):
        refused = gm("guide", word)
        assert refused.status == 1
        assert refused.err.startswith(f"error: {answer}{lists}")
    error = gm("guide", "chess", "--json").doc["error"]
    assert error["kind"] == "unknown"


def test_a_word_that_is_no_page_is_answered_with_where_the_guide_speaks_of_it(gm: Gm) -> None:
    shown = " ".join(gm("guide", "undo").out.split())
    assert "the guide speaks of 'undo' here" in shown
    assert "gmtrack guide mistake Take back the last step" in shown
    doc = gm("guide", "undo", "--json").doc
    assert {"topic": "mistake", "heading": "Take back the last step"}.items() <= {
        **next(one for one in doc["places"] if one["heading"].startswith("Take back"))
    }.items()
    # A comment in a block of code is no heading.
    places = gm("guide", "barrier", "--json").doc["places"]
    assert not any(one["heading"].startswith(("gmtrack", "!")) for one in places)


def test_a_file_that_is_not_there_is_an_error_also_of_the_guide(gm: Gm) -> None:
    refused = gm("-f", "no.yaml", "guide")
    assert refused.status == 1
    assert "no.yaml" in refused.err


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
