"""How the tests look at a page."""

import os
import shutil
from collections.abc import Callable

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
    return os.environ.get("PLAYWRIGHT_CHROMIUM") or shutil.which("chromium")


def television(server: Server) -> tuple[str, int, int]:
    """What to look at for a television."""
    return (f"{server.url}?big", 1920, 1080)
