"""What one attack with dice on the table came to for both sides."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from .odds_play import Sample, core, encounter, told

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Risk(NamedTuple):
    """An attack of the first of the cast, and what it comes to: the outcome, damage and effects of
    the attacker. `rest` is the rest of the fight."""

    name: str
    cast: str
    line: str
    outcome: str
    suffered: int = 0
    own: tuple[str, ...] = ()
    effects: tuple[str, ...] | None = None
    rest: Mapping[str, Any] = NOTHING

    def __str__(self) -> str:
        return self.name


def holds(folder: str, risk: Risk) -> None:
    """It comes to that."""
    cast = risk.cast.split()
    sample = Sample(folder, {"cast": cast, **risk.rest}, risk.line)
    line = f"attack {' '.join(cast[:2])} {risk.line}".split()
    (found,) = told(folder, core(folder).resolved(encounter(sample), line)[0])
    got = (found.outcome, found.suffered, found.own)
    assert got == (risk.outcome, risk.suffered, risk.own)
    assert risk.effects is None or found.effects == risk.effects
