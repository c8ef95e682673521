"""Reloading: rounds, clips, belts, speed loaders."""

from collections.abc import Mapping

from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.kit.words import known, number
from gmtrack.rulesets.sr3.actions.doing import ActionContext, worked
from gmtrack.rulesets.sr3.attack.rounds_fired import tell_rounds
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.weapons import reload_lines
from gmtrack.rulesets.sr3.tables.kinds import AMMO_TYPES, Loading
from gmtrack.rulesets.sr3.tables.loading import LOADING
from gmtrack.rulesets.sr3.turn.legality import Cost

LOAD_WORDS = {"ammo-type": f"ammunition from now on: {', '.join(AMMO_TYPES)}"}
INSERT_WORDS = {"rounds": "rounds in what goes in (default: as filled, else full)", **LOAD_WORDS}


def loaded_by(do: ActionContext, *ways: Loading, at_hand: bool = True) -> tuple[str, Weapon]:
    """The weapon, which is loaded in one of these ways. Raises Refusal (`weapon`)."""
    name = do.weapon(at_hand=at_hand)
    weapon = do.who.weapon(name)
    if not weapon.is_ranged or weapon.loading not in ways:
        if not weapon.is_ranged:
            do.game.deny("weapon", f"{name} cannot be loaded")
        actions = LOADING[weapon.loading].actions
        lines = ", ".join(f"`act {do.who.id} {action} {name}`" for action in actions)
        do.game.deny("weapon", f"{name} is loaded in another way ({weapon.loading}): {lines}")
    return name, weapon


