"""Shadowrun, third edition: target numbers, staged damage, a combat pool that runs dry."""

from gmtrack.rulesets.kit.package import COMMANDS, Package
from gmtrack.rulesets.sr3.meta import META

ruleset = Package(
    "gmtrack.rulesets.sr3",
    META,
    {
        **COMMANDS,
        "next": "turn.turn:next_phase",
        "attack": "magic.attack:attack",
        "turn": "turn.turn:give_turn",
    },
    {
        "name_of_risk": "magic.risk",
        "word_choices": "screens.open_words",
    },
    HANDS=("wielded", "second"),
    PIECES={"barriers": "barriers"},
    PLAYED="gmtrack.rulesets.sr3.screens.moves",
    IMPORTED="gmtrack.rulesets.sr3.gm.imported",
)
