"""SS-TEST, R-TEST: pools from named parts: attribute and skill, wounds, composure, soak."""

from collections.abc import Iterable

from gmtrack.core.names import squash
from gmtrack.core.report import Part, total
from gmtrack.rulesets.swan_song.dice.karma import FIGHT
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Attribute

Parts = tuple[Part, ...]


def attribute_part(who: Fighter, name: Attribute) -> Part:
    return Part(name, who.attribute(name))


def skill_parts(game: Game, who: Fighter, attribute: Attribute, skill: str) -> list[Part]:
    """Attribute and rank, or attribute and `untrained`."""
    return [attribute_part(who, attribute), *skill_part(game, who, skill)]


def skill_part(game: Game, who: Fighter, skill: str) -> list[Part]:
    """The rank, or what stands for it. Raises Refusal (`status`)."""
    check_rank(game, who, skill)
    return rank_part(who, skill)


def check_rank(game: Game, who: Fighter, skill: str) -> None:
    """R-TEST-6, house rule `default_rule: forbidden`. Raises Refusal (`status`)."""
    if not who.skill(skill) and game.house.default_rule == "forbidden":
        rule = "house rule `default_rule: forbidden`"
        game.refuse("status", f"{who.id} has no rank in {squash(skill)} ({rule})")


def rank_part(who: Fighter, skill: str) -> list[Part]:
    """The rank, or what stands for it at rank 0."""
    rank = who.skill(skill)
    return [Part(squash(skill), rank)] if rank else untrained_part(who)


def untrained_part(who: Fighter) -> list[Part]:
    """SS-TEST-06, R-TEST-6"""
    return [] if who.house.default_rule == "attribute" else [Part("untrained", -1)]


def wound_part(who: Fighter) -> list[Part]:
    """The wound modifier, if there is any."""
    return [wounds_of(who.wound_modifier)] if who.wound_modifier else []


def wounds_of(dice: int) -> Part:
    """SS-WND-04"""
    return Part("wounds", dice)


def standard_defense(who: Fighter) -> list[Part]:
    """SS-DEF-01"""
    return [attribute_part(who, "reaction"), attribute_part(who, "intuition")]


def composure_parts(who: Fighter) -> list[Part]:
    """R-TEST-12: the sheet's `composure`, else charisma and willpower."""
    if who.sheet.composure is not None:
        return [Part("composure", who.sheet.composure)]
    twice = who.house.composure_pool == "wil_wil"
    return [
        attribute_part(who, "willpower" if twice else "charisma"),
        attribute_part(who, "willpower"),
    ]


def modified_armor(who: Fighter, arp: int) -> int:
    """SS-ATK-10, SS-ARM-04, -05, R-ARM-3: armor after penetration, at least 0; penetration never
    armors the unarmored."""
    return 0 if who.armor_value == 0 else max(0, who.armor_value - arp)


def soak_parts(who: Fighter, arp: int = 0) -> list[Part]:
    """SS-ATK-13: modified armor and half Body."""
    return [Part("armor", who.armor_value), *penetration_part(who, arp), body_part(who)]


def penetration_part(who: Fighter, arp: int) -> list[Part]:
    """SS-ATK-10, SS-ARM-04, -05: what penetration takes off the armor."""
    off = modified_armor(who, arp) - who.armor_value
    return [Part("arp", off)] if off else []


def body_part(who: Fighter) -> Part:
    """SS-ATK-12, SS-ATK-13: half Body."""
    if who.sheet.vehicle:
        return vehicle_body_part(who)
    return Part("half-body", who.house.div(who.attribute("body"), 2))


def vehicle_body_part(who: Fighter) -> Part:
    """R-CALL-15: as people, or by house rule the whole Body."""
    body = who.attribute("body")
    whole = who.house.vehicle_soak == "full_body"
    return Part("body", body) if whole else Part("half-body", who.house.div(body, 2))


def halved(who: Fighter, base: Iterable[Part]) -> list[Part]:
    """SS-FFYL-04, R-FFYL-3: the base of a pool, halved while the last fight lasts."""
    parts = list(base)
    whole = total(tuple(parts))
    if who.ffyl is None or whole <= 0:
        return parts
    return [*parts, Part(FIGHT, who.house.div(whole, 2) - whole)]


def bounded(game: Game, pool: Iterable[Part]) -> Parts:
    """The pool with `minimum` added where it sums to less than the least one (SS-TEST-07,
    R-TEST-5)."""
    parts = tuple(pool)
    least = game.house.min_pool
    short = least - total(parts)
    return (*parts, Part("minimum", short)) if short > 0 else parts
