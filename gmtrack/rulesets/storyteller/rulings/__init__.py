"""Section 6: every doubt about the source, the default ruling and its house-rule key."""

from gmtrack.rulesets.kit.rulings import Ruling
from gmtrack.rulesets.storyteller.rulings.attacks import ATTACKS
from gmtrack.rulesets.storyteller.rulings.rest import REST
from gmtrack.rulesets.storyteller.rulings.rolls import ROLLS
from gmtrack.rulesets.storyteller.rulings.wounds import WOUNDS

RULINGS: tuple[Ruling, ...] = (*ROLLS, *ATTACKS, *WOUNDS, *REST)
"""All rulings in the ledger's order; those with several keys stand once for each."""
