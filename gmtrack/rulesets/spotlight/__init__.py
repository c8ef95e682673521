"""Spotlight: d6 pools, four action points, six hit locations, a turn that is passed around."""

from gmtrack.rulesets.kit.package import Package
from gmtrack.rulesets.spotlight.meta import META

ruleset = Package(
    "gmtrack.rulesets.spotlight",
    META,
    {
        "roll-init": "turn.rounds:roll_init",
        "next": "turn.turn:next_turn",
        "delay": "turn.delay:delay",
        "intervene": "turn.delay:intervene",
        "end": "turn.rounds:end_fight",
        "attack": "attack.attack:attack",
        "act": "actions.actions:act",
        "test": "actions.tests:test",
        "damage": "gm.damage:damage",
        "heal": "gm.damage:heal",
        "effect": "gm.effects:effect",
        "set": "gm.cast:set_values",
        "add": "gm.cast:add",
        "remove": "gm.cast:remove",
        "leave": "gm.cast:leave",
        "join": "gm.cast:join",
        "note": "gm.cast:note",
    },
    {"REFILLS": "screens.phrases"},
    HANDS=("drawn",),
    PLAYED="gmtrack.rulesets.spotlight.screens.moves",
)
