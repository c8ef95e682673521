"""`play` with a script on its standard input: the same commands, one a line."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest
from long_run import part

from gmtrack.cli.main import execute

ROOT = Path(__file__).parents[2]
FILE = str(ROOT / "encounters" / "knife-fight.yaml")
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


class Done(NamedTuple):
    """What a session left: its exit status, what it printed and complained."""

    returncode: int
    stdout: str
    stderr: str


def play(folder: Path, script: str | bytes, *words: str) -> Done:
    """Play a script on the knife fight, in a state folder of its own."""
    argv = list(words or ("play", FILE))
    given = script.encode() if isinstance(script, str) else script
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, {"GMTRACK_HOME": str(folder / "home"), "COLUMNS": "80"}),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = execute(argv)
    return Done(status, out.getvalue(), err.getvalue())


def logged(folder: Path) -> list[str]:
    done = play(folder, "", "log", "--json")
    return [step["line"] for step in json.loads(done.stdout)["steps"] if step["kind"] == "step"]


def test_a_script_is_carried_out_line_by_line(folder: Path) -> None:
    done = raw(folder, FIGHT.encode())
    assert done.returncode == 0, done.stderr
    assert logged(folder) == [
        "roll-init --roll joe=4 --roll bob=2",
        "attack joe bob --roll attack=6,6,2,4,1,5,1 --roll defense=2,5,4 --roll soak=5,5,1,1",
        "next",
        "act bob ready-weapon cue",
    ]
    assert b"flesh 6/10 left" in done.stdout


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
    file = FILE
    done = play(folder, "frobnicate\nshow nobody\ndamage bob 1\n", "play", file, "--keep-going")
    assert done.returncode == 2
    assert "line 1: frobnicate" in done.stderr
    assert "line 2: show nobody" in done.stderr
    assert logged(folder) == ["damage bob 1"]


def test_what_is_opened_first_says_what_to_type_at_the_prompt(folder: Path) -> None:
    assert play(folder, "").stdout.splitlines()[-1] == "next: i (roll-init)"


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


def test_the_acting_one_attacks_where_odds_name_the_target_alone(folder: Path) -> None:
    done = play(folder, "i --roll joe=4 --roll bob=2\no bob\n")
    assert done.returncode == 0, done.stderr
    assert "Joe Schmoe against Bob Rock" in done.stdout


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
    assert "give them with --roll" in done.stderr


def raw(
    folder: Path, script: bytes, redirections: str = ""
) -> "subprocess.CompletedProcess[bytes]":
    """The same as a process, with a shell's redirections; the fight is open already."""
    play(folder, "")
    env = {**os.environ, "GMTRACK_HOME": str(folder / "home"), "COLUMNS": "80"}
    env |= {"PYTHONPATH": str(ROOT), "PY": sys.executable}
    command = f'"$PY" -m gmtrack play {redirections}'
    return subprocess.run(
        ["bash", "-c", command], input=script, env=env, capture_output=True, check=False, timeout=60
    )


def no_crash(folder: Path) -> bool:
    return not [*folder.rglob("crash-*")]


def test_a_closed_input_is_an_empty_script(folder: Path) -> None:
    done = raw(folder, b"", "<&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert raw(folder, b"", "<&- >&- 2>&-").returncode == 0
    assert no_crash(folder)


def test_a_script_that_cannot_be_read_is_refused(folder: Path) -> None:
    done = raw(folder, b"", f"0> {folder / 'written'}")
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: the script cannot be read: ")
    assert no_crash(folder)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("line", part(["d bob 1", "?", "show bob", "? attack", "board --json"], 2))
def test_output_that_cannot_be_written_ends_a_script_with_74(folder: Path, line: str) -> None:
    done = raw(folder, f"{line}\nd bob 1\n".encode(), "> /dev/full")
    assert done.returncode == 74
    assert b"error: the output cannot be written" in done.stderr
    assert f"line 1: {line}".encode() in done.stderr
    assert raw(folder, f"{line}\n".encode(), "> /dev/full 2> /dev/full").returncode == 74
    assert no_crash(folder)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_errors_that_cannot_be_written_change_no_status(folder: Path) -> None:
    assert raw(folder, b"zz\n", "2> /dev/full").returncode == 2
    assert raw(folder, b"d bob 1\n", ">&-").returncode == 0
    assert raw(folder, b"zz\n", ">&- 2>&-").returncode == 2
    assert logged(folder) == ["damage bob 1"]
    assert no_crash(folder)


def test_a_reader_that_has_gone_away_does_not_end_a_script(folder: Path) -> None:
    done = raw(folder, b"? all\nboard\nd bob 1\n", "| true; exit ${PIPESTATUS[0]}")
    assert done.stderr == b""
    assert logged(folder) == ["damage bob 1"]


@pytest.mark.parametrize(
    "script",
    [
        b"\xef\xbb\xbfd bob 1\nd joe 1\n",
        b"d bob 1\r\nd joe 1\r\n",
        b"\xef\xbb\xbfd bob 1\rd joe 1",
    ],
)
def test_marks_and_line_ends_of_other_systems_are_no_part_of_a_line(
    folder: Path, script: bytes
) -> None:
    done = play(folder, script)
    assert (done.returncode, done.stderr) == (0, "")
    assert logged(folder) == ["damage bob 1", "damage joe 1"]


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (b"d bob 1\nnote \xff\xfe\n", "not UTF-8 text (byte 0xff at character 6)"),
        (b"d bob 1\n" + "d bob 1\n".encode("utf-16"), "not UTF-8 text (byte 0xff"),
        (b"d bob 1\nload a\0b\n", "cannot hold the character \\x00"),
        (b"d bob 1\n" + b"x" * 20_000 + b"\n", "at most 10,000 characters"),
        (b"d bob 1\n" + b"d " * 10_000, "at most 10,000 characters"),
        (b"d bob 1\n\x1b[31mred\n", "\\x1b[31mred"),
    ],
)
def test_a_line_that_is_no_text_is_refused_with_its_number(
    folder: Path, script: bytes, says: str
) -> None:
    done = play(folder, script + b"\nd bob 1\n")
    error = done.stderr
    assert done.returncode == 2
    assert says in error
    assert "\nline 2: " in error
    assert len(error) < 1000
    assert all(char.isprintable() for char in error.replace("\n", ""))
    assert logged(folder) == ["damage bob 1"]
    assert no_crash(folder)


