"""What is wrong in a file though its types are right: references and combinations."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.check_fight import fight, goes_off, is_number
from gmtrack.rulesets.swan_song.sheet.damage_value import dv_terms
from gmtrack.rulesets.swan_song.sheet.records import POOLS
from gmtrack.rulesets.swan_song.tables.actions import COSTS
from gmtrack.rulesets.swan_song.tables.damage import BARRIER_RATINGS
from gmtrack.rulesets.swan_song.tables.effects import EFFECTS, INSTANT
from gmtrack.rulesets.swan_song.tables.locations import CALLED_SHOTS, called_shot

VEHICLE_NEEDS = ("body", "armor_value", "armored_max")


def check(encounter: Encounter) -> Iterator[Problem]:
    """All problems of an encounter that has passed the schema."""
    yield from house_rules(encounter.house_rules)
    yield from barriers(encounter)
    yield from timed_items(encounter)
    house = House(encounter.house_rules)
    for who in encounter.combatants:
        yield from sheet(("combatants", who), encounter.sheet(who))
        yield from required(("combatants", who), encounter.sheet(who), house)
    yield from fight(encounter)


def sheet(path: tuple[str, ...], data: Data) -> Iterator[Problem]:
    """The sheet of one combatant, or a template."""
    if data.get("vehicle"):
        for key in VEHICLE_NEEDS:
            if key not in data:
                yield Problem((*path, key), "missing: a vehicle needs it")
    for weapon_id, weapon in (data.get("weapons") or {}).items():
        yield from weapon_problems((*path, "weapons", weapon_id), weapon)
    known = {squash(w) for w in data.get("weapons") or {}} | {"unarmed"}
    for hand, weapon in (data.get("held") or {}).items():
        if squash(weapon) not in known:
            yield Problem((*path, "held", hand), f"no weapon '{weapon}'{suggestion(weapon, known)}")
    for effect in data.get("immune_effects") or ():
        key = effect.replace("-", "_")
        if key not in EFFECTS and key not in INSTANT:
            hint = suggestion(effect, [*EFFECTS, *INSTANT])
            yield Problem((*path, "immune_effects"), f"no effect '{effect}'{hint}")


def required(path: tuple[str, ...], data: Data, house: House) -> Iterator[Problem]:
    """R-TEST-11, R-TEST-14: values that the house rules do not let the program derive."""
    limits, pools = ("physical_limit", "mental_limit"), ("flesh_max", "strain_threshold")
    required_by = (
        (house.limit_formula == "sheet_only", "limit_formula is sheet_only", limits),
        (house.health_defaults == "required", "health_defaults is required", pools),
    )
    for on, rule, keys in required_by:
        if not on or data.get("vehicle"):
            continue
        for key in keys:
            if key not in data:
                yield Problem((*path, key), f"missing: house rule {rule}")


def weapon_problems(path: tuple[str, ...], weapon: Data) -> Iterator[Problem]:
    """One weapon of a sheet."""
    if weapon.get("kind") != "unarmed" and "skill" not in weapon:
        yield Problem((*path, "skill"), "missing: a weapon needs its combat skill")
    yield from dv_problems((*path, "dv"), weapon["dv"])
    if not weapon.get("modes", True):
        yield Problem((*path, "modes"), "empty: a weapon has at least one mode")


def barriers(encounter: Encounter) -> Iterator[Problem]:
    """The barriers of the scene."""
    for barrier, data in (encounter.scene.get("barriers") or {}).items():
        path = ("scene", "barriers", barrier)
        if squash(barrier) in encounter.combatants:
            yield Problem(path, "a combatant has this id too: choose another")
        rating = data.get("rating")
        if rating is not None and rating not in BARRIER_RATINGS:
            hint = suggestion(rating, BARRIER_RATINGS)
            yield Problem((*path, "rating"), f"no rating '{rating}'{hint}")
        if rating is None and data.get("body_of") is None:
            for key in ("structure", "armor"):
                if key not in data:
                    yield Problem((*path, key), "missing: give a rating, or structure and armor")


def timed_items(encounter: Encounter) -> Iterator[Problem]:
    """The timed items of the scene."""
    for name, item in (encounter.scene.get("timed_items") or {}).items():
        path = ("scene", "timed_items", name)
        setter = item["setter"]
        if setter in encounter.combatants:
            weapons = [squash(w) for w in encounter.sheet(setter).get("weapons") or {}]
            if squash(item["weapon"]) not in weapons:
                hint = suggestion(item["weapon"], weapons)
                yield Problem((*path, "weapon"), f"{setter} has no '{item['weapon']}'{hint}")
        yield from goes_off((*path, "goes_off"), item.get("goes_off") or {})


def house_rules(rules: Data) -> Iterator[Problem]:
    """The house rules that are maps and lists, whose values the schema does not know."""
    for action, ap in (rules.get("ap_cost") or {}).items():
        path = ("house_rules", "ap_cost", str(action))
        if action not in COSTS:
            yield Problem(path, f"no action '{action}'{suggestion(str(action), COSTS)}")
        if not is_number(ap, whole=True) or not 0 <= ap <= 99:
            yield Problem(path, f"found {ap!r}, allowed is 0 to 99")
    yield from multipliers(rules.get("damage_multipliers") or {})
    places = rules.get("called_shots", "all")
    for place in places if isinstance(places, list) else ():
        if called_shot(squash(str(place))) is None:
            hint = suggestion(str(place), CALLED_SHOTS)
            yield Problem(("house_rules", "called_shots"), f"no called shot '{place}'{hint}")
    yield from clubbed(rules.get("clubbed_firearm") or {})
    for key in ("perception_threshold", "init_karma_cost", "bleed_interval_rounds"):
        value: object = rules.get(key)
        if isinstance(value, int) and is_number(value, whole=True) and not 0 <= value <= 10_000:
            yield Problem(("house_rules", key), f"found {value}, allowed is 0 to 10000")
    if rules.get("bleed_interval_rounds") == 0:
        yield Problem(("house_rules", "bleed_interval_rounds"), "found 0, allowed is 1 or more")


CLUB_FIELDS = {"accuracy": int, "reach": int, "arp": int, "skill": str, "damage_type": str}


def clubbed(changes: Data) -> Iterator[Problem]:
    """`clubbed_firearm`: what the house changes of the club that a firearm makes."""
    for key, value in changes.items():
        path = ("house_rules", "clubbed_firearm", str(key))
        if key not in CLUB_FIELDS and key != "dv":
            yield Problem(path, f"unknown{suggestion(str(key), [*CLUB_FIELDS, 'dv'])}")
        elif key == "dv":
            yield from dv_problems(path, value)
        elif type(value) is not CLUB_FIELDS[key]:
            yield Problem(path, f"found {value!r}, allowed is a {CLUB_FIELDS[key].__name__}")


def dv_problems(path: tuple[str, ...], dv: object) -> Iterator[Problem]:
    try:
        dv_terms(str(dv))
    except ValueError as error:
        yield Problem(path, f"'{error}' is not a number or an attribute: write STR+2 or 6P")


def multipliers(table: Data) -> Iterator[Problem]:
    """`damage_multipliers`: `pool.type` to factor."""
    for key, factor in table.items():
        path = ("house_rules", "damage_multipliers", str(key))
        pool, dot, kind = str(key).partition(".")
        if pool not in POOLS or not dot or not kind:
            yield Problem(path, "allowed is pool.type, such as armored.fire or flesh.cryo")
        if not is_number(factor) or not 0 <= factor <= 100:
            yield Problem(path, f"found {factor!r}, allowed is 0 to 100")
