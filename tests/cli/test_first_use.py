"""What somebody sees who has read nothing: `gmtrack` alone, `demo`, `doctor`."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_support import Gm

from gmtrack.version import __version__

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("columns", ["80", "60"])
def test_gmtrack_alone_says_what_to_type(
    gm: Gm, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    result = gm()
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert columns == "60" or len(lines) <= 10
    for words in ("gmtrack demo", "gmtrack play", "gmtrack load @knife-fight", "gmtrack --help"):
        assert words in result.out
    assert "gmtrack fights" not in result.out


def test_gmtrack_alone_names_the_fights_that_are_kept(gm: Gm, tmp_path: Path) -> None:
    gm("load", "@knife-fight")
    (tmp_path / "home" / "active").unlink()
    assert "gmtrack fights" in gm().out


def test_what_it_says_can_be_typed(gm: Gm) -> None:
    for line in ("load @knife-fight", "what", "rulesets", "guide sr3", "--help"):
        assert gm(*line.split()).status == 0


@pytest.mark.parametrize("word", ["", "@ninth-street", "@back-room", "@stairwell", "@three-thugs"])
def test_the_demo_plays_a_fight_to_its_end_and_keeps_nothing(
    gm: Gm, word: str, tmp_path: Path
) -> None:
    begun = time.monotonic()
    result = gm("demo", *filter(None, [word]))
    assert (result.status, result.err) == (0, "")
    assert time.monotonic() - begun < 30
    typed = [line for line in result.out.splitlines() if line.startswith("> ")]
    for line in ("> board", "> roll-init", "> what", "> end", "> stats"):
        assert line in typed
    assert sum(line.startswith("# ") for line in result.out.splitlines()) > 5
    assert result.out.rstrip().endswith("`gmtrack` tells what else")
    assert not (tmp_path / "home").exists()
    if not word:
        told, again = (re.sub(r"\w+day \d\d:\d\d", "", one.out) for one in (result, gm("demo")))
        assert told == again


def test_the_demo_of_what_is_none_is_refused(gm: Gm) -> None:
    assert gm("demo", "@nowhere").status == 1


def test_any_key_ends_the_demo() -> None:
    end, inner = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    command = [sys.executable, "-m", "gmtrack", "demo"]
    with subprocess.Popen(command, env=env, stdin=inner, stdout=inner, stderr=inner) as process:
        os.close(inner)
        seen = ""
        while "Who is there" not in seen:
            assert select.select([end], [], [], 30)[0]
            seen += os.read(end, 4096).decode()
        os.write(end, b"x")
        while "Now you" not in seen:
            assert select.select([end], [], [], 30)[0]
            seen += os.read(end, 4096).decode()
        assert process.wait(30) == 0
    os.close(end)
    assert "roll-init" not in seen


def test_the_doctor_tells_what_is_there(gm: Gm, tmp_path: Path) -> None:
    doc = gm("doctor", "--json").doc
    assert doc["version"] == __version__
    assert doc["python"] == ".".join(map(str, sys.version_info[:3]))
    assert doc["folders"]["state"] == {
        "path": str(tmp_path / "home"), "there": False, "writable": True
    }  # fmt: skip
    assert (doc["fights"], doc["broken"]) == ({"kept": 0, "open": False}, [])
    assert doc["libraries"]["rich"]
    assert set(doc["extras"]) == {"web", "plot", "cluster"}
    assert doc["terminal"]["output"] is False
    shown = gm("doctor").out
    for word in (__version__, "state folder", "0 kept, none is open", "swan-song", "extra web"):
        assert word in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_doctor_tells_nothing_of_what_is_played(gm: Gm) -> None:
    gm("new", "The secret of Lord Vex", "--ruleset", "swan-song", "--example")
    for told in (gm("doctor").out, json.dumps(gm("doctor", "--json").doc)):
        assert "vex" not in told.lower()
        assert "rook" not in told.lower()
    assert gm("doctor", "--json").doc["fights"] == {"kept": 1, "open": True}


def test_the_doctor_works_where_nothing_else_does(
    gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm("load", "@knife-fight")
    [folder] = (tmp_path / "home" / "encounters").iterdir()
    (folder / "encounter.yaml").write_text("{")
    assert gm("doctor", "--json").doc["fights"]["fault"] == "bad-file"
    assert "bad-file" in gm("doctor").out
    monkeypatch.setenv("GMTRACK_HOME", "~nobody-at-all/x")
    result = gm("doctor", "--json")
    assert result.status == 0
    assert "GMTRACK_HOME" in result.doc["folders"]["fault"]
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "active").write_bytes(b"\xff\xfe")
    assert gm("doctor").status == 0
