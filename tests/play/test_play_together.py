"""All who roll initiative are asked at once: each on their phone, and the GM may answer for any."""

import threading
from collections.abc import Callable

import pytest

from gmtrack.app.phone_questions import ChoiceQuestion, DiceQuestion, posted_question
from gmtrack.store.mailbox import Mailbox

from .conftest import Evening

FOES = ("blaze", "chains", "dodger", "hook", "spit")
STILL = "(Enter = roll the rest):"
STANDARD = "(Enter = standard for the rest):"
NONE = "(Enter = none for the rest):"
Open = Callable[..., Evening]


@pytest.fixture
def ambush(evening: Open) -> Evening:
    """Initiative is asked for."""
    found = evening("ganger-ambush")
    rolled(found)
    return found


def rolled(ambush: Evening) -> dict[str, DiceQuestion]:
    ambush.type(f"roll-init {' '.join(f'--roll {one}=1' for one in FOES)}")
    ambush.still("Mira Kade, Unit 7, Vex")
    found = {who: one for who, one in ambush.asked().items() if isinstance(one, DiceQuestion)}
    assert found.keys() == ambush.asked().keys()
    return found


def test_each_is_asked_and_the_gm_answers_for_whom_they_like(ambush: Evening) -> None:
    terminal, phones, questions = ambush.terminal, ambush.phones, ambush.asked()
    assert questions.keys() == {"mira", "unit7", "vex"}
    assert questions["mira"].line == "Roll 1 die for initiative"
    assert {one.about for one in questions.values()} == {"A new round begins"}
    ambush.type("?", "say whose it is: `mira=")
    ambush.still("Mira Kade, Unit 7, Vex")
    ambush.answer("vex", "3")
    terminal.wait_for("Vex's phone: 3")
    ambush.still("Mira Kade, Unit 7")
    assert posted_question(phones, "vex") is None
    assert posted_question(phones, "mira") == questions["mira"]
    ambush.type("unit7=5,2")
    ambush.still("Mira Kade")
    assert not phones.answer(questions["unit7"].id, "1 1"), "whoever is first counts"
    # Dice are enough where only one is left.
    ambush.type("6", "Mira Kade  6  (typed)", "Unit 7  5 2  (typed)", "Vex  3  (typed)")
    terminal.wait_for("undo: roll-init")
    assert not ambush.asked()


def test_enter_rolls_for_the_rest(ambush: Evening) -> None:
    terminal = ambush.terminal
    ambush.answer("mira", "")
    terminal.wait_for("Mira Kade's phone: roll for me")
    terminal.wait_for(STILL)
    ambush.type("vex=4")
    ambush.still("Unit 7")
    terminal.type("\r\r\r\r")  # for coins of those who are tied, too
    terminal.wait_for("initiative  Mira Kade")
    assert "(typed)" not in terminal.wait_for("initiative  Vex  4")
    terminal.wait_for("undo: roll-init")


def test_the_last_phone_ends_the_question(ambush: Evening) -> None:
    for one, dice in (("mira", "2"), ("vex", "2"), ("unit7", "66")):
        ambush.answer(one, dice)
    ambush.terminal.wait_for("Unit 7  6 6  (typed)")
    ambush.terminal.wait_for("undo: roll-init")


def test_what_is_wrong_is_told_to_whoever_said_it(ambush: Evening) -> None:
    terminal, phones, first = ambush.terminal, ambush.phones, ambush.asked()
    ambush.answer("unit7", "6")
    terminal.wait_for("Unit 7: needs 2 dice, got 1")
    terminal.wait_for(STILL)
    second = posted_question(phones, "unit7")
    assert second is not None
    assert second.problem == "needs 2 dice, got 1"
    assert second.id != first["unit7"].id
    ambush.type("vex=9", "Vex: 9 is not a face of a d6", STILL)
    assert posted_question(phones, "vex") == first["vex"]
    for text, told in (
        ("5", "whose dice? Type mira=5"),
        ("nobody=5", "no combatant 'nobody'; there is mira, unit7, vex"),
        ("board", "Dodger"),
        ("?", "type `1`; Enter: the program rolls"),
    ):
        ambush.type(text, told, STILL)
    ambush.type(
        "damage vex 1", "Leave the question for `damage vex 1` (the whole command is taken back)?"
    )
    ambush.type("", STILL)
    assert len(ambush.asked()) == 3
    ambush.type("vex=3 mira=4")
    ambush.still("Unit 7")
    ambush.type("vex=5", STILL)
    terminal.type("\r\r\r\r")
    terminal.wait_for("Vex  5  (typed)")


