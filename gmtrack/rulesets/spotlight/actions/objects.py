"""Doors, buttons, charges, devices: actions that are paid and narrated (SP-AP-03, SP-AP-04)."""

from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import find
from gmtrack.rulesets.spotlight.actions.doing import ActionContext, need_arm, spend
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game


def with_hands(do: ActionContext) -> None:
    """An action of the list that needs an arm."""
    need_arm(do)
    plain(do)


def plain(do: ActionContext) -> None:
    """An action of the list that is paid and logged."""
    targets = [target_id(do.game, word) for word in do.args]
    spend(do)
    do.body["targets"] = targets
    do.tell("act.plain", action=do.name.replace("-", " "), what=" ".join(["", *targets]))


def target_id(game: Game, word: str) -> str:
    """A combatant's id where the word is one's; else the word, for doors and buttons."""
    try:
        return find(game.draft.encounter, word, WORDS)
    except Refusal:
        return word