def test_after_a_line_that_is_too_long_the_next_one_is_found(folder: Path) -> None:
    longest = b"d bob 1 #" + b"x" * (10_000 - 9)
    script = longest + b"\n" + b"x" * 3_000_000 + b"\nd joe 1\n"
    done = play(folder, script, "play", FILE, "--keep-going")
    assert done.returncode == 2
    assert logged(folder)[1:] == ["damage joe 1"]


def test_a_line_without_an_end_is_refused_while_it_is_read(folder: Path) -> None:
    endless = "yes x | tr -d '\\n' |"
    env = {**os.environ, "GMTRACK_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    command = f"{endless} {sys.executable} -m gmtrack play"
    done = subprocess.run(
        ["bash", "-c", command], env=env, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert b"at most 10,000 characters" in done.stderr


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("x", "'ACTION'. joe can now walk, "),
        ("t", "'WHAT'. There is surprise, "),
        ("e joe", "'NAME'. There is slowed, "),
        ("a", "'TARGET...'. There is bob"),
    ],
)
def test_a_word_alone_is_answered_with_what_could_follow(
    folder: Path, typed: str, says: str
) -> None:
    done = play(folder, f"i --roll joe=4 --roll bob=2\n{typed}\n")
    assert done.returncode == 2
    assert says in done.stderr
    assert logged(folder) == ["roll-init --roll joe=4 --roll bob=2"]


def test_a_session_on_a_file_follows_to_what_it_opens(folder: Path) -> None:
    mine = folder / "mine.yaml"
    mine.write_text((ROOT / "encounters" / "knife-fight.yaml").read_text())
    other = ROOT / "encounters" / "ninth-street.yaml"
    script = f"damage bob 1\nload {other}\ndamage punk 1 --location torso\n"
    done = play(folder, script, "-f", str(mine), "play")
    assert done.returncode == 0, done.stderr
    assert logged(folder) == ["damage punk 1 --location torso"]
    assert "flesh: 9" in mine.read_text()


def test_a_session_stays_with_its_fight_whatever_another_terminal_opens(folder: Path) -> None:
    play(folder, "")
    inner = f"{sys.executable} -m gmtrack load {ROOT / 'encounters' / 'ninth-street.yaml'}"
    script = f"sleep 1; echo 'damage bob 1'; {inner} >&2; echo 'damage bob 2'"
    env = {**os.environ, "GMTRACK_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    command = f"({script}) | {sys.executable} -m gmtrack play"
    done = subprocess.run(
        ["bash", "-c", command], env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "damage" not in "".join(logged(folder))
    play(folder, "", "switch", "knife-fight")
    assert logged(folder) == ["damage bob 1", "damage bob 2"]


def test_a_line_may_begin_with_the_program_as_people_are_told_to_type_it(folder: Path) -> None:
    done = play(folder, "gmtrack damage bob 1\ngmtrack fights\n")
    assert done.returncode == 0, done.stderr
    assert logged(folder) == ["damage bob 1"]


def test_a_file_in_the_home_folder_is_found_without_a_shell(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    (folder / "x.yaml").write_text((ROOT / "encounters" / "knife-fight.yaml").read_text())
    assert play(folder, "load ~/x.yaml\nsave ~/y.yaml\n").returncode == 0
    assert (folder / "y.yaml").is_file()


def test_the_file_of_the_environment_is_left_by_load(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = folder / "mine.yaml"
    mine.write_text((ROOT / "encounters" / "knife-fight.yaml").read_text())
    monkeypatch.setenv("GMTRACK_FILE", str(mine))
    other = ROOT / "encounters" / "ninth-street.yaml"
    done = play(folder, f"damage bob 1\nload {other}\ndamage punk 1 --location torso\n", "play")
    assert done.returncode == 0, done.stderr
    monkeypatch.delenv("GMTRACK_FILE")
    assert logged(folder) == ["damage punk 1 --location torso"]
