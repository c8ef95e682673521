"""The sentences for facts, from `phrases.txt`; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import story_sentences
from gmtrack.rulesets.kit.phrases import read_phrases

PHRASES: Mapping[str, str] = read_phrases(__file__)

LABELS: Mapping[str, str] = {"karma": "Karma"}
"""Fields of the live state that are told as a change: they have no phrase and are no
bookkeeping."""

STORY: Mapping[str, str] = story_sentences(PHRASES)
"""The phrases of the story, which leaves out the numbers of the screen."""
