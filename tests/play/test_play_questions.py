"""What a session asks the people of an attack, and what it makes of their answers."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.core.lexicon import Entry
from gmtrack.play.asking import make_put_choice
from gmtrack.play.choices import YES_NO, PlayerChoice, ask_for_choice, is_answer
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_at_question import look_aside
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
    table.run_line("ask bob joe")
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
    table.run_line("ask bob joe")
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
    table.run_line("ask bob joe")
    table.run_line(line)
    assert asked == []


def test_nobody_is_asked_whose_dice_the_program_rolls(
    alley: tuple[PlayTable, Asked, dict[str, str]],
) -> None:
    table, asked, _ = alley
    assert table.run_line("attack joe bob") == 0
    assert asked == []


def test_what_was_typed_is_not_asked_again(alley: tuple[PlayTable, Asked, dict[str, str]]) -> None:
    table, asked, _ = alley
    table.run_line("ask bob")
    assert table.run_line("attack joe bob --defense block") == 0
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
        (("none", "dodge", "block"), "n", False),
        (("none", "dodge", "block"), "b", False),
        (("none", "dodge", "block"), "no", True),
        (("none", "dodge", "block"), "bl", True),
        (("none", "dodge", "block"), "x walk", False),
        (("none", "dodge", "block"), "standard", True),
        (("yes", "no"), "n", True),
        (("yes", "no"), "y", True),
        (("yes", "no"), "next", False),
    ],
)
def test_a_letter_at_a_question_is_its_command_but_for_yes_and_no(
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
        assert look_aside(alley[0], line, "roll") == ""
    assert prints in capsys.readouterr().out


@pytest.mark.parametrize("line", ["x walk", "n", "u", "q", "att bob", "undo", "damage bob 3"])
def test_what_changes_something_has_to_wait(
    alley: tuple[PlayTable, Asked, dict[str, str]], type_line: Type, line: str
) -> None:
    told = look_aside(alley[0], line, "standard")
    assert told == (
        f"`{line}` has to wait: answer this first (Enter = standard), or Ctrl-C takes the whole "
        "command back"
    )
    assert last_line(type_line).startswith("load")
    assert not alley[0].left


@pytest.mark.parametrize("text", ["6 6 2", "2h", "zzz", "k", "", "'"])
def test_what_is_no_command_is_left_to_the_question(
    alley: tuple[PlayTable, Asked, dict[str, str]], text: str
) -> None:
    assert not look_aside(alley[0], text, "roll") or text == "'"


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
    ("typed", "of_line", "said", "comes"),
    [
        (["x walk"], True, "", "x walk"),
        (["next"], True, "", "next"),
        (["n"], True, "no", ""),
        (["zzz", "y"], True, "yes", ""),
        (["b", "n"], True, "no", ""),
        (["x walk", "y"], False, "yes", ""),
    ],
)
def test_a_command_typed_instead_of_yes_comes_next(
    alley: tuple[PlayTable, Asked, dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    of_line: bool,
    said: str,
    comes: str,
) -> None:
    table, lines = alley[0], iter(typed)
    monkeypatch.setattr(
        "gmtrack.play.at_prompt.prompt_for_answer", lambda table, question, phone=None: next(lines)
    )
    choice = PlayerChoice("Go on all the same", YES_NO, enter="no", of_line=of_line)
    assert make_put_choice(table)(choice) == said
    assert table.next_line.take_typed_on() == comes
