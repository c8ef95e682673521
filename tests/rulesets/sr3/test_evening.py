"""What was typed in haste at the table, and what is told then."""

from pathlib import Path

import pytest

from gmtrack.core.encounter import Data

from ..typing_in import at_home_in, gmtrack

GARAGE = Path(__file__).parents[3] / "encounters" / "garage-night.yaml"


@pytest.fixture(autouse=True)
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home_in(tmp_path, monkeypatch)
    assert gmtrack("load", str(GARAGE)).code == 0


def told(line: str) -> str:
    answer = gmtrack(*line.split())
    assert answer.code == 0, answer.err
    return answer.out


def doc(line: str) -> Data:
    answer = gmtrack(*line.split(), "--json")
    assert answer.code == 0, answer.err
    return answer.doc


def refused(line: str) -> str:
    answer = gmtrack(*line.split())
    assert answer.code == 1, answer.out
    return answer.err


@pytest.mark.parametrize("line", ["attack boss bf", "attack boss bf full", "attack boss full"])
def test_an_attack_on_nobody_is_refused(line: str) -> None:
    assert "internal error" not in refused(line)
