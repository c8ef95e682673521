"""Into a fight and home again, killed at any instant, refused by the disk, raced by another: a
member is never doubled, never lost, never healed by accident."""

import errno
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from disk import Disk, killed_at
from long_run import crossed, part

from gmtrack.cli.main import execute

from .conftest import Table

SCENES = {
    "end": (["load lair.yaml --party heroes", "roll-init --seed 1", "damage mara 1"], "end"),
    "load": ([], "load lair.yaml --party heroes"),
    "undo": ([], "undo"),
    "redo": (["undo"], "redo"),
    "amend": ([], "amend 4 damage mara 7"),
    "take": (["load lair.yaml --party heroes"], "party take beast"),
    "forget": (["load lair.yaml --party heroes"], "forget lair --force"),
}
"""What has happened before, and the command in which the lightning strikes."""


Known = dict[frozenset[tuple[str, bytes]], Any]


def seen(gm: Table, known: Known) -> Any:
    """What a GM sees of the party and its fights; not when something ended, nor which is open.
    From the same bytes it is the same, and at most instants nothing new has reached the disk."""
    files = [file for file in Path("home").rglob("*") if file.is_file()]
    key = frozenset((str(file), file.read_bytes()) for file in files)
    if key not in known:
        known[key] = _seen(gm)
    return known[key]


def _seen(gm: Table) -> Any:
    doc = gm.doc("party heroes")
    fights = [one | {"ended": bool(one["ended"])} for one in doc["fights"]]
    kept = sorted(one["name"] for one in gm.doc("fights")["fights"])
    steps = {}
    for name in kept:
        log = gm.doc(f"-f home/encounters/{name}/encounter.yaml log")
        steps[name] = [(one["line"], one["undone"]) for one in log["steps"]]
    return doc["members"], fights, steps, kept


def saved(folder: Path) -> Path:
    """A copy of all that gmtrack keeps."""
    copy = folder / "saved"
    shutil.copytree(folder / "home", copy)
    return copy


def restore(folder: Path, copy: Path) -> None:
    shutil.rmtree(folder / "home")
    shutil.copytree(copy, folder / "home")


@pytest.mark.parametrize(("name", "after"), crossed(SCENES, [False, True], 2))
def test_killed_at_any_instant_leaves_before_or_after(
    home: Table, tmp_path: Path, name: str, after: bool
) -> None:
    prepared, line = SCENES[name]
    for one in prepared:
        home(one)
    copy = saved(tmp_path)
    home(line)
    known: Known = {}
    then = seen(home, known)
    restore(tmp_path, copy)
    states = [seen(home, known), then]
    met = set()
    for at in range(300):
        restore(tmp_path, copy)
        if not killed_at(at, after, lambda: execute(line.split())):
            break
        found = seen(home, known)
        assert found in states, at
        met.add(states.index(found))
        # And it goes on from there: whoever is in no fight can go into one.
        if name == "end" and met == {0, 1}:
            home("load hunt.yaml --fresh --party heroes")
            assert {one["in"] for one in home.doc("party heroes")["members"]} == {"hunt-2"}
            met = {2}
    assert at > 10


@pytest.mark.parametrize("name", part(list(SCENES), 2))
def test_a_disk_that_is_full_leaves_everything_as_it_was(
    home: Table, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared, line = SCENES[name]
    for one in prepared:
        home(one)
    copy = saved(tmp_path)
    home(line)
    known: Known = {}
    then = seen(home, known)
    restore(tmp_path, copy)
    before = seen(home, known)
    for at in range(300):
        restore(tmp_path, copy)

        def full() -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, full)
            disk.at = at
            status = execute(line.split())
            calls = disk.calls
        assert status in (0, 1)
        assert seen(home, known) == (before if status else then), at
        if calls <= at:
            break
    assert at > 10


def test_two_fights_that_end_at_once_bring_everybody_home_once(home: Table) -> None:
    """Each takes one member home; neither sees half of the other."""
    for fight, who in (("lair", "mara"), ("den", "rolf")):
        text = Path("lair.yaml").read_text().replace("The lair", f"The {fight}")
        Path(f"{fight}.yaml").write_text(text)
        home(f"load {fight}.yaml --party heroes --force")
        home("roll-init --seed 1")
        home(f"damage {who} 1")
    files = [f"home/encounters/{name}/encounter.yaml" for name in ("lair", "den")]

    def end(file: str) -> int:
        pid = os.fork()
        if pid == 0:
            os._exit(execute(["-f", file, "end"]))
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    with ThreadPoolExecutor() as both:
        assert list(both.map(end, files)) == [0, 0]
    doc = home.doc("party heroes")
    assert sorted(one["fight"] for one in doc["fights"]) == ["den", "hunt", "lair"]
    flesh = {one["id"]: one["tracks"]["flesh"]["now"] for one in doc["members"]}
    # Both were in both fights: each comes home from the one that has changed them.
    assert flesh == {"mara": 5, "rolf": 9}
