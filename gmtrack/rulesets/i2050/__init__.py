"""i2050: everybody declares, then speed decides; opposed d20 rolls in which both may lose."""

from gmtrack.rulesets.i2050.meta import META
from gmtrack.rulesets.kit.package import Package, cast_in

HITS = frozenset({"hit", "blocked", "disabled", "resisted"})
"""The ends of a blow that landed."""
ruleset = Package(
    "gmtrack.rulesets.i2050",
    META,
    {
        "roll-init": "turn.turn:roll_init",
        "next": "turn.turn:next_step",
        "delay": "turn.turn:hold",
        "intervene": "turn.turn:hold",
        "end": "turn.turn:end_fight",
        "attack": "attack.attack:attack",
        "act": "actions.act:act",
        "test": "actions.test:test",
        "damage": "gm.damage:damage",
        "heal": "gm.damage:heal",
        "effect": "gm.damage:effect",
        "rest": "gm.rest:REGIMEN.rest",
        **cast_in("gm.cast"),
        "set": "gm.cast:set_values",
    },
    PLAYED="gmtrack.rulesets.i2050.screens.moves",
    HITS=HITS,
    MOMENTS=("round-start", "round-end"),
)
