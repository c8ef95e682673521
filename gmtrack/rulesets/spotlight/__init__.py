"""Spotlight: d6 pools, four action points, six hit locations, a turn that is passed around."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Carrying, Luck, Ruleset, Slips
    from gmtrack.rulesets.spotlight import ruleset

    _fits_the_port: Ruleset = ruleset
    _carries: Carrying = ruleset
    _has_luck: Luck = ruleset
    _has_slips: Slips = ruleset
