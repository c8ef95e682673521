"""Adding, removing and setting."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from cli_support import Gm
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.cli.cast import new_names, slug_of
from gmtrack.core.encounter import ID_PATTERN

Type = Callable[[list[str]], Any]


def test_add_makes_an_id_of_the_name_and_keeps_the_name(loaded: Gm) -> None:
    doc = loaded("add", "Max Power", "--set", "skill=2", "--json").doc
    assert doc["who"] == ["max-power"]
    assert loaded("show", "max", "--json").doc["name"] == "Max Power"


def test_add_with_count_numbers_ids_and_names(loaded: Gm) -> None:
    doc = loaded("add", "Ganger", "--template", "gang", "--count", "3", "--json").doc
    assert doc["who"] == ["ganger", "ganger-2", "ganger-3"]
    names = [loaded("show", who, "--json").doc["name"] for who in doc["who"]]
    assert names == ["Ganger 1", "Ganger 2", "Ganger 3"]


def test_a_name_that_is_a_templates_is_filled_from_it(loaded: Gm) -> None:
    doc = loaded("add", "Ganger", "--json").doc
    assert doc["who"] == ["ganger"]
    assert loaded("show", "ganger", "--json").doc["sheet"]["template"] == "ganger"


@pytest.mark.parametrize(
    ("word", "who"), [("g1", "ganger"), ("g2", "ganger-2"), ("gan-3", "ganger-3")]
)
def test_a_letter_and_the_number_are_enough_for_one_of_several(
    loaded: Gm, word: str, who: str
) -> None:
    loaded("add", "Ganger", "--count", "3")
    assert loaded("show", word, "--json").doc["id"] == who


@pytest.mark.parametrize("word", ["g4", "x2", "g", "4"])
def test_a_number_that_nobody_has_is_refused(loaded: Gm, word: str) -> None:
    loaded("add", "Ganger", "--count", "3")
    loaded("add", "Ghoul", "--template", "ganger")
    assert loaded("show", word, "--json").status == 1


def test_add_of_a_taken_name_takes_the_next_number(loaded: Gm) -> None:
    assert loaded("add", "Bob", "--set", "skill=1", "--json").doc["who"] == ["bob-2"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ganger", "ganger"),
        ("Joe  Schmoe!", "joe-schmoe"),
        ("Ünal", "unal"),
        ("T-1000_b", "t-1000-b"),
        ("忍者", "combatant"),
        ("--", "combatant"),
    ],
)
def test_a_slug_is_lower_case_letters_digits_and_hyphens(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@given(st.text())
def test_a_slug_is_an_id_whatever_the_name(name: str) -> None:
    ids = [new_id for new_id, _ in new_names(name, 3, {})]
    assert all(re.fullmatch(ID_PATTERN, new_id) for new_id in ids)


def test_nobody_gets_an_id_that_set_uses_for_nobody() -> None:
    assert list(new_names("Scene", 1, {})) == [("scene-2", "Scene 2")]


@pytest.mark.parametrize(
    ("there", "count", "ids"),
    [
        (["ganger-1", "ganger-2", "ganger-3"], 3, ["ganger-4", "ganger-5", "ganger-6"]),
        (["ganger-1", "ganger-2", "ganger-3"], 1, ["ganger-4"]),
        (["ganger"], 2, ["ganger-2", "ganger-3"]),
        (["ganger-7"], 1, ["ganger-8"]),
        (["ganger-boss", "gangers-2", "ganger-2-x"], 2, ["ganger", "ganger-2"]),
        ([], 2, ["ganger", "ganger-2"]),
        ([], 1, ["ganger"]),
    ],
)
def test_numbers_go_on_from_those_who_are_there(
    there: list[str], count: int, ids: list[str]
) -> None:
    names = dict(new_names("Ganger", count, there))
    assert list(names) == ids
    numbered = {who: f"Ganger {who.partition('-')[2] or 1}" for who in ids}
    assert names == (numbered if count > 1 or there else {"ganger": "Ganger"})


def test_add_of_an_unknown_template_is_refused_with_the_templates(loaded: Gm) -> None:
    error = loaded("add", "X", "--template", "troll", "--json").doc["error"]
    assert error["kind"] == "unknown"
    assert "ganger" in error["message"]


def test_add_with_a_wrong_field_is_refused(loaded: Gm) -> None:
    result = loaded("add", "X", "--template", "ganger", "--set", "skil=2", "--json")
    assert result.status == 1
    assert "skill" in result.doc["error"]["message"]


def test_a_combatant_needs_a_name(loaded: Gm) -> None:
    assert loaded("add", " ", "--template", "ganger", "--json").doc["error"]["kind"] == "value"


def test_remove_takes_the_combatant_out(loaded: Gm) -> None:
    assert loaded("remove", "Bob", "--json").doc["who"] == "bob"
    assert [row["id"] for row in loaded("board", "--json").doc["order"]] == ["joe", "bill"]


def test_set_reaches_sheet_live_state_scene_and_fight(loaded: Gm) -> None:
    loaded("set", "bob", "hurt=3", "skill=6")
    shown = loaded("show", "bob", "--json").doc
    assert (shown["hurt"], shown["sheet"]["skill"]) == (3, 6)
    loaded("set", "fight", "round=3")
    assert loaded("board", "--json").doc["round"] == 3
    assert loaded("set", "scene", "light=night", "--json").doc["changes"][0]["after"] == "night"


def test_set_of_a_negative_number_is_no_option(loaded: Gm) -> None:
    assert loaded("set", "bob", "score=-3", "--json").doc["changes"][0]["after"] == -3


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["zed", "hurt=1"], "unknown"),
        (["b", "hurt=1"], "unknown"),
        (["bob", "hrt=1"], "unknown"),
        (["bob", "hurt=many"], "value"),
        (["bob", "hurt=100"], "value"),
        (["bob", "hurt"], "value"),
    ],
)
def test_a_set_that_does_not_fit_is_refused(loaded: Gm, words: list[str], kind: str) -> None:
    assert loaded("set", *words, "--json").doc["error"]["kind"] == kind


@pytest.mark.parametrize("word", ["boss", "Boss", "the big boss"])
def test_the_name_of_somebody_who_was_removed_brings_their_sheet_back(
    type_line: Type, word: str
) -> None:
    """Wounds and effects were of the fight; what is on the sheet comes back."""
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["set", "boss", "name=The big boss"])
    sheet = type_line(["show", "boss", "--json"]).doc["sheet"]
    type_line(["damage", "boss", "1", "--location", "torso"])
    assert type_line(["remove", "boss"]).status == 0
    done = type_line(["add", word, "--json"])
    assert done.doc["added"] == ["boss"], done
    assert type_line(["show", "boss", "--json"]).doc["sheet"] == sheet


def test_nobody_comes_back_twice_nor_after_an_undo(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["remove", "boss"])
    assert type_line(["add", "boss"]).status == 0
    assert type_line(["add", "boss"]).status == 1
    type_line(["undo", "2"])
    assert type_line(["add", "boss"]).status == 1
