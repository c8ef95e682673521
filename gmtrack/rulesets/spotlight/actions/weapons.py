"""Weapons in hand: draw, pick up, change hands, drop (SP-AP-03, SP-AP-04, SP-R43, SP-R51)."""

from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.spotlight.actions.doing import (
    ActionContext,
    need_arm,
    one_arg,
    spend,
    spend_unless_free,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy, Weapon
from gmtrack.rulesets.spotlight.tables.locations import ARMS, Arm, place_name


def own_weapon(do: ActionContext) -> tuple[str, Weapon]:
    """A weapon of the sheet by its word. Raises Refusal (`unknown-name`)."""
    weapons = do.who.sheet.weapons
    word = one_arg(do, "weapon", weapons)
    name = known(word, weapons, f"weapon of {do.who.id}", WORDS.unknown)
    do.body["targets"] = [name]
    return name, weapons[name]


def take_in_hand(do: ActionContext) -> None:
    """`draw` and `pick-up`: into the weapon's arm, or the other one."""
    name, weapon = own_weapon(do)
    need_arm(do)
    if name in do.who.held:
        do.game.refuse("bad-target", f"{do.who.id} already has the {name} in hand")
    by = arm_for(do, name, weapon)
    spend(do)
    hold(do, name, by, "SP-AP-04, SP-R48")


def hold(do: ActionContext, name: str, by: HeldBy, rules: str) -> None:
    """From now on the weapon is in that arm, in both, or ready without any; by these rows."""
    with do.game.draft.by(rules):
        do.who.held = {**do.who.held, name: by}
        if by in ("both", "none"):
            do.tell(f"act.takes.{by}", weapon=name)
        else:
            do.tell("act.takes", weapon=name, arm=place_name(by))


def arm_for(do: ActionContext, name: str, weapon: Weapon) -> HeldBy:
    """The arm that takes it. Raises Refusal (`weapon-unusable`) for one that needs both."""
    if weapon.arm == "both" and not do.who.arms_work("both"):
        do.game.refuse("weapon-unusable", f"the {name} needs both arms")
    return do.who.arm_for(name)


def pick_up(do: ActionContext) -> None:
    """A weapon, or any object where none is named."""
    if do.args:
        take_in_hand(do)
    else:
        need_arm(do)
        spend(do)
        do.tell("act.plain", action="pick up", what="")


def change_hands(do: ActionContext) -> None:
    """A weapon held in one arm, to the other."""
    name, _ = own_weapon(do)
    need_arm(do)
    by = do.who.held.get(name)
    if by not in ARMS:
        do.game.refuse("weapon-unusable", f"{do.who.id} does not hold the {name} in one arm")
    to: Arm = "left_arm" if by == "right_arm" else "right_arm"
    if not do.who.arms_work(to):
        message = f"{do.who.id}'s {place_name(to)} is {do.who.state(to)}"
        do.game.refuse("weapon-unusable", message)
    spend(do)
    hold(do, name, to, "SP-AP-03, SP-R43")


def drop(do: ActionContext) -> None:
    """Free, or paid by house rule."""
    name, _ = own_weapon(do)
    if name not in do.who.held:
        do.game.refuse("weapon-unusable", f"{do.who.id} does not have the {name} in hand")
    spend_unless_free(do)
    with do.game.draft.by("SP-R51"):
        do.who.let_go(name)
    do.tell("act.drops", weapon=name)
