"""Checks of a file whose types are right: numbers and references that the rules do not allow,
likely typos, the schema, and the fields that name combatants."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.house import NumberLimits, check_limits
from gmtrack.rulesets.kit.own.definitions import OwnEffect
from gmtrack.rulesets.kit.references import (
    OWN,
    Reference,
    check_name,
    check_references,
    list_played_fighters,
)
from gmtrack.rulesets.kit.sheet import make_schema
from gmtrack.rulesets.kit.slips import SkillCheck
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter, WeaponState
from gmtrack.rulesets.sr3.sheet.sheet import (
    EXPLOSIVE_ONLY,
    MELEE_ONLY,
    RANGED_ONLY,
    SHOT_ONLY,
    SORCERY,
    UNARMED,
    UNARMED_COMBAT,
    SceneSheet,
    Sheet,
    skill_name,
)
from gmtrack.rulesets.sr3.sheet.state import (
    FIRST_AID,
    FightState,
    LiveState,
    scene_barriers,
)
from gmtrack.rulesets.sr3.tables import HAZES, LAUNCHED, LIGHTS

Path = tuple[str, ...]
BANDS = 4
"""The number of range categories that a weapon has: short, medium, long, extreme."""


NUMBERS = {
    "stun_base": NumberLimits(1, 10_000),
    "heal_tn": NumberLimits(2, 99, 4),
    "heal_days": NumberLimits(1, 10_000, 4),
    "scene_minutes": NumberLimits(0, 1440),
}
"""The limits of house rules that are numbers or lists of numbers."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Yield every problem of a file that its types do not show: in house rules, scene, sheets and
    the live state."""
    yield from check_limits(encounter.house_rules, NUMBERS)
    told = encounter.scene.get("visibility") or []
    for kind, keys in (("light", LIGHTS), ("haze", HAZES)):
        found = [key for key in told if key in keys]
        if len(found) > 1:
            yield Problem(
                ("scene", "visibility"),
                f"found {', '.join(found)}, allowed is one {kind}",
            )
    # SR-R08: barriers are told from ratings and from combatants by their ids.
    for name in scene_barriers(encounter):
        path = ("scene", "barriers", name)
        if name.isdigit():
            yield Problem(
                path, "a number is a rating: choose an id with a letter in it"
            )
        if squash(name) in encounter.combatants:
            yield Problem(path, "a combatant has this id too: choose another")
    for who in encounter.combatants:
        place, sheet = ("combatants", who), encounter.sheet(who)
        yield from check_sheet(place, sheet)
        yield from check_spell_effects(place, sheet, encounter)
    yield from check_fight(encounter)


def check_sheet(path: Path, data: Data) -> Iterator[Problem]:
    """Yield the problems of a sheet: those of its weapons, weapons in hand that it does not have,
    and spells that share an id with a weapon."""
    weapons = data.get("weapons") or {}
    for name, weapon in weapons.items():
        yield from check_weapon((*path, "weapons", name), weapon)
    names = [*map(squash, weapons), UNARMED]
    # One word after --weapon means one thing.
    for name in data.get("spells") or {}:
        if squash(name) in names:
            message = "a weapon has this id too: choose another"
            yield Problem((*path, "spells", name), message)
    yield from check_name(
        (*path, "wielded"), data.get("wielded"), "weapon", names, squash
    )
    yield from check_name(
        (*path, "second"), data.get("second"), "weapon", names, squash
    )


def check_spell_effects(
    path: Path, data: Data, encounter: Encounter
) -> Iterator[Problem]:
    """Yield the spells of a sheet that bring an effect which nobody has defined."""
    for name, spell in (data.get("spells") or {}).items():
        yield from check_name(
            (*path, "spells", name, "effect"),
            spell.get("effect"),
            "effect",
            encounter.effects,
            squash,
        )


def check_weapon(path: Path, weapon: Data) -> Iterator[Problem]:
    """Yield the problems of a weapon: fields that are missing, and fields that its kind does not
    have."""
    if weapon.get("delivery") is not None:
        yield from check_explosive(path, weapon)
        return
    for key in EXPLOSIVE_ONLY:
        if weapon.get(key) is not None:
            message = f"missing: a weapon with {key} needs a delivery"
            yield Problem((*path, "delivery"), message)
            return
    if weapon.get("ranges") is None:
        strange = [
            key for key in RANGED_ONLY if key in weapon and key != "ranges"
        ]
        if strange:
            message = f"missing: a weapon with {strange[0]} is ranged and needs ranges"
            yield Problem((*path, "ranges"), message)
        return
    for key in MELEE_ONLY:
        if key in weapon:
            yield Problem((*path, key), f"a ranged weapon has no {key}")
    for key in ("power", "level"):
        if weapon.get(key) is None:
            yield Problem(
                (*path, key), f"missing: a ranged weapon needs a {key}"
            )
    yield from check_ranged_weapon(path, weapon)


def check_explosive(path: Path, weapon: Data) -> Iterator[Problem]:
    """Yield the problems of an explosive: a power without a level, keys that its delivery does not
    have, ranges that do not ascend."""
    delivery = weapon["delivery"]
    if weapon.get("power") is not None and weapon.get("level") is None:
        yield Problem(
            (*path, "level"), "missing: a blast with a power needs a level"
        )
    launched = delivery == "launched"
    strange: tuple[str, ...] = ("count",) if launched else SHOT_ONLY
    strange += MELEE_ONLY
    strange += () if delivery == "thrown" else ("aerodynamic",)
    strange += ("ranges", "min_range") if delivery == "placed" else ()
    for key in dict.fromkeys(strange):
        if key in weapon:
            message = f"an explosive that is {delivery} has no {key}"
            yield Problem((*path, key), message)
    ranges = weapon.get("ranges")
    if ranges is not None:
        yield from check_ranged_weapon(path, weapon)
    elif launched:
        yield from check_ranged_weapon(path, {**weapon, "ranges": [*LAUNCHED]})


def check_ranged_weapon(path: Path, weapon: Data) -> Iterator[Problem]:
    """Yield the problems of a ranged weapon: ranges, modes, ammunition, gyro mount and rounds."""
    kind, found = weapon.get("class") or "firearm", list(weapon["ranges"])
    if len(found) != BANDS or sorted(found) != found:
        yield Problem(
            (*path, "ranges"),
            f"found {found}, allowed are four ascending numbers",
        )
    if weapon.get("modes") == []:
        yield Problem(
            (*path, "modes"), "found [], allowed are some of ss, sa, bf, fa"
        )
    if weapon.get("ammo_type") == "shot" and kind != "shotgun":
        yield Problem(
            (*path, "ammo_type"), "shot is for weapons of class shotgun only"
        )
    mountable = kind == "heavy" or skill_name(weapon["skill"]) == "rifles"
    if weapon.get("gyro_mounted") and not mountable:
        yield Problem(
            (*path, "gyro_mounted"),
            "only rifles and heavy weapons go on a gyro",
        )
    capacity, ammo = weapon.get("capacity") or 0, weapon.get("ammo") or 0
    if ammo > capacity:
        yield Problem(
            (*path, "ammo"),
            f"found {ammo}, allowed is 0 to {capacity} (capacity)",
        )


def check_fight(encounter: Encounter) -> Iterator[Problem]:
    """Yield the problems of the live state: references to combatants, barriers or weapons that do
    not exist, and values out of their limits."""
    yield from check_references(encounter, REFERENCES)
    for name in encounter.fight.get("barriers") or {}:
        yield from check_name(
            ("fight", "barriers", name),
            name,
            "barrier",
            scene_barriers(encounter),
        )
    yield from check_timed_items(encounter)
    for found in list_played_fighters(
        encounter, Fighter, House(encounter.house_rules)
    ):
        yield from check_live_state(*found)


def check_timed_items(encounter: Encounter) -> Iterator[Problem]:
    """Yield the explosives in the fight that are none of their owner's, and positions that are not
    two numbers."""
    for name, item in (encounter.fight.get("timed_items") or {}).items():
        path = ("fight", "timed_items", name)
        sheet = (
            encounter.sheet(item["owner"])
            if item["owner"] in encounter.combatants
            else {}
        )
        own = [
            squash(word)
            for word, weapon in (sheet.get("weapons") or {}).items()
            if weapon.get("delivery")
        ]
        yield from check_name(
            (*path, "weapon"), item["weapon"], "explosive", own, squash
        )
        yield from check_position(path, item.get("position"))


def check_position(path: Path, position: object) -> Iterator[Problem]:
    """Yield a problem for a position below `path` that is a list of other than two numbers."""
    if isinstance(position, list | tuple) and len(position) != 2:
        yield Problem(
            (*path, "position"),
            f"found {position}, allowed are two numbers of metres",
        )


def check_live_state(path: Path, who: Fighter, live: Data) -> Iterator[Problem]:
    """Yield the problems of one combatant's live state: unknown weapons, rounds that do not fit,
    and a position that is not two numbers."""
    weapons = who.weapons
    for field in ("wielded", "second"):
        yield from check_name(
            (*path, field), live.get(field), "weapon", weapons, squash
        )
    for field in WeaponState.KEPT:
        for name in live.get(field) or {}:
            yield from check_name(
                (*path, field, name), name, "weapon", weapons, squash
            )
    yield from check_magazines(path, who)
    for field in ("aim", "work"):
        word = (live.get(field) or {}).get("weapon")
        yield from check_name(
            (*path, field, "weapon"), word, "weapon", weapons, squash
        )
    yield from check_work(path, live.get("work") or {})
    yield from check_position(path, live.get("position"))


def check_work(path: Path, work: Data) -> Iterator[Problem]:
    """Yield a problem for a task without what it is done with or on: a patient for first aid, a
    weapon for any other."""
    key = "patient" if work.get("action") == FIRST_AID else "weapon"
    if work and not work.get(key):
        yield Problem(
            (*path, "work", key), f"is missing: {work['action']} needs a {key}"
        )


def check_magazines(path: Path, who: Fighter) -> Iterator[Problem]:
    """Yield weapons with more rounds in them than they hold, and shot in weapons that are no
    shotguns."""
    for name, weapon in who.weapons.items():
        if weapon.capacity and who.weapon_state(name).ammo > weapon.capacity:
            message = f"found {who.weapon_state(name).ammo}, allowed is 0 to {weapon.capacity}"
            yield Problem((*path, "ammo", name), message)
        if (
            who.weapon_state(name).loaded == "shot"
            and weapon.class_ != "shotgun"
        ):
            yield Problem(
                (*path, "loaded", name),
                "shot is for weapons of class shotgun only",
            )


BOOK_SKILLS = (
    "pistols", "smg", "rifles", "shotguns", "clubs", "edged_weapons", UNARMED_COMBAT,
)  # fmt: skip
"""The skills with weapons that the rules name."""
RULED_SKILLS = (*BOOK_SKILLS, SORCERY)
"""All skills that the rules name."""
TESTED = (
    "aircraft", "animals", "arcana", "art", "athletics", "aura_reading", "bike", "biotech",
    "boating", "boats", "car", "chemistry", "computer", "computers", "conjuring",
    "cybertechnology", "dancing", "demolitions", "diving", "driving", "electronics",
    "engineering", "etiquette", "first_aid",
    "forgery", "gambling", "gunnery", "hacking", "hovercraft", "instruction", "interrogation",
    "intimidation", "launch_weapons", "law", "leadership", "magic", "mechanics", "medicine",
    "negotiation", "perception", "piloting", "psychology", "repair", "riding", "rotor_craft",
    "science", "security", "small_unit_tactics", "stealth", "streetwise", "survival",
    "swimming", "tactics", "throwing_weapons", "truck", "vector_thrust", "whips",
)  # fmt: skip
"""Skills of this edition that are used in tests alone, so that they are no typos."""


def likely_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield what the file allows and nobody can have meant: skills that are probably typos."""
    return SkillCheck(
        encounter, RULED_SKILLS, skill_name, TESTED, is_rolled=needs_skill
    ).likely_typos()


def needs_skill(weapon: Data) -> bool:
    """Whether anything is rolled with the skill of a weapon in a file: not with that of a charge,
    which is laid (SRX-120)."""
    return weapon.get("delivery") != "placed"


REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.interrupted.*"),
    Reference("fight.timed_items.*.owner", "fight.timed_items.*", "gone.item"),
    Reference("fight.ranges.*.one", "fight.ranges.*"),
    Reference("fight.ranges.*.other", "fight.ranges.*"),
    Reference(OWN + "subdual.by", told="gone.hold"),
    Reference(OWN + "struck_by.*", loose=True),
    Reference(OWN + "targets_this_phase.*"),
    Reference(OWN + "aim.target", OWN + "aim", "gone.aim"),
    Reference(OWN + "in_melee_with.*"),
    Reference(OWN + "spell_defense.protects.*"),
    Reference(OWN + "sustained.*.target", OWN + "sustained.*", "gone.spell"),
    Reference(OWN + "work.patient", OWN + "work"),
    Reference(OWN + "aided_by.*", loose=True),
    Reference(OWN + "patched_by.*", loose=True),
)


SCHEMA = make_schema(Sheet, SceneSheet, FightState, LiveState, House, OwnEffect)
