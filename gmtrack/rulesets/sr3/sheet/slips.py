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


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    return Skills(encounter, BOOK_SKILLS, skill_name).slips()
