"""i2050: everybody declares, then speed decides; opposed d20 rolls in which both may lose."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtrack.rulesets.i2050 import ruleset as ruleset
    from gmtrack.rulesets.port import Carrying, Luck, Ruleset, Slips

    _fits_the_port: Ruleset = ruleset
    _carries: Carrying = ruleset
    _has_luck: Luck = ruleset
    _has_slips: Slips = ruleset
