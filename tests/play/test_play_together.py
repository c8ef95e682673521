"""All who roll initiative are asked at once: each on their phone, and the GM may answer for any."""

import json
import os
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import ran

from gmtrack.app.players import ChoiceQuestion, DiceQuestion, every_posted, posted
from gmtrack.store.mailbox import Mailbox

from .terminal import Terminal

ROOT = Path(__file__).parents[2]
FOES = ("blaze", "chains", "dodger", "hook", "spit")
STILL = "(Enter = roll the rest):"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    session = Terminal(tmp_path / "home", 80, fight="ganger-ambush")
    session.wait_for("| saved")
    session.type("ask pc\r")
    session.wait_for("player characters roll their own dice")
    yield session
    session.close()


@pytest.fixture
def phones(tmp_path: Path) -> Mailbox:
    return Mailbox(tmp_path / "home" / "encounters" / "ganger-ambush")


def still(terminal: Terminal, names: str, end: str = STILL) -> None:
    """Wait until these are still to answer."""
    told = ""
    while told != names:
        terminal.wait_for("still to answer: ")
        told = terminal.wait_for(end).split("\n")[0].strip()


def asked(terminal: Terminal, phones: Mailbox) -> dict[str, DiceQuestion]:
    terminal.type(f"roll-init {' '.join(f'--roll {one}=1' for one in FOES)}\r")
    still(terminal, "Mira Kade, Unit 7, Vex")
    return {one.who: one for one in every_posted(phones)}


def test_each_is_asked_and_the_gm_answers_for_whom_they_like(
    terminal: Terminal, phones: Mailbox
) -> None:
    questions = asked(terminal, phones)
    assert questions.keys() == {"mira", "unit7", "vex"}
    assert questions["mira"].line == "Mira Kade: initiative, 1 die (1 initiative dice)"
    assert {one.about for one in questions.values()} == {""}
    assert phones.answer(questions["vex"].id, "3")
    terminal.wait_for("Vex's phone: 3")
    still(terminal, "Mira Kade, Unit 7")
    assert posted(phones, "vex") is None
    assert posted(phones, "mira") == questions["mira"]
    terminal.type("unit7=5,2\r")
    still(terminal, "Mira Kade")
    assert not phones.answer(questions["unit7"].id, "1 1"), "whoever is first counts"
    # Dice are enough where only one is left.
    terminal.type("6\r")
    for told in ("Mira Kade  6  (typed)", "Unit 7  5 2  (typed)", "Vex  3  (typed)"):
        terminal.wait_for(told)
    terminal.wait_for("undo: roll-init")
    assert not list(every_posted(phones))


def test_enter_rolls_for_the_rest(terminal: Terminal, phones: Mailbox) -> None:
    questions = asked(terminal, phones)
    assert phones.answer(questions["mira"].id, "")
    terminal.wait_for("Mira Kade's phone: roll for me")
    terminal.wait_for(STILL)
    terminal.type("vex=4\r")
    still(terminal, "Unit 7")
    terminal.type("\r\r\r\r")  # for coins of those who are tied, too
    terminal.wait_for("initiative  Mira Kade")
    assert "(typed)" not in terminal.wait_for("initiative  Vex  4")
    terminal.wait_for("undo: roll-init")


def test_the_last_phone_ends_the_question(terminal: Terminal, phones: Mailbox) -> None:
    questions = asked(terminal, phones)
    for one, dice in (("mira", "2"), ("vex", "2"), ("unit7", "66")):
        assert phones.answer(questions[one].id, dice)
    terminal.wait_for("Unit 7  6 6  (typed)")
    terminal.wait_for("undo: roll-init")


