"""Section 6: every doubt about the source, the default ruling and its house-rule key."""

from gmtrack.rulesets.kit.rulings import Ruling
from gmtrack.rulesets.spotlight.rulings.attacks import ATTACKS
from gmtrack.rulesets.spotlight.rulings.dying import DYING
from gmtrack.rulesets.spotlight.rulings.turns import TURNS

RULINGS: tuple[Ruling, ...] = (*TURNS, *ATTACKS, *DYING)
"""All rulings in the ledger's order; those with two keys stand twice."""
