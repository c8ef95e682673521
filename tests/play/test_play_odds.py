"""What a session says of an attack before it is made, and after it."""

import re
from pathlib import Path
from typing import NoReturn

import pytest

from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.what import choices
from gmtrack.cli.main import execute
from gmtrack.core.choice import line_of
from gmtrack.core.command_table import COMMANDS, SHORT
from gmtrack.core.intents import Attack
from gmtrack.odds.amounts import margin_of_error
from gmtrack.odds.engine import TooManyBranches
from gmtrack.play import foresight
from gmtrack.play.foresight import TRIALS, TRIES, Foresight, make_trial_search, summarize_typed_odds
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import ASK, HELP, LEAVING
from gmtrack.view.odds.attack import summarize_odds

from .terminal import Terminal

ENCOUNTERS = Path(__file__).parents[2] / "encounters"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayTable:
    monkeypatch.setattr(foresight, "AT_ONCE", 20.0)
    monkeypatch.setattr(foresight, "AFTERWARDS", 20.0)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    root = Path(__file__).parents[2]
    assert execute(["load", str(root / "encounters" / "knife-fight.yaml")]) == 0
    return PlayTable(execute, board="never")


def said(table: PlayTable, typed: str, width: int = 200) -> str:
    return Foresight().odds_line(table.fight, typed, width)


def test_attacker_and_target_are_enough(table: PlayTable) -> None:
    line = said(table, "attack joe bob")
    assert line.startswith("odds: hit ")
    assert " damage" in line
    assert said(table, "a joe bob") == said(table, "o joe bob") == line


def test_a_word_that_is_not_typed_to_its_end_is_left_out(table: PlayTable) -> None:
    line = said(table, "a joe bob")
    neck = said(table, "a joe bob --called neck")
    assert neck not in ("", line)
    for typed in ("a joe bob --ca", "a joe bob --called", "a joe bob --called ", "a joe bob h"):
        assert said(table, typed) == line
    assert said(table, "a joe bob --called neck --mod") == neck
    assert said(table, "a joe bob --called neck --mod -") == neck


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("a joe bob --called zz", "no odds: no place 'zz'"),
        ("a joe bob zz", "no odds: 'zz' is no"),
        ("o joe bob zz --called neck", "no odds: 'zz' is no"),
        ("a joe bob hand ", "no odds: 'hand' could be"),
        ("a joe bob -w zz --mod 2", "no odds: Joe Schmoe has no weapon 'zz'"),
        ("a joe bob --bogus ", ""),
        ("a joe bob --bogus neck", ""),
        ("o joe bob --vs neck", ""),
        ("o joe bob --until down", ""),
        ("o test joe composure", ""),
        ("a joe joe", ""),
    ],
)
def test_no_odds_of_another_line_are_told(table: PlayTable, typed: str, told: str) -> None:
    line = said(table, typed)
    assert line.startswith(told)
    assert bool(line) == bool(told)


def test_odds_that_are_not_found_yet_are_not_those_of_a_shorter_line(table: PlayTable) -> None:
    asked = []

    def never(question: OddsQuestion) -> NoReturn:
        asked.append(question.intent.options.mods)
        raise TooManyBranches("", "")

    assert table.fight
    assert summarize_typed_odds(table.fight, "a joe bob --mod 2", 80, never) == ""
    assert asked == [("2",)]


@pytest.mark.parametrize("typed", ["", "a", "a joe", "a joe b'", "d bob 3", "a nobody bob", "zz"])
def test_nothing_is_said_of_what_is_no_attack(table: PlayTable, typed: str) -> None:
    assert said(table, typed) == ""


def test_the_line_is_not_wider_than_the_screen(table: PlayTable) -> None:
    assert len(said(table, "a joe bob", 30)) == 30


