"""Words and notations of Shadowrun 5 that Chummer and Foundry share."""

import re
from collections.abc import Mapping

ATTRIBUTES: Mapping[str, str] = {
    "BOD": "body",
    "AGI": "agility",
    "REA": "reaction",
    "STR": "strength",
    "WIL": "willpower",
    "LOG": "logic",
    "INT": "intuition",
    "CHA": "charisma",
}
SYSTEM = "shadowrun5"
SKILL_IDS: Mapping[str, str] = {
    "e09e5aa7-e496-41a2-97ce-17f577361888": "animal_handling",
    "74a68a9e-8c5b-4998-8dbb-08c1e768afc3": "arcana",
    "1537ca5c-fa93-4c05-b073-a2a0eed91b8e": "archery",
    "ada6d9b2-e451-4289-be45-7085fa34a51a": "armorer",
    "2f4c706f-5ac5-4774-8a45-3b4667989a20": "artisan",
    "788b387b-ee41-4e6a-bf22-481a8cc4cf9f": "automatics",
    "5e5f2f7f-f63b-4f65-a65d-91b3d4523c6f": "automotive_mechanic",
    "ba624682-a5c0-4cf5-b47b-1021e6a1800d": "biotechnology",
    "48763fa5-4b89-48c7-80ff-d0a2761de4c0": "blades",
    "bd4d977a-cbd4-4289-99bb-896caed6786a": "chemistry",
    "cd9f6bf7-fa48-464b-9a8f-c7ce26713a72": "clubs",
    "1c14bf0d-cc69-4126-9a95-1f2429c11aa5": "computer",
    "6d7f48d3-84a1-4fce-90d3-58d566f70fa6": "con",
    "9b386fe5-83b3-436f-9035-efd1c0f7a680": "cybertechnology",
    "276877e1-5cdf-4e95-befd-13c1abb5ae02": "demolitions",
    "9b2416b2-3e2b-4dd6-ab9d-530f493c1c22": "disguise",
    "23c3320c-5010-4b2e-ac46-76f0a86af0b9": "diving",
    "2c8e5f20-e52d-4844-89e9-51b92dba47df": "electronic_warfare",
    "3f93335c-49d6-4904-a97e-4c942ab05b59": "escape_artist",
    "b20acd11-f102-40f3-a641-e3c420fbdb91": "etiquette",
    "47cb1e8b-c285-4c54-9aaa-75305ad6dd4f": "first_aid",
    "27db6e2a-a49f-4232-b150-e676b8dacb52": "flight",
    "c9f52f97-a284-44a7-8af6-802dd3ed554f": "forgery",
    "f510ccc3-cf95-4461-b2f7-e966daaa5a91": "free_fall",
    "58452cff-44ea-41c6-a554-28a869149b27": "gunnery",
    "a9fa961d-07e5-46da-8edc-403ae3e6cc75": "gymnastics",
    "c2bb65f5-4a6b-49bf-9925-ef6434cb6929": "hacking",
    "41e184e0-7273-403a-9300-fa29a1707bf0": "hardware",
    "64841e6e-9487-4b63-80a1-dcad6eb78179": "heavy_weapons",
    "e7e5a43f-9762-4863-86dc-3fd7799e53a2": "impersonation",
    "3b34b209-00be-42b8-b4ac-cc7dea08af8a": "instruction",
    "9de43fad-b365-4e73-bc06-91dd571b858a": "intimidation",
    "963a548d-c629-4a13-a3e3-31b085a42e20": "leadership",
    "09fbc992-9fad-4f2d-ab56-725bac943dc6": "locksmith",
    "64088b25-de37-4d71-8800-4a430fde08af": "longarms",
    "938be691-4b3d-49a2-a673-bbf9924ce8f0": "medicine",
    "f8037e7f-d48b-452b-8f66-2e0c36677fea": "navigation",
    "729c9cee-ef8f-492d-aa7f-17ec1bc3816e": "negotiation",
    "17fbaafa-8dbb-4f29-9244-5ae1cd4ac42f": "palming",
    "04e1eb3e-e82d-485b-a7fd-1e677df2a070": "perception",
    "53f96d6a-363b-4c14-be1d-68e74930c67b": "performance",
    "10d5c887-a1e5-4cca-8613-3a28f1aab810": "pilot_aircraft",
    "ae91a8a6-80e7-4f52-b9eb-21725a5528a4": "pilot_ground_craft",
    "b8a24d87-465a-4365-9948-038fe1ac62c4": "pilot_walker",
    "1579818e-af85-47cd-8c9f-2e86e9dc19da": "pilot_watercraft",
    "adf31a50-b228-4e09-a09c-46ab9f5e59a1": "pistols",
    "1531b2d8-6116-4be4-87b0-232dba1fc447": "running",
    "9cff9aa7-d092-4f89-8b7b-3ab835818874": "sneaking",
    "b693f3bf-48dc-4570-9743-d94d14ee698b": "software",
    "89ee1730-053a-400f-a13a-4fbadae015f0": "survival",
    "0dbcb9cd-f824-4b5d-a387-90d33318b04c": "swimming",
    "867a6fa0-7d98-4cde-83a4-b33dd39de08e": "throwing_weapons",
    "7ed2f3e0-a791-4cb7-ba3e-ac785fdc3d7e": "tracking",
    "4fcd40cb-4b02-4b7e-afcb-f44d46cd5706": "unarmed_combat",
}
"""Skill names by Chummer's ids, for files that do not spell the names. Skills of magic and of
single machines are left out."""
GROUPS: Mapping[str, tuple[str, ...]] = {
    "acting": ("con", "impersonation", "performance"),
    "athletics": ("gymnastics", "running", "swimming", "flight"),
    "biotech": ("biotechnology", "cybertechnology", "first_aid", "medicine"),
    "close_combat": ("blades", "clubs", "unarmed_combat"),
    "firearms": ("automatics", "longarms", "pistols"),
    "influence": ("etiquette", "leadership", "negotiation"),
    "outdoors": ("navigation", "survival", "tracking"),
    "sorcery": ("counterspelling", "ritual_spellcasting", "spellcasting"),
    "stealth": ("disguise", "palming", "sneaking"),
}
"""The skill groups, those of the matrix and of most magic left out."""
GROUP_OF: Mapping[str, str] = {
    skill: group for group, all_ in GROUPS.items() for skill in all_
}

