"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY
from gmtrack.rulesets.spotlight.tables.locations import LOCATIONS

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # rounds and the spotlight
        "round": "Round {round}",
        "holds": "The spotlight is on {who}",
        "hold": "Full tie: {who} share the spotlight",
        "choose-first": "Full tie of {who}: `intervene WHO` gives one of them the spotlight",
        "late": "{who} joins the round",
        "stage.npc": "The turn of the NPCs: the spotlight is on {who}",
        "stage.open": "Everybody has had the spotlight; {who} may take it again",
        "ap-lost": "Unspent AP are lost with the turn: {who}",
        "ap-lost.ordinary": "Unspent AP of ordinary NPCs are lost with the turn: {who}",
        "round-over": "End of round {round}. `next` starts the next round",
        "lays-down": "{who} leaves the spotlight",
        "steps-back": "{who} leaves the spotlight with {ap} AP left",
        "pass.warn": "{who} has had the spotlight; still waiting: {names}",
        "share": "{who} shares the spotlight with {others}",
        "forgo": "{who} gives up the rest of the round with {ap} AP left",
        "end": "The fight is over",
        # attacks
        "attack": "{who} attacks {target} ({weapon}{mode})",
        "attack.called": "{who} attacks {target}, called shot at the {place} ({weapon}{mode})",
        "attack.suppressive": "{who} lays suppressive fire on {target} ({weapon}{mode})",
        "one-target": "Only {target} is attacked",
        "target-dead": "Already dead: {who}",
        "leaves-cover": "{who} leaves cover",
        "miss": "{who} misses",
        "suppressive.miss": "Nobody is pinned",
        "location": "location dice {first} + {second} = {sum}: {place}",
        "dodged": "{who} dodges: successes {mine} to {theirs}",
        "dodge.failed": "{who} fails to dodge: successes {mine} to {theirs}",
        "counter": "{who} counterattacks first ({weapon})",
        "counter.beaten": "{who} is too slow to counterattack: successes {mine} to {theirs}",
        "countered": "{target} stops {who}: the attack is lost",
        "damage": "{who} is hit, {place}: {base} damage + {surplus} surplus = {modified} {type}",
        "layer.pierced": "{name}: -{rating} (type {kind}, pierced)",
        "layer.stopped": "{name}: -{rating} (type {kind}, not pierced: bruise)",
        "through": "{dealt} {type} damage gets through",
        "through.none": "No damage gets through",
        "pinned": "{who} is pinned: Difficulty {number} to shake it off",
        "pinned.already": "{who} is already pinned: Difficulty {number} to shake it off",
        "suppression.over": "{who} is no longer pinned",
        # boxes and what follows
        "boxes": "{who}, {place}: {filled} {type}, {empty} of {boxes} boxes empty",
        "boxes.lost": "{who}, {place}: {filled} {type}, {lost} lost, {empty} of {boxes} empty",
        "boxes.converted": "{who}, {place}: {converted} bruise turned lethal",
        "boxes.converted.lost": "{who}, {place}: {converted} bruise turned lethal, {lost} lost",
        "boxes.both": "{who}, {place}: {filled} {type}, {converted} bruise turned lethal",
        "boxes.both.lost": (
            "{who}, {place}: {filled} {type}, {converted} bruise turned lethal, {lost} lost"
        ),
        "boxes.none": "{who}, {place}: no box left to mark",
        "useless": "{who}'s {place} is useless until healed",
        "destroyed": "{who}'s {place} is destroyed",
        "drops": "{who} drops the {weapon}",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "death-spotlight": "DEATH SPOTLIGHT: {who} chooses cheat-death, invite TARGET or die",
        "dead": "{who} is dead",
        "head-next": "{who} stays unconscious: the head is still full",
        "wakes": "{who} wakes up",
        "lives": "{who} is no longer dying or dead",
        "limb-ok": "{who}'s {place} can be used again",
        # the death spotlight
        "cheated": "{who} cheats death: unconscious, {fortitude} Fortitude left",
        "still-dying": "{who} is still dying",
        "invited": "{who} asks {other} for a dramatic save: {ap} extra AP to move and to save",
        "saved": "{who} is saved: unconscious, no longer dying",
        "saved.gm": "{who} is saved; the GM says what that means",
        "save.failed": "The dramatic save fails; {who} can still cheat death",
        "save.given-up": "The dramatic save of {who} is given up",
        # actions and tests
        "act.move": "{who} moves up to Speed {distance}{helped}",
        "act.plain": "{who}: {action}{what}",
        "act.takes": "{who} takes the {weapon} in the {arm}",
        "act.takes.both": "{who} takes the {weapon} in both arms",
        "act.takes.none": "{who} takes the {weapon}",
        "act.drops": "{who} drops the {weapon}",
        "act.take-cover": "{who} takes cover behind the {what}",
        "act.leave-cover": "{who} leaves cover",
        "act.leave-cover.none": "{who} has no cover to leave",
        "act.first-aid": "{who} gives first aid to {patient}",
        "test": "{who} tests {what}",
        "test.suppression": "{who} tries to shake off the suppressive fire",
        "shaken-off": "{who} shakes it off and can move and attack",
        "still-pinned": "{who} stays pinned",
        # by the GM
        "hand.damage": "{who} takes {amount} {type} damage, {place}",
        "healed": "{who}, {place}: {count} {type} healed",
        "healed.none": "{who}, {place}: no {type} to heal",
        "healed.not": "{who} still has {left}: `{line}`",
        "effect.same": "{who} is already {status}",
        "fortitude": "{who}: {after} Fortitude left (was {before})",
        "moving": "{who} is moving",
        "stands": "{who} is no longer moving",
        "set": "{who} (GM)",
        "set.value": "{what} = {value}",
        "add": "{who} joins as {id}",
        "remove": "{who} is out of the fight",
        **GONE,
    }
)

