"""The sentence for each thing that happens, and the labels of what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the combat turn
        "round": "Combat turn {round}",
        "round-over": "End of combat turn {round}. `next` starts the next round",
        "pass": "Pass {number}: all initiative scores drop by 10",
        "phase": "{who} acts",
        "phase.goes-on": "{who} resumes their phase",
        "late": "{who} joins with initiative {score}",
        "delays": "{who} delays their phase",
        "intervenes": "{who} takes their delayed phase",
        "held.lost": "{who} loses their delayed phase",
        "end": "The fight is over",
        # boxes and what follows
        "wound": "{who} takes {amount} {type} damage",
        "wounds": "{who}: wound modifier +{now} (was +{was})",
        "wounds.score": (
            "{who}: wound modifier +{now} (was +{was}), initiative {after} (was {before})"
        ),
        "subdued": "{who} is subdued",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "wakes": "{who} regains consciousness",
        "free": "{who} is free to act",
        "stands": "{who} stays standing: successes {successes}, needed {needed}",
        "unmoved": "{who} stays where they are: successes {successes}, needed {needed}",
        "knocked-back": "{who} is knocked back 1 metre: successes {successes}, needed {needed}",
        "knocked-back.to": (
            "{who} is knocked back 1 metre to ({place}): successes {successes}, needed {needed}"
        ),
        "cornered": (
            "{who} has no room to go back and is cornered: successes {successes}, needed {needed}"
        ),
        "prone.still": "{who} stays prone",
        "hold.full": "{who} has no empty stun box left",
        "no-dice": "{who} has no dice for {name}: 0 successes",
        # notes for the GM
        "note.botch": "{who}: every die shows 1 (Rule of One)",
        "warning": "against the rules: {message}",
        # effects
        "effect.prone": "{who} falls prone",
        "effect.on": "{who}: {effect}",
        "effect.off": "{who}: no longer {effect}",
        "effect.same": "{who}: already {effect}",
        "aim.lost": "{who} loses their aim",
        # actions and tests
        "test": "{who}: {what} test",
        "test.success": "success: successes {successes}, needed {needed}",
        "test.failure": "failure: successes {successes}, needed {needed}",
        # by hand
        "hand.damage": "{who} takes {amount} {type} damage (GM)",
        "healed": "{who}: {count} empty again",
        "healed.not": "{who}: {left} still filled (`{line}`)",
        "fades": "1 minute has passed: {who} loses 1 subdual box",
        "let-go": "{who} is no longer held",
        "set": "{who} (GM)",
        "set.value": "{what} = {value}",
        "add": "{who} joins the fight as {id}",
        "remove": "{who} is removed from the fight",
        # the declaration
        "attack": "{who} attacks {target} ({weapon}{mode})",
        "attack.called": "{who} attacks {target}, called shot: {place} ({weapon}{mode})",
        "attack.at": "at {target}",
        "note.called": "called shot ({place}): further effects are up to the GM",
        "passing": "{who} moves past: free attack against full defense",
        # what comes of it
        "miss": "{who} misses",
        "countered": "{other} hits {who} instead ({weapon})",
        "dodged": "{who} dodges",
        "misfire": "{who}'s {weapon} misfires: 1 die gives the number of successes",
        "barrier.stops": "the barrier stops the shot: rating {rating}",
        "barrier.worn": "{barrier} is damaged: rating {after} left (was {before})",
        "barrier.gone": "{barrier} is destroyed: rating 0 left (was {before})",
        "through.none": "{who} is hit ({code}, net successes {net}): no damage",
        "damage": "{who} is hit ({code}, net successes {net}): level {level}, {type}",
        "range": "{metres}{category} range, {rounds}",
        "range.last": "the range typed last between them: `--with range=...` for another",
        "range.scene": "the range of the scene: `--with range=...` for another",
        "range.walked": "{metres}{category} range, {rounds}, {walked} more lost between targets",
        "recoil": "recoil {raw} - {built_in} compensated = {left}",
        "recoil.gyro": "recoil {raw} - {built_in} compensated - {gyro} gyro = {left}",
        "recoil.twice": "recoil ({raw} - {built_in} compensated) x 2 = {left}",
        "recoil.gyro.twice": "recoil ({raw} - {built_in} compensated - {gyro} gyro) x 2 = {left}",
        "code": "{what}: {was} becomes {now}",
        "rounds": "{weapon}: {now} of {most} rounds loaded{kind}",
        "stopped": "{who} is stopped",
        # actions
        "act.aim": "{who} aims at {what}",
        "aim.worth": "{worth} on the next shot",
        "act.ready": "{who} readies {what}",
        "act.ready.none": "{who} empties their other hand",
        "act.stand-up": "{who} stands up",
        "act.drop-prone": "{who} drops to the ground",
        "act.run": "{who} runs",
        "act.run-difficult": "{who} runs over difficult ground",
        "act.stop": "{who} stops running",
        "act.take-cover": "{who} takes cover",
        "act.leave-cover": "{who} leaves cover",
        "act.engage": "{who} joins melee with {what}",
        "act.disengage": "{who} leaves the melee",
        "act.move-away": "{who} moves away",
        "act.deploy": "{who} deploys {what}",
        "act.fold": "{who} folds up {what}",
        "act.remove-clip": "{who} takes the clip out of {what}",
        "act.insert-clip": "{who} puts a clip into {what}",
        "act.fill-clip": "{who} fills a clip for {what}",
        "act.load": "{who} loads {what}",
        "act.remove-loader": "{who} empties {what}",
        "act.insert-loader": "{who} loads {what} with a speed loader",
        "act.fill-loader": "{who} fills a speed loader for {what}",
        "act.remove-belt": "{who} takes the belt out of {what}",
        "act.insert-belt": "{who} puts a belt into {what}",
        "act.fill-belt": "{who} fills a belt for {what}",
        "act.gyro-on": "{who} puts the gyro harness on",
        "act.gyro-off": "{who} takes the gyro harness off",
        "act.mount": "{who} puts {what} on the gyro mount",
        "act.unmount": "{who} takes {what} off the gyro mount",
        "act.subdual-keep": "{who} keeps hold of {what}",
        "act.subdual-break": "{who} tries to break free",
        "rounds.loose": "spare {holder}: {now} of {most} rounds filled",
        "act.steps": "{done} of {needed} complex actions done",
        **GONE,
    }
)

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "free_left": "free actions left",
        "simple_left": "simple actions left",
        "pool_left": "combat pool left",
        "physical": "physical damage",
        "stun": "stun damage",
        "overflow": "overflow damage",
        "subdual.boxes": "subdual damage",
    }
)

REFILLS = ("free_left", "simple_left", "pool_left")
"""What every turn gives back."""

ONLY_FOR_THE_GM = (
    "round-over",
    "pass",
    "phase",
    "phase.goes-on",
    "late",
    "held.lost",
    "healed.not",
    "end",
    "wounds",
    "wounds.score",
    "note.botch",
    "note.called",
    "warning",
    "effect.same",
    "aim.worth",
    "range",
    "range.last",
    "range.scene",
    "range.walked",
    "recoil",
    "recoil.gyro",
    "recoil.twice",
    "recoil.gyro.twice",
    "code",
    "rounds",
    "rounds.loose",
    "act.steps",
    "hold.full",
    "no-dice",
)
"""What the story leaves out: whose turn it is, what it costs, what is left."""

STORY: Mapping[str, str] = MappingProxyType(
    {
        **COMMON_STORY,
        **dict.fromkeys(ONLY_FOR_THE_GM, ""),
        "round": "Combat turn {round}",
        "attack.called": "{who} attacks {target} ({weapon}{mode}, called shot: {place})",
        "stands": "{who} stays standing",
        "unmoved": "{who} stays where they are",
        "knocked-back": "{who} is knocked back",
        "knocked-back.to": "{who} is knocked back",
        "cornered": "{who} is cornered",
        "test": "{who} tests {what}",
        "test.success": "The test succeeds",
        "test.failure": "The test fails",
        "hand.damage": "{who} takes {amount} {type} damage",
        "healed": "{who} heals: {count} empty again",
        "fades": "{who} loses 1 subdual box",
        "effect.off": "{who} is no longer {effect}",
        "misfire": "{who}'s {weapon} misfires",
        "barrier.stops": "The barrier stops the shot.",
        "barrier.worn": "The {barrier} is damaged.",
        "barrier.gone": "The {barrier} is destroyed.",
        "passing": "{who} moves past",
    }
)
"""How the story tells what the screen tells with its numbers."""
