"""`<` at a question goes back to the question before in the same command."""

import time
from collections.abc import Callable

import pytest

from gmtrack.play.questions.given_answers import BACK_HELP

from .answering import Answering, rolls
from .conftest import Evening
from .terminal import Terminal

Open = Callable[..., Answering]
NONE_BEFORE = "there is no question before this one"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


TOO_MANY = {
    # Fight, line, Enters to its first roll and one too many, dice typed then, which roll they are.
    "swan song": ("knife-fight", "attack joe bob", 3, "6624151", "attack.joe"),
    "spotlight": (
        "ninth-street",
        "attack wendy thug-1 --defense dodge",
        1,
        "66666",
        "attack.wendy",
    ),
    "storyteller": ("back-room", "attack nick bouncer --defense dodge", 2, "222344", "attack.nick"),
    "sr3": ("garage-night", "attack rook guard-1", 2, "555241", "attack.rook"),
    "i2050": ("street-samurai-duel", "attack kaz student", 2, "9", "attack.kaz"),
}


@pytest.mark.parametrize("ruleset", TOO_MANY)
def test_one_enter_too_many_at_a_roll_is_not_final(session: Open, ruleset: str) -> None:
    fight, line, enters, faces, roll = TOO_MANY[ruleset]
    table = session(fight)
    questions = table.type(line, *[""] * enters, "<", faces)
    assert "dice (Enter = roll)" in questions[enters - 1]
    assert questions[enters + 1] == questions[enters - 1], questions
    assert rolls(table.last_step())[roll] == [int(face) for face in faces]


def test_the_dice_of_the_program_stay_as_they_fell(session: Open) -> None:
    table = session("knife-fight", people="joe all")
    questions = table.type("attack joe bob", "", "111111", "<", "1111111", "<", "", "")
    first, again = (asked for asked in questions if "reroll" in asked)
    assert first == again
    for _ in range(3):
        table.type("undo")
        questions = table.type("attack joe bob", "", "", "<", "<", "", "", "<", "")
        assert len({asked for asked in questions if "reroll" in asked}) == 1


def test_what_was_answered_stands_at_the_question_and_enter_keeps_it(session: Open) -> None:
    table = session("knife-fight")
    line = "attack joe bob"
    asked = table.type(line, "full", "", "6624151", "", "<", "<", "<", "<", "", "none", "?", "")
    enters = [text.rpartition("(")[2] for text in asked]
    assert enters == [
        "Enter = standard)", "Enter = none)", "Enter = roll):", "Enter = no)", "Enter = roll):",
        "Enter = no)", "Enter = 6624151, as before):", "Enter = none)", "Enter = full, as before)",
        "Enter = none)", "Enter = 6624151, as before):", "Enter = 6624151, as before):",
        "Enter = no)", "Enter = roll):", "Enter = roll):",
    ]  # fmt: skip
    assert "Enter: 6624151, as before" in asked[11]
    step = table.last_step()
    assert step["line"] == "attack joe bob --defense bob:full"
    assert rolls(step)["attack.joe"] == [6, 6, 2, 4, 1, 5, 1]


def test_a_default_that_is_typed_takes_the_place_of_what_was_answered(session: Open) -> None:
    table = session("knife-fight")
    table.type("attack joe bob", "full", "<", "standard", "", "6624151", "<", "roll", "")
    step = table.last_step()
    assert "full" not in step["line"]
    assert not step["rolls"][0]["given"]


def test_dice_that_were_wrong_are_no_question_of_their_own(session: Open) -> None:
    table = session("knife-fight")
    asked = table.type("attack joe bob", "", "", "66", "777", "<")
    assert "needs 7 dice, got 2" in asked[3]
    assert "karma?" in asked[5]


def test_it_goes_back_past_points_that_began_the_command_again(session: Open) -> None:
    table = session("knife-fight", people="joe all")
    asked = table.type("attack joe bob", "dice=1", "66111111", "<", "<", "none", "1111111", "no")
    assert "8 dice" in asked[1]
    assert "karma?" in asked[4]
    assert "7 dice" in asked[5]
    assert table.last_step()["line"] == "attack joe bob"


