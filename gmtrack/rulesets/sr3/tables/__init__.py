"""The printed tables as data, each row with its ledger id."""

from gmtrack.rulesets.sr3.tables.visibility import MELEE as MELEE_VISIBILITY
from gmtrack.rulesets.sr3.tables.visibility import RANGED as RANGED_VISIBILITY

__all__ = ["MELEE_VISIBILITY", "RANGED_VISIBILITY"]
