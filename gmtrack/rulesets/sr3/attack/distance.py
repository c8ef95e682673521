"""The distance to a target: range category, base target number, spread of shot (SR-044 to SR-046,
SR-108 to SR-114)."""

from math import dist

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import known, number
from gmtrack.rulesets.sr3.attack.plan import Range, Strike
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.live import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.ranges import BASE_TN, CATEGORIES, Category

FAR = 999_999
LEAST_CHOKE, MOST_CHOKE = 2, 10
"""SR-108"""


def find_range(s: Strike) -> Range:
    """As told, or by both positions. Raises Refusal (`range`, `option`)."""
    typed = s.value("range")
    if typed is not None and not typed.removesuffix("m").lstrip("+-").isdigit():
        category = known(squash(typed), CATEGORIES, "range", WORDS.value)
        return Range(None, next(row for row in CATEGORIES if row == category))
    if typed is not None or s.has("range"):
        metres = number((typed or "").removesuffix("m"), "range", WORDS.value, most=FAR)
    else:
        metres = measured(s.game, s.attacker, s.target)
    return at(s.game, s.weapon_id, s.weapon, metres)


def measured(game: Game, one: Fighter, other: Fighter) -> int:
    """Metres between two whose positions are known. Raises Refusal (`range`)."""
    metres = apart(one, other)
    if metres is None:
        game.deny("range", f"how far is {other.id}? --with range=METRES, or short, medium, long")
    return metres


def apart(one: Fighter, other: Fighter) -> int | None:
    """Whole metres, as SR-R03 rounds; None where a position is not known."""
    if one.position is None or other.position is None:
        return None
    # Positions are kept to the millimetre: nothing of that may be seen in whole metres.
    exact = round(dist(one.position, other.position), PLACES - 1)
    down = int(exact)
    return down + (exact > down and one.house.rounding == "up")


def at(game: Game, name: str, weapon: Weapon, metres: int) -> Range:
    """SR-044, SR-045. Raises Refusal (`range`)."""
    if metres < weapon.min_range:
        if game.house.below_minimum != "miss":
            game.refuse(
                "range", f"{metres} metres are too near for {name}: at least {weapon.min_range}"
            )
        return Range(metres, "short", too_near=True)
    ends = zip(CATEGORIES, weapon.ranges, strict=False)
    category = next((row for row, end in ends if metres <= end), None)
    if category is None:
        game.refuse(
            "range", f"{metres} metres are beyond the reach of {name}: {weapon.ranges[-1]} at most"
        )
    return Range(metres, category or CATEGORIES[-1])


def seen_at(s: Strike) -> Category:
    """SR-046: the category, lowered by the scope."""
    if s.range is None:
        return CATEGORIES[0]
    return CATEGORIES[max(0, CATEGORIES.index(s.range.category) - s.weapon.scope)]


def base_tn(s: Strike) -> int:
    """SR-044"""
    return BASE_TN[seen_at(s)]


def range_doc(s: Strike) -> Data:
    """8.5 `range`."""
    return {"metres": s.range.metres if s.range else None, "category": seen_at(s)}


# --- shot ---


def choke_of(s: Strike) -> int:
    """SR-114: the weapon's, or as set through the link. Raises Refusal (`option`)."""
    told = s.count("choke", LEAST_CHOKE, MOST_CHOKE)
    return s.weapon.choke if told is None else told


def spread(s: Strike) -> int:
    """SR-109: metres to either side at this distance."""
    if not s.shot or s.range is None or s.range.metres is None:
        return 0
    return s.range.metres // choke_of(s)
