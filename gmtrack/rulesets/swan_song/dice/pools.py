"""SS-TEST, R-TEST: pools from named parts: attribute and skill, wounds, composure, soak."""

from collections.abc import Iterable

from gmtrack.core.names import squash
from gmtrack.core.report import Part, total
from gmtrack.rulesets.swan_song.dice.karma import FIGHT
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Attribute

Parts = tuple[Part, ...]


def attribute_part(who: Fighter, name: Attribute, rules: str) -> Part:
    return Part(name, who.attribute(name), rules)


def skill_parts(
    game: Game, who: Fighter, attribute: Attribute, skill: str, rules: str
) -> list[Part]:
    """Attribute and rank, or attribute and `untrained`. Raises Refusal (`status`)."""
    check_rank(game, who, skill)
    return [attribute_part(who, attribute, rules), *rank_part(who, skill, rules)]


def check_rank(game: Game, who: Fighter, skill: str) -> None:
    """R-TEST-6, house rule `default_rule: forbidden`. Raises Refusal (`status`)."""
    if not who.skill(skill) and game.house.default_rule == "forbidden":
        rule = "house rule `default_rule: forbidden`"
        game.refuse("status", f"{who.id} has no rank in {squash(skill)} ({rule})")


def rank_part(who: Fighter, skill: str, rules: str) -> list[Part]:
    """The rank, or what stands for it at rank 0."""
    rank = who.skill(skill)
    if rank:
        return [Part(squash(skill), rank, rules)]
    untrained = Part("untrained", -1, "SS-TEST-06, R-TEST-6")
    return [] if who.house.default_rule == "attribute" else [untrained]


def wound_part(who: Fighter) -> list[Part]:
    """The wound modifier, if there is any."""
    return [Part("wounds", who.wound_modifier, "SS-WND-04")] if who.wound_modifier else []


def standard_defense(who: Fighter) -> list[Part]:
    return [attribute_part(who, name, "SS-DEF-01") for name in ("reaction", "intuition")]


def composure_parts(who: Fighter) -> list[Part]:
    """The sheet's `composure`, else charisma and willpower."""
    rules = "R-TEST-12"
    if who.sheet.composure is not None:
        return [Part("composure", who.sheet.composure, rules)]
    twice = who.house.composure_pool == "wil_wil"
    first: Attribute = "willpower" if twice else "charisma"
    return [attribute_part(who, first, rules), attribute_part(who, "willpower", rules)]


def modified_armor(who: Fighter, arp: int) -> int:
    """Armor after penetration, at least 0; penetration never armors the unarmored (R-ARM-3)."""
    return 0 if who.armor_value == 0 else max(0, who.armor_value - arp)


def soak_parts(who: Fighter, arp: int = 0) -> list[Part]:
    """Armor, what penetration takes off it, and half Body."""
    off = modified_armor(who, arp) - who.armor_value
    penetrated = [Part("arp", off, "SS-ATK-10, SS-ARM-04, SS-ARM-05")] if off else []
    return [Part("armor", who.armor_value, "SS-ATK-13"), *penetrated, body_part(who)]


def body_part(who: Fighter) -> Part:
    """Half Body; of vehicles by house rule the whole."""
    body, vehicle = who.attribute("body"), who.sheet.vehicle
    rules = "R-CALL-15" if vehicle else "SS-ATK-12, SS-ATK-13"
    if vehicle and who.house.vehicle_soak == "full_body":
        return Part("body", body, rules)
    return Part("half-body", who.house.div(body, 2), rules)


def halved(who: Fighter, base: Iterable[Part]) -> list[Part]:
    """The base of a pool, halved while the last fight lasts."""
    parts = list(base)
    whole = total(tuple(parts))
    if who.ffyl is None or whole <= 0:
        return parts
    return [*parts, Part(FIGHT, who.house.div(whole, 2) - whole, "SS-FFYL-04, R-FFYL-3")]


def bounded(game: Game, pool: Iterable[Part]) -> Parts:
    """The pool with `minimum` added where it sums to less than the least one."""
    parts = tuple(pool)
    short = game.house.min_pool - total(parts)
    return (*parts, Part("minimum", short, "SS-TEST-07, R-TEST-5")) if short > 0 else parts
