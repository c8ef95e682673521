"""Characters of this edition from other programs: their numbers are taken as they are."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import ForeignCharacter, ForeignThing
from gmtrack.rulesets.kit.foreign import Placing, clamp, replace_number
from gmtrack.rulesets.sr3.gm.imported_magic import (
    MOST_DICE,
    MOST_FORCE,
    NO_DRAIN,
    place_numbers,
    place_power,
)
from gmtrack.rulesets.sr3.sheet.spell import ANY_SPELL, CATEGORIES
from gmtrack.rulesets.sr3.tables import LEVELS, LOADING

PLACED = (
    "body", "quickness", "strength", "intelligence", "willpower", "reaction",
)  # fmt: skip
LEAST, MOST_INITIATIVE, MOST_SKILL, MOST_REACH = 1, 6, 20, 5
CALLED: Mapping[str, str] = {
    "submachine_guns": "smg",
    "submachine_gun": "smg",
    "smgs": "smg",
    "pistol": "pistols",
    "rifle": "rifles",
    "shotgun": "shotguns",
    "assault_rifle": "assault_rifles",
    "throwing_weapon": "throwing_weapons",
    "launch_weapon": "launch_weapons",
    "biotechnology": "biotech",
}
"""Skills by other names that files have for them."""
SKILL_OF_CLASS: Mapping[str, str] = {
    "holdout": "pistols", "lightPistol": "pistols", "heavyPistol": "pistols", "taser": "pistols",
    "smg": "smg", "shotgun": "shotguns", "assaultRifle": "assault_rifles",
    "sportingRifle": "rifles", "sniperRifle": "rifles", "lmg": "heavy_weapons",
    "mmg": "heavy_weapons", "hmg": "heavy_weapons", "assaultCannon": "heavy_weapons",
    "missileLauncher": "launch_weapons", "grenadeLauncher": "launch_weapons",
    "bow": "projectile_weapons", "crossbow": "projectile_weapons",
}  # fmt: skip
"""The usual skill of a class of weapons, where the file names none."""
HEAVY = ("lmg", "mmg", "hmg", "assaultCannon", "missileLauncher")
CLASSES: Mapping[str, str] = {
    "shotgun": "shotgun", "bow": "bow", "crossbow": "crossbow", "taser": "other",
    **dict.fromkeys(HEAVY, "heavy"),
}  # fmt: skip
MODES = {"manual": "ss", "semiauto": "sa", "burst": "bf", "fullauto": "fa"}
LOADED = {
    "c": "clip",
    "b": "break",
    "m": "internal",
    "cy": "cylinder",
    "belt": "belt",
}
AMMO_TYPES = {
    "apds": "apds",
    "explosive": "explosive",
    "gel": "gel",
    "flechette": "flechette",
}
LAUNCHER, EXPLOSIVE, BANDS = "grenadeLauncher", "explosive", 4
STUN = "Stun"
TARGETS = ("body", "willpower", "intelligence", "reaction")
HEALING = {"heal": "(wound)", "treat": "-1(wound)"}
AREAS = ("ball", "wave", "storm", "ball lightning")
WORN = "the file does not say which armor is worn: all of it is"
BY_NAME = "the file does not say it"


def place_third(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place somebody of this edition, but for what comes with the metatype."""
    place_attributes(placing, foreign)
    place_skills(placing, foreign)
    place_numbers(placing, foreign)
    for thing in foreign.armor:
        place_armor(placing, thing)
    for thing in foreign.weapons:
        place_weapon(placing, thing)
    ids: dict[str, str] = {}
    for thing in foreign.magic:
        if thing.kind == "spell":
            place_spell(placing, thing, ids)
    for thing in foreign.magic:
        if thing.kind == "focus":
            place_focus(placing, thing, ids)
        elif thing.kind == "adept power":
            place_power(placing, thing)