def test_it_goes_back_past_dice_that_are_rolled_again(session: Open) -> None:
    table = session("back-room", people="nick all")
    asked = table.type("attack nick bouncer --defense none", "", "10 1 1 1 1 1", "<", "111111")
    assert "attack again" in asked[2]
    assert "attack, 6 dice" in asked[3]
    assert rolls(table.last_step())["attack.nick"] == [1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("ruleset", TOO_MANY)
def test_at_the_first_question_there_is_none_before(session: Open, ruleset: str) -> None:
    fight, line, *_ = TOO_MANY[ruleset]
    asked = session(fight).type(line, "<", "?", "<")
    assert NONE_BEFORE in asked[1]
    assert BACK_HELP in asked[2]
    assert NONE_BEFORE in asked[3]


def test_it_goes_back_to_dice_of_several_people_one_line_at_a_time(session: Open) -> None:
    table = session("ganger-ambush", people="pc")
    rest = "(Enter = roll the rest):"
    asked = table.type("roll-init", "<", "?", "mira=1 vex=3", "<", "mira=2", "?", "")
    assert NONE_BEFORE in table.said
    assert BACK_HELP in table.said
    assert asked[:7] == [
        *[f"still to answer: Mira Kade, Unit 7, Vex mira=1 {rest}"] * 3,
        f"still to answer: Unit 7 unit7=1,4 {rest}",
        "still to answer: Mira Kade, Unit 7, Vex mira=1 "
        "(Enter = mira=1 vex=3, as before; roll the rest):",
        *["still to answer: Unit 7, Vex unit7=1,4 (Enter = vex=3, as before; roll the rest):"] * 2,
    ]
    found = rolls(table.last_step())
    assert (found["initiative.mira"], found["initiative.vex"]) == ([2], [3])


def test_it_goes_back_from_a_roll_to_dice_of_several_people(session: Open) -> None:
    table = session("ganger-ambush")
    people = "mira=1 unit7=1,1 vex=1 blaze=1 chains=1 dodger=1 hook=1 spit=1"
    asked = table.type("roll-init", people, "<", people.replace("mira=1", "mira=6"))
    assert "initiative" in asked[1] or "still to answer" in asked[1], "those with the same score"
    assert "blaze=1 chains=1" in asked[2]
    assert rolls(table.last_step())["initiative.mira"] == [6]


def test_it_goes_back_among_reactions_and_carries_out_nothing_again(session: Open) -> None:
    table = session("ganger-ambush", "roll-init --seed 1", "next", "delay vex", people="pc")
    asked = table.type("act blaze walk", "<", "mira=no", "<", "no")
    assert NONE_BEFORE in table.said
    assert "Mira Kade" not in asked[2]
    assert "Mira Kade" in asked[3]
    assert table.last_step()["line"] == "act blaze walk"
    table.type("undo")
    table.type("undo")


def test_it_goes_back_to_whether_a_friend_is_meant(session: Open) -> None:
    table = session("ganger-ambush", people="mira all")
    asked = table.type("attack mira vex", "yes", "<", "", "", "<", "<", "no")
    assert "Attack anyway" in asked[0]
    assert "Enter = yes, as before" in asked[2]
    assert "Enter = yes, as before" in asked[-1]
    assert table.table.last.outcome is None


ESC = "\x1b"
LEFT, WORD_BACK = "\x1b[D", "\x1bb"


def show_at_end(terminal: Terminal, text: str) -> None:
    """Wait until a line of the screen ends with this text."""
    until = time.monotonic() + 60
    lines = terminal.settle()
    while not any(line.endswith(text) for line in lines):
        assert time.monotonic() < until, f"{text!r} ends no line: {lines}"
        lines = terminal.settle()


def test_esc_goes_back_and_arrow_keys_go_on_working(evening: Callable[..., Evening]) -> None:
    table = evening("knife-fight", "roll-init --seed 1", ask="joe all")
    terminal = table.terminal
    table.type("a bob", "karma? ")
    table.type("", "dice (Enter = roll):")
    terminal.type(f"662411{LEFT}5{WORD_BACK}")
    show_at_end(terminal, "dice (Enter = roll): 6624151")
    # A half typed answer is emptied first.
    terminal.type(ESC)
    show_at_end(terminal, "dice (Enter = roll):")
    terminal.type(ESC)
    terminal.wait_for("karma? ")
    terminal.type(ESC)
    terminal.wait_for(NONE_BEFORE)
    table.type("?", BACK_HELP)
    table.type("", "dice (Enter = roll):")
    table.type("6624151", "6624151")
    table.type("", "hits")


def test_esc_is_no_answer_where_nothing_is_asked(terminal: Terminal) -> None:
    terminal.type(f"b{ESC}")
    terminal.settle()
    terminal.type("\rrules rulings\r")
    terminal.wait_for("Enter: more")
    terminal.type(ESC)
    terminal.show("Enter: more; q: enough; or type on:")
