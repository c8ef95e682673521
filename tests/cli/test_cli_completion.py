"""Completion in shells: what is answered, with how little, and that the shells understand it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.completion.scripts import SCRIPTS
from gmtrack.completion.shell import answer

ROOT = Path(__file__).parents[2]
Type = Callable[[list[str]], Any]
Answers = Callable[[str], list[str]]


@pytest.fixture
def answers(type_line: Type, capsys: pytest.CaptureFixture[str]) -> Answers:
    """The words for a line, in the fight on Ninth Street; its first look learns them."""
    assert type_line(["load", "encounters/ninth-street.yaml"]).status == 0

    def ask(text: str) -> list[str]:
        capsys.readouterr()
        assert answer(text) == 0
        return [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines()]

    return ask


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gmtrack at", ["attack"]),
        ("gmtrack attack jo", ["joe"]),
        ("gmtrack attack joe thug-1 bo", ["boss"]),
        ("gmtrack attack joe punk --weapon ", ["heavy-pistol", "uzi", "unarmed"]),
        ("gmtrack attack joe punk --called he", ["head"]),
        ("gmtrack attack joe punk --defense ", ["dodge", "counter"]),
        ("gmtrack attack joe punk --with mode=f", ["mode=full-auto"]),
        ("gmtrack attack joe punk --cal", ["--called"]),
        ("gmtrack act joe first", ["first-aid"]),
        ("gmtrack rules diff", ["difficulty"]),
        ("gmtrack load ", [":files"]),
        ("gmtrack board --svg ", [":files"]),
        ("gmtrack dance ", []),
        ("gmtrack -f encounters/knife-fight.yaml attack b", ["bob"]),
        ("gmtrack --file=encounters/knife-fight.yaml attack b", ["bob"]),
    ],
)
def test_a_shell_is_told_what_fits(answers: Answers, text: str, words: list[str]) -> None:
    assert answers(text) == words
    assert answers(text) == words, "again, from what was learnt"


def test_without_a_fight_commands_and_options_are_there(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer("gmtrack attack ") == 0
    assert capsys.readouterr().out == ""
    assert answer("gmtrack attack --see") == 0
    assert capsys.readouterr().out.startswith("--seed\t")


def test_a_broken_file_is_no_answer(answers: Answers, tmp_path: Path) -> None:
    [file] = (tmp_path / "state" / "encounters").glob("*/encounter.yaml")
    (file.parent / "head.json").unlink()
    file.write_text("{")
    assert answer("gmtrack attack ") == 1


def test_a_changed_sheet_is_learnt_anew(answers: Answers, type_line: Type) -> None:
    assert answers("gmtrack attack z") == []
    assert type_line(["add", "Zed", "--template", "thug"]).status == 0
    assert answers("gmtrack attack z") == ["zed"]


def test_what_was_learnt_is_used(answers: Answers, tmp_path: Path) -> None:
    answers("gmtrack attack ")
    [file] = (tmp_path / "state" / "encounters").glob("*/completion.json")
    learnt = json.loads(file.read_text())
    learnt["scene"]["people"] = [["nobody", "Nobody", "pc", "up", False, False]]
    file.write_text(json.dumps(learnt))
    assert answers("gmtrack attack ") == ["nobody"]
    file.write_text("{")
    assert "joe" in answers("gmtrack attack ")


def test_a_shell_that_asks_loads_next_to_nothing(answers: Answers) -> None:
    answers("gmtrack attack ")
    code = (
        "import sys; sys.argv = ['gmtrack', '--complete', 'gmtrack attack jo']\n"
        # What Python itself loads at its start (an editable installation needs pathlib).
        "before = set(sys.modules)\n"
        "import os; os._exit = sys.exit\n"
        "from gmtrack.cli.main import main\n"
        "try: main()\n"
        "finally: print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", code]
    printed = subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout
    word, modules = printed.splitlines()
    assert word.startswith("joe")
    heavy = {"typer", "rich", "pydantic", "yaml", "pathlib", "dataclasses", "prompt_toolkit"}
    assert not heavy & set(modules.split())


@pytest.fixture
def on_path(answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`gmtrack` as a command of the shell."""
    command = tmp_path / "bin" / "gmtrack"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gmtrack "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")


def shell(*words: str) -> list[str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def has(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"there is no {name} here")


@has("bash")
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("gmtrack attack jo", ["joe"]),
        ("gmtrack attack joe punk --called right-", ["right-arm", "right-leg"]),
        ("gmtrack attack joe punk --with mode=bu", ["burst"]),
        ("gmtrack load encounters/ninth", ["encounters/ninth-street.yaml"]),
    ],
)
@pytest.mark.usefixtures("on_path")
def test_bash_completes(line: str, replies: list[str]) -> None:
    script = """
        eval "$(gmtrack completion bash)"
        compopt() { :; }
        COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _gmtrack
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    assert shell("bash", "--norc", "-c", script, "bash", line) == replies


@has("fish")
@pytest.mark.usefixtures("on_path")
def test_fish_completes() -> None:
    script = "gmtrack completion fish | source; complete -C 'gmtrack attack jo'"
    assert shell("fish", "--no-config", "-c", script) == ["joe\tJoe"]


@has("zsh")
@pytest.mark.usefixtures("on_path")
def test_zsh_takes_the_script() -> None:
    script = (
        "compdef() { print $2 $1 }; _describe() { print -l $found }; words=(gmtrack attack jo)\n"
    )
    script += 'CURRENT=3; eval "$(gmtrack completion zsh)"; _gmtrack'
    assert shell("zsh", "-f", "-c", script) == ["gmtrack _gmtrack", "joe:Joe"]


def test_another_shell_is_refused_with_those_that_there_are(type_line: Type) -> None:
    screen = type_line(["completion", "csh"])
    assert screen.status == 2
    for name in SCRIPTS:
        assert name in screen.err
