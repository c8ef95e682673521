"""Storyteller: d10 pools, a Defense that wears down, a health track of three kinds of marks."""

from gmtrack.rulesets.kit.package import COMMANDS, Package
from gmtrack.rulesets.storyteller.meta import META

ruleset = Package(
    "gmtrack.rulesets.storyteller",
    META,
    {
        **COMMANDS,
        "next": "turn.turn:next_turn",
        "turn": "turn.turn:give_turn",
        "effect": "wounds.conditions:EFFECTS.command",
    },
    HANDS=("wielded",),
    PLACE=("cover",),
    PIECES={"covers": "structure"},
    PLAYED="gmtrack.rulesets.storyteller.screens.moves",
    IMPORTED="gmtrack.rulesets.storyteller.gm.imported",
)
