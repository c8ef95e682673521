"""Phones in a fight by a system page: what players can do, what it takes, what they are asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from play.terminal import Terminal
from serving import Gm, Phone, within

PATIENT = 60
PAGES = ["percentile", "pools"]


@pytest.fixture
def duel(tmp_path: Path, page: str) -> Iterator[Gm]:
    """Ann of the game master against Bob, a player's, by a page with defenses."""
    found = Gm(tmp_path)
    found("new", "Duel", "--ruleset", page, "--example")
    found("set", "ann", "side=foe")
    found("set", "bob", "side=pc")
    yield found
    found.stop()


@pytest.mark.parametrize("page", PAGES)
def test_a_player_is_asked_on_a_phone_how_to_defend_with_the_odds(
    duel: Gm, tmp_path: Path, page: str
) -> None:
    phone = Phone(duel.serve()["players"]["bob"])
    session = Terminal(tmp_path / "home", 80, fight="")
    session.wait_for("saved")
    session.type("ask bob all\r")
    session.wait_for("own dice")
    session.type("attack ann bob\r")
    question = within(PATIENT, phone.question)
    odds = within(PATIENT, lambda: phone.question()["odds"])
    session.close()
    assert question["who"] == "bob"
    words = {word for word, _, _ in question["options"]}
    assert {"dodge", "parry", "none"} <= words
    assert len(odds) == len(question["options"]) + 1


@pytest.mark.parametrize("page", PAGES)
def test_a_player_sees_what_can_be_done_in_their_turn_and_what_it_takes(
    duel: Gm, page: str
) -> None:
    duel("set", "bob", "acts_at=90")
    duel("set", "ann", "acts_at=10")
    duel("roll-init")
    phone = Phone(duel.serve()["players"]["bob"])
    own = within(PATIENT, phone.own)
    assert own["acts"] is True
    deeds = {text: (price, targets) for text, price, targets in own["can"]}
    price = "1 action" if page == "percentile" else "1 slow"
    assert (price, ["Ann"]) in deeds.values()
