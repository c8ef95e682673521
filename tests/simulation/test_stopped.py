"""Ctrl-C stops a simulation with a word, and never with a traceback of a process that starts."""

import os
import signal

import pytest

from gmtrack.cli import main
from gmtrack.simulation.jobs import _hold_interrupts


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs signal masks")
def test_ctrl_c_waits_while_a_process_starts() -> None:
    reached = []

    def start() -> None:
        with _hold_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            reached.append("the end of the block")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert reached
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_ctrl_c_before_the_first_fight_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gmtrack.app.simulation.simulated.simulate_fights", stopped)
    assert main.execute(["simulate", "@knife-fight", "--fights", "9"]) == 130
    assert capsys.readouterr().err == "stopped before any fight was over\n"
