"""The log read from its end, and the steps in effect read a few at a time, are what the whole
history says, read from its beginning."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from parsed_entries import Parsed
from store_play import AP, BODY, DUEL, Write, amend, do, redo, undo

from gmtrack.core.deeds import people_as_typed
from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry
from gmtrack.errors import StoreError
from gmtrack.store.history.followed_steps import FollowedSteps
from gmtrack.store.history.journal import Journal
from gmtrack.store.history.log_entries import entry_of
from gmtrack.store.history.timeline import AMENDMENT, rounds_before
from gmtrack.store.opening import load_file
from gmtrack.store.session import OF_CAST, Session, open_session

ROUND = ("fight", "round")
AL = ("combatants", "al")


def log_read_whole(session: Session) -> list[LogEntry]:
    """The log, from all entries of the journal, the oldest first. The file was not edited since
    the last one."""
    stored = session._stored
    found = [*stored.journal.entries_up_to(stored.mark.length)]
    undone: set[int] = set()
    for entry in found:
        if entry.record["kind"] == "undo":
            undone.update(entry.record["targets"])
        elif entry.record["kind"] == "redo":
            undone.difference_update(entry.record["targets"])
    amended, dropped = amended_in(stored.journal, stored.mark.undo)
    rounds = rounds_before(found, session.encounter.fight.get("round"))
    numbers = {entry.start: entry.record["seq"] for entry in found}
    told = []
    for entry, round_ in zip(found, rounds, strict=True):
        gone, seq = entry.start in undone, entry.record["seq"]
        left_out = seq in dropped and not gone
        record = entry.record if gone else amended.get(seq, entry.record)
        turned = tuple(numbers[start] for start in entry.record.get("targets", ()))
        one = entry_of(record, undone=gone or left_out)
        who = people_as_typed(one.report)
        told.append(one._replace(round=round_, who=who, turned=turned, dropped=left_out))
    return told


def amended_in(journal: Journal, last: int | None) -> tuple[dict[int, Data], set[int]]:
    """The steps as amendments in effect have carried them out, and the numbers of those that they
    have left out."""
    steps: dict[int, Data] = {}
    dropped: set[int] = set()
    while last is not None:
        record = journal.read_entry(last).record
        if record["kind"] == AMENDMENT:
            dropped |= set(record["without"]) - steps.keys()
            for step in record["steps"]:
                if step["seq"] not in dropped:
                    steps.setdefault(step["seq"], step)
        last = record["below"]
    return steps, dropped


def steps_in(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The steps and edits of a log that are in effect, as far as a follower knows them."""
    return [
        one._replace(round=None, who=None)
        for one in log
        if one.kind in ("step", "edit") and not one.undone
    ]


def is_about_cast(step: LogEntry) -> bool:
    return any(change.path[0] == "combatants" for change in step.changes)


def steps_about_cast(session: Session) -> list[LogEntry]:
    """The steps in effect that are about sheets or who is there, found by what their lines hold."""
    found = [
        one._replace(turned=())
        for one in session.log_holding(OF_CAST)
        if one.kind in ("step", "edit") and not one.undone and is_about_cast(one)
    ]
    return found[::-1]


paths = st.sampled_from([AP, BODY, ROUND, ("fight",), AL, ("scene", "light")])


def write_of(path: tuple[str, ...], number: int) -> Write:
    values: dict[str, Any] = {
        "light": "dim" if number % 2 else "full",
        "al": {"body": number, "name": "Al"},
        "fight": {"round": number} if number % 2 else {},
    }
    return path, values.get(path[-1], number)


moves = st.one_of(
    st.tuples(st.just("do"), st.lists(st.builds(write_of, paths, st.integers(0, 9)), max_size=3)),
    st.tuples(st.just("undo"), st.integers(1, 3)),
    st.tuples(st.just("redo"), st.integers(1, 3)),
    st.tuples(st.just("amend"), st.integers(1, 9)),
    st.tuples(st.just("edit"), st.integers(0, 99)),
    st.tuples(st.just("look"), st.none()),
    st.tuples(st.just("lose the head"), st.none()),
)


def play(file: Path, kind: str, what: Any) -> None:
    """One move, if it can be made now."""
    if kind == "do":
        do(file, *what)
    elif kind in ("undo", "redo"):
        try:
            (undo if kind == "undo" else redo)(file, what)
        except StoreError:
            return
    elif kind == "amend":
        with open_session(str(file), write=False) as session:
            seqs = [one.seq for one in steps_in([*session.log()])]
        if what <= len(seqs):
            amend(file, seqs[-what], (AP, what))
    elif kind == "edit":
        text = file.read_text(encoding="utf-8")
        file.write_text(f"# {what}\n{text}", encoding="utf-8")
        do(file)
    elif kind == "lose the head":
        for head in file.parent.rglob("head.json"):
            head.unlink()


