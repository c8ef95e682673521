"""`serve` and `phones` in a session: an evening is one terminal."""

import json
import re
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gmtrack.errors import Refusal
from gmtrack.play.complete import find_completions
from gmtrack.play.page.present import phone_rows, render_phones_line
from gmtrack.play.page.session_page import SessionPage
from gmtrack.store.mailbox import Mailbox
from gmtrack.store.shared_page import (
    ASLEEP,
    AWAY,
    HERE,
    PageNotice,
    SharedPage,
    take_said,
)

from .terminal import Terminal

PATIENT = 60.0
NAMES = {"joe": "Joe", "ann": "Ann", "kat": "Kat"}


def within(seconds: float, look: Callable[[], Any]) -> Any:
    """What is there as soon as it is."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)
    return found


def page(asks: tuple[str, ...] = (), **phones: str) -> SharedPage:
    return SharedPage("http://here/", "http://all/", phones, asks, 1)


# --- what is told ---


@pytest.mark.parametrize(
    ("pages", "told"),
    [
        ([], ""),
        ([page(joe=HERE, ann=HERE)], "phones: 2 of 2 here"),
        ([page(joe=HERE, ann=ASLEEP, kat=AWAY)], "phones: 1 of 3 here, asleep: Ann"),
        ([page(joe=AWAY, ann=HERE), page(joe=HERE, ann=AWAY)], "phones: 2 of 2 here"),
        (
            [page(("joe",), joe=HERE)],
            "another phone asks for Joe: phones yes, phones no | phones: 1 of 1 here",
        ),
    ],
)
def test_the_line_below_the_prompt(pages: list[SharedPage], told: str) -> None:
    assert render_phones_line(pages, NAMES, 80) == told
    assert len(render_phones_line(pages, NAMES, 20)) <= 20


def test_whose_hand_is_up_stands_first_served_from_here_or_not() -> None:
    told = render_phones_line([page(joe=HERE)], NAMES, 80, ["ann", "joe"])
    assert told == "hand up: Ann, Joe | phones: 1 of 1 here"
    assert render_phones_line([], NAMES, 80, ["ann"]) == "hand up: Ann"


def test_the_list_says_who_sleeps_who_is_waited_for_and_whose_hand_is_up() -> None:
    pages = [page(("ann",), joe=HERE, ann=ASLEEP, kat=AWAY)]
    assert dict(phone_rows(pages, NAMES, hands={"joe"}, waited_for={"ann"})) == {
        "Joe": "here; hand up",
        "Ann": "asleep: dark, or out of reach; has a question; another phone asks for this name",
        "Kat": "not here yet",
        "television and others": "1",
    }


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionPage]:
    """The page of a session on a fight whose page another terminal serves."""
    encounter = SimpleNamespace(names=lambda: NAMES)
    file = tmp_path / "home" / "encounters" / "any" / "encounter.yaml"
    file.parent.mkdir(parents=True)
    fight = SimpleNamespace(known=SimpleNamespace(encounter=encounter), file=file)
    owner: Any = SimpleNamespace(fight=fight, file=str(file), signals=None)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    notice = PageNotice()
    notice.write(file.parent, page(("joe", "ann"), joe=HERE, ann=HERE, kat=AWAY))
    yield SessionPage(owner)
    notice.remove()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("yes joe", [("yes", "joe")]),
        ("no An", [("no", "ann")]),
        ("free kat", [("free", "kat")]),
    ],
)
def test_the_gm_says_who_gets_a_name(
    session: SessionPage, tmp_path: Path, line: str, said: list[tuple[str, str]]
) -> None:
    session.do_phones_line(line.split())
    assert list(take_said(tmp_path / "home" / "encounters" / "any")) == said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("yes", "`phones yes WHO`: Joe, Ann"),
        ("yes kat", "no player 'kat'"),
        ("free", "`phones free WHO`"),
        ("maybe", "`phones`: who is there"),
        ("yes joe ann", "`phones`: who is there"),
    ],
)
def test_what_is_not_meant_says_what_works(session: SessionPage, line: str, told: str) -> None:
    with pytest.raises(Refusal) as refused:
        session.do_phones_line(line.split())
    assert told in refused.value.message


def test_phones_is_completed() -> None:
    assert [entry.word for entry in find_completions("phones ", None)[1]] == ["yes", "no", "free"]
    assert "phones" in [entry.word for entry in find_completions("pho", None)[1]]


# --- one terminal ---


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens a session, 80 columns wide, with further words of its command line."""
    opened: list[Terminal] = []

    def open_(*words: str) -> Terminal:
        opened.append(Terminal(tmp_path / "home", 80, lines=60, words=words))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def address_in(terminal: Terminal) -> str:
    """The short address, as soon as it is shown."""
    terminal.wait_for("tap your name")
    terminal.wait_for("Television")
    found = re.findall(r"http://\S+/[a-z0-9]{5}-[a-z0-9]{5}/", terminal.transcript)
    return str(found[-1])


