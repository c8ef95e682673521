"""A player takes an answer back on the phone, as long as the command is not carried out; the GM
types another one in its place."""

import time
from collections.abc import Callable, Hashable

import pytest

from gmtrack.app.phone_questions import GivenAnswer, given_answers, take_answer_back
from gmtrack.play.questions.given_answers import GivenAnswers
from gmtrack.store.mailbox import INSTEAD, SENT
from gmtrack.store.raised_hands import lower_hands, raise_hand

from .conftest import Evening

FOES = ("blaze", "chains", "dodger", "hook", "spit")
Open = Callable[..., Evening]
Key = tuple[Hashable, ...]
A, B, C = ("a",), ("b",), ("c",)


def given(*answers: dict[Key, str]) -> GivenAnswers:
    found = GivenAnswers()
    for answer in answers:
        found.note(answer)
    return found


def again(answers: GivenAnswers, *keys: Key) -> list[str | None]:
    """What is given to these questions, one after the other, when the command begins anew."""
    answers.begin()
    return [answers.take_one(key) for key in keys]


def test_later_answers_stand_when_one_is_taken_back() -> None:
    answers = given({A: "1"}, {B: "2"}, {C: "3"})
    assert answers.take_back(A)
    answers.begin()
    assert answers.take_one(A) is None
    answers.note({A: "4"})
    assert [answers.take_one(B), answers.take_one(C)] == ["2", "3"]
    assert again(answers, A, B, C) == ["4", "2", "3"]


def test_of_answers_given_at_once_one_alone_is_taken_back() -> None:
    answers = given({A: "1", B: "2"}, {C: "3"})
    assert answers.take_back(B)
    answers.begin()
    assert answers.take([A, B]) == {A: "1"}
    assert answers.take([B]) is None
    answers.note({B: "5"})
    assert again(answers, A, B, C) == ["1", "5", "3"]


def test_another_answer_is_given_in_place_of_one() -> None:
    answers = given({A: "1"}, {B: "2"}, {C: "3"})
    assert answers.replace(B, "7")
    assert again(answers, A, B, C) == ["1", "7", "3"]
    assert not answers.replace(("d",), "8")
    assert not answers.take_back(("d",))


def test_a_later_answer_whose_question_is_not_asked_any_more_is_not_given() -> None:
    answers = given({A: "1"}, {B: "2"})
    answers.take_back(A)
    answers.begin()
    assert again(answers, A, C) == [None, None]


def test_dropped_answers_are_asked_for_at_once() -> None:
    answers = given({A: "1", B: "2"}, {C: "3"})
    answers.drop([B, C])
    assert answers.take_one(B) is None
    assert again(answers, A) == ["1"]


@pytest.fixture
def ambush(evening: Open) -> Evening:
    """Initiative is asked for."""
    found = evening("ganger-ambush")
    found.type(f"roll-init {' '.join(f'--roll {one}=1' for one in FOES)}")
    found.still("Mira Kade, Unit 7, Vex")
    return found


def answered(found: Evening) -> dict[str, GivenAnswer]:
    return {one.question.who: one for one in given_answers(found.phones)}


def take_back(found: Evening, who: str) -> None:
    assert take_answer_back(found.phones, who, answered(found)[who].question.id)


def test_an_answer_among_several_is_taken_back_until_the_last_has_answered(
    ambush: Evening,
) -> None:
    terminal = ambush.terminal
    ambush.answer("vex", "3")
    ambush.still("Mira Kade, Unit 7")
    vex = answered(ambush)["vex"]
    assert (vex.text, vex.state) == ("3", SENT)
    take_back(ambush, "vex")
    terminal.wait_for("Vex's phone takes back: 3")
    ambush.still("Mira Kade, Unit 7, Vex")
    assert not answered(ambush)
    assert ambush.asked()["vex"].line == vex.question.line
    for one, dice in (("mira", "2"), ("vex", "5"), ("unit7", "66")):
        ambush.answer(one, dice)
    terminal.wait_for("Vex  5  (typed)")
    terminal.wait_for("undo: roll-init")
    assert not take_answer_back(ambush.phones, "vex", vex.question.id)
    ambush.wait_until_gone()


def test_what_the_gm_types_overwrites_an_answer(ambush: Evening) -> None:
    ambush.answer("vex", "3")
    ambush.still("Mira Kade, Unit 7")
    ambush.type("vex=6")
    patient = time.monotonic() + 60
    while (vex := answered(ambush)["vex"]).state == SENT:
        assert time.monotonic() < patient
        time.sleep(0.02)
    assert (vex.text, vex.state) == ("6", INSTEAD)
    assert not take_answer_back(ambush.phones, "vex", vex.question.id)
    ambush.type("mira=1 unit7=5,2")
    ambush.terminal.type("\r\r\r\r")  # coins of those who are tied
    ambush.terminal.wait_for("Vex  6  (typed)")
    ambush.terminal.wait_for("undo: roll-init")
    ambush.wait_until_gone()


