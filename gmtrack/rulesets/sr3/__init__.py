"""Shadowrun, third edition: target numbers, staged damage, a combat pool that runs dry."""

from gmtrack.rulesets.kit.package import Package
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
    {
        "SCHEMA": "sheet.check",
        "REFERENCES": "sheet.check",
        "slips": "sheet.check",
        "ROLLS": "dice",
        "counted": "screens.summary",
        "upshot": "screens.summary",
        "lexicon": "screens.choices",
        "ammunition": "screens.choices",
        "topics": "screens.pages",
        "REFILLS": "screens.phrases",
    },
    HANDS=("wielded", "second"),
    PLAYED="gmtrack.rulesets.sr3.screens.moves",
    IMPORTED="gmtrack.rulesets.sr3.gm.imported",
)
