"""Section 6: every doubt about the source, the default ruling and its house-rule key."""

from gmtrack.rulesets.kit.rulings import Ruling
from gmtrack.rulesets.sr3.rulings.dice import DICE
from gmtrack.rulesets.sr3.rulings.gear import GEAR
from gmtrack.rulesets.sr3.rulings.melee import MELEE
from gmtrack.rulesets.sr3.rulings.shooting import SHOOTING
from gmtrack.rulesets.sr3.rulings.turns import TURNS
from gmtrack.rulesets.sr3.rulings.wounds import WOUNDS

RULINGS: tuple[Ruling, ...] = tuple(
    sorted((*DICE, *TURNS, *MELEE, *WOUNDS, *SHOOTING, *GEAR), key=lambda ruling: ruling.id)
)
"""All rulings in the ledger's order; those with several keys stand once for each."""
