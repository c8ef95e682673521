"""What somebody chooses can be chosen on their phone: defense, what they spend, yes or no."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gmtrack.app.phone_questions import ChoiceQuestion, DiceQuestion, posted_question
from gmtrack.cli.main import execute
from gmtrack.core.lexicon import Entry
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.phones import Phoned, make_choice_phone
from gmtrack.play.table import PlayTable
from gmtrack.store.mailbox import Mailbox

from .conftest import Evening
from .terminal import Terminal

ROOT = Path(__file__).parents[2]


@pytest.fixture
def phone(tmp_path: Path) -> Mailbox:
    return Mailbox(tmp_path / "home" / "encounters" / "knife-fight")


def asked(terminal: Terminal, phone: Mailbox, line: str, at_prompt: str) -> ChoiceQuestion:
    terminal.type(f"{line}\r")
    terminal.wait_for(at_prompt)
    question = posted_question(phone)
    assert isinstance(question, ChoiceQuestion)
    return question


def test_a_defense_is_chosen_on_the_phone(terminal: Terminal, phone: Mailbox) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("own dice")
    line = "attack bob joe --roll attack=6,6,6 --weapon unarmed"
    question = asked(terminal, phone, line, "(Enter = standard)")
    assert question.who == "joe"
    assert question.line == "How do you defend?"
    assert question.about == "Bob Rock attacks you unarmed"
    assert question.enter == "standard"
    words = {word: (help_, cost) for word, help_, cost in question.options}
    assert {"parry", "full"} <= words.keys()
    assert all(help_ for help_, _ in words.values())
    assert phone.answer(question.id, "full")
    terminal.wait_for("Joe Schmoe's phone: full")
    terminal.wait_for("dice (Enter = roll):")
    dice = posted_question(phone)
    assert isinstance(dice, DiceQuestion)
    assert dice.what == "defense"
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    assert posted_question(phone) is None


def test_what_is_spent_is_chosen_with_what_is_left(terminal: Terminal, phone: Mailbox) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("own dice")
    question = asked(terminal, phone, "attack joe bob", "(Enter = none)")
    assert question.options[0][0] == "dice=1"
    assert question.options[0][2] == "1 karma, 1 left"
    assert phone.answer(question.id, "dice=1")
    terminal.wait_for("Joe Schmoe's phone: dice=1")
    terminal.wait_for("dice (Enter = roll):")
    terminal.type("1 1 1 1 1 1 5 5\r")
    terminal.wait_for("(Enter = no)")
    terminal.type("\r")
    terminal.wait_for("undo: attack joe bob")
    terminal.type("log\r")
    terminal.wait_for("attack joe bob --karma dice=1")


@pytest.mark.parametrize("said", ["?", "board", "undo", "q", "!ls", "damage bob 9", "6 6 6"])
def test_a_phone_says_nothing_but_one_of_the_words(
    terminal: Terminal, phone: Mailbox, said: str
) -> None:
    terminal.type("ask joe all\r")
    terminal.wait_for("own dice")
    question = asked(terminal, phone, "attack joe bob", "(Enter = none)")
    assert phone.answer(question.id, said)
    terminal.wait_for(f"Joe Schmoe's phone: {said}")
    assert "Bob Rock" not in terminal.wait_for(f"no choice '{said}'")
    terminal.wait_for("(Enter = none)")
    again = posted_question(phone)
    assert isinstance(again, ChoiceQuestion)
    assert again.problem.startswith(f"no choice '{said}'")
    assert again.id != question.id
    # Whoever is first counts.
    terminal.type("\r")
    terminal.wait_for("dice (Enter = roll):")
    assert not phone.answer(again.id, "dice=1")
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    terminal.type("log\r")
    assert "damage" not in terminal.wait_for("| saved")


def test_a_pool_is_spent_on_the_phone(evening: Callable[..., Evening]) -> None:
    garage = evening("garage-night", ask="rook all")
    terminal, phone = garage.terminal, garage.phones
    terminal.type("attack guard-1 rook --roll attack=5,5,5,5 --mod -6 --force\r")
    terminal.wait_for("left: how many dice? (Enter = none)")
    question = posted_question(phone)
    assert isinstance(question, ChoiceQuestion)
    assert question.options == ()
    assert question.most > 0
    assert question.line == f"How many dice of your combat pool? Up to {question.most}"
    assert "TN" not in question.line
    assert phone.answer(question.id, str(question.most + 1))
    terminal.wait_for(f"a number from 0 to {question.most}")
    again = posted_question(phone)
    assert isinstance(again, ChoiceQuestion)
    assert again.problem == f"a number from 0 to {question.most}"
    assert phone.answer(again.id, "1")
    terminal.wait_for("Rook's phone: 1")
    terminal.wait_for("dice (Enter = roll):")


def test_their_own_pool_is_the_attackers_to_spend(evening: Callable[..., Evening]) -> None:
    garage = evening("garage-night", "roll-init --seed 1", ask="rook all")
    garage.type("attack rook guard-1", "combat pool 6 left: how many dice? (Enter = none)")
    question = garage.asked()["rook"]
    assert isinstance(question, ChoiceQuestion)
    assert question.about == "You attack First guard with smg. Your attack: 6 dice"
    assert question.most == 6
    garage.answer("rook", "2")
    garage.terminal.wait_for("Rook: attack, 8 dice (6 skill + 2 pool)")
    garage.type("", "combat pool left 7 -> 5")
    assert garage.steps()[-1]["line"] == "attack rook guard-1 --with pool=2"


def test_willpower_is_spent_with_what_is_left(evening: Callable[..., Evening]) -> None:
    room = evening("back-room", "roll-init --seed 1", ask="nick all")
    room.type("attack host nick --weapon unarmed", "Nick: defense? ")
    question = room.asked()["nick"]
    assert isinstance(question, ChoiceQuestion)
    costs = {word: cost for word, _, cost in question.options}
    assert costs["apply"] == "free"
    assert costs["dodge"] == "1 AP, 0 left"
    assert costs["willpower"] == "1 willpower, 4 left"
    assert costs["dodge+willpower"] == "1 AP, 0 left; 1 willpower, 4 left"
    room.answer("nick", "dodge+willpower")
    room.terminal.wait_for("Nick: dodge, 12 dice (6 defense + 6 doubled)")
    room.type("", "undo: attack host nick")
    changes = room.steps()[-1]["report"]["changes"]
    spent = {one["what"]: one["after"] for one in changes if one["who"] == "nick"}
    assert (spent["willpower_left"], spent["ap"]) == (4, 0)


def test_willpower_for_an_attack_is_asked_for(evening: Callable[..., Evening]) -> None:
    room = evening("back-room", "roll-init --seed 1", ask="nick all")
    line = "attack nick host --weapon unarmed --force"
    room.type(line, "Nick: spend? willpower (Enter = none)")
    room.answer("nick", "willpower")
    room.terminal.wait_for("3 willpower")
    room.type("", "undo: attack nick host")
    assert room.steps()[-1]["line"] == f"{line} --with willpower"


def test_fate_points_for_an_attack_are_asked_for_on_both_sides(
    evening: Callable[..., Evening],
) -> None:
    roof = evening("rooftop-chase", "roll-init", "set guard-2 fate=0", ask="pc,foe all")
    line = "attack vera orsin --defense parry"
    roof.type(line, "Vera: spend: invoke, invoke-if-needed")
    roof.terminal.wait_for("Count Orsin: spend: resist, resist-if-needed")
    roof.type("vera=invoke-if-needed orsin=resist", "Vera: attack, ")
    roof.type("2222", "Count Orsin: parry, ")
    roof.type("2222", "undo: attack vera")
    assert roof.steps()[-1]["line"] == f"{line} --with invoke-if-needed --with orsin:resist"
    # Who has no point left is not asked.
    roof.type("undo", "undo: set guard-2")
    roof.type("attack vera guard-2 --defense parry --with invoke", "Vera: attack, ")


# --- without a terminal ---


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayTable]:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm")
    assert execute(["load", str(ROOT / "encounters" / "knife-fight.yaml")]) == 0
    table = PlayTable(execute)
    yield table
    table.asking.sent.close_all()


def test_a_choice_tells_of_nobody_who_is_hidden(table: PlayTable, phone: Mailbox) -> None:
    assert execute(["add", "Vanessa", "--template", "@ganger", "--set", "hidden=true"]) == 0
    words = (Entry("parry", "against Vanessa"), Entry("block", "with an arm"), Entry("vanessa"))
    costs = ("", "1 AP, 2 left", "")
    about = "Vanessa attacks Joe Schmoe"
    choice = PlayerChoice("Joe Schmoe: defense", words, about=about, who="joe", costs=costs)
    found: list[ChoiceQuestion] = []

    def at_prompt(_: object) -> str:
        question = posted_question(phone)
        assert isinstance(question, ChoiceQuestion)
        found.append(question)
        assert phone.answer(question.id, "block")
        raise Phoned("block")

    assert make_choice_phone(table, choice).ask("", at_prompt) == "block"
    [question] = found
    assert question.about == ""
    assert question.options == (("parry", "", ""), ("block", "with an arm", "1 AP, 2 left"))
    assert "anessa" not in str(question)
    assert posted_question(phone) is None


def test_a_phone_that_chooses_nothing_sensible_is_asked_no_more(
    table: PlayTable, phone: Mailbox, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = PlayerChoice("Joe Schmoe: defense", (Entry("block"),), who="joe")
    on_phone, asked_of_phone = make_choice_phone(table, choice), 0

    def at_prompt(phone_of_joe: object) -> str:
        nonlocal asked_of_phone
        if phone_of_joe is None:
            return "block"
        asked_of_phone += 1
        raise Phoned("x" * 200)

    problem = ""
    while on_phone.ask(problem, at_prompt) != "block":
        problem = "no choice"
    assert asked_of_phone == 5
    assert "not asked for this choice any more" in capsys.readouterr().out
