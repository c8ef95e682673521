"""SR-054 to SR-064: single shot, semi-automatic, burst, full auto."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from gmtrack.rulesets.sr3.tables.kinds import Mode


class ModeRow(NamedTuple):
    """One mode of fire. `rounds` None: as many as are declared; `limit`: how often in a phase and
    by weapon, None where the action is all there is."""

    mode: Mode
    title: str
    cost: Literal["simple", "complex"]
    rounds: int | None
    limit: int | None
    id: str


MODES: Mapping[Mode, ModeRow] = MappingProxyType(
    {
        "ss": ModeRow("ss", "single shot", "simple", 1, 1, "SR-054"),
        "sa": ModeRow("sa", "semi-automatic", "simple", 1, 2, "SR-055"),
        "bf": ModeRow("bf", "burst", "simple", 3, 2, "SR-056"),
        "fa": ModeRow("fa", "full auto", "complex", None, None, "SR-060"),
    }
)


MODE_NAMES: Mapping[str, Mode] = MappingProxyType(
    {
        "single": "ss", "single-shot": "ss", "semi-auto": "sa", "burst": "bf",
        "full-auto": "fa", "full": "fa", "auto": "fa",
    }
)  # fmt: skip
"""What people call them."""


class BurstRow(NamedTuple):
    """What so many rounds in one burst do (SR-057 to SR-059)."""

    power: int
    level: int
    recoil: int


BURSTS: Mapping[int, BurstRow] = MappingProxyType(
    {3: BurstRow(3, 1, 3), 2: BurstRow(2, 0, 3), 1: BurstRow(0, 0, 0)}
)

FULL_AUTO_LEAST = 3
"""SR-060: more than two rounds in all."""
ROUNDS_PER_LEVEL = 3
"""SR-063"""
