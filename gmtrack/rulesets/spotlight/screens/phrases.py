"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.spotlight.tables.locations import LOCATIONS

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # rounds and the spotlight
        "round": "Round {round}",
        "holds": "The spotlight is on {who}",
        "hold": "Tied in every way, {who} share the spotlight",
        "choose-first": "Tied in every way: intervene by one of {who}",
        "late": "{who} comes into the round",
        "stage.npc": "Every PC has had the spotlight; it goes to {who}",
        "stage.open": "Everybody has had the spotlight; it may go back to {who}",
        "round-over": "Round {round} is over: roll-init begins the next",
        "lays-down": "{who} lays the spotlight down",
        "steps-back": "{who} steps out of the spotlight with {ap} AP",
        "pass.warn": "{who} has had it; still waiting: {names}",
        "share": "{who} shares the spotlight with {others}",
        "forgo": "{who} gives up {ap} AP for this round",
        "end": "The fight is over",
        # attacks
        "attack": "{who} attacks {target} ({weapon}{mode})",
        "attack.called": "{who} attacks {target}, aimed at the {place} ({weapon}{mode})",
        "attack.suppressive": "{who} lays suppressive fire on {target} ({weapon}{mode})",
        "one-target": "only {target} is attacked",
        "leaves-cover": "{who} leaves cover",
        "miss": "{who} misses",
        "suppressive.miss": "nobody is pinned",
        "location": "location dice {first} + {second} = {sum}: {place}",
        "dodged": "{who} dodges: {mine} against {theirs}",
        "dodge.failed": "{who} does not get out of the way: {mine} against {theirs}",
        "counter": "{who} counters first ({weapon})",
        "counter.beaten": "{who} is not fast enough to counter: {mine} against {theirs}",
        "countered": "{who} is stopped by {target}: the attack falls away",
        "damage": "{who} is hit, {place}: {base} + {surplus} = {modified} {type}",
        "layer.pierced": "{name}: -{rating} ({kind}, pierced by {pierces})",
        "layer.stopped": "{name}: -{rating} ({kind}, not pierced: bruise)",
        "through": "{dealt} {type} gets through",
        "through.none": "nothing gets through",
        "pinned": "{who} is pinned: {number} to shake it off",
        "pinned.already": "{who} is pinned already: {number} to shake it off",
        "suppression.over": "{who} is no longer pinned",
        # boxes and what follows
        "boxes": "{who}, {place}: {filled} {type}, {empty} of {boxes} empty",
        "boxes.lost": "{who}, {place}: {filled} {type}, {lost} lost, {empty} of {boxes} empty",
        "boxes.converted": "{who}, {place}: {converted} bruise turns lethal",
        "boxes.converted.lost": "{who}, {place}: {converted} bruise turns lethal, {lost} lost",
        "boxes.both": "{who}, {place}: {filled} {type}, {converted} bruise turns lethal",
        "boxes.both.lost": (
            "{who}, {place}: {filled} {type}, {converted} bruise turns lethal, {lost} lost"
        ),
        "boxes.none": "{who}, {place}: nothing is left to mark",
        "useless": "{who}: {place} useless until healed",
        "destroyed": "{who}: {place} destroyed",
        "drops": "{who} drops {weapon}",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "death-spotlight": "DEATH SPOTLIGHT on {who}: cheat-death, invite OTHER, or die",
        "dead": "{who} is dead",
        "head-next": "{who} stays down: the head is still full",
        "wakes": "{who} is awake",
        "lives": "{who} is no longer dying or dead",
        "limb-ok": "{who}: {place} can be used again",
        # the death spotlight
        "cheated": "{who} cheats death: unconscious, Fortitude {fortitude} from now on",
        "still-dying": "{who} is still dying",
        "invited": "{who} calls {other}, who has {ap} AP to move and to save",
        "saved": "{who} is saved: unconscious, no longer dying",
        "saved.gm": "{who} is saved: what that means is the GM's word",
        "save.failed": "Nobody could save {who}, who may still cheat death",
        "save.given-up": "The attempt to save {who} is given up",
        # actions and tests
        "act.move": "{who} moves up to {distance}{helped}",
        "act.plain": "{who}: {action}{what}",
        "act.takes": "{who} has {weapon} in the {arm}",
        "act.drops": "{who} drops {weapon}",
        "act.take-cover": "{who} takes cover behind {what}",
        "act.leave-cover": "{who} leaves cover",
        "act.first-aid": "{who} gives first aid to {patient}",
        "test": "{who} tests {what}",
        "test.suppression": "{who} tries to shake off the fire",
        "shaken-off": "{who} is free to move and attack",
        "still-pinned": "{who} stays pinned",
        # by hand
        "hand.damage": "{who} takes {amount} {type}, {place}",
        "healed": "{who}, {place}: {count} {type} healed",
        "healed.none": "{who}, {place}: no {type} to heal",
        "effect.same": "{who} is {status} already",
        "fortitude": "{who}: Fortitude {before} -> {after}",
        "moving": "{who} is moving",
        "stands": "{who} is not moving any more",
        "set": "{who}, by the GM's hand",
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
