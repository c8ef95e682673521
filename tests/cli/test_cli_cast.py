"""Adding, removing and setting."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_support import Gm
from hypothesis import given
from hypothesis import strategies as st
from long_run import LONG

from gmtrack.app.newcomers import new_names, slug_of
from gmtrack.core.encounter import ID_PATTERN
from gmtrack.core.intents import Note
from gmtrack.core.names import distinct_names
from gmtrack.store.opening import validate_file
from gmtrack.store.ready_made import ready_made_words
from gmtrack.store.session import open_session

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


@pytest.mark.parametrize(
    "words", [["ganger", "3"], ["3", "ganger"], ["Ganger", "x3"], ["3x", "Ganger"]]
)
def test_a_number_beside_the_name_is_how_many(loaded: Gm, words: list[str]) -> None:
    doc = loaded("add", *words, "--json").doc
    assert doc["who"] == ["ganger", "ganger-2", "ganger-3"]


@pytest.mark.parametrize(
    "words", [["ganger", "foo"], ["ganger", "0"], ["a", "b", "3"], ["ganger", "3", "--count", "2"]]
)
def test_any_other_word_behind_the_name_names_the_count(loaded: Gm, words: list[str]) -> None:
    result = loaded("add", *words)
    assert result.status == 2
    assert f"`add {words[0]} --count 3`" in " ".join(result.err.split())


ROOM = "encounters/back-room.yaml"
AMBUSH = "encounters/ganger-ambush.yaml"


@pytest.mark.parametrize(
    ("file", "word", "line"),
    [
        (ROOM, "gamblers", "`add gambler` (template)"),
        (ROOM, "gambler-77", "`add gambler` (template)"),
        (ROOM, "gamblr", "`add gambler` (template)"),
        (AMBUSH, "gangers", "`add ganger` (template)"),
    ],
)
def test_a_name_that_is_nearly_a_template_is_asked_about(
    type_line: Type, file: str, word: str, line: str
) -> None:
    type_line(["load", file])
    refused = type_line(["add", word])
    assert (refused.status, refused.out) == (1, "")
    assert f"did you mean {line}?" in refused.err
    assert "is missing" not in refused.err
    assert type_line(["add", word, "--template", line.split("`")[1].split()[1]]).status == 0


@pytest.mark.parametrize("word", ["Zed", "Gambler Joe", "Ganja"])
def test_a_name_that_is_like_no_other_is_somebody_new(type_line: Type, word: str) -> None:
    type_line(["load", ROOM])
    assert type_line(["add", word, "--json"]).doc["added"] == [slug_of(word)]


def test_the_id_of_one_of_several_means_one_more_like_them(type_line: Type) -> None:
    type_line(["load", ROOM])
    sheet = type_line(["show", "gambler-1", "--json"]).doc["sheet"]
    assert type_line(["add", "gambler-1", "--json"]).doc["added"] == ["gambler-3"]
    new = type_line(["show", "gambler-3", "--json"]).doc
    assert new["name"] == "First gambler 3"
    assert new["sheet"] == sheet | {"name": "First gambler 3"}


def test_who_is_away_joins(type_line: Type) -> None:
    type_line(["load", ROOM])
    type_line(["leave", "gambler-1"])
    assert "`join gambler-1`" in type_line(["add", "gambler-1"]).err


def test_add_of_a_taken_name_takes_the_next_number(loaded: Gm) -> None:
    assert loaded("add", "Bob", "--set", "skill=1", "--json").doc["who"] == ["bob-2"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ganger", "ganger"),
        ("Joe  Schmoe!", "joe-schmoe"),
        ("Ünal", "unal"),
        ("T-1000_b", "t-1000-b"),
        ("忍者", "u5fcd-u8005"),
        ("Юрий", "yuriy"),
        ("Юрий 2", "yuriy-2"),
        ("Ψευδώνυμος", "pseydonymos"),
        ("さくら", "sakura"),
        ("김철수", "gimceolsu"),
        ("שמעון", "shinmemayinvavfinalnun"),
        ("٣", "3"),
        ("🐉", "dragon"),
        ("Tanaka 田中", "tanaka"),
        ("--", "combatant"),
        ("…", "combatant"),
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


@pytest.mark.parametrize("words", ["thug 2", "2 thugs", "thugs 2", "scar --set body=3", "thug-2"])
def test_whoever_has_a_sheet_is_added_without_a_warning(type_line: Type, words: str) -> None:
    assert type_line(["load", "encounters/stairwell.yaml"]).status == 0
    added = type_line(["add", *words.split(), "--json"])
    assert added.status == 0, added.err
    assert "warnings" not in added.doc
    if "scar" not in words:
        assert all(who.startswith("thug-") for who in added.doc["added"])


def test_without_a_plain_human_a_sheet_that_needs_values_is_refused(loaded: Gm) -> None:
    told = loaded("add", "scar").err.splitlines()
    assert told[0].startswith("error: no template 'scar'; there is ganger")
    assert "combatants.scar.skill: is missing" in told[1]
    assert "no template" not in loaded("add", "scar", "--set", "skil=3").err


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


def test_remove_takes_out_several_in_one_step(loaded: Gm) -> None:
    assert loaded("remove", "bob,joe").status == 0
    assert [row["id"] for row in loaded("board", "--json").doc["order"]] == ["bill"]
    loaded("undo")
    assert len(loaded("board", "--json").doc["order"]) == 3
    assert loaded("remove", "bob,nobody").status == 1
    assert len(loaded("board", "--json").doc["order"]) == 3
    assert loaded("remove", "b*").status == 0
    assert [row["id"] for row in loaded("board", "--json").doc["order"]] == ["joe"]
    loaded("undo")
    assert loaded("remove", "bob", "joe").status == 0
    assert [row["id"] for row in loaded("board", "--json").doc["order"]] == ["bill"]


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
    assert "assumed" not in type_line(["add", "boss", "--json"]).doc
    assert type_line(["add", "boss", "--json"]).doc["assumed"]["who"] == ["boss-2"]
    type_line(["undo", "3"])
    assert type_line(["add", "boss", "--json"]).doc["assumed"]["who"] == ["boss-2"]


@pytest.mark.parametrize(
    ("name", "taken", "found"),
    [
        ("guard", {"guard-1": "First guard", "guard-2": "Second"}, ("guard-3", "guard 3")),
        ("ganger", {"ganger": "Ganger 1", "ganger-2": "Ganger 2"}, ("ganger-3", "Ganger 3")),
        ("ganger", {"ganger-2": "Ganger 2"}, ("ganger-3", "Ganger 3")),
        ("ganger", {"red": "Ganger 1", "blue": "Ganger 2"}, ("ganger-3", "Ganger 3")),
        ("ganger", {"g7": "Biker 7"}, ("ganger", "ganger")),
        ("rat", {"rat-king": "Rat King"}, ("rat", "rat")),
        ("Bob", {"bob": "Bob Rock"}, ("bob-2", "Bob 2")),
    ],
)
def test_numbers_and_names_go_on_from_those_who_are_there(
    name: str, taken: dict[str, str], found: tuple[str, str]
) -> None:
    assert list(new_names(name, 1, taken)) == [found]


OTHER = """\
gmtrack: 1
ruleset: toy
templates:
  brute: {name: Brute, skill: 4}
