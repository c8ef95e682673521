"""What each system has in its own way: who has a file open, where things are kept, what a file
cannot be called."""

import inspect
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from store_play import AP, DUEL, do, log, value
from store_systems import AS_BYTES, HALF, become_windows

from gmtrack import system
from gmtrack.errors import StoreError
from gmtrack.store import state_folder, working_copies
from gmtrack.store.kept_fights import forget_fight
from gmtrack.store.opening import load_file, new_encounter
from gmtrack.store.output_file import file_to_write
from gmtrack.store.session import open_session
from gmtrack.system import macos, windows


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    become_windows(monkeypatch)


@pytest.mark.parametrize("name", HALF)
def test_both_halves_are_called_alike(name: str) -> None:
    ours, theirs = getattr(system, name), getattr(windows, name)
    assert type(ours) is type(theirs)
    if callable(ours):
        assert inspect.signature(ours) == inspect.signature(theirs)


def test_windows_has_everything_that_differs() -> None:
    own = {
        name for name, what in vars(windows).items()
        if getattr(what, "__module__", "") == windows.__name__ and name[0] != "_"
    }  # fmt: skip
    assert own <= set(HALF)
    assert {name for name in HALF if callable(getattr(system, name))} == own


# --- files that somebody else has open ---


@contextmanager
def held_open(file: Path, seconds: float) -> Iterator[None]:
    """As by a program that looks into every file that is new."""
    opened = file.open("rb")
    timer = threading.Timer(seconds, opened.close)
    timer.start()
    try:
        yield
    finally:
        timer.join()


@pytest.mark.usefixtures("on_windows")
def test_a_file_that_is_open_for_a_moment_is_waited_for() -> None:
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    do(file, (AP, 1))
    with held_open(file, 0.5):
        do(file, (AP, 3))
    assert value(file, AP) == 3


@pytest.mark.usefixtures("on_windows")
def test_a_file_that_stays_open_is_told_and_nothing_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(windows, "PATIENCE", 0.1)
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    do(file, (AP, 1), line="a")
    before, lines = file.read_bytes(), log(file)
    with held_open(file, 1.5), pytest.raises(StoreError, match="open in another") as refused:
        do(file, (AP, 2), line="b")
    assert refused.value.kind == "busy"
    assert str(file) in refused.value.message
    assert (file.read_bytes(), log(file)) == (before, lines)


@pytest.mark.usefixtures("on_windows")
def test_a_fight_with_an_open_file_is_not_forgotten_in_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(windows, "PATIENCE", 0.1)
    Path("duel.yaml").write_text(DUEL)
    opened = load_file("duel.yaml")
    with held_open(opened.file, 1.0), pytest.raises(StoreError, match="open in another"):
        forget_fight("duel", force=True)
    assert value(None, ("combatants", "joe", "body")) == 3
    forget_fight("duel", force=True)
    assert not opened.file.parent.exists()


def test_files_are_opened_as_the_bytes_that_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(os, "O_BINARY", AS_BYTES, raising=False)
    monkeypatch.setattr(os, "open", lambda _path, flags, _mode: seen.append(flags) or 3)
    windows.open_fd("x", os.O_RDONLY)
    windows.open_fd("x", os.O_WRONLY | os.O_CREAT)
    assert seen == [os.O_RDONLY | AS_BYTES, os.O_WRONLY | os.O_CREAT | AS_BYTES]


def test_a_refusal_of_the_system_that_lasts_is_the_same_on_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full disk is not waited for."""
    monkeypatch.setattr(windows, "PATIENCE", 60)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        windows.replace("a", "b")


# --- where things are kept ---


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nothing says where but the system."""
    for name in ("GMTRACK_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def both_folders() -> tuple[str, str]:
    return state_folder.home_folder(), state_folder.data_folder()


def test_linux_keeps_things_as_xdg_says(free: pytest.MonkeyPatch) -> None:
    free.setenv("HOME", "/home/joe")
    assert both_folders() == (
        "/home/joe/.local/state/gmtrack",
        "/home/joe/.local/share/gmtrack",
    )


def test_macos_keeps_things_in_the_library(free: pytest.MonkeyPatch, tmp_path: Path) -> None:
    free.setattr(system, "usual_state", macos.usual_state)
    free.setattr(system, "usual_data", macos.usual_data)
    free.setenv("HOME", str(tmp_path))
    library = str(tmp_path / "Library" / "Application Support" / "gmtrack")
    assert both_folders() == (library, library)
    # Where the first versions put it there too.
    (tmp_path / ".local" / "state" / "gmtrack").mkdir(parents=True)
    assert both_folders() == (str(tmp_path / ".local" / "state" / "gmtrack"), library)


def test_windows_keeps_things_in_the_local_folder_of_programs(
    free: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    become_windows(free)
    free.setenv("LOCALAPPDATA", str(tmp_path / "AppData" / "Local"))
    folder = str(tmp_path / "AppData" / "Local" / "gmtrack")
    assert both_folders() == (folder, folder)


def test_on_windows_without_a_folder_nothing_is_written(free: pytest.MonkeyPatch) -> None:
    become_windows(free)
    free.delenv("LOCALAPPDATA", raising=False)
    with pytest.raises(StoreError, match="LOCALAPPDATA names no folder: set GMTRACK_HOME"):
        state_folder.home_folder()


@pytest.mark.parametrize("usual", ["linux", "macos", "windows"])
def test_what_somebody_sets_counts_everywhere(free: pytest.MonkeyPatch, usual: str) -> None:
    half = {"linux": system, "macos": macos, "windows": windows}[usual]
    free.setattr(system, "usual_state", half.usual_state)
    free.setattr(system, "usual_data", half.usual_data)
    free.setenv("XDG_STATE_HOME", "/state")
    free.setenv("XDG_DATA_HOME", "/data")
    assert both_folders() == ("/state/gmtrack", "/data/gmtrack")
    free.setenv("GMTRACK_HOME", "/mine")
    assert both_folders() == ("/mine", "/data/gmtrack")


# --- names ---


@pytest.mark.parametrize("name", ["Con", "AUX", "nul.", "COM1", "lpt9", "PRN"])
def test_no_fight_is_kept_under_a_name_that_windows_has_taken(name: str) -> None:
    opened = new_encounter(name, "toy", None, None)
    plain = name.lower().rstrip(".")
    assert opened.name == f"{plain}-fight"
    with open_session(None, write=False) as session:
        assert session.save(None).name == f"{plain}-fight.yaml"
    assert working_copies.folder_name(f"{name} 2") != f"{plain}-fight"


@pytest.mark.usefixtures("on_windows")
@pytest.mark.parametrize("typed", ["saves\\", "saves/", "", "C:\\fights\\"])
def test_a_folder_is_no_file_to_write(typed: str) -> None:
    with pytest.raises(StoreError, match="is not a file name"):
        file_to_write(typed)
