"""Weapons that are dropped, jammed, broken; what an arm drops (IN-FUM, IN-R47, IN-R54)."""

from collections.abc import Callable

from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import WeaponStatus
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.tables.locations import Location, spoken
from gmtrack.rulesets.i2050.turn.legality import interrupt, standing
from gmtrack.rulesets.i2050.turn.readying import NEEDS
from gmtrack.rulesets.kit.words import known, passed_over


def weapon_named(who: Fighter, word: str) -> str:
    """The id of a weapon as typed. Raises Refusal (`unknown`)."""
    return known(word, who.weapons, "weapon", WORDS.unknown)


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


def drop(game: Game, who: Fighter, name: str) -> None:
    """IN-FUM-03, IN-LIMB-03: out of the hand, unless it is attached (IN-R47) or of no use."""
    if not who.weapon(name).attached and who.status_of(name) == "ready":
        who.let_go(name)
        spoil(game, who, name, "dropped")


def break_(game: Game, who: Fighter, name: str) -> None:
    """IN-FUM-04, IN-FUM-07, IN-R47: bare hands never break."""
    weapon = who.weapon(name)
    if weapon.is_unarmed or (weapon.attached and not game.house.on("attached_break")):
        return
    spoil(game, who, name, "broken")


def jam(game: Game, who: Fighter, name: str) -> None:
    """IN-FUM-06"""
    tell_status(game, who, name, "jammed")


def spoil(game: Game, who: Fighter, name: str, status: WeaponStatus) -> None:
    """A weapon is gone; who was to use it later has lost his action (IN-SPD-05)."""
    was = standing(game, who)
    tell_status(game, who, name, status)
    interrupt(game, who, was)


def tell_status(game: Game, who: Fighter, name: str, status: WeaponStatus) -> None:
    who.set_status(name, status)
    game.effect(who, status, weapon=name)
    game.report.tell(status, "bad", who=who.name, weapon=name)


def fail_accessory(game: Game, who: Fighter, name: str, accessory: str) -> None:
    """IN-FUM-08"""
    who.set_failed(name, [*who.failed_of(name), accessory])
    game.effect(who, "accessory-failed", weapon=name, accessory=accessory)
    game.report.tell("accessory-failed", "bad", who=who.name, weapon=name, accessory=accessory)


def open_hand(game: Game, who: Fighter, arm: Location) -> None:
    """IN-LIMB-03, IN-R44, IN-R54: the arm drops what it held."""
    held = who.held_in(arm)
    if held is not None and held in who.weapons:
        drop(game, who, held)
