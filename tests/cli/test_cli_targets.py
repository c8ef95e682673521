"""What is written goes into what is a file or new, and nowhere else."""

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_support import DUEL, Gm

WRITING = {
    "save": ("save",),
    "story": ("log", "--export"),
    "page": ("board", "--html"),
    "picture": ("board", "--svg"),
    "new": ("new", "Brawl", "--ruleset", "toy"),
}
EXPORTS = ("story", "page", "picture")


@pytest.fixture(params=["folder", "pipe", "socket", "device", "endless", "nowhere"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Something that is no file."""
    path = tmp_path / request.param
    with socket.socket(socket.AF_UNIX) as ear:
        match request.param:
            case "folder":
                path.mkdir()
            case "pipe":
                os.mkfifo(path)
            case "socket":
                ear.bind(str(path))
            case "device":
                os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
            case "endless":
                path.symlink_to("/dev/zero")
            case "nowhere":
                path.symlink_to(tmp_path / "not" / "there")
        yield path


@pytest.mark.parametrize("command", WRITING)
def test_nothing_is_written_where_there_is_no_file(
    loaded: Gm, place: Path, command: str, tmp_path: Path
) -> None:
    before = place.lstat()
    done = loaded(*WRITING[command], str(place), "--json")
    assert (done.status, done.doc["error"]["kind"]) == (1, "cannot-save")
    assert str(place) in done.doc["error"]["message"]
    after = place.lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert not (tmp_path / "not").exists()


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("name", ["", "  ", "new/"])
def test_what_is_no_name_of_a_file_is_refused(
    loaded: Gm, command: str, name: str, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    done = loaded(*WRITING[command], name, "--json")
    assert (done.status, done.doc["error"]["kind"]) == (1, "cannot-save")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", EXPORTS)
def test_what_somebody_wrote_stays(loaded: Gm, command: str) -> None:
    Path("mine.txt").write_text("mine")
    assert loaded(*WRITING[command], "mine.txt").status == 1
    assert Path("mine.txt").read_text() == "mine"
    assert loaded(*WRITING[command], "new.txt").out == "written: new.txt\n"
    assert loaded(*WRITING[command], "new.txt").status == 0


@pytest.mark.parametrize("command", EXPORTS)
@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_a_dash_is_standard_output(loaded: Gm, command: str, out: str) -> None:
    assert loaded(*WRITING[command], "file").status == 0
    _, _, written = Path("file").read_text().partition("\n")
    assert loaded(*WRITING[command], out).out == written
    assert loaded(*WRITING[command], out, "--json").status == 2


def test_a_save_to_standard_output_saves_nothing(loaded: Gm) -> None:
    loaded("damage", "bob", "1")
    printed = loaded("save", "-").out
    assert loaded("fights", "--json").doc["fights"][0]["saved"] is False
    assert loaded("save", "-", "--json").status == 2
    loaded("save", "file.yaml")
    assert printed == Path("file.yaml").read_text()


def test_a_link_and_a_second_name_stay_what_they_are(gm: Gm, duel: Path) -> None:
    Path("link.yaml").symlink_to(duel)
    os.link(duel, "second.yaml")
    for name in ("duel.yaml", "link.yaml", "second.yaml"):
        assert gm("-f", name, "damage", "bob", "1").status == 0
    assert Path("link.yaml").is_symlink()
    assert duel.samefile("second.yaml")
    assert duel.read_text() != DUEL


def test_a_save_keeps_a_second_name(loaded: Gm) -> None:
    loaded("save", "one.yaml")
    os.link("one.yaml", "two.yaml")
    loaded("damage", "bob", "1")
    loaded("save", "one.yaml")
    assert Path("one.yaml").samefile("two.yaml")
    assert "hurt: 1" in Path("two.yaml").read_text()
