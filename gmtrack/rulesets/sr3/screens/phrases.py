"""The sentence for each thing that happens, and the labels of what changes."""

from collections.abc import Mapping

from gmtrack.core.report import Phrase, aside, story_sentences
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

_ACTS = {
    "aim": "{who} aims at {what}",
    "ready": "{who} readies {what}",
    "ready.none": "{who} empties their other hand",
    "stand-up": "{who} stands up",
    "drop-prone": "{who} drops to the ground",
    "run": "{who} runs",
    "run-difficult": "{who} runs over difficult ground",
    "stop": "{who} stops running",
    "take-cover": "{who} takes cover",
    "leave-cover": "{who} leaves cover",
    "engage": "{who} joins melee with {what}",
    "disengage": "{who} leaves the melee",
    "move-away": "{who} moves away",
    "deploy": "{who} deploys {what}",
    "fold": "{who} folds up {what}",
    "remove-clip": "{who} takes the clip out of {what}",
    "insert-clip": "{who} puts a clip into {what}",
    "fill-clip": "{who} fills a clip for {what}",
    "load": "{who} loads {what}",
    "remove-loader": "{who} empties {what}",
    "insert-loader": "{who} loads {what} with a speed loader",
    "fill-loader": "{who} fills a speed loader for {what}",
    "remove-belt": "{who} takes the belt out of {what}",
    "insert-belt": "{who} puts a belt into {what}",
    "fill-belt": "{who} fills a belt for {what}",
    "gyro-on": "{who} puts the gyro harness on",
    "gyro-off": "{who} takes the gyro harness off",
    "mount": "{who} puts {what} on the gyro mount",
    "unmount": "{who} takes {what} off the gyro mount",
    "subdual-keep": "{who} keeps hold of {what}",
    "subdual-break": "{who} tries to break free",
}
"""Actions, by their words."""

