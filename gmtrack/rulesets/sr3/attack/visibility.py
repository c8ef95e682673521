"""Visibility: light, haze, and the eyes that look (SR-127 to SR-132, SR-R09)."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables.kinds import HAZES, LIGHTS, Haze, Light
from gmtrack.rulesets.sr3.tables.visibility import (
    HAZE_WORDS,
    LIGHT_WORDS,
    VISIBILITY_CAP,
    Table,
)


class Sight(NamedTuple):
    """One light and one haze at most."""

    light: Light | None
    haze: Haze | None


def sight(s: Strike) -> Sight:
    """The scene's, or what was told instead. Raises Refusal (`option`)."""
    scene: Data = s.game.draft.encounter.scene
    there = [squash(name).replace("-", "_") for name in scene.get("visibility") or []]
    light = next((row for row in LIGHTS if row in there), None)
    haze = next((row for row in HAZES if row in there), None)
    if s.has("light"):
        light = light_named(s.value("light") or "")
    if s.has("haze"):
        haze = haze_named(s.value("haze") or "")
    return Sight(light, haze)


def light_named(word: str) -> Light | None:
    """8.2 `light=`. Raises Refusal (`option`)."""
    choices: dict[str, Light | None] = {**LIGHT_WORDS, **{row: row for row in LIGHTS}}
    return choices[known(word, choices, "light", WORDS.value)]


def haze_named(word: str) -> Haze | None:
    """8.2 `haze=`. Raises Refusal (`option`)."""
    choices: dict[str, Haze | None] = {**HAZE_WORDS, **{row: row for row in HAZES}}
    return choices[known(word, choices, "haze", WORDS.value)]


def hidden_from(who: Fighter, seen: Sight, table: Table) -> int:
    """SR-127, SR-128, SR-131: what it adds to a target number, for these eyes."""
    source = who.sheet.vision_source
    if who.house.vision_split == "natural_first":
        source = "natural" if source == "cybernetic" else "cybernetic"
    rows = [table[row] for row in seen if row is not None]
    worth = [row.seen_by(who.sheet.vision, source) for row in rows]
    rule = who.house.visibility_stack
    if rule == "worst":
        return max(worth, default=0)
    return sum(worth) if rule == "sum" else min(VISIBILITY_CAP, sum(worth))
