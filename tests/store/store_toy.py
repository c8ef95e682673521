"""A small ruleset that stands in for the real ones: a sheet, a scene, live state, house rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.keys import Key, Name
from gmtrack.core.record import Bounds, Pattern, Record, derived, stored
from gmtrack.rulesets.port import HouseRule, Meta, Problem, Schema, Words

META = Meta("toy", "Toy", "for tests")
WORDS = Words(dice="roll", unknown="unknown", value="value")
PHRASES: dict[str, str] = {}
LABELS: dict[str, str] = {}

DV = Pattern(r"STR([+-]\d+)?", "an attribute with or without a number, such as STR+2")


@dataclass(frozen=True, slots=True)
class Weapon:
    kind: Literal["melee", "ranged"]
    dv: Annotated[int, Bounds(0, 20)] | Annotated[str, DV]
    modes: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    name: str
    rating: Annotated[int, Bounds(0, 10)]


@dataclass(frozen=True, slots=True)
class Sheet:
    body: Annotated[int, Bounds(0, 30)]
    speed: Annotated[float, Bounds(ge=0)] = 1.0
    flesh_max: Annotated[int, Bounds(1, 99)] | None = None
    karma: int = 0
    machine: bool = False
    mods: dict[Literal["body", "speed"], int] = field(default_factory=dict)
    skills: dict[Name, Annotated[int, Bounds(0, 20)]] = field(default_factory=dict)
    weapons: dict[Key, Weapon] = field(default_factory=dict)
    armor: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Barrier:
    rating: int


@dataclass(frozen=True, slots=True)
class Scene:
    light: Literal["full", "dim"] = "full"
    barriers: dict[Key, Barrier] = field(default_factory=dict)


class Fight(Record):
    round: Annotated[int, Bounds(0, 1000)] = 0
    pass_: int = stored(0, path="pass")
    active: str | None = None
    laid: dict[str, dict[str, Any]] = derived(lambda _: {})


class Live(Record):
    ap: Annotated[int, Bounds(0, 12)] = 0
    prone: bool = False
    cover: Literal["none", "partial"] = "none"
    flesh: int = stored(10, path="pools.flesh")
    karma: int = 0
    effects: list[dict[str, Any]] = derived(lambda _: [])


SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=Fight,
    live=Live,
    house_rules={
        "glitch": HouseRule("glitch", "R-1", "half", ("half", "off")),
        "min_pool": HouseRule("min_pool", "R-2", 0, (0, 1)),
        "cost": HouseRule("cost", "R-3", 1, int),
        "ap_cost": HouseRule("ap_cost", "R-4", {}, dict),
    },
    refused_rules={"gravity": "it would change every table"},
)


def complete(sheet: Data) -> Data:
    """Machines need no body; a sheet whose `machine` can't be looked up is the schema's job."""
    return {"body": 0, **sheet} if {True: 1, False: 0}[sheet.get("machine", False)] else sheet


def check(encounter: Encounter) -> Iterator[Problem]:
    for who in encounter.combatants:
        if encounter.sheet(who).get("body") == 13:
            yield Problem(("combatants", who, "body"), "found 13, allowed: no unlucky number")
