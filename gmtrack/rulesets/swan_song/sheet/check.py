"""Problems of a file whose types are right, likely typos in it, and its schema."""

from collections.abc import Iterator

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import (
    TypoFinder,
    ask_if_meant,
    propose_near_word,
    squash,
)
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
    SkillCheck,
    list_sheets,
    list_weapons,
    shorten,
)
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.swan_song import tables
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter, dv_terms
from gmtrack.rulesets.swan_song.sheet.sheet import (
    BOOK_SKILLS,
    SceneSheet,
    Sheet,
)
from gmtrack.rulesets.swan_song.sheet.state import POOLS, FightState, LiveState

REFERENCES = (
    Reference("fight.active"),
    Reference("fight.reopen"),
    Reference("fight.queue.*.who", "fight.queue.*"),
    Reference("fight.queue.*.after", loose=True),
    Reference(
        "fight.timed_items.*.setter",
        "fight.timed_items.*",
        "gone.item",
        loose=True,
    ),
    Reference("scene.timed_items.*.setter", "scene.timed_items.*", "gone.item"),
    Reference("scene.barriers.*.body_of"),
    Reference(OWN + "surprised_by.*", told="gone.surprise", loose=True),
    Reference(OWN + "frozen.before.surprised_by.*", loose=True),
    Reference(OWN + "in_melee_with.*"),
    Reference(OWN + "in_vehicle", told="gone.ride"),
    Reference(OWN + "cover_barrier", loose=True),
    Reference(OWN + "passed.*", loose=True),
    Reference(OWN + "carrying_body", told="gone.load", loose=True),
    Reference(OWN + "effects.*.source", loose=True),
)


SCHEMA = make_schema(Sheet, SceneSheet, FightState, LiveState, House, OwnEffect)


VEHICLE_NEEDS = ("body", "armor_value", "armored_max")


NUMBERS = {
    "perception_threshold": NumberLimits(0, 10_000),
    "init_karma_cost": NumberLimits(0, 10_000),
    "bleed_interval_rounds": NumberLimits(1, 10_000),
    "scene_minutes": NumberLimits(0, 1440),
    "flesh_rest": NumberLimits(0, 99),
    "first_aid_threshold": NumberLimits(0, 99),
    "care_bonus": NumberLimits(0, 99),
    "injury_threshold": NumberLimits(1, 999),
    "karma_back": NumberLimits(0, 99),
}
"""House rules that are plain numbers, with their bounds."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Yield every problem of an encounter that its schema does not find."""
    yield from house_rule_problems(encounter.house_rules)
    yield from barrier_problems(encounter)
    for name, item in (encounter.scene.get("timed_items") or {}).items():
        path = ("scene", "timed_items", name)
        setter = item["setter"]
        if setter in encounter.combatants:
            weapons = [
                squash(w) for w in encounter.sheet(setter).get("weapons") or {}
            ]
            if squash(item["weapon"]) not in weapons:
                hint = propose_near_word(item["weapon"], weapons)
                yield Problem(
                    (*path, "weapon"),
                    f"{setter} has no '{item['weapon']}'{hint}",
                )
        yield from time_problems(
            (*path, "goes_off"), item.get("goes_off") or {}
        )
    house = House(encounter.house_rules)
    for who in encounter.combatants:
        yield from sheet_problems(("combatants", who), encounter.sheet(who))
        yield from required_problems(
            ("combatants", who), encounter.sheet(who), house
        )
    yield from fight_problems(encounter)


def sheet_problems(path: Path, data: Data) -> Iterator[Problem]:
    """Yield the problems of one sheet: values that a vehicle lacks, weapons, hands and
    immunities."""
    if data.get("vehicle"):
        for key in VEHICLE_NEEDS:
            if key not in data:
                yield Problem((*path, key), "missing: a vehicle needs it")
    for weapon_id, weapon in (data.get("weapons") or {}).items():
        yield from weapon_problems((*path, "weapons", weapon_id), weapon)
    weapons = [*map(squash, data.get("weapons") or {}), "unarmed"]
    for hand, weapon in (data.get("held") or {}).items():
        yield from check_name(
            (*path, "held", hand), weapon, "weapon", weapons, squash
        )
    for effect in data.get("immune_effects") or ():
        key = effect.replace("-", "_")
        if key not in tables.EFFECTS and key not in tables.INSTANT:
            hint = propose_near_word(effect, [*tables.EFFECTS, *tables.INSTANT])
            yield Problem(
                (*path, "immune_effects"), f"no effect '{effect}'{hint}"
            )


