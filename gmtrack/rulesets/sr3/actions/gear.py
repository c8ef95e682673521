"""Weapons and gear in use: aiming, readying, bipod and tripod, gyro harness."""

from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.sr3.actions.doing import ActionContext, worked
from gmtrack.rulesets.sr3.attack.targeting import aim_worth
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.records import Aim
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED
from gmtrack.rulesets.sr3.sheet.weapons import weapon_in_hand, weapon_named
from gmtrack.rulesets.sr3.turn.legality import Cost

HANDS = ("first", "second")
READY_WORDS = {"hand": "first or second; with second, `ready none` empties that hand"}
NOTHING = "none"
"""What is readied to empty the second hand."""
MOUNTING = 2
"""Complex actions."""


def aim(do: ActionContext) -> None:
    """One more action of aiming. Raises Refusal (`weapon`)."""
    game, who = do.game, do.who
    target = do.other()
    name = weapon_in_hand(game, who, game.options.weapon or aimed_with(do))
    if not who.weapon(name).is_ranged:
        guns = [gun for gun, weapon in who.weapons.items() if weapon.is_ranged]
        way = f": --weapon {guns[0]}" if guns else ""
        game.refuse("weapon", f"{name} is not a ranged weapon to aim with{way}")
    before = who.live_aim()
    same = before is not None and (before.target, before.weapon) == (target.id, name)
    actions = 1 + (before.actions if same and before else 0)
    who.set_aim(Aim(target.id, name, actions))
    game.report.tell("aim.worth", "note", worth=aim_worth(who, name, actions))


def aimed_with(do: ActionContext) -> str:
    """The first gun or bow at hand, else what is wielded (SR-R42)."""
    who = do.who
    held = who.hands if do.game.fight.running else (*who.hands, *who.weapons)
    return next((name for name in held if who.weapon(name).is_ranged), who.in_hand)


def ready(do: ActionContext) -> None:
    """A weapon in one of the hands. Raises Refusal (`weapon`, `option`)."""
    game, who = do.game, do.who
    if len(do.args) != 1:
        game.deny(WORDS.value, f"name one weapon{f', not {len(do.args)}' if do.args else ''}")
    hand = known(do.told.value("hand") or "first", HANDS, "hand", WORDS.value)
    if hand == "second" and squash(do.args[0]) == NOTHING:
        empty(do)
        return
    name = weapon_named(game, who, do.args[0])
    do.targets = [name]
    if hand == "second":
        into_second(do, name)
    else:
        into_first(do, name)


def empty(do: ActionContext) -> None:
    """Nothing in the other hand any more. Raises Refusal (`weapon`)."""
    who = do.who
    do.not_if(
        "weapon", who.second is None, f"{who.id} has nothing in the other hand",
        f"to hold a weapon there: `act {who.id} ready WEAPON --with hand=second`",
    )  # fmt: skip
    who.second = None


def into_second(do: ActionContext, name: str) -> None:
    """Raises Refusal (`weapon`)."""
    who = do.who
    do.not_if(
        "weapon", who.in_other_hand == name != who.in_hand, f"{name} is in the other hand already",
        f"to change hands: `act {who.id} ready {name}`",
    )  # fmt: skip
    if who.in_hand == name:
        who.wielded = UNARMED
    who.second = name


def into_first(do: ActionContext, name: str) -> None:
    """Raises Refusal (`weapon`)."""
    who = do.who
    do.not_if(
        "weapon", who.in_hand == name != who.in_other_hand, f"{name} is in hand already",
        f"to change hands: `act {who.id} ready {name} --with hand=second`",
    )  # fmt: skip
    if who.in_other_hand == name:
        who.second = None
    who.wielded = name


# --- bipod, tripod ---


def deploy_price(do: ActionContext) -> Cost:
    """A tripod takes longer (SR-R04)."""
    return "complex" if do.who.weapon(do.weapon()).tripod else "simple"


def deploy(do: ActionContext, *, out: bool) -> None:
    """Raises Refusal (`weapon`)."""
    game, who, name = do.game, do.who, do.weapon()
    weapon = who.weapon(name)
    if not weapon.bipod and not weapon.tripod:
        game.refuse("weapon", f"{name} has neither bipod nor tripod")
    state, other = ("deployed", "fold") if out else ("folded", "deploy")
    do.not_if(
        "weapon", who.deployed_of(name) is out, f"{name} is {state} already",
        f"the other way: `act {who.id} {other} {name}`",
    )  # fmt: skip
    who.set_deployed(name, out)


# --- the gyro harness ---


def wear_gyro(do: ActionContext, *, worn: bool) -> None:
    """Raises Refusal (`phase`, `weapon`)."""
    do.nobody()
    game, who = do.game, do.who
    if worn and game.fight.running:
        game.refuse("phase", "a gyro harness takes 5 minutes to put on: `end` the fight first")
    if not who.sheet.gyro:
        game.refuse("weapon", f"{who.id} has no gyro harness")
    state, other = ("wears the", "gyro-off") if worn else ("does not wear the", "gyro-on")
    do.not_if(
        "weapon", who.gyro_worn is worn, f"{who.id} {state} gyro harness",
        f"the other way: `act {who.id} {other}`",
    )  # fmt: skip
    who.gyro_worn = worn


def mount(do: ActionContext, *, on: bool) -> None:
    """Raises Refusal (`weapon`)."""
    game, who, name = do.game, do.who, do.weapon()
    weapon = who.weapon(name)
    if weapon.kind != "heavy" and weapon.skill != "rifles":
        game.refuse("weapon", f"only rifles and heavy weapons go on a gyro mount, not {name}")
    action, state, other = ("mount", "on", "unmount") if on else ("unmount", "not on", "mount")
    work = who.live_work()
    # What is half on or half off may go either way.
    begun = work is not None and work.action in (action, other) and work.weapon == name
    do.not_if(
        "weapon", who.mounted_of(name) is on and not begun, f"{name} is {state} the gyro mount",
        f"the other way: `act {who.id} {other} {name}`",
    )  # fmt: skip
    if worked(do, action, name, MOUNTING):
        who.set_mounted(name, on)
