"""Swan Song: d6 pools, action points, passes, called shots, wounds that cost initiative."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Carrying, Luck, Ruleset, Slips
    from gmtrack.rulesets.swan_song import ruleset

    _fits_the_port: Ruleset = ruleset
    _carries: Carrying = ruleset
    _has_luck: Luck = ruleset
    _has_slips: Slips = ruleset
