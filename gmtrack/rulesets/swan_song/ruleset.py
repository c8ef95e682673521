"""The port of Swan Song: the names that `gmtrack.rulesets.port.Ruleset` asks for."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
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
    Join,
    Leave,
    Next,
    Note,
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
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.screens.phrases import LABELS, PHRASES, STORY
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game, Scene
from gmtrack.rulesets.swan_song.sheet.sheet import complete

if TYPE_CHECKING:
    from gmtrack.core.choice import Candidate
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.screen import Board, Profile, Topic
    from gmtrack.rulesets.port import Counted, Schema

    SCHEMA: Schema

__all__ = [
    "HANDS",
    "IMPORTED",
    "LABELS",
    "META",
    "PHRASES",
    "PLAYED",
    "SCHEMA",
    "STORY",
    "WORDS",
    "board",
    "candidates",
    "carried",
    "check",
    "complete",
    "counted",
    "lexicon",
    "means",
    "resolve",
    "show",
    "slips",
    "standing",
    "topics",
    "upshot",
]


PLAYED = "gmtrack.rulesets.swan_song.screens.moves"
IMPORTED = "gmtrack.rulesets.swan_song.gm.imported"
HANDS = ("held",)
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
        Leave: "gm.cast:leave",
        Join: "gm.cast:join",
        Note: "gm.cast:note",
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


def standing(draft: Draft, who: str) -> Standing:
    """How somebody stands; what is no combatant cannot fall."""
    scene = Scene(draft)
    known = who in draft.encounter.combatants
    return scene.fighter(who).standing if known else Standing()


def carried(draft: Draft, who: str) -> Data:
    """What of somebody's state goes along to another fight; of their effects those that do not end
    with the round (R-EFF-4)."""
    from gmtrack.rulesets.kit.references import carried as found
    from gmtrack.rulesets.swan_song.sheet.references import REFERENCES

    state = found(Scene(draft).fighter(who), REFERENCES)
    if effects := [one for one in state.pop("effects", ()) if one.get("until") != "round-end"]:
        state["effects"] = effects
    return state


def check(encounter: Encounter) -> Iterator[Problem]:
    """Everything wrong in a file that types cannot say."""
    from gmtrack.rulesets.swan_song.sheet.check import check as problems

    return problems(encounter)


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed in a file but likely a slip."""
    from gmtrack.rulesets.swan_song.sheet.slips import slips as found

    return found(encounter)


def counted(house_rules: Data, roll: Data) -> "Counted | None":
    from gmtrack.rulesets.swan_song.dice.luck import counted as found

    return found(house_rules, roll)


def board(encounter: Encounter) -> "Board":
    from gmtrack.rulesets.swan_song.screens.board import board as draw

    return draw(encounter)


def show(encounter: Encounter, word: str) -> "Profile":
    from gmtrack.rulesets.swan_song.screens.show import show as draw

    return draw(encounter, word)


def lexicon(encounter: Encounter) -> "Lexicon":
    from gmtrack.rulesets.swan_song.screens.lexicon import lexicon as words

    return words(encounter)


def candidates(encounter: Encounter, who: str) -> "Iterator[Candidate]":
    from gmtrack.rulesets.swan_song.screens.choices import candidates as found

    return found(encounter, who)


def means(draft: Draft, who: str) -> Mapping[str, int]:
    from gmtrack.rulesets.swan_song.screens.choices import means as left

    return left(draft, who)


def topics(encounter: Encounter | None) -> Mapping[str, "Topic"]:
    from gmtrack.rulesets.swan_song.screens.topics import topics as pages

    return pages(encounter)
