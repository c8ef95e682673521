"""A folder, a pipe, a device, a link to nothing where a file of the state should be: one true line,
no waiting, no crash, and nothing is lost by it."""

import errno
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from long_run import crossed

from gmtrack.cli.main import complete
from gmtrack.cli.watch import WatchState, render_now

from .using import patience

Type = Callable[[list[str]], Any]


def bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.name)


ODD: dict[str, tuple[Callable[[Path], None], str]] = {
    "folder": (Path.mkdir, "it is a folder, not a file"),
    "full-folder": (lambda path: (path / "x").mkdir(parents=True), "it is a folder, not a file"),
    "pipe": (os.mkfifo, "it is a pipe, not a file"),
    "socket": (bind, "it is a socket, not a file"),
    "endless": (lambda path: path.symlink_to("/dev/zero"), "it is a device, not a file"),
    "empty": (lambda path: path.symlink_to("/dev/null"), "it is a device, not a file"),
    "dangling": (lambda path: path.symlink_to("nowhere/at/all"), "No such file or directory"),
    "loop": (lambda path: path.symlink_to(path.name), "Too many levels of symbolic links"),
}
"""How it gets there, and what is said of it where a file is needed."""
NEEDED = ("active", "encounters/C/encounter.yaml", "encounters/C/journal.jsonl")
SPARED = ("encounters/C/head.json", "encounters/C/completion.json", "completion.json")
"""Files without which everything is found again."""
ALSO = ("lock", "encounters/C/lock", "encounters/C/origin.json", "encounters/C/.new", "crashes")
FOLDERS = ("", "encounters", "encounters/C")
IN_PLACE = ("files", "files/F", "files/F/journal.jsonl", "files/F/head.json", "files/F/lock")
READING = (["board"], ["show", "joe"], ["log"], ["rules"])
WRITING = (["attack", "joe", "bob", "--seed", "2", "--force"], ["undo"], ["hide", "bob"])
OPENING = (["load", "encounters/knife-fight.yaml"], ["new", "N", "--ruleset", "sr3"], ["fights"])
MINE = ("-f", "encounters/back-room.yaml")


