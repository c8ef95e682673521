"""The port of Back Alley: the names that `gmtrack.rulesets.port.Ruleset` asks for."""

from back_alley.game import WORDS, Alley, Game
from back_alley.meta import META
from back_alley.phrases import LABELS, PHRASES
from back_alley.screens.board import board
from back_alley.screens.fighters import standing_of
from back_alley.screens.pages import topics
from back_alley.screens.profile import show
from back_alley.screens.words import candidates, lexicon, means
from back_alley.sheet import SCHEMA, check
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.intents import (
    Act,
    Add,
    Attack,
    Damage,
    Effect,
    End,
    Heal,
    Intent,
    Next,
    Remove,
    RollInit,
    Set,
    Test,
)
from gmtrack.core.report import Report
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.blocks import upshot
from gmtrack.rulesets.kit.commands import CommandTable

__all__ = [
    "LABELS",
    "META",
    "PHRASES",
    "SCHEMA",
    "WORDS",
    "board",
    "candidates",
    "check",
    "complete",
    "lexicon",
    "means",
    "resolve",
    "show",
    "standing",
    "topics",
    "upshot",
]

COMMANDS = CommandTable(
    "back_alley",
    Game,
    {
        RollInit: "turn:roll_init",
        Next: "turn:next_turn",
        End: "turn:end",
        Attack: "attack:attack",
        Act: "actions:act",
        Test: "actions:test",
        Damage: "gm:damage",
        Heal: "gm:heal",
        Effect: "gm:effect",
        Set: "gm:set_values",
        Add: "gm:add",
        Remove: "gm:remove",
    },
)


def complete(sheet: Data) -> Data:
    """No default of a sheet depends on another field."""
    return sheet


def resolve(draft: Draft, intent: Intent, dice: Dice) -> Report:
    """Carry out one command."""
    if type(intent) not in COMMANDS.rows:
        raise Refusal("unknown", f"{META.title} has no such command")
    _, report = COMMANDS.carry_out(draft, intent, dice)
    return report


def standing(draft: Draft, who: str) -> Standing:
    """How somebody stands."""
    return standing_of(Alley(draft).fighter(who))