def counted(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Raises Refusal (`ammo`) where rounds are not tracked."""
    if not weapon.capacity:
        do.game.deny("ammo", f"the rounds of {name} are not counted, as it has no capacity")


def handful(do: ActionContext, weapon: Weapon) -> int:
    """Rounds in one complex action."""
    row = LOADING[weapon.loading]
    return row.rounds(do.who.sheet.quickness, do.game.house.rounding)


def put(do: ActionContext, name: str, rounds: int) -> None:
    """So many rounds are in the weapon now."""
    do.who.set_ammo(name, rounds)
    tell_rounds(do.game, do.who, name)


# --- clip, belt, speed loader in and out ---


def eject_price(do: ActionContext) -> Cost:
    """A smartlink ejects the clip for nothing much (SR-R04)."""
    _, weapon = loaded_by(do, "clip")
    return "free" if do.who.sheet.smartlink and weapon.smartgun else "simple"


def take_out(do: ActionContext, way: Loading) -> None:
    """Raises Refusal (`weapon`, `ammo`)."""
    name, weapon = loaded_by(do, way)
    if not do.who.clip_in_of(name):
        into = LOADING[way].actions[1]
        do.game.refuse("ammo", f"{name} has no {way} in (`act {do.who.id} {into} {name}`)")
    do.who.set_clip_in(name, False)
    if weapon.capacity:
        put(do, name, 0)


def put_in(do: ActionContext, way: Loading) -> None:
    """Raises Refusal (`weapon`, `ammo`)."""
    name, weapon = loaded_by(do, way)
    if do.who.clip_in_of(name):
        out = LOADING[way].actions[0]
        do.game.refuse("ammo", f"{name} has a {way} in (`act {do.who.id} {out} {name}`)")
    do.who.set_clip_in(name, True)
    _fill(do, name, weapon)


def remove_loader(do: ActionContext) -> None:
    """Raises Refusal (`weapon`, `ammo`)."""
    name, weapon = loaded_by(do, "cylinder")
    counted(do, name, weapon)
    put(do, name, 0)


def insert_loader(do: ActionContext) -> None:
    """Raises Refusal (`weapon`, `ammo`)."""
    name, weapon = loaded_by(do, "cylinder")
    counted(do, name, weapon)
    if do.who.ammo_of(name) >= weapon.capacity:
        do.game.refuse("ammo", f"{name} is full already")
    _fill(do, name, weapon)


def _fill(do: ActionContext, name: str, weapon: Weapon) -> None:
    """What was filled by hand goes in, else a spare one, full or with so many rounds."""
    who, told = do.who, do.told.value("rounds")
    loose = who.loose_of(name)
    if do.told.has("rounds"):
        rounds = number(told, "rounds", WORDS.value, most=weapon.capacity)
    elif loose is not None:
        rounds = loose
        who.set_loose(name, None)
        filled_enough(do, name, weapon)
    else:
        rounds = weapon.capacity
    load_kind(do, name, weapon)
    if weapon.capacity:
        put(do, name, rounds)


def filled_enough(do: ActionContext, name: str, weapon: Weapon) -> None:
    """What is in the weapon is not being filled any more: the next one begins with nothing."""
    work, filling = do.who.live_work(), f"fill-{LOADING[weapon.loading].holder}"
    if work is not None and (work.action, work.weapon) == (filling, name):
        do.who.set_work(None)


def load_kind(do: ActionContext, name: str, weapon: Weapon) -> None:
    """Another kind of ammunition from now on. Raises Refusal (`option`)."""
    if not do.told.has("ammo-type"):
        return
    word = known(do.told.value("ammo-type") or "", AMMO_TYPES, "ammunition", WORDS.value)
    kind = next(row for row in AMMO_TYPES if row == word)
    if kind == "shot" and weapon.kind != "shotgun":
        do.game.deny(WORDS.value, f"shot is for shotguns, and {name} is not one")
    with do.game.draft.by("SR-097"):
        do.who.set_loaded(name, kind)


# --- round by round ---


def fill_loose(do: ActionContext, way: Loading) -> None:
    """A spare one is filled. Raises Refusal (`weapon`, `ammo`)."""
    name, weapon = loaded_by(do, way, at_hand=False)
    counted(do, name, weapon)
    before, each = do.who.loose_of(name) or 0, handful(do, weapon)
    if before >= weapon.capacity:
        lines = reload_lines(do.who, name)
        do.game.refuse("ammo", f"the spare {LOADING[way].holder} for {name} is full: {lines}")
    after = min(weapon.capacity, before + each)
    do.who.set_loose(name, after)
    do.game.report.tell(
        "rounds.loose", "note", holder=LOADING[way].holder, now=after, most=weapon.capacity
    )
    worked(do, f"fill-{LOADING[way].holder}", name, left=ceil_div(weapon.capacity - after, each))


BY_HAND: Mapping[Loading, str] = {"break": "SR-102", "internal": "SR-103", "cylinder": "SR-104"}
"""What is loaded round by round, with its rows."""


def load(do: ActionContext) -> None:
    """Round by round, or a crossbow. Raises Refusal (`weapon`, `ammo`)."""
    name = do.weapon()
    weapon = do.who.weapon(name)
    if weapon.kind == "crossbow":
        with do.game.draft.by("SR-116"):
            span(do, name, weapon)
        return
    loaded_by(do, *BY_HAND)
    with do.game.draft.by(BY_HAND[weapon.loading]):
        load_rounds(do, name, weapon)


def load_rounds(do: ActionContext, name: str, weapon: Weapon) -> None:
    """As many rounds as one action brings. Raises Refusal (`ammo`)."""
    counted(do, name, weapon)
    before, each = do.who.ammo_of(name), handful(do, weapon)
    if before >= weapon.capacity:
        do.game.refuse("ammo", f"{name} is full already")
    after = min(weapon.capacity, before + each)
    load_kind(do, name, weapon)
    put(do, name, after)
    worked(do, "load", name, left=ceil_div(weapon.capacity - after, each))


def span(do: ActionContext, name: str, weapon: Weapon) -> None:
    """A crossbow takes one more action for each point of strength that is short. Raises Refusal
    (`ammo`)."""
    if weapon.capacity and do.who.ammo_of(name) >= weapon.capacity:
        do.game.refuse("ammo", f"{name} is full already")
    short = max(0, weapon.strength_min - do.who.sheet.strength)
    load_kind(do, name, weapon)
    if worked(do, "load", name, 1 + short) and weapon.capacity:
        put(do, name, weapon.capacity)
