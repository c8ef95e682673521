"""Questions that wait beside a fight, and who has answered them."""

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import each_row

from gmtrack.app.phone_questions import (
    DiceQuestion,
    GivenAnswer,
    answer_question,
    given_answers,
    new_question_id,
    post_question,
    posted_question,
    take_answer_back,
)
from gmtrack.errors import Refusal, StoreError
from gmtrack.store import mailbox
from gmtrack.store.mailbox import BACK, INSTEAD, LONGEST, SENT, Mailbox, can_be_typed

ROOT = Path(__file__).parents[2]
ASKED = DiceQuestion(
    id="question-1",
    who="joe",
    name="Joe",
    what="defense",
    about="Bob attacks Joe with cue",
    line="Joe: defense, 7 dice (4 reaction + 3 intuition)",
    count=7,
    sides=6,
    help=("a die counts at 5 or more",),
    hits_alone=True,
    problem="",
    sides_of_dice=(6, 6, 6, 6, 6, 8, 8),
)
NEXT = ASKED._replace(id="question-2", problem="needs 7 dice, got 3")
DICE = "6 6 2 4 1 5 1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the session puts its questions; it is made when there is one."""
    return tmp_path / "fights" / "hunt"


@pytest.fixture
def asking(folder: Path) -> Iterator[Mailbox]:
    """The session's mailbox, with a question in it."""
    box = Mailbox(folder)
    post_question(box, ASKED)
    yield box
    for id in (ASKED.id, NEXT.id):
        box.close(id)


def left(folder: Path) -> list[str]:
    """The files, without the one that is held as long as somebody waits for an answer."""
    names = sorted(path.name for path in folder.iterdir())
    waiting = [name for name in names if name.startswith("waiting-")]
    assert len(waiting) <= 1
    return [name for name in names if name not in waiting]


def is_clear(folder: Path) -> bool:
    return not list(folder.iterdir())


def test_an_answer_is_taken_back_until_its_command_is_carried_out(
    asking: Mailbox, folder: Path
) -> None:
    phone = Mailbox(folder)
    assert not take_answer_back(phone, "joe", ASKED.id), "it has no answer yet"
    assert [*given_answers(phone)] == []
    assert phone.answer(ASKED.id, DICE)
    assert [*given_answers(phone)] == [GivenAnswer(ASKED, DICE, SENT)]
    assert not take_answer_back(phone, "mara", ASKED.id), "it is somebody else's"
    assert not asking.is_taken_back(ASKED.id)
    assert take_answer_back(phone, "joe", ASKED.id)
    assert asking.is_taken_back(ASKED.id)
    assert [*given_answers(phone)] == [GivenAnswer(ASKED, DICE, BACK)]
    assert not take_answer_back(phone, "joe", ASKED.id), "once is enough"
    asking.close(ASKED.id)
    assert not asking.is_taken_back(ASKED.id)
    assert [*given_answers(phone)] == []
    assert is_clear(folder)


def test_what_is_answered_instead_stays(asking: Mailbox, folder: Path) -> None:
    phone = Mailbox(folder)
    assert phone.answer(ASKED.id, DICE)
    asking.answer_instead(ASKED.id, "3h")
    assert [*given_answers(phone)] == [GivenAnswer(ASKED, "3h", INSTEAD)]
    assert not take_answer_back(phone, "joe", ASKED.id)
    asking.close(ASKED.id)
    assert not take_answer_back(phone, "joe", ASKED.id)


def test_a_question_is_open_until_it_is_answered(asking: Mailbox, folder: Path) -> None:
    phone = Mailbox(folder)
    assert posted_question(phone) == ASKED
    assert asking.answered(ASKED.id) is None
    assert phone.answer(ASKED.id, DICE)
    assert posted_question(phone) is None
    assert asking.answered(ASKED.id) == DICE
    assert asking.answered(ASKED.id) == DICE
    asking.close(ASKED.id)
    assert asking.answered(ASKED.id) is None
    assert is_clear(folder)


def test_nothing_is_asked_where_nobody_has_asked(folder: Path) -> None:
    box = Mailbox(folder)
    assert posted_question(box) is None
    assert box.answered(ASKED.id) is None
    assert not box.answer(ASKED.id, DICE)
    box.close(ASKED.id)
    box.tidy()
    assert not folder.exists()


def test_the_first_answer_counts(asking: Mailbox, folder: Path) -> None:
    assert Mailbox(folder).answer(ASKED.id, "1")
    assert not Mailbox(folder).answer(ASKED.id, "2")
    assert asking.answered(ASKED.id) == "1"


