"""A whole evening with the Windows half, in a process that has nothing of POSIX; `without_posix`
is that process. No real Windows was asked."""

import inspect
import json
from pathlib import Path
from typing import Any

from programs import run_forked
from without_posix import ENCOUNTER, LINES, play_evening

from gmtrack import system
from gmtrack.system import windows

ROOT = Path(__file__).parents[1]


def evening(folder: Path, half: str) -> dict[str, Any]:
    """What one half of `gmtrack.system` made of the evening, in a folder of its own."""
    folder.mkdir()
    result = folder.with_suffix(".json")
    assert run_forked(play_evening, str(folder), half, str(result)) == 0
    found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    return found


def test_both_halves_are_called_alike() -> None:
    """Types are checked for Windows only where the system is called, and not where `system` is."""
    own = {name for name, _ in inspect.getmembers(windows, inspect.isfunction)}
    both = {name for name, _ in inspect.getmembers(system, inspect.isfunction)} & own
    assert {"lock", "open_fd"} <= both
    for name in both:
        here, there = getattr(system, name), getattr(windows, name)
        assert inspect.signature(here) == inspect.signature(there), name


def test_an_evening_without_posix_is_like_any_other(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "windows", tmp_path / "posix"
    with_windows, with_posix = evening(theirs, "windows"), evening(ours, "posix")
    for line, told, expected in zip(LINES, with_windows["told"], with_posix["told"], strict=True):
        status, out, err = told
        assert (line, status, err) == (line, 0, "")
        assert out
        if "--json" in line:
            assert json.loads(out) == json.loads(expected[1])
    assert every_module() == {"gmtrack", *with_windows["modules"]}
    line, saved = (theirs / "out.yaml").read_bytes().split(b"\n", 1)
    assert line.endswith(b"/AppData/gmtrack/schema/swan-song.json")
    assert saved == (ours / "out.yaml").read_bytes().split(b"\n", 1)[1]
    check_left(theirs)


def every_module() -> set[str]:
    files = [path.relative_to(ROOT).with_suffix("") for path in (ROOT / "gmtrack").rglob("*.py")]
    return {".".join(file.parts).removesuffix(".__init__") for file in files}


def check_left(folder: Path) -> None:
    """What lies where afterwards."""
    names = {path.name for path in folder.iterdir()}
    assert names == {"aux fight.yaml", "con fight.yaml", "out.yaml", "AppData"}
    assert (folder / "aux fight.yaml").read_text() == ENCOUNTER
    kept = folder / "AppData" / "gmtrack" / "encounters"
    assert {path.name for path in kept.iterdir() if path.is_dir()} == {"aux-fight-2", "con-fight"}