def required_problems(
    path: Path, data: Data, house: House
) -> Iterator[Problem]:
    """Yield a problem for each value that the sheet leaves out and that the house rules forbid
    to derive (R-TEST-11, R-TEST-14)."""
    limits, pools = (
        ("physical_limit", "mental_limit"),
        ("flesh_max", "strain_threshold"),
    )
    required_by = (
        (
            house.limit_formula == "sheet_only",
            "limit_formula is sheet_only",
            limits,
        ),
        (
            house.health_defaults == "required",
            "health_defaults is required",
            pools,
        ),
    )
    for on, rule, keys in required_by:
        if not on or data.get("vehicle"):
            continue
        for key in keys:
            if key not in data:
                yield Problem((*path, key), f"missing: house rule {rule}")


def weapon_problems(path: Path, weapon: Data) -> Iterator[Problem]:
    """Yield the problems of one weapon: a missing skill, a damage value that is none, no modes."""
    if weapon.get("kind") != "unarmed" and "skill" not in weapon:
        yield Problem(
            (*path, "skill"), "missing: a weapon needs its combat skill"
        )
    yield from dv_problems((*path, "dv"), weapon["dv"])
    if not weapon.get("modes", True):
        yield Problem((*path, "modes"), "empty: a weapon has at least one mode")


def barrier_problems(encounter: Encounter) -> Iterator[Problem]:
    """Yield the problems of the scene's barriers: ids of combatants, unknown ratings, missing
    values."""
    for barrier, data in (encounter.scene.get("barriers") or {}).items():
        path = ("scene", "barriers", barrier)
        if squash(barrier) in encounter.combatants:
            yield Problem(path, "a combatant has this id too: choose another")
        rating = data.get("rating")
        if rating is not None and rating not in tables.BARRIER_RATINGS:
            hint = propose_near_word(rating, tables.BARRIER_RATINGS)
            yield Problem((*path, "rating"), f"no rating '{rating}'{hint}")
        if rating is None and data.get("body_of") is None:
            for key in ("structure", "armor"):
                if key not in data:
                    yield Problem(
                        (*path, key),
                        "missing: give a rating, or structure and armor",
                    )


def house_rule_problems(rules: Data) -> Iterator[Problem]:
    """Yield the problems of house rules that are maps, lists or numbers, whose values the schema
    does not know."""
    for action, ap in (rules.get("ap_cost") or {}).items():
        path = ("house_rules", "ap_cost", str(action))
        if action not in tables.COSTS:
            yield Problem(
                path,
                f"no action '{action}'{propose_near_word(str(action), tables.COSTS)}",
            )
        if not is_number(ap, whole=True) or not 0 <= ap <= 99:
            yield Problem(path, f"found {ap!r}, allowed is 0 to 99")
    yield from multiplier_problems(rules.get("damage_multipliers") or {})
    places = rules.get("called_shots", "all")
    for place in places if isinstance(places, list) else ():
        if tables.called_shot(squash(str(place))) is None:
            hint = propose_near_word(str(place), tables.CALLED_SHOTS)
            yield Problem(
                ("house_rules", "called_shots"),
                f"no called shot '{place}'{hint}",
            )
    yield from club_problems(rules.get("clubbed_firearm") or {})
    yield from check_limits(rules, NUMBERS)


CLUB_FIELDS = {
    "accuracy": int,
    "reach": int,
    "arp": int,
    "skill": str,
    "damage_type": str,
}


def club_problems(changes: Data) -> Iterator[Problem]:
    """Yield the problems of `clubbed_firearm`, the changes that the house makes to a firearm
    used as a club."""
    for key, value in changes.items():
        path = ("house_rules", "clubbed_firearm", str(key))
        if key not in CLUB_FIELDS and key != "dv":
            yield Problem(
                path,
                f"unknown{propose_near_word(str(key), [*CLUB_FIELDS, 'dv'])}",
            )
        elif key == "dv":
            yield from dv_problems(path, value)
        elif type(value) is not CLUB_FIELDS[key]:
            yield Problem(
                path,
                f"found {value!r}, allowed is a {CLUB_FIELDS[key].__name__}",
            )


def dv_problems(path: Path, dv: object) -> Iterator[Problem]:
    """Yield a problem if a damage value holds anything but numbers and attributes."""
    try:
        dv_terms(str(dv))
    except ValueError as error:
        yield Problem(
            path,
            f"'{error}' is not a number or an attribute: write STR+2 or 6P",
        )


