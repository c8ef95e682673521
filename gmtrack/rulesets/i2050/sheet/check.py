"""The schema of an i2050 file, what is wrong in a file although its types are right, and what is
allowed but likely a typo."""

from collections.abc import Iterator
from typing import Any

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import TypoFinder, propose_near_word
from gmtrack.rulesets.i2050.rulings import House, parse_rolls
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import (
    KNOWN_SKILLS,
    SceneSheet,
    Sheet,
    kebab,
    skill_name,
)
from gmtrack.rulesets.i2050.sheet.state import (
    ATTACKS,
    READYING,
    FightState,
    LiveState,
)
from gmtrack.rulesets.i2050.tables import ARMS, COLUMNS, FACES, LOCATIONS
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
from gmtrack.rulesets.kit.slips import (
    EVERYDAY,
    SkillCheck,
    list_sheets,
    list_weapons,
    shorten,
    unknown_word,
)
from gmtrack.rulesets.port import Problem

SCHEMA = make_schema(Sheet, SceneSheet, FightState, LiveState, House, OwnEffect)


NUMBERS = {
    "leg_crawl": NumberLimits(0, 99),
    "split_minimum": NumberLimits(0, 40),
    "gm_modifier": NumberLimits(-99, 99),
    "healing_rate": NumberLimits(0, 99),
    "care_points": NumberLimits(0, 99),
}
"""House rules that are free numbers, with their bounds."""
REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.pending.*.victim", "fight.pending.*"),
    Reference(OWN + "aimed", told="gone.aim"),
)
"""The fields that name a combatant, besides the targets of plans."""
DECLARED = Reference(OWN + "intent.targets.*")
"""The targets of declared plans."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Yield every problem of a file that its schema does not find: house rules, sheets, unknown
    references, live states."""
    faults = list(house_rule_problems(encounter.house_rules))
    yield from faults
    for who in encounter.combatants:
        yield from sheet_problems(("combatants", who), encounter.sheet(who))
    house = House({} if faults else encounter.house_rules)
    yield from check_references(encounter, (*REFERENCES, DECLARED))
    for found in list_played_fighters(encounter, Fighter, house):
        yield from live_state_problems(*found)


def house_rule_problems(rules: Data) -> Iterator[Problem]:
    """Yield problems with house rules that are a number or a map; the schema does not know their
    values."""
    yield from check_limits(rules, NUMBERS)
    table = rules.get("location_table")
    if isinstance(table, dict):
        yield from location_table_problems(table)


def location_table_problems(table: Data) -> Iterator[Problem]:
    """Yield problems with the house's location table: both columns, each roll from 1 to 20 once
    (IN-R01)."""
    path = ("house_rules", "location_table")
    for column in COLUMNS:
        if not isinstance(table.get(column), dict):
            yield Problem(
                (*path, column),
                "is missing: a map of locations to rolls such as 13-15",
            )
    for name, rows in table.items():
        if name not in COLUMNS:
            yield Problem(
                (*path, str(name)), "unknown column; allowed: melee, ranged"
            )
        elif isinstance(rows, dict):
            here = (*path, str(name))
            found: list[int] = []
            for key, value in rows.items():
                place, told = key, value
                if str(key) not in LOCATIONS:
                    place, told = value, key
                if place not in LOCATIONS:
                    yield Problem(
                        (*here, str(key)),
                        f"no location{propose_near_word(str(place), LOCATIONS)}",
                    )
                found += parse_rolls(told)
            if sorted(found) != list(range(1, FACES + 1)):
                yield Problem(
                    here, "each roll from 1 to 20 must be there exactly once"
                )


def sheet_problems(path: Path, data: Data) -> Iterator[Problem]:
    """Yield problems with weapons that claim what their class does not have."""
    for name, weapon in (data.get("weapons") or {}).items():
        here, missile = (*path, "weapons", name), weapon["class"] == "missile"
        if (weapon.get("burst") or 1) > 1 and not missile:
            yield Problem(
                (*here, "burst"),
                "only a weapon of class missile can fire bursts",
            )
        if weapon.get("firearm") and not missile:
            yield Problem(
                (*here, "firearm"),
                "only a weapon of class missile can be a firearm",
            )


def live_state_problems(
    path: Path, who: Fighter, live: Data
) -> Iterator[Problem]:
    """Yield problems with a combatant's live state: points above the maximum, unknown weapons,
    arms and accessories, a bad plan or position."""
    if who.hp > who.total:
        message = f"found {who.hp}, allowed: {who.total} or less, the maximum (hp of the sheet)"
        lines = f"`set {who.id} pools.hp={who.total}`, or both: `set {who.id} hp=N pools.hp=N`"
        yield Problem((*path, "pools", "hp"), f"{message}: {lines}")
    for place in LOCATIONS:
        if who.points_at(place) > who.rating(place):
            message = f"found {who.points_at(place)}, allowed: {who.rating(place)} or less"
            yield Problem((*path, "locations", place), message)
    for arm, name in (live.get("held") or {}).items():
        yield from check_name((*path, "held", arm), arm, "arm", ARMS)
        yield from check_name(
            (*path, "held", arm), name, "weapon", who.weapons, kebab
        )
    for name, kept in (live.get("weapons") or {}).items():
        here = (*path, "weapons", name)
        yield from check_name(here, name, "weapon", who.weapons, kebab)
        if kebab(name) in who.weapons:
            there = who.weapon(kebab(name)).accessories
            for accessory in (kept or {}).get("failed") or ():
                yield from check_name(
                    (*here, "failed"), accessory, "accessory", there, kebab
                )
    if live.get("intent"):
        yield from plan_problems((*path, "intent"), who, live["intent"])
    position = live.get("position")
    if not isinstance(position, str):
        yield from point_problems((*path, "position"), position)


