"""In one's own turn one taps what to do and to whom; the GM has it at the prompt, and nothing is
done before the GM presses Enter."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Look
from fights import FIGHT
from play.terminal import Terminal
from playwright.sync_api import expect
from serving import Gm, Phone, asked, within
from stand_in import Server
from test_page_own import OWN

from gmtrack.store.proposals import Proposal, propose, take_proposal

PATIENT = 60
STAB = {"text": "attack with Combat knife", "target": "Bob Rock"}


@pytest.fixture
def terminal(tmp_path: Path, gm: Gm) -> Iterator[Terminal]:
    """The GM's own prompt, in Joe's turn."""
    gm("roll-init", "--roll", "joe=6", "--roll", "bob=1")
    session = Terminal(tmp_path / "home", 80, fight="")
    session.wait_for("saved")
    yield session
    session.close()


def sent(url: str, body: Any) -> int:
    base = "/".join(url.split("/")[:3])
    return asked(f"{url}propose", "POST", json.dumps(body), Origin=base)[0]


def test_what_a_player_taps_stands_at_the_prompt_until_the_gm_presses_enter(
    gm: Gm, terminal: Terminal
) -> None:
    links = gm.serve()
    own, everybody = links["players"]["joe"], links["url"]
    phone = Phone(own)
    page = within(PATIENT, phone.own)
    assert page["acts"] is True
    assert ["attack with Combat knife", "2 AP", ["Bob Rock"]] in page["can"]
    before = gm("log", "--json")
    for wrong in ("x", [], {"text": 1, "target": ""}, {"text": "attack"}):
        assert sent(own, wrong) == 422
    assert sent(own, {"text": "attack bob", "target": ""}) == 409, "only what is offered"
    assert sent(everybody, STAB) == 404
    assert sent(own, STAB) == 204
    terminal.wait_for("attack joe bob --weapon combat-knife")
    terminal.wait_for("proposes this:")
    assert gm("log", "--json") == before
    assert "--weapon" not in json.dumps(phone.events)
    terminal.type("\r")
    within(PATIENT, lambda: gm("log", "--json") != before)
    last = json.loads(gm("log", "--json"))["steps"][-1]
    assert last["line"] == "attack joe bob --weapon combat-knife"
    gm("next")
    within(PATIENT, lambda: phone.own()["acts"] is False)
    assert sent(own, STAB) == 409, "their turn is over"


def test_phones_act_by_themselves_where_the_file_says_so(tmp_path: Path, gm: Gm) -> None:
    copy = tmp_path / "home" / "encounters" / "knife-fight" / "encounter.yaml"
    copy.write_text(copy.read_text() + "table: {phones: act}\n")
    gm("roll-init", "--roll", "joe=6", "--roll", "bob=1")
    terminal = Terminal(tmp_path / "home", 80, fight="")
    terminal.wait_for("saved")
    own = gm.serve()["players"]["joe"]
    within(PATIENT, Phone(own).own)
    before = gm("log", "--json")
    assert sent(own, STAB) == 204
    within(PATIENT, lambda: gm("log", "--json") != before)
    last = json.loads(gm("log", "--json"))["steps"][-1]
    assert last["line"] == "attack joe bob --weapon combat-knife"
    terminal.close()


def test_of_several_proposals_that_of_whoever_acts_counts(tmp_path: Path) -> None:
    folder = tmp_path / "fight"
    assert take_proposal(folder, ["joe"]) is None
    propose(folder, Proposal("bob", "attack bob joe"))
    propose(folder, Proposal("joe", "attack joe bob"))
    propose(folder, Proposal("joe", "attack joe bob --weapon unarmed"))
    assert take_proposal(folder, ["joe"]) == Proposal("joe", "attack joe bob --weapon unarmed")
    assert take_proposal(folder, ["joe", "bob"]) is None
    (folder / "proposal-joe").write_bytes(b"next\nundo")
    assert take_proposal(folder, ["joe"]) is None


def test_an_action_is_tapped_and_then_whom_it_is_done_to(server: Server, look: Look) -> None:
    can = [["attack with Combat knife", "1 AP", ["Bob", "Rat"]], ["stand up", "", []]]
    server.show(FIGHT)
    server.show_own({**OWN, "can": can, "acts": True})
    page = look(server.own)
    attack = page.get_by_role("button", name="attack with Combat knife 1 AP")
    bob = page.get_by_role("button", name="Bob")
    expect(bob).to_be_hidden()
    attack.click()
    expect(attack).to_have_attribute("aria-expanded", "true")
    bob.click()
    expect(page.locator("#notice")).to_have_text("The GM has it: attack with Combat knife, Bob")
    page.get_by_role("button", name="stand up").click()
    expect(page.locator("#notice")).to_have_text("The GM has it: stand up")
    posts = [(one.path, one.body) for one in server.requests if one.method == "POST"]
    assert posts == [
        ("/own-token/propose", b'{"text":"attack with Combat knife","target":"Bob"}'),
        ("/own-token/propose", b'{"text":"stand up","target":""}'),
    ]
    for button in page.locator("#can-list button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    server.show_own({**OWN, "can": can, "acts": False})
    expect(page.locator("#can-list button")).to_have_count(0)
