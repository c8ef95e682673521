"""The sentences of attacks and of the actions that go with them."""

from collections.abc import Mapping
from types import MappingProxyType

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the declaration
        "attack": "{who} attacks {target} ({weapon}{burst})",
        "attack.called": "{who} attacks {target}, aimed at the {place} ({weapon}{burst})",
        "attack.killing": "{who} deals {target} a killing blow ({weapon})",
        "attack.at": "at {target}",
        "killing": "no roll: {pool} dice are {pool} points",
        "one-target": "only {target} is attacked",
        "redirected": "{who} is behind {other}, who is hit instead",
        "defense.gone": "{who} has no Defense until the round is over",
        # the defender
        "dodging": "{who} dodges from now on, instead of acting",
        "stands-guard": "{who} stands guard, instead of acting",
        "parries": "{who} parries, instead of acting",
        "defended": "{who} is not hit: {count} against {hits}",
        "lessened": "{who} takes {count} of {hits} successes off: {left} left",
        "opened": "{who} is open: Defense -{count} until the next own turn",
        "off-balance": "{who} loses the balance: Defense -1 in the next turn",
        "miss": "{who} misses",
        # damage
        "damage.bare": "{points} {type} for {who}",
        "damage": "{points} {type} for {who} (weapon {base:+})",
        "cover.stopped": "{name} stops it: durability {durability}, weapon {weapon}",
        "cover.through": "{name}: {taken} off, structure {before} to {after}",
        "cover.gone": "{name}: {taken} off, structure {before} to 0: it is gone",
        "shield.hit": "{who} is in the way, held as a shield by {user}",
        "shield.stopped": "nothing passes to {who}: durability {durability}",
        "shield.through": "{left} pass to {who}: durability {durability}",
        "armor.ballistic": "ballistic armor: {count} lethal to bashing",
        "armor.general": "armor: {count} off",
        "wear": "the {weapon} suffers: structure {before} to {after}",
        "armor.shock": "armor stopped it all; the shock is 1 bashing",
        "through.none": "{who} takes nothing",
        # covering fire
        "act.covering-fire": "{who} lays covering fire on {target} ({weapon})",
        "suppressed": "{who} is under fire: hide, or be hit when acting",
        "fire.nobody": "nobody has to hide",
        "fire.falls": "{who} acts under covering fire",
        # unarmed
        "act.disarm": "{who} goes for {target}'s {weapon}",
        "act.disarm.failed": "{who} keeps the {weapon}",
        "act.touch": "{who} tries to touch {target}",
        "act.touch.done": "{who} touches {target}",
        "act.touch.failed": "{who} does not get through to {target}",
        "act.grab": "{who} grabs for {target}",
        "act.grapple": "wrestling: {who}",
        "grappling": "grappling from now on: {who}",
        "grapple.tie": "neither gains anything",
        "move.break-free": "{who} breaks free and may act at once",
        "move.control-weapon": "{who} gets a grip on a weapon",
        "controls": "{who} controls the {weapon}",
        "move.damage": "{who} hurts {other}",
        "move.disarm": "{who} twists the weapon out of the grapple",
        "move.drop-prone": "{who} takes both to the ground",
        "move.hold": "{who} holds {other}: no Defense for both",
        "move.restrain": "{who} restrains {other}, who can only try to escape",
        "move.take-cover": "{who} ducks behind {other}, whom missiles hit instead",
        "move.due": "{who} has a move: `act {id} take-move --with move=damage`, or another move",
        # quick combat
        "act.quick-combat": "{who} and {target} fight it out",
        "quick.won": "{who} wins by {lead} and gets what was wanted",
        "quick.lost": "{who} is not beaten and gets away, {lead} ahead",
        "willpower.back": "{who} regains willpower: {left}",
    }
)
