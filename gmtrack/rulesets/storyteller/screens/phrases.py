"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping

from gmtrack.core.report import Phrase, aside, story_sentences
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

EARLIER = {
    "score": Phrase("{who}: initiative {after} (was {before})", "ST-019"),
    "note.breaking-point": Phrase("{who} faces a breaking point", "ST-011"),
    "note.no-intent": Phrase(
        '{who} has no intent: `set WHO intent="I want ..."`', "ST-008"
    ),
    "intent.due": Phrase("{who} has no intent: `{line}`", "ST-008"),
    "note.breaking-point.modifier": Phrase(
        "{who} faces a breaking point at {modifier} or worse", "ST-116"
    ),
    "move.due": Phrase(
        "{who} won a move: `act {id} take-move --with move=damage`, or another move",
        "ST-075",
    ),
}
"""What earlier versions told and histories still hold."""

PHRASES: Mapping[str, str] = {
    # rest
    "rest.tried": Phrase(
        "{who}: first aid has been tried (`--force`: again)", "ST-REST-08"
    ),
    "rest.stable": Phrase("{who} is stable", "ST-REST-08"),
    "rest.milder": Phrase("{who}: the worst box is milder", "ST-REST-09"),
    "rest.missed": Phrase(
        "{who}: {found} of {needed} successes", "ST-REST-08, ST-REST-09"
    ),
    # the round
    "round": aside("Round {round}", "ST-020"),
    "round-over": aside(
        "End of round {round}. `next` starts the next round", "ST-020"
    ),
    "turn": aside("{who}'s turn", "ST-020"),
    "turn.goes-on": aside("{who}'s turn continues", "ST-024"),
    "late": aside("{who} joins the order at initiative {score}", "ST-R43"),
    "late.had": aside(
        "{who} rejoins the order at initiative {score}, and has acted in this round",
        "ST-R43",
    ),
    "late.house": aside(
        "{who} joins the order at initiative {score} and acts from the next round (house rule"
        " `late_entry`)",
        "ST-R43",
    ),
    "late.passed": aside(
        "{who} joins the order at initiative {score}: that place has passed, they act from the"
        " next round",
        "ST-R43",
    ),
    "delays": Phrase("{who} delays", "ST-024"),
    "intervenes": Phrase("{who} takes their delayed turn", "ST-024, ST-025"),
    "grapple.friend": aside(
        "{who} grapples with {target}: `--with spare-grappling` spares them, for 4 dice",
        "ST-111",
    ),
    "bleeds": Phrase("{who} is bleeding out", "ST-170"),
    "end": aside("End of the scene", "ST-149"),
    # boxes and what follows
    "wound": Phrase(
        "{who} takes {points}: {empty} of {boxes} boxes empty", "ST-163, ST-164"
    ),
    "wound.penalty": aside(
        "{who}: wound penalty -{penalty} on all rolls", "ST-167, ST-168"
    ),
    "unconscious": Phrase("{who} is unconscious", "ST-169"),
    "dying": Phrase("{who} is dying", "ST-170"),
    "dead": Phrase("{who} is dead", "ST-171"),
    "wakes": Phrase("{who} regains consciousness", "ST-169, ST-170"),
    "willpower": aside("{who}: {left} willpower left", "ST-R06"),
    # notes for the GM
    "breaking-point": Phrase(
        "{who} faces a breaking point: `{line}`",
        "ST-011",
        story="{who} faces a breaking point",
    ),
    "note.dramatic-failure": Phrase(
        "{who}: dramatic failure", "ST-039, ST-R17"
    ),
    "note.upper-hand": Phrase("{who} gains the upper hand", "ST-R08"),
    "intents.due": aside("no intent yet: {who} (`{line}`)", "ST-008"),
    # tags and effects
    "tag.arm-wrack": Phrase("{who}'s arm is wracked", "ST-150"),
    "tag.leg-wrack": Phrase("{who}'s leg is wracked", "ST-150"),
    "tag.stunned": Phrase("{who} is stunned", "ST-150"),
    "tag.blinded-eye": Phrase("{who} is blinded in one eye", "ST-150"),
    "tag.heart-struck": Phrase("{who} is struck in the heart", "ST-150"),
    "tag.none": Phrase(
        "no further effect on {who}'s {place}: that takes {needed} damage, not {damage}",
        "ST-150",
        story="",
    ),
    "effect.surprised": Phrase("{who} is surprised", "ST-028"),
    "effect.prone": Phrase("{who} is prone", "ST-130 to ST-133"),
    "effect.on": Phrase("{who} is {effect}", "ST-044"),
    "effect.off": Phrase(
        "{who}: {effect} ends", story="{who} is no longer {effect}"
    ),
    "effect.same": aside("{who}: {effect} already applies"),
    "aim.lost": Phrase("{who} loses their aim", "ST-087"),
    # weapons
    "draws": Phrase("{who} draws the {weapon}", "ST-R41"),
    "score.hands": aside(
        "{who}: initiative {after} (was {before}) with {weapon} in hand",
        "ST-019",
    ),
    "weapon.dropped": Phrase("{who} drops the {weapon}", "ST-R41"),
    "weapon.wrecked": Phrase("{who}'s {weapon} is wrecked", "ST-157"),
    "weapon.taken": Phrase("{who} takes the {weapon}", "ST-070, ST-R46"),
    "loaded": Phrase(
        "the {weapon} is loaded: bullets left {bullets}",
        "ST-119",
        story="the {weapon} is loaded",
    ),
    # actions and tests
    "act.aim": Phrase("{who} aims at {what}", "ST-085"),
    "aim": aside("+{bonus} on the next shot", "ST-085, ST-086"),
    "act.escape": Phrase("{who} struggles against the bonds", "ST-082, ST-R28"),
    "escape.free": Phrase("{who} breaks free", "ST-082, ST-R28"),
    "escape.failed": Phrase("{who} stays bound", "ST-082, ST-R28"),
    "act.go-first": Phrase(
        "{who} acts first in the next round", "ST-023, ST-R10"
    ),
    "act.human-shield": Phrase(
        "{who} holds {what} as a human shield", "ST-113"
    ),
    "act.leave-cover": Phrase("{who} leaves cover", "ST-106"),
    "act.let-go": Phrase("{who} lets go of the human shield", "ST-113"),
    "act.move": Phrase(
        "{who} moves {distance} m", "ST-123", story="{who} moves {distance} m"
    ),
    "act.other": Phrase("{who}: {what}", "ST-020", story="{who}: {what}"),
    "act.pick-up": Phrase("{who} picks up the {what}", "ST-R41, ST-R46"),
    "act.reload": Phrase("{who} reloads", "ST-119"),
    "act.run": Phrase(
        "{who} runs {distance} m", "ST-124", story="{who} runs {distance} m"
    ),
    "act.stand": Phrase("{who} stands up", "ST-133"),
    "act.static": Phrase("{who} uses static Defense", "ST-053"),
    "act.take-cover": Phrase("{who} takes cover ({what})", "ST-106"),
    "act.take-move": Phrase("{who} makes a move in the grapple", "ST-075"),
    "act.wield": Phrase("{who} wields {what}", "ST-R41"),
    "ambush": Phrase("{who} ambushes {targets}", "ST-026"),
    "notices": Phrase("{who} is not surprised", "ST-026"),
    "test": Phrase("{who} tests {what}", "ST-006"),
    "test.awake": Phrase("{who} stays awake", "ST-168, ST-169"),
    "test.success": Phrase(
        "{who} succeeds (successes needed: {needed})",
        "ST-001, ST-006",
        story="{who} succeeds",
    ),
    "test.failure": Phrase(
        "{who} fails (successes needed: {needed})",
        "ST-001, ST-006",
        story="{who} fails",
    ),
    # by the GM
    "hand.damage": Phrase(
        "{who} takes {amount} {type} damage (GM)",
        "ST-172",
        story="{who} takes {amount} {type} damage",
    ),
    "healed.one": Phrase(
        "{who}: 1 box healed", "ST-163", story="{who} heals 1 box"
    ),
    "healed": Phrase(
        "{who}: {count} boxes healed",
        "ST-163",
        story="{who} heals {count} boxes",
    ),
    "healed.left": Phrase(
        "{who} still has {left}: `{line}`",
        "ST-163",
        story="{who} still has {left}",
    ),
    "set": "{who} (GM)",
    "set.value": "{what} = {value}",
    "add": "{who} joins as {id}",
    "remove": "{who} is out of the fight",
    **GONE,
    "gone.aim": Phrase(GONE["gone.aim"], "ST-087, ST-R58"),
    "gone.fire": Phrase(GONE["gone.fire"], "ST-R27, ST-R58"),
    "gone.grapple": Phrase(GONE["gone.grapple"], "ST-072, ST-R58"),
    # the declaration
    "attack": Phrase("{who} attacks {target} ({weapon}{burst})", "ST-031"),
    "attack.called": Phrase(
        "{who} attacks {target}, called shot: {place} ({weapon}{burst})",
        "ST-146",
        story="{who} attacks {target} ({weapon}{burst}, called shot: {place})",
    ),
    "attack.killing": Phrase(
        "{who} deals {target} a killing blow ({weapon})", "ST-152"
    ),
    "attack.at": Phrase("at {target}", "ST-092"),
    "killing": Phrase("no roll: the whole pool of {pool} is damage", "ST-152"),
    "one-target": aside(
        "only {target} is attacked: several targets need `--with burst=medium`",
        "ST-090, ST-091",
    ),
    "redirected": Phrase(
        "{who} is behind {other}, who is hit instead",
        "ST-083",
        story="{who} is behind {other}, who is attacked instead.",
    ),
    "defense.gone": aside(
        "{who} has no Defense until the end of the round", "ST-044"
    ),
    # the defender
    "dodging": Phrase(
        "{who} dodges, using the action of the round", "ST-057, ST-058"
    ),
    "stands-guard": Phrase(
        "{who} uses static Defense and the action of the round", "ST-053"
    ),
    "parries": Phrase("{who} parries, using the action of the round", "ST-056"),
    "defended": Phrase(
        "{who} is not hit: successes {count} against {hits}",
        "ST-063",
        story="{who} is not hit",
    ),
    "lessened": Phrase(
        "{who} cancels {count}: successes left {left} of {hits}", "ST-063"
    ),
    "opened": Phrase(
        "{who}'s guard is open: Defense -{count} until their next turn",
        "ST-056",
        story="{who}'s guard is open",
    ),
    "off-balance": Phrase(
        "{who} is off balance: Defense -1 during their next turn",
        "ST-064",
        story="{who} is off balance",
    ),
    "miss": Phrase("{who} misses", "ST-034, ST-039"),
    # damage
    "damage.bare": Phrase(
        "{points} {type} damage to {who}",
        "ST-037, ST-038",
        story="{who} takes {points} {type} damage",
    ),
    "damage": Phrase(
        "{points} {type} damage to {who} (weapon {base:+})",
        "ST-037, ST-038",
        story="{who} takes {points} {type} damage",
    ),
    "cover.stopped": Phrase(
        "cover ({name}) stops it: durability {durability}, weapon {weapon:+}",
        "ST-107",
        story="The cover ({name}) stops it.",
    ),
    "cover.through": Phrase(
        "cover ({name}) absorbs {taken}: structure {after} left (was {before})",
        "ST-108, ST-110",
        story="The cover ({name}) is damaged.",
    ),
    "cover.gone": Phrase(
        "cover ({name}) absorbs {taken} and is destroyed: structure was {before}",
        "ST-108, ST-110",
        story="The cover ({name}) is destroyed.",
    ),
    "shield.hit": Phrase(
        "{who} is hit as {user}'s human shield",
        "ST-114",
        story="{who} is hit as {user}'s human shield.",
    ),
    "shield.free": Phrase(
        "{who} lets go of {other}, who is nobody's human shield any more",
        "ST-113, ST-R30",
    ),
    "shield.stopped": Phrase(
        "nothing gets through to {who}: shield durability {durability}",
        "ST-113, ST-115",
        story="nothing gets through to {who}",
    ),
    "shield.through": Phrase(
        "{left} damage gets through to {who}: shield durability {durability}",
        "ST-113, ST-115",
    ),
    "armor.ballistic": Phrase(
        "ballistic armor: {count} lethal turned to bashing", "ST-158, ST-160"
    ),
    "armor.general": Phrase("general armor absorbs {count}", "ST-159"),
    "wear": Phrase(
        "the {weapon} is damaged: structure {after} left (was {before})",
        "ST-157",
    ),
    "armor.shock": Phrase(
        "armor stops all of it, the impact does 1 bashing", "ST-161"
    ),
    "through.none": Phrase("{who} takes no damage", "ST-038"),
    # covering fire
    "act.covering-fire": Phrase(
        "{who} lays covering fire on {target} ({weapon})", "ST-094"
    ),
    "suppressed": Phrase(
        "{who} is under covering fire: hide, or be hit when acting",
        "ST-095",
        story="{who} is under covering fire",
    ),
    "suppressed.down": Phrase(
        "{who} is down: the covering fire passes over them",
        "ST-095, ST-R58",
        story="the covering fire passes over {who}",
    ),
    "fire.nobody": Phrase(
        "the covering fire fails: nobody has to hide", "ST-095"
    ),
    "fire.falls": Phrase(
        "{who} acts under covering fire",
        "ST-097",
        story="{who} acts under covering fire.",
    ),
    # unarmed
    "act.disarm": Phrase("{who} tries to disarm {target} ({weapon})", "ST-069"),
    "act.disarm.failed": Phrase("{who} keeps the {weapon}", "ST-069"),
    "act.touch": Phrase("{who} tries to touch {target}", "ST-084, ST-R25"),
    "act.touch.done": Phrase("{who} touches {target}", "ST-084, ST-R25"),
    "act.touch.failed": Phrase(
        "{who} fails to touch {target}", "ST-084, ST-R25"
    ),
    "act.grab": Phrase("{who} tries to grab {target}", "ST-072"),
    "act.grapple": Phrase(
        "grapple contest: {who}", "ST-074", story="{who} wrestle"
    ),
    "grappling": Phrase(
        "now grappling: {who}", "ST-072, ST-R24", story="{who} are grappling"
    ),
    "grapple.tie": Phrase("tie: neither makes a move", "ST-075, ST-R03"),
    "move.break-free": Phrase(
        "{who} breaks free and may act at once", "ST-076"
    ),
    "move.control-weapon": Phrase("{who} takes control of a weapon", "ST-077"),
    "controls": Phrase("{who} controls the {weapon}", "ST-077"),
    "move.damage": Phrase("{who} damages {other}", "ST-078"),
    "move.disarm": Phrase(
        "{who} knocks the weapon out of the grapple", "ST-079"
    ),
    "move.drop-prone": Phrase(
        "{who} takes {other} to the ground: both go prone", "ST-080"
    ),
    "move.hold": Phrase("{who} holds {other}: neither has Defense", "ST-081"),
    "move.restrain": Phrase(
        "{who} restrains {other}, who can only try to escape", "ST-082"
    ),
    "move.take-cover": Phrase(
        "{who} takes cover behind {other}: ranged attacks hit {other}",
        "ST-083",
        story="{who} takes cover behind {other}",
    ),
    "move.won": aside("{who} won a move: `{line}`, or another move", "ST-075"),
    # quick combat
    "act.quick-combat": Phrase("{who} and {target} fight it out", "ST-012"),
    "quick.won": Phrase(
        "{who} wins by {lead} and gets what they wanted",
        "ST-012, ST-R08",
        story="{who} wins and gets what they wanted",
    ),
    "quick.lost": Phrase(
        "{who} is not beaten and gets away, ahead by {lead}",
        "ST-012, ST-R08",
        story="{who} is not beaten and gets away",
    ),
    "willpower.back": aside("{who} regains 1 willpower: {left} left", "ST-R08"),
    **EARLIER,
}

LABELS: Mapping[str, str] = {
    "bashing": "bashing boxes",
    "lethal": "lethal boxes",
    "aggravated": "aggravated boxes",
    "decay": "Defense lost",
}

REFILLS = ("decay",)
"""What every turn gives back."""

STORY: Mapping[str, str] = {
    **COMMON_STORY,
    **story_sentences(PHRASES),
    "note.no-intent": "",
    "intent.due": "",
    "score": "",
    "move.due": "",
    "note.breaking-point.modifier": "{who} faces a breaking point",
}
"""How the story tells what the screen tells with its numbers."""
