"""Spotlight: d6 pools, four action points, six hit locations, a turn that is passed around."""

from gmtrack.rulesets.kit.package import Package, cast_in
from gmtrack.rulesets.spotlight.meta import META

ruleset = Package(
    "gmtrack.rulesets.spotlight",
    META,
    {
        "roll-init": "turn.rounds:roll_init",
        "next": "turn.moving_on:next_turn",
        "delay": "turn.moving_on:delay",
        "intervene": "turn.moving_on:intervene",
        "end": "turn.rounds:end_fight",
        "attack": "attack.attack:attack",
        "act": "actions.actions:act",
        "test": "actions.tests:test",
        "damage": "gm.damage:damage",
        "heal": "gm.damage:heal",
        "effect": "gm.damage:effect",
        "rest": "gm.rest:REGIMEN.rest",
        **cast_in("gm.cast"),
    },
    HANDS=("drawn",),
    PLACE=("cover",),
    PIECES={"cover": ""},
    PLAYED="gmtrack.rulesets.spotlight.screens.moves",
)