EXPORTED = (
    "this is an export of Chummer: import the character's own file, the .chum5"
)
GRENADES, THROWING = "grenades", "throwing weapons"
NATURAL_ARMOR = "natural armor"
CATEGORIES: Mapping[str, str] = {
    "hold outs": "holdouts",
    "hold out pistols": "holdouts",
    "smgs": "submachine guns",
    "smg": "submachine guns",
    "shotguns slug": "shotguns",
    "shotguns flechette": "shotguns",
    "light machineguns": "light machine guns",
    "medium machineguns": "medium machine guns",
    "medium heavy machinegun": "heavy machine guns",
    "medium heavy machineguns": "heavy machine guns",
    "heavy machineguns": "heavy machine guns",
    "light crossbows": "crossbows",
    "medium crossbows": "crossbows",
    "heavy crossbows": "crossbows",
    "thrown knife": THROWING,
    "shuriken": THROWING,
    "standard thrown grenade": GRENADES,
    "aerodynamic thrown grenade": GRENADES,
    "standard grenade": GRENADES,
    "aerodynamic grenade": GRENADES,
    "gear": "",
    "improvised weapons": "clubs",
    "bio weapon": "unarmed",
}
"""Weapon categories by the other spellings that Chummer has for them. `gear` maps to nothing:
grenades and throwing knives are in it."""

_BRACES = str.maketrans("", "", "{}() \t")
_NOTE = re.compile(r"\((f|e|fire|acid|radiation|cold)\)", re.IGNORECASE)
_BLAST = re.compile(
    r"\(?\s*(-\s*\d+\s*/\s*m|\d+\s*m(?:\s*radius)?)\s*\)?\s*$", re.IGNORECASE
)
"""Pattern of the blast behind a damage code: `(-1/m)`, `(10m Radius)`."""


def damage_code(text: str, rating: int = 0) -> str:
    """Return a damage code without braces and without a blast: `STR+2P` for `({STR}+2)P`,
    `8P(f)`. `rating` stands in for the word `Rating` of a bow."""
    text = _BLAST.sub("", text)
    note = _NOTE.search(text)
    plain = (
        _NOTE.sub("", text)
        .translate(_BRACES)
        .upper()
        .replace("RATING", str(rating))
    )
    return f"{plain}({note[1].lower()})" if note else plain


def blast_text(text: str) -> str:
    """Return the blast in a damage code: `-1/m`, `10m Radius`; empty if there is none."""
    found = _BLAST.search(text)
    return " ".join(found[1].split()) if found else ""


def armor_piercing(text: str) -> int | None:
    """Return an armor penetration such as `-2`, `+1` or `-` (none) as a number; None for what is
    no number."""
    found = re.match(r"\s*([-+−–]?)\s*(\d{1,2})\b", text)
    if found:
        return int(found[2]) * (
            -1 if found[1] in ("-", "−", "–") and found[1] else 1
        )
    return 0 if text.strip() in ("", "-", "–", "−") else None


def weapon_category(text: str) -> str:
    """Return the category of a weapon as Chummer calls it: `heavy pistols`, also for
    `heavy_pistol`."""
    plain = re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()
    plain = " ".join(plain.replace("_", " ").replace("-", " ").split())
    for word in (plain, f"{plain}s"):
        if word in CATEGORIES:
            return CATEGORIES[word]
    is_plural = plain.endswith("s") or plain in ("", "unarmed")
    return plain if is_plural else f"{plain}s"


def thrown_category(kind: str, name: str, reach: str, blast: str) -> str:
    """Return the category of something that is thrown: a grenade if it has a blast, or is called
    so in its name, its category or its ranges (`reach`); else a throwing weapon."""
    is_grenade = (
        blast or kind == GRENADES or "grenade" in f"{name} {reach}".lower()
    )
    return GRENADES if is_grenade else THROWING
