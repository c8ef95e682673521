"""Whom each tactic attacks."""

import random
from typing import Any

import pytest

from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.tactics import DEFAULT_TACTIC, TACTICS, BestAttacks

FOES = ["ann", "bob", "cy"]


class Seen:
    """A fight as somebody sees it: the foes from the one opposite on, what is left to each, how
    far they are, and whom the side attacks."""

    def __init__(self, **fight: Any) -> None:
        self.lefts = fight.get("left", {"ann": 5, "bob": 3, "cy": 9})
        self.far = fight.get("far", {})
        self.side = fight.get("side")
        self.best_attacks: BestAttacks = fight.get("best", {})
        self.standing = fight.get("standing", FOES)
        self.choices_random = random.Random(1)

    def foes(self, who: str) -> list[str]:
        assert who == "joe"
        return list(self.standing)

    def boxes_left(self, who: str) -> int:
        return int(self.lefts[who])

    def distance_to(self, who: str, other: str) -> float | None:
        assert who == "joe"
        found: float | None = self.far.get(other)
        return found

    def agreed_target(self, who: str) -> str | None:
        assert who == "joe"
        found: str | None = self.side
        return found

    def agree_on(self, who: str, target: str) -> None:
        assert who == "joe"
        self.side = target


def chosen(word: str, **fight: Any) -> list[str]:
    return [aim.target for aim in TACTICS[word](Seen(**fight), "joe")]


BEST = {
    ("joe", "ann"): (2.0, WantedAttack("ann", "gun")),
    ("joe", "cy"): (6.0, WantedAttack("cy", "axe", ("mad",))),
}


@pytest.mark.parametrize(
    ("word", "fight", "order"),
    [
        ("nearest", {}, ["ann", "bob", "cy"]),
        ("nearest", {"far": {"cy": 2.0, "ann": 7.5}}, ["cy", "ann", "bob"]),
        ("weakest", {}, ["bob", "ann", "cy"]),
        ("strongest", {}, ["cy", "ann", "bob"]),
        ("focus", {}, ["bob", "ann", "cy"]),
        ("focus", {"side": "cy"}, ["cy", "ann", "bob"]),
        ("focus", {"side": "cy", "standing": ["ann", "bob"]}, ["bob", "ann"]),
        # Ann would lose 2 of 5, Cy 6 of 9, of Bob nothing is known.
        ("odds", {"best": BEST}, ["cy", "ann", "bob"]),
        # More than is left does no more harm: of both there is 1 to lose, and Ann stands opposite.
        ("odds", {"best": BEST, "left": {"ann": 1, "bob": 3, "cy": 1}}, ["ann", "cy", "bob"]),
    ],
)
def test_the_order_in_which_foes_are_attacked(
    word: str, fight: dict[str, Any], order: list[str]
) -> None:
    assert chosen(word, **fight) == order


def test_a_side_that_focuses_stays_with_its_target() -> None:
    seen = Seen()
    assert TACTICS["focus"](seen, "joe")[0].target == "bob"
    seen.lefts = {"ann": 1, "bob": 3, "cy": 9}
    assert TACTICS["focus"](seen, "joe")[0].target == "bob"


def test_by_odds_with_what_does_most_harm() -> None:
    aims = TACTICS["odds"](Seen(best=BEST), "joe")
    assert list(aims) == [
        WantedAttack("cy", "axe", ("mad",)),
        WantedAttack("ann", "gun"),
        WantedAttack("bob"),
    ]


def test_at_random_everybody_comes_first_at_some_time() -> None:
    seen = Seen()
    orders = [[aim.target for aim in TACTICS["random"](seen, "joe")] for _ in range(60)]
    assert {order[0] for order in orders} == set(FOES)
    assert all(sorted(order) == FOES for order in orders)


def test_there_is_a_usual_one() -> None:
    assert DEFAULT_TACTIC in TACTICS