combatants:
  hook: {name: Hook, template: brute, notes: limps}
  guard-1: {name: First guard, skill: 2}
  moe: {name: Moe, skill: 3}
fight: {round: 2}
"""


@pytest.fixture
def other(loaded: Gm) -> str:
    Path("other.yaml").write_text(OTHER, encoding="utf-8")
    return "other.yaml"


def test_somebody_of_another_file_comes_with_what_their_template_gives(
    loaded: Gm, other: str
) -> None:
    assert loaded("add", "--from", f"{other}:hook", "--json").doc["who"] == ["hook"]
    sheet = loaded("show", "hook", "--json").doc["sheet"]
    assert (sheet["skill"], sheet["notes"], sheet.get("template")) == (4, "limps", None)
    assert loaded("show", "hook", "--json").doc["name"] == "Hook"


@pytest.mark.parametrize(
    ("words", "who", "names"),
    [
        (["hook", "--from", "other.yaml"], ["hook"], ["Hook"]),
        (["--from", "other.yaml:ho"], ["hook"], ["Hook"]),
        (["--from", "other.yaml:brute"], ["brute"], ["Brute"]),
        (["Al", "--from", "other.yaml:hook"], ["al"], ["Al"]),
        (["--from", "other.yaml:guard-1"], ["guard-1"], ["First guard"]),
        (["moe", "--from", "other.yaml", "--count", "2"], ["moe", "moe-2"], ["Moe 1", "Moe 2"]),
    ],
)
def test_who_is_taken_from_another_file(
    loaded: Gm, other: str, words: list[str], who: list[str], names: list[str]
) -> None:
    assert loaded("add", *words, "--json").doc["who"] == who
    assert [loaded("show", one, "--json").doc["name"] for one in who] == names


def test_the_same_one_twice_is_numbered(loaded: Gm, other: str) -> None:
    loaded("add", "hook", "--from", other)
    assert loaded("add", "hook", "--from", other, "--json").doc["who"] == ["hook-2"]
    assert loaded("show", "hook-2", "--json").doc["name"] == "Hook 2"


def test_values_can_be_set_on_who_is_taken(loaded: Gm, other: str) -> None:
    loaded("add", "hook", "--from", other, "--set", "skill=1")
    assert loaded("show", "hook", "--json").doc["sheet"]["skill"] == 1


def test_a_kept_fight_is_meant_by_its_name(loaded: Gm, other: str) -> None:
    loaded("load", other)
    name = loaded("fights", "--json").doc["fights"][0]["name"]
    loaded("new", "Another", "--ruleset", "toy")
    assert loaded("add", "moe", "--from", name, "--json").doc["who"] == ["moe"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["x", "--from", "other.yaml"], "there is brute, hook, guard-1, moe"),
        (["--from", "other.yaml"], "`add --from other.yaml:NAME`; there is brute, hook"),
        (["--from", "none.yaml:hook"], "none.yaml: cannot be read"),
        (["--from", "\0:hook"], "cannot be read"),
        (["hook", "--from", "other.yaml", "--template", "gang"], "--template and --from"),
        (["hook", "--from", "strange.yaml"], "played by swan-song, this fight by toy"),
    ],
)
def test_what_cannot_be_taken_says_what_there_is(
    loaded: Gm, other: str, words: list[str], told: str
) -> None:
    strange = OTHER.partition("templates")[0].replace("toy", "swan-song")
    Path("strange.yaml").write_text(strange, encoding="utf-8")
    before = loaded("board", "--json").doc
    result = loaded("add", *words)
    assert result.status == 1
    assert told in " ".join(result.err.split())
    assert loaded("board", "--json").doc == before


def test_add_without_a_name_is_a_wrong_line(loaded: Gm) -> None:
    assert loaded("add").status == 2


# --- who comes and goes, in a ruleset that has it ---


@pytest.fixture
def ambush(type_line: Type) -> Type:
    assert type_line(["load", "encounters/ninth-street.yaml"]).status == 0
    return type_line


def statuses(type_line: Type) -> dict[str, str]:
    order = type_line(["board", "--json"]).doc["order"]
    return {one["id"]: one["status"] for one in order if one["id"].startswith("thug")}


def test_a_pattern_means_those_who_are_there_and_join_those_who_are_not(ambush: Type) -> None:
    assert ambush(["leave", "thug-1", "carried", "off"]).status == 0
    assert ambush(["leave", "thug*"]).status == 0
    assert statuses(ambush) == {"thug-1": "carried off", "thug-2": "fled"}
    assert ambush(["undo"]).status == 0
    assert statuses(ambush) == {"thug-1": "carried off", "thug-2": "up"}
    report = ambush(["damage", "thug*", "1", "--location", "torso", "--json"]).doc
    assert report["who"] == "thug-2"
    assert ambush(["join", "thug*"]).status == 0
    assert statuses(ambush) == {"thug-1": "up", "thug-2": "up"}


def test_a_list_is_done_whole_or_not_at_all(ambush: Type) -> None:
    assert ambush(["leave", "thug-1"]).status == 0
    assert ambush(["leave", "thug-1,thug-2"]).status == 1
    assert statuses(ambush) == {"thug-1": "fled", "thug-2": "up"}
    assert ambush(["leave", "thug-2"]).status == 0
    assert ambush(["join", "thug-1", "thug-2"]).status == 0
    assert statuses(ambush) == {"thug-1": "up", "thug-2": "up"}


@pytest.mark.parametrize("value", ["null", "", "fled"])
def test_set_says_whether_somebody_is_away(ambush: Type, value: str) -> None:
    assert ambush(["set", "thug-1", f"away={value}"]).status == 0
    assert statuses(ambush)["thug-1"] == ("fled" if value == "fled" else "up")


def test_a_note_is_text_and_nothing_else(ambush: Type) -> None:
    words = ["[red]owes[/red]", "\x1b[31mJoe", "a favour that he will not forget soon"]
    assert "[red]owes[/red]" in ambush(["note", "thug-1", *words]).out
    for line in (["board"], ["show", "thug-1"]):
        out = ambush(line).out
        assert "[red]owes[/red]" in out
        assert "\x1b" not in out
    doc = ambush(["board", "--json"]).doc
    noted = next(one for one in doc["order"] if one["id"] == "thug-1")
    assert noted["note"] == " ".join(words)
    assert not [one for one in noted["conditions"] if "owes" in one]
    assert ambush(["note", "thug-1", ""]).status == 0
    assert "owes" not in ambush(["board"]).out
    assert ambush(["undo"]).status == 0
    assert "owes" in ambush(["board"]).out


def test_the_board_in_json_says_all_that_it_shows(ambush: Type) -> None:
    ambush(["roll-init", "--seed", "1"])
    doc = ambush(["board", "--json"]).doc
    joe = next(one for one in doc["order"] if one["id"] == "joe")
    assert (joe["name"], joe["side"], joe["conditions"]) == ("Joe", "pc", [])
    assert joe["tracks"]["head"] == {"now": 3, "max": 3}
    lines = [one["line"] for one in ambush(["what", "--json"]).doc["choices"] if not one["why"]]
    assert doc["choices"] == lines
    assert any(line.startswith("attack ") for line in lines)


def test_a_ruleset_without_leaving_is_not_offered_it(loaded: Gm) -> None:
    assert "leave" not in loaded("what", "joe").out


def test_a_ruleset_with_leaving_is_offered_it(ambush: Type) -> None:
    assert "  leave joe" in ambush(["what", "joe"]).out


def test_a_note_is_read_without_a_text_and_taken_off_by_clear(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["note", "joe", "owes", "Bob"])
    type_line(["note", "fight", "the police come"])
    steps = len(type_line(["log", "--json"]).doc["steps"])
    assert "Note on Joe Schmoe: “owes Bob”" in type_line(["note", "joe"]).out
    assert type_line(["note", "joe", "--json"]).doc["note"] == "owes Bob"
    assert "the police come" in type_line(["note", "fight"]).out
    both = type_line(["note", "joe,bob", "--json"]).doc["notes"]
    assert [(one["who"], one["note"]) for one in both] == [("joe", "owes Bob"), ("bob", None)]
    assert "Blocks with bare hands" in type_line(["note", "bob"]).out
    assert len(type_line(["log", "--json"]).doc["steps"]) == steps
    assert "removed: “owes Bob”" in type_line(["note", "joe", "--clear"]).out
    assert "removed: “the police come”" in type_line(["note", "fight", ""]).out
    assert type_line(["note", "joe", "--clear"]).status == 1
    assert type_line(["note", "joe", "--clear", "text"]).status == 2


def test_a_line_of_an_old_history_takes_the_note_off_as_it_did(type_line: Type) -> None:
    from gmtrack.cli.parse import parse_step

    assert isinstance(parse_step(["note", "joe"])[1].wanted, Note)
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["note", "joe", "owes", "Bob"])
    type_line(["note", "joe", "--clear"])
    assert type_line(["amend", "3", "note", "joe", ""]).status == 0
    assert type_line(["replay", "--verify"]).status == 0


def test_a_fight_is_renamed_everywhere_and_undo_takes_it_back(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    [change] = type_line(["set", "fight", "name=The Bridge", "--json"]).doc["changes"]
    assert (change["who"], change["what"], change["after"]) == ("fight", "name", "The Bridge")
    assert type_line(["board"]).out.startswith("The Bridge")
    assert type_line(["fights", "--json"]).doc["fights"][0]["title"] == "The Bridge"
    type_line(["save", "bridge.yaml"])
    assert "\nname: The Bridge\n" in Path("bridge.yaml").read_text()
    assert type_line(["switch", "The Bridge"]).status == 0
    assert type_line(["set", "fight", "name= "]).status == 1
    assert type_line(["undo"]).status == 0
    assert type_line(["board"]).out.startswith("Knife fight behind the bar")
    assert type_line(["fights", "--json"]).doc["fights"][0]["title"] != "The Bridge"


@pytest.mark.parametrize(
    ("fight", "word"),
    [
        ("ninth-street", "cover"),
        ("ganger-ambush", "cover"),
        ("car-park", "cover"),
        ("car-park", "covers"),
        ("garage-night", "barriers"),
    ],
)
def test_a_piece_of_the_scene_that_is_none_is_answered_with_one_that_works(
    type_line: Type, fight: str, word: str
) -> None:
    type_line(["load", f"encounters/{fight}.yaml"])
    message = type_line(["set", "scene", f"{word}.crate=6", "--json"]).doc["error"]["message"]
    _, _, line = message.partition("An example: `")
    assert ".crate={" in line
    assert "combatants" not in message
    assert type_line(shlex.split(line.rstrip("`"))).status == 0


ALIKE = """\
gmtrack: 1
name: Alike
ruleset: swan-song
combatants:
  thug-1: {template: '@thug'}
  thug-2: {template: '@thug'}
  boss: {template: '@thug'}
  joe: {template: '@human', name: Joe, side: pc}
