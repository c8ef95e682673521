"""The sentences for facts, from `phrases.txt`; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import story_sentences
from gmtrack.rulesets.kit.phrases import read_phrases

PHRASES: Mapping[str, str] = read_phrases(__file__)

LABELS: Mapping[str, str] = {
    "bashing": "bashing boxes",
    "lethal": "lethal boxes",
    "aggravated": "aggravated boxes",
    "decay": "Defense lost",
}

REFILLS = ("decay",)
"""What every turn gives back."""

STORY: Mapping[str, str] = story_sentences(PHRASES)
"""How the story tells what the screen tells with its numbers."""
