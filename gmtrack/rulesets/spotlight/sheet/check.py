"""The schema of a Spotlight file, and what is wrong in a file although its types are right."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import listed, propose_near_word, squash
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
from gmtrack.rulesets.kit.slips import EVERYDAY, SkillCheck
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.spotlight.rulings import FREE_ACTIONS, House
from gmtrack.rulesets.spotlight.sheet.sheet import (
    SKILLS,
    UNARMED,
    SceneSheet,
    Sheet,
)
from gmtrack.rulesets.spotlight.sheet.state import (
    AP,
    Fighter,
    FightState,
    LiveState,
)
from gmtrack.rulesets.spotlight.tables import LOCATIONS, VITAL

SCHEMA = make_schema(Sheet, SceneSheet, FightState, LiveState, House, OwnEffect)

REFERENCES = (
    Reference("fight.spotlight.*"),
    Reference("fight.had_spotlight.*"),
    Reference("fight.death_spotlight.*"),
    Reference("fight.choosing.*"),
    Reference("fight.save.for", "fight.save"),
    Reference("fight.save.by", "fight.save"),
    Reference(OWN + "suppressed.by", OWN + "suppressed", "gone.fire"),
)
"""The fields of the live state that name a combatant, for when somebody is removed."""

Path = tuple[str, ...]
NUMBERS = {
    "medicine_difficulty": NumberLimits(1, 99),
    "burst_bonus_damage": NumberLimits(-999, 999),
    "unarmed_damage": NumberLimits(0, 99),
    "bruise_hour": NumberLimits(0, 99),
    "lethal_day": NumberLimits(0, 99),
}
"""House rules that are free numbers, with their bounds."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Yield every problem of a file that its schema does not find: house rules, sheets, unknown
    references, live states."""
    faults = list(house_rule_problems(encounter.house_rules))
    yield from faults
    # The classes of armor are the house's own; where they are broken, the usual ones hold.
    house = House({} if faults else encounter.house_rules)
    for name, piece in (encounter.scene.get("cover") or {}).items():
        yield from armor_class_problems(
            ("scene", "cover", name, "type"), piece.get("type"), house
        )
    for who in encounter.combatants:
        yield from sheet_problems(
            ("combatants", who), encounter.sheet(who), house
        )
    # The live state: everything that it names is there.
    yield from check_references(encounter, REFERENCES)
    if (
        encounter.fight.get("phase") == "acting"
        and encounter.fight.get("stage") is None
    ):
        yield Problem(
            ("fight", "stage"), "missing: pc, npc or open while phase is acting"
        )
    for found in list_played_fighters(encounter, Fighter, house):
        yield from live_state_problems(*found)


def armor_class_problems(
    path: Path, kind: object, house: House
) -> Iterator[Problem]:
    """Yield a problem with a type of armor that is none of those in force (SP-R24)."""
    if kind is not None and kind not in house.armor_classes:
        yield Problem(
            path,
            f"found '{kind}', allowed: one of {listed(house.armor_classes)}",
        )


def sheet_problems(path: Path, data: Data, house: House) -> Iterator[Problem]:
    """Yield problems with a sheet: its weapons, armor, cover and boxes."""
    weapons = data.get("weapons") or {}
    for name, weapon in weapons.items():
        yield from armor_class_problems(
            (*path, "weapons", name, "pierces"), weapon.get("pierces"), house
        )
        if weapon.get("modes") is not None and not weapon["modes"]:
            yield Problem(
                (*path, "weapons", name, "modes"),
                "empty: a weapon has at least one mode",
            )
    known = dict.fromkeys((*map(squash, weapons), UNARMED))
    for name in data.get("drawn") or ():
        if squash(name) not in known:
            yield Problem(
                (*path, "drawn"),
                f"no weapon '{name}'{propose_near_word(name, known)}",
            )
    for key in ("armor", "cover"):
        yield from piece_problems((*path, key), data.get(key) or (), house)
    for place in VITAL:
        if (data.get("boxes") or {}).get(place) == 0:
            yield Problem(
                (*path, "boxes", place), "found 0, allowed is 1 to 99"
            )


def piece_problems(
    path: Path, found: object, house: House
) -> Iterator[Problem]:
    """Yield problems with pieces of armor or cover."""
    for number, piece in enumerate(
        found if isinstance(found, list | tuple) else ()
    ):
        yield from armor_class_problems(
            (*path, str(number), "type"), piece.get("type"), house
        )


def house_rule_problems(rules: Data) -> Iterator[Problem]:
    """Yield problems with house rules that are free numbers, maps or lists; the schema does not
    know their values."""
    yield from check_limits(rules, NUMBERS)
    table = rules.get("location_table")
    if isinstance(table, dict):
        for key, place in table.items():
            path = ("house_rules", "location_table", str(key))
            if not str(key).isdigit() or not 2 <= int(key) <= 12:
                yield Problem(
                    path, f"found '{key}', allowed: a sum from 2 to 12"
                )
            if place not in LOCATIONS:
                hint = propose_near_word(str(place), LOCATIONS)
                yield Problem(path, f"no location '{place}'{hint}")
    classes = rules.get("armor_types")
    if isinstance(classes, list):
        yield from armor_classes_problems(classes)
    for word in rules.get("free_actions") or ():
        if squash(str(word)) not in FREE_ACTIONS:
            yield Problem(
                ("house_rules", "free_actions"),
                f"found '{word}', allowed: any of {listed(FREE_ACTIONS)}",
            )


def armor_classes_problems(classes: list[object]) -> Iterator[Problem]:
    """Yield a problem if `armor_types` are not words, each of them once (SP-R24)."""
    path = ("house_rules", "armor_types")
    if not all(isinstance(word, str) and word for word in classes):
        yield Problem(path, "allowed: a list of words, the lightest type first")
    elif len(set(classes)) < len(classes):
        yield Problem(path, "name each type once, the lightest first")


def live_state_problems(
    path: Path, fighter: Fighter, live: Data
) -> Iterator[Problem]:
    """Yield problems with a combatant's live state: more Fortitude lost than the sheet has (then
    nothing else), too many AP (unless the house rule `ap_carryover` keeps them), too many marks,
    boxes that differ from the sheet, unknown weapons, bad cover."""
    if fighter.fortitude < 0:
        message = f"found {fighter.fortitude_lost}, allowed is 0 to {fighter.sheet.fortitude}"
        yield Problem((*path, "fortitude_lost"), message)
        return
    if fighter.ap > AP and not fighter.house.ap_carryover:
        yield Problem(
            (*path, "ap"), f"found {fighter.ap}, allowed is 0 to {AP}"
        )
    for place, marks in (live.get("locations") or {}).items():
        boxes = fighter.boxes(place)
        if boxes.empty < 0:
            found = f"lethal {boxes.lethal} + bruise {boxes.bruise}"
            message = f"found {found}, allowed: {boxes.boxes} in all"
            yield Problem((*path, "locations", place), message)
        told = marks.get("boxes")
        if told is not None and told != boxes.boxes:
            message = f"found {told}, the sheet gives {boxes.boxes}: set boxes.{place} there"
            yield Problem((*path, "locations", place, "boxes"), message)
    for name in live.get("held") or {}:
        yield from check_name(
            (*path, "held", name),
            name,
            "weapon",
            map(squash, fighter.sheet.weapons),
        )
    yield from piece_problems(
        (*path, "cover"), live.get("cover") or (), fighter.house
    )


CLEAR = frozenset(
    {"clear", "good", "normal", "fine", "full", "bright", "perfect"}
)
"""Words for a sight that nothing hampers."""


def likely_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield likely typos of a file."""
    known = ("bows", "throwing", *EVERYDAY)
    skills = SkillCheck(
        encounter,
        SKILLS,
        lambda word: word.replace("-", "_"),
        known,
        listed=False,
    )
    yield from skills.likely_typos()
    told = encounter.scene.get("visibility")
    if told and squash(told) in CLEAR:
        message = f"'{told}' hampers sight, as any word here does; leave it out where all see well"
        yield Problem(("scene", "visibility"), message)
