"""`amend` as it is typed: what it answers, what it refuses, and that nothing is lost."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gmtrack.store import lock
from gmtrack.store.session import open_session

from .conftest import BeginWith
from .typing_in import at_home_in, done, gmtrack, saved

FILE = str(Path(__file__).parents[2] / "encounters" / "knife-fight.yaml")
PLAYED = (
    "roll-init --roll joe=5 --roll bob=4",
    "attack joe bob --roll attack=5,5,1,2,3,4,2 --roll defense=1,2,3 --roll soak=5,5,5,1",
    "next",
    "attack bob joe --roll attack=1,2,3 --roll defense=1,2,3,4,1,2",
    "next",
    "note bob is angry",
    "damage joe 1",
    "set bob strain=2",
    "roll 3d6",
    "add Ganger --from FILE:bob",
)
"""Steps 2 to 11 of a fight; each is one of another kind."""


@pytest.fixture
def fight(home: Path, begin_with: BeginWith) -> Path:
    begin_with(f"load {FILE}", *(line.replace("FILE", FILE) for line in PLAYED))
    return home


def refused(*argv: str) -> Any:
    answer = gmtrack(*argv, "--json")
    assert answer.code == 1
    return answer.doc["error"]


def steps() -> list[Any]:
    return list(done("log", "--json").doc["steps"])


def sheet(who: str) -> Any:
    return done("show", who, "--json").doc


def test_words_are_added_and_what_is_different_is_told(fight: Path) -> None:
    flesh = sheet("bob")["pools"]["flesh"]["now"]
    doc = done("amend", "3", "--mod", "2:cover", "--roll", "attack=6,5", "--json").doc
    assert list(doc)[:5] == ["command", "ruleset", "seq", "line", "was"]
    assert (doc["command"], doc["seq"], doc["reran"], doc["dropped"]) == ("amend", 3, 8, [])
    assert doc["line"] == f"{PLAYED[1]} --mod 2:cover"
    [new] = doc["new_rolls"]
    assert new == {"seq": 3, "name": "attack", "who": "joe", "dice": [6, 5]}
    assert {"who": "bob", "what": "flesh", "was": flesh, "now": flesh - 2} in doc["differences"]
    assert {"who": "bob", "what": "pools.flesh", "before": flesh, "after": flesh - 2} in doc[
        "changes"
    ]
    assert sheet("bob")["pools"]["flesh"]["now"] == flesh - 2


def test_the_fight_is_the_one_that_would_have_been_played(fight: Path) -> None:
    done("amend", "3", "--mod", "2:cover", "--roll", "attack=6,5")
    amended = saved(fight)
    done("undo", "11")
    for line in PLAYED:
        words = line.replace("attack=5,5,1,2,3,4,2", "attack=5,5,1,2,3,4,2,6,5 --mod 2:cover")
        words = words.replace("attack=1,2,3", "attack=1")  # Bob is hurt.
        done(*words.replace("FILE", FILE).split())
    assert saved(fight, "oracle") == amended


def test_it_is_one_step_that_undo_takes_back_to_the_byte(fight: Path) -> None:
    before = saved(fight)
    done("amend", "3", "--called", "neck", "--seed", "1")
    after = saved(fight)
    assert before != after
    done("undo")
    assert saved(fight) == before
    done("redo")
    assert saved(fight) == after
    done("undo", "11")
    done("redo", "11")
    assert saved(fight) == after
    assert [one["seq"] for one in steps()] == [*range(1, 17)]


def test_new_dice_of_a_step_are_one_line(fight: Path) -> None:
    words = ("attack=1,1,1,1,1,1,1", "defense=6,6,6")
    told = done("amend", "3", *(f"--roll={one}" for one in words)).out
    assert (
        "  new dice for step 3: attack Joe Schmoe 1 1 1 1 1 1 1; defense Bob Rock 6 6 6\n" in told
    )
    told = done("amend", "2", "roll-init", "--roll", "joe=6", "--roll", "bob=3").out
    assert "  new dice for step 2: initiative Joe Schmoe 6, Bob Rock 3\n" in told


def test_another_command_takes_the_place_of_the_step(fight: Path) -> None:
    doc = done("amend", "8", "damage", "joe", "3", "--json").doc
    assert (doc["line"], doc["was"], doc["reran"]) == ("damage joe 3", "damage joe 1", 3)
    flesh = [one for one in doc["differences"] if one["what"] == "flesh"]
    assert [(one["who"], one["now"] - one["was"]) for one in flesh] == [("joe", -2)]


def test_its_own_words_change_nothing(fight: Path) -> None:
    before = saved(fight)
    for seq in range(2, 12):
        doc = done("amend", str(seq), "--json").doc
        assert (doc["differences"], doc["new_rolls"], doc["unused"]) == ([], [], [])
        assert saved(fight) == before


def test_the_last_step_dropped_is_undone(fight: Path) -> None:
    done("amend", "11", "--drop")
    dropped = saved(fight)
    done("undo", "2")
    assert saved(fight, "undone") == dropped


def test_a_dry_run_shows_it_and_does_nothing(fight: Path) -> None:
    before, log = saved(fight), steps()
    doc = done("amend", "3", "--drop", "-n", "--json").doc
    assert doc["dry_run"]
    assert doc["differences"]
    assert (saved(fight), steps()) == (before, log)


def test_a_dry_run_only_reads_whoever_writes_and_whatever_a_hand_has_done(
    fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0)
    file = next((fight / "home").rglob("encounter.yaml"))
    file.write_text(file.read_text().replace("name: ", "name: New ", 1))
    state = {one: one.read_bytes() for one in file.parent.glob("*")}
    with open_session(None, write=True), ThreadPoolExecutor() as others:
        answer = others.submit(lambda: gmtrack("amend", "3", "--drop", "-n", "--json")).result()
    assert answer.code == 0, answer.err
    assert {one: one.read_bytes() for one in file.parent.glob("*")} == state
    in_earnest = done("amend", "3", "--drop", "--json").doc
    assert answer.doc["differences"] == in_earnest["differences"]


def test_a_later_step_that_is_not_possible_any_more_stops_it(fight: Path) -> None:
    before = saved(fight)
    # Without the `next` it is not Bob's turn.
    error = refused("amend", "4", "--drop")
    assert error["kind"] == "turn"
    for part in ("step 5 (`attack bob joe", "--force", "--drop-illegal"):
        assert part in error["message"]
    assert saved(fight) == before
    forced = done("amend", "4", "--drop", "--force", "--json").doc
    assert forced["dropped"] == []
    [entry] = [one for one in steps() if one["seq"] == 5]
    assert entry["report"]["forced"][0]["kind"] == "turn"
    assert entry["first"] == PLAYED[3]
    done("undo")
    assert saved(fight) == before
    dropped = done("amend", "4", "--drop", "--drop-illegal", "--json").doc
    assert [one["seq"] for one in dropped["dropped"]] == [5]
    assert "turn" in dropped["dropped"][0]["why"] or "phase" in dropped["dropped"][0]["why"]


@pytest.mark.parametrize("seq", ["1", "12", "99", "13"])
def test_what_is_no_step_in_effect_is_refused(fight: Path, seq: str) -> None:
    done("amend", "3", "--mod", "-1")
    done("damage", "bob", "1")
    done("undo")
    error = refused("amend", seq, "--drop")
    assert f"step {seq} cannot be amended" in error["message"]


def test_an_amended_step_can_be_amended_again_and_later_ones_too(fight: Path) -> None:
    done("amend", "3", "--mod", "2:cover", "--roll", "attack=6,5")
    once = saved(fight)
    done("amend", "8", "damage", "joe", "2")
    done("amend", "8", "damage", "joe", "1")
    assert saved(fight) == once
    done("amend", "3", *PLAYED[1].split())
    done("undo", "4")
    before = saved(fight, "before")
    done("redo", "4")
    assert saved(fight) == before
    lines = {one["seq"]: one["line"] for one in steps()}
    assert lines[8] == "damage joe 1"
    assert lines[3] == "attack joe bob"


def test_the_log_keeps_what_was_typed_first(fight: Path) -> None:
    done("amend", "3", "--mod", "2:cover", "--seed", "1")
    done("amend", "3", "--mod", "1:luck", "--seed", "1")
    done("amend", "8", "--drop")
    entries = {one["seq"]: one for one in steps()}
    assert entries[3]["first"] == PLAYED[1]
    assert entries[3]["line"].endswith("--mod 2:cover --mod 1:luck")
    assert (entries[8]["undone"], entries[8]["dropped"]) == (True, True)
    assert entries[12]["kind"] == entries[14]["kind"] == "amend"
    told = done("log").out
    assert "(amended)" in told
    assert "(taken out) damage joe 1" in told
    assert f"was: {PLAYED[1]}" in " ".join(done("log", "3").out.split())


def test_what_does_not_count_is_told_and_may_count_again(fight: Path) -> None:
    before = saved(fight)
    doc = done("amend", "3", "--mod", "2:cover", "--roll", "attack=6,5", "--json").doc
    # Bob is hurt, and has one die for his attack.
    assert doc["unused"] == [{"seq": 5, "dice": ["attack.bob=2,3"]}]
    doc = done("amend", "3", *PLAYED[1].split(), "--json").doc
    assert doc["new_rolls"] == [
        {"seq": 3, "name": "attack", "who": "joe", "dice": [5, 5, 1, 2, 3, 4, 2]}
    ]
    assert saved(fight) == before


def test_dice_for_a_later_step_are_given_by_its_number(fight: Path) -> None:
    words = ["attack", "joe", "bob", "--roll", "attack=1,1,1,2,3,4,2"]
    doc = done("amend", "5", "--mod", "2:luck", "--roll", "attack=6,6", "--json").doc
    assert next((one["seq"], one["dice"]) for one in doc["new_rolls"]) == (5, [6, 6])
    whole = ("--roll", "5:attack.bob=6,6,6,6,6")
    doc = done("amend", "3", *words, *whole, "--seed", "1", "--json").doc
    assert {"seq": 5, "name": "attack", "who": "bob", "dice": [6] * 5} in doc["new_rolls"]


def test_a_hand_edit_is_carried_out_again_as_it_was(fight: Path) -> None:
    [file] = (fight / "home" / "encounters").glob("*/encounter.yaml")
    text = file.read_text()
    assert "strain: 2" in text
    file.write_text(text.replace("strain: 2", "strain: 3"))
    done("damage", "joe", "1")
    done("amend", "8", "damage", "joe", "2")
    assert "strain: 3" in file.read_text()
    assert [one["kind"] for one in steps()][-3:] == ["edit", "step", "amend"]
    done("amend", "12", "--drop")
    assert "strain: 2" in file.read_text()


def test_a_kept_copy_without_its_head_knows_the_amendments(fight: Path) -> None:
    done("amend", "3", "--mod", "2:cover", "--roll", "attack=6,5")
    after, log = saved(fight), steps()
    [folder] = (fight / "home" / "encounters").iterdir()
    (folder / "head.json").unlink()
    assert (saved(fight), steps()) == (after, log)
    shutil.rmtree(folder.parent / "none", ignore_errors=True)
    done("undo")
    done("redo")
    assert saved(fight) == after


@pytest.mark.parametrize("word", ["-2:sun", "-2:n", "-1:night and rain"])
def test_a_value_with_a_minus_is_no_option(fight: Path, word: str) -> None:
    doc = done("amend", "3", "--mod", word, "--json").doc
    assert "dry_run" not in doc
    parts = done("log", "--json").doc["steps"][2]["report"]["rolls"][0]["parts"]
    number, _, label = word.partition(":")
    assert {"label": label, "value": int(number)} in parts


ENCOUNTERS = Path(FILE).parent


def test_boxes_and_the_scene_are_told_too(home: Path) -> None:
    done("load", str(ENCOUNTERS / "ninth-street.yaml"))
    done("attack", "joe", "thug-1", "--called", "torso", "--roll", "attack=6,6,6,6,6")
    doc = done("amend", "2", "--mod", "2", "--json").doc
    boxes = [one for one in doc["on_board"] if one["what"] == "torso"]
    assert [(one["who"], "lethal" in one["was"], one["was"] != one["now"]) for one in boxes] == [
        ("thug-1", True, True)
    ]
    done("load", str(ENCOUNTERS / "car-park.yaml"))
    done("attack", "rita", "crane", "--with", "cover=booth", "--roll", "attack=9,9,9,9")
    doc = done("amend", "2", "--drop", "--json").doc
    [scene] = [one for one in doc["on_board"] if one["who"] == "scene"]
    assert "booth" in scene["was"]
    assert scene["was"] != scene["now"]


def line_of(seq: int) -> str:
    return str(next(one["line"] for one in steps() if one["seq"] == seq))


@pytest.mark.parametrize(
    ("first", "then", "line"),
    [
        ("reach=1", "reach=2", "attack joe bob reach=2"),
        ("--with reach=1", "reach=2", "attack joe bob reach=2"),
        ("--with reach=1", "--without reach", "attack joe bob --without reach"),
        ("--called neck", "--called eye", "attack joe bob --called eye"),
        ("-c neck", "called=eye", "attack joe bob called=eye"),
        ("--called=neck --weapon unarmed", "-c eye", "attack joe bob --weapon unarmed -c eye"),
        ("called=neck --mod 1", "--called eye", "attack joe bob --mod 1 --called eye"),
        ("--mod 1:sun", "--mod 2:sun", "attack joe bob --mod 1:sun --mod 2:sun"),
        ("reach=1", "bob", "attack joe reach=1 bob"),
    ],
)
def test_what_is_said_again_is_said_once(first: str, then: str, line: str, home: Path) -> None:
    done("load", FILE)
    done(*f"attack joe bob {first}".split())
    done("amend", "2", *then.split())
    assert line_of(2) == line


def test_dice_that_were_typed_and_not_needed_are_there_when_they_are(home: Path) -> None:
    done("load", FILE)
    dice = ("--roll", "attack=1,1,1,1,1,1,1", "--roll", "defense=1,1,1", "--roll", "soak=6,6,1,1")
    assert done("attack", "joe", "bob", *dice, "--json").doc["unused"] == ["soak"]
    doc = done("amend", "2", "--mod", "3", "--roll", "attack=6,6,6", "-n", "--json").doc
    assert [(roll["name"], roll["dice"]) for roll in doc["new_rolls"]] == [
        ("attack", [6, 6, 6]),
        ("soak", [6, 6, 1, 1]),
    ]
    same = done("amend", "2", "--json").doc
    assert (same["differences"], same["unused"]) == ([], [{"seq": 2, "dice": ["soak"]}])


def test_the_step_is_told_as_it_is_now(fight: Path) -> None:
    told = done("amend", "3", "--mod", "-2:sun").out
    assert "- 2 sun" in told.partition("Step 3: ")[0]


@pytest.fixture
def duel(home: Path) -> None:
    done("load", FILE)
    done("note", "bob", "waits")
    dice = ("--roll", "attack=6,6,6,5,1,1,1", "--roll", "defense=1,1,1", "--roll", "soak=1,1,1,1")
    done("attack", "joe", "bob", *dice)


@pytest.mark.usefixtures("duel")
def test_dice_that_were_mended_stay_so_when_something_else_is_mended() -> None:
    done("amend", "3", "--roll", "attack=6,1,1,1,1,1,1")
    rolls = steps()[2]["report"]["rolls"]
    assert rolls[0]["dice"] == [6, 1, 1, 1, 1, 1, 1]
    assert "attack=6,1,1,1,1,1,1" in line_of(3)
    assert "attack=6,6,6" not in line_of(3)
    doc = done("amend", "2", "--drop", "--json").doc
    assert (doc["new_rolls"], doc["unused"]) == ([], [])
    assert steps()[2]["report"]["rolls"] == rolls
    assert done("replay", "--verify").out


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("dice", ["6,6", "6,6,6,5,1,1,1,1"])
def test_dice_of_a_wrong_count_are_refused_as_the_attack_refuses_them(dice: str) -> None:
    before = steps()
    error = refused("amend", "3", "--roll", f"attack={dice}")
    assert "attack needs 7 dice, got" in error["message"]
    assert steps() == before
    error = refused("amend", "3", "--mod", "2", "--roll", "attack=6,6,6")
    assert "attack needs 9 dice, or 2 more, got 3" in error["message"]


@pytest.mark.usefixtures("duel")
def test_what_is_shown_before_is_what_is_done() -> None:
    shown = done("amend", "3", "--mod", "4", "-n", "--json").doc
    assert shown["new_rolls"]
    assert done("amend", "3", "--mod", "4", "--json").doc["new_rolls"] == shown["new_rolls"]


@pytest.mark.usefixtures("fight")
def test_round_and_turn_are_told_too() -> None:
    doc = done("amend", "6", "--drop", "--json").doc
    turn = {"who": "fight", "what": "turn", "was": "Joe Schmoe", "now": "Bob Rock"}
    assert turn in doc["on_board"] or any(one["what"] == "turn" for one in doc["on_board"])


def test_boxes_that_read_the_same_are_told_apart(home: Path) -> None:
    done("load", str(ENCOUNTERS / "car-park.yaml"))
    done("damage", "crane", "3", "--type", "lethal")
    doc = done("amend", "2", "damage", "crane", "3", "--type", "aggravated", "--json").doc
    [health] = [one for one in doc["on_board"] if one["what"] == "health"]
    assert "3 lethal" in health["was"]
    assert "3 aggravated" in health["now"]


@pytest.mark.usefixtures("fight")
def test_steps_that_are_forced_are_named() -> None:
    error = refused("amend", "4", "--drop")
    assert "step 5" in error["message"]
    doc = done("amend", "4", "--drop", "--force", "--json").doc
    assert [one["seq"] for one in doc["forced"]][:1] == [5]
    assert doc["forced"][0]["why"]
    done("undo")
    assert "step 5 is forced:" in done("amend", "4", "--drop", "--force").out


GANGERS = str(Path(__file__).parents[1] / "characters" / "files" / "gangers.csv")


@pytest.fixture(scope="module")
def plain_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a fight whose step 2 is an import, 3 plain dice, 5 an edit by hand; it is not
    to be changed."""
    folder = tmp_path_factory.mktemp("plain")
    with pytest.MonkeyPatch.context() as patch:
        at_home_in(folder, patch)
        done("load", FILE)
        done("import", GANGERS)
        done("roll", "3d6")
        done("set", "joe", "strain=1")
        [file] = (folder / "home" / "encounters").glob("*/encounter.yaml")
        file.write_text(file.read_text().replace("strain: 1", "strain: 3"))
        done("note", "bob", "waits")
        assert [one["kind"] for one in steps()][4] == "edit"
    return folder