def test_what_the_gm_is_typing_is_not_cut_off(ambush: Evening) -> None:
    terminal = ambush.terminal
    terminal.type("vex=")
    terminal.wait_for("vex=")
    for one, dice in (("mira", "2"), ("vex", "2"), ("unit7", "66")):
        ambush.answer(one, dice)
    terminal.wait_for("All have answered")
    terminal.type("\x15")
    terminal.wait_for("Vex  2  (typed)")


def test_ctrl_c_takes_all_of_them_back(ambush: Evening) -> None:
    ambush.answer("mira", "2")
    ambush.terminal.wait_for("Mira Kade's phone: 2")
    ambush.terminal.type("\x03")
    ambush.terminal.wait_for("nothing has changed")
    ambush.terminal.wait_for("| saved")
    ambush.wait_until_gone()


def test_a_killed_session_asks_nobody_and_the_next_asks_anew(ambush: Evening) -> None:
    questions = ambush.asked()
    ambush.terminal.process.kill()
    ambush.terminal.process.wait()
    assert not ambush.asked()
    assert not ambush.phones.answer(questions["mira"].id, "2")
    ambush.open()
    anew = rolled(ambush)
    assert anew.keys() == questions.keys()
    assert not {one.id for one in anew.values()} & {one.id for one in questions.values()}


def test_dice_that_are_rolled_on_are_asked_of_one_while_the_others_think(evening: Open) -> None:
    garage = evening("garage-night")
    garage.type("test rook,brick quickness --with tn=8", STILL)
    first = garage.asked()
    assert first.keys() == {"rook", "brick"}
    garage.answer("rook", "661111")
    garage.terminal.wait_for("Rook's phone: 661111")
    garage.still("Rook, Brick")
    second = posted_question(garage.phones, "rook")
    assert isinstance(second, DiceQuestion)
    assert (second.what, second.count) == ("test again", 2)
    assert posted_question(garage.phones, "brick") == first["brick"]
    garage.type("rook=3,2")
    garage.still("Brick")
    garage.type("", "[6] [6] 1 1 1 1  again 3 2  (typed)")


def test_all_who_are_caught_in_a_blast_choose_at_once(evening: Open) -> None:
    """How each defends does not wait for how the others do."""
    dock = evening("loading-dock", ask="tomas ivo pike all")
    terminal, phones = dock.terminal, dock.phones
    blast = "attack mira tomas ivo pike --weapon grenade --roll attack=6,6,6,6,6,6,6,6"
    dock.type(blast, "Tomas: defense: ")
    dock.still("Tomas, Ivo, Pike", STANDARD)
    questions = dock.asked()
    assert questions.keys() == {"tomas", "ivo", "pike"}
    assert all(isinstance(one, ChoiceQuestion) for one in questions.values())
    assert {one.line for one in questions.values()} == {"How do you defend?"}
    assert {who: one.about for who, one in questions.items()} == {
        who: f"Mira Kade attacks you, {others} with Concussion grenade"
        for who, others in (("tomas", "Ivo, Pike"), ("ivo", "Tomas, Pike"), ("pike", "Tomas, Ivo"))
    }
    dock.answer("pike", "board")
    terminal.wait_for("Pike: no choice 'board'")
    again = posted_question(phones, "pike")
    assert again is not None
    assert again.problem.startswith("no choice 'board'")
    assert phones.answer(again.id, "full")
    terminal.wait_for("Pike's phone: full")
    dock.still("Tomas, Ivo", STANDARD)
    dock.type("ivo=full")
    dock.still("Tomas", STANDARD)
    # Their dice come next, of all at once too.
    dock.type("", "Pike: defense, 8 dice")
    dock.still("Tomas, Ivo, Pike")
    assert dock.asked().keys() == questions.keys()


