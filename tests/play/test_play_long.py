"""An evening at the prompt: what is kept in memory does not grow with it."""

import subprocess
import sys
from pathlib import Path

import pytest
from long_run import LONG

from .terminal import ROOT, Terminal

PROMPTS = 80 if LONG else 40
MOST = 100 * 1024
"""Kilobytes of a session."""


def kilobytes(process: "subprocess.Popen[bytes]") -> int:
    """What a process has in memory."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a system that tells it")
def test_memory_stays_as_it_is_from_prompt_to_prompt(terminal: Terminal) -> None:
    def play(prompts: int) -> int:
        for number in range(prompts):
            terminal.type(f"a joe bob --seed {number} --dry-run\r")
            for text in ("dry run: nothing", "dry run: nothing", "| saved"):
                terminal.wait_for(text)
        return kilobytes(terminal.process)

    begun = play(30)
    ended = play(PROMPTS)
    assert ended - begun < PROMPTS * 1024 / 40
    assert ended < MOST


@pytest.mark.parametrize(
    ("words", "stays"), [(["play"], True), (["watch"], True), (["board"], False)]
)
def test_garbage_is_collected_by_what_goes_on_for_hours(words: list[str], stays: bool) -> None:
    code = (
        "import gc, os, sys\n"
        "from gmtrack.cli import main, watch\n"
        "watch.wait_for_changes = lambda *_: iter(())\n"
        "os._exit = lambda _: sys.exit(0 if gc.isenabled() else 3)\n"
        "main.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], stdin=subprocess.DEVNULL,
        capture_output=True, cwd=ROOT, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == (0 if stays else 3), done.stderr


def test_too_much_that_is_pasted_is_refused_at_once(terminal: Terminal) -> None:
    terminal.type("\x1b[200~" + "x" * 11_000 + "\x1b[201~")
    terminal.wait_for("11,000 characters were pasted")
    terminal.type("\x1b[200~" + "d bob 1\n" * 20_000 + "\x1b[201~")
    terminal.wait_for("100,000 are taken at once")
    terminal.type("\x1b[200~d bob 1\rd bob 2\r\n\x1b[201~\r")
    terminal.wait_for("flesh 9/10 left")
    terminal.wait_for("flesh 7/10 left")


def test_what_is_typed_without_an_end_is_refused(terminal: Terminal) -> None:
    terminal.type("\x1b[200~" + "x" * 9_900 + "\x1b[201~")
    terminal.settle(0)
    terminal.type("x" * 101)
    terminal.wait_for("at most 10,000 characters")
