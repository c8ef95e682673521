"""Skills that no rule knows, and a clear sight that hampers: any word is legal."""

from collections.abc import Iterator

from gmtrack.core.encounter import Encounter
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.slips import Skills
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.spotlight.sheet.sheet import SKILLS

CLEAR = frozenset({"clear", "good", "normal", "fine", "full", "bright", "perfect"})
"""Words for a sight that nothing hampers."""


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    yield from Skills(encounter, SKILLS, lambda word: word.replace("-", "_")).slips()
    told = encounter.scene.get("visibility")
    if told and squash(told) in CLEAR:
        message = f"'{told}' hampers sight, as any word here does; leave it out where all see well"
        yield Problem(("scene", "visibility"), message)
