"""Each command is a process of its own: what it does not load, and how it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from long_run import crossed

from gmtrack.cli.main import execute
from gmtrack.cli.tree import build_command, build_root
from gmtrack.core import command_table

HEAVY = {"rich", "pydantic", "yaml", "prompt_toolkit", "importlib.metadata"}
FIGHT = """\
gmtrack: 1
name: Alley
ruleset: swan-song
combatants:
  joe: {body: 3, agility: 4, reaction: 3, strength: 2, willpower: 3, logic: 2, intuition: 3,
        charisma: 3, flesh_max: 10, strain_threshold: 10}
  bob: {body: 3, agility: 1, reaction: 2, strength: 3, willpower: 2, logic: 2, intuition: 1,
        charisma: 2, flesh_max: 10, strain_threshold: 10}
"""
MODULES_AFTER = """
import sys
from gmtrack.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as exit:
    assert not exit.code, exit.code
print("MODULES", *sys.modules)
"""
ROOT = Path(__file__).parents[2]


def python(*args: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    """Run Python with the package importable, whether installed or not."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *args]
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=60, **kwargs
    )


def gmtrack(*argv: str) -> subprocess.CompletedProcess[str]:
    """Run one command as the process that it is."""
    return python("-m", "gmtrack", *argv)


def modules_after(*argv: str) -> set[str]:
    """The modules that a command has loaded in a new process whose output is no terminal."""
    result = python("-c", MODULES_AFTER, *argv)
    assert "MODULES" in result.stdout, result.stderr
    return set(result.stdout.rpartition("MODULES")[2].split())


@pytest.fixture
def alley(tmp_path: Path) -> None:
    """A Swan Song encounter that is active."""
    path = tmp_path / "alley.yaml"
    path.write_text(FIGHT)
    assert execute(["load", str(path)]) == 0


def test_the_version_loads_nothing_that_is_not_needed_for_it() -> None:
    loaded = modules_after("--version")
    assert not loaded & (HEAVY | {"json"})
    assert not any(name.startswith(("gmtrack.rulesets", "gmtrack.store")) for name in loaded)


@pytest.mark.usefixtures("alley")
@pytest.mark.parametrize("words", [["attack", "joe", "bob", "--seed", "1"], ["board"], ["undo"]])
def test_a_command_on_a_known_file_loads_no_heavy_library(words: list[str]) -> None:
    assert gmtrack("damage", "bob", "1").returncode == 0
    assert not modules_after(*words) & HEAVY


@pytest.mark.usefixtures("alley")
@pytest.mark.parametrize(
    ("line", "unwanted"),
    [
        ("board --json", "view.report view.rolls view.initiative view.board"),
        ("attack joe bob --json", "view.report view.rolls view.initiative view.board"),
        ("examples", "view.report view.rolls view.initiative view.board"),
        ("--help", "odds.engine view.report"),
        ("odds --help", "odds.engine view.report"),
        ("play", "odds.engine view.report"),
        ("log", "view.board"),
        ("why joe", "view.board"),
        ("fights", "view.board"),
    ],
)
def test_what_a_command_has_no_use_for_is_not_loaded(line: str, unwanted: str) -> None:
    assert gmtrack("damage", "bob", "1").returncode == 0
    assert not modules_after(*line.split()) & {f"gmtrack.{name}" for name in unwanted.split()}


def test_an_attack_by_a_page_that_was_judged_loads_no_judge(tmp_path: Path) -> None:
    path = tmp_path / "duel.yaml"
    people = "kira: {weapons: {club: {bonus: 1, damage: 1d4}}}\n  ogre: {ac: 11}\n"
    path.write_text(f"gmtrack: 1\nname: Duel\nruleset: fantasy\ncombatants:\n  {people}")
    assert execute(["load", str(path)]) == 0
    assert gmtrack("damage", "ogre", "1").returncode == 0
    loaded = modules_after("attack", "kira", "ogre", "--seed", "1", "--json")
    unwanted = {"importlib.resources", "tempfile", "zipfile"}
    unwanted |= {"gmtrack.store.systems.judging", "gmtrack.core.players"}
    for of_others in ("kit.choices", "kit.actions", "kit.own.lasting", "system_page.page.words"):
        unwanted.add(f"gmtrack.rulesets.{of_others}")
    assert loaded & (HEAVY | unwanted) == set()


def test_no_word_of_a_command_is_read_by_pydantic() -> None:
    """From 0.29 on typer would make an adapter for each parameter; with earlier ones there is
    nothing to hold."""
    commands = {name: build_command(name) for name in command_table.COMMANDS} | {
        "gmtrack": build_root()
    }
    read_by_typer = [
        (name, param.name)
        for name, command in commands.items()
        for param in command.params
        if hasattr(param, "get_runtime_param") and "get_runtime_param" not in vars(param)
    ]
    assert not read_by_typer


@pytest.mark.usefixtures("alley")
def test_only_the_module_of_the_command_is_loaded() -> None:
    loaded = modules_after("attack", "joe", "bob")
    assert "gmtrack.cli.fight" in loaded
    for other in ("cast", "files", "history", "screens"):
        assert f"gmtrack.cli.{other}" not in loaded


@pytest.mark.usefixtures("alley")
def test_a_process_exits_with_the_status_of_its_command() -> None:
    assert gmtrack("attack", "joe", "bob").returncode == 0
    refused = gmtrack("attack", "joe", "zed")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("error: ")
    assert gmtrack("attack").returncode == 2


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run one command with the shell's redirections."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PY": sys.executable}
    command = ["bash", "-c", f'"$PY" -m gmtrack {line}']
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.usefixtures("alley")
def test_a_reader_that_has_gone_away_is_no_error() -> None:
    result = shell("board | true; exit ${PIPESTATUS[0]}")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.usefixtures("alley")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_do_no_harm(closed: str) -> None:
    assert shell(f"damage bob 1 {closed}").returncode == 0
    assert shell(f"damage zed 1 {closed}").returncode == 1


@pytest.mark.usefixtures("alley")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("option", ["", "--json"])
def test_output_that_cannot_be_written_is_told_apart_from_a_refusal(option: str) -> None:
    result = shell(f"damage bob 2 {option} > /dev/full")
    assert result.returncode == 74
    assert result.stderr.startswith("error: the output cannot be written")
    assert json.loads(gmtrack("show", "bob", "--json").stdout)["pools"]["flesh"]["now"] == 8


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize(
    ("line", "unbuffered"), crossed(["--help", "attack --help", "--version"], ["", "1"], 2)
)
def test_help_that_cannot_be_written_is_told_apart_too(line: str, unbuffered: str) -> None:
    env = f"PYTHONUNBUFFERED={unbuffered}"
    done = subprocess.run(
        ["bash", "-c", f"{env} {sys.executable} -m gmtrack {line} > /dev/full"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 74
    assert done.stderr.startswith("error: the output cannot be written")


@pytest.mark.usefixtures("alley")
def test_a_name_that_is_no_utf8_is_refused_and_not_a_crash() -> None:
    result = python("-m", "gmtrack", "show", os.fsdecode(b"\xff\xfe"), "--json")
    assert result.returncode == 1
    assert "\\udcff" in result.stderr
