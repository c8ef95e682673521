"""Later attacks of several in a row: each meets its target as the attacks before have left it."""

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Intent, without_defense
from gmtrack.core.report import Report
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset


def resolve_later(
    ruleset: Ruleset, draft: Draft, intent: Intent, dice: Dice
) -> Report:
    """Resolve an attack that others came before. If the target can no longer defend as the
    intent says, the attack is resolved without that defense. Raises Refusal if it cannot be made
    either way."""
    try:
        return ruleset.resolve(draft, intent, dice)
    except Refusal:
        undefended = without_defense(intent)
        if undefended is None:
            raise
        return ruleset.resolve(draft, undefended, dice)
