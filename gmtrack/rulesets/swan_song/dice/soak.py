"""SS-ATK-10, -12, -13, SS-ARM-04, -05, R-ARM-3, R-CALL-15: what stands against damage."""

from gmtrack.core.report import Part
from gmtrack.rulesets.swan_song.sheet.live import Fighter


def modified_armor(who: Fighter, arp: int) -> int:
    """Armor after penetration, at least 0; penetration never armors the unarmored."""
    return 0 if who.armor_value == 0 else max(0, who.armor_value - arp)


def soak_parts(who: Fighter, arp: int = 0) -> list[Part]:
    """Modified armor and half Body (of vehicles, by house rule, all of it)."""
    armor, body = modified_armor(who, arp), who.attribute("body")
    parts = [Part("armor", who.armor_value)]
    if armor != who.armor_value:
        parts.append(Part("arp", armor - who.armor_value))
    if who.sheet.vehicle and who.house.choice("vehicle_soak", "full_body"):
        return [*parts, Part("body", body)]
    return [*parts, Part("half-body", who.house.div(body, 2))]
