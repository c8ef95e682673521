"""What a Spotlight fight tells at the table that no document has."""

from pathlib import Path

import pytest

from ..typing_in import at_home_in, gmtrack

FIGHT = Path(__file__).parents[3] / "encounters" / "ninth-street.yaml"


@pytest.fixture(autouse=True)
def fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home_in(tmp_path, monkeypatch)
    monkeypatch.setenv("COLUMNS", "80")
    done(f"load {FIGHT}")
    done("roll-init --roll joe=5,5,1,1 --roll wendy=1,1,1,1 --roll sally=1,1,1 --roll bill=1,1")


def done(line: str) -> str:
    answer = gmtrack(*line.split())
    assert answer.code == 0, (line, answer.err)
    return " ".join(answer.out.split())


def after_the_npcs() -> str:
    """What the last `next` tells that leads to the stage open to all."""
    for _ in range(4):
        done("next")
    return done("next")


def test_it_is_told_whose_ap_are_lost_with_the_turn_of_the_npcs() -> None:
    lost = "Unspent AP are lost with the turn: Street punk, First thug, Second thug "
    assert lost in after_the_npcs()


def test_the_ap_of_those_who_are_down_are_lost_without_a_word() -> None:
    done("effect thug-1 unconscious")
    assert "lost with the turn: Street punk, Second thug " in after_the_npcs()


def test_an_attack_on_the_dead_is_no_refusal_but_is_told() -> None:
    assert "Already dead" not in done("attack joe punk --roll attack=1,1,1,1,1")
    done("effect punk dead")
    assert "Already dead: Street punk" in done("attack joe punk --roll attack=1,1,1,1,1")
