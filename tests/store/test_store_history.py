"""Steps, undo and redo: exact values, exact bytes, nothing erased."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from store_play import AP, BODY, DUEL, Write, do, log, redo, undo, value

from gmtrack.core.draft import MISSING, Draft
from gmtrack.errors import BadFile, StoreError
from gmtrack.store import working_copies
from gmtrack.store.encounter_map import data_of
from gmtrack.store.history import journal
from gmtrack.store.history.page import replay_journal
from gmtrack.store.opening import load_file
from gmtrack.store.session import open_session
from gmtrack.store.text import codec
from gmtrack.store.text.codec import parse_valid_yaml
from gmtrack.store.text.nodes import Document


def test_a_step_writes_the_fight_behind_the_untouched_text(duel: Path) -> None:
    do(duel, (AP, 3), (("fight", "round"), 1))
    assert duel.read_text() == DUEL + "fight:\n  combatants:\n    joe: {ap: 3}\n  round: 1\n"


def test_undo_brings_back_the_exact_bytes_and_redo_gives_them_again(duel: Path) -> None:
    texts = [duel.read_bytes()]
    for number in range(5):
        do(duel, (AP, number), (("fight", "round"), 1), line=f"step {number}")
        texts.append(duel.read_bytes())
    for number in reversed(range(5)):
        assert undo(duel) == [f"step {number}"]
        assert duel.read_bytes() == texts[number]
    for number in range(5):
        assert redo(duel) == [f"step {number}"]
        assert duel.read_bytes() == texts[number + 1]


def test_several_steps_are_undone_at_once_or_not_at_all(duel: Path) -> None:
    for number in range(3):
        do(duel, (AP, number), line=str(number))
    before = duel.read_bytes()
    with pytest.raises(StoreError, match="only 3 steps can be undone") as refused:
        undo(duel, 4)
    assert refused.value.kind == "nothing-to-undo"
    assert duel.read_bytes() == before
    assert undo(duel, 3) == ["2", "1", "0"]
    assert duel.read_text() == DUEL
    with pytest.raises(StoreError, match="only 3 steps can be redone") as refused:
        redo(duel, 4)
    assert refused.value.kind == "nothing-to-redo"
    assert redo(duel, 2) == ["0", "1"]
    assert undo(duel, 1) == ["1"]
    assert redo(duel, 2) == ["1", "2"]
    assert duel.read_bytes() == before


def test_nothing_to_undo_or_redo_in_a_fresh_file(duel: Path) -> None:
    for way, word in ((undo, "undone"), (redo, "redone")):
        with pytest.raises(StoreError, match=f"nothing that can be {word}"):
            way(duel)
    assert log(duel) == []


def test_a_new_step_clears_what_could_be_redone(duel: Path) -> None:
    do(duel, (AP, 1), line="first")
    undo(duel)
    do(duel, (AP, 2), line="second")
    with pytest.raises(StoreError):
        redo(duel)
    assert undo(duel) == ["second"]


def test_nothing_is_erased_from_the_log(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    do(duel, (AP, 2), line="b")
    undo(duel, 2)
    redo(duel)
    undo(duel)
    do(duel, (AP, 3), line="c")
    assert log(duel)[1:] == [
        "-step a",
        "-step b",
        "undo undo 2",
        "redo redo",
        "undo undo",
        "step c",
    ]


def test_an_entry_holds_report_and_changes(duel: Path) -> None:
    do(duel, (AP, 1), line="a 'b c'", report={"rolls": [{"dice": [6, 1]}]})
    with open_session(str(duel), write=False) as open_:
        entry = list(open_.log())[-1]
    assert entry.report == {"rolls": [{"dice": [6, 1]}]}
    assert entry.line == "a 'b c'"
    assert [(c.path, c.before, c.after) for c in entry.changes][-1] == (AP, MISSING, 1)


def test_a_missing_key_and_a_null_are_told_apart(duel: Path) -> None:
    do(duel, (("fight", "active"), None))
    do(duel, (("fight", "active"), "joe"))
    undo(duel)
    assert value(duel, ("fight", "active")) is None
    undo(duel)
    assert value(duel, ("fight", "active")) is MISSING


def test_a_step_without_changes_is_a_step_of_the_log_and_leaves_the_file(duel: Path) -> None:
    do(duel, line="test joe")
    assert duel.read_text() == DUEL
    assert undo(duel) == ["test joe"]
    assert redo(duel) == ["test joe"]


def test_a_step_without_changes_leaves_the_file_of_a_hand_alone(duel: Path) -> None:
    text = "fight: {round: 1}   # mine\n" + DUEL
    duel.write_text(text)
    do(duel, line="look")
    do(duel, (("fight", "round"), 1), line="the same")
    assert duel.read_text() == text
    do(duel, (BODY, 5), line="set")
    assert undo(duel, 3) == ["set", "the same", "look"]
    assert duel.read_text() == text


def test_a_change_of_a_sheet_keeps_comments_and_layout(duel: Path) -> None:
    do(duel, (AP, 1))
    do(duel, (BODY, 5), (("combatants", "joe", "skills", "b"), 2), (("scene", "light"), "dim"))
    outer = DUEL.replace("body: 3", "body: 5").replace("{a: 1}", "{a: 1, b: 2}")
    assert duel.read_text().startswith(outer + "scene: {light: dim}\nfight:\n")
    undo(duel)
    assert duel.read_text().startswith(DUEL + "fight:")


def test_adding_and_removing_touch_only_their_own_lines(duel: Path) -> None:
    do(duel, (("combatants", "al"), {"name": "Al", "body": 1}))
    do(duel, (("combatants", "joe"), MISSING))
    text = duel.read_text()
    assert "  # and the bad one\n  bob: {body: 4}\n  al: {name: Al, body: 1}\n" in text
    assert "joe" not in text
    undo(duel, 2)
    assert duel.read_text() == DUEL


def test_an_edit_by_hand_is_a_step_of_its_own(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    before = duel.read_bytes()
    edited = duel.read_text().replace("body: 3", "body: 7   # grown")
    duel.write_text(edited)
    assert value(duel, BODY) == 7
    assert log(duel)[-1] == "edit edited by hand"
    do(duel, (AP, 2), line="b")
    assert [line.split()[0] for line in log(duel)] == ["load", "step", "edit", "step"]
    assert undo(duel) == ["b"]
    assert duel.read_text() == edited
    assert undo(duel) == ["edited by hand"]
    assert duel.read_bytes() == before
    assert redo(duel, 2) == ["edited by hand", "b"]
    assert value(duel, AP) == 2


def test_undo_right_after_an_edit_takes_back_the_edit(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    before = duel.read_bytes()
    duel.write_bytes(before + b"# a comment\n")
    with open_session(str(duel), write=False) as open_:
        assert open_.next_undo == "edited by hand"
    with pytest.raises(StoreError, match="only 2 steps"):
        undo(duel, 3)
    assert undo(duel, 2) == ["edited by hand", "a"]
    assert duel.read_text() == DUEL
    redo(duel)
    assert duel.read_bytes() == before


def test_reading_an_edit_writes_nothing(duel: Path, home: Path) -> None:
    do(duel, (AP, 1))
    duel.write_bytes(duel.read_bytes() + b"# x\n")
    files = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    log(duel)
    assert files == {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_an_edit_that_breaks_the_file_is_refused_and_can_be_mended(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    good = duel.read_bytes()
    duel.write_bytes(good.replace(b"body: 3", b"bdoy: 3"))
    broken = duel.read_bytes()
    for way in (log, undo, lambda file: do(file, (AP, 2))):
        with pytest.raises(BadFile, match=r"combatants.joe.bdoy"):
            way(duel)
    assert duel.read_bytes() == broken
    duel.write_bytes(good)
    assert log(duel)[1:] == ["step a"]
    assert undo(duel) == ["a"]


def test_a_file_in_flow_style_can_be_played_and_comes_back(duel: Path) -> None:
    duel.write_text('{"gmtrack": 1, "ruleset": "toy", "combatants": {"joe": {"body": 1}}}')
    before = duel.read_bytes()
    do(duel, (AP, 1))
    assert parse_valid_yaml(duel.read_text()).data["fight"] == {"combatants": {"joe": {"ap": 1}}}
    undo(duel)
    assert duel.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        DUEL.rstrip("\n"),
        DUEL + "fight: {}\n",
        DUEL + "fight:\n",
        DUEL + "fight:\n  round: 1   # by hand\n# the end\n",
        "fight: {round: 2}\n" + DUEL,
        "---\n" + DUEL + "...\n# after the end\n",
        "\ufeff" + DUEL.replace("\n", "\r\n"),
        DUEL.replace("\n", "\r\n") + "fight:\r\n  round: 1\r\n",
        DUEL + "notes: |+\n  kept\n\n\n",
        DUEL + "notes: |\n  no end",
        DUEL + "notes: plain\n  goes on",
        "".join(f"  {line}\n" if line else "\n" for line in DUEL.splitlines()),
    ],
    ids=range(12),
)
def test_whatever_a_hand_wrote_comes_back_byte_for_byte(duel: Path, text: str) -> None:
    duel.write_bytes(text.encode())
    words = value(duel, ("notes",))
    do(duel, (AP, 1))
    do(duel, (BODY, 9))
    do(duel, (AP, 2), (("fight", "round"), 7))
    assert (value(duel, AP), value(duel, BODY), value(duel, ("notes",))) == (2, 9, words)
    after = duel.read_bytes()
    undo(duel, 3)
    assert duel.read_bytes() == text.encode()
    redo(duel, 3)
    assert duel.read_bytes() == after


def test_a_lost_or_damaged_head_costs_nothing(duel: Path) -> None:
    for number in range(4):
        do(duel, (AP, number), line=str(number))
    undo(duel)
    head = working_copies.place_of_file(str(duel)).folder / "head.json"
    good = head.read_bytes()
    for content in (None, b"", b"{}", good[:-9], good.replace(b'"ap":2', b'"ap":9')):
        head.unlink() if content is None else head.write_bytes(content)
        assert value(duel, AP) == 2
        assert undo(duel) == ["2"]
        assert redo(duel, 2) == ["2", "3"]
        assert undo(duel) == ["3"]


def test_an_edit_made_while_the_head_was_lost_can_be_undone(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    do(duel, (BODY, 5), line="b")
    undo(duel)
    redo(duel)
    do(duel, (AP, 2), line="c")
    before = duel.read_bytes()
    (working_copies.place_of_file(str(duel)).folder / "head.json").unlink()
    duel.write_text(duel.read_text().replace("body: 5", "body: 6"))
    assert undo(duel) == ["edited by hand"]
    assert duel.read_bytes() == before
    assert undo(duel, 3) == ["c", "b", "a"]
    assert duel.read_text() == DUEL


@pytest.mark.parametrize("steps", [4, 40])
def test_a_long_history_is_found_again_with_one_look_at_its_last_text(
    duel: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    for number in range(steps):
        do(duel, (BODY, number % 20), line="sheet")
        do(duel, (AP, number % 10), line="fight")
    undo(duel, 3)
    redo(duel, 2)
    texts = []

    def counted(text: str) -> Document:
        texts.append(text)
        return parse_valid_yaml(text)

    monkeypatch.setattr(codec, "parse_valid_yaml", counted)
    assert replayed(duel) == duel.read_text()
    assert len(texts) <= 3


def test_a_torn_last_line_of_the_journal_is_ignored_and_cut(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    path = working_copies.place_of_file(str(duel)).folder / "journal.jsonl"
    good = path.read_bytes()
    last = good.splitlines(keepends=True)[1]
    # Not whole, no line, without its sum, and whole but twice.
    for torn in (last[:50], b"\0" * 80, b'{"sum":"0"}\n', last):
        path.write_bytes(good + torn)
        assert log(duel)[1:] == ["step a"]
        do(duel, (AP, 2), line="b")
        assert undo(duel) == ["b"]
        lines = path.read_bytes().splitlines(keepends=True)
        assert [journal.unseal(line.rstrip()) for line in lines]
        path.write_bytes(good)


def test_a_lost_journal_starts_anew_with_the_fight_as_it_stands(duel: Path) -> None:
    do(duel, (AP, 1))
    path = working_copies.place_of_file(str(duel)).folder / "journal.jsonl"
    for ruin in (None, b"rubbish\n" * 9):
        path.unlink() if ruin is None else path.write_bytes(ruin)
        assert value(duel, AP) is not MISSING
        do(duel, (AP, 5), line="b")
        assert [line.split()[0] for line in log(duel)] == ["load", "step"]
        undo(duel)
        assert value(duel, AP) == 1
    assert any(p.name.startswith("journal-damaged") for p in path.parent.iterdir())


def test_another_version_of_the_program_validates_again(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(duel, (AP, 1), line="a")
    monkeypatch.setattr("gmtrack.store.history.head.__version__", "99")
    assert undo(duel) == ["a"]


def test_a_failed_commit_leaves_memory_as_it_was(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(duel, (AP, 1))

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with open_session(str(duel), write=True) as open_:
        draft = Draft(open_.encounter)
        draft.put(AP, 2)
        draft.put(BODY, 9)
        monkeypatch.setattr("gmtrack.store.stored_encounter.write_beside", full)
        with pytest.raises(StoreError, match="No space left on device"):
            open_.commit_step(draft.changes, "x", dict)
        assert Draft(open_.encounter).get(AP) == 1
        assert Draft(open_.encounter).get(BODY) == 3


def test_the_encounter_of_a_session_stays_the_same_object(duel: Path) -> None:
    do(duel, (AP, 1))
    do(duel, (BODY, 2))
    with open_session(str(duel), write=True) as open_:
        encounter = open_.encounter
        open_.undo(2)
        open_.redo(1)
        assert open_.encounter is encounter
        assert Draft(encounter).get(AP) == 1
        assert open_.next_undo == "do"


class Counted:
    """Counts the bytes that are read from the journal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bytes = 0
        unseal = journal.unseal

        def counting(line: bytes) -> Any:
            self.bytes += len(line)
            return unseal(line)

        monkeypatch.setattr(journal, "unseal", counting)


