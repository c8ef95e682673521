"""Swan Song: d6 pools, action points, passes, called shots, wounds that cost initiative."""

from gmtrack.rulesets.kit.package import Package, cast_in
from gmtrack.rulesets.swan_song.meta import META

ruleset = Package(
    "gmtrack.rulesets.swan_song",
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
        "effect": "gm.effects:effect",
        "rest": "gm.rest:REGIMEN.rest",
        **cast_in("gm.cast"),
    },
    {
        "complete": "sheet.sheet",
        "upshot": ":gmtrack.rulesets.kit.blocks",
        "counted": "dice",
    },
    HANDS=("held",),
    PIECES={"barriers": "barriers"},
    PLAYED="gmtrack.rulesets.swan_song.screens.moves",
    IMPORTED="gmtrack.rulesets.swan_song.gm.imported",
)
