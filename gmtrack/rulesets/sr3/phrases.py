"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.sr3.phrases_attack import PHRASES as OF_ATTACKS

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the combat turn
        "round": "Combat turn {round}",
        "round-over": "Combat turn {round} is over: roll-init begins the next one",
        "pass": "Pass {number}: every score is 10 lower",
        "phase": "{who} acts",
        "phase.goes-on": "{who} goes on",
        "late": "{who} comes in at {score}",
        "delays": "{who} holds the phase",
        "intervenes": "{who} steps in",
        "held.lost": "{who} has held the phase too long: it is lost",
        "end": "The fight is over",
        # boxes and what follows
        "wound": "{who} takes {amount} {type}",
        "wounds": "{who}: target numbers +{was} to +{now}",
        "wounds.score": "{who}: target numbers +{was} to +{now}, initiative {before} to {after}",
        "subdued": "{who} is subdued",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "wakes": "{who} comes to",
        "free": "{who} is free to act",
        "stands": "{who} keeps standing: {successes} of {needed} needed",
        "unmoved": "{who} is not moved: {successes} of {needed} needed",
        "knocked-back": "{who} goes back 1 metre: {successes} of {needed} needed",
        "knocked-back.to": "{who} goes back 1 metre to ({place}): {successes} of {needed} needed",
        "cornered": "{who} cannot go back, cornered: {successes} of {needed} needed",
        "prone.still": "{who} stays on the ground",
        "hold.full": "{who} has no box left to fill",
        "no-dice": "{who} has no dice for {name}: 0 successes",
        # notes for the GM
        "note.botch": "{who}: all ones",
        "warning": "against the rules: {message}",
        # effects
        "effect.prone": "{who} is on the ground",
        "effect.on": "{who}: {effect}",
        "effect.off": "{who}: no longer {effect}",
        "effect.same": "{who}: {effect} already",
        "aim.lost": "{who} loses the aim",
        # actions and tests
        "test": "{who}: {what}",
        "test.success": "success: {successes} of {needed} needed",
        "test.failure": "failure: {successes} of {needed} needed",
        # by hand
        "hand.damage": "{who} takes {amount} {type} by the GM's hand",
        "healed": "{who}: {count} empty again",
        "fades": "a minute is over: a box of the hold on {who} fades",
        "let-go": "{who} is held no longer",
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
        "free_left": "free actions",
        "simple_left": "simple actions",
        "pool_left": "combat pool",
        "physical": "physical",
        "stun": "stun",
        "overflow": "overflow",
        "subdual.boxes": "subdual",
    }
)
