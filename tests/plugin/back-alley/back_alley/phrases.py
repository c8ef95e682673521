"""The sentences of the story, and which changes are told."""

from collections.abc import Mapping

from gmtrack.rulesets.kit.phrases import SHARED_PHRASES

PHRASES: Mapping[str, str] = {
    **SHARED_PHRASES,
    "round": "Round {round}",
    "turn": "{who} acts at {score}",
    "nobody": "Round {round} is over",
    "end": "The fight is over",
    "attack": "{who} attacks {target} with {weapon}",
    "attack.called": "{who} attacks {target} with {weapon}: called shot, {place}",
    "hit": "hit: {raw} - {toughness} toughness = {dealt} damage",
    "miss": "{who} is missed",
    "thrown": "{who} has thrown the {weapon}",
    "health": "{who}: health {before} to {after}",
    "down": "{who} goes down",
    "comes-to": "{who} comes to",
    "on.prone": "{who} is on the ground",
    "on.stunned": "{who} is stunned",
    "on.in-cover": "{who} is in cover",
    "on.dodging": "{who} dodges until their next turn",
    "effect.off": "{who}: no longer {effect}",
    "effect.same": "{who} is {effect} already",
    "act.stand-up": "{who} stands up",
    "act.take-cover": "{who} takes cover",
    "act.ready": "{who} readies the {weapon}",
    "act.dodge": "{who} keeps moving",
    "act.shove": "{who} shoves {target}",
    "test": "{who} tests {what}",
    "damage": "{who} takes {amount} damage",
    "heal": "{who} gets {amount} health back",
    "set": "The GM changes {who}",
    "set.value": "{what} = {value}",
    "add": "{who} joins, known as {id}",
    "remove": "{who} leaves the fight",
}

LABELS: Mapping[str, str] = {}
"""None: the sentences tell of every change that matters."""
