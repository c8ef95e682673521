"""The shapes of an i2050 file, what each field is, what is wrong in a file though its types are
right, and what is allowed but likely a slip."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import Nearly, suggestion
from gmtrack.rulesets.i2050.rulings import House, rolls_of
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import KNOWN_SKILLS, Scene, Sheet, kebab, skill_name
from gmtrack.rulesets.i2050.sheet.state import ATTACKS, READYING, FightState, LiveState
from gmtrack.rulesets.i2050.tables import ARMS, COLUMNS, FACES, LOCATIONS
from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.kit.references import OWN, Reference, unknown_references
from gmtrack.rulesets.kit.slips import EVERYDAY, Skills, cut, sheets_of, unknown, weapons_of
from gmtrack.rulesets.port import Problem, Schema

HELP: Mapping[str, str] = MappingProxyType(
    {
        "dex": "1 to 30: half of the speed, the roll to keep standing, the roll to dodge.",
        "pow": "1 to 30: the roll that saves a weapon when its user fumbles; usually 10.",
        "con": "1 to 30: the hit points, together with siz; usually 10.",
        "siz": "1 to 30: the hit points, with con, and the blow that unbalances; usually 10.",
        "hp": "Total hit points, 1 to 99; usually con + siz.",
        "location_hp": "Hit points of single places, 1 to 99 each; usually a third of the total "
        "(chest two fifths, arms a quarter), rounded up.",
        "unconscious": "Hit points below which they are knocked out; usually a quarter of the "
        "total, rounded up.",
        "knockdown": "Points of a blow, armor not counted, that unbalance; usually siz.",
        "move": "Metres a round for who does not fight; usually 6.",
        "skills": "Points of each skill, 0 to 40, by any name: a d20 succeeds at that number or "
        "below; awareness and cool are usually 10, all others 0.",
        "shield_parry": "Points that a shield takes off a melee blow, 0 to 30, if the own roll "
        "was a success.",
        "weapons": "Weapons by id; the first one that can be used is the usual one, and bare "
        "hands are always there.",
        "weapons.*.skill": "The skill that is rolled to hit with it.",
        "weapons.*.class": "missile (unopposed), long, medium, short or unarmed: what comes off "
        "the speed (0, 1, 2, 3, 3) and which column of places it hits.",
        "weapons.*.damage": "Dice and a number, such as 2d6, 1d10+2 or 1d6-1: what comes off the "
        "hit points.",
        "weapons.*.firearm": "Whether it jams instead of falling, can be aimed for a round, and "
        "is dodged at dex - 10; usually so for missiles, false for bows and thrown weapons.",
        "weapons.*.parry": "Points that it takes off a melee blow, 0 to 30, if its user loses "
        "with a success.",
        "weapons.*.burst": "The most shots in one burst, 1 to 20; 1 fires no bursts.",
        "weapons.*.fragile": "Whether a fumble breaks it, where others jam (lasers, gauss guns).",
        "weapons.*.accessories": "Parts of a firearm that a fumble may spoil in its place, such as "
        "smartgun or laser-sight.",
        "weapons.*.attached": "Whether it cannot be dropped; usually only bare hands.",
        "weapons.*.stowed": "Whether it starts in its holster or sheath, and must be drawn first.",
        "weapons.*.arm": "The limb that must work for it: right_arm, left_arm, both or none; "
        "usually the right arm.",
        "weapons.*.tags": "Words that armor may be made against, such as laser.",
        "armor": "Pieces of armor; their points add up where they cover the same place.",
        "armor.*.name": "What the piece is called.",
        "armor.*.points": "Points off each blow, 0 to 99, by place (head, chest, abdomen, an arm, "
        "a leg) or for arms, legs, all.",
        "armor.*.against": "Tags of the only weapons that it stops; usually it stops all.",
        "checks": "Skills that already have an experience check.",
        "scene.visibility": "clear, or poor (dark, fog, smoke): -10 for who fails Awareness.",
        "scene.declares_first": "The side that declares first in each round; usually that of the "
        "first combatant in the file.",
    }
)


SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(House),
    refused_rules=fixed(House),
    help=HELP,
)


NUMBERS = {"leg_crawl": (0, 99), "split_minimum": (0, 40), "gm_modifier": (-99, 99)}
"""House rules that are free numbers, with their bounds."""
REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.pending.*.victim", "fight.pending.*"),
    Reference(OWN + "aimed", told="gone.aim"),
)
"""What names a combatant, besides what is declared."""
DECLARED = Reference(OWN + "intent.targets.*")
"""Whom somebody has declared against."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """All problems of an encounter that has passed the schema."""
    faults = list(house_rules(encounter.house_rules))
    yield from faults
    for who in encounter.combatants:
        yield from sheet(("combatants", who), encounter.sheet(who))
    yield from fight(encounter, House({} if faults else encounter.house_rules))


def known(path: Path, word: object, what: str, names: Iterable[str]) -> Iterator[Problem]:
    """A word that has to name something."""
    names = list(names)
    if word is not None and word not in names:
        yield Problem(path, f"no {what} '{word}'{suggestion(str(word), names)}")


# --- house rules ---


def house_rules(rules: Data) -> Iterator[Problem]:
    """House rules that are a number or a map: their values, which the schema does not know."""
    for key, (least, most) in NUMBERS.items():
        value = rules.get(key)
        if isinstance(value, int) and not least <= value <= most:
            yield Problem(("house_rules", key), f"found {value}, allowed: {least} to {most}")
    table = rules.get("location_table")
    if isinstance(table, dict):
        yield from location_table(table)


def location_table(table: Data) -> Iterator[Problem]:
    """IN-R01: both columns, each roll from 1 to 20 once."""
    path = ("house_rules", "location_table")
    for column in COLUMNS:
        if not isinstance(table.get(column), dict):
            yield Problem((*path, column), "is missing: a map of locations to rolls such as 13-15")
    for name, rows in table.items():
        if name not in COLUMNS:
            yield Problem((*path, str(name)), "unknown column; allowed: melee, ranged")
        elif isinstance(rows, dict):
            yield from column_rows((*path, str(name)), rows)


def column_rows(path: Path, rows: Data) -> Iterator[Problem]:
    """One column, by location or by roll."""
    found: list[int] = []
    for key, value in rows.items():
        place, told = (key, value) if str(key) in LOCATIONS else (value, key)
        if place not in LOCATIONS:
            yield Problem((*path, str(key)), f"no location{suggestion(str(place), LOCATIONS)}")
        found += rolls_of(told)
    if sorted(found) != list(range(1, FACES + 1)):
        yield Problem(path, "each roll from 1 to 20 must be there exactly once")


# --- the sheet ---


def sheet(path: Path, data: Data) -> Iterator[Problem]:
    """What a class of weapon does not have."""
    for name, weapon in (data.get("weapons") or {}).items():
        here, missile = (*path, "weapons", name), weapon["class"] == "missile"
        if (weapon.get("burst") or 1) > 1 and not missile:
            yield Problem((*here, "burst"), "only a weapon of class missile can fire bursts")
        if weapon.get("firearm") and not missile:
            yield Problem((*here, "firearm"), "only a weapon of class missile can be a firearm")


# --- live state ---


def fight(encounter: Encounter, house: House) -> Iterator[Problem]:
    """The live state points at what there is."""
    yield from unknown_references(encounter, (*REFERENCES, DECLARED))
    for who, live in (encounter.fight.get("combatants") or {}).items():
        if who in encounter.combatants:
            fighter = Fighter(Draft(encounter), who, house)
            yield from live_state(("fight", "combatants", who), fighter, live)


def live_state(path: Path, who: Fighter, live: Data) -> Iterator[Problem]:
    """One combatant."""
    if who.hp > who.total:
        message = f"found {who.hp}, allowed: {who.total} or less, the maximum (hp of the sheet)"
        lines = f"`set {who.id} pools.hp={who.total}`, or both: `set {who.id} hp=N pools.hp=N`"
        yield Problem((*path, "pools", "hp"), f"{message}: {lines}")
    for place in LOCATIONS:
        if who.at(place) > who.rating(place):
            message = f"found {who.at(place)}, allowed: {who.rating(place)} or less"
            yield Problem((*path, "locations", place), message)
    for arm, name in (live.get("held") or {}).items():
        yield from known((*path, "held", arm), arm, "arm", ARMS)
        yield from known((*path, "held", arm), name and kebab(name), "weapon", who.weapons)
    for name, kept in (live.get("weapons") or {}).items():
        yield from weapon_state((*path, "weapons", name), who, name, kept)
    if live.get("intent"):
        yield from intent((*path, "intent"), who, live["intent"])
    position = live.get("position")
    if not isinstance(position, str):
        yield from point((*path, "position"), position)


def weapon_state(path: Path, who: Fighter, name: str, kept: Data) -> Iterator[Problem]:
    yield from known(path, kebab(name), "weapon", who.weapons)
    if kebab(name) in who.weapons:
        there = who.weapon(kebab(name)).accessories
        for accessory in (kept or {}).get("failed") or ():
            yield from known((*path, "failed"), kebab(accessory), "accessory", there)


def intent(path: Path, who: Fighter, plan: Data) -> Iterator[Problem]:
    """What is declared."""
    name = plan.get("weapon")
    yield from known((*path, "weapon"), name and kebab(name), "weapon", who.weapons)
    if plan["action"] in ATTACKS and not plan.get("targets"):
        yield Problem((*path, "targets"), f"is missing: {plan['action']} needs a target")
    if plan["action"] in READYING and not name:
        yield Problem((*path, "weapon"), f"is missing: {plan['action']} needs a weapon")
    yield from point((*path, "to"), plan.get("to"))


def point(path: Path, found: Any) -> Iterator[Problem]:
    if found is not None and len(found) != 2:
        yield Problem(path, f"found {found}, allowed: two numbers of metres")


BOOK_SKILLS = (*KNOWN_SKILLS, "handgun_projectile")
"""The names that the rules use."""
WEAPON_SKILLS = (
    "bite", "bow", "clubs", "handgun_gauss", "handgun_laser", "katana", "knife", "machine_gun",
    "rifle_gauss", "rifle_laser", "rifle_projectile", "shotgun", "smg", "spear", "throwing",
)  # fmt: skip
"""Those that weapons of the stock are used with: somebody may have one and no such weapon."""
BOOK_TAGS = ("laser",)
"""What armor may be against."""


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    known = (*WEAPON_SKILLS, *EVERYDAY)
    skills = Skills(encounter, BOOK_SKILLS, skill_name, known, listed=False)
    yield from skills.slips()
    yield from checks(encounter, skills)
    yield from tags(encounter)
    yield from first_side(encounter)


def checks(encounter: Encounter, skills: Skills) -> Iterator[Problem]:
    """`checks`: of skills that there are."""
    known = skills.used | skills.known
    for path, sheet in sheets_of(encounter):
        for number, word in enumerate(sheet.get("checks") or ()):
            if skill_name(word) not in known:
                why = f"nobody here has the skill '{cut(word)}', and no rule uses it"
                here = (*path, "checks", str(number))
                yield unknown(here, skill_name(word), known, why, skills.nearly)


def tags(encounter: Encounter) -> Iterator[Problem]:
    """The tags of weapons are for armor, and the other way round."""
    shot = list(tags_of_weapons(encounter))
    stopped = list(tags_of_armor(encounter))
    for told, others, what in ((shot, stopped, "armor"), (stopped, shot, "weapon")):
        known = frozenset(BOOK_TAGS).union(kebab(tag) for _, tag in others)
        nearly = Nearly()
        for path, tag in told:
            if kebab(tag) not in known:
                why = f"no rule and no {what} here knows the tag '{cut(tag)}'"
                yield unknown(path, kebab(tag), known, why, nearly)


def tags_of_weapons(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    for path, sheet in sheets_of(encounter):
        for weapon, data in weapons_of(sheet):
            for number, tag in enumerate(data.get("tags") or ()):
                yield (*path, "weapons", weapon, "tags", str(number)), tag


def tags_of_armor(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    for path, sheet in sheets_of(encounter):
        for place, piece in enumerate(sheet.get("armor") or ()):
            for number, tag in enumerate(piece.get("against") or ()):
                yield (*path, "armor", str(place), "against", str(number)), tag


def first_side(encounter: Encounter) -> Iterator[Problem]:
    """`declares_first`: a side of this fight."""
    told = encounter.scene.get("declares_first")
    known = frozenset(map(encounter.side, encounter.combatants))
    if told and known and told not in known:
        why = f"nobody here is on the side '{cut(told)}'"
        yield unknown(("scene", "declares_first"), told, known, why, Nearly())
