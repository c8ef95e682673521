"""What players are asked when it happens: to strike at who moves past, to take a held action, to
fight for their life. Nothing that somebody hidden does asks anything."""

from collections.abc import Callable

import pytest

from gmtrack.app.phone_questions import ChoiceQuestion, Question

from .conftest import Evening

STILL = "(Enter = no for the rest):"
WIDE = 150
Open = Callable[..., Evening]


@pytest.fixture
def ambush(evening: Open) -> Evening:
    """Vex holds their action; Blaze acts."""
    return evening("ganger-ambush", "roll-init --seed 1", "next", "delay vex", columns=WIDE)


def options(question: Question) -> tuple[tuple[str, str, str], ...]:
    assert isinstance(question, ChoiceQuestion)
    return question.options


def test_who_moves_past_can_be_struck_at(ambush: Evening) -> None:
    terminal = ambush.terminal
    ambush.type("act blaze walk", "Blaze: walk", STILL)
    questions = ambush.asked()
    assert questions.keys() == {"mira", "unit7", "vex"}
    assert questions["mira"]._replace(id="") == ChoiceQuestion(
        id="", who="mira", name="Mira Kade", about="Blaze: walk", line="Do you react?",
        options=(("intercept", "strike at them as they move past", "1 AP, 2 left"),),
        most=0, enter="no", problem="", deeds=("Intercept", "No"), told="Blaze: walk",
    )  # fmt: skip
    ambush.answer("mira", "")
    terminal.wait_for("Mira Kade's phone: no")
    ambush.answer("vex", "intercept")
    terminal.wait_for("Vex's phone: intercept")
    terminal.wait_for(STILL)
    terminal.type("\r")
    # Their own dice come next.
    terminal.wait_for("act vex intercept blaze")
    terminal.wait_for("Vex: attack")
    terminal.type("\r\r")
    terminal.wait_for("undo: act vex intercept")
    lines = [step["line"] for step in ambush.steps()]
    assert lines[-2:] == ["act blaze walk", "act vex intercept blaze"]


def test_who_holds_an_action_is_asked_when_another_turn_comes(ambush: Evening) -> None:
    ambush.type("next", "Dodger acts now", "Vex: reaction? intervene (Enter = no)")
    assert options(ambush.asked()["vex"]) == (("intervene", "take the held action", ""),)
    # Another line in its place is an answer, too.
    ambush.type("note vex waits", "Leave the question for `note vex waits`")
    ambush.type("y", "undo: note vex waits")
    # Once a round is enough; `undo` has them asked anew.
    ambush.type("next", "undo: next")
    assert not ambush.asked()
    ambush.type("undo", "undone: next")
    ambush.type("next", "Spit acts now")
    ambush.answer("vex", "intervene")
    ambush.terminal.wait_for("undo: intervene vex")
    ambush.type("next", "undo: next")
    assert not ambush.asked(), "they hold nothing any more"


def test_what_is_undone_or_refused_asks_nothing(ambush: Evening) -> None:
    terminal = ambush.terminal
    for line, says in (
        ("undo", "undone: delay vex"),
        ("redo", "done again: delay vex"),
        ("act blaze fly", "err"),
    ):
        terminal.type(f"{line}\r")
        terminal.wait_for(says)
        terminal.settle()
        assert not ambush.asked(), line
    assert "reaction?" not in terminal.transcript


def test_nothing_that_somebody_hidden_does_asks_anything(evening: Open) -> None:
    lines = ("roll-init --seed 1", "next", "delay vex", "hide blaze", "hide dodger")
    ambush = evening("ganger-ambush", *lines, columns=WIDE)
    for line in ("act blaze walk", "next"):
        ambush.type(line, f"undo: {line}")
        assert not ambush.asked()
    assert "reaction?" not in ambush.terminal.transcript
    # One whom they see comes next.
    ambush.type("next", "Spit acts now")
    assert ambush.asked().keys() == {"vex"}


def test_whoever_is_surprised_may_shake_it_off_and_is_not_asked_of_others(evening: Open) -> None:
    ambush = evening("ganger-ambush", "hide hook", columns=WIDE)
    ambush.type("test vex surprise --seed 1", "Vex: reaction? shake-off-surprise (Enter = no)")
    assert ambush.asked().keys() == {"vex"}
    assert options(ambush.asked()["vex"])[0][2] == "1 karma, 1 left"
    ambush.type("", "undo: test vex surprise")
    # Vex is surprised still; what the GM rolls for a hidden one tells them nothing.
    ambush.type("test hook surprise --seed 1", "undo: test hook surprise")
    assert not ambush.asked()


CHEAT = ("cheat-death", "a willpower test; passed, it costs 1 Fortitude for good",
         "of 3 fortitude left")  # fmt: skip
INVITE = "they get 4 AP to come to you and save you"


@pytest.mark.parametrize(
    ("fight", "line", "found", "otherwise"),
    [
        ("knife-fight", "damage joe 10 --pool flesh",
         [("fight-for-your-life", "conscious to the end of the round", "1 karma, 1 left")],
         "Stay down"),
        ("ninth-street", "damage joe 12 --location torso --type lethal",
         [CHEAT, *((f"invite {one}", INVITE, "") for one in ("Sally", "Bill", "Wendy")),
          ("die", "your story ends here", "")],
         "Decide later: nothing else happens until then"),
    ],
)  # fmt: skip
def test_who_falls_may_do_something_about_it(
    evening: Open, fight: str, line: str, found: list[tuple[str, ...]], otherwise: str
) -> None:
    street = evening(fight, "roll-init --seed 1", columns=WIDE)
    street.type(line, ": reaction? ")
    question = street.asked()["joe"]
    assert isinstance(question, ChoiceQuestion)
    assert [*question.options] == found
    # What follows without any is said, not a bare no.
    assert question.deeds[-1] == otherwise
    word = found[-1][0]
    street.answer("joe", word)
    street.terminal.wait_for(f"act joe {word}")
    street.type("", f"undo: act joe {word}")


