"""Completion in shells: what is answered, and with how little."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli.main import complete
from gmtrack.completion.scripts import SCRIPTS
from gmtrack.completion.shell import SHELLS

ROOT = Path(__file__).parents[2]
CLINIC = "gmtrack -f encounters/street-clinic.yaml"
Type = Callable[[list[str]], Any]
Answers = Callable[[str], list[str]]


@pytest.fixture
def answers(type_line: Type, capsys: pytest.CaptureFixture[str]) -> Answers:
    """The words for a line, in the fight on Ninth Street; its first look learns them."""
    assert type_line(["load", "encounters/ninth-street.yaml"]).status == 0

    def ask(text: str) -> list[str]:
        capsys.readouterr()
        assert complete([text]) == 0
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
        ("gmtrack add @hum", ["@human"]),
        ("gmtrack add Mona --template @hum", ["@human"]),
        ("gmtrack stock @hum", ["@human"]),
        ("gmtrack attack joe punk --weapon @kata", ["@katana"]),
        ("gmtrack attack joe @kata", ["@katana"]),
        ("gmtrack set joe weapons.x=@kata", ["weapons.x=@katana"]),
        ("gmtrack add Mona --set weapons.x=@kata", ["weapons.x=@katana"]),
        ("gmtrack set joe strength=@hum", []),
        ("gmtrack note joe @hum", []),
        ("gmtrack load ", [":files"]),
        ("gmtrack switch ", ["ninth-street"]),
        ("gmtrack forget ni", ["ninth-street"]),
        ("gmtrack forget ninth-street --f", ["--force"]),
        ("gmtrack board --svg ", [":files"]),
        ("gmtrack dance ", []),
        ("gmtrack attack 'Joe Schmoe' bos", ["boss"]),
        ("gmtrack attack 'joe' punk --weapon u", ["uzi", "unarmed"]),
        ("gmtrack attack 'Street Punk' joe --weapon ba", ["bat"]),
        ("gmtrack attack joe\\\n bos", ["boss"]),
        ("gmtrack attack 'jo", ["joe"]),
        ('gmtrack attack "jo', ["joe"]),
        ("gmtrack attack j\\", ["joe"]),
        ("gmtrack attack 'joe bos", []),
        ("gmtrack -f encounters/knife-fight.yaml attack b", ["bob"]),
        ("gmtrack --file=encounters/knife-fight.yaml attack b", ["bob"]),
        (f"{CLINIC} attack kes gus --weapon ma", ["manabolt"]),
        (f"{CLINIC} act kes cast ma", ["manabolt", "mage-armor"]),
        (f"{CLINIC} act kes stand-up ", []),
        ("gmtrack -f encounters/back-room.yaml attack nick bou", ["bouncer"]),
        ("gmtrack -f encounters/street-samurai-duel.yaml attack kaz stu", ["student"]),
    ],
)
def test_a_shell_is_told_what_fits(answers: Answers, text: str, words: list[str]) -> None:
    assert answers(text) == words
    assert answers(text) == words, "again, from what was learnt"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gmtrack party op", ["open"]),
        ("gmtrack party open ", ["couriers"]),
        ("gmtrack load x.yaml --party ", ["couriers"]),
        ("gmtrack simulate @col", ["@cold-store"]),
        ("gmtrack simulate --show wo", ["worst", "won"]),
        ("gmtrack party leave l", ["lotus"]),
    ],
)
def test_parties_are_known_by_their_names(
    answers: Answers, type_line: Type, text: str, words: list[str]
) -> None:
    assert type_line(["load", "@underpass"]).status == 0
    assert answers(text) == words


def test_without_a_fight_commands_and_options_are_there(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complete(["gmtrack attack "]) == 0
    assert capsys.readouterr().out == ""
    assert complete(["gmtrack attack --see"]) == 0
    assert capsys.readouterr().out.startswith("--seed\t")


def test_a_broken_file_is_no_answer(answers: Answers, tmp_path: Path) -> None:
    [file] = (tmp_path / "state" / "encounters").glob("*/encounter.yaml")
    (file.parent / "head.json").unlink()
    file.write_text("{")
    assert complete(["gmtrack attack "]) == 1


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


HOSTILE = [
    "$(touch pwned)",
    "it's",
    'a"b',
    "a\\b",
    "a b",
    "~",
    "=ls",
    "a\nb",
    "a\tb",
    ":files",
    "\x1b[31m",
]


@pytest.mark.parametrize("shell", [(), ("bash",), ("zsh",), ("fish",), ("powershell",)])
@pytest.mark.usefixtures("answers")
def test_what_is_printed_is_lines_of_visible_text(
    shell: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complete(["gmtrack attack "]) == 0
    learnt_words(tmp_path, HOSTILE)
    capsys.readouterr()
    assert complete([*shell, "gmtrack remove "]) == 0
    *lines, end = capsys.readouterr().out.split("\n")
    assert not end
    for line in lines:
        word, help_text = line.split("\t")
        assert word.isprintable()
        assert help_text == "two\\nlines \\x1b[31m"
    assert ":files" not in [line.partition("\t")[0] for line in lines]


@pytest.mark.usefixtures("answers")
def test_a_script_that_does_not_name_its_shell_gets_harmless_words_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complete(["gmtrack attack "]) == 0
    learnt_words(tmp_path, [*HOSTILE, "joe", "two-handed_sword", "a,b", "x/y:z=1+2@3%.5"])
    capsys.readouterr()
    assert complete(["gmtrack remove "]) == 0
    words = [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines()]
    assert words == ["joe", "two-handed_sword", "a,b", "x/y:z=1+2@3%.5"]


@pytest.mark.parametrize(
    "line", ["gmtrack attack $(", "gmtrack attack `x` ", 'gmtrack attack "${x']
)
def test_bash_is_told_nothing_where_it_alone_knows_the_line(
    answers: Answers, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert answers("gmtrack attack ")
    assert complete(["bash", line, line.rpartition(" ")[2]]) == 0
    assert capsys.readouterr().out == ""


def told_to_powershell(line: str, **variables: str) -> list[list[str]]:
    """What a PowerShell that completes this line is told: what it writes, and what that means. The
    shell itself is not asked: there is none to be had where these tests run."""
    printed = subprocess.run(
        [sys.executable, "-m", "gmtrack", "--complete", "powershell"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "GMTRACK_LINE": line, **variables},
        capture_output=True,
        check=True,
    ).stdout.decode()
    return [told.split("\t") for told in printed.splitlines()]


@pytest.mark.usefixtures("answers")
def test_powershell_is_told_words_as_it_has_to_write_them(tmp_path: Path) -> None:
    assert complete(["gmtrack attack "]) == 0
    learnt_words(tmp_path, ["joe", "it's", "Zo\u00eb K", "a,b", "@a", "$(touch x)", 'no "way"'])
    told = told_to_powershell("gmtrack remove ", PYTHONIOENCODING="ascii")
    words = ["joe", '"it\'s"', '"Zo\u00eb K"', '"a,b"', '"@a"', "'$(touch x)'"]
    assert [word for word, _ in told] == words
    assert {help_text for _, help_text in told} == {"two\\nlines \\x1b[31m"}
    assert [word for word, _ in told_to_powershell('gmtrack remove "Zo')] == ['"Zo\u00eb K"']
    assert [word for word, _ in told_to_powershell("gmtrack remove 'it''")] == ['"it\'s"']
    assert told_to_powershell("gmtrack remove joe,") == []


@pytest.mark.usefixtures("answers")
def test_powershell_is_told_to_complete_files_or_nothing() -> None:
    assert told_to_powershell("gmtrack load C:\\fi") == [[":files", ""]]
    assert told_to_powershell("gmtrack.exe damage no-such") == []


def learnt_words(folder: Path, words: list[str]) -> None:
    """People of these ids stand in what was learnt."""
    [file] = (folder / "state" / "encounters").glob("*/completion.json")
    learnt = json.loads(file.read_text())
    help_text = "two\nlines \x1b[31m"
    learnt["scene"]["people"] = [[word, help_text, "pc", "up", False, False] for word in words]
    file.write_text(json.dumps(learnt))


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


def test_every_script_names_its_shell() -> None:
    assert set(SHELLS) == set(SCRIPTS)
    for name, script in SCRIPTS.items():
        assert f" --complete {name} " in script


def test_another_shell_is_refused_with_those_that_there_are(type_line: Type) -> None:
    screen = type_line(["completion", "csh"])
    assert screen.status == 2
    for name in SCRIPTS:
        assert name in screen.err


def test_who_is_away_is_offered_to_join_alone(answers: Answers, type_line: Type) -> None:
    assert answers("gmtrack attack joe thu") == ["thug-1", "thug-2"]
    type_line(["leave", "thug-1"])
    for _ in range(2):  # what was learnt holds, whoever is away
        assert answers("gmtrack attack joe thu") == ["thug-2"]
        assert answers("gmtrack join ") == ["thug-1"]
        assert "thug-1" in answers("gmtrack show ")


def test_no_stock_is_read_before_an_at_sign_is_typed(
    answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr("gmtrack.store.stock.reading.stock_of", read.append)
    for line in ("gmtrack add ", "gmtrack attack joe punk -w ", "gmtrack set joe weapons.x="):
        answers(line)
    assert not read
