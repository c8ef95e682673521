"""Golden screens: what a screen looked like at each width when a person last looked at it.

`UPDATE_GOLDEN=1 pytest tests/view` (or another folder) writes them anew; read the difference
before committing it.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from long_run import LONG

WIDTHS = (120, 80, 60)
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))


def assert_golden(file: Path, drawn: Callable[[int], str]) -> None:
    """Hold a screen, drawn for each width, against the file that has it for all of them; every day
    for one of the widths, another one for each screen."""
    widths = WIDTHS if LONG or UPDATE else WIDTHS[crc32(file.name.encode()) % len(WIDTHS) :][:1]
    screens = {width: drawn(width) for width in widths}
    for width, screen in screens.items():
        assert max(map(len, screen.splitlines())) <= width
    if UPDATE:
        file.parent.mkdir(exist_ok=True)
        text = "".join(f"=== {width} columns ===\n{screen}" for width, screen in screens.items())
        file.write_text(text, encoding="utf-8")
    _, *kept = re.split(r"^=== (\d+) columns ===\n", file.read_text("utf-8"), flags=re.MULTILINE)
    assert kept[::2] == [str(width) for width in WIDTHS]
    assert screens.items() <= dict(zip(map(int, kept[::2]), kept[1::2], strict=True)).items()
