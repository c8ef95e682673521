"""Storyteller: d10 pools, a Defense that wears down, a health track of three kinds of marks."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ammunition, Carrying, Luck, Ruleset
    from gmtrack.rulesets.storyteller import ruleset as ruleset

    _fits_the_port: Ruleset = ruleset
    _carries: Carrying = ruleset
    _has_ammunition: Ammunition = ruleset
    _has_luck: Luck = ruleset
