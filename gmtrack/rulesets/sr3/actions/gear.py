"""Weapons and gear in use: aiming, readying, bipod and tripod, gyro harness; reloading."""

from collections.abc import Mapping

from gmtrack.core.names import squash
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.words import match_choice, parse_number
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    ActionContext,
    check_count,
    count_work,
    find_weapon,
    find_weapon_in_hand,
    named_target,
    named_weapon,
    refuse_if,
    reload_lines,
)
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.sheet.state import Aim
from gmtrack.rulesets.sr3.tables import AMMO_TYPES, LOADING, Loading
from gmtrack.rulesets.sr3.turn.legality import Cost

HANDS = ("first", "second")
READY_WORDS = {
    "hand": "first or second; with second, `ready none` empties that hand"
}
NOTHING = "none"
"""The word of `ready` that empties the second hand."""
MOUNTING = 2
"""The complex actions that it takes to mount a weapon, or to unmount it."""


def aim_at_target(do: ActionContext) -> None:
    """Aim one more action at the target with a ranged weapon. Aiming at somebody else, or with
    another weapon, begins anew. Refuses `weapon` if the weapon is not ranged."""
    game, who = do.game, do.who
    target = named_target(do)
    name = find_weapon_in_hand(
        game, who, game.options.weapon or weapon_to_aim(do)
    )
    if not can_be_aimed(who.weapon(name)):
        guns = [gun for gun, one in who.weapons.items() if can_be_aimed(one)]
        way = f": --weapon {guns[0]}" if guns else ""
        game.refuse("weapon", f"{name} is not a ranged weapon to aim with{way}")
    before = who.live_aim()
    same = before is not None and (before.target, before.weapon) == (
        target.id,
        name,
    )
    actions = 1 + (before.actions if same and before else 0)
    who.set_aim(Aim(target.id, name, actions))
    game.report.tell("aim.worth", "note", worth=who.aim_worth(name, actions))


def weapon_to_aim(do: ActionContext) -> str:
    """Return the id of the weapon to aim with if none is named: the first ranged one in hand,
    outside a combat turn also another of theirs, else the one in hand (SR-R42)."""
    who = do.who
    held = who.hands if do.game.fight.running else (*who.hands, *who.weapons)
    return next(
        (name for name in held if can_be_aimed(who.weapon(name))), who.in_hand
    )


def can_be_aimed(weapon: Weapon) -> bool:
    """Whether aiming helps with a weapon: with a gun or a bow, not with an explosive (SRX-106)."""
    return weapon.is_ranged and not weapon.is_explosive


def ready_weapon(do: ActionContext) -> None:
    """Take a weapon in the first or second hand; `none` empties the second. A weapon in the
    other hand changes hands. Refuses `weapon` if that is so already; raises Refusal `weapon` for
    an unknown weapon, `option` unless one is named."""
    game, who = do.game, do.who
    if len(do.args) != 1:
        game.deny(
            WORDS.value,
            f"name one weapon{f', not {len(do.args)}' if do.args else ''}",
        )
    hand = match_choice(
        do.typed_words.get_value("hand") or "first", HANDS, "hand", WORDS.value
    )
    if hand == "second" and squash(do.args[0]) == NOTHING:
        refuse_if(
            do,
            "weapon",
            who.second is None,
            f"{who.name} has nothing in the other hand",
            f"to hold a weapon there: `act {who.id} ready WEAPON --with hand=second`",
        )
        who.second = None
        return
    name = find_weapon(game, who, do.args[0])
    do.targets = [name]
    check_count(game, who, name)
    first, second = who.in_hand, who.in_other_hand
    here, there = (second, first) if hand == "second" else (first, second)
    state, way = (
        ("the other hand", "")
        if hand == "second"
        else ("hand", " --with hand=second")
    )
    refuse_if(
        do,
        "weapon",
        here == name != there,
        f"{name} is in {state} already",
        f"to change hands: `act {who.id} ready {name}{way}`",
    )
    if hand == "second":
        if first == name:
            who.wielded = UNARMED
        who.second = name
    else:
        if second == name:
            who.second = None
        who.wielded = name


