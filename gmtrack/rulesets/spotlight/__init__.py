"""Spotlight: d6 pools, four action points, six hit locations, a turn that is passed around."""

from gmtrack.rulesets.kit.package import COMMANDS, Package
from gmtrack.rulesets.spotlight.meta import META

ruleset = Package(
    "gmtrack.rulesets.spotlight",
    META,
    {
        **COMMANDS,
        "next": "turn.turn:next_turn",
        "turn": "turn.turn:give_turn",
    },
    HANDS=("drawn",),
    PLACE=("cover",),
    PIECES={"cover": ""},
    PLAYED="gmtrack.rulesets.spotlight.screens.moves",
)
