"""Later attacks of several in a row, which meet a target as the earlier ones have left it."""

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Intent, without_defense
from gmtrack.core.report import Report
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset


def resolve_later(
    ruleset: Ruleset, draft: Draft, intent: Intent, dice: Dice
) -> Report:
    """Resolve an attack that others came before. Where the target can no longer defend as was said,
    the attack is made against what the target can still do. Raises Refusal where it cannot be made
    in any case."""
    try:
        return ruleset.resolve(draft, intent, dice)
    except Refusal:
        undefended = without_defense(intent)
        if undefended is None:
            raise
        return ruleset.resolve(draft, undefended, dice)