def test_what_is_wrong_is_told_to_whoever_said_it(terminal: Terminal, phones: Mailbox) -> None:
    first = asked(terminal, phones)
    assert phones.answer(first["unit7"].id, "6")
    terminal.wait_for("Unit 7: needs 2 dice, got 1")
    terminal.wait_for(STILL)
    second = posted(phones, "unit7")
    assert second is not None
    assert second.problem == "needs 2 dice, got 1"
    assert second.id != first["unit7"].id
    terminal.type("vex=9\r")
    terminal.wait_for("Vex: 9 is not a face of a d6")
    terminal.wait_for(STILL)
    assert posted(phones, "vex") == first["vex"]
    for text, told in (
        ("5", "whose dice? Type mira=5"),
        ("nobody=5", "no combatant 'nobody'; there is mira, unit7, vex"),
        ("damage vex 1", "`damage vex 1` has to wait: answer this first"),
        ("board", "Dodger"),
        ("?", "type `1`; Enter: the program rolls"),
    ):
        terminal.type(f"{text}\r")
        terminal.wait_for(told)
        terminal.wait_for(STILL)
    assert len(list(every_posted(phones))) == 3
    terminal.type("vex=3 mira=4\r")
    still(terminal, "Unit 7")
    terminal.type("vex=5\r")
    terminal.wait_for("Vex has answered")
    terminal.wait_for(STILL)
    terminal.type("\r\r\r\r")
    terminal.wait_for("Vex  3  (typed)")


def test_what_the_gm_is_typing_is_not_cut_off(terminal: Terminal, phones: Mailbox) -> None:
    questions = asked(terminal, phones)
    terminal.type("vex=")
    terminal.wait_for("vex=")
    for one, dice in (("mira", "2"), ("vex", "2"), ("unit7", "66")):
        assert phones.answer(questions[one].id, dice)
    terminal.wait_for("All have answered")
    terminal.type("\x15")
    terminal.wait_for("Vex  2  (typed)")


def test_ctrl_c_takes_all_of_them_back(terminal: Terminal, phones: Mailbox, tmp_path: Path) -> None:
    questions = asked(terminal, phones)
    assert phones.answer(questions["mira"].id, "2")
    terminal.wait_for("Mira Kade's phone: 2")
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    terminal.wait_for("| saved")
    assert not list(every_posted(phones))
    folder = tmp_path / "home" / "encounters" / "ganger-ambush"
    assert not [*folder.glob("*asked*"), *folder.glob("*answer*"), *folder.glob("waiting*")]


def test_a_killed_session_asks_nobody_and_the_next_asks_anew(
    terminal: Terminal, phones: Mailbox, tmp_path: Path
) -> None:
    questions = asked(terminal, phones)
    terminal.process.kill()
    terminal.process.wait(15)
    assert not list(every_posted(phones))
    assert not phones.answer(questions["mira"].id, "2")
    again = Terminal(tmp_path / "home", 80, fight="")
    again.wait_for("| saved")
    again.type("ask pc\r")
    again.wait_for("own dice")
    anew = asked(again, phones)
    assert anew.keys() == questions.keys()
    assert not {one.id for one in anew.values()} & {one.id for one in questions.values()}
    again.close()


def test_dice_that_are_rolled_on_are_asked_of_one_while_the_others_think(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "home", 80, fight="garage-night")
    phones = Mailbox(tmp_path / "home" / "encounters" / "garage-night")
    terminal.wait_for("| saved")
    terminal.type("ask pc\r")
    terminal.wait_for("own dice")
    terminal.type("test rook,brick quickness --with tn=8\r")
    terminal.wait_for(STILL)
    first = {one.who: one for one in every_posted(phones)}
    assert first.keys() == {"rook", "brick"}
    assert phones.answer(first["rook"].id, "661111")
    terminal.wait_for("Rook's phone: 661111")
    still(terminal, "Rook, Brick")
    second = posted(phones, "rook")
    assert second is not None
    assert (second.what, second.count) == ("test again", 2)
    assert posted(phones, "brick") == first["brick"]
    terminal.type("rook=3,2\r")
    still(terminal, "Brick")
    terminal.type("\r")
    terminal.wait_for("[6] [6] 1 1 1 1  again 3 2  (typed)")
    terminal.close()


