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
        "one-target": "only {target} is attacked",
        "redirected": "{who} is behind {other}, who is hit instead",
        "defense.gone": "{who} gives up Defense for it",
        # the defender
        "dodging": "{who} dodges from now on",
        "defended": "{who} takes the last success away: {count}",
        "off-balance": "{who} loses the balance: Defense -1 in the next turn",
        "miss": "{who} misses",
        # damage
        "damage": "{points} {type} for {who} (weapon {base:+})",
        "cover.stopped": "{name} stops it",
        "cover.through": "{left} get through {name}, structure {after} left",
        "cover.gone": "{left} get through {name}, which is gone",
        "shield.hit": "{who} is in the way, held before {user}",
        "armor.ballistic": "ballistic armor: {count} lethal become bashing",
        "armor.general": "armor takes {count} off",
        "armor.shock": "the shock is 1 bashing",
        "through.none": "{who} takes nothing",
        # covering fire
        "act.covering-fire": "{who} lays covering fire on {target} ({weapon})",
        "suppressed": "{who} is under fire: hide, or be hit when acting",
        "fire.nobody": "nobody has to hide",
        "fire.falls": "{who} has acted under covering fire",
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
        "grapple.over": "{who} is free",
        "move": "{who}: {move}",
        "move.due": "{who} has a move: take-move --with move=M",
        # quick combat
        "act.quick-combat": "{who} and {target} fight it out",
        "quick.won": "{who} wins, {lead} ahead, and gets what was wanted",
        "quick.lost": "{who} is not beaten, {lead} ahead, and gets away",
        "willpower.back": "{who} regains willpower: {left}",
    }
)
