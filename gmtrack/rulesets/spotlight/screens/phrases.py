"""The sentences for facts, from `phrases.txt`; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import story_sentences
from gmtrack.rulesets.kit.phrases import read_phrases
from gmtrack.rulesets.spotlight.tables import LOCATIONS

PHRASES: Mapping[str, str] = read_phrases(__file__)

_BOXES = {
    f"locations.{place}.{kind}": f"{place.replace('_', ' ')} {kind}"
    for place in LOCATIONS
    for kind in ("lethal", "bruise")
}
LABELS: Mapping[str, str] = {
    "ap": "AP",
    "fate": "fate",
    "fortitude_lost": "Fortitude lost",
    **_BOXES,
}

REFILLS = ("ap",)
"""The fields that every turn gives back."""

STORY: Mapping[str, str] = story_sentences(PHRASES)
"""The sentences of the story for facts that the screen tells with numbers."""
