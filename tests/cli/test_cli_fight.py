"""Commands that the rules resolve: what reaches them, what comes back, what stays."""

from pathlib import Path

import pytest
from cli_support import Gm


def working_copy(tmp_path: Path) -> dict[Path, bytes]:
    """Every file of the state folder and its content, but for locks."""
    files = (tmp_path / "home").rglob("*")
    return {path: path.read_bytes() for path in files if path.is_file() and path.stat().st_size}


def test_an_attack_answers_with_its_report_and_changes(loaded: Gm) -> None:
    doc = loaded("attack", "joe", "bob", "--roll", "attack=6,5,1,1", "--json").doc
    assert doc["command"] == "attack"
    assert doc["ruleset"] == "toy"
    assert doc["outcome"] == "hit"
    assert doc["rolls"][0]["given"] is True
    assert doc["changes"] == [{"who": "bob", "what": "hurt", "before": 0, "after": 2}]
    assert "round" not in doc


def test_an_attack_on_screen_is_its_story(loaded: Gm) -> None:
    result = loaded("attack", "joe", "bob", "--roll", "attack=6,5,1,1")
    assert result.status == 0
    assert result.out.startswith("Joe Schmoe attacks Bob Rock\n")
    assert "2 hits" in result.out


@pytest.mark.parametrize(
    "line",
    [
        ["attack", "joe", "bob", "--roll", "attack=6,6,6,6"],
        ["roll-init"],
        ["damage", "bob", "3"],
        ["set", "bob", "hurt=4", "skill=5"],
        ["add", "Ganger", "--template", "ganger"],
        ["remove", "bob"],
    ],
)
def test_a_dry_run_shows_everything_and_changes_nothing(
    loaded: Gm, tmp_path: Path, line: list[str]
) -> None:
    before = working_copy(tmp_path)
    dry = loaded(*line, "--seed", "1", "--dry-run", "--json").doc
    assert working_copy(tmp_path) == before
    assert "nothing has been changed" in loaded(*line, "--dry-run").out
    assert dry.pop("dry_run") is True
    assert dry["changes"]
    assert loaded(*line, "--seed", "1", "--json").doc == dry


def test_the_board_after_a_dry_run_shows_what_would_be(loaded: Gm) -> None:
    assert loaded("roll-init", "--dry-run", "--json").doc["round"] == 1
    assert loaded("board", "--json").doc["round"] == 0


@pytest.mark.parametrize("seed", ["1", "2", "-7", "123456789012345678901234567890"])
def test_a_seed_repeats_on_the_same_state(loaded: Gm, seed: str) -> None:
    line = ["attack", "joe", "bob", "--seed", seed, "--json"]
    first = loaded(*line).doc
    loaded("undo")
    assert loaded(*line).doc == first


@pytest.mark.parametrize("command", ["roll-init", "next", "end"])
def test_what_moves_the_clock_answers_with_the_board(loaded: Gm, command: str) -> None:
    doc = loaded(command, "--json").doc
    board = loaded("board", "--json").doc
    assert doc["command"] == command
    assert board.items() <= doc.items()
    assert list(doc)[-3:] == ["rolls", "effects", "changes"]
    assert "Duel" in loaded(command).out


def test_the_options_reach_the_rules_as_they_were_typed(loaded: Gm) -> None:
    doc = loaded(
        *("test", "joe", "wits", "--threshold", "3", "--limit", "mental", "--weapon", "knife"),
        *("--called", "neck", "--defense", "bob:full", "--defense", "none", "--with", "light=dim"),
        *("--with", "unaware", "--without", "wounds", "--mod", "-2:dark", "--mod", "1"),
        *("--defense-mod", "-1:mud", "--force", "--json"),
    ).doc
    for text in (
        "threshold=3, limit='mental'",
        "weapon='knife', called='neck', defense=('bob:full', 'none')",
        "words=('light=dim', 'unaware'), without=('wounds',)",
        "mods=('-2:dark', '1'), defense_mods=('-1:mud',)",
        "force=True",
    ):
        assert text in doc["given"]


def test_what_act_heal_and_effect_say_reaches_the_rules(loaded: Gm) -> None:
    act = loaded("act", "joe", "walk", "4", "--threshold", "2", "--json").doc
    assert "who='joe', action='walk', args=('4',), threshold=2" in act["given"]
    heal = loaded("heal", "joe", "ALL", "--pool", "shield", "--with", "power", "--json").doc
    assert "amount=None, type=None, location=None, pool='shield'" in heal["given"]
    assert "words=('power',)" in heal["given"]
    line = ("effect", "joe", "stunned", "--rounds", "2", "--location", "left-ear", "--end")
    effect = loaded(*line, "--json").doc
    assert "name='stunned', rounds=2, location='left-ear', end=True" in effect["given"]


def test_damage_takes_type_location_and_pool(loaded: Gm) -> None:
    line = ("damage", "Bob Rock", "3", "--type", "fire", "--location", "arm", "--pool", "flesh")
    doc = loaded(*line, "--json").doc
    assert "amount=3, type='fire', location='arm', pool='flesh'" in doc["given"]
    assert doc["changes"][0]["after"] == 3


def test_an_option_of_the_ruleset_reaches_it_and_may_be_repeated(loaded: Gm) -> None:
    doc = loaded("attack", "joe", "bob", "--luck", "1", "--luck", "2", "--json").doc
    assert doc["rolls"][0]["pool"] == 7


def test_force_overrules_and_is_logged(loaded: Gm) -> None:
    loaded("damage", "joe", "5")
    refused = loaded("attack", "joe", "bob", "--json")
    assert refused.doc["error"]["kind"] == "status"
    forced = loaded("attack", "joe", "bob", "--force", "--json")
    assert forced.doc["forced"][0]["kind"] == "status"
    step = loaded("log", "--json").doc["steps"][-1]
    assert step["report"]["forced"][0]["kind"] == "status"


def test_a_refusal_leaves_no_step_and_no_change(loaded: Gm, tmp_path: Path) -> None:
    loaded("damage", "bob", "1")
    before = working_copy(tmp_path)
    assert loaded("attack", "joe", "bob", "zed", "--json").status == 1
    assert loaded("attack", "joe", "bob", "--roll", "attack=7,1,1,1").status == 1
    assert working_copy(tmp_path) == before
