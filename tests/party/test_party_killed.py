"""A fight and its party change together: killed at any instant, refused by the disk, raced by
another command, a member is never doubled, never lost, never healed by accident."""

import errno
import os
import shutil
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from disk import Disk, contents, continued, forked, kill_everywhere, put_back, stopped_at
from long_run import LONG, crossed, part

from gmtrack.cli.main import execute
from gmtrack.store import lock, parties
from gmtrack.store.stored_encounter import read_stored

from .conftest import HUMAN, LAIR, Table


class Scene(NamedTuple):
    """What was typed before, the command in which the lightning strikes, and the fight that it
    concerns."""

    prepared: tuple[str, ...]
    line: str
    fight: str = "lair"


LOADED = "load lair.yaml --party heroes"
FOUGHT = (LOADED, "roll-init --seed 1", "damage mara 1")
SCENES = {
    "end": Scene(FOUGHT, "end"),
    "load": Scene((), LOADED),
    "load a fight that is kept": Scene(("load lair.yaml", "switch hunt"), LOADED),
    "load a save of it": Scene((*FOUGHT, "save s.yaml"), "load s.yaml --fresh"),
    "load its history": Scene((*FOUGHT, "log --export h.jsonl"), "load h.jsonl"),
    "load a history": Scene(
        (*FOUGHT, "log --export h.jsonl", "forget lair --force"), "load h.jsonl", "h"
    ),
    "new": Scene((), "new Lair --party heroes"),
    "add": Scene(("load lair.yaml",), "add --from heroes:mara"),
    "add everybody": Scene(("load lair.yaml", "remove rolf"), "add --from heroes --everybody"),
    "undo": Scene((), "undo", "hunt"),
    "undo all": Scene((*FOUGHT, "end"), "undo 4"),
    "undo coming": Scene((LOADED,), "undo"),
    "redo": Scene(("undo",), "redo", "hunt"),
    "redo all": Scene((*FOUGHT, "end", "undo 4"), "redo 4"),
    "redo coming": Scene((LOADED, "undo"), "redo"),
    "amend": Scene((), "amend 4 damage mara 7", "hunt"),
    "amend coming": Scene((*FOUGHT, "end"), "amend 2 --drop --drop-illegal"),
    "go on": Scene((), "roll-init --seed 2", "hunt"),
    "damage after the end": Scene((), "damage mara 1", "hunt"),
    "take": Scene((LOADED,), "party take beast"),
    "take one who is as they were": Scene(("load hunt.yaml --fresh",), "party take rolf", "hunt-2"),
    "make a party": Scene(("load lair.yaml",), "party new Others beast"),
    "forget": Scene((LOADED,), "forget lair --force"),
    "forget after the end": Scene((*FOUGHT, "end"), "forget lair --force"),
    "forget the party": Scene((LOADED,), "forget heroes --force"),
}
FOLLOWED = (
    "forget {} --force",
    "undo",
    "redo",
    "end",
    "roll-init --seed 4",
    "load den.yaml --party heroes",
    "party take mara",
    "party new Others beast",
)
"""What is typed next, in the fight that the command concerns."""

Known = dict[bytes, Any]
"""What a GM sees, by the digest of all that gmtrack keeps."""


class Marks:
    """The marks that tell kept fights and undone steps apart, which are random otherwise. They hang
    on the command and on the files that it finds, so a command that is carried out again leaves
    the same bytes, which have been seen."""

    def __init__(self) -> None:
        self._words: tuple[str, ...] = ()
        self._made = 0

    def execute(self, words: list[str], *told_apart: str) -> int:
        """Carry out a command. One that is typed twice at once is told apart by more words."""
        self._words, self._made = (*words, *told_apart), 0
        return execute(words)

    def random_bytes(self, count: int) -> bytes:
        """Return what stands for so many random bytes; others with each call."""
        self._made += 1
        home = Path("home")
        files = sorted(contents(home).items()) if home.exists() else []
        told = self._words, self._made, files
        return sha256(repr(told).encode()).digest()[:count]


MARKS = Marks()
NOW = time.gmtime(1_800_000_000)


