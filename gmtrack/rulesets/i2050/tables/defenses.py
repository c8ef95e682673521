"""What the target of an attack can do about it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Defense = Literal["fight", "dodge", "weave", "none"]


class DefenseRow(NamedTuple):
    """One word of `--defense`: its rows, what it does."""

    id: str
    help: str


DEFENSES: Mapping[Defense, DefenseRow] = MappingProxyType(
    {
        "fight": DefenseRow(
            "IN-PHASE-07, IN-OPP-01", "fights back in melee; the higher success strikes"
        ),
        "dodge": DefenseRow(
            "IN-DODGE-01 to IN-DODGE-05", "DEX roll against the attack; not while prone"
        ),
        "weave": DefenseRow("IN-MOD-07, IN-R29", "no roll; -5 for the attacker"),
        "none": DefenseRow("IN-PHASE-08, IN-R17", "no roll, no parry"),
    }
)
