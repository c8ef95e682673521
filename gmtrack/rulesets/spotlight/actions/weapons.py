"""Weapons in hand: draw, pick up, change hands, drop (SP-AP-03, SP-AP-04, SP-R43, SP-R51)."""

from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.spotlight.actions.doing import (
    Doing,
    need_arm,
    one_arg,
    spend,
    spend_unless_free,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy, Weapon
from gmtrack.rulesets.spotlight.tables.locations import ARMS, Arm


def own_weapon(do: Doing) -> tuple[str, Weapon]:
    """A weapon of the sheet by its word. Raises Refusal (`unknown-name`)."""
    weapons = do.who.sheet.weapons
    word = one_arg(do, "weapon", weapons)
    name = known(word, weapons, f"weapon of {do.who.id}", WORDS.unknown)
    do.body["targets"] = [name]
    return name, weapons[name]


def take_in_hand(do: Doing) -> None:
    """`draw` and `pick-up`: into the weapon's arm, or the other one (SP-AP-04, SP-R48)."""
    name, weapon = own_weapon(do)
    need_arm(do)
    if name in do.who.held:
        do.game.refuse("bad-target", f"{do.who.id} has {name} in hand already")
    by = arm_for(do, name, weapon)
    spend(do)
    do.who.held = {**do.who.held, name: by}
    do.tell("act.takes", weapon=name, arm=by.replace("_", " "))


def arm_for(do: Doing, name: str, weapon: Weapon) -> HeldBy:
    """The arm that takes it. Raises Refusal (`weapon-unusable`) for one that needs both."""
    who = do.who
    if who.arms_work(weapon.arm):
        return weapon.arm
    if weapon.arm == "both":
        do.game.refuse("weapon-unusable", f"{name} needs both arms")
        return "both"
    others: list[HeldBy] = [arm for arm in who.working_arms() if arm != weapon.arm]
    return others[0] if others else weapon.arm


def pick_up(do: Doing) -> None:
    """A weapon, or any object where none is named."""
    if do.args:
        take_in_hand(do)
    else:
        need_arm(do)
        spend(do)
        do.tell("act.plain", action=do.name, what="")


def change_hands(do: Doing) -> None:
    """SP-AP-03, SP-R43: a weapon held in one arm, to the other."""
    name, _ = own_weapon(do)
    need_arm(do)
    by = do.who.held.get(name)
    if by not in ARMS:
        do.game.refuse("weapon-unusable", f"{do.who.id} does not hold {name} in one arm")
    to: Arm = "left_arm" if by == "right_arm" else "right_arm"
    if not do.who.arms_work(to):
        message = f"the {to.replace('_', ' ')} of {do.who.id} is {do.who.state(to)}"
        do.game.refuse("weapon-unusable", message)
    spend(do)
    do.who.held = {**do.who.held, name: to}
    do.tell("act.takes", weapon=name, arm=to.replace("_", " "))


def drop(do: Doing) -> None:
    """SP-R51: free unless the house wants 1 AP."""
    name, _ = own_weapon(do)
    if name not in do.who.held:
        do.game.refuse("weapon-unusable", f"{do.who.id} does not have {name} in hand")
    spend_unless_free(do)
    do.who.let_go(name)
    do.tell("act.drops", weapon=name)
