"""Odds are what the rules do, counted out."""

from pathlib import Path

import pytest

from .odds_play import Sample, encounter, same, samples, search, whole


@pytest.mark.parametrize("sample", samples("small"), ids=str)
def test_odds_are_those_of_every_face_of_every_die(sample: Sample, tmp_path: Path) -> None:
    fight = encounter(sample, tmp_path)
    quick = search(sample, fight, sample.line).odds()
    slow = search(sample, fight, sample.line, faces=True).odds(most=10**6)
    whole(quick)
    same(quick, slow)
