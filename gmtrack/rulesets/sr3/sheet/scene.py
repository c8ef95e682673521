"""The barriers of the scene and the ratings they have left (SR-R08, SR-R24)."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter

DAMAGED = ("fight", "barriers")
"""Where the ratings stand that shots have left."""


def barriers(encounter: Encounter) -> Data:
    """By id, as written."""
    return encounter.scene.get("barriers") or {}


def whole(encounter: Encounter, name: str) -> int:
    """The rating before anybody shot at it."""
    return int(barriers(encounter)[name]["rating"])


def left(draft: Draft, name: str) -> int:
    """What is left of the rating; 0 is no barrier any more."""
    return int(draft.get((*DAMAGED, name), whole(draft.encounter, name)))


def document(draft: Draft, name: str) -> Data:
    """One of them in `board --json`, `show --json`."""
    return {"rating": {"max": whole(draft.encounter, name), "now": left(draft, name)}}
