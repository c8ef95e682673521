"""While a session waits for somebody's answer others may look, and nobody else may change anything;
and a fight that is let go of is not made again by those who still have it open."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from long_run import LONG, examples
from store_play import A_TICK, AP, DUEL, do, log, undo, value

from gmtrack.core.draft import Draft
from gmtrack.errors import StoreError
from gmtrack.store import lock as locks
from gmtrack.store import stored_encounter
from gmtrack.store.history.journal import Journal
from gmtrack.store.kept_fights import find_fight, forget_fight, kept_fights
from gmtrack.store.lock import Lock
from gmtrack.store.opening import load_file, switch_to
from gmtrack.store.session import Session, open_session

KEPT = {"encounter.yaml", "head.json", "journal.jsonl", "lock", "origin.json"}
ASKED = "a running `play` waits for Joe's dice"


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fight that goes on; who has to wait for another gmtrack fails."""
    Path("duel.yaml").write_text(DUEL)
    file = load_file("duel.yaml").file
    do(None, (AP, 1), line="a")
    monkeypatch.setattr(locks, "PATIENCE", 0)
    return file


def commit(session: Session, ap: int) -> None:
    draft = Draft(session.encounter)
    draft.put(AP, ap)
    session.commit_step(draft.changes, "answered", dict)


def save(target: str) -> None:
    with open_session(None, write=True, though_asked=True) as session:
        session.save(target)


READERS: dict[str, Callable[[], object]] = {
    "the fight": lambda: value(None, AP),
    "its log": lambda: log(None),
    "all fights": lambda: [kept.told for kept in kept_fights(lambda one: {"seq": one.seq})],
    "one of them": lambda: open_session(find_fight("duel"), write=False).__enter__().encounter,
    "going on with it": lambda: switch_to("duel").resumed,
    "opening its file": lambda: load_file("duel.yaml").resumed,
    "another fight": lambda: load_file("duel.yaml", fresh=True).file,
}


@pytest.mark.parametrize("what", READERS)
@pytest.mark.usefixtures("duel")
def test_who_looks_on_never_waits(what: str) -> None:
    """Neither while somebody is asked, nor while a command is carried out."""
    with open_session(None, write=True) as session, ThreadPoolExecutor() as others:
        assert others.submit(READERS[what]).result()
        with session.waiting("Joe's dice"):
            assert others.submit(READERS[what]).result()


def test_while_somebody_is_asked_a_save_is_written(duel: Path) -> None:
    duel.write_text(duel.read_text().replace("body: 3", "body: 8"))
    with open_session(None, write=True) as session:
        with session.waiting("Joe's dice"):
            save("tonight.yaml")
        assert not session.moved_on
        commit(session, 5)
    assert "body: 8" in Path("tonight.yaml").read_text()
    assert log(None) == ["load load duel.yaml", "step a", "edit edited by hand", "step answered"]


WRITERS: dict[str, Callable[[], object]] = {
    "a change": lambda: do(None, (AP, 3)),
    "undo": lambda: undo(None),
    "forget": lambda: forget_fight("duel", force=True),
}


@pytest.mark.parametrize("what", WRITERS)
@pytest.mark.usefixtures("duel")
def test_who_changes_something_is_told_what_is_asked_at_once(what: str) -> None:
    with open_session(None, write=True) as session:
        with session.waiting("Joe's dice"), pytest.raises(StoreError, match=ASKED) as refused:
            WRITERS[what]()
        assert refused.value.kind == "busy"
        commit(session, 2)
    assert value(None, AP) == 2
    WRITERS[what]()


def test_the_copy_that_waits_for_an_answer_is_not_replaced(duel: Path) -> None:
    undo(None)
    forget_fight("duel", force=True)
    load_file("duel.yaml")
    with open_session(None, write=True) as session:
        with session.waiting("Joe's dice"):
            Path("duel.yaml").write_text(DUEL.replace("body: 3", "body: 5"))
            assert load_file("duel.yaml").file != duel
        commit(session, 2)
    assert value(duel, AP) == 2