@pytest.fixture(autouse=True)
def _same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a command that is carried out again leave the same bytes."""
    monkeypatch.setattr(os, "urandom", MARKS.random_bytes)
    monkeypatch.setattr(time, "gmtime", lambda *_: NOW)


@pytest.fixture(scope="module")
def known() -> Known:
    """What was seen in this module's tests. They begin with the same files, and many of the
    commands leave files that a test before has seen."""
    return {}


def seen(gm: Table, known: Known) -> Any:
    """What a GM sees of the parties and their fights; not when something ended, nor which is open.
    From the same bytes it is the same, and at most instants nothing new has reached the disk."""
    found = contents(Path("home"))
    files = sorted((path, content) for path, content in found.items() if content is not None)
    key = sha256(repr(files).encode()).digest()
    if key not in known:
        known[key] = _seen(gm)
    return known[key]


def _seen(gm: Table) -> Any:
    found = {}
    for name in sorted(one["party"] for one in gm.doc("party list")["parties"]):
        doc = gm.doc(f"party {name}")
        fights = [one | {"ended": bool(one["ended"])} for one in doc["fights"]]
        found[name] = doc["members"], fights, steps(gm, name)
    kept = sorted(one["name"] for one in gm.doc("fights")["fights"])
    return found, {name: steps(gm, name) for name in kept}


def steps(gm: Table, name: str) -> list[tuple[str, bool]]:
    log = gm.doc(f"-f home/encounters/{name}/encounter.yaml log")
    return [(one["line"], one["undone"]) for one in log["steps"]]


def is_nobody_doubled() -> bool:
    """Whether each member is in one fight at most, by what the fights say themselves."""
    for party in parties.kept_parties():
        people = read_stored(party.place).page.encounter
        found = [who for _, fight in parties.fights_of(party, people) for who in fight.combatants]
        members = [who for who in found if who in people.combatants]
        if len(members) != len(set(members)):
            return False
    return True


def prepare(gm: Table, scene: Scene) -> None:
    """Type what comes before the line of a scene."""
    Path("den.yaml").write_text(LAIR.replace("The lair", "The den") + HUMAN, encoding="utf-8")
    gm.begin(*scene.prepared)


def saved(folder: Path) -> Path:
    """A copy of all that gmtrack keeps."""
    copy = folder / "saved"
    shutil.copytree(folder / "home", copy)
    return copy


def restore(folder: Path, copy: Path) -> None:
    put_back(folder / "home", copy)


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def is_sampled(name: str, at: int, step: int) -> bool:
    """Whether a command is struck at its call number `at`: always in the long run, otherwise at
    each `step`-th call. The scenes begin at different calls, because many end with the same ones.
    So each call that a function makes for another is struck in one scene or another."""
    return LONG or (at + list(SCENES).index(name)) % step == 0


# --- killed ---


def killed_everywhere(line: str, folder: Path, *, after: bool = False) -> Iterator[int]:
    """Yield a number each time that what gmtrack keeps is as the command leaves it that is killed
    at one of its calls."""
    words = line.split()
    return kill_everywhere(
        lambda: MARKS.execute(words), folder / "home", folder / "copies", after=after
    )


@pytest.mark.parametrize(("name", "after"), crossed(SCENES, [False, True], 2))
def test_killed_at_any_instant_leaves_before_or_after(
    home: Table, tmp_path: Path, known: Known, name: str, after: bool
) -> None:
    scene = SCENES[name]
    prepare(home, scene)
    copy = saved(tmp_path)
    MARKS.execute(scene.line.split())
    then = seen(home, known)
    restore(tmp_path, copy)
    states = [seen(home, known), then]
    at = 0
    for at in killed_everywhere(scene.line, tmp_path, after=after):
        assert seen(home, known) in states, at
    assert at > 4


@pytest.mark.parametrize(("name", "next_line"), crossed(SCENES, FOLLOWED, len(FOLLOWED)))
def test_what_is_typed_next_finds_before_or_after(
    home: Table, tmp_path: Path, known: Known, name: str, next_line: str
) -> None:
    """As if the command had never been typed, or had not been killed."""
    scene = SCENES[name]
    prepare(home, scene)
    copy = saved(tmp_path)

    def typed_next() -> Any:
        MARKS.execute(["switch", scene.fight])
        status = MARKS.execute(next_line.format(scene.fight).split())
        return status, seen(home, known)

    states = [typed_next()]
    restore(tmp_path, copy)
    MARKS.execute(scene.line.split())
    states.append(typed_next())
    restore(tmp_path, copy)
    at = 0
    for at in killed_everywhere(scene.line, tmp_path):
        if is_sampled(name, at, 4):
            assert typed_next() in states, at
    assert at > 4


# --- refused by the disk ---


@pytest.mark.parametrize(("name", "lasting"), crossed(SCENES, [False, True], 2))
def test_a_disk_that_is_full_leaves_everything_as_it_was(
    home: Table, tmp_path: Path, known: Known, name: str, lasting: bool
) -> None:
    scene = SCENES[name]
    prepare(home, scene)
    copy = saved(tmp_path)
    MARKS.execute(scene.line.split())
    then = seen(home, known)
    restore(tmp_path, copy)
    before = seen(home, known)
    calls = 300
    for at in (at for at in range(calls) if is_sampled(name, at, 3)):
        restore(tmp_path, copy)
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, full)
            disk.at, disk.lasting = at, lasting
            status = MARKS.execute(scene.line.split())
            calls = disk.calls
        assert status in (0, 1)
        assert seen(home, known) == (before if status else then), at
        if calls <= at:
            break
    assert at > 5


# --- raced ---


COMING = (LOADED, "load den.yaml --party heroes")
HURT = (*FOUGHT, "end", "load den.yaml")
RACES = {
    "two loads": ((), COMING),
    "a load and a new": ((), (LOADED, "new Den --party heroes")),
    "two loads of one file": ((), (LOADED, LOADED)),
    "two that add": (
        ("load lair.yaml", "load den.yaml"),
        ("-f LAIR add --from heroes:mara", "-f DEN add --from heroes:mara"),
    ),
    "two that redo": (
        (LOADED, "undo", "load den.yaml --party heroes", "undo"),
        ("-f LAIR redo", "-f DEN redo"),
    ),
    "a load and a fight that goes on": ((*FOUGHT, "end"), ("-f LAIR roll-init", COMING[1])),
    "a load and an end that is undone": ((*FOUGHT, "end"), ("-f LAIR undo", COMING[1])),
    "a load and a hand after the end": ((*FOUGHT, "end"), ("-f LAIR damage mara 2", COMING[1])),
    "a load and a history": (
        (*FOUGHT, "log --export h.jsonl", "forget lair --force"), ("load h.jsonl", COMING[1])
    ),
    "a load and a party that is forgotten": ((), (LOADED, "forget heroes")),
    "taken twice": (
        ("load hunt.yaml --fresh", "load den.yaml"),
        ("-f HUNT-2 party take rolf", "-f DEN party take rolf"),
    ),
    "forget and end": (FOUGHT, ("forget lair --force", "-f LAIR end")),
    "forget and undo": ((*FOUGHT, "end"), ("forget lair --force", "-f LAIR undo")),
    "two that end": (
        (
            "load lair.yaml", "add --from heroes:mara", "damage mara 1",
            "load den.yaml", "remove rolf", "add --from heroes:rolf", "damage rolf 1",
        ),
        ("-f LAIR end --force", "-f DEN end --force"),
    ),
    "end and load": (FOUGHT, ("-f LAIR end", COMING[1])),
    "a party that is made and a load": (
        ("load den.yaml",), ("-f DEN party new Others beast", LOADED)
    ),
}  # fmt: skip
"""What was typed before, and two commands that are typed at once in two terminals."""


def words_of(line: str) -> list[str]:
    """The words of a line, in which a fight's name in capitals stands for its file."""
    words = line.split()
    if words[0] == "-f":
        words[1] = f"home/encounters/{words[1].lower()}/encounter.yaml"
    return words


