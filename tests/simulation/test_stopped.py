"""Ctrl-C stops a simulation with a word, and never with a traceback of a process that starts."""

import signal
import subprocess
import sys

import pytest

from gmtrack.cli import main
from gmtrack.simulation.processes.jobs import _hold_interrupts


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs signal masks")
def test_a_process_that_starts_never_gets_ctrl_c() -> None:
    asked = "import signal as s; print(s.SIGINT in s.pthread_sigmask(s.SIG_BLOCK, ()))"
    with _hold_interrupts():
        held = subprocess.check_output([sys.executable, "-c", asked])
    assert held == b"True\n"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_ctrl_c_before_the_first_fight_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gmtrack.app.simulation.simulated.simulate_fights", stopped)
    assert main.execute(["simulate", "@knife-fight", "--fights", "9"]) == 130
    assert capsys.readouterr().err == "stopped before any fight was over\n"
