"""i2050: everybody declares, then speed decides; opposed d20 rolls in which both may lose."""

from gmtrack.rulesets.i2050.meta import META
from gmtrack.rulesets.kit.package import COMMANDS, Package

HITS = frozenset({"hit", "blocked", "disabled", "resisted"})
"""Outcomes of an attack that landed."""
ruleset = Package(
    "gmtrack.rulesets.i2050",
    META,
    {
        **COMMANDS,
        "next": "turn.turn:next_step",
        "turn": "turn.turn:give_turn",
        "delay": "turn.turn:refuse_holding",
        "intervene": "turn.turn:refuse_holding",
        "act": "actions.act:act",
        "test": "actions.test:test",
        "set": "gm.cast:set_values",
    },
    PLAYED="gmtrack.rulesets.i2050.screens.moves",
    HITS=HITS,
    MOMENTS=("round-start", "round-end"),
)
