"""Section 6: every doubt about the source, the default ruling and its house-rule key."""

from gmtrack.rulesets.i2050.rulings.attacks import ATTACKS
from gmtrack.rulesets.i2050.rulings.bodies import BODIES
from gmtrack.rulesets.i2050.rulings.options import OPTIONS
from gmtrack.rulesets.i2050.rulings.rest import REST
from gmtrack.rulesets.kit.rulings import Ruling

RULINGS: tuple[Ruling, ...] = (*ATTACKS, *BODIES, *OPTIONS, *REST)
"""All rulings in the ledger's order; those with several keys stand once for each."""
