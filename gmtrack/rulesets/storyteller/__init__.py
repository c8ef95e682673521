"""Storyteller: d10 pools, a Defense that wears down, a health track of three kinds of marks."""

from gmtrack.rulesets.kit.package import Package, cast_in
from gmtrack.rulesets.storyteller.meta import META

ruleset = Package(
    "gmtrack.rulesets.storyteller",
    META,
    {
        "roll-init": "turn.turn:roll_init",
        "next": "turn.turn:next_turn",
        "delay": "turn.turn:delay",
        "intervene": "turn.turn:intervene",
        "end": "turn.turn:end_fight",
        "attack": "attack.attack:attack",
        "act": "actions.actions:act",
        "test": "actions.tests:test",
        "damage": "gm.damage:damage",
        "heal": "gm.damage:heal",
        "effect": "wounds.conditions:EFFECTS.command",
        "rest": "gm.rest:REGIMEN.rest",
        **cast_in("gm.cast"),
    },
    HANDS=("wielded",),
    PLACE=("cover",),
    PIECES={"covers": "structure"},
    PLAYED="gmtrack.rulesets.storyteller.screens.moves",
    IMPORTED="gmtrack.rulesets.storyteller.gm.imported",
)
