"""Chances as pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import odds_samples
import pytest
import view_samples as samples
from golden import assert_golden

from gmtrack.view.odds import MOST_ROWS, amounts, percent, render_odds
from gmtrack.view.text import Line, cells, plain

GOLDEN = Path(__file__).parent / "golden"
ANSWERS: dict[str, Callable[[], dict[str, Any]]] = {
    "one": odds_samples.one,
    "far": odds_samples.far,
    "several": odds_samples.several,
    "variants": odds_samples.variants,
    "against": odds_samples.against,
}
EVERY_ANSWER = pytest.mark.parametrize("name", ANSWERS)


def screen(name: str, width: int) -> list[Line]:
    return render_odds(ANSWERS[name](), samples.NAMES, width)


@EVERY_ANSWER
def test_odds_look_as_they_looked_when_a_person_read_them(name: str) -> None:
    def drawn(width: int) -> str:
        return "".join(plain(line) + "\n" for line in screen(name, width))

    assert_golden(GOLDEN / f"odds-{name}.txt", drawn)


@EVERY_ANSWER
@pytest.mark.parametrize("width", [120, 80, 60, 40, 33, 300])
def test_no_odds_are_wider_than_the_terminal(name: str, width: int) -> None:
    assert max(cells(plain(line)) for line in screen(name, width)) <= width


@EVERY_ANSWER
def test_hostile_names_in_odds_are_shown_and_never_obeyed(name: str) -> None:
    text = "\n".join(map(plain, screen(name, 80)))
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (0.0, "-"),
        (1e-12, "<0.1 %"),
        (0.00049, "<0.1 %"),
        (0.0005, "0.1 %"),
        (0.0994, "9.9 %"),
        (0.0995, "10 %"),
        (0.5, "50 %"),
        (0.994, "99 %"),
        (0.996, "99.6 %"),
        (0.9994, "99.9 %"),
        (0.99951, ">99.9 %"),
        (1.0, "100 %"),
        (sum([0.1] * 10), "100 %"),
        (sum([1 / 49] * 49) + 1e-15, "100 %"),
    ],
)
def test_a_chance_is_told_so_that_never_and_always_mean_it(chance: float, told: str) -> None:
    assert percent(chance) == told


@pytest.mark.parametrize("most", [1, 5, 14, 15, 40, 400])
def test_any_number_of_amounts_fits_on_a_screen_and_none_is_lost(most: int) -> None:
    distribution = {str(n): 1 / (most + 1) for n in range(most + 1)}
    rows = amounts(distribution)
    assert len(rows) <= MOST_ROWS + 1
    assert abs(sum(row.chance for row in rows) - 1) < 1e-9
    assert rows[0].at_least == pytest.approx(1)
    assert all(row.at_least >= row.chance - 1e-12 for row in rows)
