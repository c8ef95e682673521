"""Pages of the guide in a terminal: screens recorded at 80 columns are not folded there."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from gmtrack.view.markdown import MarkdownPage

ROOT = Path(__file__).parents[2] / "gmtrack"
PAGES = [*sorted((ROOT / "guide").glob("*.md")), *sorted(ROOT.glob("rulesets/*/GUIDE.md"))]
WIDTH = 80


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_screen_of_a_page_is_folded(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    console = Console(file=io.StringIO(), width=WIDTH, force_terminal=False)
    console.print(MarkdownPage(text))
    written = console.file
    assert isinstance(written, io.StringIO)
    shown = {line.rstrip() for line in written.getvalue().split("\n")}
    lines = [line.rstrip() for block in blocks for line in block.split("\n")]
    assert [line for line in lines if len(line) <= WIDTH and line not in shown] == []