def multiplier_problems(table: Data) -> Iterator[Problem]:
    """Yield the problems of the house rule `damage_multipliers`: keys that are no pool and type,
    factors out of bounds."""
    for key, factor in table.items():
        path = ("house_rules", "damage_multipliers", str(key))
        pool, dot, kind = str(key).partition(".")
        if pool not in POOLS or not dot or not kind:
            yield Problem(
                path, "allowed is pool.type, such as armored.fire or flesh.cryo"
            )
        if not is_number(factor) or not 0 <= factor <= 100:
            yield Problem(path, f"found {factor!r}, allowed is 0 to 100")


def fight_problems(encounter: Encounter) -> Iterator[Problem]:
    """Yield the problems of the live state: references to nobody, items that are not there,
    wrong numbers."""
    yield from check_references(encounter, REFERENCES)
    items = encounter.fight.get("timed_items") or {}
    for name, item in items.items():
        yield from time_problems(
            ("fight", "timed_items", name, "goes_off"),
            item.get("goes_off") or {},
        )
    for name in encounter.fight.get("due") or ():
        if name not in (items or encounter.scene.get("timed_items") or {}):
            yield Problem(("fight", "due"), f"no timed item '{name}'")
    for found in list_played_fighters(
        encounter, Fighter, House(encounter.house_rules)
    ):
        yield from live_state_problems(*found)


def live_state_problems(
    path: Path, who: Fighter, live: Data
) -> Iterator[Problem]:
    """Yield the problems of one combatant's live state: hands, effects, pools and strain."""
    weapons = [*map(squash, who.sheet.weapons), "unarmed"]
    for hand, weapon in (live.get("held") or {}).items():
        if hand not in ("left", "right"):
            yield Problem(
                (*path, "held", str(hand)), "allowed are left and right"
            )
        yield from check_name(
            (*path, "held", str(hand)), str(weapon), "weapon", weapons, squash
        )
    for record in live.get("effects") or ():
        yield from check_name(
            (*path, "effects"), record["effect"], "effect", tables.EFFECTS
        )
    yield from track_problems(path, who)


def track_problems(path: Path, who: Fighter) -> Iterator[Problem]:
    """Yield a problem for each pool, and for strain, that is beyond its maximum or below its
    least.

    Too many points are allowed if the file has own effects: they may be left over from one that
    is gone."""
    own = bool(who.draft.encounter.effects)
    for pool in who.pools():
        points, most = who.points(pool), who.pool_max(pool)
        least = 0 if pool != who.pools()[-1] else -1_000_000
        if points < least or (points > most and not own):
            message = (
                f"found {points}, allowed is {max(least, -9999)} to {most}"
            )
            yield Problem((*path, "pools", pool), message)
    if own:
        return
    for pool in POOLS:
        if pool not in who.pools() and who.points(pool) != 0:
            message = f"found {who.points(pool)}, but the sheet has no {pool}"
            yield Problem((*path, "pools", pool), message)
    threshold = who.strain_threshold
    if who.strain > (threshold or 0):
        yield Problem(
            (*path, "strain"),
            f"found {who.strain}, allowed is 0 to {threshold}",
        )


def time_problems(path: Path, when: Data) -> Iterator[Problem]:
    """Yield the problems of the time at which an item goes off: round, pass, Score and moment."""
    for key in ("round", "pass"):
        value = when.get(key, 1)
        if not is_number(value, whole=True) or not 1 <= value <= 10_000:
            yield Problem(
                (*path, key), f"found {value!r}, allowed is 1 or more"
            )
    score = when.get("score")
    if score is not None and not is_number(score, whole=True):
        yield Problem(
            (*path, "score"),
            f"found {score!r}, allowed is a whole number or null",
        )
    if when.get("at", "phase") not in ("phase", "start", "end"):
        yield Problem(
            (*path, "at"),
            f"found {when['at']!r}, allowed are phase, start, end",
        )


def is_number(value: object, *, whole: bool = False) -> bool:
    """Whether a value is a number and no truth value; with `whole` a whole number."""
    return isinstance(value, int if whole else (int, float)) and not isinstance(
        value, bool
    )


