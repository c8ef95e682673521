"""What a session asks the people of an attack, and what it makes of their answers."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.core.lexicon import Entry
from gmtrack.errors import Ambiguous
from gmtrack.play.asking import make_put_choice
from gmtrack.play.at_prompt import QuestionLeft, take_command
from gmtrack.play.choices import (
    YES_NO,
    PlayerChoice,
    ask_for_choice,
    explain_choice,
    is_answer,
    parse_choice,
)
from gmtrack.play.questions.typed_at_question import look_aside
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import NO_REACTION, TAKEN_BACK, QuestionEnd
from gmtrack.store.session import open_session

Type = Callable[[list[str]], Any]
Asked = list[tuple[str, list[str]]]


@pytest.fixture
def alley(type_line: Type) -> tuple[PlayTable, Asked, dict[str, str]]:
    """The knife fight, the questions that are put, and the answers by their beginning."""
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    table = PlayTable(execute)
    asked: Asked = []
    answers: dict[str, str] = {}

    def put(choice: PlayerChoice) -> str:
        asked.append((choice.text, [entry.word for entry in choice.words]))
        return next((word for start, word in answers.items() if choice.text.startswith(start)), "")

    table.asking.put = put
    return table, asked, answers


def last_line(type_line: Type) -> str:
    return str(type_line(["log", "--json"]).doc["steps"][-1]["line"])


def test_the_attacked_one_says_how_to_defend(
    alley: tuple[PlayTable, Asked, dict[str, str]], type_line: Type
) -> None:
    table, asked, answers = alley
    table.run_line("ask bob")
    answers["Bob Rock: defense"] = "full"
    assert table.run_line("attack joe bob") == 0
    [(text, words)] = asked
    assert text == "Bob Rock: defense"
    assert "standard" in words
    assert last_line(type_line) == "attack joe bob --defense bob:full"


def test_only_what_is_allowed_is_offered(alley: tuple[PlayTable, Asked, dict[str, str]]) -> None:
    table, asked, _ = alley
    table.run_line("ask bob joe all")
    table.run_line("attack bob joe --weapon unarmed")
    table.run_line("attack joe bob")
    offered = {text.partition(":")[0]: words for text, words in asked if "defense" in text}
    assert "parry" in offered["Joe Schmoe"], "who holds a knife"
    assert "parry" not in offered["Bob Rock"], "who holds a pistol"
    assert "block" in offered["Bob Rock"]


def test_enter_leaves_the_line_as_it_is(
    alley: tuple[PlayTable, Asked, dict[str, str]], type_line: Type
) -> None:
    table, asked, _ = alley
    table.run_line("ask bob joe all")
    assert table.run_line("attack joe bob") == 0
    assert [text for text, _ in asked] == ["Bob Rock: defense", "Joe Schmoe: karma"]
    assert last_line(type_line) == "attack joe bob"


@pytest.mark.parametrize(
    "line",
    [
        "attack joe bob --seed 1",
        "attack joe nobody",
        "attack joe bob --weapon banana",
        "board",
        "damage bob 1",
    ],
)
def test_nothing_is_asked_where_nothing_is_left_open(
    alley: tuple[PlayTable, Asked, dict[str, str]], line: str
) -> None:
    table, asked, _ = alley
    table.run_line("ask bob joe all")
    table.run_line(line)
    assert asked == []


def test_nobody_is_asked_whose_dice_the_program_rolls(
    alley: tuple[PlayTable, Asked, dict[str, str]],
) -> None:
    table, asked, _ = alley
    assert table.run_line("attack joe bob") == 0
    assert asked == []


@pytest.mark.parametrize("defense", ["--defense block", "-d block", "--defense=block", "block"])
@pytest.mark.parametrize("karma", ["--karma dice=1", "--karma=dice=1", "karma=dice=1"])
def test_what_was_typed_is_not_asked_again(
    alley: tuple[PlayTable, Asked, dict[str, str]], defense: str, karma: str
) -> None:
    table, asked, _ = alley
    table.run_line("set joe karma=2")
    table.run_line("ask bob joe all")
    assert table.run_line(f"attack joe bob {defense} {karma}") == 0
    assert asked == []


def test_an_interrupt_at_a_question_changes_nothing(
    alley: tuple[PlayTable, Asked, dict[str, str]], type_line: Type
) -> None:
    table, _, _ = alley

    def interrupted(choice: PlayerChoice) -> str:
        raise KeyboardInterrupt

    table.asking.put = interrupted
    table.run_line("ask bob")
    assert table.run_line("attack joe bob") == 130
    assert type_line(["undo", "--json"]).doc["error"]["kind"] == "nothing-to-undo"


def test_a_choice_is_a_word_its_beginning_or_nothing() -> None:
    words = (Entry("parry"), Entry("block"))
    answers = iter(["x", "pa", ""])
    questions = []

    def ask(head: str, question: str) -> str:
        questions.append(head + question)
        return next(answers)

    assert ask_for_choice(PlayerChoice("Bob: defense", words), ask) == "parry"
    assert questions[0] == "Bob: defense? parry, block (Enter = standard) "
    assert questions[1].startswith("no choice 'x'; there is parry, block\n")
    assert ask_for_choice(PlayerChoice("Bob: defense", words), ask) == ""


@pytest.mark.parametrize(
    ("enter", "typed"),
    [("standard", "standard"), ("standard", "Standard"), ("none", "none"), ("none", "no")],
)
def test_what_enter_means_can_be_typed(enter: str, typed: str) -> None:
    choice = PlayerChoice("Joe: karma", (Entry("dice=1"),), enter=enter)
    assert ask_for_choice(choice, lambda head, question: typed) == ""


@pytest.mark.parametrize(
    ("words", "typed", "answers"),
    [
        (("none", "dodge", "block"), "n", True),
        (("none", "dodge", "block"), "b", True),
        (("none", "dodge", "block"), "s", True),
        (("none", "dodge", "block"), "q", False),
        (("none", "dodge", "block"), "y", False),
        (("fight-for-your-life",), "l", False),
        (("fight-for-your-life",), "life", True),
        (("dodge", "dive"), "d", True),
        (("none", "dodge", "block"), "no", True),
        (("none", "dodge", "block"), "bl", True),
        (("none", "dodge", "block"), "x walk", False),
        (("none", "dodge", "block"), "standard", True),
        (("yes", "no"), "n", True),
        (("yes", "no"), "y", True),
        (("yes", "no"), "next", False),
    ],
)
def test_what_begins_an_answer_is_no_command(
    words: tuple[str, ...], typed: str, answers: bool
) -> None:
    choice = PlayerChoice("Bob: defense", YES_NO if "yes" in words else tuple(map(Entry, words)))
    assert is_answer(choice, typed) is answers


@pytest.mark.parametrize(
    ("line", "prints"),
    [
        ("b", "Knife fight"),
        ("board", "Knife fight"),
        ("s bob", "Studded leather jacket"),
        ("? called", "neck"),
        ("o joe bob", "Damage:"),
        ("what bob", "Bob Rock"),
        ("l", "load encounters"),
    ],
)
def test_what_only_looks_is_answered_at_a_question(
    alley: tuple[PlayTable, Asked, dict[str, str]],
    capsys: pytest.CaptureFixture[str],
    line: str,
    prints: str,
) -> None:
    with open_session(None, write=True):
        # As while dice are asked for.
        assert look_aside(alley[0], line) == ""
    assert prints in capsys.readouterr().out


@pytest.mark.parametrize(
    ("enter", "words", "typed", "means"),
    [
        ("no", ("intervene",), "i", "intervene"),
        ("no", ("intervene",), "n", ""),
        ("no", ("intervene",), "no", ""),
        ("no", ("intervene",), "y", "intervene"),
        ("no", ("intervene",), "yes", "intervene"),
        ("none", ("dice=1", "dice=2"), "n", ""),
        ("none", ("dice=1",), "y", "dice=1"),
        ("standard", ("standard", "full", "none"), "s", "standard"),
        ("standard", ("standard", "full", "none"), "n", "none"),
        ("standard", ("block", "none"), "s", ""),
        ("no", ("yes", "no"), "n", "no"),
        ("no", ("yes", "no"), "y", "yes"),
    ],
)
def test_an_answer_may_be_begun_and_then_comes_yes_or_no(
    enter: str, words: tuple[str, ...], typed: str, means: str
) -> None:
    choice = PlayerChoice("Ann: reaction", tuple(map(Entry, words)), enter=enter)
    assert is_answer(choice, typed)
    assert parse_choice(choice, typed) == means


@pytest.mark.parametrize(
    ("enter", "words", "typed", "could_be"),
    [
        ("no", ("intercept", "intervene"), "y", "intercept, intervene"),
        ("no", ("intercept", "intervene"), "i", "intercept, intervene"),
        ("none", ("neck-guard",), "n", "neck-guard, none"),
    ],
)
def test_an_answer_that_could_be_several_is_no_command_either(
    enter: str, words: tuple[str, ...], typed: str, could_be: str
) -> None:
    choice = PlayerChoice("Ann: reaction", tuple(map(Entry, words)), enter=enter)
    assert is_answer(choice, typed)
    with pytest.raises(Ambiguous, match=f"could be {could_be}"):
        parse_choice(choice, typed)


def test_help_at_a_question_says_what_ctrl_c_does() -> None:
    reaction = PlayerChoice("Ann: reaction", (Entry("intervene"),), enter="no", end=NO_REACTION)
    assert explain_choice(reaction)[-1].endswith("Ctrl-C: no reaction; what has happened stands")
    defense = PlayerChoice("Ann: defense", (Entry("dodge"),))
    assert explain_choice(defense)[-1].endswith("Ctrl-C takes the whole command back")


@pytest.mark.parametrize("line", ["x walk", "n", "u", "q", "att bob", "undo", "damage bob 3"])
@pytest.mark.parametrize("said", ["", "n", "no", "zzz", "y", "yes"])
@pytest.mark.parametrize("end", [TAKEN_BACK, NO_REACTION])
def test_what_changes_something_asks_whether_to_leave_the_question(
    alley: tuple[PlayTable, Asked, dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    said: str,
    end: QuestionEnd,
) -> None:
    table, asked = alley[0], []

    def answer(table: PlayTable, question: str, phone: object = None) -> str:
        asked.append(" ".join(question.split()))
        return said

    monkeypatch.setattr("gmtrack.play.at_prompt.prompt_for_answer", answer)
    before = table.fight
    if said[:1] == "y":
        with pytest.raises(QuestionLeft):
            take_command(table, line, end)
    else:
        assert take_command(table, line, end) == ""
    assert asked == [f"Leave the question for `{line}` ({end.left})? yes, no (Enter = no)"]
    assert table.next_line.take_typed_on() == (line if said[:1] == "y" else "")
    table.refresh()
    assert before
    assert table.fight
    assert table.fight.seq == before.seq
    assert not table.left


@pytest.mark.parametrize("text", ["6 6 2", "2h", "zzz", "k", "", "'"])
def test_what_is_no_command_is_left_to_the_question(
    alley: tuple[PlayTable, Asked, dict[str, str]], text: str
) -> None:
    assert not take_command(alley[0], text, TAKEN_BACK) or text == "'"


def test_one_defense_that_is_the_usual_one_is_not_asked_about(type_line: Type) -> None:
    assert type_line(["load", "encounters/car-park.yaml"]).status == 0
    table = PlayTable(execute)
    asked: Asked = []

    def put(choice: PlayerChoice) -> str:
        asked.append((choice.text, [entry.word for entry in choice.words]))
        return ""

    table.asking.put = put
    table.run_line("ask foe")
    assert table.run_line("attack rita crane") == 0
    assert [words for text, words in asked if "defense" in text] == []


@pytest.mark.parametrize(
    ("typed", "stands", "said", "comes"),
    [
        (["x walk", "y"], True, "", "x walk"),
        (["next", "yes"], True, "", "next"),
        (["n"], True, "no", ""),
        (["zzz", "y"], True, "yes", ""),
        (["b", "n"], True, "no", ""),
        (["x walk", "", "y"], True, "yes", ""),
        (["x walk", "y"], False, None, "x walk"),
        (["x walk", "n", "y"], False, "yes", ""),
    ],
)
def test_a_command_typed_instead_of_yes_comes_next(
    alley: tuple[PlayTable, Asked, dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    stands: bool,
    said: str | None,
    comes: str,
) -> None:
    table, lines = alley[0], iter(typed)
    monkeypatch.setattr(
        "gmtrack.play.at_prompt.prompt_for_answer", lambda table, question, phone=None: next(lines)
    )
    end = NO_REACTION if stands else TAKEN_BACK
    choice = PlayerChoice("Go on all the same", YES_NO, enter="no", end=end)
    if said is None:
        with pytest.raises(KeyboardInterrupt):
            make_put_choice(table)(choice)
    else:
        assert make_put_choice(table)(choice) == said
    assert table.next_line.take_typed_on() == comes