def test_a_long_history_is_not_read_by_a_step_an_undo_or_a_redo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("duel.yaml").write_text(DUEL)
    load_file("duel.yaml")
    with open_session(None, write=True) as open_:
        for number in range(1_000):
            draft = Draft(open_.encounter)
            draft.put(AP, number % 9)
            open_.commit_step(draft.changes, "step", lambda: {"report": {"text": "x" * 200}})
        path = open_.file.with_name("journal.jsonl")
    assert path.stat().st_size > 400_000
    counted = Counted(monkeypatch)
    do(None, (AP, 10))
    assert counted.bytes == 0
    undo(None, 2)
    redo(None)
    assert counted.bytes < 10_000
    (path.with_name("head.json")).unlink()
    do(None, (AP, 11))
    assert counted.bytes < 20_000


paths = st.sampled_from(
    [
        AP,
        BODY,
        ("fight", "round"),
        ("fight", "combatants", "bob", "pools", "flesh"),
        ("combatants", "bob", "karma"),
        ("combatants", "al"),
        ("scene", "light"),
    ]
)


def write_of(path: tuple[str, ...], number: int) -> Write:
    if path[-1] == "light":
        return path, "dim" if number % 2 else "full"
    return path, {"body": number, "name": "Ä: #"} if path[-1] == "al" else number