def place_attributes(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place the attributes, initiative dice and the Karma pool."""
    for name in PLACED:
        value = foreign.attributes.get(name)
        if value is not None and value.number > 0:
            placing.set_number(name, value)
        elif name != "reaction":
            placing.assume(name, LEAST, "the file does not have it")
    why = "no rule of a fight asks for it"
    placing.note_lost_values("attribute", why, foreign.attributes, PLACED)
    if dice := foreign.others.get("initiative_dice"):
        limited = clamp(dice.number, 1, MOST_INITIATIVE)
        placing.set_number("initiative_dice", replace_number(dice, limited))
    if karma := foreign.others.get("karma_pool"):
        placing.set_number("karma_pool", karma)


def place_skills(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place all active skills: any may be tested here."""
    for name, value in foreign.skills.items():
        limited = clamp(value.number, 0, MOST_SKILL)
        field = f"skills.{CALLED.get(name, name)}"
        placing.set_number(field, replace_number(value, limited))


def place_armor(placing: Placing, thing: ForeignThing) -> None:
    """Place a piece of armor by its two ratings."""
    ratings = {
        key: max(0, thing.number(key) or 0) for key in ("ballistic", "impact")
    }
    if not any(ratings.values()):
        placing.note_lost(f"armor {thing.name}", "it has no rating", thing.at)
        return
    placing.add_armor(thing, {"name": thing.name, **ratings})
    placing.note_assumption("armor", WORN)


# --- weapons ---


def place_weapon(placing: Placing, thing: ForeignThing) -> None:
    """Place a weapon with its own numbers. One without a damage code or skill is lost."""
    text = thing.text("level")
    level, power = text[:1].upper(), thing.number("power") or 0
    skill = thing.text("skill") or SKILL_OF_CLASS.get(thing.kind, "")
    ranges = list(map(int, thing.words("ranges")))
    is_ranged = bool(thing.kind) or thing.text("mode") in MODES
    if level not in LEVELS or power < 1:
        placing.note_lost_weapon(thing, "the file has no damage code for it")
        return
    if thing.text("mode") == EXPLOSIVE or thing.kind == LAUNCHER:
        data = explosive_fields(thing, skill)
    elif not skill:
        placing.note_lost_weapon(thing, "the file names no skill for it")
        return
    elif is_ranged:
        if ranges != sorted(ranges) or len(ranges) != BANDS or ranges[0] < 0:
            placing.note_lost_weapon(thing, "its ranges are not ascending")
            return
        data = {"skill": skill, **gun_fields(thing), "ranges": ranges}
    else:
        reach = clamp(thing.number("reach") or 0, 0, MOST_REACH)
        data = {"skill": skill, **({"reach": reach} if reach else {})}
    data["skill"] = CALLED.get(data["skill"], data["skill"])
    code: Data = {"power": power, "level": level}
    code |= {"damage_type": "stun" if text.endswith(STUN) else "physical"}
    placing.add_weapon(thing, {**data, **code})


def gun_fields(thing: ForeignThing) -> Data:
    """Return what only a gun or a bow has: class, mode, loading, rounds, ammunition, recoil."""
    data: Data = {}
    if kind := CLASSES.get(thing.kind):
        data["class"] = kind
    if mode := MODES.get(thing.text("mode")):
        data["modes"] = [mode]
    data |= loading_fields(thing)
    if ammunition := AMMO_TYPES.get(thing.text("ammo_type")):
        data["ammo_type"] = ammunition
    if (recoil := thing.number("recoil") or 0) > 0:
        data["gas_vent"] = recoil
    return data


def loading_fields(thing: ForeignThing) -> Data:
    """Return how a weapon is loaded and how many rounds it holds, as far as the file says it."""
    loading = LOADED.get(thing.text("loading"))
    capacity = thing.number("capacity") or 0
    data: Data = {"loading": loading} if loading in LOADING else {}
    return data | ({"capacity": capacity} if capacity > 0 else {})


def explosive_fields(thing: ForeignThing, skill: str) -> Data:
    """Return what a grenade or a launcher has besides its damage code."""
    if thing.kind == LAUNCHER:
        data: Data = {"skill": skill, "delivery": "launched"}
        return data | loading_fields(thing)
    return {"skill": skill or "throwing_weapons", "delivery": "thrown"}


# --- magic ---


def place_spell(
    placing: Placing, thing: ForeignThing, ids: dict[str, str]
) -> None:
    """Place a spell with its own force and drain, and note its id here by that of the file in
    `ids`."""
    name, category = thing.name.lower(), thing.text("category")
    force = thing.number("force") or 0
    if category not in CATEGORIES or not 1 <= force <= MOST_FORCE:
        why = "the file has no force or no category for it"
        placing.place_magic(thing)
        placing.note_lost(f"spell {thing.name}", why, thing.at)
        return
    drain = HEALING.get(name) or drain_text(thing, category)
    if drain is None:
        placing.place_magic(thing)
        placing.note_lost(f"spell {thing.name}", NO_DRAIN, thing.at)
        return
    kind = "physical" if thing.text("kind") == "physical" else "mana"
    data: Data = {"force": force, "category": category, "kind": kind}
    data |= target_fields(thing, category, name) | {"drain": drain}
    ids[thing.text("id")] = placing.add_spell(thing, data)
    if data.get("area") or data.get("damage_type"):
        told = ", ".join(key for key in ("area", "damage_type") if key in data)
        placing.note_assumption(f"{told} of {thing.name}", BY_NAME)


def drain_text(thing: ForeignThing, category: str) -> str | None:
    """Return the drain code of a spell; None for a level that is none, and beyond what a code can
    say."""
    power, steps = (
        thing.number(key) or 0 for key in ("drain_power", "drain_steps")
    )
    chosen = category in ("combat", "elemental")
    level = "level" if chosen else thing.text("drain_level").upper()
    if level not in ("level", *LEVELS) or not abs(power) < 10 > abs(steps):
        return None
    before = f"{power:+}" if power else ""
    behind = f"{steps:+}" if steps else ""
    return f"{before}({level}{behind})"


def target_fields(thing: ForeignThing, category: str, name: str) -> Data:
    """Return what a spell is cast against, how far and how long it reaches, and what its name says
    of area and damage."""
    data: Data = {}
    number, attribute = thing.number("number") or 0, thing.text("attribute")
    if thing.text("target") == "static" and 2 <= number <= 99:
        data["target"] = number
    elif thing.text("target") == "attribute" and attribute in TARGETS:
        data["target"] = attribute
    elif name in HEALING:
        data["target"] = "essence"
    if thing.text("range") in ("touch", "los"):
        data["range"] = "touch" if thing.text("range") == "touch" else "sight"
    if thing.text("duration") in ("sustained", "permanent"):
        data["duration"] = thing.text("duration")
    if category in ("combat", "elemental"):
        data |= {"area": True} if name.endswith(AREAS) or name in AREAS else {}
        stuns = name.startswith("stun") or name == "clout"
        data |= {"damage_type": "stun"} if stuns else {}
    return data


def place_focus(
    placing: Placing, thing: ForeignThing, ids: Mapping[str, str]
) -> None:
    """Place the dice of a focus for power, a category or a spell, and let a sustaining one hold its
    spell. Tell why any other has no place."""
    use, rating = thing.text("use"), thing.number("rating") or 0
    spell = ids.get(thing.text("spell"), "")
    keys = {
        "power": ANY_SPELL,
        "spellCategory": thing.text("fits"),
        "specificSpell": spell,
    }
    key = keys.get(use, "")
    placing.place_magic(thing)
    told = f"focus {thing.name} {rating}" if rating else f"focus {thing.name}"
    if not thing.is_so("bonded"):
        placing.note_lost(told, "it is not bonded", thing.at)
    elif use == "sustaining" and spell:
        placing.set_value(f"spells.{spell}.focus", True, thing.at)
    elif key in (ANY_SPELL, *CATEGORIES, spell) and key and rating > 0:
        before = placing.sheet.get("focus_dice", {}).get(key, 0)
        dice = min(before + rating, MOST_DICE)
        placing.set_value(f"focus_dice.{key}", dice, thing.at)
    else:
        why = "only foci for power, a category or a spell have dice here"
        placing.note_lost(told, why, thing.at)
