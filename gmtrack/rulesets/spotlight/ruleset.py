"""The port of Spotlight: the names that `gmtrack.rulesets.port.Ruleset` asks for."""

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
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.kit.commands import CommandTable
from gmtrack.rulesets.port import Problem, Upshot
from gmtrack.rulesets.spotlight.meta import META
from gmtrack.rulesets.spotlight.screens.phrases import LABELS, PHRASES, REFILLS, STORY
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, Scene

if TYPE_CHECKING:
    from gmtrack.core.choice import Candidate
    from gmtrack.core.lexicon import Lexicon
    from gmtrack.core.screen import Board, Profile, Topic
    from gmtrack.rulesets.port import Counted, Schema

    SCHEMA: Schema

__all__ = [
    "HANDS",
    "LABELS",
    "META",
    "PHRASES",
    "PLAYED",
    "REFILLS",
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

PLAYED = "gmtrack.rulesets.spotlight.screens.moves"
HANDS = ("drawn",)
COMMANDS = CommandTable(
    "gmtrack.rulesets.spotlight",
    Game,
    {
        RollInit: "turn.rounds:roll_init",
        Next: "turn.turn:next_turn",
        Delay: "turn.delay:delay",
        Intervene: "turn.delay:intervene",
        End: "turn.rounds:end_fight",
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
    from gmtrack.rulesets.spotlight.sheet.schema import SCHEMA

    return SCHEMA


def complete(sheet: Data) -> Data:
    """No default of a sheet depends on its kind."""
    return sheet


def resolve(draft: Draft, intent: Intent, dice: Dice) -> Report:
    """Carry out one command. Raises Refusal."""
    return COMMANDS.carry_out(draft, intent, dice)[1]


def standing(draft: Draft, who: str) -> Standing:
    """How somebody stands; what is no combatant cannot fall."""
    scene = Scene(draft)
    known = who in draft.encounter.combatants
    return scene.fighter(who).standing if known else Standing()


def upshot(block: Data) -> Upshot:
    """SP-TRIG-08, SP-TRIG-10: the counterattack may land, whether or not the attack does."""
    told = plain_upshot(block)
    counter = block.get("counter", {}).get("damage", {})
    return told._replace(suffered=counter.get("dealt", 0))


def carried(draft: Draft, who: str) -> Data:
    """What of somebody's state goes along to another fight."""
    from gmtrack.rulesets.kit.references import carried as found
    from gmtrack.rulesets.spotlight.sheet.references import REFERENCES

    return found(Scene(draft).fighter(who), REFERENCES)


def check(encounter: Encounter) -> Iterator[Problem]:
    """Everything wrong in a file that types cannot say."""
    from gmtrack.rulesets.spotlight.sheet.check import check as problems

    return problems(encounter)


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed in a file but likely a slip."""
    from gmtrack.rulesets.spotlight.sheet.slips import slips as found

    return found(encounter)


def counted(house_rules: Data, roll: Data) -> "Counted | None":
    from gmtrack.rulesets.spotlight.dice.luck import counted as found

    return found(house_rules, roll)


def board(encounter: Encounter) -> "Board":
    from gmtrack.rulesets.spotlight.screens.board import board as draw

    return draw(encounter)


def show(encounter: Encounter, word: str) -> "Profile":
    from gmtrack.rulesets.spotlight.screens.show import show as draw

    return draw(encounter, word)


def lexicon(encounter: Encounter) -> "Lexicon":
    from gmtrack.rulesets.spotlight.screens.lexicon import lexicon as words

    return words(encounter)


def candidates(encounter: Encounter, who: str) -> "Iterator[Candidate]":
    from gmtrack.rulesets.spotlight.screens.choices import candidates as found

    return found(encounter, who)


def means(draft: Draft, who: str) -> Mapping[str, int]:
    from gmtrack.rulesets.spotlight.screens.choices import means as left

    return left(draft, who)


def topics(encounter: Encounter | None) -> Mapping[str, "Topic"]:
    from gmtrack.rulesets.spotlight.screens.topics import topics as pages

    return pages(encounter)
