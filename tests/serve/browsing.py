"""How the tests look at a page."""

import os
import shutil
from collections.abc import Callable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
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
    """Return the path of the browser, or None if there is none. The shell
    that has no window at all starts, and opens a page, in a quarter of the time."""
    named = os.environ.get("PLAYWRIGHT_CHROMIUM")
    return named or shutil.which("chromium-headless-shell") or shutil.which("chromium")


def television(server: Server) -> tuple[str, int, int]:
    """What to look at for a television."""
    return (f"{server.url}?big", 1920, 1080)


AXE = """(rules) => axe.run(document, { resultTypes: ["violations"], ...rules })
  .then((found) => found.violations)"""
RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"]


def violations(page: Page, *, of_colours: bool = False) -> list[dict[str, Any]]:
    """What axe finds wrong with the page as it stands; `of_colours`: with its colours alone, which
    are all that differs between the dark page and the light one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules = {"runOnly": {"type": "rule", "values": RULES_OF_COLOURS}} if of_colours else {}
    found: list[dict[str, Any]] = page.evaluate(AXE, rules)
    return found


def serious_violations(page: Page, *, of_colours: bool = False) -> list[str]:
    """What axe finds wrong with the page for somebody, and where."""
    found = violations(page, of_colours=of_colours)
    bad = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in bad]
