"""SR-100 to SR-107: the ways of getting rounds into a weapon."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.rounding import ROUNDING
from gmtrack.rulesets.sr3.tables.kinds import Loading

Handful = Callable[[int, str], int]
"""Rounds in one complex action, by quickness and how halves are rounded."""


class LoadingRow(NamedTuple):
    """One way. `swap`: what getting the clip, belt or loader in or out costs, None where there is
    none; `rounds`: how many are filled or loaded in one complex action; `actions`: the words."""

    key: Loading
    holder: str
    swap: str | None
    rounds: Handful
    id: str
    actions: tuple[str, ...]


def _by_quickness(quickness: int, rounding: str) -> int:
    del rounding
    return quickness


def _two(quickness: int, rounding: str) -> int:
    del quickness, rounding
    return 2


def _half(quickness: int, rounding: str) -> int:
    return max(1, ROUNDING[rounding](quickness, 2))


LOADING: Mapping[Loading, LoadingRow] = MappingProxyType(
    {
        "clip": LoadingRow("clip", "clip", "simple", _by_quickness, "SR-100, SR-101",
                           ("remove-clip", "insert-clip", "fill-clip")),
        "break": LoadingRow("break", "barrels", None, _two, "SR-102", ("load",)),
        "internal": LoadingRow("internal", "magazine", None, _by_quickness, "SR-103", ("load",)),
        "cylinder": LoadingRow("cylinder", "loader", "simple", _by_quickness, "SR-104, SR-105",
                               ("load", "remove-loader", "insert-loader", "fill-loader")),
        "belt": LoadingRow("belt", "belt", "complex", _half, "SR-106, SR-107",
                           ("remove-belt", "insert-belt", "fill-belt")),
    }
)  # fmt: skip
