"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

EARLIER = {
    "score": "{who}: initiative {after} (was {before})",
    "note.breaking-point": "{who} faces a breaking point",
    "note.no-intent": '{who} has no intent: `set WHO intent="I want ..."`',
    "intent.due": "{who} has no intent: `{line}`",
    "note.breaking-point.modifier": "{who} faces a breaking point at {modifier} or worse",
    "move.due": "{who} won a move: `act {id} take-move --with move=damage`, or another move",
}
"""What earlier versions told and histories still hold."""

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the round
        "round": "Round {round}",
        "round-over": "End of round {round}. `next` starts the next round",
        "turn": "{who}'s turn",
        "turn.goes-on": "{who}'s turn continues",
        "late": "{who} joins the order at initiative {score}",
        "late.had": "{who} rejoins the order at initiative {score}, and has acted in this round",
        "late.house": (
            "{who} joins the order at initiative {score} and acts from the next round (house rule"
            " `late_entry`)"
        ),
        "late.passed": (
            "{who} joins the order at initiative {score}: that place has passed, they act from the"
            " next round"
        ),
        "delays": "{who} delays",
        "intervenes": "{who} takes their delayed turn",
        "bleeds": "{who} is bleeding out",
        "end": "End of the scene",
        # boxes and what follows
        "wound": "{who} takes {points}: {empty} of {boxes} boxes empty",
        "wound.penalty": "{who}: wound penalty -{penalty} on all rolls",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "wakes": "{who} regains consciousness",
        "willpower": "{who}: {left} willpower left",
        # notes for the GM
        "breaking-point": "{who} faces a breaking point: `{line}`",
        "note.dramatic-failure": "{who}: dramatic failure",
        "note.upper-hand": "{who} gains the upper hand",
        "intents.due": "no intent yet: {who} (`{line}`)",
        # tags and effects
        "tag.arm-wrack": "{who}'s arm is wracked",
        "tag.leg-wrack": "{who}'s leg is wracked",
        "tag.stunned": "{who} is stunned",
        "tag.blinded-eye": "{who} is blinded in one eye",
        "tag.heart-struck": "{who} is struck in the heart",
        "tag.none": (
            "no further effect on {who}'s {place}: that takes {needed} damage, not {damage}"
        ),
        "effect.surprised": "{who} is surprised",
        "effect.prone": "{who} is prone",
        "effect.on": "{who} is {effect}",
        "effect.off": "{who}: {effect} ends",
        "effect.same": "{who}: {effect} already applies",
        "aim.lost": "{who} loses their aim",
        # weapons
        "draws": "{who} draws the {weapon}",
        "score.hands": "{who}: initiative {after} (was {before}) with {weapon} in hand",
        "weapon.dropped": "{who} drops the {weapon}",
        "weapon.wrecked": "{who}'s {weapon} is wrecked",
        "weapon.taken": "{who} takes the {weapon}",
        "loaded": "the {weapon} is loaded: bullets left {bullets}",
        # actions and tests
        "act.aim": "{who} aims at {what}",
        "aim": "+{bonus} on the next shot",
        "act.escape": "{who} struggles against the bonds",
        "escape.free": "{who} breaks free",
        "escape.failed": "{who} stays bound",
        "act.go-first": "{who} acts first in the next round",
        "act.human-shield": "{who} holds {what} as a human shield",
        "act.leave-cover": "{who} leaves cover",
        "act.let-go": "{who} lets go of the human shield",
        "act.move": "{who} moves {distance} m",
        "act.other": "{who}: {what}",
        "act.pick-up": "{who} picks up the {what}",
        "act.reload": "{who} reloads",
        "act.run": "{who} runs {distance} m",
        "act.stand": "{who} stands up",
        "act.static": "{who} uses static Defense",
        "act.take-cover": "{who} takes cover ({what})",
        "act.take-move": "{who} makes a move in the grapple",
        "act.wield": "{who} wields {what}",
        "ambush": "{who} ambushes {targets}",
        "notices": "{who} is not surprised",
        "test": "{who} tests {what}",
        "test.awake": "{who} stays awake",
        "test.success": "{who} succeeds (successes needed: {needed})",
        "test.failure": "{who} fails (successes needed: {needed})",
        # by the GM
        "hand.damage": "{who} takes {amount} {type} damage (GM)",
        "healed.one": "{who}: 1 box healed",
        "healed": "{who}: {count} boxes healed",
        "healed.left": "{who} still has {left}: `{line}`",
        "set": "{who} (GM)",
        "set.value": "{what} = {value}",
        "add": "{who} joins as {id}",
        "remove": "{who} is out of the fight",
        **GONE,
        # the declaration
        "attack": "{who} attacks {target} ({weapon}{burst})",
        "attack.called": "{who} attacks {target}, called shot: {place} ({weapon}{burst})",
        "attack.killing": "{who} deals {target} a killing blow ({weapon})",
        "attack.at": "at {target}",
        "killing": "no roll: the whole pool of {pool} is damage",
        "one-target": "only {target} is attacked: several targets need `--with burst=medium`",
        "redirected": "{who} is behind {other}, who is hit instead",
        "defense.gone": "{who} has no Defense until the end of the round",
        # the defender
        "dodging": "{who} dodges, using the action of the round",
        "stands-guard": "{who} uses static Defense and the action of the round",
        "parries": "{who} parries, using the action of the round",
        "defended": "{who} is not hit: successes {count} against {hits}",
        "lessened": "{who} cancels {count}: successes left {left} of {hits}",
        "opened": "{who}'s guard is open: Defense -{count} until their next turn",
        "off-balance": "{who} is off balance: Defense -1 during their next turn",
        "miss": "{who} misses",
        # damage
        "damage.bare": "{points} {type} damage to {who}",
        "damage": "{points} {type} damage to {who} (weapon {base:+})",
        "cover.stopped": "cover ({name}) stops it: durability {durability}, weapon {weapon:+}",
        "cover.through": "cover ({name}) absorbs {taken}: structure {after} left (was {before})",
        "cover.gone": "cover ({name}) absorbs {taken} and is destroyed: structure was {before}",
        "shield.hit": "{who} is hit as {user}'s human shield",
        "shield.free": "{who} lets go of {other}, who is nobody's human shield any more",
        "shield.stopped": "nothing gets through to {who}: shield durability {durability}",
        "shield.through": "{left} damage gets through to {who}: shield durability {durability}",
        "armor.ballistic": "ballistic armor: {count} lethal turned to bashing",
        "armor.general": "general armor absorbs {count}",
        "wear": "the {weapon} is damaged: structure {after} left (was {before})",
        "armor.shock": "armor stops all of it, the impact does 1 bashing",
        "through.none": "{who} takes no damage",
        # covering fire
        "act.covering-fire": "{who} lays covering fire on {target} ({weapon})",
        "suppressed": "{who} is under covering fire: hide, or be hit when acting",
        "fire.nobody": "the covering fire fails: nobody has to hide",
        "fire.falls": "{who} acts under covering fire",
        # unarmed
        "act.disarm": "{who} tries to disarm {target} ({weapon})",
        "act.disarm.failed": "{who} keeps the {weapon}",
        "act.touch": "{who} tries to touch {target}",
        "act.touch.done": "{who} touches {target}",
        "act.touch.failed": "{who} fails to touch {target}",
        "act.grab": "{who} tries to grab {target}",
        "act.grapple": "grapple contest: {who}",
        "grappling": "now grappling: {who}",
        "grapple.tie": "tie: neither makes a move",
        "move.break-free": "{who} breaks free and may act at once",
        "move.control-weapon": "{who} takes control of a weapon",
        "controls": "{who} controls the {weapon}",
        "move.damage": "{who} damages {other}",
        "move.disarm": "{who} knocks the weapon out of the grapple",
        "move.drop-prone": "{who} takes {other} to the ground: both go prone",
        "move.hold": "{who} holds {other}: neither has Defense",
        "move.restrain": "{who} restrains {other}, who can only try to escape",
        "move.take-cover": "{who} takes cover behind {other}: ranged attacks hit {other}",
        "move.won": "{who} won a move: `{line}`, or another move",
        # quick combat
        "act.quick-combat": "{who} and {target} fight it out",
        "quick.won": "{who} wins by {lead} and gets what they wanted",
        "quick.lost": "{who} is not beaten and gets away, ahead by {lead}",
        "willpower.back": "{who} regains 1 willpower: {left} left",
        **EARLIER,
    }
)

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "bashing": "bashing boxes",
        "lethal": "lethal boxes",
        "aggravated": "aggravated boxes",
        "decay": "Defense lost",
    }
)