def test_pools_that_do_not_wait_for_each_other_are_spent_at_once(evening: Open) -> None:
    """Shadowrun 3: damage from elsewhere, which each resists with as much as they like."""
    garage = evening("garage-night", "roll-init --seed 1")
    terminal = garage.terminal
    garage.type("test rook,brick,hale resist --with damage=10S")
    garage.still("Rook, Brick, Hale", NONE)
    questions = garage.asked()
    assert {who: one.most for who, one in questions.items() if isinstance(one, ChoiceQuestion)} == {
        "rook": 7,
        "brick": 6,
        "hale": 5,
    }
    garage.answer("rook", "8")
    terminal.wait_for("Rook: a number from 0 to 7")
    garage.answer("rook", "3")
    terminal.wait_for("Rook's phone: 3")
    garage.still("Brick, Hale", NONE)
    garage.answer("brick", "")
    terminal.wait_for("Brick's phone: none")
    garage.still("Hale", NONE)
    garage.type("2", "Rook: resist, 5 dice (5 body)")
    # What was said holds: nobody is asked again, and the dice are asked of all at once.
    garage.still("Rook, Brick, Hale")
    garage.type("", "Rook: resist pool, 3 dice", "Hale: resist pool, 2 dice")
    garage.still("Rook, Hale")
    garage.type("", "combat pool left 7 -> 4", "combat pool left 5 -> 3")
    assert garage.steps()[-1]["line"].endswith(
        "--with rook:resist-pool=3 --with hale:resist-pool=2"
    )


def test_points_for_a_test_are_spent_at_once(evening: Open) -> None:
    ambush = evening("ganger-ambush", "roll-init --seed 1")
    ambush.type("test vex,mira composure")
    ambush.still("Vex, Mira Kade", NONE)
    vex = ambush.asked()["vex"]
    assert isinstance(vex, ChoiceQuestion)
    assert vex.about == "Your test: composure"
    assert vex.options[0][0::2] == ("dice=1", "1 karma, 1 left")
    ambush.answer("vex", "dice=1")
    ambush.still("Mira Kade", NONE)
    ambush.type("", "Vex: test, 8 dice (3 charisma + 4 willpower + 1 karma)")
    ambush.still("Vex, Mira Kade")
    ambush.terminal.type("\r\r\r")
    ambush.terminal.wait_for("Karma 2 -> 1")
    assert ambush.steps()[-1]["line"] == "test vex,mira composure --karma vex:dice=1"


def test_eight_answer_within_the_same_second_and_one_never_does(evening: Open) -> None:
    """Each from two tabs at once: one of them counts, nothing is doubled and nothing lost."""
    fight = evening("knife-fight", "add Hero --template @ganger --count 8 --set side=pc")
    fight.type("roll-init --roll bob=1", STILL)
    questions = fight.asked()
    assert len(questions) == 9
    silent, *others = sorted(questions)
    counted: list[str] = []

    def answer(who: str, dice: str) -> None:
        if Mailbox(fight.folder).answer(questions[who].id, dice):
            counted.append(who)

    dice = {who: str(1 + number % 6) for number, who in enumerate(others)}
    tabs = [threading.Thread(target=answer, args=(who, dice[who])) for who in others * 2]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert sorted(counted) == others
    fight.still(questions[silent].name)
    fight.terminal.type("\r" * 12)  # coins of those who are tied, too
    fight.terminal.wait_for("undo: roll-init")
    rolls = fight.steps()[-1]["report"]["rolls"]
    fell = {roll["who"]: roll for roll in rolls if roll["name"] == "initiative"}
    assert {who: str(fell[who]["dice"][0]) for who in others} == dice
    assert all(fell[who]["given"] for who in others)
    assert not fell[silent]["given"]
    assert not fight.asked()
