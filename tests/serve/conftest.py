"""A real browser, and a server whose page it looks at."""

import asyncio
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
EMPTY = "about:blank"
CLEANED = """() => {
  notice("");
  document.activeElement.blur();
  scrollTo(0, 0);
  for (const one of document.querySelectorAll("details")) one.open = one.id === "";
  return link === "live";
}"""
"""Takes away what tests leave on a page, and says whether it follows the fight."""


class Chromium:
    """A running browser, and the pages that tests have done with. To open a page takes longer than
    most tests. Each test has a server at another port, so that a page knows nothing of the last
    test."""

    def __init__(self, program: str) -> None:
        self.playwright = sync_playwright().start()
        self.loop = asyncio.get_running_loop()
        self.browser = self.playwright.chromium.launch(executable_path=program, args=FLAGS)
        self.pages: list[Page] = []
        self.pages_with_clock: list[Page] = []

    def resume(self) -> None:
        asyncio._set_running_loop(self.loop)

    def pause(self) -> None:
        """Let other tests have event loops of their own: as long as Playwright waits for nobody,
        Python takes its loop for one that runs."""
        asyncio._set_running_loop(None)

    def take_page(self, url: str, *, clock: bool) -> Page:
        """Return a page that no test has now, with the real clock or with one that a test can put
        forward; one that shows the address, if there is one."""
        pages = self.pages_with_clock if clock else self.pages
        if pages:
            return pages.pop(next((n for n, page in enumerate(pages) if page.url == url), -1))
        page = self.browser.new_context(color_scheme="dark", has_touch=True).new_page()
        if clock:
            page.clock.install()
        return page

    def clear_pages(self) -> None:
        """Have no page look for a server that is gone."""
        self.resume()
        for page in (*self.pages, *self.pages_with_clock):
            if page.url != EMPTY:
                page.goto(EMPTY)
        self.pause()

    def close(self) -> None:
        self.resume()
        self.browser.close()
        self.playwright.stop()


RUNNING: list[Chromium] = []
"""The browser of all tests of this process, once it has been started."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Clear the browser's pages before a test that uses none, and close it after the last test."""
    result = yield
    if RUNNING and nextitem is None:
        RUNNING.pop().close()
    elif RUNNING and "running" not in getattr(nextitem, "fixturenames", ()):
        RUNNING[0].clear_pages()
    return result


@pytest.fixture
def running() -> Iterator[Chromium]:
    program = chromium()
    if program is None:
        pytest.skip("no browser: install Debian's package chromium, or set PLAYWRIGHT_CHROMIUM")
    if not RUNNING:
        RUNNING.append(Chromium(program))
    RUNNING[0].resume()
    yield RUNNING[0]
    RUNNING[0].pause()


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


def serving() -> Iterator[Server]:
    """Yield a server that shows the fight, until nobody needs it any more."""
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
def server() -> Iterator[Server]:
    yield from serving()


@pytest.fixture(scope="module")
def server_of_the_module() -> Iterator[Server]:
    """A server for tests that leave the fight alone, and only ask: see `look`."""
    yield from serving()


@pytest.fixture
def look(running: Chromium) -> Iterator[Look]:
    """Opens an address on a screen of its own, a phone unless said otherwise, and waits for the
    fight. No script may fail and nothing be refused by the policy meanwhile. `stay`: a page of
    the last test that has the address stays as it is, but for what that test has left on it."""
    wrong: list[str] = []
    opened: list[tuple[Page, list[Page]]] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text and ICON not in message.text:
            wrong.append(message.text)

    def fail(error: Error) -> None:
        wrong.append(str(error))

    def look(
        url: str, width: int = 360, height: int = 740, *, clock: bool = False, stay: bool = False
    ) -> Page:
        page = running.take_page(url, clock=clock)
        opened.append((page, running.pages_with_clock if clock else running.pages))
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(PATIENT)
        page.on("console", note)
        page.on("pageerror", fail)
        if stay and page.url == url and page.evaluate(CLEANED):
            expect(page.locator("#question")).to_be_hidden()
            page.evaluate(CLEANED)
        else:
            page.goto(url)
            page.wait_for_selector("#fight:not([hidden])", state="attached")
        return page

    yield look
    for page, pages in opened:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", fail)
        pages.append(page)
    assert wrong == []
