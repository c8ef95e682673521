"""What a step of a history looks like that comes from elsewhere, and what is wrong with one."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from time import strptime
from typing import Annotated, Any, Literal

from gmtrack.core.deeds import rolls_in
from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds
from gmtrack.rulesets.port import Problem
from gmtrack.store.check.pydantic_errors import problems_in
from gmtrack.store.text.scalars import shown

TIME = "%Y-%m-%dT%H:%M:%SZ"
DEEPEST = 50
"""Maps and lists within each other."""
Face = Annotated[int, Bounds(ge=1)]
Rolled = tuple[str, str, list[Face], list[Face], bool, int | None]
"""A roll as `dice.fallen` writes it."""


@dataclass
class Share:
    label: str
    value: int


@dataclass
class Roll:
    name: str
    who: str
    dice: list[Face]
    given: bool
    again: list[Face] | None = None
    parts: list[Share] | None = None
    pool: int | None = None


@dataclass
class Forced:
    kind: str
    message: str


@dataclass
class Pair:
    attacker: str
    target: str


@dataclass
class ToldChange:
    """A change as a report tells it."""

    who: str
    what: str
    before: Any
    after: Any


@dataclass
class Attack:
    rolls: list[Roll] | None = None
    outcome: str | None = None


@dataclass
class Report:
    command: str = ""
    ruleset: str = ""
    rolls: list[Roll] | None = None
    attacks: list[Attack] | None = None
    results: "list[Report] | None" = None
    outcome: str | None = None
    forced: list[Forced] = field(default_factory=list)
    friendly_fire: list[Pair] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    changes: list[ToldChange] = field(default_factory=list)
    effects: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Change:
    path: list[str]
    made: bool = False
    place: int | None = None


@dataclass
class Shown:
    good: list[int] = field(default_factory=list)
    parts: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class Step:
    seq: int
    kind: Literal["step", "edit"]
    line: str
    changes: list[Change]
    time: str
    report: Report | None = None
    story: list[int | tuple[str, dict[str, Any], str]] = field(
        default_factory=list
    )
    shown: list[Shown] = field(default_factory=list)
    dice: list[Rolled] = field(default_factory=list)
    plain: bool = False
    first: str | None = None


def problems_of(step: Data) -> Iterator[Problem]:
    """What is wrong with a step as it stands in a file, the first of each kind of check."""
    if _is_deep(step, DEEPEST):
        yield Problem(
            (),
            f"there are more than {DEEPEST} maps and lists within each other",
        )
        return
    try:
        json.dumps(step, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        yield Problem(
            (), "there is a number or a character in it that nothing can be"
        )
        return
    found = [problem for problem, _ in problems_in(step, Step, _judge())]
    yield from found or _senseless(step)


def _is_deep(value: Any, levels: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return False
    return not levels or any(_is_deep(part, levels - 1) for part in parts)


@cache
def _judge() -> Any:
    from pydantic import ConfigDict, TypeAdapter

    return TypeAdapter(dict[str, Step], config=ConfigDict(strict=True))


def _senseless(step: Data) -> Iterator[Problem]:
    """What has the right shape and means nothing."""
    try:
        words = shlex.split(step["line"])
    except ValueError as error:
        words = []
        yield Problem(
            ("line",), f"found {shown(step['line'])}: {error}".lower()
        )
    else:
        if not words and step["kind"] == "step":
            yield Problem(("line",), "is empty, allowed: a command line")
    try:
        strptime(step["time"] or "2000-01-01T00:00:00Z", TIME)
    except ValueError:
        yield Problem(
            ("time",),
            f"found {shown(step['time'])}, allowed: 2026-11-22T23:45:23Z",
        )
    for at, change in enumerate(step["changes"]):
        if not change["path"]:
            yield Problem(("changes", str(at), "path"), "is empty")
    rolls = len(rolls_in(step.get("report") or {}))
    for at, part in enumerate(step.get("story") or ()):
        if isinstance(part, int) and not 0 <= part < rolls:
            yield Problem(
                ("story", str(at)),
                f"found {part}, and the report has {rolls} rolls",
            )