@pytest.mark.parametrize(("name", "turn"), crossed(RACES, [1, -1], 2))
def test_two_commands_at_once_take_turns(
    home: Table,
    tmp_path: Path,
    known: Known,
    name: str,
    turn: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One stops at each of its calls, and the other does what it can before it goes on. Nobody is
    in two fights then, and neither waits for what the other holds."""
    before, lines = RACES[name]
    prepare(home, Scene(before, ""))
    copy = saved(tmp_path)
    monkeypatch.setattr(lock, "PATIENCE", 5.0)
    first, second = (words_of(line) for line in lines[::turn])
    alone = {
        outcome(home, tmp_path, copy, known, *pair) for pair in ((first, second), (second, first))
    }
    for at in part(range(300), 8):
        restore(tmp_path, copy)
        stopped = stopped_at(at, lambda: MARKS.execute(first))
        if stopped is None:
            break
        start = time.monotonic()
        other = forked(lambda: MARKS.execute(second, "second"))
        time.sleep(0.05)
        statuses = [continued(stopped), other()]
        assert time.monotonic() - start < 4, at
        assert is_nobody_doubled(), (at, statuses)
        assert repr(seen(home, known)) in alone, (at, statuses)
    assert at > 5


def outcome(
    gm: Table, folder: Path, copy: Path, known: Known, first: list[str], second: list[str]
) -> str:
    """What is seen where one command comes after the other."""
    restore(folder, copy)
    MARKS.execute(first)
    MARKS.execute(second, "second")
    return repr(seen(gm, known))
