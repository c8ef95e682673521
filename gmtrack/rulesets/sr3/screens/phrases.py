"""The sentences for facts, from `phrases.txt`; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import story_sentences
from gmtrack.rulesets.kit.phrases import read_phrases

PHRASES: Mapping[str, str] = read_phrases(__file__)

LABELS: Mapping[str, str] = {
    "free_left": "free actions left",
    "simple_left": "simple actions left",
    "pool_left": "combat pool left",
    "spell_pool_left": "spell pool left",
    "sorcery_left": "Sorcery dice left",
    "physical": "physical damage",
    "stun": "stun damage",
    "overflow": "overflow damage",
    "bleeding": "combat turns of bleeding",
    "karma_left": "Karma left",
    "karma_burnt": "Karma burnt for good",
    "subdual.boxes": "subdual damage",
}

REFILLS = (
    "free_left",
    "simple_left",
    "pool_left",
    "spell_pool_left",
    "sorcery_left",
)
"""Counters that every turn fills again."""

STORY: Mapping[str, str] = story_sentences(PHRASES)
"""Sentences that the story words differently from the screen with its numbers, or leaves out:
whose turn it is, costs, what is left."""
