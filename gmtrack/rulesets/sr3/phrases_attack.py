"""The sentences of attacks and actions."""

from collections.abc import Mapping
from types import MappingProxyType

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the declaration
        "attack": "{who} attacks {target} ({weapon}{mode})",
        "attack.called": "{who} attacks {target}, aimed at the {place} ({weapon}{mode})",
        "attack.at": "at {target}",
        "note.called": "what a hit at the {place} does besides is up to the GM",
        # what comes of it
        "miss": "{who} misses",
        "countered": "{other} hits {who} instead ({weapon})",
        "dodged": "{who} dodges",
        "misfire": "a round goes off in {who}'s {weapon}; a die tells its successes",
        "barrier.stops": "the barrier stops it: rating {rating}",
        "through.none": "{who} is hit, {code}, {net} net: nothing gets through",
        "damage": "{who} is hit, {code}, {net} net: level {level}, {type}",
        "range": "{metres}{category} range, {rounds}",
        "range.walked": "{metres}{category} range, {rounds}, {walked} more lost on the way",
        "recoil": "recoil {raw} - {built_in} compensated: {left}",
        "recoil.gyro": "recoil {raw} - {built_in} compensated - {gyro} gyro: {left}",
        "recoil.twice": "recoil {raw} - {built_in} compensated, twice: {left}",
        "recoil.gyro.twice": "recoil {raw} - {built_in} compensated - {gyro} gyro, twice: {left}",
        "code": "{what}: {was} to {now}",
        "rounds": "{weapon}: {now} of {most} rounds{kind}",
        "stopped": "{who} gets no further",
        # actions
        "act.aim": "{who} aims at {what}",
        "act.ready": "{who} readies {what}",
        "act.stand-up": "{who} stands up",
        "act.drop-prone": "{who} drops to the ground",
        "act.run": "{who} runs",
        "act.run-difficult": "{who} runs over difficult ground",
        "act.stop": "{who} stops running",
        "act.take-cover": "{who} takes cover",
        "act.leave-cover": "{who} leaves cover",
        "act.engage": "{who} closes with {what}",
        "act.disengage": "{who} leaves the melee",
        "act.move-away": "{who} moves away",
        "act.deploy": "{who} sets up {what}",
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
        "rounds.loose": "{holder}: {now} of {most} rounds",
        "act.steps": "{done} of {needed} complex actions",
    }
)
