"""What the GM is told beside the numbers: what to type, who acts when, why it is so."""

from pathlib import Path

import pytest

from ..typing_in import at_home_in, gmtrack

ENCOUNTER = Path(__file__).parents[3] / "encounters" / "back-room.yaml"
SCORES = {"nick": 8, "lena": 7, "bouncer": 6, "gambler-1": 9, "gambler-2": 2, "dog": 4, "host": 1}


@pytest.fixture(autouse=True)
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home_in(tmp_path, monkeypatch)
    told("load", str(ENCOUNTER))


def told(*argv: str) -> str:
    answer = gmtrack(*argv)
    assert answer.code == 0, answer.err
    return answer.out


def roll_init() -> str:
    return told(
        "roll-init", *(word for who in SCORES for word in ("--roll", f"{who}={SCORES[who]}"))
    )


def test_the_line_for_a_move_that_was_won_can_be_typed() -> None:
    """ST-073"""
    out = told("act", "gambler-1", "grab", "nick", "--mod", "12", "--seed", "4")
    assert "First gambler won a move: `act gambler-1 take-move --with move=damage`" in out
    told(*["act", "gambler-1", "take-move", "--with", "move=damage"])