class Fight:
    """A fight with a history, in the copy and in place, whose state folder can be spoilt."""

    def __init__(self, type_line: Type, folder: Path) -> None:
        self.type_line = type_line
        self.state = folder / "state"
        self.kept = folder / "kept"
        for words in (
            ["load", "encounters/knife-fight.yaml"],
            ["roll-init", "--seed", "1"],
            ["attack", "joe", "bob", "--seed", "1", "--force"],
            [*MINE, "roll-init", "--seed", "1"],
        ):
            assert self(words).status == 0
        complete("gmtrack attack j")
        shutil.copytree(self.state, self.kept)
        self.copy = next((self.state / "encounters").iterdir()).name
        self.file = next((self.state / "files").iterdir()).name
        self.board = self(["board"]).out

    def __call__(self, words: list[str]) -> Any:
        with patience(" ".join(words)):
            return self.type_line(words)

    def spoil(self, place: str, odd: str) -> Path:
        """Something odd in place of a file or folder of the state; where it stands."""
        name = place.replace("/C", f"/{self.copy}").replace("/F", f"/{self.file}")
        name = name.replace(".new", ".encounter.yaml.gmtrack-new")
        path = self.state / name
        self.remove(path)
        os.chdir(path.parent)  # a socket's path may not be long
        ODD[odd][0](path)
        os.chdir(self.state.parent)
        return path

    def restore(self) -> None:
        """The state folder as it was."""
        self.remove(self.state)
        shutil.copytree(self.kept, self.state)

    @staticmethod
    def remove(path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


@pytest.fixture
def fight(type_line: Type, tmp_path: Path) -> Fight:
    return Fight(type_line, tmp_path)


def refused(screen: Any) -> str:
    """The one line with which something is refused."""
    assert screen.status == 1, screen
    assert screen.out == ""
    assert screen.err.startswith("error: ")
    assert screen.err.count("\n") == 1
    return str(screen.err)


def nothing_bad(screen: Any) -> None:
    """Done, or refused in one line."""
    if screen.status:
        refused(screen)


@pytest.mark.parametrize(("place", "odd"), crossed(NEEDED, ODD, 3))
def test_what_is_needed_and_is_no_file_is_named(fight: Fight, place: str, odd: str) -> None:
    path = fight.spoil(place, odd)
    for words in (*READING, *WRITING):
        line = refused(fight(words))
        assert str(path) in line
        assert ODD[odd][1] in line
    with patience("completion or watch"):
        drawn = "".join(
            span.text for line in render_now(None, 400, WatchState(players=False)) for span in line
        )
        complete("gmtrack attack j")
    assert str(path) in drawn
    for words in OPENING:
        nothing_bad(fight(words))
    fight.restore()
    assert fight(["board"]).out == fight.board


@pytest.mark.parametrize(("place", "odd"), crossed(SPARED, ODD, 3))
def test_what_only_saves_time_is_done_without(fight: Fight, place: str, odd: str) -> None:
    fight.spoil(place, odd)
    with patience("completion or watch"):
        assert complete("gmtrack attack j") == 0
    assert fight(["board"]).out == fight.board
    for words in (*READING, *WRITING, *OPENING):
        screen = fight(words)
        assert screen.status == 0, screen


@pytest.mark.parametrize(("place", "odd"), crossed([*ALSO, *FOLDERS], ODD, 3))
def test_whatever_else_is_odd_is_told_in_one_line_or_does_no_harm(
    fight: Fight, place: str, odd: str
) -> None:
    for words in (*READING, *WRITING, *OPENING):
        fight.spoil(place, odd)
        nothing_bad(fight(words))
    with patience("completion or watch"):
        complete("gmtrack attack j")
        render_now(None, 80, WatchState(players=True))
    fight.restore()
    assert fight(["board"]).out == fight.board


@pytest.mark.parametrize(
    ("place", "odd"), crossed(FOLDERS, [odd for odd in ODD if "folder" not in odd], 3)
)
def test_a_folder_of_the_state_that_is_none_does_not_mean_that_nothing_is_open(
    fight: Fight, place: str, odd: str
) -> None:
    path = fight.spoil(place, odd)
    for words in (["board"], ["undo"], ["log"]):
        line = refused(fight(words))
        assert str(path) in line
        assert "no encounter is open" not in line


@pytest.mark.parametrize(("place", "odd"), crossed(IN_PLACE, ODD, 3))
def test_a_file_that_is_worked_on_in_place_is_no_different(
    fight: Fight, place: str, odd: str
) -> None:
    for words in (*READING, *WRITING):
        before = Path(MINE[1]).read_bytes()
        path = fight.spoil(place, odd)
        screen = fight([*MINE, *words])
        nothing_bad(screen)
        if "journal" in place:
            assert str(path) in refused(screen)
        if screen.status:
            assert Path(MINE[1]).read_bytes() == before


@pytest.mark.parametrize("name", ["active", "journal.jsonl", "encounter.yaml"])
def test_what_may_not_be_read_is_told_as_that(
    fight: Fight, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def forbidden(path: Any, *rest: Any, **more: Any) -> int:
        if os.fspath(path).endswith(name):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return real(path, *rest, **more)

    head = next(fight.state.glob("encounters/*/head.json"))
    head.unlink()
    monkeypatch.setattr(os, "open", forbidden)
    for words in (*READING, *WRITING):
        line = refused(fight(words))
        assert f"{name}" in line
        assert "cannot be read: Permission denied" in line


def test_a_folder_that_may_not_be_looked_into_is_told_as_that(
    fight: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = f"{fight.state / 'encounters' / fight.copy}{os.sep}"

    def guarded(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *rest: Any, **more: Any) -> Any:
            if isinstance(path, (str, os.PathLike)) and os.fspath(path).startswith(inside):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
            return real(path, *rest, **more)

        return call

    for name in ("open", "stat", "lstat"):
        monkeypatch.setattr(os, name, guarded(getattr(os, name)))
    for words in (*READING, *WRITING):
        line = refused(fight(words))
        assert inside in line
        assert line.endswith("Permission denied\n")
    assert fight(["fights"]).status == 0
    nothing_bad(fight(OPENING[0]))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"../../etc", b"/etc", b"a\0b", b"."])
def test_an_active_file_of_rubbish_is_as_good_as_none(fight: Fight, content: bytes) -> None:
    (fight.state / "active").write_bytes(content)
    assert "no encounter is open" in refused(fight(["board"]))
    assert fight(["load", "encounters/knife-fight.yaml"]).status == 0
    assert fight(["log"]).status == 0
