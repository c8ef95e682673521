"""The sentences of every page."""

from collections.abc import Mapping

from gmtrack.core.report import story_sentences
from gmtrack.rulesets.kit.phrases import read_phrases

PHRASES: Mapping[str, str] = read_phrases(__file__)
STORY: Mapping[str, str] = story_sentences(PHRASES)
LABELS: Mapping[str, str] = {}
