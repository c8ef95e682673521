"""Shadowrun, third edition: target numbers, staged damage, a combat pool that runs dry."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ammunition, Carrying, Luck, Ruleset, Slips
    from gmtrack.rulesets.sr3 import ruleset as ruleset

    _fits_the_port: Ruleset = ruleset
    _carries: Carrying = ruleset
    _has_ammunition: Ammunition = ruleset
    _has_luck: Luck = ruleset
    _has_slips: Slips = ruleset