def test_of_many_who_answer_at_once_one_is_told_that_they_did(
    asking: Mailbox, folder: Path
) -> None:
    for turn in range(20):
        question = ASKED._replace(id=f"question-at-once-{turn}")
        post_question(asking, question)
        start = threading.Barrier(6)
        told: dict[str, bool] = {}

        def answer(text: str, id: str = question.id) -> None:
            start.wait()  # noqa: B023 - all of a turn have ended before the next
            told[text] = Mailbox(folder).answer(id, text)  # noqa: B023

        threads = [threading.Thread(target=answer, args=(str(n),)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [text for text, took in told.items() if took] == [asking.answered(question.id)]
        asking.close(question.id)


def test_an_answer_that_comes_too_late_is_told_so(asking: Mailbox, folder: Path) -> None:
    asking.close(ASKED.id)
    assert not answer_question(Mailbox(folder), ASKED.who, ASKED.id, DICE)
    assert asking.answered(ASKED.id) is None
    assert left(folder) == []


def test_a_question_that_is_closed_while_it_is_answered_takes_no_answer(
    asking: Mailbox, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The GM is quicker by so little that the phone has seen the question still open."""
    replace = os.replace

    def closed_first(path: Path, target: Path) -> None:
        asking.close(ASKED.id)
        replace(path, target)

    monkeypatch.setattr(os, "replace", closed_first)
    assert not answer_question(Mailbox(folder), ASKED.who, ASKED.id, DICE)
    assert is_clear(folder)


def test_what_is_left_of_an_answer_to_a_closed_question_goes_with_the_next(
    asking: Mailbox, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def closed_first(path: Path, target: Path) -> None:
        if path.name.startswith(".answer"):
            asking.close(ASKED.id)
            path.write_text('{"text": "1"}')
        replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", closed_first)
        Mailbox(folder).answer(ASKED.id, DICE)
    assert left(folder) == ["answer-question-1.json"]
    post_question(asking, NEXT)
    assert left(folder) == ["asked-question-2.json"]


def test_a_new_question_takes_the_place_of_the_last(asking: Mailbox, folder: Path) -> None:
    post_question(asking, NEXT)
    phone = Mailbox(folder)
    assert posted_question(phone) == NEXT
    assert not phone.answer(ASKED.id, DICE)
    assert phone.answer(NEXT.id, DICE)
    post_question(asking, ASKED)
    assert posted_question(phone) == ASKED
    assert left(folder) == ["asked-question-1.json"]


def test_the_same_question_can_be_put_again(asking: Mailbox, folder: Path) -> None:
    assert Mailbox(folder).answer(ASKED.id, "1")
    post_question(asking, ASKED._replace(problem="needs 7 dice, got 1"))
    again = posted_question(Mailbox(folder))
    assert again is not None
    assert again.problem == "needs 7 dice, got 1"
    assert asking.answered(ASKED.id) is None
    assert Mailbox(folder).answer(ASKED.id, DICE)


def test_another_session_that_asks_takes_the_place_too(asking: Mailbox, folder: Path) -> None:
    other = Mailbox(folder)
    post_question(other, NEXT)
    assert posted_question(Mailbox(folder)) == NEXT
    other.close(NEXT.id)
    assert posted_question(Mailbox(folder)) is None


def test_an_answer_that_another_session_waits_for_is_left_to_it(
    asking: Mailbox, folder: Path
) -> None:
    assert Mailbox(folder).answer(ASKED.id, DICE)
    other = Mailbox(folder)
    post_question(other, NEXT)
    other.close(NEXT.id)
    other.tidy()
    assert asking.answered(ASKED.id) == DICE


# --- processes that end ---

ASKS = """\
import sys, time
from pathlib import Path
import store_systems
from gmtrack.app.phone_questions import DiceQuestion, post_question
from gmtrack.store.mailbox import Mailbox
store_systems.begin()
box = Mailbox(Path(sys.argv[1]))
post_question(box, DiceQuestion("question-9", "joe", "Joe", "attack", "", "", 3, 6, (), False, ""))
print("asked", flush=True)
time.sleep(60)
"""


@pytest.fixture
def asker(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has asked and waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", ASKS, str(folder)],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'store'}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "asked\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_question_is_gone_with_the_process_that_asked(
    asker: subprocess.Popen[str], folder: Path
) -> None:
    phone = Mailbox(folder)
    question = posted_question(phone)
    assert question is not None
    assert question.id == "question-9"
    asker.kill()
    asker.wait()
    assert posted_question(phone) is None
    assert not phone.answer("question-9", "1 2 3")
    assert left(folder) == ["asked-question-9.json"]
    phone.tidy()
    assert left(folder) == []


def test_a_process_that_stands_still_goes_on_asking(
    asker: subprocess.Popen[str], folder: Path
) -> None:
    asker.send_signal(signal.SIGSTOP)
    phone = Mailbox(folder)
    phone.tidy()
    assert posted_question(phone) is not None
    assert phone.answer("question-9", "1 2 3")
    phone.tidy()
    assert left(folder) == ["answer-question-9.json", "taken-question-9.json"]


def test_an_answer_to_one_who_is_gone_is_dropped(
    asker: subprocess.Popen[str], folder: Path
) -> None:
    assert Mailbox(folder).answer("question-9", "1 2 3")
    asker.kill()
    asker.wait()
    (folder / ".asked-question-8.new").write_text("{")
    (folder / ".answer-question-8.new").write_text("{")
    box = Mailbox(folder)
    post_question(box, ASKED)
    assert left(folder) == ["asked-question-1.json"]
    box.close(ASKED.id)


def test_a_mailbox_that_is_broken_off_lets_go_of_its_question(folder: Path) -> None:
    box = Mailbox(folder)
    post_question(box, ASKED)
    with pytest.warns(ResourceWarning):
        del box
    assert posted_question(Mailbox(folder)) is None


# --- what the disk holds ---


def test_only_the_owner_can_read_them(asking: Mailbox, folder: Path) -> None:
    before = os.umask(0)
    try:
        post_question(asking, NEXT)
        Mailbox(folder).answer(NEXT.id, DICE)
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert len(left(folder)) == 2
    assert modes == {0o600}


def changed(**fields: object) -> str:
    return json.dumps({**ASKED._asdict(), **fields})


GARBAGE = {
    "empty": "",
    "no JSON": "{",
    "a list": "[]",
    "nested": "[" * 30_000,
    "a long number": "1" * 30_000,
    "no text": b"\xff\xfe",
    "too long": changed(about="x" * mailbox.MOST_BYTES),
    "another id": changed(id="question-7"),
    "a field more": changed(secret="x"),
    "a field less": json.dumps({"id": ASKED.id}),
    "a number for a text": changed(name=7),
    "a text for a number": changed(count="7"),
    "a truth for a number": changed(count=True),
    "a number for a truth": changed(hits_alone=1),
    "a text for lines": changed(help="abc"),
    "a number for a line": changed(help=[1]),
    "no dice": changed(count=0),
    "no faces": changed(sides=-1),
    "a text for a die": changed(sides_of_dice=["6"]),
    "a die without faces": changed(sides_of_dice=[6, 0]),
}


@each_row("what", GARBAGE)
def test_what_is_no_question_is_not_asked(asking: Mailbox, folder: Path, what: str) -> None:
    content = GARBAGE[what]
    path = folder / "asked-question-1.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert posted_question(Mailbox(folder)) is None
    assert not answer_question(Mailbox(folder), ASKED.who, ASKED.id, DICE)
    path.write_text(changed())
    assert posted_question(Mailbox(folder)) == ASKED


@each_row(
    "content",
    [
        "", "{", "[]", '"6 6"', "{}", '{"text": 6}', '{"text": null}', '{"text": "6\\n6"}',
        json.dumps({"text": "6" * (LONGEST + 1)}), "[" * 30_000,
        json.dumps({"text": "6", "more": "x" * mailbox.MOST_BYTES}),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_not_taken(asking: Mailbox, folder: Path, content: str) -> None:
    path = folder / "answer-question-1.json"
    path.write_text(content)
    assert asking.answered(ASKED.id) is None
    path.write_text('{"text": "6"}')
    assert asking.answered(ASKED.id) == "6"


def test_other_files_are_left_alone(asking: Mailbox, folder: Path) -> None:
    names = [
        "asked-short.json",
        "asked-question-1.json.bak",
        "journal.jsonl",
        "answers-long-id.json",
    ]
    for name in names:
        (folder / name).write_text("mine")
    post_question(asking, NEXT)
    asking.tidy()
    assert left(folder) == sorted([*names, "asked-question-2.json"])


def to_link(path: Path, elsewhere: Path) -> None:
    path.symlink_to(elsewhere)


def to_folder(path: Path, elsewhere: Path) -> None:
    path.mkdir()


def to_pipe(path: Path, elsewhere: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize("planted", [to_link, to_folder, to_pipe])
def test_what_is_no_file_is_not_read(
    asking: Mailbox, folder: Path, tmp_path: Path, planted: Callable[[Path, Path], None], half: str
) -> None:
    if half == "windows" and planted is to_pipe:
        pytest.skip("no folder there holds a pipe")
    asking.close(ASKED.id)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text(changed(id="question-3"))
    planted(folder / "asked-question-3.json", elsewhere)
    assert posted_question(Mailbox(folder)) is None
    elsewhere.write_text('{"text": "6"}')
    planted(folder / "answer-question-4.json", elsewhere)
    assert asking.answered("question-4") is None
    assert elsewhere.read_text() == '{"text": "6"}'


def test_no_link_is_written_through(asking: Mailbox, folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    for name in (
        "waiting-question-2", ".asked-question-2.new", "asked-question-2.json",
        ".answer-question-2.new", "answer-question-2.json", "taken-question-2.json",
    ):  # fmt: skip
        (folder / name).symlink_to(elsewhere)
    post_question(asking, NEXT)
    for name in (".answer-question-2.new", "answer-question-2.json", "taken-question-2.json"):
        (folder / name).symlink_to(elsewhere)
    assert Mailbox(folder).answer(NEXT.id, DICE)
    assert asking.answered(NEXT.id) == DICE
    asking.close(NEXT.id)
    assert elsewhere.read_text() == "mine"
    assert left(folder) == []


@each_row("id", ["", "short", "../../etc/passwd", "a" * 65, "question-1\n", "question/1"])
def test_what_is_no_id_is_no_question(asking: Mailbox, folder: Path, id: str) -> None:
    assert not asking.answer(id, DICE)
    assert asking.answered(id) is None
    asking.close(id)
    with pytest.raises(ValueError, match="no id"):
        post_question(asking, ASKED._replace(id=id))
    assert posted_question(Mailbox(folder)) == ASKED


def test_each_id_is_new_and_is_one(asking: Mailbox, folder: Path) -> None:
    ids = {new_question_id() for _ in range(100)}
    assert len(ids) == 100
    question = ASKED._replace(id=ids.pop())
    post_question(asking, question)
    assert posted_question(Mailbox(folder)) == question
    asking.close(question.id)


def refused(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_told_and_the_question_stays_open(
    asking: Mailbox, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(mailbox, "write_all", refused)
        with pytest.raises(StoreError, match="No space left"):
            Mailbox(folder).answer(ASKED.id, DICE)
        assert posted_question(Mailbox(folder)) == ASKED
        with pytest.raises(StoreError, match="No space left"):
            post_question(asking, NEXT)
        assert left(folder) == []
    post_question(asking, NEXT)
    assert Mailbox(folder).answer(NEXT.id, DICE)


# --- texts ---


@each_row("text", ["6\n6", "6\r", "\x1b[2J", "\0", "6\u2028", "\u202e6", "\ud800", "6" * 201])
def test_what_cannot_be_typed_is_refused(asking: Mailbox, folder: Path, text: str) -> None:
    with pytest.raises(Refusal, match="one line of at most 200 characters"):
        Mailbox(folder).answer(ASKED.id, text)
    assert posted_question(Mailbox(folder)) == ASKED


@pytest.mark.parametrize("text", ["", "6 6 2", "6, 6", "3h", "roll", "é 骰", "6" * 200])
def test_what_can_be_typed_is_taken(asking: Mailbox, folder: Path, text: str) -> None:
    assert Mailbox(folder).answer(ASKED.id, text)
    assert asking.answered(ASKED.id) == text


@settings(deadline=None)  # the disk takes its time
@given(
    st.builds(
        DiceQuestion,
        st.just("question-5"), *[st.text()] * 5, st.integers(1, 10**6), st.integers(1, 10**6),
        st.lists(st.text()).map(tuple), st.booleans(), st.text(),
        sides_of_dice=st.lists(st.integers(1, 10**6)).map(tuple),
    ),
    st.text(max_size=300),
)  # fmt: skip
def test_every_text_arrives_as_it_is_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, question: DiceQuestion, text: str
) -> None:
    folder = tmp_path_factory.getbasetemp() / "any-text"
    box = Mailbox(folder)
    try:
        post_question(box, question)
        assert posted_question(Mailbox(folder)) == question
        try:
            assert Mailbox(folder).answer(question.id, text)
        except Refusal:
            assert not can_be_typed(text)
            assert box.answered(question.id) is None
            assert posted_question(Mailbox(folder)) == question
        else:
            assert can_be_typed(text)
            assert box.answered(question.id) == text
    finally:
        box.close(question.id)
    assert left(folder) == []
