"""Phrases for facts, by their keys; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import Phrase, aside, story_sentences
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY
from gmtrack.rulesets.spotlight.tables import LOCATIONS

PHRASES: Mapping[str, str] = {
    # rounds and the spotlight
    "round": aside("Round {round}", "SP-AP-01, SP-INIT-06"),
    "holds": aside("The spotlight is on {who}", "SP-SPOT-01"),
    "hold": aside("Full tie: {who} share the spotlight", "SP-INIT-05, SP-R05"),
    "choose-first": aside(
        "Full tie of {who}: `intervene WHO` gives one of them the spotlight",
        "SP-R05",
    ),
    "late": aside("{who} joins the round", "SP-INIT-07"),
    "stage.npc": aside(
        "The turn of the NPCs: the spotlight is on {who}", "SP-SPOT-06, SP-R07"
    ),
    "stage.open": aside(
        "Everybody has had the spotlight; {who} may take it again", "SP-SPOT-11"
    ),
    "ap-lost": aside(
        "Unspent AP are lost with the turn: {who}", "SP-SPOT-07, SP-R08"
    ),
    "ap-lost.ordinary": Phrase(
        "Unspent AP of ordinary NPCs are lost with the turn: {who}",
        "SP-SPOT-07, SP-R08",
    ),
    "round-over": aside(
        "End of round {round}. `next` starts the next round", "SP-SPOT-13"
    ),
    "lays-down": aside("{who} leaves the spotlight", "SP-SPOT-03, SP-R50"),
    "steps-back": aside(
        "{who} leaves the spotlight with {ap} AP left", "SP-SPOT-03, SP-SPOT-12"
    ),
    "pass.warn": aside(
        "{who} has had the spotlight; still waiting: {names}",
        "SP-SPOT-05, SP-R06",
    ),
    "share": aside(
        "{who} shares the spotlight with {others}",
        "SP-SPOT-09, SP-SPOT-12, SP-R10",
    ),
    "forgo": aside(
        "{who} gives up the rest of the round with {ap} AP left", "SP-SPOT-13"
    ),
    "end": aside("The fight is over", "SP-INJ-07"),
    # attacks
    "attack": Phrase("{who} attacks {target} ({weapon}{mode})", "SP-ATK-01"),
    "attack.called": Phrase(
        "{who} attacks {target}, called shot at the {place} ({weapon}{mode})",
        "SP-SPEC-01",
        story="{who} attacks {target} ({weapon}{mode}, called shot at the {place})",
    ),
    "attack.suppressive": Phrase(
        "{who} lays suppressive fire on {target} ({weapon}{mode})",
        "SP-SPEC-03, SP-SPEC-04",
        story="{who} lays suppressive fire on {target} ({weapon}).",
    ),
    "one-target": Phrase("Only {target} is attacked", "SP-SPEC-04"),
    "target-dead": aside("Already dead: {who}", "SP-SPOT-09"),
    "leaves-cover": Phrase("{who} leaves cover", "SP-TRIG-12"),
    "miss": Phrase("{who} misses", "SP-ATK-03"),
    "suppressive.miss": Phrase("Nobody is pinned", "SP-SPEC-06, SP-SPEC-08"),
    "location": Phrase(
        "location dice {first} + {second} = {sum}: {place}",
        "SP-LOC-03, SP-LOC-05",
    ),
    "dodged": Phrase(
        "{who} dodges: successes {mine} to {theirs}",
        "SP-TRIG-04",
        story="{who} dodges",
    ),
    "dodge.failed": Phrase(
        "{who} fails to dodge: successes {mine} to {theirs}",
        "SP-TRIG-05",
        story="{who} fails to dodge",
    ),
    "counter": Phrase(
        "{who} counterattacks first ({weapon})",
        "SP-TRIG-08",
        story="{who} counterattacks first.",
    ),
    "counter.beaten": Phrase(
        "{who} is too slow to counterattack: successes {mine} to {theirs}",
        "SP-TRIG-09",
        story="{who} is too slow to counterattack.",
    ),
    "countered": Phrase(
        "{target} stops {who}: the attack is lost", "SP-TRIG-10, SP-R13"
    ),
    "damage": Phrase(
        "{who} is hit, {place}: {base} damage + {surplus} surplus = {modified} {type}",
        "SP-ATK-06",
    ),
    "layer.pierced": Phrase(
        "{name}: -{rating} (type {kind}, pierced)", "SP-ATK-07, SP-ATK-08"
    ),
    "layer.stopped": Phrase(
        "{name}: -{rating} (type {kind}, not pierced: bruise)",
        "SP-ATK-07, SP-ATK-08",
    ),
    "through": Phrase("{dealt} {type} damage gets through", "SP-ATK-08"),
    "through.none": Phrase("No damage gets through", "SP-ATK-08"),
    "pinned": Phrase(
        "{who} is pinned: Difficulty {number} to shake it off",
        "SP-SPEC-06",
        story="{who} is pinned",
    ),
    "pinned.already": Phrase(
        "{who} is already pinned: Difficulty {number} to shake it off",
        "SP-R16",
        story="{who} is still pinned",
    ),
    "suppression.over": Phrase("{who} is no longer pinned", "SP-R16"),
    # boxes and what follows
    "boxes": Phrase(
        "{who}, {place}: {filled} {type}, {empty} of {boxes} boxes empty",
        "SP-DMG-06",
    ),
    "boxes.lost": Phrase(
        "{who}, {place}: {filled} {type}, {lost} lost, {empty} of {boxes} empty",
        "SP-DMG-09, SP-DMG-10",
    ),
    "boxes.converted": Phrase(
        "{who}, {place}: {converted} bruise turned lethal",
        "SP-DMG-07, SP-DMG-08",
    ),
    "boxes.converted.lost": Phrase(
        "{who}, {place}: {converted} bruise turned lethal, {lost} lost",
        "SP-DMG-09, SP-DMG-10",
    ),
    "boxes.both": Phrase(
        "{who}, {place}: {filled} {type}, {converted} bruise turned lethal",
        "SP-DMG-06, SP-DMG-09",
    ),
    "boxes.both.lost": Phrase(
        "{who}, {place}: {filled} {type}, {converted} bruise turned lethal, {lost} lost",
        "SP-DMG-09, SP-DMG-10",
    ),
    "boxes.none": aside("{who}, {place}: no box left to mark", "SP-DMG-10"),
    "useless": Phrase("{who}'s {place} is useless until healed", "SP-INJ-01"),
    "destroyed": Phrase("{who}'s {place} is destroyed", "SP-INJ-04"),
    "drops": Phrase("{who} drops the {weapon}", "SP-INJ-02, SP-R43"),
    "unconscious": Phrase("{who} is unconscious", "SP-INJ-05"),
    "dying": Phrase("{who} is dying", "SP-INJ-08"),
    "death-spotlight": Phrase(
        "DEATH SPOTLIGHT: {who} chooses cheat-death, invite TARGET or die",
        "SP-DEATH-01, SP-R36",
        story="{who} faces death",
    ),
    "death-spotlight.left": Phrase(
        "DEATH SPOTLIGHT: {who} chooses {choices}",
        "SP-DEATH-01, SP-R36, SP-R37",
        story="{who} faces death",
    ),
    "dead": Phrase("{who} is dead", "SP-INJ-08"),
    "head-next": Phrase(
        "{who} stays unconscious: the head is still full", "SP-INJ-06, SP-R35"
    ),
    "wakes": Phrase("{who} wakes up", "SP-INJ-06"),
    "lives": Phrase("{who} is no longer dying or dead", "SP-INJ-08"),
    "limb-ok": Phrase("{who}'s {place} can be used again", "SP-INJ-01"),
    # the death spotlight
    "cheated": Phrase(
        "{who} cheats death: unconscious, {fortitude} Fortitude left",
        "SP-DEATH-05, SP-DEATH-06, SP-DEATH-07",
        story="{who} cheats death: unconscious",
    ),
    "still-dying": Phrase("{who} is still dying", "SP-R42"),
    "invited": Phrase(
        "{who} asks {other} for a dramatic save: {ap} extra AP to move and to save",
        "SP-DEATH-11, SP-DEATH-12",
        story="{who} asks {other} for a dramatic save",
    ),
    "saved": Phrase(
        "{who} is saved: unconscious, no longer dying",
        "SP-R38",
        story="{who} is saved: unconscious",
    ),
    "saved.gm": Phrase(
        "{who} is saved; the GM says what that means",
        "SP-R38",
        story="{who} is saved",
    ),
    "save.failed": Phrase(
        "The dramatic save fails; {who} can still cheat death",
        "SP-R37, SP-R49",
        story="The dramatic save fails",
    ),
    "save.over": Phrase(
        "The dramatic save of {patient} is over: {who} can do no more. {patient} chooses again",
        "SP-R62",
        story="{who} can no longer save {patient}",
    ),
    "save.given-up": Phrase(
        "The dramatic save of {who} is given up", "SP-DEATH-13, SP-R49"
    ),
    # actions and tests
    "act.move": Phrase(
        "{who} moves up to Speed {distance}{helped}",
        "SP-AP-02, SP-INJ-03",
        story="{who} moves{helped}",
    ),
    "act.plain": Phrase(
        "{who}: {action}{what}",
        "SP-AP-03, SP-AP-04",
        story="{who}: {action}{what}",
    ),
    "act.takes": Phrase(
        "{who} takes the {weapon} in the {arm}", "SP-AP-04, SP-R48"
    ),
    "act.takes.both": Phrase(
        "{who} takes the {weapon} in both arms", "SP-AP-04, SP-R48"
    ),
    "act.takes.none": Phrase("{who} takes the {weapon}", "SP-AP-04, SP-R48"),
    "act.drops": Phrase("{who} drops the {weapon}", "SP-R51"),
    "act.take-cover": Phrase(
        "{who} takes cover behind the {what}", "SP-ARM-06, SP-ARM-07"
    ),
    "act.leave-cover": Phrase("{who} leaves cover", "SP-R51"),
    "act.leave-cover.none": Phrase("{who} has no cover to leave", "SP-R51"),
    "act.first-aid": Phrase(
        "{who} gives first aid to {patient}", "SP-INJ-06, SP-R33"
    ),
    "test": Phrase("{who} tests {what}", "SP-CORE-03"),
    "test.suppression": Phrase(
        "{who} tries to shake off the suppressive fire", "SP-SPEC-07, SP-R17"
    ),
    "shaken-off": Phrase(
        "{who} shakes it off and can move and attack", "SP-SPEC-07, SP-R17"
    ),
    "still-pinned": Phrase("{who} stays pinned", "SP-SPEC-07, SP-R17"),
    # by the GM
    "hand.damage": Phrase(
        "{who} takes {amount} {type} damage, {place}",
        "SP-DMG-01",
        story="{who} takes {amount} {type} damage, {place}",
    ),
    "healed": Phrase(
        "{who}, {place}: {count} {type} healed",
        "SP-DMG-01",
        story="{who} heals {count} {type}, {place}",
    ),
    "healed.none": aside("{who}, {place}: no {type} to heal", "SP-DMG-01"),
    "healed.not": aside("{who} still has {left}: `{line}`", "SP-DMG-01"),
    "effect.same": aside("{who} is already {status}", "SP-INJ-05, SP-INJ-08"),
    "fortitude": aside(
        "{who}: {after} Fortitude left (was {before})", "SP-DEATH-07"
    ),
    "moving": aside("{who} is moving", "SP-DIFF-03, SP-R21"),
    "stands": aside("{who} is no longer moving", "SP-DIFF-03, SP-R21"),
    "stopped": aside("{who} is no longer moving", "SP-R60"),
    "out-of-cover": Phrase("{who} leaves cover", "SP-R61"),
    "set": "{who} (GM)",
    "set.value": "{what} = {value}",
    "add": "{who} joins as {id}",
    "remove": "{who} is out of the fight",
    **GONE,
    "gone.fire": Phrase(GONE["gone.fire"], "SP-R16"),
    "latecomer": Phrase(GONE["latecomer"], "SP-INIT-07"),
    "latecomers": Phrase(GONE["latecomers"], "SP-INIT-07"),
}

_BOXES = {
    f"locations.{place}.{kind}": f"{place.replace('_', ' ')} {kind}"
    for place in LOCATIONS
    for kind in ("lethal", "bruise")
}
LABELS: Mapping[str, str] = {
    "ap": "AP",
    "fate": "fate",
    "fortitude_lost": "Fortitude lost",
    **_BOXES,
}

REFILLS = ("ap",)
"""The fields that every turn gives back."""

STORY: Mapping[str, str] = {**COMMON_STORY, **story_sentences(PHRASES)}
"""The sentences of the story for facts that the screen tells with numbers."""
