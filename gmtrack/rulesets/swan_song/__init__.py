"""Swan Song: d6 pools, action points, passes, called shots, wounds that cost initiative."""

from gmtrack.rulesets.kit.package import COMMANDS, Package
from gmtrack.rulesets.swan_song.meta import META

ruleset = Package(
    "gmtrack.rulesets.swan_song",
    META,
    {
        **COMMANDS,
        "next": "turn.turn:next_phase",
        "turn": "turn.turn:give_turn",
        "effect": "gm.effects:effect",
    },
    {
        "complete": "sheet.sheet",
        "summarize_attack": ":gmtrack.rulesets.kit.blocks",
    },
    HANDS=("held",),
    PIECES={"barriers": "barriers"},
    PLAYED="gmtrack.rulesets.swan_song.screens.moves",
    IMPORTED="gmtrack.rulesets.swan_song.gm.imported",
)
