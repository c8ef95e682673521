"""Weapons that cannot be used: why not, and what makes them ready again."""

from collections.abc import Callable, Mapping

from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import WeaponStatus
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.tables.locations import spoken
from gmtrack.rulesets.kit.words import passed_over

NEEDS: Mapping[str, WeaponStatus] = {
    "unjam": "jammed",
    "pickup": "dropped",
    "draw": "stowed",
    "repair": "broken",
}
"""The status of the weapon that each is about."""


def why_not(who: Fighter, name: str) -> str:
    """Why a weapon cannot be used, and the line that helps."""
    status = who.status_of(name)
    arms = " and ".join(spoken(arm) for arm in who.weapon(name).arms if who.useless(arm))
    if arms:
        spoilt = "" if status == "ready" else f"is {status} and "
        return f"{spoilt}cannot be used: its arm is useless ({arms})"
    return f"is {status} ({line_for(who, name, status)})"


def line_for(who: Fighter, name: str, status: WeaponStatus) -> str:
    """The line that makes a weapon ready again; it is named where another would come first."""
    action = next(word for word, needs in NEEDS.items() if needs == status)
    first = next(other for other in who.weapons if who.status_of(other) == status)
    line = f"act {who.id} {action}" + ("" if first == name else f" --weapon {name}")
    return f"`{line}` after the fight" if status == "broken" else f"`{line}`"


def out_of_use(who: Fighter, would_do: Callable[[Weapon], bool]) -> str:
    """The beginning of a refusal of what was taken by itself: the weapon that would do, could it
    be used. Nothing if there is none."""
    return passed_over(
        who.weapons, would_do, lambda name: "" if who.usable(name) else why_not(who, name)
    )
