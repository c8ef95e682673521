"""Killed at any instant, refused by the disk, raced by others: whole or not at all."""

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from disk import Disk, killed_at
from long_run import crossed, part
from store_play import AP, BODY, DUEL, amend, do, log, redo, undo, value

from gmtrack.errors import StoreError
from gmtrack.store import atomic_files, lock, state_folder, working_copies
from gmtrack.store.import_fight import load_history
from gmtrack.store.kept_fights import forget_fight, kept_fights
from gmtrack.store.opening import CopyCallback, load_file, new_encounter, switch_to
from gmtrack.store.session import open_session


def scenes() -> dict[str, tuple[Callable[[Path], None], Callable[[Path], Any]]]:
    """What has happened before, and the command in which the lightning strikes."""

    def nothing(file: Path) -> None:
        """A file that was never worked on."""

    def played(file: Path) -> None:
        do(file, (AP, 1), line="a")
        do(file, (AP, 2), line="b")

    def edited(file: Path) -> None:
        played(file)
        file.write_text(file.read_text().replace("body: 3", "body: 8"))

    def undone(file: Path) -> None:
        played(file)
        undo(file)

    return {
        "first": (nothing, lambda file: do(file, (AP, 9), line="new")),
        "fight": (played, lambda file: do(file, (AP, 9), line="new")),
        "sheet": (played, lambda file: do(file, (BODY, 9), line="new")),
        "log only": (played, lambda file: do(file, line="new")),
        "after an edit": (edited, lambda file: do(file, (AP, 9), line="new")),
        "undo": (played, undo),
        "undo an edit": (edited, undo),
        "redo": (undone, redo),
        "amendment": (played, lambda file: amend(file, 2, (AP, 9))),
        "amendment of a sheet": (played, lambda file: amend(file, 2, (BODY, 9))),
        "amendment after an edit": (edited, lambda file: amend(file, 2, (AP, 9))),
    }


SCENES = scenes()


def backed_up(file: Path, home: Path) -> Callable[[], None]:
    """Remember the disk; the result puts it back."""
    saved = home.with_name("saved")
    shutil.copytree(home, saved, dirs_exist_ok=True) if home.exists() else saved.mkdir()
    content = file.read_bytes()

    def restore() -> None:
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(saved, home)
        file.write_bytes(content)
        atomic_files.beside_of(file).unlink(missing_ok=True)

    return restore


def steps_of(file: Path) -> list[str]:
    """The log without the entry that says where it begins."""
    return [line for line in log(file) if not line.startswith("load")]


def check_alive(file: Path, before: bytes) -> None:
    """History and file agree: everything can be undone to the first byte and done again."""
    with open_session(str(file), write=False) as session:
        steps = [e for e in session.log() if e.kind in ("step", "edit", "amend")]
        undoable = sum(e.dropped or not e.undone for e in steps)
    now = file.read_bytes()
    if undoable:
        undo(file, undoable)
        redo(file, undoable)
        assert file.read_bytes() == now
    do(file, (AP, 7), line="later")
    undo(file, undoable + 1)
    assert file.read_bytes() == before
    redo(file, undoable + 1)
    assert value(file, AP) == 7


def test_a_commit_is_durable_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order that a power cut can't break either."""
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    do(file, (AP, 1))
    order: list[str] = []

    def named(fd: int) -> str:
        return Path(f"/proc/self/fd/{fd}").readlink().name

    def replace(old: Path, new: Path) -> None:
        order.append(f"replace {Path(new).name}")
        old.rename(new)

    real_write = os.write
    monkeypatch.setattr(os, "fsync", lambda fd: order.append(f"sync {named(fd)}"))
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(
        os, "write", lambda fd, data: order.append(f"write {named(fd)}") or real_write(fd, data)
    )
    do(file, (AP, 2))
    assert order == [
        "write .duel.yaml.gmtrack-new",
        "sync .duel.yaml.gmtrack-new",
        "write journal.jsonl",
        "sync journal.jsonl",
        "replace duel.yaml",
        f"sync {file.parent.name}",
        "write .head.json.gmtrack-new",
        "replace head.json",
    ]