def test_what_a_hand_changes_meanwhile_is_seen(duel: Path) -> None:
    with open_session(None, write=True) as session:
        with session.waiting("Joe's dice"):
            assert not session.moved_on
        assert not session.moved_on
        with session.waiting("Joe's dice"):
            time.sleep(A_TICK)
            duel.write_text(duel.read_text().replace("body: 3", "body: 8"))
        assert session.moved_on


@pytest.mark.usefixtures("duel")
def test_who_is_broken_off_while_they_wait_holds_up_nobody() -> None:
    with (
        pytest.raises(KeyboardInterrupt),
        open_session(None, write=True) as session,
        session.waiting("Joe's dice"),
    ):
        raise KeyboardInterrupt
    do(None, (AP, 2))


WAITS = """
import sys
sys.path[:0] = {paths!r}
import store_toy
from gmtrack.rulesets import registry
registry.load = lambda _: store_toy
from gmtrack.store.session import open_session
with open_session(None, write=True) as session, session.waiting("Joe's dice"):
    print("asked", flush=True)
    sys.stdin.read()
"""


def test_who_is_killed_while_they_wait_leaves_no_question(duel: Path) -> None:
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    waiting = subprocess.Popen(
        [sys.executable, "-c", WAITS.format(paths=paths)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with waiting:
        assert waiting.stdout is not None
        waiting.stdout.readline()
        with pytest.raises(StoreError, match=ASKED):
            do(None, (AP, 2))
        waiting.send_signal(signal.SIGKILL)
    (duel.parent / "asked-0123456789.json").write_text("{}")
    do(None, (AP, 2))
    assert {path.name for path in duel.parent.iterdir()} == KEPT


@pytest.mark.usefixtures("duel")
def test_a_question_that_cannot_be_told_is_put_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with open_session(None, write=True) as session:
        with monkeypatch.context() as patch:
            patch.setattr("gmtrack.store.mailbox.write_all", full)
            with session.waiting("Joe's dice"), pytest.raises(StoreError, match="waits for an ans"):
                do(None, (AP, 3))
        commit(session, 2)


# --- while others write ---

WRITER = """
import os, sys
sys.path[:0] = {paths!r}
import store_systems, store_toy
store_systems.begin()
from gmtrack.rulesets import registry
registry.load = lambda _: store_toy
from gmtrack.core.draft import Draft
from gmtrack.store.session import open_session
for step in range(1, int(sys.argv[2]) + 1):
    with open_session(sys.argv[1], write=True) as session:
        draft = Draft(session.encounter)
        draft.put(("fight", "round"), step)
        draft.put(("fight", "combatants", "joe", "ap"), step)
        if step % 3 == 0:
            draft.put(("combatants", "joe", "skills", "a"), step)
        session.commit_step(draft.changes, f"step {{step}}", dict)
"""


def test_who_never_waits_never_sees_a_mixture(monkeypatch: pytest.MonkeyPatch) -> None:
    """One writes as quickly as it can, and others read without the lock: what they see was
    committed, all of it, and nothing goes back."""
    file, steps = Path("duel.yaml").absolute(), 8 * examples(20)
    file.write_text(DUEL)
    take = Lock.acquire
    waited: list[bool] = []

    def never_at_once(lock: Lock, *, wait: bool = True) -> None:
        if wait:
            waited.append(True)
            take(lock, wait=wait)

    def read() -> list[int]:
        seen = [0]
        while seen[-1] < steps:
            with open_session(str(file), write=False) as session:
                entries = [entry for entry in session.log() if entry.kind != "load"]
                round_ = session.encounter.fight.get("round", 0)
            assert [entry.line for entry in entries] == [f"step {n + 1}" for n in range(round_)]
            if round_:
                fight, joe = session.encounter.fight, session.encounter.combatants["joe"]
                assert fight["combatants"]["joe"]["ap"] == round_
                assert joe["skills"]["a"] == (round_ - round_ % 3 or 1)
                assert f"round: {round_}" in session.text
            assert round_ >= seen[-1]
            seen.append(round_)
        return seen

    paths = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    words = [sys.executable, "-c", WRITER.format(paths=paths), str(file), str(steps)]
    monkeypatch.setattr(Lock, "acquire", never_at_once)
    with subprocess.Popen(words) as writer, ThreadPoolExecutor() as readers:
        found = [readers.submit(read) for _ in range(2)]
        assert writer.wait() == 0
        seen = [reader.result() for reader in found]
    # How many states each sees, and how seldom they wait, is for a machine with nothing else to do.
    assert all(len(set(one)) > 1 for one in seen)
    assert not LONG or len(waited) < sum(map(len, seen)) / 2


def test_a_history_that_is_made_at_the_moment_of_a_look_is_none_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader finds no history; before it can ask why, the first step of another is there."""
    path, stat = tmp_path / "journal.jsonl", Path.stat
    looks: list[Path] = []

    def made_meanwhile(self: Path, **how: bool) -> os.stat_result:
        if self == path and not looks:
            looks.append(path)
            path.write_bytes(b"made meanwhile")
            raise FileNotFoundError(2, "No such file or directory")
        return stat(self, **how)

    monkeypatch.setattr(Path, "stat", made_meanwhile)
    journal = Journal(path)
    assert (journal.size(), journal.size()) == (0, len(b"made meanwhile"))


def test_a_folder_that_is_made_between_two_looks_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked whether there is a folder there is none; when it is looked at there is."""
    folder, isdir = tmp_path / "duel", os.path.isdir

    def made_meanwhile(path: str) -> bool:
        was = isdir(path)
        if not was:
            folder.mkdir()
        return was

    monkeypatch.setattr(os.path, "isdir", made_meanwhile)
    assert Journal(folder / "journal.jsonl").size() == 0


def test_a_fight_that_never_stands_still_is_waited_for(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(range(100))
    monkeypatch.setattr(stored_encounter, "file_stamps", lambda _: (next(times),))
    monkeypatch.setattr(locks, "PATIENCE", 10)

    def done() -> int:
        with open_session(None, write=True) as session:
            started.append(True)
            time.sleep(0.3)
            commit(session, 7)
        return 7

    started: list[bool] = []
    with ThreadPoolExecutor() as others:
        writer = others.submit(done)
        while not started:
            time.sleep(0.01)
        assert value(None, AP) == writer.result()


# --- of a fight that is let go of ---


@pytest.mark.parametrize("how", ["forgotten", "opened anew", "taken away"])
def test_a_fight_that_is_kept_no_more_is_not_made_again(duel: Path, how: str) -> None:
    folder = duel.parent
    if how == "opened anew":
        undo(None)
        forget_fight("duel", force=True)
        load_file("duel.yaml")
        Path("duel.yaml").write_text(DUEL.replace("body: 3", "body: 5"))
        load_file("duel.yaml")
    else:
        forget_fight("duel", force=True) if how == "forgotten" else shutil.rmtree(folder)
    names = sorted(path.name for path in folder.parent.iterdir())
    for act in (lambda: do(duel, (AP, 2)), lambda: log(duel)):
        with pytest.raises(StoreError, match="duel is kept no more: it was forgotten") as refused:
            act()
        assert refused.value.kind == "no-encounter"
    assert sorted(path.name for path in folder.parent.iterdir()) == names
    assert "duel" not in names


def test_who_waits_for_a_fight_that_is_being_forgotten_is_told(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 10)
    with ThreadPoolExecutor() as others:
        with locks.hold_lock(stored_encounter.Place(duel, duel.parent).lock, write=True):
            late = others.submit(do, duel, (AP, 2))
            time.sleep(0.2)
            duel.parent.rename(duel.parent.with_name(".gone-1"))
        with pytest.raises(StoreError, match="kept no more"):
            late.result()
    assert not duel.parent.exists()


def test_who_gets_no_answer_before_the_fight_is_gone_is_told(duel: Path) -> None:
    with (
        pytest.raises(StoreError, match="kept no more"),
        open_session(None, write=True) as session,
        session.waiting("Joe's dice"),
    ):
        duel.parent.rename(duel.parent.with_name(".gone-1"))
    assert not duel.parent.exists()


def test_nothing_is_made_for_a_file_that_is_not_there(home: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        do("nobody.yaml", (AP, 1))
    assert not list(home.rglob("*nobody*"))