writes = st.builds(write_of, paths, st.integers(0, 12))
moves = st.one_of(
    st.tuples(st.just("do"), st.lists(writes, max_size=3)),
    st.tuples(st.just("remove"), st.sampled_from([("combatants", "al"), AP[:3], BODY[:2]])),
    st.tuples(st.just("undo"), st.integers(1, 3)),
    st.tuples(st.just("redo"), st.integers(1, 3)),
    st.tuples(st.just("edit"), st.sampled_from(["# note\n", "notes: x\n"])),
    st.tuples(st.just("forget"), st.none()),
)


def replayed(file: Path) -> str | None:
    """The text to which the history of a file leads; None if it has none."""
    history = journal.Journal(working_copies.place_of_file(str(file)).folder / "journal.jsonl")
    page = replay_journal(history, history.size())
    assert page is None or data_of(page.encounter) == parse_valid_yaml(page.text).data
    assert page is not None or not history.size()
    return page and page.text


class Model:
    """What undo and redo should do, kept as plain texts."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.past: list[bytes] = []
        self.future: list[bytes] = []

    def step(self, before: bytes) -> None:
        self.past.append(before)
        self.future.clear()

    def turn(self, way: Any, steps: int, one: list[bytes], other: list[bytes]) -> None:
        if steps > len(one):
            with pytest.raises(StoreError):
                way(self.file, steps)
            return
        now = self.file.read_bytes()
        way(self.file, steps)
        for _ in range(steps):
            other.append(now)
            now = one.pop()
        assert self.file.read_bytes() == now


def play(model: Model, kind: str, what: Any) -> None:
    before = model.file.read_bytes()
    if kind == "do":
        do(model.file, *what)
        model.step(before)
    elif kind == "remove" and value(model.file, what) is not MISSING and what != BODY[:2]:
        do(model.file, (what, MISSING), (("fight", "combatants", what[-1]), MISSING))
        model.step(before)
    elif kind == "undo":
        model.turn(undo, what, model.past, model.future)
    elif kind == "redo":
        model.turn(redo, what, model.future, model.past)
    elif kind == "edit" and log(model.file) and b"notes" not in before:
        model.file.write_bytes(what.encode() + before)
        do(model.file)
        model.step(before)
        model.step(what.encode() + before)
    elif kind == "forget":
        (working_copies.place_of_file(str(model.file)).folder / "head.json").unlink(missing_ok=True)


@modest(60)
@given(st.lists(moves, max_size=12))
def test_any_sequence_of_commands_can_be_undone_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, sequence: list[tuple[str, Any]]
) -> None:
    model = Model(tmp_path_factory.mktemp("play") / "duel.yaml")
    model.file.write_text(DUEL, encoding="utf-8")
    for kind, what in sequence:
        play(model, kind, what)
        parse_valid_yaml(model.file.read_text())
        again = replayed(model.file)
        assert again is None or again == model.file.read_bytes().decode()
    last = model.file.read_bytes()
    depth = len(model.past)
    if depth:
        undo(model.file, depth)
        assert model.file.read_text() == DUEL
        redo(model.file, depth)
        assert model.file.read_bytes() == last


def test_what_was_done_since_is_told_the_last_first(duel: Path) -> None:
    load_file(str(duel))
    with open_session(None, write=False) as session:
        begun = session.seq
        assert [*session.since(begun)] == []
    do(None, (AP, 3))
    do(None, (AP, 2))
    undo(None)
    with open_session(None, write=False) as session:
        assert [entry.kind for entry in session.since(begun)] == ["undo", "step", "step"]
        assert session.seq == begun + 3
        assert [entry.seq for entry in session.since(0)][-1] == begun
