"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the round
        "round": "Round {round}: everybody declares",
        "declare": "the side {side} declares first",
        "step.resolution": "Resolution",
        "step.winners": "Winners: blows that wait: {count}",
        "step.losers": "Losers: the blows are dealt",
        "step.movement": "Movement",
        "round-over": "Round {round} is over",
        "turn": "{who} acts at {score}",
        "passed": "{who} lets the moment pass",
        "late": "{who} comes in, nothing declared",
        "metre": "metre {metre}: {who}",
        "end": "The fight is over",
        # actions
        "act": "{who}: {what}",
        "act.with": "{who} ({weapon}): {what}",
        "stops": "{who} goes no farther",
        "stood": "{who} stands up",
        "ready": "{who} has the {weapon} ready",
        "still-jammed": "{who}: the {weapon} stays jammed",
        "aims": "{who} has aimed at {target}",
        # tests
        "test": "{who}: {what}",
        "test.opposed": "{who} against {other}: {what}",
        "test.won": "{who} wins",
        "test.nobody": "nobody wins",
        "note.rolled-already": "{who} has rolled {what} in this round: it still holds",
        # by hand
        "hand.damage": "{who}: {amount} by the GM's hand",
        "effect.on": "{who}: {effect}",
        "effect.off": "{who}: no longer {effect}",
        "effect.same": "{who}: {effect} already",
        "set": "{who}, by the GM's hand",
        "set.value": "{what} = {value}",
        "add": "{who} joins as {id}",
        "remove": "{who} is out of the fight",
        **GONE,
        # hit points and what follows
        "wound": "{who} takes {amount}: {left} of {total} left, {band}",
        "wound.place": "{who} takes {amount} to the {place}: {there} left there, "
        "{left} of {total} in all, {band}",
        "useless": "{who}: the {place} is useless",
        "disabled": "{who}: the {place} is disabled until the fight ends",
        "prone": "{who} falls",
        "unbalanced": "{blow} against Knockdown {value}: unbalanced",
        "bowled-over": "{blow} is twice Knockdown {value}",
        "stands": "{who} keeps standing",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "dropped": "{who} drops the {weapon}",
        "jammed": "{who}: the {weapon} jams",
        "broken": "{who}: the {weapon} breaks",
        "accessory-failed": "{who}: the {accessory} of the {weapon} fails",
        "check": "{who} has an experience check in {skill}",
        "lost": "{who} has lost the action of this round",
        "aim.lost": "{who} loses the aim",
        "healed": "{who} gets {amount} back: {left} now",
        # the declaration of an attack
        "attack": "{who} attacks {target} ({weapon}{place})",
        "attack.burst": "{who} fires a burst of {shots} at {target} ({weapon}{place})",
        "attack.split": "{target} set upon {who} ({weapon}{place})",
        "attack.shot": "shot {number}, at {target}",
        "attack.by": "{who} attacks {target}",
        "surprised": "{who} does not see it coming",
        # what comes of it
        "miss": "{who} misses",
        "tie": "{who} and {other} are equal: two losers",
        "both-miss": "{who} and {other} both miss: two losers",
        "countered": "{other} strikes {who} instead ({weapon})",
        "dodged": "{who} dodges",
        "overdone": "a {roll} is above {edex}: off balance",
        "value": "a {roll} counts as {value}: the skill is above 20",
        "fumble": "{who} fumbles",
        "critical": "{who} has a critical",
        "doubled": "the critical makes {dice} of {plain}",
        "raised": "the critical makes {blow} of {base}",
        "shifted": "the aim moves it by {shift} to {roll}",
        "struck": "{who} is hit in the {place}: {blow}{less}",
        "struck.none": "{who} is hit in the {place}: {blow}{less}, nothing gets through",
        "waits": "it befalls {who} in the Losers Phase",
        "resisted": "{who} keeps the {place} free",
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