PHRASES: Mapping[str, str] = {
    "rest.tried": Phrase(
        "{who}: first aid has been tried (`--force`: again)", "SR-REST-08"
    ),
    "rest.stable": Phrase("{who} is stable", "SR-REST-09"),
    # the combat turn
    "round": Phrase(
        "Combat turn {round}", "SR-008", story="Combat turn {round}"
    ),
    "round-over": aside(
        "End of combat turn {round}. `next` starts the next round", "SR-008"
    ),
    "pass": aside("Pass {number}: all initiative scores drop by 10", "SR-008"),
    "phase": aside("{who} acts", "SR-008"),
    "phase.goes-on": aside("{who} resumes their phase", "SR-R40"),
    "late": aside("{who} joins with initiative {score}", "SR-147, SR-R41"),
    "delays": Phrase("{who} delays their phase", "SR-146"),
    "intervenes": Phrase("{who} takes their delayed phase", "SR-146"),
    "held.lost": aside("{who} loses their delayed phase", "SR-146"),
    "end": aside("The fight is over", "SR-R42"),
    # boxes and what follows
    "wound": Phrase(
        "{who} takes {amount} {type} damage", "SR-136, SR-137, SR-140"
    ),
    "wounds": Phrase(
        "{who}: wound modifier +{now} (was +{was})", "SR-141", story=""
    ),
    "wounds.score": Phrase(
        "{who}: wound modifier +{now} (was +{was}), initiative {after} (was {before})",
        "SR-141, SR-142",
        story="",
    ),
    "subdued": Phrase("{who} is subdued", "SR-039"),
    "unconscious": Phrase("{who} is unconscious", "SR-138, SR-144"),
    "dying": Phrase("{who} is dying", "SR-144"),
    "dead": Phrase("{who} is dead", "SR-145"),
    "wakes": Phrase("{who} regains consciousness", "SR-138, SR-144"),
    "free": Phrase("{who} is free to act", "SR-039, SR-043"),
    "stands": Phrase(
        "{who} stays standing: successes {successes}, needed {needed}",
        "SR-031",
        story="{who} stays standing",
    ),
    "unmoved": Phrase(
        "{who} stays where they are: successes {successes}, needed {needed}",
        "SR-031",
        story="{who} stays where they are",
    ),
    "knocked-back": Phrase(
        "{who} is knocked back 1 metre: successes {successes}, needed {needed}",
        "SR-032, SR-R34",
        story="{who} is knocked back",
    ),
    "knocked-back.to": Phrase(
        "{who} is knocked back 1 metre to ({place}): successes {successes}, needed {needed}",
        "SR-032, SR-R34",
        story="{who} is knocked back",
    ),
    "cornered": Phrase(
        "{who} has no room to go back and is cornered: successes {successes}, needed {needed}",
        "SR-033, SR-R16",
        story="{who} is cornered",
    ),
    "prone.still": Phrase("{who} stays prone", "SR-R16"),
    "hold.full": aside("{who} has no empty stun box left", "SR-042"),
    "no-dice": aside("{who} has no dice for {name}: 0 successes", "SR-001"),
    # notes for the GM
    "note.botch": Phrase(
        "{who}: every die shows 1 (Rule of One)", "SR-003, SR-R02", story=""
    ),
    "warning": aside("against the rules: {message}", "SR-R04"),
    # effects
    "effect.prone": Phrase("{who} falls prone", "SR-032, SR-034"),
    "effect.on": Phrase(
        "{who}: {effect}", "SR-027, SR-028, SR-033, SR-117, SR-R32"
    ),
    "effect.off": Phrase(
        "{who}: no longer {effect}", story="{who} is no longer {effect}"
    ),
    "effect.same": aside("{who}: already {effect}"),
    "aim.lost": Phrase("{who} loses their aim", "SR-126"),
    # actions and tests
    "test": Phrase("{who}: {what} test", "SR-001", story="{who} tests {what}"),
    "test.success": Phrase(
        "success: successes {successes}, needed {needed}",
        "SR-001",
        story="The test succeeds",
    ),
    "test.failure": Phrase(
        "failure: successes {successes}, needed {needed}",
        "SR-001",
        story="The test fails",
    ),
    # by hand
    "hand.damage": Phrase(
        "{who} takes {amount} {type} damage (GM)",
        "SR-136, SR-137, SR-143",
        story="{who} takes {amount} {type} damage",
    ),
    "healed": Phrase(
        "{who}: {count} empty again",
        "SR-139",
        story="{who} heals: {count} empty again",
    ),
    "healed.not": Phrase(
        "{who}: {left} still filled (`{line}`)", "SR-139", story=""
    ),
    "fades": Phrase(
        "1 minute has passed: {who} loses 1 subdual box",
        "SR-041, SR-R17",
        story="{who} loses 1 subdual box",
    ),
    "let-go": Phrase("{who} is no longer held", "SR-040"),
    "set": "{who} (GM)",
    "set.value": "{what} = {value}",
    "add": "{who} joins the fight as {id}",
    "remove": "{who} is removed from the fight",
    # the declaration
    "attack": Phrase(
        "{who} attacks {target} ({weapon}{mode})", "SR-012, SR-047"
    ),
    "attack.called": Phrase(
        "{who} attacks {target}, called shot: {place} ({weapon}{mode})",
        "SR-012, SR-047",
        story="{who} attacks {target} ({weapon}{mode}, called shot: {place})",
    ),
    "attack.at": Phrase("at {target}", "SR-021, SR-064, SR-111"),
    "note.called": Phrase(
        "called shot ({place}): further effects are up to the GM",
        "SR-R37",
        story="",
    ),
    "passing": Phrase(
        "{who} moves past: free attack against full defense",
        "SR-035",
        story="{who} moves past",
    ),
    # what comes of it
    "miss": Phrase("{who} misses", "SR-047"),
    "countered": Phrase("{other} hits {who} instead ({weapon})", "SR-014"),
    "dodged": Phrase("{who} dodges", "SR-049"),
    "misfire": Phrase(
        "{who}'s {weapon} misfires: 1 die gives the number of successes",
        "SR-098, SR-099",
        story="{who}'s {weapon} misfires",
    ),
    "barrier.stops": Phrase(
        "the barrier stops the shot: rating {rating}",
        "SR-R08",
        story="The barrier stops the shot.",
    ),
    "barrier.worn": Phrase(
        "{barrier} is damaged: rating {after} left (was {before})",
        "SR-R24",
        story="The {barrier} is damaged.",
    ),
    "barrier.gone": Phrase(
        "{barrier} is destroyed: rating 0 left (was {before})",
        "SR-R24",
        story="The {barrier} is destroyed.",
    ),
    "through.none": Phrase(
        "{who} is hit ({code}, net successes {net}): no damage",
        "SR-018, SR-051",
    ),
    "damage": Phrase(
        "{who} is hit ({code}, net successes {net}): level {level}, {type}",
        "SR-050",
    ),
    "range": aside("{metres}{category} range, {rounds}", "SR-044, SR-046"),
    "range.last": aside(
        "the range typed last between them: `--with range=...` for another",
        "SR-R44",
    ),
    "range.scene": aside(
        "the range of the scene: `--with range=...` for another", "SR-R44"
    ),
    "range.walked": aside(
        "{metres}{category} range, {rounds}, {walked} more lost between targets",
        "SR-044, SR-065, SR-066",
    ),
    "recoil": aside(
        "recoil {raw} - {built_in} compensated = {left}", "SR-068 to SR-071"
    ),
    "recoil.gyro": aside(
        "recoil {raw} - {built_in} compensated - {gyro} gyro = {left}",
        "SR-068 to SR-071",
    ),
    "recoil.twice": Phrase(
        "recoil ({raw} - {built_in} compensated) x 2 = {left}",
        "SR-068 to SR-071",
        story="",
    ),
    "recoil.gyro.twice": Phrase(
        "recoil ({raw} - {built_in} compensated - {gyro} gyro) x 2 = {left}",
        "SR-068 to SR-071",
        story="",
    ),
    "code": aside("{what}: {was} becomes {now}", "SR-053"),
    "rounds": aside(
        "{weapon}: {now} of {most} rounds loaded{kind}", "SR-054 to SR-056"
    ),
    "stopped": Phrase("{who} is stopped", "SR-035"),
    "aim.worth": aside("{worth} on the next shot", "SR-126, SR-R26"),
    "rounds.loose": aside(
        "spare {holder}: {now} of {most} rounds filled",
        "SR-101, SR-105, SR-107",
    ),
    "act.steps": aside(
        "{done} of {needed} complex actions done", "SR-011, SR-R04"
    ),
    **{
        f"act.{name}": Phrase(text, "SR-011, SR-R04")
        for name, text in _ACTS.items()
    },
    **GONE,
}

LABELS: Mapping[str, str] = {
    "free_left": "free actions left",
    "simple_left": "simple actions left",
    "pool_left": "combat pool left",
    "physical": "physical damage",
    "stun": "stun damage",
    "overflow": "overflow damage",
    "subdual.boxes": "subdual damage",
}

REFILLS = ("free_left", "simple_left", "pool_left")
"""Counters that every turn fills again."""

STORY: Mapping[str, str] = {**COMMON_STORY, **story_sentences(PHRASES)}
"""Sentences that the story words differently from the screen with its numbers, or leaves out:
whose turn it is, costs, what is left."""
