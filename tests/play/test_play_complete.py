"""What completion offers, in which order, and what it leaves out."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.document import Document

from gmtrack.cli.main import execute
from gmtrack.completion.words import CompletionPerson, CompletionScene
from gmtrack.core.lexicon import Lexicon
from gmtrack.play.complete import find_completions
from gmtrack.play.prompt import make_completer
from gmtrack.play.table import PlayTable
from gmtrack.view.text import shown

Type = Callable[[list[str]], Any]
STREET = [
    ["load", "encounters/ninth-street.yaml"],
    ["roll-init", "--roll", "joe=5,6,1,3", "--roll", "sally=1,1,1", "--roll", "bill=1,1",
     "--roll", "wendy=1,1,1,1"],
    ["damage", "punk", "2", "--location", "head"],
    ["act", "joe", "drop", "heavy-pistol"],
]  # fmt: skip


@pytest.fixture
def street(type_line: Type) -> PlayTable:
    """Joe holds the spotlight and has dropped his pistol, the punk is unconscious."""
    for words in STREET:
        assert type_line(words).status == 0
    return PlayTable(execute)


def offered(table: PlayTable, text: str) -> list[str]:
    return [entry.word for entry in find_completions(text, table.scene)[1]]


def test_commands_are_offered_with_what_they_do(street: PlayTable) -> None:
    _, found = find_completions("at", street.scene)
    assert [entry.word for entry in found] == ["attack"]
    assert found[0].help.endswith("(a)")
    assert [entry.word for entry in find_completions("hol", street.scene)[1]] == ["hold"]
    assert offered(street, "hold ")[0] == "joe"


def test_topics_of_the_guide_are_offered_with_their_titles(street: PlayTable) -> None:
    _, found = find_completions("guide mis", street.scene)
    assert [tuple(entry) for entry in found] == [("mistake", "mend a mistake")]
    assert find_completions("guide mis", None)[1] == found
    assert offered(street, "guide mistake ") == []


def test_systems_are_offered_for_their_guide(street: PlayTable) -> None:
    assert offered(street, "guide sr") == ["sr3"]
    assert "swan-song" in offered(street, "guide sw")


def test_whose_turn_it_is_comes_first_and_who_is_down_last(street: PlayTable) -> None:
    names = offered(street, "attack ")
    assert names[0] == "joe"
    assert names[-1] == "punk"


def test_targets_are_enemies_who_stand_then_friends_and_nobody_twice(street: PlayTable) -> None:
    names = offered(street, "a joe ")
    assert names[:3] == ["thug-1", "thug-2", "boss"]
    assert names[-1] == "punk"
    assert "joe" not in names
    assert offered(street, "a joe thug-1 b") == ["boss", "bill"]


def test_odds_are_offered_of_other_rolls_too(street: PlayTable) -> None:
    names = offered(street, "o ")
    assert names[0] == "joe"
    assert names[-2:] == ["test", "init"]
    assert offered(street, "o test ")[0] == "joe"
    assert offered(street, "o test joe ") == offered(street, "test joe ")
    assert offered(street, "o test joe --with ") == offered(street, "test joe --with ")
    assert {"joe", "boss"} < set(offered(street, "odds init "))


@pytest.mark.parametrize("line", ["a joe boss --weapon ", "a boss --weapon "])
def test_weapons_are_the_attackers_those_in_hand_first(street: PlayTable, line: str) -> None:
    assert offered(street, line) == ["uzi", "unarmed", "heavy-pistol"]


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("a boss --called ", ["head", "torso", "right-arm"]),
        ("a boss --called r", ["right-arm", "right-leg"]),
        ("a boss --defense ", ["dodge", "counter"]),
        ("a boss --with mo", ["mode=", "moving"]),
        ("a boss --with mode=", ["mode=single", "mode=burst", "mode=full-auto"]),
        ("a boss --with cover=b", ["cover=brick-wall"]),
        ("a boss --without ar", ["armor"]),
        ("a boss --we", ["--weapon"]),
        ("x joe pa", ["pass"]),
        ("x pa", ["pass"]),
        ("x joe take-cover ca", ["car"]),
        ("t joe su", ["suppression"]),
        ("e punk mov", ["moving"]),
        ("d punk 2 --type ", ["bruise", "lethal"]),
        ("set sc", ["scene"]),
        ("switch n", ["ninth-street"]),
        ("forget ", ["ninth-street"]),
        ("zz ", []),
        ("next ", []),
    ],
)
def test_each_place_has_its_words(street: PlayTable, line: str, first: list[str]) -> None:
    assert offered(street, line)[: len(first) or None] == first


def test_swan_song_has_its_own_words(type_line: Type) -> None:
    type_line(["load", "encounters/loading-dock.yaml"])
    dock = PlayTable(execute)
    assert offered(dock, "a vex lena --called left-ea") == ["left-ear"]
    assert offered(dock, "a vex lena --with barrier=cr") == ["barrier=crates"]
    assert offered(dock, "x vex take-c") == ["take-cover"]
    assert "bleedout" in offered(dock, "e vex ")


def test_without_a_fight_only_commands_are_offered() -> None:
    assert [entry.word for entry in find_completions("lo", None)[1]] == ["load", "log"]
    assert find_completions("attack ", None)[1] == []


@pytest.mark.parametrize("line", ["? ", "help ", "? at"])
def test_help_is_followed_by_commands(street: PlayTable, line: str) -> None:
    assert "attack" in offered(street, line)
    assert offered(street, "? attack ") == []


def test_several_names_go_on_behind_a_comma(street: PlayTable) -> None:
    assert offered(street, "damage joe,wen") == ["joe,wendy"]
    assert "joe,joe" not in offered(street, "damage joe,")


def test_an_action_comes_before_the_people_whose_turn_it_is_not(street: PlayTable) -> None:
    words = offered(street, "x ")
    assert words.index("move") < words.index("joe")


@pytest.mark.parametrize("line", ["a 'joe' bos", 'a "joe" bos', "a 'joe' 'bos", 'a joe "bos'])
def test_quotes_are_read_as_the_prompt_reads_them(street: PlayTable, line: str) -> None:
    assert offered(street, line) == ["boss"]
    assert line.endswith(find_completions(line, street.scene)[0])


@given(st.text(min_size=1), st.text())
def test_a_word_comes_back_from_the_prompt_as_it_is(word: str, name: str) -> None:
    scene = CompletionScene((CompletionPerson(word, name, "pc"),), Lexicon(), None)
    for text in ("show ", "show '", 'show "'):
        typed, found = find_completions(text, scene)
        assert len(found) == (shown(word) == word)
        for entry in found:
            line = text.removesuffix(typed) + entry.word
            assert shlex.split(line, comments=True) == ["show", word]
            assert entry.help == shown(entry.help)


def test_a_path_is_put_into_quotes_where_it_needs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("our fight.yaml", "our$x.yaml", "our\nfight.yaml"):
        (tmp_path / name).touch()
    found = make_completer(PlayTable(execute)).get_completions
    for line, folder in [("load our", ""), ("load 'our", ""), ("save ~/our", f"{tmp_path}/")]:
        words = [
            line[: len(line) + entry.start_position] + entry.text
            for entry in found(Document(line), None)
        ]
        assert [shlex.split(word)[1:] for word in words] == [
            [f"{folder}our fight.yaml"], [f"{folder}our$x.yaml"],
        ]  # fmt: skip


def test_who_is_away_is_offered_to_join_and_to_nobody_else(
    street: PlayTable, type_line: Type
) -> None:
    assert "thug-1" not in offered(street, "join ")
    assert type_line(["leave", "thug-1"]).status == 0
    away = PlayTable(execute)
    assert offered(away, "join ") == ["thug-1"]
    for line in ("leave ", "attack ", "a joe ", "roll-init ", "x joe first-aid ", "delay "):
        assert "thug-1" not in offered(away, line), line
        assert "thug-2" in offered(away, line), line
    for line in ("show ", "damage ", "set ", "note "):
        assert "thug-1" in offered(away, line), line
    assert "fight" in offered(away, "note ")
