"""Golden screens: what a screen looked like at each width when a person last looked at it.

`UPDATE_GOLDEN=1 pytest tests/view` (or another folder) writes them anew; read the difference
before committing it.
"""

import os
from collections.abc import Callable
from pathlib import Path

WIDTHS = (120, 80, 60)


def assert_golden(file: Path, drawn: Callable[[int], str]) -> None:
    """Hold a screen, drawn for each width, against the file that has it for all of them."""
    screens = {width: drawn(width) for width in WIDTHS}
    for width, screen in screens.items():
        assert max(map(len, screen.splitlines())) <= width
    text = "".join(f"=== {width} columns ===\n{screen}" for width, screen in screens.items())
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
