"""What armor leaves of a hit (ST-147, ST-158 to ST-162)."""

from typing import NamedTuple

from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.tables.health import WORST_FIRST, Mark
from gmtrack.rulesets.storyteller.tables.kinds import Place


class Rating(NamedTuple):
    """Both numbers of all that is worn."""

    ballistic: int = 0
    general: int = 0


BARE = Rating()


def worn(who: Fighter, place: Place | None = None) -> Rating:
    """The best piece counts, by house rule all of them; at a called
    place those that cover it."""
    pieces = who.sheet.armor
    rule = who.house.called_armor
    if place is not None and rule != "never_ignored":
        ignored = rule == "always_ignored"
        pieces = tuple(p for p in pieces if not ignored and place in p.covers)
    stack = sum if who.house.armor_stack == "sum" else _best
    return Rating(stack([p.ballistic for p in pieces]), stack([p.general for p in pieces]))


def _best(ratings: list[int]) -> int:
    return max(ratings, default=0)


class Soaked(NamedTuple):
    """The points that come through, what became bashing, what was removed; `shock` is ST-161."""

    points: dict[Mark, int]
    downgraded: int = 0
    removed: int = 0
    shock: bool = False

    @property
    def total(self) -> int:
        return sum(self.points.values())


def soak(points: int, kind: Mark, armor: Rating, *, firearm: bool, ap: int) -> Soaked:
    """What armor leaves, in the order of ST-160: ballistic, then general, then the shock."""
    ballistic = armor.ballistic if firearm else 0
    general = max(0, armor.general - max(0, ap - ballistic))
    downgraded = min(points, max(0, ballistic - ap)) if kind == "lethal" else 0
    left: dict[Mark, int] = {"aggravated": 0, "lethal": 0, "bashing": downgraded}
    left[kind] += points - downgraded
    removed = 0
    for mark in WORST_FIRST:
        here = min(left[mark], general - removed)
        left[mark] -= here
        removed += here
    shock = kind == "lethal" and removed > 0 and removed == points
    if shock:
        left["bashing"] = 1
    return Soaked({mark: n for mark, n in left.items() if n}, downgraded, removed, shock)
