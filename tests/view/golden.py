"""Golden screens: what a screen looked like when a person last looked at it.

`UPDATE_GOLDEN=1 pytest tests/view` writes them anew; read the difference before committing it.
"""

import os
from pathlib import Path

from gmtrack.view.text import Line, plain

FOLDER = Path(__file__).parent / "golden"


def assert_golden(name: str, lines: list[Line]) -> None:
    file = FOLDER / f"{name}.txt"
    text = "".join(plain(line) + "\n" for line in lines)
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
