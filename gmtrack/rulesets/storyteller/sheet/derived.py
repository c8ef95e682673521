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
    """From the sheet, or derived."""
    sheet = who.sheet
    if sheet.defense is not None:
        return (Part(SHEET, sheet.defense, "ST-R06"),)
    rule = who.house.defense_formula
    pick = max if rule == "higher_plus_athletics" else min
    trait = pick("wits", "dexterity", key=who.trait)
    athletics = 0 if rule == "lower" else sheet.skill("athletics")
    return counting(
        (Part(trait, who.trait(trait), "ST-R06"), Part("athletics", athletics, "ST-R06"))
    )


def defense_parts(
    who: Fighter, attacker: str | None = None, *, pulled: bool = False, decays: bool = True
) -> Parts:
    """What their Defense is made of against one attack; `decays` False leaves out what earlier
    attacks took."""
    base = base_parts(who)
    if who.reasons:
        return counting((*base, Part(", ".join(who.reasons), -total(base), "ST-044")))
    parts = (
        *base,
        Part("willpower", 2 * (attacker in who.wp_defense), "ST-043, ST-050"),
        Part("pulled", int(pulled), "ST-139"),
        Part("off balance", -(who.off_balance == "active"), "ST-064"),
        Part("open guard", -who.parried, "ST-056"),
        Part("wear", -who.decay if decays else 0, "ST-041"),
    )
    parts = (*parts, Part("at least 0", max(0, -total(parts)), "ST-049"))
    value = total(parts)
    halves = who.suffers("stunned") or who.suffers("blinded-eye")
    return counting((*parts, Part("halved", value // 2 - value if halves else 0, "ST-151")))


# --- speed ---


def speed(who: Fighter) -> int:
    """The metres of a move."""
    return total(speed_parts(who))


def speed_parts(who: Fighter) -> Parts:
    """What these are made of: from the sheet, or derived."""
    sheet = who.sheet
    if sheet.speed is not None:
        parts: Parts = (Part(SHEET, sheet.speed, "ST-R06"),)
    else:
        own = {"strength": sheet.strength, "dexterity": sheet.dexterity, "base": 5}
        parts = tuple(Part(label, value, "ST-R06") for label, value in own.items())
    whole = total(parts)
    lamed = whole // 2 - whole if who.suffers("leg-wrack") else 0
    return counting((*parts, Part("leg-wrack", lamed, "ST-129, ST-151")))
