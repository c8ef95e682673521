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


class Chromium:
    """A running browser, and the pages that tests have done with, whose clock is the real one. To
    open a page takes longer than most tests. Each test has a server at another port, so that a
    page knows nothing of the last test."""

    def __init__(self, program: str) -> None:
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=program, args=FLAGS)
        self.pages: list[Page] = []

    def close(self) -> None:
        self.browser.close()
        self.playwright.stop()


RUNNING: list[Chromium] = []
"""The browser, as long as one test after the other looks at pages."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the browser before a test that uses none: its loop must not go on beside that."""
    result = yield
    if "running" not in getattr(nextitem, "fixturenames", ()) and RUNNING:
        RUNNING.pop().close()
    return result


@pytest.fixture
def running() -> Chromium:
    program = chromium()
    if program is None:
        pytest.skip("no browser: install Debian's package chromium, or set PLAYWRIGHT_CHROMIUM")
    if not RUNNING:
        RUNNING.append(Chromium(program))
    return RUNNING[0]


@pytest.fixture
def browser(running: Chromium) -> Browser:
    return running.browser


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
def look(running: Chromium) -> Iterator[Look]:
    """Opens an address on a screen of its own, a phone unless said otherwise, and waits for the
    fight. No script may fail and nothing be refused by the policy meanwhile."""
    browser, pages = running.browser, running.pages
    wrong: list[str] = []
    opened: list[Page] = []
    clocks: list[Page] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text and ICON not in message.text:
            wrong.append(message.text)

    def fail(error: Error) -> None:
        wrong.append(str(error))

    def look(url: str, width: int = 360, height: int = 740, *, clock: bool = False) -> Page:
        page = (
            browser.new_context(color_scheme="dark", has_touch=True).new_page()
            if clock or not pages
            else pages.pop()
        )
        (clocks if clock else opened).append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(PATIENT)
        page.on("console", note)
        page.on("pageerror", fail)
        if clock:
            page.clock.install()
        page.goto(url)
        page.wait_for_selector("#fight:not([hidden])", state="attached")
        return page

    yield look
    for page in clocks:
        page.context.close()
    for page in opened:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", fail)
    pages += opened
    assert wrong == []