def deploy_price(do: ActionContext) -> Cost:
    """Return the cost of deploying or folding: more for a tripod (SR-R04)."""
    return "complex" if do.who.weapon(named_weapon(do)).tripod else "simple"


def deploy_support(do: ActionContext, *, out: bool) -> None:
    """Deploy bipod or tripod, or with `out` False fold it. Refuses `weapon` for a weapon without
    one, and if that is so already."""
    game, who, name = do.game, do.who, named_weapon(do)
    weapon = who.weapon(name)
    if not weapon.bipod and not weapon.tripod:
        game.refuse("weapon", f"{name} has neither bipod nor tripod")
    state, other = ("deployed", "fold") if out else ("folded", "deploy")
    refuse_if(
        do,
        "weapon",
        who.weapon_state(name).deployed is out,
        f"{name} is {state} already",
        f"the other way: `act {who.id} {other} {name}`",
    )
    who.weapon_state(name).deployed = out


def wear_gyro(do: ActionContext, *, worn: bool) -> None:
    """Put the gyro harness on, or with `worn` False take it off. Refuses `phase` to put it on in
    a combat turn, `weapon` without a harness or if that is so already."""
    game, who = do.game, do.who
    if worn and game.fight.running:
        game.refuse(
            "phase",
            "a gyro harness takes 5 minutes to put on: `end` the fight first",
        )
    if not who.sheet.gyro:
        game.refuse("weapon", f"{who.name} has no gyro harness")
    state, other = (
        ("wears the", "gyro-off") if worn else ("does not wear the", "gyro-on")
    )
    refuse_if(
        do,
        "weapon",
        who.gyro_worn is worn,
        f"{who.name} {state} gyro harness",
        f"the other way: `act {who.id} {other}`",
    )
    who.gyro_worn = worn


def mount_on_gyro(do: ActionContext, *, on: bool) -> None:
    """Spend an action on mounting a weapon on the gyro mount, or with `on` False on unmounting
    it; the last one does it. Refuses `weapon` for a weapon that does not go there, and if that
    is so already."""
    game, who, name = do.game, do.who, named_weapon(do)
    weapon = who.weapon(name)
    if weapon.class_ != "heavy" and weapon.skill != "rifles":
        game.refuse(
            "weapon",
            f"only rifles and heavy weapons go on a gyro mount, not {name}",
        )
    action, state, other = (
        ("mount", "on", "unmount") if on else ("unmount", "not on", "mount")
    )
    work = who.live_work()
    # What is half on or half off may go either way.
    begun = (
        work is not None
        and work.action in (action, other)
        and work.weapon == name
    )
    refuse_if(
        do,
        "weapon",
        who.weapon_state(name).mounted is on and not begun,
        f"{name} is {state} the gyro mount",
        f"the other way: `act {who.id} {other} {name}`",
    )
    if count_work(do, action, name, MOUNTING):
        who.weapon_state(name).mounted = on


LOAD_WORDS = {"ammo-type": f"ammunition from now on: {', '.join(AMMO_TYPES)}"}
INSERT_WORDS = {
    "rounds": "rounds in what goes in (default: as filled, else full)",
    **LOAD_WORDS,
}


def weapon_loaded_by(
    do: ActionContext, *ways: Loading, at_hand: bool = True
) -> tuple[str, Weapon]:
    """Return id and weapon that the action names, if it is loaded in one of these ways.
    `at_hand` False allows a stowed one. Raises Refusal `weapon` for any other weapon, with the
    lines that load it."""
    name = named_weapon(do, at_hand=at_hand)
    weapon = do.who.weapon(name)
    loads = weapon.is_ranged and not weapon.is_carried
    if not loads or weapon.loading not in ways:
        if not loads:
            do.game.deny("weapon", f"{name} cannot be loaded")
        actions = LOADING[weapon.loading].actions
        lines = ", ".join(
            f"`act {do.who.id} {action} {name}`" for action in actions
        )
        do.game.deny(
            "weapon",
            f"{name} is loaded in another way ({weapon.loading}): {lines}",
        )
    return name, weapon


