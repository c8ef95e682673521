"""SS-ATK-21..24 and SS-DEF-18..23: firing modes and flechette spreads; SS-ACC-02..10."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class FiringMode(NamedTuple):
    """`defense` is what the mode does to the target's Defense Test; `barrier_points` what a
    piercing attack with so many bullets takes off a barrier (SS-BAR-09)."""

    key: str
    bullets: int
    defense: int
    barrier_points: int
    cost: str
    """The row of the action table that it is paid by."""
    id: str
    help: str


_MODES = (
    FiringMode("single", 1, 0, 1, "attack_single", "SS-ATK-21", "one shot"),
    FiringMode("sa_burst", 3, -2, 2, "sa_burst", "SS-ATK-22", "semi-automatic burst"),
    FiringMode("burst", 3, -2, 2, "burst", "SS-ATK-22", "burst"),
    FiringMode("long_burst", 6, -5, 3, "long_burst", "SS-ATK-23", "long burst"),
    FiringMode("fa_simple", 6, -5, 3, "fa_simple", "SS-ATK-23", "full auto, Simple Action"),
    FiringMode("fa_complex", 10, -9, 4, "fa_complex", "SS-ATK-24", "full auto, Complex Action"),
)
MODES: Mapping[str, FiringMode] = MappingProxyType({row.key: row for row in _MODES})


class Spread(NamedTuple):
    """How far flechettes scatter, and what that does to the target's Defense Test."""

    key: str
    defense: int
    id: str


SPREADS: Mapping[str, Spread] = MappingProxyType(
    {
        "narrow": Spread("narrow", -1, "SS-DEF-18"),
        "medium": Spread("medium", -3, "SS-DEF-19"),
        "wide": Spread("wide", -5, "SS-DEF-20"),
    }
)


class Accuracy(NamedTuple):
    """The limit of a weapon whose sheet names none (R-ACC-2), by quality."""

    quality: str
    melee: int
    ranged: int
    id: str


ACCURACIES: Mapping[str, Accuracy] = MappingProxyType(
    {
        "normal": Accuracy("normal", 5, 4, "SS-ACC-02, SS-ACC-07"),
        "improvised": Accuracy("improvised", 4, 3, "SS-ACC-03, SS-ACC-09"),
        "bulky": Accuracy("bulky", 3, 3, "SS-ACC-04"),
    }
)
