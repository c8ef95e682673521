"""What was typed in haste at the table, and what is told then."""

import os
from pathlib import Path

import pytest
import yaml

from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable
from gmtrack.rulesets.i2050 import ruleset

from ..typing_in import asked, doc, refused, told
from .book import CORE

FOG = Path(__file__).parents[3] / "encounters" / "three-thugs-in-the-fog.yaml"


@pytest.fixture(autouse=True)
def _table(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "COLUMNS", "200")
    told(f"load {FOG}")
    told("set scene visibility=clear")


def begin(*declared: str) -> None:
    """A round in which these declare, and the others do something else."""
    told("roll-init")
    for line in declared:
        told(f"act {line}")
    busy = {line.split()[0] for line in declared}
    for who in ("johnny", "rudy", "mona", "thug-1", "thug-2", "thug-3", "geezer-1", "geezer-2"):
        if who not in busy:
            told(f"act {who} other")


def test_next_asks_before_it_throws_a_declared_burst_away() -> None:
    begin("rudy burst geezer-1 geezer-2 --with burst=2", "sally shoot mona")
    told("next")
    assert doc("what")["due"] == [
        {"line": "attack rudy geezer-1",
         "help": "carries out burst 2 at First geezer and Second geezer: shot 1"},
    ]  # fmt: skip
    (question,) = asked("next", "yes")
    assert "Still to carry out: Rudy, burst 2 at First geezer and Second geezer: shot 1" in question


def test_next_asks_nothing_where_all_is_carried_out() -> None:
    begin("rudy shoot geezer-1", "sally other")
    told("next")
    told("attack rudy geezer-1 --seed 1")
    assert doc("what")["due"] == []
    assert asked("next", "yes") == []


def test_whoever_declares_a_fight_out_of_reach_is_told() -> None:
    told("roll-init")
    out = told("act thug-3 fight johnny")
    assert "Third thug cannot reach Johnny: 5 m away, melee reaches 1 m" in out
    assert "`act thug-3 move johnny`" in out
    told("end")
    begin("thug-3 fight johnny", "sally other")
    told("next")
    err = refused("attack thug-3 johnny")
    assert "melee reaches 1 m; nothing else can be declared this round: `next` passes" in err
    assert "`act thug-3 move johnny`" in err
    told("set johnny position=4,0")
    assert "reach" not in told("attack thug-3 johnny --seed 1")


def test_whoever_is_out_has_no_intent_on_the_board() -> None:
    begin("sally shoot mona")
    assert "at Mona" in told("board")
    told("damage sally 30")
    out = told("board")
    assert "at Mona" not in out
    assert "shoot" not in out


def test_a_late_entry_drops_nothing_that_was_declared() -> None:
    begin("rudy burst geezer-1", "sally other")
    told("next")
    choices = {one["line"]: one for one in doc("what rudy")["choices"]}
    assert choices["roll-init rudy"]["why"]
    assert "Rudy is in this round already and has declared burst" in refused("roll-init rudy")


def test_set_says_that_hp_is_the_maximum() -> None:
    told("damage rudy 2")
    out = told("set rudy hp=25")
    assert "`hp` sets the maximum: hp 23/25 left (`set rudy pools.hp=N` sets what is left)" in out
    assert "maximum" not in told("set rudy pools.hp=20")
    err = refused("set rudy hp=3")
    assert "`set rudy pools.hp=3`, or both: `set rudy hp=N pools.hp=N`" in err
    assert "hp 3/3 left" in told("set rudy hp=3 pools.hp=3")


def test_odds_are_told_before_it_is_their_turn() -> None:
    told("roll-init")
    assert doc("odds rudy geezer-1")["outcomes"]["hit"] == 0.5
    told("act rudy burst geezer-1 --with burst=2")
    assert len(doc("odds rudy geezer-1")["attacks"]) == 2
    assert "attacks" not in doc("odds rudy geezer-2")
    told("next")
    assert len(doc("odds rudy geezer-1")["attacks"]) == 2
    assert "Rudy has declared burst" in doc("odds rudy geezer-2")["not_now"]
    assert "first to act" in refused("attack rudy geezer-1")


def test_what_more_aim_buys_is_said() -> None:
    err = refused("attack mona sally --called head")
    assert "each point moves the location roll by 1 more, and lowers skill and speed by 1" in err
    lexicon = ruleset.lexicon(CORE.encounter(yaml.safe_load(FOG.read_text(encoding="utf-8"))))
    helps = {entry.word: entry.help for entry in lexicon.places}
    assert helps["head"] == "aim=K: roll 19-20 or up to K off; skill and speed lower by K"
    assert helps["chest"] == "aim=K: roll 12 or up to K off; skill and speed lower by K"


def test_a_place_that_the_aim_misses_is_told() -> None:
    line = "attack mona sally --called head --with aim=4 --roll attack=5 --roll damage=1,1"
    out = told(f"{line} --roll location=9 -n")
    assert "location roll 9 is 10 off the head: aim 4 moves it by 4 at most" in out
    assert "off the" not in told(f"{line} --roll location=15 -n")
    assert "off the" not in told(f"{line} --roll location=9 --with shift=-2 -n")


@pytest.mark.parametrize("line", ["a", "a head", "a head aim=4", "a cul"])
def test_a_word_alone_is_of_the_attack_that_was_declared(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    begin("mona shoot sally --called head --with aim=4", "sally other")
    told("next")
    told("set fight acting=mona")
    assert PlayTable(execute).run_line(f"{line} -n --seed 1") == 0, capsys.readouterr().err
    assert "Mona attacks Sally" in capsys.readouterr().out


def test_heal_says_who_is_still_out_and_what_ends_that() -> None:
    told("damage mona 50")
    assert "Mona is still dying: `effect mona dying --end` ends that" in told("heal mona all")
    told("effect mona dying --end")
    told("damage mona 1")
    assert "still" not in told("heal mona all")
