"""What Chummer and Foundry say alike of a character of Shadowrun 5, and the words for it."""

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
    "1537ca5c-fa93-4c05-b073-a2a0eed91b8e": "archery",
    "788b387b-ee41-4e6a-bf22-481a8cc4cf9f": "automatics",
    "48763fa5-4b89-48c7-80ff-d0a2761de4c0": "blades",
    "cd9f6bf7-fa48-464b-9a8f-c7ce26713a72": "clubs",
    "276877e1-5cdf-4e95-befd-13c1abb5ae02": "demolitions",
    "47cb1e8b-c285-4c54-9aaa-75305ad6dd4f": "first_aid",
    "58452cff-44ea-41c6-a554-28a869149b27": "gunnery",
    "a9fa961d-07e5-46da-8edc-403ae3e6cc75": "gymnastics",
    "64841e6e-9487-4b63-80a1-dcad6eb78179": "heavy_weapons",
    "64088b25-de37-4d71-8800-4a430fde08af": "longarms",
    "938be691-4b3d-49a2-a673-bbf9924ce8f0": "medicine",
    "04e1eb3e-e82d-485b-a7fd-1e677df2a070": "perception",
    "adf31a50-b228-4e09-a09c-46ab9f5e59a1": "pistols",
    "1531b2d8-6116-4be4-87b0-232dba1fc447": "running",
    "9cff9aa7-d092-4f89-8b7b-3ab835818874": "sneaking",
    "867a6fa0-7d98-4cde-83a4-b33dd39de08e": "throwing_weapons",
    "4fcd40cb-4b02-4b7e-afcb-f44d46cd5706": "unarmed_combat",
}
"""How Chummer names the skills of a fight in files that do not spell their names."""
GROUPS: Mapping[str, tuple[str, ...]] = {
    "acting": ("con", "impersonation", "performance"),
    "athletics": ("gymnastics", "running", "swimming", "flight"),
    "biotech": ("biotechnology", "cybertechnology", "first_aid", "medicine"),
    "close_combat": ("blades", "clubs", "unarmed_combat"),
    "firearms": ("automatics", "longarms", "pistols"),
    "influence": ("etiquette", "leadership", "negotiation"),
    "outdoors": ("navigation", "survival", "tracking"),
    "stealth": ("disguise", "palming", "sneaking"),
}
"""The skill groups, those of the matrix and of magic left out."""
GROUP_OF: Mapping[str, str] = {skill: group for group, all_ in GROUPS.items() for skill in all_}

CATEGORIES: Mapping[str, str] = {
    "hold outs": "holdouts",
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
    "thrown knife": "throwing weapons",
    "shuriken": "throwing weapons",
    "standard thrown grenade": "grenades",
    "aerodynamic thrown grenade": "grenades",
    "standard grenade": "grenades",
    "aerodynamic grenade": "grenades",
    "gear": "grenades",
    "improvised weapons": "clubs",
    "bio weapon": "unarmed",
}
"""What Chummer's categories are called elsewhere, and what is alike."""

_BRACES = str.maketrans("", "", "{}() \t")
_NOTE = re.compile(r"\((f|e|fire|acid|radiation|cold)\)", re.IGNORECASE)


def damage(text: str, rating: int = 0) -> str:
    """A damage code without the braces of its program: `STR+2P` for `({STR}+2)P`, `8P(f)`; of a
    bow with the rating of the weapon in it."""
    note = _NOTE.search(text)
    plain = _NOTE.sub("", text).translate(_BRACES).upper().replace("RATING", str(rating))
    return f"{plain}({note[1].lower()})" if note else plain


def armor_piercing(text: str) -> int | None:
    """`-2`, `+1`, `-` for none; None for what is no number."""
    found = re.match(r"\s*([-+−–]?)\s*(\d{1,2})\b", text)
    if found:
        return int(found[2]) * (-1 if found[1] in ("-", "−", "–") and found[1] else 1)
    return 0 if text.strip() in ("", "-", "–", "−") else None


def category(text: str) -> str:
    """The category of a weapon as Chummer calls it: `heavy pistols`, also for `heavy_pistol`."""
    plain = re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()
    plain = " ".join(plain.replace("_", " ").replace("-", " ").split())
    found = CATEGORIES.get(plain) or CATEGORIES.get(f"{plain}s")
    if found or not plain or plain.endswith("s") or plain == "unarmed":
        return found or plain
    return f"{plain}s"