def plan_problems(path: Path, who: Fighter, plan: Data) -> Iterator[Problem]:
    """Yield problems with a declared plan: an unknown weapon, no target for an attack, no weapon
    to ready, a bad point."""
    weapon = plan.get("weapon")
    yield from check_name(
        (*path, "weapon"), weapon, "weapon", who.weapons, kebab
    )
    if plan["action"] in ATTACKS and not plan.get("targets"):
        yield Problem(
            (*path, "targets"), f"is missing: {plan['action']} needs a target"
        )
    if plan["action"] in READYING and not weapon:
        yield Problem(
            (*path, "weapon"), f"is missing: {plan['action']} needs a weapon"
        )
    yield from point_problems((*path, "to"), plan.get("to"))


def point_problems(path: Path, found: Any) -> Iterator[Problem]:
    """Yield a problem if a point is not two numbers; None is no point and fine."""
    if found is not None and len(found) != 2:
        yield Problem(path, f"found {found}, allowed: two numbers of metres")


BOOK_SKILLS = (*KNOWN_SKILLS, "handgun_projectile")
"""Skills that the rules name."""
WEAPON_SKILLS = (
    "bite", "bow", "clubs", "handgun_gauss", "handgun_laser", "katana", "knife", "machine_gun",
    "rifle_gauss", "rifle_laser", "rifle_projectile", "shotgun", "smg", "spear", "throwing",
)  # fmt: skip
"""Skills of weapons in the stock: a combatant may have one without such a weapon."""
BOOK_TAGS = ("laser",)
"""Tags of weapons that armor in the book is made against."""


def likely_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield likely typos of a file: skills, experience checks, tags, the side that declares
    first."""
    known = (*WEAPON_SKILLS, *EVERYDAY)
    skills = SkillCheck(encounter, BOOK_SKILLS, skill_name, known, listed=False)
    yield from skills.likely_typos()
    yield from experience_check_typos(encounter, skills)
    yield from tag_typos(encounter)
    yield from first_side_typos(encounter)


def experience_check_typos(
    encounter: Encounter, skills: SkillCheck
) -> Iterator[Problem]:
    """Yield `checks` of skills that nobody has and no rule uses."""
    known = skills.used | skills.known
    for path, sheet in list_sheets(encounter):
        for number, word in enumerate(sheet.get("checks") or ()):
            if skill_name(word) not in known:
                why = f"nobody here has the skill '{shorten(word)}', and no rule uses it"
                here = (*path, "checks", str(number))
                yield unknown_word(
                    here, skill_name(word), known, why, skills.nearly
                )


def tag_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield tags of weapons that no armor knows, and tags of armor that no weapon has."""
    shot = list(weapon_tags(encounter))
    stopped = list(armor_tags(encounter))
    for told, others, what in (
        (shot, stopped, "armor"),
        (stopped, shot, "weapon"),
    ):
        known = frozenset(BOOK_TAGS).union(kebab(tag) for _, tag in others)
        nearly = TypoFinder()
        for path, tag in told:
            if kebab(tag) not in known:
                why = (
                    f"no rule and no {what} here knows the tag '{shorten(tag)}'"
                )
                yield unknown_word(path, kebab(tag), known, why, nearly)


def weapon_tags(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    """Yield path and text of each tag of a weapon."""
    for path, sheet in list_sheets(encounter):
        for weapon, data in list_weapons(sheet):
            for number, tag in enumerate(data.get("tags") or ()):
                yield (*path, "weapons", weapon, "tags", str(number)), tag


def armor_tags(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    """Yield path and text of each tag that a piece of armor is against."""
    for path, sheet in list_sheets(encounter):
        for place, piece in enumerate(sheet.get("armor") or ()):
            for number, tag in enumerate(piece.get("against") or ()):
                yield (*path, "armor", str(place), "against", str(number)), tag


def first_side_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield a typo if `declares_first` names a side that nobody is on."""
    told = encounter.scene.get("declares_first")
    known = frozenset(map(encounter.side, encounter.combatants))
    if told and known and told not in known:
        why = f"nobody here is on the side '{shorten(told)}'"
        yield unknown_word(
            ("scene", "declares_first"), told, known, why, TypoFinder()
        )
