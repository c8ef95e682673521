"""Skills on a sheet that no rule uses, most likely misspelt: any name is legal."""

from collections.abc import Iterator

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.slips import Skills
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED_COMBAT, skill_name

BOOK_SKILLS = (
    "pistols", "smg", "rifles", "shotguns", "clubs", "edged_weapons", UNARMED_COMBAT,
)  # fmt: skip
"""The names that the rules use."""
TESTED = (
    "aircraft", "animals", "arcana", "art", "athletics", "aura_reading", "bike", "biotech",
    "boating", "boats", "car", "chemistry", "computer", "computers", "conjuring",
    "cybertechnology", "dancing", "demolitions", "diving", "driving", "electronics",
    "engineering", "etiquette", "first_aid",
    "forgery", "gambling", "gunnery", "hacking", "hovercraft", "instruction", "interrogation",
    "intimidation", "launch_weapons", "law", "leadership", "magic", "mechanics", "medicine",
    "negotiation", "perception", "piloting", "psychology", "repair", "riding", "rotor_craft",
    "science", "security", "small_unit_tactics", "sorcery", "stealth", "streetwise", "survival",
    "swimming", "tactics", "truck", "vector_thrust", "whips",
)  # fmt: skip
"""Skills of this edition that are rolled in tests alone."""


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    return Skills(encounter, BOOK_SKILLS, skill_name, TESTED).slips()
