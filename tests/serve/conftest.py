"""A real browser, and a server whose page it looks at."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import FLAGS, ICON, Look, chromium
from fights import FIGHT
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright
from serving import Gm
from stand_in import Server

PATIENT = 30_000
"""Milliseconds in which a page has to come to what is expected of it, on a busy machine too."""
expect.set_options(timeout=PATIENT)


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


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    """Those that tests have done with, and whose clock is the real one: to open one takes longer
    than most of them. Each test has a server at another port, so that the page knows nothing of
    the last one."""
    return []


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[Gm]:
    """A GM who has loaded the knife-fight."""
    found = Gm(tmp_path)
    found("load", "@knife-fight")
    yield found
    found.stop()


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
def look(browser: Browser, pages: list[Page]) -> Iterator[Look]:
    """Opens an address on a screen of its own, a phone unless said otherwise, and waits for the
    fight. No script may fail and nothing be refused by the policy meanwhile."""
    wrong: list[str] = []
    opened: list[Page] = []
    clocks = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text and ICON not in message.text:
            wrong.append(message.text)

    def fail(error: Error) -> None:
        wrong.append(str(error))

    def look(url: str, width: int = 360, height: int = 740, *, clock: bool = False) -> Page:
        page = browser.new_context().new_page() if clock or not pages else pages.pop()
        (clocks if clock else opened).append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(PATIENT)
        page.on("console", note)
        page.on("pageerror", fail)
        if clock:
            page.clock.install()
        page.goto(url)
        page.wait_for_selector("#fight:not([hidden])")
        return page

    yield look
    for page in clocks:
        page.context.close()
    for page in opened:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", fail)
    pages += opened
    assert wrong == []