def test_dice_that_the_gm_types_stay_for_all_to_see_until_the_command_is_carried_out(
    ambush: Evening,
) -> None:
    ambush.type("unit7=52")
    ambush.still("Mira Kade, Vex")
    unit7 = answered(ambush)["unit7"]
    assert (unit7.text, unit7.state) == ("5 2", INSTEAD)
    assert not take_answer_back(ambush.phones, "unit7", unit7.question.id)
    ambush.type("unit7=61")
    patient = time.monotonic() + 60
    while answered(ambush)["unit7"].text != "6 1":
        assert time.monotonic() < patient
        time.sleep(0.02)
    ambush.type("mira=2 vex=6")
    ambush.terminal.wait_for("undo: roll-init")
    ambush.wait_until_gone()


def test_dice_of_one_roll_stay_too_and_hits_alone_do_not(evening: Open) -> None:
    found = evening(ask="joe all", columns=150)
    # Dice typed at a question before the roll are for the roll.
    found.type("attack joe bob --weapon unarmed", "(Enter = none)")
    found.type("1 1 5 1 1", "4 of 5 dice")
    joe = answered(found)["joe"]
    assert (joe.text, joe.state) == ("1 1 5 1 1", INSTEAD)
    found.type("no", "undo: attack")
    found.wait_until_gone()
    found.type(
        "attack bob joe --weapon unarmed --defense standard --mod 4 --roll attack=6,6,6,6,6,6,6"
    )
    found.terminal.wait_for("dice (Enter = roll):")
    found.type("3h", "soak")
    found.terminal.wait_for("dice (Enter = roll):")
    assert not answered(found)
    found.type("", "undo: attack")


@pytest.fixture
def attacked(evening: Open) -> Evening:
    """Joe has chosen on the phone how to defend, and is asked for the dice of it."""
    found = evening(ask="joe all", columns=150)
    found.type("attack bob joe --weapon unarmed --roll attack=6,6,6", "Joe Schmoe: defense")
    found.answer("joe", "parry")
    found.terminal.wait_for("Joe Schmoe's phone: parry")
    found.terminal.wait_for("dice (Enter = roll):")
    return found


def test_an_answer_is_taken_back_at_a_later_question(attacked: Evening) -> None:
    assert answered(attacked)["joe"].text == "parry"
    take_back(attacked, "joe")
    attacked.terminal.wait_for("Joe Schmoe's phone takes back: parry")
    attacked.terminal.wait_for("(Enter = standard)")
    assert not answered(attacked)
    attacked.answer("joe", "full")
    attacked.terminal.wait_for("Joe Schmoe's phone: full")
    attacked.terminal.wait_for("dice (Enter = roll):")
    attacked.terminal.type("\r\r")
    attacked.terminal.wait_for("undo: attack")
    assert "--defense joe:full" in attacked.steps()[-1]["line"]
    attacked.wait_until_gone()


def test_what_the_gm_is_typing_is_not_cut_off(attacked: Evening) -> None:
    attacked.terminal.type("66")
    attacked.terminal.wait_for("66")
    take_back(attacked, "joe")
    attacked.terminal.wait_for("takes an answer back: Ctrl-U empties your line for it")
    attacked.terminal.type("\x15")
    attacked.terminal.wait_for("Joe Schmoe's phone takes back: parry")


def test_a_raised_hand_is_shown_at_once_also_at_a_question(attacked: Evening) -> None:
    raise_hand(attacked.folder, "joe")
    attacked.terminal.wait_for("hand up: Joe Schmoe")
    lower_hands(attacked.folder, ["joe"])
    attacked.terminal.type("\r\r\r")
    attacked.terminal.wait_for("undo: attack")
    raise_hand(attacked.folder, "joe")
    attacked.terminal.wait_for("hand up: Joe Schmoe")


def test_ctrl_c_and_the_end_leave_nothing_behind(attacked: Evening) -> None:
    question = answered(attacked)["joe"].question
    attacked.terminal.type("\x03")
    attacked.terminal.wait_for("nothing has changed")
    attacked.terminal.wait_for("saved")
    assert not take_answer_back(attacked.phones, "joe", question.id)
    attacked.wait_until_gone()


def test_the_gm_answers_anew_for_somebody_else_at_a_later_question(evening: Open) -> None:
    found = evening("ganger-ambush", "roll-init --seed 1", ask="pc all", columns=150)
    found.type("attack vex mira --weapon unarmed --force", "Attack anyway")
    found.type("y", "Mira Kade: defense")
    found.answer("mira", "full")
    found.terminal.wait_for("Mira Kade's phone: full")
    found.terminal.wait_for("Vex: ")
    found.terminal.settle()
    found.type("mira=flying", "'flying' is no answer in place of Mira Kade's full")
    found.type("mira=standard")
    found.terminal.settle()
    assert not answered(found)
    found.terminal.type("\r\r\r\r\r\r")
    found.terminal.wait_for("undo: attack")
    assert "full" not in found.steps()[-1]["line"]