@modest(60)
@given(st.lists(moves, min_size=6, max_size=16))
def test_every_way_to_read_a_random_evening_tells_the_same(
    tmp_path_factory: pytest.TempPathFactory, evening: list[tuple[str, Any]]
) -> None:
    file = tmp_path_factory.mktemp("play") / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    followed = FollowedSteps()
    for kind, what in [*evening, ("look", None)]:
        play(file, kind, what)
        with open_session(str(file), write=False) as session:
            whole = log_read_whole(session)
            assert [*session.log()] == whole
            assert [*session.log_newest_first()] == whole[::-1]
            in_effect = [*session.newest_in_effect()][::-1]
            assert [one["seq"] for one in in_effect] == [one.seq for one in steps_in(whole)]
            assert [*steps_about_cast(session)] == [
                step for step in steps_in(whole) if is_about_cast(step)
            ]
            if kind == "look":
                assert session.follow_steps(followed) == steps_in(whole)


@pytest.fixture
def evening(tmp_path: Path, home: Path) -> Path:
    """A fight with a few steps."""
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    load_file(str(file))
    for number in range(1, 5):
        do(None, (AP, number))
    return home


def follow(followed: FollowedSteps) -> list[LogEntry]:
    with open_session(None, write=False) as session:
        return session.follow_steps(followed)


def test_a_look_parses_what_came_since_and_keeps_what_it_has(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = FollowedSteps()
    before = follow(followed)
    parsed = Parsed(monkeypatch)
    do(None, (AP, 9))
    parsed.count = 0
    now = follow(followed)
    assert parsed.count == 2, "the last entry of the look before, and the new one"
    assert [*map(id, now[:-1])] == [*map(id, before)]


def test_the_end_of_the_log_is_read_without_its_beginning(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = Parsed(monkeypatch)
    with open_session(None, write=False) as session:
        newest = next(session.log_newest_first())
        assert parsed.count == 1
        assert newest.changes[-1].after == 4


def test_only_lines_that_hold_a_word_are_parsed(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(None, (BODY, 5))
    do(None, (AP, 5))
    parsed = Parsed(monkeypatch)
    with open_session(None, write=False) as session:
        assert [one.changes[0].after for one in session.log_holding(OF_CAST)] == [5]
        assert parsed.count == 1
        assert session.log_length == len([*session.log()])
        assert session.opening == next(session.log())._replace(round=None)


def test_an_edit_by_hand_that_no_entry_has_comes_last(evening: Path) -> None:
    followed = FollowedSteps()
    follow(followed)
    [file] = evening.rglob("encounter.yaml")
    file.write_text(file.read_text().replace("body: 4", "body: 5"))
    with open_session(None, write=False) as session:
        [first, *_] = session.log_newest_first()
        assert first == [*session.log()][-1]
        [*steps, edit] = session.follow_steps(followed)
        assert (edit.kind, edit.changes[0].after) == ("edit", 5)
        assert edit._replace(round=None) == first._replace(round=None)
    assert len(follow(followed)) == len(steps) + 1, "it is no entry yet"


def test_another_history_in_the_place_of_the_first_is_read_from_its_beginning(
    evening: Path, tmp_path: Path
) -> None:
    followed = FollowedSteps()
    [folder] = [file.parent for file in evening.rglob("journal.jsonl")]
    kept = tmp_path / "kept"
    shutil.copytree(folder, kept)
    do(None, (AP, 7))
    assert len(follow(followed)) == 5
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
    do(None, (AP, 8))
    do(None, (AP, 6))
    found = follow(followed)
    assert [step.changes[-1].after for step in found] == [1, 2, 3, 4, 8, 6]


def test_a_damaged_entry_is_left_out_whoever_reads(evening: Path) -> None:
    followed = FollowedSteps()
    undo(None)
    redo(None)
    [path] = evening.rglob("journal.jsonl")
    with open_session(None, write=False) as session:
        start = [*session._stored.journal.entries_up_to(path.stat().st_size)][2].start
    content = bytearray(path.read_bytes())
    content[start + 40] ^= 1
    path.write_bytes(content)
    with open_session(None, write=False) as session:
        log = [*session.log()]
        assert [*session.log_newest_first()] == log[::-1]
        assert len(log) == 6
        assert session.follow_steps(followed) == steps_in(log)
