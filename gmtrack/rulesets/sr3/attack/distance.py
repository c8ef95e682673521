"""The distance to a target: range category, base target number, spread of shot (SR-044 to SR-046,
SR-108 to SR-114)."""

from math import dist
from typing import TYPE_CHECKING

from gmtrack.rulesets.sr3.attack.plan import Range, Strike
from gmtrack.rulesets.sr3.sheet.live import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.ranges import BASE_TN, CATEGORIES, Category

if TYPE_CHECKING:
    from gmtrack.rulesets.sr3.attack.document import RangeDoc


def find_range(s: Strike) -> Range | None:
    """As told, or by both positions; None where it is not known."""
    if s.has("range"):
        for category in CATEGORIES:
            if s.words["range"].value == category:
                return Range(None, category)
    told = s.count("range")
    metres = apart(s.attacker, s.target) if told is None else told
    return None if metres is None else at(s.weapon, metres)


def apart(one: Fighter, other: Fighter) -> int | None:
    """Whole metres, as SR-R03 rounds; None where a position is not known."""
    if one.position is None or other.position is None:
        return None
    # Positions are kept to the millimetre: nothing of that may be seen in whole metres.
    exact = round(dist(one.position, other.position), PLACES - 1)
    down = int(exact)
    return down + (exact > down and one.house.rounding == "up")


def at(weapon: Weapon, metres: int) -> Range:
    """SR-044, SR-045"""
    if metres < weapon.min_range:
        return Range(metres, "short", too_near=True)
    ends = zip(CATEGORIES, weapon.ranges, strict=False)
    category = next((row for row, end in ends if metres <= end), None)
    return Range(metres, category or CATEGORIES[-1], too_far=category is None)


def seen_at(s: Strike) -> Category:
    """SR-046: the category, lowered by the scope."""
    if s.range is None:
        return CATEGORIES[0]
    return CATEGORIES[max(0, CATEGORIES.index(s.range.category) - s.weapon.scope)]


def base_tn(s: Strike) -> int:
    """SR-044"""
    return BASE_TN[seen_at(s)]


def range_doc(s: Strike) -> "RangeDoc":
    """`range` of the document."""
    return {"metres": s.range.metres if s.range else None, "category": seen_at(s)}


# --- shot ---


def choke_of(s: Strike) -> int:
    """SR-114: the weapon's, or as set through the link."""
    told = s.count("choke")
    return s.weapon.choke if told is None else told


def spread(s: Strike) -> int:
    """SR-109: metres to either side at this distance."""
    if not s.shot or s.range is None or s.range.metres is None:
        return 0
    return s.range.metres // choke_of(s)