def check_rounds_counted(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Raise Refusal `ammo` for a weapon without a capacity, whose rounds are not counted."""
    if not weapon.capacity:
        do.game.deny(
            "ammo",
            f"the rounds of {name} are not counted, as it has no capacity",
        )


def rounds_by_action(do: ActionContext, weapon: Weapon) -> int:
    """Return the rounds that one complex action puts into a weapon or its holder."""
    row = LOADING[weapon.loading]
    return row.rounds(do.who.sheet.quickness, do.game.house.rounding)


def write_rounds(do: ActionContext, name: str, rounds: int) -> None:
    """Write the rounds in a weapon, and tell them."""
    do.who.weapon_state(name).ammo = rounds
    do.game.tell_rounds(do.who, name)


def eject_price(do: ActionContext) -> Cost:
    """Return the cost of taking the clip out: a free action with a smartlink, else a simple one
    (SR-R04). Raises Refusal `weapon` for a weapon without a clip."""
    _, weapon = weapon_loaded_by(do, "clip")
    return "free" if do.who.sheet.smartlink and weapon.smartgun else "simple"


def eject_holder(do: ActionContext, way: Loading) -> None:
    """Take the clip or belt out of a weapon, and its rounds with it. Refuses `ammo` if none is
    in; raises Refusal `weapon` for a weapon that is loaded otherwise."""
    name, weapon = weapon_loaded_by(do, way)
    if not do.who.weapon_state(name).clip_in:
        into = LOADING[way].actions[1]
        do.game.refuse(
            "ammo", f"{name} has no {way} in (`act {do.who.id} {into} {name}`)"
        )
    do.who.weapon_state(name).clip_in = False
    if weapon.capacity:
        write_rounds(do, name, 0)


def insert_holder(do: ActionContext, way: Loading) -> None:
    """Put a clip or belt into a weapon: the spare one as filled, else a full one. Refuses `ammo`
    if one is in; raises Refusal `weapon` for a weapon that is loaded otherwise."""
    name, weapon = weapon_loaded_by(do, way)
    if do.who.weapon_state(name).clip_in:
        out = LOADING[way].actions[0]
        do.game.refuse(
            "ammo", f"{name} has a {way} in (`act {do.who.id} {out} {name}`)"
        )
    do.who.weapon_state(name).clip_in = True
    _put_filled_in(do, name, weapon)


def remove_loader(do: ActionContext) -> None:
    """Empty a cylinder. Raises Refusal `weapon` for another weapon, `ammo` if its rounds are not
    counted."""
    name, weapon = weapon_loaded_by(do, "cylinder")
    check_rounds_counted(do, name, weapon)
    write_rounds(do, name, 0)


def insert_loader(do: ActionContext) -> None:
    """Fill a cylinder from a speed loader. Refuses `ammo` if it is full; raises Refusal `ammo`
    if its rounds are not counted, `weapon` for another weapon."""
    name, weapon = weapon_loaded_by(do, "cylinder")
    check_rounds_counted(do, name, weapon)
    if do.who.weapon_state(name).ammo >= weapon.capacity:
        do.game.refuse("ammo", f"{name} is full already")
    _put_filled_in(do, name, weapon)


def _put_filled_in(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Put a clip, belt or loader into the weapon: with the rounds typed, else the spare one as
    filled, else a full one. Filling the spare one then begins anew. Raises Refusal `option` for
    more rounds than the weapon holds."""
    who, told = do.who, do.typed_words.get_value("rounds")
    loose = who.weapon_state(name).loose
    if do.typed_words.has_word("rounds"):
        rounds = parse_number(told, "rounds", WORDS.value, most=weapon.capacity)
    elif loose is not None:
        rounds = loose
        who.weapon_state(name).loose = None
        work = who.live_work()
        if work and (work.action, work.weapon) == (
            f"fill-{LOADING[weapon.loading].holder}",
            name,
        ):
            # The next one begins with nothing.
            who.set_work(None)
    else:
        rounds = weapon.capacity
    change_ammunition(do, name, weapon)
    if weapon.capacity:
        write_rounds(do, name, rounds)


def change_ammunition(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Change the kind of ammunition to the typed one; do nothing if none was typed. Raises
    Refusal (`option`) for an unknown kind, or one that the weapon cannot fire."""
    if not do.typed_words.has_word("ammo-type"):
        return
    word = match_choice(
        do.typed_words.get_value("ammo-type") or "",
        AMMO_TYPES,
        "ammunition",
        WORDS.value,
    )
    kind = next(row for row in AMMO_TYPES if row == word)
    if weapon.is_explosive:
        told = "what it launches is said by its own power, level and drop"
        do.game.deny(WORDS.value, f"{name} takes no ammo-type: {told}")
    if kind == "shot" and weapon.class_ != "shotgun":
        do.game.deny(
            WORDS.value, f"shot is for shotguns, and {name} is not one"
        )
    with do.game.draft.by("SR-097"):
        do.who.weapon_state(name).loaded = kind


def fill_spare_holder(do: ActionContext, way: Loading) -> None:
    """Fill the spare clip, belt or loader of a weapon by one action. Refuses `ammo` if it is
    full; raises Refusal `weapon` for a weapon that is loaded otherwise, `ammo` if its rounds are
    not counted."""
    name, weapon = weapon_loaded_by(do, way, at_hand=False)
    check_rounds_counted(do, name, weapon)
    before, each = (
        do.who.weapon_state(name).loose or 0,
        rounds_by_action(do, weapon),
    )
    if before >= weapon.capacity:
        lines = reload_lines(do.who, name)
        do.game.refuse(
            "ammo",
            f"the spare {LOADING[way].holder} for {name} is full: {lines}",
        )
    after = min(weapon.capacity, before + each)
    do.who.weapon_state(name).loose = after
    do.game.report.tell(
        "rounds.loose",
        "note",
        holder=LOADING[way].holder,
        now=after,
        most=weapon.capacity,
    )
    count_work(
        do,
        f"fill-{LOADING[way].holder}",
        name,
        left=ceil_div(weapon.capacity - after, each),
    )


BY_HAND: Mapping[Loading, str] = {
    "break": "SR-102",
    "internal": "SR-103",
    "cylinder": "SR-104",
}
"""Ways of loading round by round, with their rules."""


def load_by_hand(do: ActionContext) -> None:
    """Load a weapon round by round, or span a crossbow. Refuses `ammo` if it is full; raises
    Refusal `weapon` for a weapon that is loaded otherwise."""
    name = named_weapon(do)
    weapon = do.who.weapon(name)
    if weapon.class_ == "crossbow":
        with do.game.draft.by("SR-116"):
            span_crossbow(do, name, weapon)
        return
    weapon_loaded_by(do, *BY_HAND)
    with do.game.draft.by(BY_HAND[weapon.loading]):
        load_rounds(do, name, weapon)


def load_rounds(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Load as many rounds as one complex action can. Raises Refusal (`ammo`) if the weapon is
    full."""
    check_rounds_counted(do, name, weapon)
    before, each = do.who.weapon_state(name).ammo, rounds_by_action(do, weapon)
    if before >= weapon.capacity:
        do.game.refuse("ammo", f"{name} is full already")
    after = min(weapon.capacity, before + each)
    change_ammunition(do, name, weapon)
    write_rounds(do, name, after)
    count_work(do, "load", name, left=ceil_div(weapon.capacity - after, each))


def span_crossbow(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Span a crossbow, with one more action for each point of strength that is short. Raises
    Refusal (`ammo`) if it is loaded."""
    if weapon.capacity and do.who.weapon_state(name).ammo >= weapon.capacity:
        do.game.refuse("ammo", f"{name} is full already")
    short = max(0, weapon.strength_min - do.who.sheet.strength)
    change_ammunition(do, name, weapon)
    if count_work(do, "load", name, 1 + short) and weapon.capacity:
        write_rounds(do, name, weapon.capacity)
