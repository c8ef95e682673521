"""The port of Swan Song: the names that `gmtrack.rulesets.port.Ruleset` asks for."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import (
    Act,
    Add,
    Attack,
    Damage,
    Delay,
    Effect,
    End,
    Heal,
    Intent,
    Intervene,
    Next,
    Remove,
    RollInit,
    Set,
    Test,
)
from gmtrack.core.report import Report
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.blocks import upshot
from gmtrack.rulesets.kit.commands import CommandTable
from gmtrack.rulesets.port import Fate, Problem
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.screens.phrases import LABELS, PHRASES
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game, Scene
from gmtrack.rulesets.swan_song.sheet.sheet import complete

if TYPE_CHECKING:
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.screen import Board, Profile, Topic
    from gmtrack.rulesets.port import Schema

    SCHEMA: Schema

__all__ = [
    "LABELS",
    "META",
    "PHRASES",
    "SCHEMA",
    "WORDS",
    "board",
    "check",
    "complete",
    "fate",
    "lexicon",
    "resolve",
    "show",
    "slips",
    "topics",
    "upshot",
]


COMMANDS = CommandTable(
    "gmtrack.rulesets.swan_song",
    Game,
    {
        RollInit: "turn.turn:roll_init",
        Next: "turn.turn:next_phase",
        Delay: "turn.delay:delay",
        Intervene: "turn.delay:intervene",
        End: "turn.turn:end_fight",
        Attack: "attack.attack:attack",
        Act: "actions.actions:act",
        Test: "actions.tests:test",
        Damage: "gm.damage:damage",
        Heal: "gm.damage:heal",
        Effect: "gm.effects:effect",
        Set: "gm.cast:set_values",
        Add: "gm.cast:add",
        Remove: "gm.cast:remove",
    },
)


def __getattr__(name: str) -> "Schema":
    # The shapes of the file are only needed where a hand has touched it.
    if name != "SCHEMA":
        raise AttributeError(name)
    from gmtrack.rulesets.swan_song.sheet.schema import SCHEMA

    return SCHEMA


def resolve(draft: Draft, intent: Intent, dice: Dice) -> Report:
    """Carry out one command. Raises Refusal."""
    if type(intent) not in COMMANDS.rows:
        raise Refusal("unknown", f"{META.title} has no command {intent.word}")
    return COMMANDS.carry_out(draft, intent, dice)[1]


def fate(draft: Draft, who: str) -> Fate:
    """Whether somebody is out of the fight; what stands on no feet cannot fall."""
    if who not in draft.encounter.combatants:
        return Fate(down=False, dead=False)
    status = Scene(draft).fighter(who).status
    return Fate(down=status != "up", dead=status == "dead")


def check(encounter: Encounter) -> Iterator[Problem]:
    """Everything wrong in a file that types cannot say."""
    from gmtrack.rulesets.swan_song.sheet.check import check as problems

    return problems(encounter)


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed in a file but likely a slip."""
    from gmtrack.rulesets.swan_song.sheet.slips import slips as found

    return found(encounter)


def board(encounter: Encounter) -> "Board":
    from gmtrack.rulesets.swan_song.screens.board import board as draw

    return draw(encounter)


def show(encounter: Encounter, word: str) -> "Profile":
    from gmtrack.rulesets.swan_song.screens.show import show as draw

    return draw(encounter, word)


def lexicon(encounter: Encounter) -> "Lexicon":
    from gmtrack.rulesets.swan_song.screens.lexicon import lexicon as words

    return words(encounter)


def topics(encounter: Encounter | None) -> Mapping[str, "Topic"]:
    from gmtrack.rulesets.swan_song.screens.topics import topics as pages

    return pages(encounter)
