"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the round
        "round": "Round {round}: everybody declares",
        "declare": "side {side} declares first",
        "step.resolution": "Resolution",
        "step.winners": "Winners; waiting to take effect: {count}",
        "step.losers": "Losers: the blows take effect",
        "step.movement": "Movement",
        "round-over": "End of round {round}. `next` starts the next round",
        "turn": "{who} acts at speed {score}",
        "passed": "{who} passes",
        "late": "{who} joins the round, still to declare",
        "metre": "metre {metre}: {who}",
        "end": "The fight is over",
        # actions
        "act": "{who}: {what}",
        "act.with": "{who} ({weapon}): {what}",
        "far": "{who} cannot reach {target}: {metres} m away, melee reaches 1 m "
        "(`{line}` goes there)",
        "stops": "{who} stops",
        "stood": "{who} stands up",
        "ready": "{who} readies the {weapon}",
        "still-jammed": "{who} fails: the {weapon} is still jammed",
        "aims": "{who} has aimed at {target}",
        # tests
        "test": "{who}: {what}",
        "test.opposed": "{who} against {other}: {what}",
        "test.won": "{who} wins",
        "test.nobody": "nobody wins",
        "note.rolled-already": "{who} has already rolled {what} this round: the result stands",
        # by hand
        "hand.damage": "{who} takes {amount} damage (GM)",
        "result.lost": "action lost",
        "effect.on": "{who}: {effect}",
        "effect.off": "{who}: no longer {effect}",
        "effect.same": "{who}: already {effect}",
        "set": "{who} (GM)",
        "set.value": "{what} = {value}",
        "set.maximum": "hp is the maximum: hp {hp}/{total} left (`{line}` sets what is left)",
        "add": "{who} joins as {id}",
        "remove": "{who} leaves the fight",
        **GONE,
        # hit points and what follows
        "wound": "{who} takes {amount} damage: hp {left}/{total} left, {band}",
        "wound.place": "{who} takes {amount} damage to the {place} ({there} left): "
        "hp {left}/{total} left, {band}",
        "useless": "{who}: the {place} is useless",
        "disabled": "{who}: the {place} is disabled until the fight ends",
        "prone": "{who} falls prone",
        "unbalanced": "unbalanced: a blow of {blow}, Knockdown {value}",
        "bowled-over": "bowled over: a blow of {blow}, Knockdown {value}",
        "stands": "{who} stays on their feet",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "dropped": "{who} drops the {weapon}",
        "jammed": "{who}: the {weapon} jams",
        "broken": "{who}: the {weapon} breaks",
        "accessory-failed": "{who}: the {accessory} of the {weapon} fails",
        "check": "{who} earns an experience check in {skill}",
        "lost": "{who} loses this round's action",
        "aim.lost": "{who} loses their aim",
        "healed": "{who} heals {amount}: {left} hp left",
        "healed.out": "{who} is still {fate}: `{line}` ends that",
        # the declaration of an attack
        "attack": "{who} attacks {target} ({weapon}{place})",
        "attack.burst": "{who} fires a burst of {shots} at {target} ({weapon}{place})",
        "attack.split": "{who} ({weapon}{place}) is attacked by {target}",
        "attack.shot": "Shot {number} at {target}",
        "attack.by": "{who} attacks {target}",
        "surprised": "{who} does not see it coming",
        # what comes of it
        "miss": "{who} misses",
        "tie": "Both succeed with the same number; nobody is hit",
        "both-miss": "Both fail; nobody is hit",
        "countered": "{other} strikes {who} instead ({weapon})",
        "dodged": "{who} dodges",
        "overdone": "off balance: a {roll} is above {edex}",
        "value": "a {roll} counts as {value}: the skill is above 20",
        "fumble": "{who} fumbles",
        "critical": "{who} rolls a critical",
        "doubled": "critical: {dice} instead of {plain}",
        "raised": "critical: {blow} instead of {base}",
        "shifted": "aim moves the location roll by {shift} to {roll}",
        "unshifted": "location roll {roll} is {away} off the {place}: aim {aim} moves it by {aim} "
        "at most",
        "struck": "{who} is hit in the {place} for {blow}{less}",
        "struck.none": "{who} is hit in the {place} for {blow}{less}: nothing gets through",
        "waits": "the blow takes effect on {who} in the Losers Phase",
        "resisted": "{who} resists: the {place} still works",
    }
)

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "pools.hp": "hp",
        "locations.head": "head",
        "locations.chest": "chest",
        "locations.abdomen": "abdomen",
        "locations.right_arm": "right arm",
        "locations.left_arm": "left arm",
        "locations.right_leg": "right leg",
        "locations.left_leg": "left leg",
    }
)

ONLY_FOR_THE_GM = (
    "round",
    "declare",
    "step.resolution",
    "step.winners",
    "step.losers",
    "step.movement",
    "round-over",
    "turn",
    "act",
    "act.with",
    "far",
    "passed",
    "late",
    "end",
    "note.rolled-already",
    "effect.same",
    "healed.out",
    "check",
    "overdone",
    "value",
    "result.lost",
    "set.maximum",
    "unshifted",
)
"""What the story leaves out: whose turn it is, what is only declared, what it costs, what is
left."""

STORY: Mapping[str, str] = MappingProxyType(
    {
        **COMMON_STORY,
        **dict.fromkeys(ONLY_FOR_THE_GM, ""),
        "metre": "{who} moves {times} m",
        "still-jammed": "{who} fails to clear the {weapon}",
        "aims": "{who} aims at {target}",
        "test": "{who} tests {what}",
        "test.opposed": "{who} tests {what} against {other}",
        "test.nobody": "Nobody wins",
        "hand.damage": "{who} takes {amount} damage",
        "healed": "{who} heals {amount}",
        "effect.off": "{who} is no longer {effect}",
        "useless": "{who}'s {place} is useless",
        "disabled": "{who}'s {place} is disabled",
        "jammed": "{who}'s {weapon} jams",
        "broken": "{who}'s {weapon} breaks",
        "accessory-failed": "the {accessory} of {who}'s {weapon} fails",
    }
)
"""How the story tells what the screen tells with its numbers."""