@pytest.fixture
def plain(home: Path, plain_once: Path) -> Path:
    """A copy of that fight, in the test's own folder."""
    shutil.copytree(plain_once / "home", home / "home")
    return home


@pytest.mark.parametrize("seq", [2, 3, 5])
def test_a_command_takes_the_place_of_what_no_rules_carried_out(plain: Path, seq: int) -> None:
    before = saved(plain)
    done("amend", str(seq), "damage", "bob", "2")
    assert sheet("bob")["pools"]["flesh"]["now"] == 8
    assert ("zip" in {one["id"] for one in board()}) == (seq != 2)
    assert done("why", str(seq), "--json").doc["same"]
    assert (steps()[seq - 1]["kind"], line_of(seq)) == ("step", "damage bob 2")
    done("replay", "--verify")
    done("amend", str(seq), "damage", "bob", "3")
    assert sheet("bob")["pools"]["flesh"]["now"] == 7
    done("undo", "2")
    assert saved(plain) == before


def board() -> list[Any]:
    return list(done("board", "--json").doc["order"])


@pytest.mark.parametrize(
    "words",
    [
        "2 --nonsense", "2 import /does/not/exist", "2 zip", "2 roll 3d6", "2 --roll attack=1",
        "3 roll 2d6", "3 --roll 3d6=6,6,6", "3 2d6", f"3 import {GANGERS}", "5 more",
    ],
)  # fmt: skip
def test_what_no_rules_carried_out_takes_no_other_words(plain: Path, words: str) -> None:
    before, log = saved(plain), steps()
    message = refused("amend", *words.split())["message"]
    assert f"`amend {words[0]} --drop` takes it out" in message
    assert (saved(plain), steps()) == (before, log)


@pytest.mark.parametrize("words", ["2 damage nobody 3", "3 attack", "2 load x"])
def test_a_line_that_cannot_take_its_place_changes_nothing(plain: Path, words: str) -> None:
    before, log = saved(plain), steps()
    refused("amend", *words.split())
    assert (saved(plain), steps()) == (before, log)


@pytest.mark.parametrize("seq", [2, 3, 5])
def test_what_no_rules_carried_out_is_taken_out(plain: Path, seq: int) -> None:
    assert done("amend", str(seq), "--json").doc["differences"] == []
    done("amend", str(seq), "--drop")
    assert ("zip" in {one["id"] for one in board()}) == (seq != 2)
    assert ("strain: 3" in saved(plain).decode()) == (seq != 5)
    done("replay", "--verify")
