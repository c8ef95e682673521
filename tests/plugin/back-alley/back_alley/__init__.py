"""Back Alley: a small ruleset with turns, called shots and actions."""

from back_alley.meta import META
from gmtrack.rulesets.kit.package import Package

ruleset = Package(
    "back_alley",
    META,
    {
        "roll-init": "turn:roll_init",
        "next": "turn:next_turn",
        "end": "turn:end",
        "attack": "attack:attack",
        "act": "actions:act",
        "test": "actions:test",
        "damage": "gm:damage",
        "heal": "gm:heal",
        "effect": "wounds:EFFECTS.command",
        "set": "gm:CAST.set",
        "add": "gm:CAST.add",
        "remove": "gm:CAST.remove",
    },
    {
        "WORDS": "game",
        "Game": "game",
        "Scene": "game",
        "SCHEMA": "sheet",
        "check": "sheet",
        "REFERENCES": "sheet",
        "PHRASES": "phrases",
        "LABELS": "phrases",
        "show": "screens.profile",
        "lexicon": "screens.words",
        "candidates": "screens.words",
        "resources_of": "screens.words",
        "summarize_attack": ":gmtrack.rulesets.kit.blocks",
    },
    PLAYED="back_alley.screens.moves",
)
