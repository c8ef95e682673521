"""The bottom line: whose turn it is comes first, whatever there is no room for."""

from pathlib import Path

import pytest

from gmtrack.core.screen import Board, Row, Turn
from gmtrack.core.standing import Standing
from gmtrack.play.fight_status import SeenFight, render_status_line
from gmtrack.play.typed_line import KnownFight
from gmtrack.rulesets.spotlight import ruleset

SALLY = Row("sally", "Sally", "pc", True, False, Standing("up"), ())
CLOCK = (("round", "1"), ("spotlight", "open to all with AP left"))
BOARD = Board("Rain on Ninth Street", CLOCK, (), (SALLY,), {}, turn=Turn("4 AP"))
START = "Sally, 4 AP | round 1 spotlight open to all with AP left"


@pytest.mark.parametrize(
    ("width", "undo", "told"),
    [
        (60, "", f"{START} | …"),
        (60, "next", f"{START} | …\nundo: next"),
        (70, "", f"{START} | saved"),
        (80, "", f"{START} | saved | Rain on Nint…"),
        (120, "next", f"{START} | saved | Rain on Ninth Street | undo: next"),
    ],
)
def test_whose_turn_it_is_comes_first(width: int, undo: str, told: str) -> None:
    fight = SeenFight(KnownFight(), BOARD, ruleset, undo or None, True, Path("x"), 1)
    line = render_status_line(fight, width)
    assert line == told


@pytest.mark.parametrize(("slips", "told"), [(1, "1 likely slip"), (3, "3 likely slips")])
def test_likely_slips_are_told_quietly(slips: int, told: str) -> None:
    fight = SeenFight(KnownFight(), BOARD, ruleset, None, True, Path("x"), 1, slips)
    assert (
        render_status_line(fight, 120)
        == f"{START} | saved | {told}: validate | Rain on Ninth Street"
    )
