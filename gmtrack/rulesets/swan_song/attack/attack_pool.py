"""SS-ATK-04, SS-MULTI-02..05: the attack pool, whole or split over the parts."""

from gmtrack.core.report import Part, total
from gmtrack.rulesets.swan_song.attack.modifiers import attack_parts
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.dice.pools import (
    Parts,
    attribute_part,
    bounded,
    halved,
    rank_part,
)


def whole_pool(plan: Plan) -> Parts:
    """Base, Karma dice, all modifiers, the least pool (R-TEST-9); with several parts the lower
    base (R-MULTI-2) and every modifier that counts for any of them, once (R-MULTI-1)."""
    who, strikes = plan.attacker, plan.strikes
    bases = [base_of(s) for s in strikes]
    main_only = plan.game.house.two_weapon_pool == "main"
    base = bases[0] if main_only else min(bases, key=lambda parts: total(tuple(parts)))
    parts = halved(who, base) + plan.karma.dice_part(who) + worst_of(strikes)
    return bounded(plan.game, parts)


def base_of(s: Strike) -> list[Part]:
    """Attribute and skill."""
    who, rules = s.attacker, "SS-BAR-14, R-BAR-14" if s.demolitions else "SS-ATK-04, R-ATK-6"
    return [attribute_part(who, s.attribute, rules), *rank_part(who, s.skill, rules)]


def worst_of(strikes: list[Strike]) -> list[Part]:
    """The modifiers of all parts, each label once at its worst."""
    found: dict[tuple[str, int], Part] = {}
    for strike in strikes:
        seen: dict[str, int] = {}
        for part in attack_parts(strike):
            seen[part.label] = seen.get(part.label, 0) + 1
            key = (part.label, seen[part.label])
            if key not in found or part.value < found[key].value:
                found[key] = part
    return list(found.values())


def split(whole: Parts, count: int) -> list[Parts]:
    """As evenly as possible; the first parts get the odd dice."""
    dice = total(whole)
    if count == 1:
        return [whole]
    shares = [dice // count + (1 if k < dice % count else 0) for k in range(count)]
    return [(*whole, Part("split", share - dice, "SS-MULTI-03, R-MULTI-3")) for share in shares]
