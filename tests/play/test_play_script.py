"""`play` with a script on its standard input: the same commands, one a line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIGHT = """
# Joe and Bob, as in the README
i --roll joe=4 --roll bob=2
a bob --roll attack=6,6,2,4,1,5,1 --roll defense=2,5,4 --roll soak=5,5,1,1   # joe's turn
n
act ready-weapon cue
b
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def play(folder: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Play a script on the knife fight, in a state folder of its own."""
    env = {**os.environ, "GMTRACK_HOME": str(folder / "home"), "COLUMNS": "80"}
    env["PYTHONPATH"] = str(ROOT)
    argv = words or ("play", str(ROOT / "encounters" / "knife-fight.yaml"))
    return subprocess.run(
        [sys.executable, "-m", "gmtrack", *argv],
        input=script, env=env, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def logged(folder: Path) -> list[str]:
    import json

    done = play(folder, "", "log", "--json")
    return [step["line"] for step in json.loads(done.stdout)["steps"] if step["kind"] == "step"]


def test_a_script_is_carried_out_line_by_line(folder: Path) -> None:
    done = play(folder, FIGHT)
    assert done.returncode == 0, done.stderr
    assert logged(folder) == [
        "roll-init --roll joe=4 --roll bob=2",
        "attack joe bob --roll attack=6,6,2,4,1,5,1 --roll defense=2,5,4 --roll soak=5,5,1,1",
        "next",
        "act bob ready-weapon cue",
    ]
    assert "flesh 10 to 6" in done.stdout


def test_after_a_command_only_the_rows_that_changed_are_shown(folder: Path) -> None:
    done = play(folder, "damage bob 3\n")
    shown = done.stdout.partition("Bob Rock: flesh")[2]
    assert "Bob Rock" in shown
    assert "Joe Schmoe" not in shown
    assert "player character" not in shown


def test_the_first_refusal_stops_a_script_and_is_told_with_its_line(folder: Path) -> None:
    done = play(folder, "i --roll joe=4 --roll bob=2\n\na joe bob --called nose\nn\n")
    assert done.returncode == 1
    assert "line 3: a joe bob --called nose" in done.stderr
    assert logged(folder) == ["roll-init --roll joe=4 --roll bob=2"]


def test_with_keep_going_the_rest_is_done_and_the_status_is_the_first_failures(
    folder: Path,
) -> None:
    file = str(ROOT / "encounters" / "knife-fight.yaml")
    done = play(folder, "frobnicate\nshow nobody\ndamage bob 1\n", "play", file, "--keep-going")
    assert done.returncode == 2
    assert "line 1: frobnicate" in done.stderr
    assert "line 2: show nobody" in done.stderr
    assert logged(folder) == ["damage bob 1"]


def test_quit_leaves_and_nothing_after_it_is_done(folder: Path) -> None:
    done = play(folder, "damage bob 1\nq\ndamage bob 1\n")
    assert done.returncode == 0
    assert logged(folder) == ["damage bob 1"]


def test_the_next_session_goes_on_where_it_was(folder: Path) -> None:
    play(folder, "damage bob 1\n")
    again = play(folder, "damage bob 1\n")
    assert "Resuming, no round in progress (last played " in again.stdout
    assert logged(folder) == ["damage bob 1", "damage bob 1"]


def test_another_session_inside_is_refused(folder: Path) -> None:
    assert play(folder, "watch\n").returncode == 2
    assert play(folder, "play\n").returncode == 2


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dam bob 1", "damage bob 1"),
        ("d BOB 1", "damage BOB 1"),
        ("e bob prone", "effect bob prone"),
        ("t bob composure --seed 1", "test bob composure --seed 1"),
        ("x bob speak 'hands up'", "act bob speak 'hands up'"),
    ],
)
def test_short_words_mean_their_commands(folder: Path, typed: str, meant: str) -> None:
    done = play(folder, typed + "\n")
    assert done.returncode == 0, done.stderr
    assert logged(folder) == [meant]


@pytest.mark.parametrize("typed", ["re", "a", "zz", "a 'open"])
def test_a_line_that_is_no_command_is_refused_and_changes_nothing(folder: Path, typed: str) -> None:
    done = play(folder, typed + "\n")
    assert done.returncode == 2
    assert "rror: " in done.stderr
    assert "Traceback" not in done.stderr
    assert logged(folder) == []


def test_the_acting_one_is_filled_in_where_nobody_is_named(folder: Path) -> None:
    done = play(folder, "i --roll joe=4 --roll bob=2\nact speak hello\ntest composure --seed 1\n")
    assert done.returncode == 0, done.stderr
    assert logged(folder)[1:] == ["act joe speak hello", "test joe composure --seed 1"]


def test_a_fight_goes_on_after_another_was_opened(folder: Path) -> None:
    play(folder, "damage bob 3\n")
    play(folder, "damage hook 3\n", str(ROOT / "encounters" / "ganger-ambush.yaml"))
    again = play(folder, "show bob\n")
    assert "Resuming, no round in progress (last played " in again.stdout
    assert "7/10" in again.stdout
    assert logged(folder) == ["damage bob 3"]


def test_nobody_is_asked_in_a_script(folder: Path) -> None:
    done = play(folder, "ask pc\n")
    assert done.returncode == 2
    assert "type the dice with --roll" in done.stderr