def test_all_who_are_caught_in_a_blast_choose_at_once(tmp_path: Path) -> None:
    """How each defends does not wait for how the others do."""
    terminal = Terminal(tmp_path / "home", 80, fight="loading-dock")
    phones = Mailbox(tmp_path / "home" / "encounters" / "loading-dock")
    terminal.wait_for("| saved")
    terminal.type("ask tomas ivo pike\r")
    terminal.wait_for("own dice")
    terminal.type("attack mira tomas ivo pike --weapon grenade --roll attack=6,6,6,6,6,6,6,6\r")
    standard = "(Enter = standard for the rest):"
    terminal.wait_for("Tomas: defense: ")
    still(terminal, "Tomas, Ivo, Pike", standard)
    questions = {one.who: one for one in every_posted(phones)}
    assert questions.keys() == {"tomas", "ivo", "pike"}
    assert all(isinstance(one, ChoiceQuestion) for one in questions.values())
    assert {one.line for one in questions.values()} == {
        "Tomas: defense", "Ivo: defense", "Pike: defense",
    }  # fmt: skip
    assert phones.answer(questions["pike"].id, "board")
    terminal.wait_for("Pike: no choice 'board'")
    again = posted(phones, "pike")
    assert again is not None
    assert again.problem.startswith("no choice 'board'")
    assert phones.answer(again.id, "full")
    terminal.wait_for("Pike's phone: full")
    still(terminal, "Tomas, Ivo", standard)
    terminal.type("ivo=full\r")
    still(terminal, "Tomas", standard)
    terminal.type("\r")
    # Their dice come next, of all at once too.
    terminal.wait_for("Pike: defense, 8 dice")
    still(terminal, "Tomas, Ivo, Pike")
    assert {one.who for one in every_posted(phones)} == questions.keys()
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    terminal.close()


def test_eight_answer_within_the_same_second_and_one_never_does(tmp_path: Path) -> None:
    """Each from two tabs at once: one of them counts, nothing is doubled and nothing lost."""
    home = {"GMTRACK_HOME": str(tmp_path / "home")}
    lines = [["load", str(ROOT / "encounters" / "knife-fight.yaml")]]
    lines += [["add", "Hero", "--template", "@ganger", "--count", "8", "--set", "side=pc"]]
    for line in lines:
        status, _, err = ran(line, {**os.environ, **home})
        assert status == 0, err
    phones = Mailbox(tmp_path / "home" / "encounters" / "knife-fight")
    terminal = Terminal(tmp_path / "home", 80, fight="")
    terminal.wait_for("saved")
    terminal.type("ask pc\r")
    terminal.wait_for("own dice")
    terminal.type("roll-init --roll bob=1\r")
    terminal.wait_for(STILL)
    questions = {one.who: one for one in every_posted(phones)}
    assert len(questions) == 9
    silent, *others = sorted(questions)
    counted: Counter[str] = Counter()

    def answer(who: str, dice: str) -> None:
        counted[who] += Mailbox(phones._folder).answer(questions[who].id, dice)

    dice = {who: str(1 + number % 6) for number, who in enumerate(others)}
    tabs = [threading.Thread(target=answer, args=(who, dice[who])) for who in others * 2]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert counted == dict.fromkeys(others, 1)
    name = {one.who: one.name for one in questions.values()}
    still(terminal, name[silent])
    terminal.type("\r" * 12)  # coins of those who are tied, too
    terminal.wait_for("undo: roll-init")
    terminal.close()
    status, out, err = ran(["log", "--json"], {**os.environ, **home})
    assert status == 0, err
    rolls = json.loads(out)["steps"][-1]["report"]["rolls"]
    fell = {roll["who"]: roll for roll in rolls if roll["name"] == "initiative"}
    assert {who: str(fell[who]["dice"][0]) for who in others} == dice
    assert all(fell[who]["given"] for who in others)
    assert not fell[silent]["given"]
    assert not list(every_posted(phones))
