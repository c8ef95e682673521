"""The shape of a step in an exported history, and the check of steps that come from elsewhere."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from time import strptime
from typing import Annotated, Any, Literal

from gmtrack.core.deeds import rolls_in
from gmtrack.core.draft import FIRST_EDITION
from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds
from gmtrack.rulesets.port import Problem
from gmtrack.store.check.pydantic_errors import problems_in
from gmtrack.store.text.scalars import shorten_value

TIME = "%Y-%m-%dT%H:%M:%SZ"
DEEPEST = 50
"""Most levels of maps and lists inside each other."""
Face = Annotated[int, Bounds(ge=1)]
Rolled = tuple[str, str, list[Face], list[Face], bool, int | None]
"""A roll in the form in which `dice.fallen` writes it."""


@dataclass
class RecordedPart:
    """A named part of a roll's pool."""

    label: str
    value: int


@dataclass
class RecordedRoll:
    """A roll in a report's document."""

    name: str
    who: str
    dice: list[Face]
    given: bool
    again: list[Face] | None = None
    parts: list[RecordedPart] | None = None
    pool: int | None = None


@dataclass
class RecordedOverride:
    """A refusal that the GM forced, in a report's document."""

    kind: str
    message: str


@dataclass
class RecordedPair:
    """Attacker and target of a friendly-fire attack."""

    attacker: str
    target: str


@dataclass
class ReportedChange:
    """A change of a value in a report's document."""

    who: str
    what: str
    before: Any
    after: Any


@dataclass
class RecordedAttack:
    """An attack of several in a report's document."""

    rolls: list[RecordedRoll] | None = None
    outcome: str | None = None


@dataclass
class RecordedReport:
    """A report's document, with the keys that are rendered later."""

    command: str = ""
    ruleset: str = ""
    rolls: list[RecordedRoll] | None = None
    attacks: list[RecordedAttack] | None = None
    results: "list[RecordedReport] | None" = None
    outcome: str | None = None
    forced: list[RecordedOverride] = field(default_factory=list)
    friendly_fire: list[RecordedPair] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    changes: list[ReportedChange] = field(default_factory=list)
    effects: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class RecordedChange:
    """A change of a step, as the journal writes it."""

    path: list[str]
    made: bool = False
    place: int | None = None


@dataclass
class RecordedDisplay:
    """The display of one roll of a step: the dice that count, and the parts of its pool."""

    good: list[int] = field(default_factory=list)
    parts: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class RecordedStep:
    """A journal entry of an exported history."""

    seq: int
    kind: Literal["step", "edit"]
    line: str
    changes: list[RecordedChange]
    time: str
    report: RecordedReport | None = None
    story: list[int | tuple[str, dict[str, Any], str]] = field(
        default_factory=list
    )
    shown: list[RecordedDisplay] = field(default_factory=list)
    dice: list[Rolled] = field(default_factory=list)
    plain: bool = False
    first: str | None = None
    edition: int = FIRST_EDITION


def problems_of(step: Data) -> Iterator[Problem]:
    """Yield the problems with a step of an exported history: of its nesting, else of its JSON,
    else of its shape, else of its meaning."""
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
    found = [
        problem
        for problem, _ in problems_in(step, RecordedStep, _step_validator())
    ]
    yield from found or _problems_of_meaning(step)


def _is_deep(value: Any, levels: int) -> bool:
    """Whether maps and lists are nested in `value` more than `levels` deep."""
    parts = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return False
    return not levels or any(_is_deep(part, levels - 1) for part in parts)


@cache
def _step_validator() -> Any:
    """Return pydantic's strict validator for a map of steps; built once, when the first step is
    checked."""
    from pydantic import ConfigDict, TypeAdapter

    return TypeAdapter(dict[str, RecordedStep], config=ConfigDict(strict=True))


def _problems_of_meaning(step: Data) -> Iterator[Problem]:
    """Yield the problems with a step of the right shape: a command line or time that cannot be
    read, a change without a path, a roll that the report does not have."""
    try:
        words = shlex.split(step["line"])
    except ValueError as error:
        words = []
        yield Problem(
            ("line",), f"found {shorten_value(step['line'])}: {error}".lower()
        )
    else:
        if not words and step["kind"] == "step":
            yield Problem(("line",), "is empty, allowed: a command line")
    try:
        strptime(step["time"] or "2000-01-01T00:00:00Z", TIME)
    except ValueError:
        yield Problem(
            ("time",),
            f"found {shorten_value(step['time'])}, allowed: 2026-11-22T23:45:23Z",
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
