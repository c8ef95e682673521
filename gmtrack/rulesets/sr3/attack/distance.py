"""The distance to a target: range category, base target number, spread of shot."""

from collections.abc import Iterable
from dataclasses import replace
from math import dist

from gmtrack.core.encounter import Data
from gmtrack.rulesets.sr3.attack.plan import Range, Strike
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.records import Between
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.ranges import BASE_TN, CATEGORIES, Category

Far = Category | int
"""A category, or metres."""


def find_range(s: Strike) -> Range | None:
    """As typed, by both positions, or as it is `remembered`; None where it is not known."""
    told = typed(s)
    far = apart(s.attacker, s.target) if told is None else told
    return remembered(s) if far is None else found(s.weapon, far)


def found(weapon: Weapon, far: Far, known: str = "") -> Range:
    return replace(at(weapon, far) if isinstance(far, int) else Range(None, far), known=known)


def typed(s: Strike) -> Far | None:
    """`--with range`"""
    if s.has("range"):
        for category in CATEGORIES:
            if s.words["range"].value == category:
                return category
    return s.count("range")


def remembered(s: Strike) -> Range | None:
    """As it was typed last between the two, whoever shot, else as the scene says."""
    game, pair = s.game, {s.attacker.id, s.target.id}
    for entry in game.fight.ranges:
        if {entry["one"], entry["other"]} == pair:
            return found(s.weapon, entry["range"], "last")
    usual: Category | None = game.draft.encounter.scene.get("range")
    return found(s.weapon, usual, "scene") if usual else None


def keep_ranges(game: Game, strikes: Iterable[Strike]) -> None:
    """What was typed in a combat turn holds between the two until something else
    is."""
    for s in strikes if game.fight.running else ():
        far = typed(s)
        if far is None or apart(s.attacker, s.target) is not None:
            continue
        one, other = sorted((s.attacker.id, s.target.id))
        entry = Between(one, other, far).to_data()
        rest = [each for each in game.fight.ranges if (each["one"], each["other"]) != (one, other)]
        if entry not in game.fight.ranges:
            with game.draft.by("SR-R44, SR-R42"):
                game.fight.ranges = [*rest, entry]


def apart(one: Fighter, other: Fighter) -> int | None:
    """Whole metres, as SR-R03 rounds; None where a position is not known."""
    if one.position is None or other.position is None:
        return None
    # Positions are kept to the millimetre: nothing of that may be seen in whole metres.
    exact = round(dist(one.position, other.position), PLACES - 1)
    down = int(exact)
    return down + (exact > down and one.house.rounding == "up")


def at(weapon: Weapon, metres: int) -> Range:
    """The range of so many metres."""
    if metres < weapon.min_range:
        return Range(metres, "short", too_near=True)
    ends = zip(CATEGORIES, weapon.ranges, strict=False)
    category = next((row for row, end in ends if metres <= end), None)
    return Range(metres, category or CATEGORIES[-1], too_far=category is None)


def seen_at(s: Strike) -> Category:
    """The category, lowered by the scope."""
    if s.range is None:
        return CATEGORIES[0]
    return CATEGORIES[max(0, CATEGORIES.index(s.range.category) - s.weapon.scope)]


def base_tn(s: Strike) -> int:
    return BASE_TN[seen_at(s)]


def range_doc(s: Strike) -> Data:
    """`range` of the document: `metres` (null where unknown), `category`; `known`: where it comes
    from that was neither typed nor measured."""
    doc: Data = {"metres": s.range.metres if s.range else None, "category": seen_at(s)}
    if s.range and s.range.known:
        doc["known"] = s.range.known
    return doc


# --- shot ---


def choke_of(s: Strike) -> int:
    """The weapon's, or as set through the link."""
    told = s.count("choke")
    return s.weapon.choke if told is None else told


def spread(s: Strike) -> int:
    """Metres to either side at this distance."""
    if not s.shot or s.range is None or s.range.metres is None:
        return 0
    return s.range.metres // choke_of(s)
