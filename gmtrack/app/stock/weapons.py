"""Weapons of the stock that are named in an attack or an action."""

from typing import TYPE_CHECKING

from gmtrack.core import MARK
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.names import listed, pick, squash
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def in_hand(ruleset: "Ruleset", encounter: Encounter, intent: Intent) -> Intent:
    """The intent with `@katana` as the weapon that its owner has of this name, or with the same
    values. Raises Refusal, with the line that gives it to them, for one that they have not got."""
    who = getattr(intent, "attacker", None) or getattr(intent, "who", None)
    if not isinstance(who, str):
        return intent
    who = pick(who, encounter.names(), "combatant", ruleset.WORDS.nobody)

    def owned(word: str) -> str:
        return _owned(ruleset, encounter, who, word) if word.startswith(MARK) else word

    fields = dict(vars(intent))
    for field in ("targets", "args"):
        if field in fields:
            fields[field] = tuple(map(owned, fields[field]))
    options = intent.options
    if options.weapon:
        fields["options"] = options._replace(weapon=owned(options.weapon))
    return type(intent)(**fields)


def _owned(ruleset: "Ruleset", encounter: Encounter, who: str, word: str) -> str:
    """The id of the weapon that somebody has. Raises Refusal and BadFile."""
    from gmtrack.store.stock.check import taken
    from gmtrack.store.stock.reading import WEAPONS

    name, values = taken(ruleset, WEAPONS, word)
    own = encounter.sheet(who).get(WEAPONS) or {}
    has = [key for key in own if squash(key) == name] or [
        key for key, weapon in own.items() if weapon == values
    ]
    if has:
        return str(has[0])
    line = f"gmtrack set {who} {WEAPONS}.{name}={MARK}{name}"
    there = f"; they have {listed(own)}" if own else ""
    message = f"{encounter.display_name(who)} has no {MARK}{name}: `{line}` gives it to them{there}"
    raise Refusal(ruleset.WORDS.unknown, message)
