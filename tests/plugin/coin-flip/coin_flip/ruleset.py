"""The port of Coin Flip: the names that `gmtrack.rulesets.port.Ruleset` asks for."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from coin_flip import play
from coin_flip.meta import META
from coin_flip.play import PHRASES, WORDS
from coin_flip.screens import board, candidates, lexicon, resources_of, show, topics
from coin_flip.shapes import SCHEMA, Flipper
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Add, Attack, End, Intent, Remove, Set
from gmtrack.core.report import Report
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.blocks import summarize_attack
from gmtrack.rulesets.port import Problem

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
    "resolve",
    "resources_of",
    "show",
    "standing_of",
    "summarize_attack",
    "topics",
]

LABELS: Mapping[str, str] = {}

COMMANDS: Mapping[
    type[Intent], tuple[str, Callable[[play.Game, Any], Report]]
] = {
    Attack: ("attack", play.attack),
    End: ("end", play.end),
    Set: ("set", play.set_values),
    Add: ("add", play.add),
    Remove: ("remove", play.remove),
}


def complete(sheet: Data) -> Data:
    """No default of a sheet depends on another field."""
    return sheet


def check(encounter: Encounter) -> Iterator[Problem]:
    """The types say all that can be wrong."""
    return iter(())


def resolve(draft: Draft, intent: Intent, dice: Dice) -> Report:
    """Carry out one command."""
    if type(intent) not in COMMANDS:
        raise Refusal("unknown", f"{META.title} has no such command")
    word, carry_out = COMMANDS[type(intent)]
    return carry_out(play.Game(draft, intent, dice, word), intent)


def standing_of(draft: Draft, who: str) -> Standing:
    """Who is down stays down until the fight ends; nobody dies of a coin."""
    flipper = Flipper(draft, who)
    return Standing(flipper.status, flipper.down)
