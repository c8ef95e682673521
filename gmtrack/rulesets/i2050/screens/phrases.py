"""Phrases for facts, by their keys; labels for fields that change."""

from collections.abc import Mapping

from gmtrack.core.report import Phrase, aside, story_sentences
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

PHRASES: Mapping[str, str] = {
    # the round
    "round": aside("Round {round}: everybody declares", "IN-PHASE-01"),
    "declare": aside("side {side} declares first", "IN-PHASE-03"),
    "step.resolution": aside("Resolution", "IN-PHASE-01"),
    "step.winners": aside(
        "Winners; waiting to take effect: {count}", "IN-PHASE-01, IN-R02"
    ),
    "step.losers": aside("Losers: the blows take effect", "IN-R02"),
    "step.movement": aside("Movement", "IN-PHASE-01, IN-MOVE-01"),
    "round-over": aside(
        "End of round {round}. `next` starts the next round", "IN-PHASE-01"
    ),
    "turn": aside("{who} acts at speed {score}", "IN-SPD-04"),
    "passed": aside("{who} passes", "IN-PHASE-04"),
    "late": aside("{who} joins the round, still to declare", "IN-PHASE-02"),
    "metre": Phrase(
        "metre {metre}: {who}",
        "IN-MOVE-01, IN-MOVE-02",
        story="{who} moves {times} m",
    ),
    "end": aside("The fight is over", "IN-PHASE-01"),
    # actions
    "act": aside("{who}: {what}", "IN-PHASE-02"),
    "act.with": aside("{who} ({weapon}): {what}", "IN-PHASE-02"),
    "far": aside(
        "{who} cannot reach {target}: {metres} m away, melee reaches 1 m (`{line}` goes there)",
        "IN-PHASE-05",
    ),
    "crawls": aside(
        "{who} is on the ground: {metres} at most", "IN-R39, IN-R67"
    ),
    "crawls.up": aside(
        "{who} is on the ground: {metres} at most (`{line}` stands up)",
        "IN-R39, IN-R67",
    ),
    "stops": Phrase("{who} stops", "IN-MOVE-03"),
    "stood": Phrase("{who} stands up", "IN-R38, IN-R51"),
    "ready": Phrase("{who} readies the {weapon}", "IN-R38, IN-R51"),
    "picked.defect": Phrase(
        "{who} picks up the {weapon}, which is still {defect}",
        "IN-R38, IN-R51, IN-R54",
    ),
    "still-jammed": Phrase(
        "{who} fails: the {weapon} is still jammed",
        "IN-FUM-10, IN-R33",
        story="{who} fails to clear the {weapon}",
    ),
    "aims": Phrase(
        "{who} has aimed at {target}",
        "IN-MOD-09, IN-R31",
        story="{who} aims at {target}",
    ),
    # tests
    "test": Phrase("{who}: {what}", "IN-CORE-01", story="{who} tests {what}"),
    "test.opposed": Phrase(
        "{who} against {other}: {what}",
        "IN-UNARM-07",
        story="{who} tests {what} against {other}",
    ),
    "test.won": Phrase("{who} wins", "IN-OPP-02, IN-OPP-03"),
    "test.nobody": Phrase(
        "nobody wins", "IN-OPP-04, IN-OPP-05", story="Nobody wins"
    ),
    "note.rolled-already": aside(
        "{who} has already rolled {what} this round: the result stands",
        "IN-CORE-03, IN-R30",
    ),
    "note.undeclared": aside(
        "{who} has declared nothing and does not defend ({what} declares it)",
        "IN-R56",
    ),
    "note.on-ground": aside(
        "{who} lies on the ground: no {what}", "IN-R35, IN-R67"
    ),
    # rest
    "wakes": Phrase("{who} wakes", "IN-R43, IN-REST-10"),
    "rest.tried": Phrase(
        "{who}: first aid has been tried (`--force`: again)", "IN-REST-09"
    ),
    "rest.stable": Phrase("{who} is no longer dying", "IN-REST-11"),
    "rest.broken": Phrase("{who}: the {piece} stays broken", "IN-REST-03"),
    "rest.mended": Phrase("{who}: the {piece} works again", "IN-REST-03"),
    "rest.active": Phrase(
        "{who}: {days} days on the move, no healing", "IN-REST-06"
    ),
    "rest.strenuous": Phrase(
        "{who} has fought: no healing this week", "IN-REST-05"
    ),
    "rest.mortal": Phrase(
        "{who}: too badly hurt to heal without a medic", "IN-REST-07"
    ),
    # by hand
    "hand.damage": Phrase(
        "{who} takes {amount} damage (GM)",
        "IN-DMG-04",
        story="{who} takes {amount} damage",
    ),
    "result.lost": aside("action lost"),
    "effect.on": Phrase("{who}: {effect}", "IN-MOD-03 to IN-MOD-05, IN-MOD-08"),
    "effect.off": Phrase(
        "{who}: no longer {effect}", story="{who} is no longer {effect}"
    ),
    "effect.same": aside("{who}: already {effect}"),
    "set": "{who} (GM)",
    "set.value": "{what} = {value}",
    "set.maximum": aside(
        "hp is the maximum: hp {hp}/{total} left (`{line}` sets what is left)",
        "IN-DMG-06",
    ),
    "add": "{who} joins as {id}",
    "remove": "{who} leaves the fight",
    **GONE,
    "gone.plan": Phrase(GONE["gone.plan"], "IN-PHASE-02"),
    # hit points and what follows
    "wound": Phrase(
        "{who} takes {amount} damage: hp {left}/{total} left, {band}",
        "IN-DMG-04",
    ),
    "wound.place": Phrase(
        "{who} takes {amount} damage to the {place} ({there} left): hp {left}/{total} left, {band}",
        "IN-DMG-04",
    ),
    "points.follow": aside("{who}: hp {left}/{total} left", "IN-R65"),
    "useless": Phrase(
        "{who}: the {place} is useless",
        "IN-LIMB-01, IN-R24",
        story="{who}'s {place} is useless",
    ),
    "disabled": Phrase(
        "{who}: the {place} is disabled until the fight ends",
        "IN-UNARM-04, IN-R43",
        story="{who}'s {place} is disabled",
    ),
    "prone": Phrase("{who} falls prone", "IN-R53"),
    "unbalanced": Phrase(
        "unbalanced: a blow of {blow}, Knockdown {value}", "IN-KD-02, IN-R21"
    ),
    "bowled-over": Phrase(
        "bowled over: a blow of {blow}, Knockdown {value}", "IN-KD-03"
    ),
    "stands": Phrase("{who} stays on their feet", "IN-KD-02, IN-R21"),
    "unconscious": Phrase("{who} is unconscious", "IN-DMG-05, IN-R20"),
    "dying": Phrase("{who} is dying", "IN-WND-06, IN-R26"),
    "dead": Phrase("{who} is dead", "IN-LIMB-07"),
    "dropped": Phrase("{who} drops the {weapon}", "IN-FUM-03, IN-R47"),
    "jammed": Phrase(
        "{who}: the {weapon} jams",
        "IN-FUM-06, IN-R33",
        story="{who}'s {weapon} jams",
    ),
    "broken": Phrase(
        "{who}: the {weapon} breaks",
        "IN-FUM-04, IN-R47",
        story="{who}'s {weapon} breaks",
    ),
    "accessory-failed": Phrase(
        "{who}: the {accessory} of the {weapon} fails",
        "IN-FUM-08, IN-FUM-09",
        story="the {accessory} of {who}'s {weapon} fails",
    ),
    "check": aside("{who} earns an experience check in {skill}", "IN-WIN-02"),
    "lost": Phrase(
        "{who} loses this round's action", "IN-SPD-05, IN-R11, IN-R12"
    ),
    "aim.lost": Phrase("{who} loses their aim", "IN-R31"),
    "healed": Phrase(
        "{who} heals {amount}: {left} hp left",
        "IN-DMG-06",
        story="{who} heals {amount}",
    ),
    "healed.out": aside(
        "{who} is still {fate}: `{line}` ends that", "IN-R26, IN-DMG-06"
    ),
    # the declaration of an attack
    "attack": Phrase("{who} attacks {target} ({weapon}{place})", "IN-PHASE-02"),
    "attack.burst": Phrase(
        "{who} fires a burst of {shots} at {target} ({weapon}{place})",
        "IN-PHASE-02, IN-BURST-01",
    ),
    "attack.later": aside(
        "still to come, with `next`: {shots}", "IN-BURST-03, IN-SPD-06"
    ),
    "attack.split": Phrase(
        "{who} ({weapon}{place}) is attacked by {target}", "IN-MULTI-01"
    ),
    "attack.shot": Phrase("Shot {number} at {target}", "IN-BURST-01"),
    "attack.by": Phrase("{who} attacks {target}", "IN-MULTI-02, IN-MULTI-03"),
    "surprised": Phrase("{who} does not see it coming", "IN-MOD-04, IN-R17"),
    # what comes of it
    "miss": Phrase("{who} misses", "IN-OPP-08"),
    "tie": Phrase(
        "Both succeed with the same number; nobody is hit", "IN-OPP-04, IN-R14"
    ),
    "both-miss": Phrase("Both fail; nobody is hit", "IN-OPP-05, IN-R13"),
    "countered": Phrase(
        "{other} strikes {who} instead ({weapon})", "IN-OPP-02, IN-OPP-03"
    ),
    "dodged": Phrase("{who} dodges", "IN-DODGE-03, IN-R34"),
    "overdone": aside("off balance: a {roll} is above {edex}", "IN-DODGE-05"),
    "value": aside(
        "a {roll} counts as {value}: the skill is above 20",
        "IN-CRIT-03, IN-R05",
    ),
    "fumble": Phrase("{who} fumbles", "IN-FUM-01, IN-R06"),
    "critical": Phrase("{who} rolls a critical", "IN-CRIT-01, IN-R03"),
    "doubled": Phrase(
        "critical: {dice} instead of {plain}", "IN-CRIT-02, IN-R04"
    ),
    "raised": Phrase("critical: {blow} instead of {base}", "IN-R04"),
    "shifted": Phrase(
        "aim moves the location roll by {shift} to {roll}", "IN-AIM-02, IN-R41"
    ),
    "unshifted": aside(
        "location roll {roll} is {away} off the {place}: aim {aim} moves it by {aim} at most",
        "IN-AIM-02, IN-R41",
    ),
    "struck": Phrase(
        "{who} is hit in the {place} for {blow}{less}",
        "IN-DMG-01, IN-DMG-02, IN-DMG-03",
    ),
    "struck.none": Phrase(
        "{who} is hit in the {place} for {blow}{less}: nothing gets through",
        "IN-DMG-01, IN-DMG-02, IN-DMG-03",
    ),
    "waits": Phrase(
        "the blow takes effect on {who} in the Losers Phase", "IN-R02"
    ),
    "resisted": Phrase(
        "{who} resists: the {place} still works", "IN-UNARM-05, IN-R43"
    ),
}

LABELS: Mapping[str, str] = {
    "pools.hp": "hp",
    "locations.head": "head",
    "locations.chest": "chest",
    "locations.abdomen": "abdomen",
    "locations.right_arm": "right arm",
    "locations.left_arm": "left arm",
    "locations.right_leg": "right leg",
    "locations.left_leg": "left leg",
}

STORY: Mapping[str, str] = {**COMMON_STORY, **story_sentences(PHRASES)}
"""The sentences of the story for facts that the screen tells with numbers."""
