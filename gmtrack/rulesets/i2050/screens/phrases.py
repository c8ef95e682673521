"""The sentences for facts, from `phrases.txt`; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import story_sentences
from gmtrack.rulesets.kit.phrases import read_phrases

PHRASES: Mapping[str, str] = read_phrases(__file__)

LABELS: Mapping[str, str] = {
    "pools.hp": "hp",
    "locations.head": "head",
    "locations.chest": "chest",
    "locations.abdomen": "abdomen",
    "locations.right_arm": "right arm",
    "locations.left_arm": "left arm",
    "locations.right_leg": "right leg",
    "locations.left_leg": "left leg",
}

STORY: Mapping[str, str] = story_sentences(PHRASES)
"""The sentences of the story for facts that the screen tells with numbers."""