REFILLS = ("decay",)
"""What every turn gives back."""

ONLY_FOR_THE_GM = (
    "round",
    "round-over",
    "turn",
    "turn.goes-on",
    "late",
    "late.had",
    "late.house",
    "late.passed",
    "end",
    "willpower",
    "note.no-intent",
    "intent.due",
    "intents.due",
    "effect.same",
    "score",
    "score.hands",
    "aim",
    "move.due",
    "move.won",
    "willpower.back",
    "one-target",
    "defense.gone",
    "wound.penalty",
)
"""What the story leaves out: whose turn it is, what it costs, what is left."""

STORY: Mapping[str, str] = MappingProxyType(
    {
        **COMMON_STORY,
        **dict.fromkeys(ONLY_FOR_THE_GM, ""),
        "attack.called": "{who} attacks {target} ({weapon}{burst}, called shot: {place})",
        "breaking-point": "{who} faces a breaking point",
        "note.breaking-point.modifier": "{who} faces a breaking point",
        "tag.none": "",
        "act.move": "{who} moves {distance} m",
        "act.run": "{who} runs {distance} m",
        "effect.off": "{who} is no longer {effect}",
        "act.other": "{who}: {what}",
        "test.success": "{who} succeeds",
        "test.failure": "{who} fails",
        "hand.damage": "{who} takes {amount} {type} damage",
        "healed.one": "{who} heals 1 box",
        "healed": "{who} heals {count} boxes",
        "healed.left": "{who} still has {left}",
        "damage": "{who} takes {points} {type} damage",
        "damage.bare": "{who} takes {points} {type} damage",
        "defended": "{who} is not hit",
        "opened": "{who}'s guard is open",
        "off-balance": "{who} is off balance",
        "redirected": "{who} is behind {other}, who is attacked instead.",
        "cover.stopped": "The cover ({name}) stops it.",
        "cover.through": "The cover ({name}) is damaged.",
        "cover.gone": "The cover ({name}) is destroyed.",
        "shield.hit": "{who} is hit as {user}'s human shield.",
        "fire.falls": "{who} acts under covering fire.",
        "shield.stopped": "nothing gets through to {who}",
        "suppressed": "{who} is under covering fire",
        "act.grapple": "{who} wrestle",
        "grappling": "{who} are grappling",
        "move.take-cover": "{who} takes cover behind {other}",
        "quick.won": "{who} wins and gets what they wanted",
        "quick.lost": "{who} is not beaten and gets away",
        "loaded": "the {weapon} is loaded",
    }
)
"""How the story tells what the screen tells with its numbers."""
