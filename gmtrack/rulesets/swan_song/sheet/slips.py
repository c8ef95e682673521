"""Skills and kinds of damage that nothing knows: any name is legal. Hands that do not suffice."""

from collections.abc import Iterator

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import Nearly, squash
from gmtrack.rulesets.kit.slips import Skills, cut, sheets_of, weapons_of
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.swan_song.sheet.sheet import BOOK_SKILLS
from gmtrack.rulesets.swan_song.tables.damage import MULTIPLIERS

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
"""Skills of the parent game and its kin that are rolled in tests alone (RULES.md has none for
them)."""


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    yield from Skills(
        encounter, (*BOOK_SKILLS, "biotics"), lambda word: word.replace("-", "_"), TESTED
    ).slips()
    yield from damage_types(encounter)
    yield from multipliers(encounter)
    yield from grips(encounter)


def damage_types(encounter: Encounter) -> Iterator[Problem]:
    """A kind of damage that is nearly one that some multiplier is for."""
    nearly, sheets = Nearly(), sheets_of(encounter)
    known = frozenset(kinds_of(encounter.house_rules, [sheet for _, sheet in sheets]))
    for path, sheet in sheets:
        for weapon, data in weapons_of(sheet):
            kind = data.get("damage_type")
            near = None if kind is None or kind in known else nearly.one_of(kind, known)
            if near:
                message = f"no rule knows the damage '{cut(kind)}'; did you mean '{near}'?"
                yield Problem((*path, "weapons", weapon, "damage_type"), message)


def kinds_of(rules: Data, sheets: list[Data]) -> Iterator[str]:
    """The kinds of damage that multipliers are for: the book's, the house's, somebody's own."""
    for pool in MULTIPLIERS.values():
        yield from pool
    yield from (str(key).partition(".")[2] for key in rules.get("damage_multipliers") or {})
    for sheet in sheets:
        for own in (sheet.get("damage_multipliers") or {}).values():
            yield from own


def multipliers(encounter: Encounter) -> Iterator[Problem]:
    """A multiplier for a kind of damage that nobody does and that is nearly one that is done."""
    nearly, sheets = Nearly(), sheets_of(encounter)
    done = {weapon.get("damage_type") for _, sheet in sheets for _, weapon in weapons_of(sheet)}
    known = frozenset(filter(None, done)).union(*MULTIPLIERS.values())
    for path, kind in multiplied(encounter.house_rules, sheets):
        near = None if kind in known else nearly.one_of(kind, known)
        if near:
            message = f"no rule and no weapon here does the damage '{cut(kind)}'"
            yield Problem(path, f"{message}; did you mean '{near}'?")


def multiplied(rules: Data, sheets: list[tuple[Path, Data]]) -> Iterator[tuple[Path, str]]:
    """Every kind of damage that has a multiplier in the file, and where."""
    for key in rules.get("damage_multipliers") or {}:
        yield ("house_rules", "damage_multipliers", str(key)), str(key).partition(".")[2]
    for path, sheet in sheets:
        for pool, kinds in (sheet.get("damage_multipliers") or {}).items():
            for kind in kinds:
                yield (*path, "damage_multipliers", pool, kind), kind


def grips(encounter: Encounter) -> Iterator[Problem]:
    """R-ACT-15: a weapon for two hands in one of them, with another weapon in the other."""
    for path, sheet in sheets_of(encounter):
        held = {hand: squash(weapon) for hand, weapon in (sheet.get("held") or {}).items()}
        if len(set(held.values())) < 2:
            continue
        for name, weapon in weapons_of(sheet):
            hands = [hand for hand, word in held.items() if word == squash(name)]
            if hands and weapon.get("hands") == 2:
                message = f"'{name}' takes both hands and cannot be used with one"
                yield Problem((*path, "held", hands[0]), message)
