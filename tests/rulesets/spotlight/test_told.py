"""What a Spotlight fight tells at the table that no document has."""

import contextlib
import io
from pathlib import Path

import pytest

from gmtrack.cli.main import execute
from gmtrack.core.screen import Turn
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.table import PlayTable
from gmtrack.rulesets.spotlight import ruleset
from gmtrack.store.session import open_session

from ..typing_in import asked, gmtrack, told

FIGHT = Path(__file__).parents[3] / "encounters" / "ninth-street.yaml"


@pytest.fixture(autouse=True)
def fight(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told(f"load {FIGHT}")
    told("roll-init --roll joe=5,5,1,1 --roll wendy=1,1,1,1 --roll sally=1,1,1 --roll bill=1,1")


def after_the_npcs() -> str:
    """What the last `next` tells that leads to the stage open to all."""
    for _ in range(4):
        told("next")
    return told("next")


def turn() -> Turn:
    """What the board says of the turn."""
    with open_session(None, write=False) as session:
        return ruleset.board(session.encounter).turn


def test_next_asks_before_it_takes_the_ap_of_the_npcs() -> None:
    for _ in range(4):
        assert not turn().due
        told("next")
    told("attack punk joe --roll attack=1,1,1,1")
    left = "Street punk 3 AP, First thug 4 AP, Second thug 4 AP"
    assert turn().still == f"`next` takes the AP they have not spent: {left}"
    assert [one.word for one in turn().due] == ["attack punk TARGET"]
    assert [one.word for one in turn().ends] == ["pass"]
    told("next")
    assert not turn().due


def test_next_asks_before_the_round_ends_with_ap_of_the_players() -> None:
    after_the_npcs()
    told("set sally ap=0")
    left = "Joe 4 AP, Bill 4 AP, Wendy 4 AP, The boss 4 AP"
    assert turn().still == f"`next` takes the AP they have not spent: {left}"
    assert not turn().ends
    told("intervene joe")
    assert not turn().still


def test_the_one_at_the_prompt_is_asked_before_ap_are_lost() -> None:
    asked: list[str] = []
    for _ in range(4):
        told("next")
    table = PlayTable(execute)

    def put(question: PlayerChoice) -> str:
        asked.append(question.text)
        return "no"

    table.asking.put = put
    for line in ("next", "x punk pass joe", "act punk pas joe"):
        table.run_line(line)
    lost = "takes the AP they have not spent: Street punk 4 AP, First thug 4 AP, Second thug 4 AP"
    words = ("next", "pass", "pass")
    assert asked == [f"`{word}` {lost}. Go on all the same" for word in words]
    assert gmtrack("board", "--json").doc["stage"] == "npc"
    told("next")
    table.refresh()
    table.run_line("n")
    assert asked[3].startswith("`next` takes the AP they have not spent: Joe 4 AP, Sally 4 AP")
    assert gmtrack("board", "--json").doc["stage"] == "open"


def test_one_question_leads_from_the_npcs_to_the_next_round() -> None:
    for _ in range(4):
        told("next")
    assert asked("n", "round") == [
        "`next` takes the AP they have not spent: Street punk 4 AP, First thug 4 AP, "
        "Second thug 4 AP. Go on all the same"
    ]
    board = gmtrack("board", "--json").doc
    assert (board["round"], board["stage"]) == (2, "pc")
    lines = [step["line"] for step in gmtrack("log", "--json").doc["steps"]]
    assert lines[-3:] == ["next"] * 3
    told("undo")
    assert gmtrack("board", "--json").doc["phase"] == "round-over"


def test_nobody_is_led_to_the_next_round_past_players_who_have_not_acted() -> None:
    told("turn boss")
    assert not turn().ends_round
    assert len(asked("n", "no")) == 1
    after_the_npcs()
    assert turn().ends_round
    assert len(asked("n", "round")) == 1
    assert gmtrack("board", "--json").doc["round"] == 2


def test_whoever_still_has_ap_is_the_one_who_acts() -> None:
    assert turn().left == "4 AP"
    for _ in range(4):
        told("next")
    assert gmtrack("board", "--json").doc["acting"] == "punk"
    assert not turn().left
    told("set punk ap=0")
    assert gmtrack("board", "--json").doc["acting"] == "thug-1"


def test_it_is_told_whose_ap_are_lost_with_the_turn_of_the_npcs() -> None:
    lost = (
        "Unspent AP of ordinary NPCs are lost with the turn: Street punk, First thug, Second thug "
    )
    assert lost in after_the_npcs()


def test_the_ap_of_those_who_are_down_are_lost_without_a_word() -> None:
    told("effect thug-1 unconscious")
    assert "lost with the turn: Street punk, Second thug " in after_the_npcs()


def test_an_attack_on_the_dead_is_told_where_it_is_not_refused() -> None:
    told("act joe share sally")
    assert "Already dead" not in told("attack joe punk --roll attack=1,1,1,1,1")
    told("effect punk dead")
    assert "Already dead: Street punk" in told("attack joe punk --roll attack=1,1,1,1,1")


def test_who_may_get_the_spotlight_is_told_however_narrow_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    told("damage bill 5 --location left-leg")
    shown = told("board")
    assert " Spotlight " not in shown
    assert "may get the spotlight: Wendy, Sally, Bill " in shown


def test_where_nobody_holds_it_the_board_says_how_it_is_taken() -> None:
    after_the_npcs()
    shown = told("board")
    assert "spotlight open to all: `intervene joe` " in shown
    assert "may get the spotlight: Joe, Sally, Bill, Wendy, The boss " in shown
    told("intervene boss")
    assert "spotlight open to all turn The boss" in told("board")


def test_a_choice_that_takes_the_spotlight_says_so() -> None:
    after_the_npcs()
    said = told("what")
    assert "intervene joe take the spotlight " in said
    assert "held action" not in said
    assert "intervene WHO take the spotlight " in typed("?")


def typed(line: str) -> str:
    """What the session says to a line."""
    table = PlayTable(execute)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        table.run_line(line)
    return " ".join(said.getvalue().split())


def test_odds_without_a_chance_say_why() -> None:
    line = "odds sally punk --called head --with react"
    said = told(line)
    assert "miss 100 %" in said
    assert (
        "attack, taser 2 dice = 2 firearms Difficulty 5 = 1 base + 1 visibility + 3 called" in said
    )
    roll = gmtrack(*line.split(), "--json").doc["roll"]
    assert (roll["name"], roll["dice"], roll["goal"]["word"]) == ("attack", 2, "Difficulty")
    assert "Difficulty 2 = 1 base + 1 visibility" in told("odds sally punk --with react")


def test_heal_says_what_it_leaves_and_how_that_heals() -> None:
    told("damage joe 2 --type lethal")
    told("damage joe 1 --location head")
    told("damage joe 1")
    said = told("heal joe all")
    left = "Joe still has 1 bruise (head), 2 lethal (torso)"
    assert f"{left}: `heal joe all --type bruise --location head`" in said
    assert "still has" not in told("heal joe 1 --type lethal --location torso")


def test_a_heal_that_changes_nothing_is_no_step() -> None:
    before = gmtrack("log", "--json").doc
    assert "nothing has changed" in told("heal joe all")
    assert gmtrack("log", "--json").doc == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("uzi fa", "the weapon fires with mode=single, mode=burst, mode=full-auto"),
        ("heavy fa", "the weapon fires with mode=single"),
        ("-w heavy-pistol -W mode=fa", "no mode of the weapon 'fa'; there is single"),
    ],
)
def test_a_mode_that_is_none_is_answered_with_those_of_the_weapon(words: str, says: str) -> None:
    assert says in gmtrack("attack", "joe", "punk", *words.split()).err
