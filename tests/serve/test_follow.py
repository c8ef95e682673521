"""What everybody's page is told of open questions, without a server."""

import json
from pathlib import Path

import pytest
from serving import Gm

from gmtrack.app.phone_questions import DiceQuestion, post_question
from gmtrack.serve.follow import Follower
from gmtrack.serve.hub import Hub
from gmtrack.store import working_copies
from gmtrack.store.mailbox import Mailbox

ABOUT = "Bob attacks Joe"


def test_dice_of_friends_alone_fall_for_everybody(
    gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    file = tmp_path / "home" / "encounters" / "knife-fight" / working_copies.COPY
    follower = Follower(str(file), Hub(1, 1, {}), faulty=print)
    document, _ = follower._read_fight()
    names = [
        row["name"] for row in sorted(json.loads(document)["rows"], key=lambda row: row["side"])
    ]
    people = dict(zip(("bob", "joe"), names, strict=True))
    mailbox = Mailbox(follower._folder)
    for who, name in people.items():
        question = DiceQuestion(
            f"abcdefgh-{who}", who, name, "defense", "", f"{name}: defense",
            2, 6, (), True, "", told=ABOUT,
        )  # fmt: skip
        post_question(mailbox, question, among=True)
    waiting = json.loads(follower._table_document(follower._open_questions()))
    assert sorted(waiting["waits"]) == sorted(people.values())
    assert (waiting["about"], waiting["fallen"]) == (ABOUT, [])
    mailbox.answer_instead("abcdefgh-joe", "6 2")
    mailbox.answer_instead("abcdefgh-bob", "4 4")
    told = json.loads(follower._table_document(follower._open_questions()))
    assert told["fallen"] == [{"who": people["joe"], "dice": [6, 2]}]
    for who in people:
        mailbox.close(f"abcdefgh-{who}")
