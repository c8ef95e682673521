"""Shadowrun, third edition: target numbers, staged damage, a combat pool that runs dry."""

from gmtrack.rulesets.kit.package import Package, cast_in
from gmtrack.rulesets.sr3.meta import META

ruleset = Package(
    "gmtrack.rulesets.sr3",
    META,
    {
        "roll-init": "turn.turn:roll_init",
        "next": "turn.turn:next_phase",
        "delay": "turn.turn:delay",
        "intervene": "turn.turn:intervene",
        "end": "turn.turn:end_fight",
        "attack": "attack.attack:attack",
        "act": "actions.actions:act",
        "test": "actions.tests:test",
        "damage": "gm.damage:damage",
        "heal": "gm.damage:heal",
        "effect": "gm.damage:effect",
        "rest": "gm.rest:REGIMEN.rest",
        **cast_in("gm.cast"),
    },
    HANDS=("wielded", "second"),
    PIECES={"barriers": "barriers"},
    PLAYED="gmtrack.rulesets.sr3.screens.moves",
    IMPORTED="gmtrack.rulesets.sr3.gm.imported",
)
