"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.report import Phrase
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the round
        "round": Phrase("Round {round}: everybody declares", "IN-PHASE-01"),
        "declare": Phrase("side {side} declares first", "IN-PHASE-03"),
        "step.resolution": Phrase("Resolution", "IN-PHASE-01"),
        "step.winners": Phrase("Winners; waiting to take effect: {count}", "IN-PHASE-01, IN-R02"),
        "step.losers": Phrase("Losers: the blows take effect", "IN-R02"),
        "step.movement": Phrase("Movement", "IN-PHASE-01, IN-MOVE-01"),
        "round-over": Phrase("End of round {round}. `next` starts the next round", "IN-PHASE-01"),
        "turn": Phrase("{who} acts at speed {score}", "IN-SPD-04"),
        "passed": Phrase("{who} passes", "IN-PHASE-04"),
        "late": Phrase("{who} joins the round, still to declare", "IN-PHASE-02"),
        "metre": Phrase("metre {metre}: {who}", "IN-MOVE-01, IN-MOVE-02"),
        "end": Phrase("The fight is over", "IN-PHASE-01"),
        # actions
        "act": Phrase("{who}: {what}", "IN-PHASE-02"),
        "act.with": Phrase("{who} ({weapon}): {what}", "IN-PHASE-02"),
        "far": Phrase(
            "{who} cannot reach {target}: {metres} m away, melee reaches 1 m (`{line}` goes there)",
            "IN-PHASE-05",
        ),
        "stops": Phrase("{who} stops", "IN-MOVE-03"),
        "stood": Phrase("{who} stands up", "IN-R38, IN-R51"),
        "ready": Phrase("{who} readies the {weapon}", "IN-R38, IN-R51"),
        "still-jammed": Phrase("{who} fails: the {weapon} is still jammed", "IN-FUM-10, IN-R33"),
        "aims": Phrase("{who} has aimed at {target}", "IN-MOD-09, IN-R31"),
        # tests
        "test": Phrase("{who}: {what}", "IN-CORE-01"),
        "test.opposed": Phrase("{who} against {other}: {what}", "IN-UNARM-07"),
        "test.won": Phrase("{who} wins", "IN-OPP-02, IN-OPP-03"),
        "test.nobody": Phrase("nobody wins", "IN-OPP-04, IN-OPP-05"),
        "note.rolled-already": Phrase(
            "{who} has already rolled {what} this round: the result stands", "IN-CORE-03, IN-R30"
        ),
        # by hand
        "hand.damage": Phrase("{who} takes {amount} damage (GM)", "IN-DMG-04"),
        "result.lost": "action lost",
        "effect.on": Phrase("{who}: {effect}", "IN-MOD-03 to IN-MOD-05, IN-MOD-08"),
        "effect.off": "{who}: no longer {effect}",
        "effect.same": "{who}: already {effect}",
        "set": "{who} (GM)",
        "set.value": "{what} = {value}",
        "set.maximum": Phrase(
            "hp is the maximum: hp {hp}/{total} left (`{line}` sets what is left)", "IN-DMG-06"
        ),
        "add": "{who} joins as {id}",
        "remove": "{who} leaves the fight",
        **GONE,
        "gone.plan": Phrase(GONE["gone.plan"], "IN-PHASE-02"),
        # hit points and what follows
        "wound": Phrase("{who} takes {amount} damage: hp {left}/{total} left, {band}", "IN-DMG-04"),
        "wound.place": Phrase(
            "{who} takes {amount} damage to the {place} ({there} left): "
            "hp {left}/{total} left, {band}",
            "IN-DMG-04",
        ),
        "useless": Phrase("{who}: the {place} is useless", "IN-LIMB-01, IN-R24"),
        "disabled": Phrase(
            "{who}: the {place} is disabled until the fight ends", "IN-UNARM-04, IN-R43"
        ),
        "prone": Phrase("{who} falls prone", "IN-R53"),
        "unbalanced": Phrase("unbalanced: a blow of {blow}, Knockdown {value}", "IN-KD-02, IN-R21"),
        "bowled-over": Phrase("bowled over: a blow of {blow}, Knockdown {value}", "IN-KD-03"),
        "stands": Phrase("{who} stays on their feet", "IN-KD-02, IN-R21"),
        "unconscious": Phrase("{who} is unconscious", "IN-DMG-05, IN-R20"),
        "dying": Phrase("{who} is dying", "IN-WND-06, IN-R26"),
        "dead": Phrase("{who} is dead", "IN-LIMB-07"),
        "dropped": Phrase("{who} drops the {weapon}", "IN-FUM-03, IN-R47"),
        "jammed": Phrase("{who}: the {weapon} jams", "IN-FUM-06, IN-R33"),
        "broken": Phrase("{who}: the {weapon} breaks", "IN-FUM-04, IN-R47"),
        "accessory-failed": Phrase(
            "{who}: the {accessory} of the {weapon} fails", "IN-FUM-08, IN-FUM-09"
        ),
        "check": Phrase("{who} earns an experience check in {skill}", "IN-WIN-02"),
        "lost": Phrase("{who} loses this round's action", "IN-SPD-05, IN-R11, IN-R12"),
        "aim.lost": Phrase("{who} loses their aim", "IN-R31"),
        "healed": Phrase("{who} heals {amount}: {left} hp left", "IN-DMG-06"),
        "healed.out": Phrase("{who} is still {fate}: `{line}` ends that", "IN-R26, IN-DMG-06"),
        # the declaration of an attack
        "attack": Phrase("{who} attacks {target} ({weapon}{place})", "IN-PHASE-02"),
        "attack.burst": Phrase(
            "{who} fires a burst of {shots} at {target} ({weapon}{place})",
            "IN-PHASE-02, IN-BURST-01",
        ),
        "attack.split": Phrase("{who} ({weapon}{place}) is attacked by {target}", "IN-MULTI-01"),
        "attack.shot": Phrase("Shot {number} at {target}", "IN-BURST-01"),
        "attack.by": Phrase("{who} attacks {target}", "IN-MULTI-02, IN-MULTI-03"),
        "surprised": Phrase("{who} does not see it coming", "IN-MOD-04, IN-R17"),
        # what comes of it
        "miss": Phrase("{who} misses", "IN-OPP-08"),
        "tie": Phrase("Both succeed with the same number; nobody is hit", "IN-OPP-04, IN-R14"),
        "both-miss": Phrase("Both fail; nobody is hit", "IN-OPP-05, IN-R13"),
        "countered": Phrase("{other} strikes {who} instead ({weapon})", "IN-OPP-02, IN-OPP-03"),
        "dodged": Phrase("{who} dodges", "IN-DODGE-03, IN-R34"),
        "overdone": Phrase("off balance: a {roll} is above {edex}", "IN-DODGE-05"),
        "value": Phrase("a {roll} counts as {value}: the skill is above 20", "IN-CRIT-03, IN-R05"),
        "fumble": Phrase("{who} fumbles", "IN-FUM-01, IN-R06"),
        "critical": Phrase("{who} rolls a critical", "IN-CRIT-01, IN-R03"),
        "doubled": Phrase("critical: {dice} instead of {plain}", "IN-CRIT-02, IN-R04"),
        "raised": Phrase("critical: {blow} instead of {base}", "IN-R04"),
        "shifted": Phrase("aim moves the location roll by {shift} to {roll}", "IN-AIM-02, IN-R41"),
        "unshifted": Phrase(
            "location roll {roll} is {away} off the {place}: aim {aim} moves it by {aim} at most",
            "IN-AIM-02, IN-R41",
        ),
        "struck": Phrase(
            "{who} is hit in the {place} for {blow}{less}", "IN-DMG-01, IN-DMG-02, IN-DMG-03"
        ),
        "struck.none": Phrase(
            "{who} is hit in the {place} for {blow}{less}: nothing gets through",
            "IN-DMG-01, IN-DMG-02, IN-DMG-03",
        ),
        "waits": Phrase("the blow takes effect on {who} in the Losers Phase", "IN-R02"),
        "resisted": Phrase("{who} resists: the {place} still works", "IN-UNARM-05, IN-R43"),
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
