"""`examples`: the list of what comes with gmtrack, and how it is opened."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.completion import describe_commands
from gmtrack.completion.quoting import POSIX
from gmtrack.completion.shell import parse_shell_line, suggest_for_line
from gmtrack.play.complete import find_completions

Type = Callable[[list[str]], Any]
FILES = sorted((Path(__file__).parents[2] / "encounters").glob("*.yaml"))
WORDS = [f"@{file.stem}" for file in FILES]


def test_every_ready_made_encounter_is_listed_with_what_it_shows(type_line: Type) -> None:
    docs = type_line(["examples", "--json"]).doc["examples"]
    assert [doc["word"] for doc in docs] == WORDS
    for doc, file in zip(docs, FILES, strict=True):
        text = file.read_text(encoding="utf-8")
        assert f"\nname: {doc['name']}\n" in text
        assert f"\nruleset: {doc['ruleset']}\n" in text
        assert 20 < len(doc["shows"]) < 200
        assert doc["shows"].endswith(".")
        assert doc["open"] == f"gmtrack load {doc['word']}"
        shows = " ".join(re.sub(r"\n#", " ", text.partition("What it shows:")[2]).split())
        assert shows.startswith(doc["shows"])


def test_the_list_says_how_one_is_opened(type_line: Type) -> None:
    shown = type_line(["examples"]).out
    assert all(f"{word} " in shown for word in WORDS)
    assert f"`gmtrack load {WORDS[0]}`" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("word", WORDS)
def test_what_to_try_fits_the_screen_and_its_commands_stay_whole(
    type_line: Type, word: str
) -> None:
    comment = type_line(["examples", word, "--json"]).doc["comment"]
    shown = type_line(["examples", word]).out.splitlines()
    assert all(len(row) <= 80 or row.startswith("  gmtrack ") for row in shown)
    typed = [row.strip() for row in comment.splitlines() if row.startswith("  gmtrack ")]
    lines = [re.split(" {2,}", row.strip())[0] for row in shown if row.startswith("  gmtrack ")]
    assert lines == [re.split(" {2,}", row)[0] for row in typed]
    assert " ".join(shown).split() == comment.split()


def test_one_says_what_to_try_in_it(type_line: Type) -> None:
    shown = type_line(["examples", "@knife"])
    assert shown.out.startswith("Knife fight behind the bar\n\nWhat it shows: one exchange")
    assert "\n  gmtrack load @knife-fight\n" in shown.out
    assert "#" not in shown.out
    doc = type_line(["examples", "knife-fight", "--json"]).doc
    assert (doc["word"], doc["comment"].split()) == ("@knife-fight", shown.out.split())
    assert type_line(["examples", "@g"]).err.startswith(
        "error: ready-made encounter 'g' could be @ganger-ambush, @garage-night"
    )


@pytest.mark.parametrize("word", WORDS)
def test_each_is_valid_and_opens_by_its_word(type_line: Type, word: str) -> None:
    assert type_line(["validate", word]).out == f"{word}: ok\n"
    opened = type_line(["load", word])
    assert "is open as a working copy" in opened.out
    assert opened.err == ""


def test_a_fight_of_one_goes_on(type_line: Type) -> None:
    type_line(["load", "@knife"])
    type_line(["attack", "joe", "bob"])
    again = type_line(["load", "@kn"])
    assert "Resuming" in again.out
    assert "`gmtrack load @kn --fresh` starts over" in " ".join(again.out.split())
    assert type_line(["fights", "--json"]).doc["fights"][0]["name"] == "knife-fight"
    assert "Resuming" in type_line(["switch", "knife"]).out
    saved = type_line(["save"]).out
    assert saved.endswith(f"{Path.cwd() / 'knife-fight-saved.yaml'}\n")
    assert type_line(["forget", "knife"]).status == 0


def test_somebody_of_one_joins_another_fight(type_line: Type) -> None:
    type_line(["load", "@ganger"])
    assert type_line(["add", "--from", "@knife:joe"]).out.split()[:3] == ["Joe", "Schmoe", "joins"]
    assert "there is joe, bob" in type_line(["add", "--from", "@knife:jack"]).err
    assert "no ready-made encounter" in type_line(["add", "--from", "@nothing:joe"]).err


def test_one_is_not_worked_on_in_place(type_line: Type) -> None:
    refused = type_line(["-f", "@knife-fight", "attack", "joe", "bob"])
    assert refused.status == 1
    assert "`gmtrack load @knife-fight` opens a working copy" in refused.err


def test_without_a_fight_it_is_said_what_there_is(type_line: Type) -> None:
    refused = type_line(["board"])
    assert "gmtrack load @knife-fight" in refused.err
    assert "gmtrack examples" in refused.err


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("load @", WORDS),
        ("play @st", [word for word in WORDS if word.startswith("@st")]),
        ("validate @kn", ["@knife-fight"]),
        ("examples ", WORDS),
        ("add Joe --from @kn", ["@knife-fight"]),
    ],
)
def test_completion_knows_their_words(type_line: Type, line: str, found: list[str]) -> None:
    assert type_line(["rulesets"]).status == 0
    offers = suggest_for_line(parse_shell_line(f"gmtrack {line}", POSIX), describe_commands)
    assert [one.word for one in offers] == found


def test_completion_at_the_prompt_knows_their_words() -> None:
    assert [one.word for one in find_completions("load @kn", None)[1]] == ["@knife-fight"]
