"""Weapons that are dropped, jammed, broken, and ready again; what an arm drops (IN-FUM, IN-R47,
IN-R54)."""

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import WeaponStatus
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.i2050.wounds.interrupt import interrupt, standing


def drop(game: Game, who: Fighter, name: str) -> None:
    """Out of the hand, unless it is attached or of no use."""
    if not who.weapon(name).attached and who.status_of(name) == "ready":
        who.let_go(name)
        spoil(game, who, name, "dropped")


def break_(game: Game, who: Fighter, name: str) -> None:
    """Out of use; bare hands never break."""
    weapon = who.weapon(name)
    if weapon.is_unarmed or (weapon.attached and not game.house.attached_break):
        return
    spoil(game, who, name, "broken")


def spoil(game: Game, who: Fighter, name: str, status: WeaponStatus) -> None:
    """A weapon is gone; whoever was to use it later loses their action."""
    was = standing(game, who)
    tell_status(game, who, name, status)
    interrupt(game, who, was)


def tell_status(game: Game, who: Fighter, name: str, status: WeaponStatus) -> None:
    who.set_status(name, status)
    game.effect(who, status, weapon=name)
    game.report.tell(status, "bad", who=who.name, weapon=name)


def fail_accessory(game: Game, who: Fighter, name: str, accessory: str) -> None:
    who.set_failed(name, [*who.failed_of(name), accessory])
    game.effect(who, "accessory-failed", weapon=name, accessory=accessory)
    game.report.tell("accessory-failed", "bad", who=who.name, weapon=name, accessory=accessory)


def open_hand(game: Game, who: Fighter, arm: Location) -> None:
    """The arm drops what it held."""
    held = who.held_in(arm)
    if held is not None and held in who.weapons:
        with game.draft.by("IN-LIMB-03, IN-R44, IN-R54"):
            drop(game, who, held)


def make_ready(game: Game, who: Fighter, name: str) -> None:
    who.set_status(name, "ready")
    who.hold(name)
    game.report.tell("ready", "good", who=who.name, weapon=name)