TESTED = (
    "alchemy", "animal_handling", "animals", "arcana", "archery", "armorer", "art", "artisan",
    "assensing", "astral_combat", "athletics", "banishing", "binding", "biotechnology", "chemistry",
    "climbing", "computer", "computers", "con", "counterspelling", "cybercombat", "cybertechnology",
    "deception", "disguise", "diving", "driving", "electronic_warfare", "electronics",
    "engineering", "escape_artist", "etiquette", "flight", "forgery", "free_fall", "gambling",
    "gunnery", "gymnastics", "hacking", "hardware", "history", "impersonation", "instruction",
    "intimidation", "investigation", "jumping", "law", "leadership", "locksmith", "magic",
    "mechanics", "navigation", "negotiation", "palming", "performance", "persuasion", "piloting",
    "psychology", "repair", "riding", "sailing", "science", "security", "sneaking", "software",
    "spellcasting", "stealth", "streetwise", "summoning", "survival", "swimming", "tactics",
    "tracking",
)  # fmt: skip
"""Skills of the parent game and its kin that are rolled in tests alone; RULES.md has no rows for
them."""


def likely_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield the likely typos of a file: skills, types of damage, multipliers, and grips that
    cannot be."""
    yield from SkillCheck(
        encounter,
        (*BOOK_SKILLS, "biotics"),
        lambda word: word.replace("-", "_"),
        TESTED,
    ).likely_typos()
    # A kind of damage that is nearly one that some multiplier is for.
    nearly, sheets = TypoFinder(), list_sheets(encounter)
    known = frozenset(
        kinds_with_multiplier(
            encounter.house_rules, [sheet for _, sheet in sheets]
        )
    )
    for path, sheet in sheets:
        for weapon, data in list_weapons(sheet):
            kind = data.get("damage_type")
            near = (
                None
                if kind is None or kind in known
                else nearly.one_of(kind, known)
            )
            if near:
                message = f"no rule knows the damage '{shorten(kind)}'{ask_if_meant(near)}"
                yield Problem(
                    (*path, "weapons", weapon, "damage_type"), message
                )
    yield from unused_multipliers(encounter)
    yield from grip_problems(encounter)


def kinds_with_multiplier(rules: Data, sheets: list[Data]) -> Iterator[str]:
    """Yield the types of damage that have a multiplier: the book's, the house rules', those of
    the sheets."""
    for pool in tables.MULTIPLIERS.values():
        yield from pool
    yield from (
        str(key).partition(".")[2]
        for key in rules.get("damage_multipliers") or {}
    )
    for sheet in sheets:
        for own in (sheet.get("damage_multipliers") or {}).values():
            yield from own


def unused_multipliers(encounter: Encounter) -> Iterator[Problem]:
    """Yield a problem for each multiplier of a type of damage that nobody does and that
    resembles one that somebody does."""
    nearly, sheets = TypoFinder(), list_sheets(encounter)
    done = {
        weapon.get("damage_type")
        for _, sheet in sheets
        for _, weapon in list_weapons(sheet)
    }
    known = frozenset(filter(None, done)).union(*tables.MULTIPLIERS.values())
    for path, kind in find_multipliers(encounter.house_rules, sheets):
        near = None if kind in known else nearly.one_of(kind, known)
        if near:
            message = (
                f"no rule and no weapon here does the damage '{shorten(kind)}'"
            )
            yield Problem(path, message + ask_if_meant(near))


def find_multipliers(
    rules: Data, sheets: list[tuple[Path, Data]]
) -> Iterator[tuple[Path, str]]:
    """Yield the path and the type of damage of every multiplier in the file."""
    for key in rules.get("damage_multipliers") or {}:
        yield (
            ("house_rules", "damage_multipliers", str(key)),
            str(key).partition(".")[2],
        )
    for path, sheet in sheets:
        for pool, kinds in (sheet.get("damage_multipliers") or {}).items():
            for kind in kinds:
                yield (*path, "damage_multipliers", pool, kind), kind


def grip_problems(encounter: Encounter) -> Iterator[Problem]:
    """Yield a problem for each weapon for two hands that is held in one, beside another weapon
    (R-ACT-15)."""
    for path, sheet in list_sheets(encounter):
        held = {
            hand: squash(weapon)
            for hand, weapon in (sheet.get("held") or {}).items()
        }
        if len(set(held.values())) < 2:
            continue
        for name, weapon in list_weapons(sheet):
            hands = [
                hand for hand, word in held.items() if word == squash(name)
            ]
            if hands and weapon.get("hands") == 2:
                message = (
                    f"'{name}' takes both hands and cannot be used with one"
                )
                yield Problem((*path, "held", hands[0]), message)