def test_what_the_attacker_risks_is_told_where_there_is_room() -> None:
    damage = {"mean": 3.5, "distribution": {"0": 0.461, "6": 0.539}}
    suffered = {"mean": 0.6, "distribution": {"0": 0.88, "5": 0.12}}
    risk = {"any": 0.12, "damage": suffered, "effects": {}, "down": 0.0, "dead": 0.0}
    doc = {
        "outcomes": {"hit": 0.539, "not-fired": 0.2305, "miss": 0.2305},
        "damage": damage,
        "down": 0.12,
        "dead": 0.0,
        "risk": risk,
    }
    line = "odds: hit 54 %, not fired 23 %, miss 23 %, 3.5 damage, down 12 %"
    assert summarize_odds(doc, 200) == f"{line}, risk 12 %"
    assert summarize_odds(doc, len(line) + 5) == line
    assert summarize_odds(doc | {"risk": risk | {"any": 0.54, "damage": damage}}, 80) != line
    del doc["risk"]
    assert summarize_odds(doc, 200) == line


def test_nobody_is_kept_waiting_and_has_an_answer_all_the_same(
    table: PlayTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = said(table, "a joe bob")
    monkeypatch.setattr(foresight, "AT_ONCE", -1.0)
    monkeypatch.setattr(foresight, "FOR_TRIALS", 20.0)
    kept = Foresight()
    told = [kept.odds_line(table.fight, "a joe bob", 200) for _ in range(TRIES)]
    assert told[:-1] == [""] * (TRIES - 1)
    assert told[-1].startswith("odds: about ")
    mine, other = (float(re.search(r"hit (\S+) %", line)[1]) for line in (told[-1], exact))
    assert abs(mine - other) < 100 * 3 * margin_of_error(TRIALS)
    monkeypatch.setattr(foresight, "summarize_typed_odds", None)
    assert kept.odds_line(table.fight, "a joe bob", 200) == told[-1]


@pytest.mark.parametrize("fight", sorted(path.stem for path in ENCOUNTERS.glob("*.yaml")))
def test_every_attack_that_can_be_made_has_an_answer_by_trial(
    fight: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    monkeypatch.setattr(foresight, "TRIALS", 2)
    assert execute(["load", str(ENCOUNTERS / f"{fight}.yaml")]) == 0
    known = PlayTable(execute, board="never").fight
    assert known
    assert known.known.encounter
    who = known.known.encounter.present()[0]
    attacks = [one for one in choices(known.ruleset, known.known.encounter, who, 1) if not one.why]
    for intent in (one.intent for one in attacks if isinstance(one.intent, Attack)):
        line = line_of(intent)
        assert summarize_typed_odds(known, line, 200, make_trial_search()).startswith(
            "odds: about "
        ), line


def test_what_was_found_is_kept_until_line_or_fight_change(table: PlayTable) -> None:
    kept = Foresight()
    before = kept.odds_line(table.fight, "a joe bob", 200)
    table.run_line("damage bob 9")
    after = kept.odds_line(table.fight, "a joe bob", 200)
    assert before != after


def test_an_attack_is_followed_by_how_likely_it_was(
    table: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = "--roll attack=6,6,6,6,4,1,1 --roll defense=2,5,4 --roll soak=5,5,1,1"
    table.run_line(f"a joe bob {dice}")
    assert "or more damage:" not in capsys.readouterr().out
    table.run_line("undo")
    table.tell_odds = True
    table.run_line(f"a joe bob {dice}")
    out = capsys.readouterr().out
    assert "5 or more damage: " in out
    table.run_line("undo")
    table.run_line("a joe bob --roll attack=1,1,2,2,4,4,3 --roll defense=2,5,4")
    assert "\nmiss: " in capsys.readouterr().out


def test_the_file_may_ask_for_it(table: PlayTable, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.fight
    assert table.fight.known.encounter
    table.fight.known.encounter.table = {"odds": True}
    table.run_line("a joe bob --roll attack=1,1,2,2,4,4,3 --roll defense=2,5,4")
    assert "\nmiss: " in capsys.readouterr().out


def test_the_odds_stand_at_the_prompt_while_an_attack_is_typed(terminal: Terminal) -> None:
    terminal.type("a joe bob")
    terminal.wait_for("odds: hit ")
    terminal.wait_for(" damage")


@pytest.mark.parametrize("word", sorted({*COMMANDS, *SHORT, *LEAVING, *HELP, ASK}))
def test_no_word_that_is_typed_in_a_fight_is_too_much_for_it(table: PlayTable, word: str) -> None:
    assert execute(["roll-init"]) == 0
    assert said(PlayTable(execute, board="never"), word) == ""