def test_who_is_dying_invites_a_friend_by_name(evening: Open) -> None:
    street = evening("ninth-street", "roll-init --seed 1", columns=WIDE)
    street.type("damage joe 12 --location torso --type lethal", ": reaction? ")
    assert "Invite Wendy" in street.asked()["joe"].deeds  # type: ignore[union-attr]
    street.type("invite", "could be invite Sally, invite Bill", ": reaction? ")
    street.type("invite wen", "act joe invite wendy")
    street.terminal.wait_for("undo: act joe invite wendy")


def test_whoever_leaves_cover_can_be_shot_at(evening: Open) -> None:
    street = evening("ninth-street", "roll-init --seed 1")
    street.type("act punk move --with react", STILL)
    questions = street.asked()
    assert questions.keys() == {"joe", "sally", "bill", "wendy"}
    assert {options(one)[0][0::2] for one in questions.values()} == {
        ("opportunity", "1 AP, 3 left")
    }
    street.type("joe=opp")
    street.still("Sally, Bill, Wendy", STILL)
    street.type("", "attack joe punk --with opportunity", "dice (Enter = roll):")
    street.type("\x03", "nothing has changed")


HELD = {
    "ganger-ambush": ("vex", "roll-init --seed 1", "next", "delay vex"),
    "back-room": ("host", "roll-init --seed 1", "delay host"),
    "garage-night": ("rook", "roll-init --seed 1", "delay rook"),
}


@pytest.mark.parametrize("fight", HELD)
def test_a_letter_at_a_reaction_answers_it_and_does_nothing_else(evening: Open, fight: str) -> None:
    who, *lines = HELD[fight]
    found = evening(fight, *lines, ask=who, columns=WIDE)
    for letter, told, last in (
        ("n", "| unsaved |", "next"),
        ("no", "| unsaved |", "next"),
        ("y", f"intervene {who}", f"intervene {who}"),
        ("i", f"intervene {who}", f"intervene {who}"),
    ):
        found.type("next", ": reaction? intervene (Enter = no)")
        found.type(letter, told)
        found.type("note fight letter", "undo: note fight letter")
        assert [one["line"] for one in found.steps()][-2:] == [last, "note fight letter"]
        for _ in range(2 + (last != "next")):
            found.type("undo", "undone:")


@pytest.mark.parametrize(
    ("fight", "line", "option"),
    [
        ("knife-fight", "damage joe 10 --pool flesh", "fight-for-your-life"),
        ("ninth-street", "damage joe 12 --location torso --type lethal", "cheat-death"),
    ],
)
def test_n_lets_fall_who_falls_and_y_helps_where_there_is_one_way(
    evening: Open, fight: str, line: str, option: str
) -> None:
    found = evening(fight, "roll-init --seed 1", columns=WIDE)
    found.type(line, f": reaction? {option}")
    found.type("n", "| unsaved |")
    found.type("undo", f"undone: {line}")
    found.type(line, f": reaction? {option}")
    found.type("?", "Ctrl-C: no reaction; what has happened stands", ": reaction? ")
    if option == "cheat-death":
        found.type("y", "could be cheat-death", ": reaction? ")
        found.type("ch", f"act joe {option}")
    else:
        found.type("y", f"act joe {option}")


def test_a_command_at_a_reaction_asks_before_it_is_done(ambush: Evening) -> None:
    ambush.type("next", "Vex: reaction? intervene (Enter = no)")
    ambush.type("u", "Leave the question for `u` (no reaction; what has happened stands)? yes, no")
    ambush.type("", "Vex: reaction? intervene (Enter = no)")
    ambush.type("damage vex 1", "Leave the question for `damage vex 1`")
    ambush.type("yes", "undo: damage vex 1")
    assert [one["line"] for one in ambush.steps()][-2:] == ["next", "damage vex 1"]


def test_reactions_that_were_chosen_come_before_the_command_that_leaves_the_rest(
    ambush: Evening,
) -> None:
    ambush.type("act blaze walk", STILL)
    ambush.type("vex=intercept", STILL)
    ambush.type("note vex waits", "Leave the question for `note vex waits`")
    ambush.type("y", "Vex: attack")
    ambush.terminal.type("\r\r")
    ambush.terminal.wait_for("undo: note vex waits")
    lines = [step["line"] for step in ambush.steps()]
    assert lines[-3:] == ["act blaze walk", "act vex intercept blaze", "note vex waits"]


def test_one_no_answers_for_all_who_may_react(ambush: Evening) -> None:
    ambush.type("act blaze walk", STILL)
    ambush.type("i", "whose choice?", STILL)
    ambush.type("n")
    ambush.wait_until_gone()
    ambush.terminal.settle()
    assert "reaction?" not in ambush.terminal.seen
    assert ambush.steps()[-1]["line"] == "act blaze walk"


@pytest.mark.parametrize(("typed", "defense"), [("n", "none"), ("s", "")])
def test_a_letter_at_a_defense_chooses_it(evening: Open, typed: str, defense: str) -> None:
    duel = evening("street-samurai-duel", ask="kaz", columns=WIDE)
    line = "attack samurai kaz --force --roll attack=20"
    duel.type(line, "Kaz: defense? dodge, weave, none (Enter = standard)")
    duel.type(typed, "undo: attack samurai kaz")
    chosen = f" --defense kaz:{defense}" if defense else ""
    assert duel.steps()[-1]["line"].endswith(f"--roll attack=20{chosen}")
