"""Back Alley: a small ruleset with turns, called shots and actions."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from back_alley import ruleset
    from gmtrack.rulesets.port import Ruleset

    _fits_the_port: Ruleset = ruleset