def status_of(url: str) -> int:
    """The status of an answer; 0 if nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def take(url: str, who: str) -> str:
    """Take a name in the lobby; the address of the page."""
    origin = "/".join(url.split("/")[:3])
    headers = {"Origin": origin, "Content-Type": "application/json"}
    body = json.dumps({"who": who}).encode()
    with urllib.request.urlopen(urllib.request.Request(url + "take", body, headers)) as answer:
        return origin + "/" + json.load(answer)["go"].removeprefix("../")


def fight_at(url: str) -> Any:
    """The first document of the fight that a page gets."""
    with urllib.request.urlopen(url + "live", timeout=PATIENT) as stream:
        kind = ""
        for line in stream:
            text = line.decode().rstrip("\n")
            kind = text.removeprefix("event: ") if text.startswith("event: ") else kind
            if text.startswith("data: ") and kind == "fight":
                return json.loads(text.removeprefix("data: "))
    return None


def is_shown(terminal: Terminal, text: str) -> bool:
    """Whether the screen shows a text: the line below the prompt is drawn in pieces."""
    return text in "\n".join(terminal.settle(0.1))


def test_an_evening_is_one_terminal(open_terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = open_terminal("--serve")
    url = address_in(terminal)
    terminal.wait_for("player characters roll their own dice")
    within(PATIENT, lambda: is_shown(terminal, "phones: 0 of 1 here"))
    own = take(url, "joe")
    with urllib.request.urlopen(own + "live", timeout=60):
        within(PATIENT, lambda: is_shown(terminal, "phones: 1 of 1 here"))
        # What is asked comes to the phone; Ctrl-C at the question leaves the page alone.
        terminal.type("roll-init\r")
        mailbox = Mailbox(tmp_path / "home" / "encounters" / "knife-fight")
        within(PATIENT, lambda: list(mailbox.open()))
        terminal.type("\x03")
        terminal.wait_for("cancelled")
        assert status_of(own) == 200
    within(PATIENT, lambda: is_shown(terminal, "0 of 1 here, asleep: Joe"))
    terminal.type("load @back-room\r")
    within(PATIENT, lambda: "Lena" in str(fight_at(url)))
    terminal.type("serve stop\r")
    terminal.wait_for("the page has ended")
    within(PATIENT, lambda: status_of(url) == 0)
    terminal.type("phones\r")
    terminal.wait_for("nothing is shown on phones")


def test_a_port_in_use_says_what_works(open_terminal: Callable[..., Terminal]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        terminal = open_terminal()
        terminal.wait_for("| saved")
        terminal.type(f"serve --port {port}\r")
        terminal.wait_for(f"error: port {port} is in use: `serve --port ")
    other = terminal.wait_for("`").strip()
    terminal.type(f"serve --port {other}\r")
    assert f":{other}/" in address_in(terminal)


@pytest.mark.parametrize("killed", [False, True])
def test_the_page_ends_with_the_session_however_that_ends(
    open_terminal: Callable[..., Terminal], killed: bool
) -> None:
    terminal = open_terminal("--serve")
    url = address_in(terminal)
    assert status_of(url) == 200
    if killed:
        terminal.process.send_signal(signal.SIGKILL)
    else:
        terminal.type("q\r")
    within(PATIENT, lambda: status_of(url) == 0)
