"""i2050: everybody declares, then speed decides; opposed d20 rolls in which both may lose."""

from gmtrack.rulesets.i2050.meta import META
from gmtrack.rulesets.kit.package import Package

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
        "act": "actions.command:act",
        "test": "actions.tests:test",
        "damage": "gm.gm:damage",
        "heal": "gm.gm:heal",
        "effect": "gm.gm:effect",
        "set": "gm.cast:set_values",
        "add": "gm.cast:add",
        "remove": "gm.cast:remove",
        "leave": "gm.cast:leave",
        "join": "gm.cast:join",
        "note": "gm.cast:note",
    },
    {"REFERENCES": "sheet.records", "ROLLS": "dice", "counted": "dice"},
    PLAYED="gmtrack.rulesets.i2050.screens.moves",
    HITS=HITS,
)
