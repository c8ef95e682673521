"""A real browser, and a server whose page it looks at."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator

import pytest
from fights import FIGHT
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from stand_in import Server

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ICON = "Loading the image 'data:,' violates"
"""The empty icon keeps the browser from asking for one; the policy refuses it all the same."""
Look = Callable[..., Page]


def chromium() -> str | None:
    return os.environ.get("PLAYWRIGHT_CHROMIUM") or shutil.which("chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each module: its loop must not go on beside other tests."""
    path = chromium()
    if path is None:
        pytest.skip("no browser: install Debian's package chromium, or set PLAYWRIGHT_CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    found.show(FIGHT)
    thread = threading.Thread(target=found.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield found
    found.lose()
    found.shutdown()
    found.server_close()
    thread.join()


@pytest.fixture
def look(browser: Browser) -> Iterator[Look]:
    """Opens an address on a screen of its own, a phone unless said otherwise, and waits for the
    fight. No script may fail and nothing be refused by the policy meanwhile."""
    wrong: list[str] = []
    contexts = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text and ICON not in message.text:
            wrong.append(message.text)

    def look(url: str, width: int = 360, height: int = 740, *, clock: bool = False) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5_000)
        page.on("console", note)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if clock:
            page.clock.install()
        page.goto(url)
        page.wait_for_selector("#fight:not([hidden])")
        return page

    yield look
    for context in contexts:
        context.close()
    assert wrong == []


def television(server: Server) -> tuple[str, int, int]:
    """What to look at for a television."""
    return (f"{server.url}?big", 1920, 1080)
