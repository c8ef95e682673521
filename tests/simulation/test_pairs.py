"""The comparison of pairs of fights finds a loss, and finds none where there is none."""

import random

import pytest

from .pairs import Limits, compare

SHORT = Limits(80, 0.25, 15)
COMPARISONS = 200


def worse_in(differing: float, advantage: float) -> float:
    """Return the share of comparisons that end with a loss, of pairs of which so many differ and
    of which sense wins so many more than it loses."""
    chance = random.Random(1)
    wins = (differing + advantage) / 2

    def pair(_: int) -> int:
        fallen = chance.random()
        return 1 if fallen < wins else -1 if fallen < differing else 0

    return sum(compare(pair, SHORT).is_worse for _ in range(COMPARISONS)) / COMPARISONS


@pytest.mark.parametrize("differing", [0.1, 0.2, 0.4, 0.6])
def test_no_loss_is_hardly_ever_found_where_there_is_none(differing: float) -> None:
    """Of many: 0.3, 0.4, 1.5 and 3 %."""
    assert worse_in(differing, 0) <= 0.05


@pytest.mark.parametrize(
    ("differing", "loss", "found"),
    [(0.2, 0.2, 0.8), (0.4, 0.2, 0.5), (0.4, 0.3, 0.9), (0.4, 0.4, 0.95), (0.6, 0.3, 0.75)],
)
def test_a_loss_is_found(differing: float, loss: float, found: float) -> None:
    """Of many: 87, 63, 96, 99 and 84 %. With 10 to 60 pairs, looked at in tens and left where a
    loss of 0.1 was two standard deviations off, it was 87, 47, 91, 100 and 73 %."""
    assert worse_in(differing, -loss) >= found


def test_it_ends_early_where_it_is_clear() -> None:
    assert compare(lambda _: 1, SHORT).pairs == 4
    assert compare(lambda _: 0, SHORT).pairs == 12
    assert compare(lambda _: -1, SHORT) == (10, -1, True)
