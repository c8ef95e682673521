"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.storyteller.screens.phrases_attack import PHRASES as OF_ATTACKS

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the round
        "round": "Round {round}",
        "round-over": "Round {round} is over: next begins another",
        "turn": "{who}'s turn",
        "turn.goes-on": "{who}'s turn goes on",
        "late": "{who} comes in at {score}",
        "delays": "{who} waits",
        "intervenes": "{who} steps in",
        "bleeds": "{who} is bleeding out",
        "end": "The scene is over",
        # boxes and what follows
        "wound": "{who} takes {points}: {empty} of {boxes} boxes empty",
        "wound.penalty": "{who}: -{penalty} to every roll from now on",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "wakes": "{who} comes to",
        "willpower": "{who} has {left} willpower left",
        # notes for the Storyteller
        "note.breaking-point": "{who} faces a breaking point",
        "note.breaking-point.modifier": "{who} faces a breaking point at {modifier} or worse",
        "note.dramatic-failure": "{who}: a dramatic failure",
        "note.upper-hand": "{who} gets the upper hand",
        "note.no-intent": '{who} has no intent yet: set intent="I want ..."',
        # tags and effects
        "tag.arm-wrack": "{who} has an arm wracked",
        "tag.leg-wrack": "{who} has a leg wracked",
        "tag.stunned": "{who} is stunned",
        "tag.blinded-eye": "{who} is blind in one eye",
        "tag.heart-struck": "{who} is struck in the heart",
        "effect.surprised": "{who} is surprised",
        "effect.prone": "{who} is on the ground",
        "effect.on": "{who} is {effect}",
        "effect.off": "{who} is not {effect} any more",
        "effect.same": "{who} is {effect} already",
        "aim.lost": "{who} loses the aim",
        # weapons
        "draws": "{who} draws the {weapon}",
        "score": "{who}: initiative {before} to {after}",
        "weapon.dropped": "{who} drops the {weapon}",
        "weapon.wrecked": "{who}'s {weapon} is wrecked",
        "weapon.taken": "{who} has the {weapon} now",
        "loaded": "the {weapon} has {bullets} bullets again",
        # actions and tests
        "act.aim": "{who} aims at {what}",
        "aim": "+{bonus} on the next shot",
        "act.escape": "{who} strains at the bonds",
        "escape.free": "{who} is free",
        "escape.failed": "{who} stays bound",
        "act.go-first": "{who} will act first in the coming round",
        "act.human-shield": "{who} holds {what} as a shield",
        "act.leave-cover": "{who} leaves cover",
        "act.let-go": "{who} lets go of the human shield",
        "act.move": "{who} moves {distance} m",
        "act.other": "{who}: {what}",
        "act.pick-up": "{who} picks up the {what}",
        "act.reload": "{who} reloads",
        "act.run": "{who} runs {distance} m",
        "act.stand": "{who} gets up",
        "act.static": "{who} stands guard",
        "act.take-cover": "{who} takes cover ({what})",
        "act.take-move": "{who} has a move in the grapple",
        "act.wield": "{who} takes {what} in hand",
        "ambush": "{who} ambushes {targets}",
        "notices": "{who} is not surprised",
        "test": "{who} tests {what}",
        "test.awake": "{who} stays awake",
        "test.success": "{who} succeeds, {needed} needed",
        "test.failure": "{who} fails, {needed} needed",
        # by hand
        "hand.damage": "{who}: {amount} {type} by the GM's hand",
        "healed": "{who}: {count} boxes are empty again",
        "set": "{who}, by the GM's hand",
        "set.value": "{what} = {value}",
        "add": "{who} joins as {id}",
        "remove": "{who} is out of the fight",
        **GONE,
        **OF_ATTACKS,
    }
)

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "bashing": "bashing",
        "lethal": "lethal",
        "aggravated": "aggravated",
        "decay": "Defense used up",
    }
)
