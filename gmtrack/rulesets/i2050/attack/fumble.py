"""IN-FUM: what a natural 20 does to the one who rolled it."""

from gmtrack.rulesets.i2050.dice.rolls import Test, Throw, attribute_parts, roll, roll_total
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.wounds import disarm
from gmtrack.rulesets.i2050.wounds.damage import fall

ACCESSORY = 6
FUMBLE = {True: "attack_fumble", False: "defend_fumble"}
"""The name of the roll, of the attacker and of the other."""


def fumble(
    game: Game, who: Fighter, weapon: Weapon, *, attacks: bool, block: str | None = None
) -> None:
    """What fails, by what was in hand."""
    name = FUMBLE[attacks]
    if weapon.is_unarmed:
        slip(game, who, name, block)
    elif has_accessories(game, who, weapon) and accessory_fails(game, who, weapon, block):
        return
    elif jams(game, weapon):
        (break_fragile if weapon.fragile else disarm.jam)(game, who, weapon.id)
    else:
        (drop if keeps_whole(game, who, name, block) else break_)(game, who, weapon.id)


def slip(game: Game, who: Fighter, name: str, block: str | None) -> None:
    """IN-FUM-05: bare hands; who fails the DEX roll falls."""
    if not roll(game, fumble_test(who, name, "dex", block)).success:
        fall(game, who)


def keeps_whole(game: Game, who: Fighter, name: str, block: str | None) -> bool:
    """IN-FUM-02: the POW roll says whether the weapon is dropped or breaks."""
    return roll(game, fumble_test(who, name, "pow", block)).success


def drop(game: Game, who: Fighter, name: str) -> None:
    """IN-FUM-03, IN-R47"""
    disarm.drop(game, who, name)


def break_(game: Game, who: Fighter, name: str) -> None:
    """IN-FUM-04, IN-R47"""
    disarm.break_(game, who, name)


def break_fragile(game: Game, who: Fighter, name: str) -> None:
    """IN-FUM-07: in place of a jam."""
    disarm.break_(game, who, name)


def fumble_test(who: Fighter, name: str, attribute: str, block: str | None) -> Test:
    return Test(name, who, tuple(attribute_parts(who, attribute)), skilled=False, block=block)


def jams(game: Game, weapon: Weapon) -> bool:
    """IN-FUM-06, IN-R33: no POW roll."""
    return weapon.firearm and game.house.firearm_fumble == "jam"


def has_accessories(game: Game, who: Fighter, weapon: Weapon) -> bool:
    """IN-FUM-08, IN-FUM-09, IN-R37: something else than the weapon can fail."""
    scope = weapon.firearm or game.house.accessory_scope == "all_weapons"
    return scope and bool(who.intact_accessories(weapon.id))


def accessory_fails(game: Game, who: Fighter, weapon: Weapon, block: str | None) -> bool:
    """IN-FUM-08, IN-R37: odd, and it is an accessory; of several another die says which."""
    if roll_total(game, Throw("accessory", who, ACCESSORY, block=block)) % 2 == 0:
        return False
    intact = who.intact_accessories(weapon.id)
    pick = Throw("accessory_pick", who, len(intact), block=block)
    index = roll_total(game, pick) if len(intact) > 1 else 1
    disarm.fail_accessory(game, who, weapon.id, intact[index - 1])
    return True
