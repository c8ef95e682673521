"""The page for programs: each example is run, and prints what stands below it.

`UPDATE_README=1 pytest tests/test_programs_page.py` takes what they print anew.
"""

import io
import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import redirect_stdout
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from gmtrack import Fight

PAGE = Path(__file__).parents[1] / "gmtrack" / "PROGRAMS.md"
EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```\n)?", re.DOTALL | re.M
)
CHAPTERS = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
FOUND = {
    chapter.partition("\n")[0]: example
    for chapter in CHAPTERS
    if (example := EXAMPLE.search(chapter))
}
FOUGHT = {
    "@underpass": ("attack sable chief", "attack lotus chief", "attack sable chief"),
    "@cold-store": ("attack sable buyer", "attack bison buyer", "attack lotus buyer"),
}
HOOK = "The board on a web hook"
PARTY = "Who dealt what, over a party's fights"


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONPATH", str(PAGE.parents[1]))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    monkeypatch.chdir(tmp_path)


def run(title: str) -> tuple[dict[str, Any], str]:
    """What an example has left, and what it has printed."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(FOUND[title]["code"], title, "exec"), names)
    return names, printed.getvalue()


def test_every_example_is_known() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(FOUND) == text.count("\n```python\n") == 5
    assert text.count("\n```") == 2 * (5 + 4)


@pytest.mark.parametrize("title", [title for title in FOUND if title != HOOK])
def test_an_example_prints_what_stands_below_it(title: str) -> None:
    if title == PARTY:
        pytest.importorskip("matplotlib")
        played()
    _, printed = run(title)
    if os.environ.get("UPDATE_README"):
        text = PAGE.read_text(encoding="utf-8")
        code = FOUND[title]["code"]
        before, _, rest = text.partition(code)
        behind = rest.removeprefix("```\n\n```text\n").partition("```\n")[2]
        PAGE.write_text(f"{before}{code}```\n\n```text\n{printed}```\n{behind}", encoding="utf-8")
    else:
        assert printed == FOUND[title]["printed"]
    if title == PARTY:
        assert Path("dealt.png").stat().st_size


def played() -> None:
    """Two fights of one party."""
    for file, lines in FOUGHT.items():
        fight = Fight.open(file)
        for seed, line in enumerate(lines):
            fight.run(line, seed=seed)
        fight.run("end")


def test_the_core_of_the_bot_has_forty_lines() -> None:
    core = FOUND["The core of a chat bot"]["code"].partition("\n\n\nchannel = ")[0]
    assert len(core.splitlines()) <= 40


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A web hook, and what has come there."""
    heard: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append(json.loads(body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", heard
        server.shutdown()
        thread.join()


def test_the_bridge_pushes_what_is_new(hook: tuple[str, list[dict[str, Any]]]) -> None:
    address, heard = hook
    fight = Fight.open("@knife-fight")
    bridge = run(HOOK)[0]["bridge"]
    bridge(address, 0, 3)
    assert heard == [fight.board()]
    fight.run("damage bob 2")
    bridge(address, 0, 2)
    assert heard[1:] == [fight.board()]
    assert heard[0] != heard[1]