"""


@pytest.fixture
def those_alike(gm: Gm, tmp_path: Path) -> Gm:
    (tmp_path / "alike.yaml").write_text(ALIKE, encoding="utf-8")
    assert gm("load", "alike.yaml").status == 0
    return gm


def names() -> dict[str, str]:
    with open_session(None, write=False) as session:
        return session.encounter.names()


def test_two_of_one_name_have_the_number_or_the_id_behind_it(those_alike: Gm) -> None:
    assert list(names().values()) == ["Thug 1", "Thug 2", "Thug (boss)", "Joe"]


@pytest.mark.parametrize(
    ("word", "who"),
    [("Thug 2", "thug-2"), ("thug2", "thug-2"), ("thug-1", "thug-1"), ("Thug (boss)", "boss")],
)
def test_the_name_that_is_shown_can_be_typed(those_alike: Gm, word: str, who: str) -> None:
    assert those_alike("show", word, "--json").doc["id"] == who


def test_the_first_of_ten_is_number_one(type_line: Type) -> None:
    type_line(["new", "Any", "--ruleset", "swan-song"])
    type_line(["add", "@ganger", "10"])
    assert type_line(["show", "ganger-1", "--json"]).doc["id"] == "ganger"
    assert len(type_line(["set", "ganger-*", "side=ally", "--json"]).doc["changes"]) == 10


def test_nobody_is_called_otherwise_when_one_of_the_same_name_is_removed(those_alike: Gm) -> None:
    those_alike("remove", "boss")
    assert those_alike("remove", "thug-1").status == 0
    assert list(names().values()) == ["Thug 2", "Joe"]
    those_alike("add", "Other", "--template", "@thug", "--set", "name=Thug 1")
    told = those_alike("stats").out
    assert "Thug 1 (thug-1)" in told
    assert "Thug 1 " in told.replace("Thug 1 (thug-1)", "")
    those_alike("undo", "3")
    assert list(names().values()) == ["Thug 1", "Thug 2", "Thug (boss)", "Joe"]


@pytest.mark.parametrize(
    ("there", "joins"),
    [
        ({"thug-1": "Thug", "thug-2": "Thug"}, {"x-1": "Thug"}),
        ({"thug-1": "Thug 1", "thug-2": "Thug 2"}, {"bob": "Thug 1"}),
        ({"thug": "Thug 1", "thug-2": "Thug 2"}, {"bob": "Thug 1"}),
        ({"thug-1": "Thug", "thug-2": "Thug"}, {"bob": "Thug 1"}),
    ],
)
def test_nobody_is_called_otherwise_when_one_of_the_same_name_joins(
    there: dict[str, str], joins: dict[str, str]
) -> None:
    after = distinct_names(there | joins)
    assert {who: after[who] for who in there} == distinct_names(there)
    (who,) = joins
    assert after[who] == f"{joins[who]} ({who})"


def test_a_newcomer_is_not_called_like_those_whose_ids_are_like_theirs(
    gm: Gm, tmp_path: Path
) -> None:
    (tmp_path / "alike.yaml").write_text(ALIKE.replace("@thug", "@ganger"), encoding="utf-8")
    assert gm("load", "alike.yaml").status == 0
    assert gm("add", "@thug", "@guard").status == 0
    assert names()["thug-3"] == "Thug 3"


@given(
    st.dictionaries(
        st.sampled_from([f"{stem}{end}" for stem in "ab" for end in ("", "-1", "-2", "-3")]),
        st.sampled_from(["A", "a", "A 1", "A (a)", "A (b-1)", "b", "b 2"]),
    )
)
def test_no_two_are_called_alike(called: dict[str, str]) -> None:
    shown = {who: name.lower() for who, name in distinct_names(called).items()}
    assert len(set(shown.values())) == len(called)
    if len({name.lower() for name in called.values()}) == len(called):
        assert distinct_names(called) == called


@pytest.fixture
def next_fight(type_line: Type) -> Type:
    """Vex is dying in a kept fight, and another is open."""
    for line in ("load @ganger-ambush", "roll-init --seed 1", "damage vex 12 --seed 1"):
        assert type_line(line.split()).status == 0
    assert type_line(["new", "Later", "--ruleset", "swan-song"]).status == 0
    return type_line


@pytest.mark.parametrize("fight", sorted(word.removeprefix("@") for word in ready_made_words()))
def test_everybody_of_a_ready_made_fight_can_come_into_another(type_line: Type, fight: str) -> None:
    """Also who begins behind a piece of its scene, which is not here. Of several by the same
    template the first, unless in the long run."""
    type_line(["load", f"@{fight}"])
    ruleset = type_line(["board", "--json"]).doc["ruleset"]
    encounter, _ = validate_file(f"encounters/{fight}.yaml")
    type_line(["new", "Other", "--ruleset", ruleset])
    kinds: dict[str, str] = {}
    for who, sheet in encounter.combatants.items():
        kinds.setdefault(who if LONG else sheet.get("template") or who, who)
    for who in kinds.values():
        for line in (
            ["add", who, "--from", fight],
            ["add", f"New {who}", "--from", f"{fight}:{who}", "--fresh"],
        ):
            done = type_line(line)
            assert done.status == 0, done.err


def test_who_comes_from_a_kept_fight_comes_as_they_stand(next_fight: Type) -> None:
    told = next_fight(["add", "vex", "--from", "ganger-ambush"])
    assert "Vex: as in ganger-ambush (dying)" in told.out
    doc = next_fight(["show", "vex", "--json"]).doc
    assert (doc["status"], doc["pools"]["flesh"]["now"]) == ("dying", -2)
    next_fight(["undo"])
    assert next_fight(["board", "--json"]).doc["order"] == []


def test_fresh_takes_the_sheet_alone(next_fight: Type) -> None:
    told = next_fight(["add", "vex", "--from", "ganger-ambush", "--fresh"])
    assert "Vex: fresh from ganger-ambush, sheet only" in told.out
    assert next_fight(["show", "vex", "--json"]).doc["status"] == "up"
    line = ["add", "vex", "--from", "ganger-ambush", "--count", "2"]
    assert "with --fresh" in next_fight(line).err
    assert len(next_fight([*line, "--fresh", "--json"]).doc["added"]) == 2


def test_everybody_comes_with_the_scene_in_one_step(type_line: Type) -> None:
    type_line(["load", "@loading-dock"])
    there = type_line(["board", "--json"]).doc["order"]
    type_line(["new", "Later", "--ruleset", "swan-song"])
    type_line(["add", there[0]["id"], "--from", "@loading-dock"])
    told = type_line(["add", "--from", "@loading-dock", "--everybody"]).out
    assert f"{there[0]['name']}: already here, so left in @loading-dock" in told
    with open_session(None, write=False) as session:
        assert {*session.encounter.combatants} == {one["id"] for one in there}
        assert session.encounter.scene.get("barriers")
    assert "is here already" in type_line(["add", "--from", "@loading-dock", "--everybody"]).err
    type_line(["undo"])
    with open_session(None, write=False) as session:
        assert ([*session.encounter.combatants], session.encounter.scene) == ([there[0]["id"]], {})


def test_a_usual_side_is_the_same_in_capital_letters(type_line: Type) -> None:
    type_line(["new", "Any", "--ruleset", "swan-song"])
    assert "slip" not in type_line(["add", "@ganger", "Vex", "--set", "side=PC"]).out
    assert type_line(["board", "--json"]).doc["order"][0]["side"] == "pc"


@pytest.mark.parametrize("ruleset", ["swan-song", "sr3", "storyteller", "spotlight", "i2050"])
def test_a_weapon_that_a_newcomer_is_given_is_in_hand(type_line: Type, ruleset: str) -> None:
    weapon = next(one["name"] for one in type_line(["stock", "--ruleset", ruleset, "--json"]).doc[
        "weapons"] if one["name"].endswith("pistol"))  # fmt: skip
    Path("cast.csv").write_text(f"name,template,weapons.gun\nBo,@human,{weapon}\n", "utf-8")
    type_line(["new", "Any", "--ruleset", ruleset])
    assert type_line(["import", "cast.csv"]).status == 0
    assert type_line(["add", "Al", "--set", f"weapons.gun={weapon}"]).status == 0
    for line in (["odds", "bo", "al"], ["odds", "al", "bo"]):
        usual = type_line([*line, "--json"]).doc
        assert usual == type_line([*line, "--weapon", "gun", "--json"]).doc


def test_more_of_a_name_that_is_there_are_the_same(type_line: Type) -> None:
    type_line(["new", "Any", "--ruleset", "swan-song"])
    type_line(["add", "@ganger", "2"])
    sheet = type_line(["show", "ganger", "--json"]).doc["sheet"]
    doc = type_line(["add", "ganger", "3", "--set", "side=ally", "--json"]).doc
    assert doc["added"] == ["ganger-3", "ganger-4", "ganger-5"]
    new = type_line(["show", "ganger-4", "--json"]).doc["sheet"]
    assert new == sheet | {"name": "Ganger 4", "side": "ally"}


def test_one_more_of_the_stock_is_the_same(type_line: Type) -> None:
    type_line(["new", "Any", "--ruleset", "swan-song"])
    type_line(["add", "@ganger"])
    type_line(["add", "Joe"])
    sheet = type_line(["show", "ganger", "--json"]).doc["sheet"]
    assert "assumed" not in type_line(["add", "ganger", "--json"]).doc
    new = type_line(["show", "ganger-2", "--json"]).doc["sheet"]
    assert new == sheet | {"name": "Ganger 2"}
    assert type_line(["add", "Joe", "--json"]).doc["assumed"]["who"] == ["joe-2"]


@pytest.mark.parametrize("line", ["damage joe,joe 3", "damage joe joe 3", "show joe,Joe"])
def test_nobody_is_named_twice(loaded: Gm, line: str) -> None:
    told = loaded(*line.split())
    assert (told.status, told.err) == (1, "error: Joe Schmoe is named twice: name everybody once\n")


def test_the_blanks_of_a_value_need_no_quotes(loaded: Gm) -> None:
    assert loaded("set", "fight", "name=The", "long", "hall").status == 0
    assert loaded("board", "--json").doc["name"] == "The long hall"


def test_an_id_is_no_number(loaded: Gm, tmp_path: Path) -> None:
    told = loaded("add", "6")
    assert told.status == 1
    assert "'6' is a number, and no name for anybody" in told.err
    (tmp_path / "some.csv").write_text("name\n7\n", encoding="utf-8")
    assert "'7' is a number" in loaded("import", str(tmp_path / "some.csv")).err


def test_a_note_of_the_file_is_not_taken_off_and_says_so(gm: Gm, tmp_path: Path) -> None:
    text = ALIKE.replace("name: Alike", "name: Alike\nnotes: at night")
    (tmp_path / "alike.yaml").write_text(text, encoding="utf-8")
    gm("load", "alike.yaml")
    assert "the note on the fight is the file's" in gm("note", "fight", "--clear").err
    assert gm("set", "joe", "notes=tired").status == 0
    assert "`set joe notes=''` takes it off" in gm("note", "joe", "--clear").err
    assert gm("set", "joe", "notes=").status == 0
    assert "there is no note on joe" in gm("note", "joe", "--clear").err


def test_a_title_of_two_kept_fights_names_both(gm: Gm, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(ALIKE, encoding="utf-8")
        assert gm("load", f"{name}.yaml").status == 0
    for line in (["add", "joe", "--from", "Alike"], ["switch", "Alike"]):
        assert "kept fight 'Alike' could be two, one" in gm(*line).err


@pytest.mark.parametrize("line", ["note thug-1", "note fight", "leave thug-1"])
def test_a_word_that_no_file_can_hold_is_refused(ambush: Type, line: str) -> None:
    before = ambush(["board", "--json"]).doc
    refused = ambush([*line.split(), "a\udcffb"])
    assert refused.status == 2
    assert "UTF-8" in refused.err
    assert ambush(["board", "--json"]).doc == before
    assert ambush([*line.split(), "für"]).status == 0