_BOXES = {
    f"locations.{place}.{kind}": f"{place.replace('_', ' ')} {kind}"
    for place in LOCATIONS
    for kind in ("lethal", "bruise")
}
LABELS: Mapping[str, str] = MappingProxyType(
    {"ap": "AP", "fate": "fate", "fortitude_lost": "Fortitude lost", **_BOXES}
)

REFILLS = ("ap",)
"""What every turn gives back."""

ONLY_FOR_THE_GM = (
    "round",
    "holds",
    "hold",
    "choose-first",
    "late",
    "stage.npc",
    "stage.open",
    "target-dead",
    "ap-lost",
    "round-over",
    "lays-down",
    "steps-back",
    "pass.warn",
    "share",
    "forgo",
    "end",
    "fortitude",
    "moving",
    "stands",
    "healed.none",
    "healed.not",
    "effect.same",
    "boxes.none",
)
"""What the story leaves out: whose turn it is, what it costs, what is left."""

STORY: Mapping[str, str] = MappingProxyType(
    {
        **COMMON_STORY,
        **dict.fromkeys(ONLY_FOR_THE_GM, ""),
        "attack.called": "{who} attacks {target} ({weapon}{mode}, called shot at the {place})",
        "attack.suppressive": "{who} lays suppressive fire on {target} ({weapon}).",
        "act.move": "{who} moves{helped}",
        "act.plain": "{who}: {action}{what}",
        "dodged": "{who} dodges",
        "dodge.failed": "{who} fails to dodge",
        "counter": "{who} counterattacks first.",
        "counter.beaten": "{who} is too slow to counterattack.",
        "pinned": "{who} is pinned",
        "pinned.already": "{who} is still pinned",
        "death-spotlight": "{who} faces death",
        "cheated": "{who} cheats death: unconscious",
        "invited": "{who} asks {other} for a dramatic save",
        "saved": "{who} is saved: unconscious",
        "saved.gm": "{who} is saved",
        "save.failed": "The dramatic save fails",
        "hand.damage": "{who} takes {amount} {type} damage, {place}",
        "healed": "{who} heals {count} {type}, {place}",
    }
)
"""How the story tells what the screen tells with its numbers."""