@pytest.mark.parametrize(("name", "after"), crossed(SCENES, [False, True], 2))
def test_killed_at_any_instant_leaves_before_or_after(
    name: str, after: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    prepare, command = SCENES[name]
    prepare(file)
    states, logs = [file.read_bytes()], [steps_of(file)]
    restore = backed_up(file, home)
    command(file)
    states.append(file.read_bytes())
    logs.append(steps_of(file))
    for at in part(range(100), 3):
        restore()
        if not killed_at(at, after, lambda: command(file)):
            break
        found = file.read_bytes()
        assert found in states
        if states[0] != states[1]:
            assert steps_of(file) == logs[states.index(found)]
        else:
            assert steps_of(file) in logs
        check_alive(file, DUEL.encode())
    assert at > 3


@pytest.mark.parametrize(("name", "lasting"), crossed(SCENES, [False, True], 2))
def test_a_disk_that_refuses_leaves_everything_as_it_was(
    name: str, lasting: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = errno.EROFS if lasting else errno.ENOSPC
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    prepare, command = SCENES[name]
    prepare(file)
    state, old_log = file.read_bytes(), steps_of(file)
    restore = backed_up(file, home)
    command(file)
    new_state, new_log = file.read_bytes(), steps_of(file)
    for at in part(range(100), 2):
        restore()
        with pytest.MonkeyPatch.context() as patch:

            def fail() -> None:
                raise OSError(code, os.strerror(code))

            disk = Disk(patch, fail)
            disk.at, disk.lasting = at, lasting
            error: StoreError | None = None
            try:
                command(file)
            except StoreError as refused:
                error = refused
            calls = disk.calls
        if error:
            assert error.kind == "cannot-save"
            assert os.strerror(code) in error.message
        assert file.read_bytes() == (state if error else new_state)
        if lasting and state == new_state:
            # An entry that changes nothing may stay where it can't be taken back either.
            assert steps_of(file) in (old_log, new_log)
        else:
            assert steps_of(file) == (old_log if error else new_log)
        check_alive(file, DUEL.encode())
        if calls <= at:
            break
    assert at > 3


def test_a_kill_followed_by_an_edit_keeps_history_and_edit(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever side of the commit the kill fell on, undo leads back to what the hand found."""
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    do(file, (AP, 1), line="a")
    restore = backed_up(file, home)
    for after in (False, True):
        for at in range(100):
            restore()
            if not killed_at(at, after, lambda: do(file, (AP, 2), line="b")):
                break
            found = file.read_bytes()
            file.write_bytes(found + b"# by hand\n")
            assert undo(file) == ["edited by hand"]
            assert file.read_bytes() == found
            redo(file)
            check_alive(file, DUEL.encode())


def test_a_load_that_is_killed_leaves_the_active_encounter(home: Path) -> None:
    Path("one.yaml").write_text(DUEL)
    Path("two.yaml").write_text(DUEL.replace("name: Duel", "name: Two"))
    load_file("one.yaml")
    active = (home / "active").read_bytes()
    for at in range(200):
        if not killed_at(at, False, lambda: load_file("two.yaml")):
            break
        assert (home / "active").read_bytes() == active
        do(None, (AP, 3))
    with open_session(None, write=False) as session:
        assert session.title == "Two"


# --- commands that touch more than one file ---

TWO = DUEL.replace("name: Duel", "name: Two")


def save_active(target: str | None) -> None:
    with open_session(None, write=False) as session:
        session.save(target)


def changed() -> None:
    """Nothing was played in it, so nobody misses what it was."""
    load_file("two.yaml")
    Path("two.yaml").write_text(TWO + "# otherwise\n")


def exported() -> None:
    with open_session(None, write=False) as session:
        lines = list(session.recording().lines())
    Path("tale.jsonl").write_text("".join(f"{line}\n" for line in lines))


def switched() -> None:
    load_file("two.yaml")
    do(None, (AP, 5))
    load_file("one.yaml")


def saved() -> None:
    save_active("out.yaml")
    do(None, (AP, 9))


def nothing() -> None:
    """Only `one.yaml` is open, and was played."""


MOVES: dict[str, tuple[Callable[[], None], Callable[[], Any]]] = {
    "load": (nothing, lambda: load_file("two.yaml")),
    "load of what is kept": (switched, lambda: load_file("two.yaml")),
    "load of what is changed": (changed, lambda: load_file("two.yaml")),
    "load --fresh": (nothing, lambda: load_file("one.yaml", fresh=True)),
    "load of a history": (exported, lambda: load_history("tale.jsonl", lambda *_: None)),
    "new": (nothing, lambda: new_encounter("New", "toy", None, None)),
    "new with a file": (nothing, lambda: new_encounter("New", "toy", "new.yaml", None)),
    "new in place": (nothing, lambda: new_encounter("New", "toy", None, "new.yaml")),
    "import": (
        nothing,
        lambda: new_encounter("New", "toy", None, None, then=CopyCallback(lambda session: None)),
    ),
    "switch": (switched, lambda: switch_to("two")),
    "forget the active": (nothing, lambda: forget_fight("one", force=True)),
    "forget another": (switched, lambda: forget_fight("two", force=True)),
    "save": (nothing, lambda: save_active("out.yaml")),
    "save again": (saved, lambda: save_active(None)),
}
"""What has happened before, and the command in which the lightning strikes."""
HOWS = ("killed before", "killed after", "refused once", "refused from then on")


class World:
    """The disk of somebody at a table: `one.yaml` is played, what else there is was prepared."""

    def __init__(self, home: Path, prepare: Callable[[], None]) -> None:
        self.home = home
        self._saved = home.with_name("saved")
        Path("table").mkdir()
        os.chdir("table")
        Path("one.yaml").write_text(DUEL)
        Path("two.yaml").write_text(TWO)
        load_file("one.yaml")
        do(None, (AP, 3))
        prepare()
        shutil.copytree(home, self._saved / "state")
        shutil.copytree(Path.cwd(), self._saved / "table")

    def restore(self) -> None:
        for place, name in ((self.home, "state"), (Path.cwd(), "table")):
            for one in place.iterdir() if place.exists() else ():
                shutil.rmtree(one) if one.is_dir() else one.unlink()
            shutil.copytree(self._saved / name, place, dirs_exist_ok=True)

    def fights(self) -> Any:
        """The kept fights with what was done in them, and which is the active one."""
        found = {
            one.name: one.told and one.told["all"]
            for one in kept_fights(lambda it: {"all": [it.text, [e.line for e in it.log()]]})
        }
        active = state_folder.active_name()
        return found, active if active in found else ""

    def files(self) -> Any:
        """What lies in the current folder, and the names of what is in the state folder, but what
        only saves time and what is there for the history of files that are worked on in place."""
        mine = {path.name: path.read_bytes() for path in Path.cwd().iterdir()}
        state = {
            path.relative_to(self.home).as_posix()
            for path in self.home.rglob("*")
            if not path.name.endswith(("lock", ".gmtrack-new", "head.json"))
        }
        return mine, {name for name in state if not name.startswith(("active", "files"))}


def struck(how: str, at: int, command: Callable[[], Any]) -> bool | None:
    """Whether the command was stopped at its call number `at`, by a kill or a refusal; None if it
    came to its end before."""
    if how.startswith("killed"):
        return killed_at(at, how == "killed after", command) or None
    with pytest.MonkeyPatch.context() as patch:

        def fail() -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        disk = Disk(patch, fail)
        disk.at, disk.lasting = at, how == "refused from then on"
        error: StoreError | None = None
        try:
            command()
        except StoreError as refused:
            error = refused
        assert error is None or error.kind == "cannot-save"
        return None if disk.calls <= at else error is not None


@pytest.mark.parametrize(("name", "how"), crossed(MOVES, HOWS, 4))
def test_what_touches_several_files_is_done_or_not(name: str, how: str, home: Path) -> None:
    prepare, command = MOVES[name]
    world = World(home, prepare)
    fights, all_files = [world.fights()], [world.files()]
    command()
    fights.append(world.fights())
    all_files.append(world.files())
    for at in part(range(200), 4):
        world.restore()
        stopped = struck(how, at, command)
        if stopped is None:
            break
        seen = world.fights()
        assert seen in fights
        with working_copies.lock_names():
            """The next command that opens or lets go of anything."""
        assert world.fights() == seen
        mine, state = world.files()
        if name in ("save", "save again", "new in place"):
            # What is left beside a file is found again when it is written next.
            mine = {one: text for one, text in mine.items() if one[0] != "."}
        assert (mine, state) in all_files
        if how == "refused once":
            assert (seen, mine) == (fights[not stopped], all_files[not stopped][0])
    assert at > 3


OLD = DUEL + "# old\n"


def test_a_save_that_is_killed_leaves_the_old_file_or_the_new(home: Path) -> None:
    Path("one.yaml").write_text(DUEL)
    load_file("one.yaml")
    do(None, (AP, 3))
    target = Path("out.yaml")

    def save() -> None:
        with open_session(None, write=False) as session:
            session.save("out.yaml")

    for at in range(50):
        target.write_text(OLD)
        if not killed_at(at, False, save):
            break
        assert target.read_text() in (OLD, working_copies.active_place().file.read_text())
    assert at > 2
    assert target.read_text() == working_copies.active_place().file.read_text()


RACER = """
import os, sys
sys.path[:0] = {paths!r}
import store_systems, store_toy
store_systems.begin()
from gmtrack.rulesets import registry
registry.load = lambda _: store_toy
from gmtrack.core.draft import Draft
from gmtrack.store.session import open_session
for _ in range(int(sys.argv[2])):
    with open_session(sys.argv[1], write=True) as session:
        draft = Draft(session.encounter)
        draft.put(("fight", "round"), draft.get(("fight", "round"), 0) + 1)
        session.commit_step(draft.changes, sys.argv[3], dict)
"""


def racers(file: Path, count: int, steps: int) -> Iterator[subprocess.Popen[bytes]]:
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    for number in range(count):
        script = RACER.format(paths=paths)
        yield subprocess.Popen([sys.executable, "-c", script, str(file), str(steps), str(number)])


def test_two_writers_lose_no_change_and_no_entry() -> None:
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    running = list(racers(file, 3, 12))
    while any(racer.poll() is None for racer in running):
        with open_session(str(file), write=False) as session:
            steps = [entry for entry in session.log() if entry.kind == "step"]
            assert session.encounter.fight.get("round", 0) == len(steps)
        time.sleep(0.01)
    assert [racer.wait() for racer in running] == [0, 0, 0]
    assert value(file, ("fight", "round")) == 36
    lines = [line for line in steps_of(file) if line.startswith("step")]
    assert sorted(lines) == sorted([f"step {n}" for n in range(3)] * 12)
    undo(file, 36)
    assert file.read_text() == DUEL


def test_writers_killed_in_a_race_leave_a_sound_history() -> None:
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    for pause in (0.2, 0.3, 0.4):
        running = list(racers(file, 2, 100_000))
        time.sleep(pause)
        for racer in running:
            racer.kill()
            racer.wait()
        steps = [line for line in steps_of(file) if line.startswith("step")]
        assert value(file, ("fight", "round")) in (len(steps), None) or not steps
    count = len([line for line in steps_of(file) if line.startswith("step")])
    if count:
        undo(file, count)
    assert file.read_text() == DUEL


def test_a_second_writer_waits_and_then_says_who_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("duel.yaml").write_text(DUEL)
    load_file("duel.yaml")
    monkeypatch.setattr(lock, "PATIENCE", 0.1)
    with ThreadPoolExecutor() as others, open_session(None, write=True):
        # Another thread is somebody else.
        other = others.submit(do, None, (AP, 1))
        with pytest.raises(StoreError, match="another gmtrack") as refused:
            other.result()
        assert refused.value.kind == "busy"
        assert log(None)
    do(None, (AP, 1))


def test_readers_do_not_shut_each_other_out() -> None:
    Path("duel.yaml").write_text(DUEL)
    load_file("duel.yaml")
    with open_session(None, write=False):
        assert log(None)


def test_an_editor_that_saves_in_mid_command_is_not_overwritten() -> None:
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    do(file, (AP, 1))
    with open_session(str(file), write=True) as session:
        file.write_text(DUEL + "# mine\n")
        with pytest.raises(StoreError, match="changed by another program") as refused:
            session.undo(1)
    assert refused.value.kind == "busy"
    assert file.read_text() == DUEL + "# mine\n"


def test_a_reader_needs_no_right_to_write(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that is mounted for reading only."""
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    do(file, (AP, 3))

    def fail() -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with pytest.MonkeyPatch.context() as patch:
        disk = Disk(patch, fail)
        disk.at, disk.lasting = 0, True
        assert value(file, AP) == 3
        assert len(log(file)) == 2
    for left in home.rglob("lock"):
        left.unlink()
    assert value(file, AP) == 3
    assert not list(home.rglob("lock"))


def test_reading_a_file_in_place_leaves_nothing_behind(home: Path) -> None:
    Path("duel.yaml").write_text(DUEL)
    assert log("duel.yaml") == []
    assert not home.exists()
    assert [path.name for path in Path.cwd().iterdir()] == ["duel.yaml"]


def test_a_file_that_may_not_be_written_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("duel.yaml").absolute()
    file.write_text(DUEL)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreError, match="Permission denied") as refused:
        do(file, (AP, 1))
    assert refused.value.kind == "cannot-save"
    assert file.read_text() == DUEL


def test_a_new_file_is_not_made_where_it_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StoreError) as refused:
        new_encounter("X", "toy", "none/such/x.yaml", None)
    assert refused.value.kind == "cannot-save"


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_file_with_two_names_stays_one_and_is_never_seen_in_part(after: bool, home: Path) -> None:
    """It is written through, not replaced: a kill may leave it torn on the disk, but no command
    ever takes it so."""
    file, twin = Path("duel.yaml").absolute(), Path("twin.yaml").absolute()
    file.write_text(DUEL)
    os.link(file, twin)
    do(file, (AP, 1), line="a")
    restore = backed_up(file, home)
    states = [file.read_bytes()]
    do(file, (("name",), "Duet"), (AP, 2), line="b")
    states.append(file.read_bytes())
    torn = 0
    for at in range(100):
        restore()
        if not killed_at(at, after, lambda: do(file, (("name",), "Duet"), (AP, 2), line="b")):
            break
        found = file.read_bytes()
        steps = steps_of(file)
        assert value(file, AP) == len(steps)
        if found not in states:
            torn += 1
            do(file, line="nothing")
        check_alive(file, DUEL.encode())
        assert file.samefile(twin)
    assert at > 3
    assert torn or after


@pytest.mark.parametrize("lasting", [False, True])
def test_a_disk_that_refuses_leaves_a_file_with_two_names_as_it_was(
    lasting: bool, home: Path
) -> None:
    file, twin = Path("duel.yaml").absolute(), Path("twin.yaml").absolute()
    file.write_text(DUEL)
    os.link(file, twin)
    do(file, (AP, 1), line="a")
    restore = backed_up(file, home)

    def fail() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for at in part(range(100), 2):
        restore()
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, fail)
            disk.at, disk.lasting = at, lasting
            refused = False
            try:
                do(file, (AP, 2), line="b")
            except StoreError:
                refused = True
            calls = disk.calls
        if not lasting:
            assert value(file, AP) == (1 if refused else 2)
        check_alive(file, DUEL.encode())
        assert file.samefile(twin)
        if calls <= at:
            break
    assert at > 3


def test_a_save_that_was_killed_before_it_was_noted_is_nobody_elses(home: Path) -> None:
    Path("one.yaml").write_text(DUEL)
    load_file("one.yaml")
    do(None, (AP, 3))
    save_active("out.yaml")
    origin = home / "encounters" / "one" / "origin.json"
    noted = origin.read_bytes()
    do(None, (AP, 4))
    save_active(None)
    origin.write_bytes(noted)
    do(None, (AP, 5))
    save_active(None)
    assert Path("out.yaml").read_bytes() == working_copies.active_place().file.read_bytes()
