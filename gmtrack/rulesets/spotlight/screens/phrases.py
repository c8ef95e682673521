"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.report import Phrase
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY
from gmtrack.rulesets.spotlight.tables import LOCATIONS

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # rounds and the spotlight
        "round": Phrase("Round {round}", "SP-AP-01, SP-INIT-06"),
        "holds": Phrase("The spotlight is on {who}", "SP-SPOT-01"),
        "hold": Phrase("Full tie: {who} share the spotlight", "SP-INIT-05, SP-R05"),
        "choose-first": Phrase(
            "Full tie of {who}: `intervene WHO` gives one of them the spotlight", "SP-R05"
        ),
        "late": Phrase("{who} joins the round", "SP-INIT-07"),
        "stage.npc": Phrase(
            "The turn of the NPCs: the spotlight is on {who}", "SP-SPOT-06, SP-R07"
        ),
        "stage.open": Phrase(
            "Everybody has had the spotlight; {who} may take it again", "SP-SPOT-11"
        ),
        "ap-lost": Phrase("Unspent AP are lost with the turn: {who}", "SP-SPOT-07, SP-R08"),
        "ap-lost.ordinary": Phrase(
            "Unspent AP of ordinary NPCs are lost with the turn: {who}", "SP-SPOT-07, SP-R08"
        ),
        "round-over": Phrase("End of round {round}. `next` starts the next round", "SP-SPOT-13"),
        "lays-down": Phrase("{who} leaves the spotlight", "SP-SPOT-03, SP-R50"),
        "steps-back": Phrase(
            "{who} leaves the spotlight with {ap} AP left", "SP-SPOT-03, SP-SPOT-12"
        ),
        "pass.warn": Phrase(
            "{who} has had the spotlight; still waiting: {names}", "SP-SPOT-05, SP-R06"
        ),
        "share": Phrase(
            "{who} shares the spotlight with {others}", "SP-SPOT-09, SP-SPOT-12, SP-R10"
        ),
        "forgo": Phrase("{who} gives up the rest of the round with {ap} AP left", "SP-SPOT-13"),
        "end": Phrase("The fight is over", "SP-INJ-07"),
        # attacks
        "attack": Phrase("{who} attacks {target} ({weapon}{mode})", "SP-ATK-01"),
        "attack.called": Phrase(
            "{who} attacks {target}, called shot at the {place} ({weapon}{mode})", "SP-SPEC-01"
        ),
        "attack.suppressive": Phrase(
            "{who} lays suppressive fire on {target} ({weapon}{mode})", "SP-SPEC-03, SP-SPEC-04"
        ),
        "one-target": Phrase("Only {target} is attacked", "SP-SPEC-04"),
        "target-dead": Phrase("Already dead: {who}", "SP-SPOT-09"),
        "leaves-cover": Phrase("{who} leaves cover", "SP-TRIG-12"),
        "miss": Phrase("{who} misses", "SP-ATK-03"),
        "suppressive.miss": Phrase("Nobody is pinned", "SP-SPEC-06, SP-SPEC-08"),
        "location": Phrase(
            "location dice {first} + {second} = {sum}: {place}", "SP-LOC-03, SP-LOC-05"
        ),
        "dodged": Phrase("{who} dodges: successes {mine} to {theirs}", "SP-TRIG-04"),
        "dodge.failed": Phrase("{who} fails to dodge: successes {mine} to {theirs}", "SP-TRIG-05"),
        "counter": Phrase("{who} counterattacks first ({weapon})", "SP-TRIG-08"),
        "counter.beaten": Phrase(
            "{who} is too slow to counterattack: successes {mine} to {theirs}", "SP-TRIG-09"
        ),
        "countered": Phrase("{target} stops {who}: the attack is lost", "SP-TRIG-10, SP-R13"),
        "damage": Phrase(
            "{who} is hit, {place}: {base} damage + {surplus} surplus = {modified} {type}",
            "SP-ATK-06",
        ),
        "layer.pierced": Phrase("{name}: -{rating} (type {kind}, pierced)", "SP-ATK-07, SP-ATK-08"),
        "layer.stopped": Phrase(
            "{name}: -{rating} (type {kind}, not pierced: bruise)", "SP-ATK-07, SP-ATK-08"
        ),
        "through": Phrase("{dealt} {type} damage gets through", "SP-ATK-08"),
        "through.none": Phrase("No damage gets through", "SP-ATK-08"),
        "pinned": Phrase("{who} is pinned: Difficulty {number} to shake it off", "SP-SPEC-06"),
        "pinned.already": Phrase(
            "{who} is already pinned: Difficulty {number} to shake it off", "SP-R16"
        ),
        "suppression.over": Phrase("{who} is no longer pinned", "SP-R16"),
        # boxes and what follows
        "boxes": Phrase(
            "{who}, {place}: {filled} {type}, {empty} of {boxes} boxes empty", "SP-DMG-06"
        ),
        "boxes.lost": Phrase(
            "{who}, {place}: {filled} {type}, {lost} lost, {empty} of {boxes} empty",
            "SP-DMG-09, SP-DMG-10",
        ),
        "boxes.converted": Phrase(
            "{who}, {place}: {converted} bruise turned lethal", "SP-DMG-07, SP-DMG-08"
        ),
        "boxes.converted.lost": Phrase(
            "{who}, {place}: {converted} bruise turned lethal, {lost} lost", "SP-DMG-09, SP-DMG-10"
        ),
        "boxes.both": Phrase(
            "{who}, {place}: {filled} {type}, {converted} bruise turned lethal",
            "SP-DMG-06, SP-DMG-09",
        ),
        "boxes.both.lost": Phrase(
            "{who}, {place}: {filled} {type}, {converted} bruise turned lethal, {lost} lost",
            "SP-DMG-09, SP-DMG-10",
        ),
        "boxes.none": Phrase("{who}, {place}: no box left to mark", "SP-DMG-10"),
        "useless": Phrase("{who}'s {place} is useless until healed", "SP-INJ-01"),
        "destroyed": Phrase("{who}'s {place} is destroyed", "SP-INJ-04"),
        "drops": Phrase("{who} drops the {weapon}", "SP-INJ-02, SP-R43"),
        "unconscious": Phrase("{who} is unconscious", "SP-INJ-05"),
        "dying": Phrase("{who} is dying", "SP-INJ-08"),
        "death-spotlight": Phrase(
            "DEATH SPOTLIGHT: {who} chooses cheat-death, invite TARGET or die",
            "SP-DEATH-01, SP-R36",
        ),
        "dead": Phrase("{who} is dead", "SP-INJ-08"),
        "head-next": Phrase("{who} stays unconscious: the head is still full", "SP-INJ-06, SP-R35"),
        "wakes": Phrase("{who} wakes up", "SP-INJ-06"),
        "lives": Phrase("{who} is no longer dying or dead", "SP-INJ-08"),
        "limb-ok": Phrase("{who}'s {place} can be used again", "SP-INJ-01"),
        # the death spotlight
        "cheated": Phrase(
            "{who} cheats death: unconscious, {fortitude} Fortitude left",
            "SP-DEATH-05, SP-DEATH-06, SP-DEATH-07",
        ),
        "still-dying": Phrase("{who} is still dying", "SP-R42"),
        "invited": Phrase(
            "{who} asks {other} for a dramatic save: {ap} extra AP to move and to save",
            "SP-DEATH-11, SP-DEATH-12",
        ),
        "saved": Phrase("{who} is saved: unconscious, no longer dying", "SP-R38"),
        "saved.gm": Phrase("{who} is saved; the GM says what that means", "SP-R38"),
        "save.failed": Phrase(
            "The dramatic save fails; {who} can still cheat death", "SP-R37, SP-R49"
        ),
        "save.given-up": Phrase("The dramatic save of {who} is given up", "SP-DEATH-13, SP-R49"),
        # actions and tests
        "act.move": Phrase("{who} moves up to Speed {distance}{helped}", "SP-AP-02, SP-INJ-03"),
        "act.plain": Phrase("{who}: {action}{what}", "SP-AP-03, SP-AP-04"),
        "act.takes": Phrase("{who} takes the {weapon} in the {arm}", "SP-AP-04, SP-R48"),
        "act.takes.both": Phrase("{who} takes the {weapon} in both arms", "SP-AP-04, SP-R48"),
        "act.takes.none": Phrase("{who} takes the {weapon}", "SP-AP-04, SP-R48"),
        "act.drops": Phrase("{who} drops the {weapon}", "SP-R51"),
        "act.take-cover": Phrase("{who} takes cover behind the {what}", "SP-ARM-06, SP-ARM-07"),
        "act.leave-cover": Phrase("{who} leaves cover", "SP-R51"),
        "act.leave-cover.none": Phrase("{who} has no cover to leave", "SP-R51"),
        "act.first-aid": Phrase("{who} gives first aid to {patient}", "SP-INJ-06, SP-R33"),
        "test": Phrase("{who} tests {what}", "SP-CORE-03"),
        "test.suppression": Phrase(
            "{who} tries to shake off the suppressive fire", "SP-SPEC-07, SP-R17"
        ),
        "shaken-off": Phrase("{who} shakes it off and can move and attack", "SP-SPEC-07, SP-R17"),
        "still-pinned": Phrase("{who} stays pinned", "SP-SPEC-07, SP-R17"),
        # by the GM
        "hand.damage": Phrase("{who} takes {amount} {type} damage, {place}", "SP-DMG-01"),
        "healed": Phrase("{who}, {place}: {count} {type} healed", "SP-DMG-01"),
        "healed.none": Phrase("{who}, {place}: no {type} to heal", "SP-DMG-01"),
        "healed.not": Phrase("{who} still has {left}: `{line}`", "SP-DMG-01"),
        "effect.same": Phrase("{who} is already {status}", "SP-INJ-05, SP-INJ-08"),
        "fortitude": Phrase("{who}: {after} Fortitude left (was {before})", "SP-DEATH-07"),
        "moving": Phrase("{who} is moving", "SP-DIFF-03, SP-R21"),
        "stands": Phrase("{who} is no longer moving", "SP-DIFF-03, SP-R21"),
        "set": "{who} (GM)",
        "set.value": "{what} = {value}",
        "add": "{who} joins as {id}",
        "remove": "{who} is out of the fight",
        **GONE,
        "gone.fire": Phrase(GONE["gone.fire"], "SP-R16"),
        "latecomer": Phrase(GONE["latecomer"], "SP-INIT-07"),
        "latecomers": Phrase(GONE["latecomers"], "SP-INIT-07"),
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
