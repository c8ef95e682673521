"""Counters of the GM's own, of somebody or of the fight: what a file says of them, and where each
stands."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.keys import Key
from gmtrack.core.record import Bounds, Form, Pattern

FIGHT = "fight"
"""Whose counters those of the fight are."""
MOST = 1_000_000
MOMENTS = ("round-start", "round-end", "turn-start", "turn-end")
"""When something of the GM's own happens by itself."""
Moment = Literal["round-start", "round-end", "turn-start", "turn-end"]
Rest = Literal["scene", "hour", "night", "day", "week", "full"]
Value = Annotated[int, Bounds(0, MOST)]
Values = dict[Key, Value]
"""Where counters stand, by id."""


class TickForm:
    """What a file says of a counter that moves by itself."""

    at: Moment
    by: Annotated[int, Bounds(-MOST, MOST)] = 1


class CounterForm:
    """What a file says of a counter."""

    max: Annotated[int, Bounds(1, MOST)]
    name: str = ""
    now: Value = 0
    refill: Rest | None = None
    players: bool | str | None = None
    at: dict[Annotated[str, Pattern(r"\d{1,7}", "a whole number")], str] | None = None
    each: Annotated[Data, Form(TickForm)] | None = None


Forms = dict[Key, Annotated[Data, Form(CounterForm)]] | None


class Counter(NamedTuple):
    """A counter as it stands. `at` are the numbers at which something is to happen, with what; it
    moves `by` so much at each `moment`."""

    id: str
    name: str
    max: int
    now: int
    refill: str
    at: Mapping[int, str]
    moment: str
    by: int


def counters_of(encounter: Encounter, who: str) -> dict[str, Counter]:
    """Those of a combatant, or of the fight (`FIGHT`), by id in the file's order."""
    whole = who == FIGHT
    written = (encounter.counters if whole else encounter.sheet(who).get("counters")) or {}
    if not written:
        return {}
    fight = encounter.fight
    state = fight if whole else (fight.get("combatants") or {}).get(who) or {}
    live = state.get("counters") or {}
    return {id_: _read(id_, data, live.get(id_)) for id_, data in written.items()}


def _read(id_: str, data: Data, live: int | None) -> Counter:
    tick = data.get("each") or {}
    return Counter(
        id_,
        data.get("name") or id_,
        data["max"],
        data.get("now", 0) if live is None else live,
        data.get("refill") or "",
        {int(number): text for number, text in (data.get("at") or {}).items()},
        tick.get("at", ""),
        tick.get("by", 1),
    )


def place(who: str, counter: str) -> Path:
    """Where in an encounter a counter's number is kept."""
    return ("fight", "counters", counter) if who == FIGHT else _of_combatant(who, counter)


def _of_combatant(who: str, counter: str) -> Path:
    return ("fight", "combatants", who, "counters", counter)
