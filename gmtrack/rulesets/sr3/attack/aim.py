"""The range of a shot, and what helps to hit there: range category, spread of shot, targeting
gear."""

from collections.abc import Iterable
from dataclasses import replace
from math import dist

from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.attack.plan import Gear, Range, Strike, part_as_typed
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import PLACES, Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.state import TypedRange

TypedDistance = tables.Category | int
"""A distance as typed: a range category, or metres."""


def find_range(s: Strike) -> Range | None:
    """Return the range of the shot: as typed, else by both positions, else the one kept; None if
    unknown."""
    told = typed_range(s)
    far = metres_apart(s.attacker, s.target) if told is None else told
    return kept_range(s) if far is None else range_of(s.weapon, far)


def range_of(weapon: Weapon, far: TypedDistance, known: str = "") -> Range:
    """Return the range for metres or a category; `known` names its source."""
    return replace(
        range_at(weapon, far) if isinstance(far, int) else Range(None, far),
        known=known,
    )


def typed_range(s: Strike) -> TypedDistance | None:
    """Return the typed range, a category or metres; None if none was typed."""
    if s.has_word("range"):
        for category in tables.CATEGORIES:
            if s.words["range"].value == category:
                return category
    return s.count("range")


def kept_range(s: Strike) -> Range | None:
    """Return the range that was last typed for these two, whoever shot, else the scene's usual
    one; None if there is neither."""
    game, pair = s.game, {s.attacker.id, s.target.id}
    for entry in game.fight.ranges:
        if {entry["one"], entry["other"]} == pair:
            return range_of(s.weapon, entry["range"], "last")
    usual: tables.Category | None = game.draft.encounter.scene.get("range")
    return range_of(s.weapon, usual, "scene") if usual else None


def keep_typed_ranges(game: Game, strikes: Iterable[Strike]) -> None:
    """Keep typed ranges for both combatants until another is typed. Does nothing outside a
    combat turn, or where both positions are known."""
    for s in strikes if game.fight.running else ():
        far = typed_range(s)
        if far is None or metres_apart(s.attacker, s.target) is not None:
            continue
        one, other = sorted((s.attacker.id, s.target.id))
        entry = vars(TypedRange(one, other, far)).copy()
        rest = [
            each
            for each in game.fight.ranges
            if (each["one"], each["other"]) != (one, other)
        ]
        if entry not in game.fight.ranges:
            with game.draft.by("SR-R44, SR-R42"):
                game.fight.ranges = [*rest, entry]


def metres_apart(one: Fighter, other: Fighter) -> int | None:
    """Return the distance of two combatants in whole metres, rounded as SR-R03 says; None if a
    position is unknown."""
    here, there = one.position, other.position
    if here is None or there is None:
        return None
    return round_metres(dist(here, there), one.house)


def round_metres(metres: float, house: House) -> int:
    """Return a distance in whole metres, rounded as SR-R03 says."""
    # Positions are kept to the millimetre: nothing of that may be seen in whole metres.
    exact = round(metres, PLACES - 1)
    down = int(exact)
    return down + (exact > down and house.rounding == "up")


def range_at(weapon: Weapon, metres: int) -> Range:
    """Return the weapon's range at this distance, marked `too_near` or `too_far` where it cannot
    hit."""
    if metres < weapon.min_range:
        return Range(metres, "short", too_near=True)
    ends = zip(tables.CATEGORIES, weapon.ranges, strict=False)
    category = next((row for row, end in ends if metres <= end), None)
    return Range(
        metres, category or tables.CATEGORIES[-1], too_far=category is None
    )


def scoped_category(s: Strike) -> tables.Category:
    """Return the range category as the weapon's scope lowers it; the first one if the range is
    unknown."""
    if s.range is None:
        return tables.CATEGORIES[0]
    return tables.CATEGORIES[
        max(0, tables.CATEGORIES.index(s.range.category) - s.weapon.scope)
    ]


def shot_spread(s: Strike) -> int:
    """Return the metres that shot spreads to either side at this distance, by the weapon's choke
    or the one typed; 0 for other ammunition and an unknown distance."""
    if not s.shot or s.range is None or s.range.metres is None:
        return 0
    told = s.count("choke")
    return s.range.metres // (s.weapon.choke if told is None else told)


def gear_in_use(s: Strike) -> Gear:
    """Return the targeting systems that work in this shot; none of them does with a second
    firearm."""
    if two_firearms(s):
        return Gear(two_firearms=True)
    working = [row for row in SYSTEMS if row.holds(s)]
    return Gear(
        tuple(
            part_as_typed(row, s, s.game.house, s.count(row.label))
            for row in working
        )
    )


def two_firearms(s: Strike) -> bool:
    """Whether the attacker shoots with a firearm in each hand, unless `--without` switches that
    off."""
    who = s.attacker
    if s.off("second-firearm"):
        return False
    if s.has_word("second-firearm"):
        return True
    held = [name for name in (who.in_hand, who.in_other_hand) if name]
    guns = [name for name in held if who.weapon(name).is_ranged]
    return len(guns) > 1 and s.weapon_id in guns


def is_system_working(s: Strike, system: str) -> bool:
    """Whether this targeting system helps the shot. Not if switched off, not with shot unless it
    is a smartlink, by house rule not in full darkness; a laser neither in haze nor too far."""
    if s.off(system) or (s.shot and system != "smartlink"):
        return False
    dark = s.sight.light == "full_darkness" and not s.game.house.gear_in_dark
    if dark or not (s.has_word(system) or has_system(s, system)):
        return False
    metres = s.range.metres if s.range else None
    return system != "laser" or (
        s.sight.haze is None and (metres or 0) <= tables.LASER_METRES
    )


def has_system(s: Strike, system: str) -> bool:
    """Whether shooter and weapon have the targeting system, used or not."""
    sheet, weapon = s.attacker.sheet, s.weapon
    if system == "laser":
        return weapon.laser
    return weapon.smartgun and (
        sheet.smartlink if system == "smartlink" else sheet.smart_goggles
    )


def saves_rounds(s: Strike) -> bool:
    """Whether a smartlink holds fire between two targets; by house rule smart goggles do too."""
    goggles = s.game.house.goggles_walk and s.gear.has_system("smart-goggles")
    return s.gear.has_system("smartlink") or goggles


SYSTEMS: tuple[Modifier[Strike, House], ...] = (
    Modifier("smartlink", "SR-077", "-2 with a smartgun", tables.SMARTLINK,
             lambda s: not s.shot and is_system_working(s, "smartlink"), told=True, off=True),
    Modifier("smartlink", "SR-113, SR-R25", "-1 with a smartgun and shot",
             lambda house: -house.shot_smartlink,
             lambda s: s.shot and is_system_working(s, "smartlink"), off=True),
    Modifier("smart-goggles", "SR-078", "-1 with a smartgun", tables.SMART_GOGGLES,
             lambda s: is_system_working(s, "smart-goggles"), told=True, off=True),
    Modifier("laser", "SR-079, SR-130", "-1 up to 50 metres, with no haze", tables.LASER,
             lambda s: is_system_working(s, "laser"), told=True, off=True),
)  # fmt: skip
