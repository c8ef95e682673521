"""Skills that no rule knows: any name is legal, but may be a slip."""

from collections.abc import Iterator

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.kit.slips import Skills
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.spotlight.sheet.sheet import SKILLS


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    return Skills(encounter, SKILLS, lambda word: word.replace("-", "_")).slips()
