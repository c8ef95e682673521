"""Numbers that follow from the sheet and the live state, part by part: the rules count with their
sums, and `show` explains them."""

from collections.abc import Iterable

from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.sheet.live import Fighter

Parts = tuple[Part, ...]
SHEET = "sheet"
"""The part of a number that the sheet states."""


def counting(parts: Iterable[Part]) -> Parts:
    """Those that are not 0."""
    return tuple(part for part in parts if part.value)


# --- Defense ---


def defense_against(
    who: Fighter, attacker: str | None = None, *, pulled: bool = False, decays: bool = True
) -> int:
    """What Defense is worth against one attack, as `defense_parts`."""
    return total(defense_parts(who, attacker, pulled=pulled, decays=decays))


def base_parts(who: Fighter) -> Parts:
    """ST-R06: from the sheet, or derived."""
    sheet = who.sheet
    if sheet.defense is not None:
        return (Part(SHEET, sheet.defense),)
    rule = who.house.defense_formula
    pick = max if rule == "higher_plus_athletics" else min
    trait = pick("wits", "dexterity", key=who.trait)
    athletics = 0 if rule == "lower" else sheet.skill("athletics")
    return counting((Part(trait, who.trait(trait)), Part("athletics", athletics)))


def defense_parts(
    who: Fighter, attacker: str | None = None, *, pulled: bool = False, decays: bool = True
) -> Parts:
    """What their Defense is made of against one attack; `decays` False leaves out what earlier
    attacks took."""
    base = base_parts(who)
    if who.reasons:
        return counting((*base, lost(who, total(base))))
    gained = (willpower(who, attacker), pulled_blow(pulled), balance(who))
    parts = (*base, *gained, opened(who), worn(who) if decays else Part("wear", 0))
    whole = (*parts, least(total(parts)))
    return counting((*whole, halved(who, total(whole))))


def lost(who: Fighter, value: int) -> Part:
    """ST-044: for these reasons."""
    return Part(", ".join(who.reasons), -value)


def willpower(who: Fighter, attacker: str | None) -> Part:
    """ST-043, ST-050"""
    return Part("willpower", 2 * (attacker in who.wp_defense))


def pulled_blow(pulled: bool) -> Part:
    """ST-139"""
    return Part("pulled", int(pulled))


def balance(who: Fighter) -> Part:
    """ST-064"""
    return Part("off balance", -(who.off_balance == "active"))


def opened(who: Fighter) -> Part:
    """ST-056"""
    return Part("open guard", -who.parried)


def worn(who: Fighter) -> Part:
    """ST-041"""
    return Part("wear", -who.decay)


def least(value: int) -> Part:
    """ST-049: at least 0."""
    return Part("at least 0", max(0, -value))


def halved(who: Fighter, value: int) -> Part:
    """ST-151"""
    halves = who.suffers("stunned") or who.suffers("blinded-eye")
    return Part("halved", value // 2 - value if halves else 0)


# --- speed ---


def speed(who: Fighter) -> int:
    """The metres of a move."""
    return total(speed_parts(who))


def speed_parts(who: Fighter) -> Parts:
    """What these are made of."""
    whole = whole_speed(who)
    return counting((*whole, wracked(who, total(whole))))


def whole_speed(who: Fighter) -> Parts:
    """ST-R06: from the sheet, or derived."""
    sheet = who.sheet
    if sheet.speed is not None:
        return (Part(SHEET, sheet.speed),)
    return Part("strength", sheet.strength), Part("dexterity", sheet.dexterity), Part("base", 5)


def wracked(who: Fighter, value: int) -> Part:
    """ST-129, ST-151"""
    return Part("leg-wrack", value // 2 - value if who.suffers("leg-wrack") else 0)
