"""Reactions are offered where they are useful, and not again and again."""

from collections.abc import Callable

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable

from .answering import Answering

Open = Callable[..., Answering]
AMBUSH = ("roll-init --seed 1", "next", "delay vex")


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


def test_whoever_walks_is_asked_about_once_a_turn(session: Open) -> None:
    table = session("ganger-ambush", *AMBUSH, people="pc")
    assert table.type("act blaze walk")
    assert table.type("act blaze run") == []
    table.type("undo")
    table.type("undo")
    assert table.type("act blaze run"), "what was undone was not done"
    table.type("next", "")
    assert table.type("act dodger walk")


def test_a_runner_is_asked_about_once_a_turn(session: Open) -> None:
    table = session("ninth-street", "roll-init --seed 1", people="pc")
    assert table.type("act punk move --with react")
    assert table.type("act punk move --with react") == []


def test_where_somebody_is_in_melee_with_the_mover_only_they_are_asked(session: Open) -> None:
    table = session("ganger-ambush", *AMBUSH, "set vex in_melee_with=[blaze]", people="pc")
    assert table.type("act blaze walk --with stay") == [
        "Blaze: walk (`stop`: do not ask for it again in this fight) "
        "Vex: reaction? intercept (Enter = no)"
    ]
    assert table.type("act blaze run"), "each time they move"


@pytest.mark.parametrize("several", [True, False])
@pytest.mark.parametrize("typed", ["stop", "Stop "])
def test_a_word_stops_it_for_this_fight(session: Open, several: bool, typed: str) -> None:
    melee = () if several else ("set vex in_melee_with=[blaze]",)
    table = session("ganger-ambush", *AMBUSH, *melee, people="pc")
    asked = table.type("act blaze walk --with stay", "?", typed)
    assert len(asked) == 2
    shown = table.said if several else asked[1]
    assert "`stop`: do not ask for it again in this fight" in shown
    assert "not asked for again in this fight: intercept (`ask pc` begins anew)" in table.said
    assert table.last_step()["line"] == "act blaze walk --with stay"
    table.type("next", "")
    assert table.type("act dodger walk") == []
    again = PlayTable(execute)
    assert again.asking.offered.stopped == {"intercept"}
    table.type("ask pc")
    table.type("undo")
    assert table.type("act dodger walk")


def test_a_held_action_cannot_be_stopped(session: Open) -> None:
    table = session("ganger-ambush", *AMBUSH, people="pc")
    asked = table.type("next", "stop", "n")
    assert "no choice 'stop'" in asked[1]


HELD = {
    "swan song": ("ganger-ambush", "vex", AMBUSH),
    "storyteller": ("back-room", "host", ("roll-init --seed 1", "delay host")),
    "sr3": ("garage-night", "rook", ("roll-init --seed 1", "delay rook")),
}


@pytest.mark.parametrize("ruleset", HELD)
def test_a_held_action_is_offered_once_a_round_and_at_what(session: Open, ruleset: str) -> None:
    fight, who, lines = HELD[ruleset]
    table = session(fight, *lines, people=who)
    offers = [asked for _ in range(3) for asked in table.type("next") if "intervene" in asked]
    assert len(offers) == 1
    table.type("what")
    assert f"holds an action: `intervene {who}`" in table.said
    table.type("what --json")
    table.type(f"intervene {who}")
    table.type("what")
    assert "holds an action" not in table.said


def test_stop_is_no_answer_to_a_question_that_comes_each_time(session: Open) -> None:
    table = session("ganger-ambush", people="pc all")
    asked = table.type("attack blaze mira,vex", "stop", "", "all")
    assert (
        asked[:2]
        == ["still to answer: Mira Kade, Vex mira=standard (Enter = standard for the rest):"] * 2
    )
    assert "not asked for again" not in table.said
