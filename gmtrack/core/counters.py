"""The GM's own counters, of a combatant or of the fight: their definitions in a file, and their
present values."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.keys import Key
from gmtrack.core.record import Bounds, Form, Pattern

if TYPE_CHECKING:
    from gmtrack.core.screen import Track

FIGHT = "fight"
"""The owner's name for counters that belong to the fight."""
FIELD = "counters"
"""The key of the counters on a sheet, in a file and in the live state."""
MOST = 1_000_000
"""The highest value of a counter."""
SEEN_KEYS = ("max", "now", "name")
"""The keys of a counter's definition that players may know."""
MANY = 30
"""The most counters of one combatant, or of the fight."""
MOMENTS: Mapping[str, str] = {
    "round-start": "as each round starts",
    "round-end": "at the end of each round",
    "turn-start": "as each own turn starts",
    "turn-end": "at the end of each own turn",
}
"""The moments at which something of the GM's own happens by itself, in words."""
ROUNDS = ("round-start", "round-end")
"""The moments that belong to the fight; the others belong to a combatant."""
Moment = Literal["round-start", "round-end", "turn-start", "turn-end"]
Kind = Literal["scene", "hour", "night", "day", "week", "full"]
Value = Annotated[int, Bounds(0, MOST)]
Values = dict[Key, Value]
"""The values of counters, by id."""
Label = Annotated[
    str, Pattern(r"[^\x00-\x1f\x7f-\x9f]{1,40}", "a text of 1 to 40 characters")
]
What = Annotated[
    str,
    Pattern(r"[^\x00-\x1f\x7f-\x9f]{1,200}", "a text of 1 to 200 characters"),
]
Digits = Annotated[str, Pattern("0|[1-9][0-9]{0,6}", "a whole number")]


class TickForm:
    """The keys of a counter that moves by itself, in a file."""

    at: Moment
    by: Annotated[int, Bounds(-MOST, MOST)] = 1


class CounterForm:
    """The keys of a counter, in a file."""

    max: Annotated[int, Bounds(1, MOST)]
    now: Value = 0
    name: Label | None = None
    refill: Kind | None = None
    players: bool | Label | None = None
    at: dict[Digits, What] | None = None
    each: Annotated[Data, Form(TickForm)] | None = None


Forms = dict[Key, Annotated[Data, Form(CounterForm)]] | None
HELP: Mapping[str, str] = {
    "max": "The most that it can stand at.",
    "now": "Where it stands at first.",
    "name": "What screens call it; the id without it.",
    "refill": "The shortest rest that fills it up: scene, hour, night, day, week, full.",
    "players": "false: players do not see it; a text: what they see in place of the name.",
    "at": "What happens when it reaches a number, by the number.",
    "each": "When it moves by itself, and by how much.",
    "each.at": "round-start, round-end, turn-start or turn-end.",
    "each.by": "How far it moves; -1 is one down.",
}
"""The help for each key of a counter."""


class Counter(NamedTuple):
    """A counter with its present value. `refill`: the shortest rest that fills it up; empty if
    none does. `at`: the numbers at which something is to happen, each with its text. `moment`:
    when it moves by itself, by `by`; empty if it does not."""

    id: str
    name: str
    max: int
    now: int
    refill: str
    at: Mapping[int, str]
    moment: str
    by: int

    @property
    def due(self) -> str:
        """The text for the number that the counter has now; empty if there is none."""
        return self.at.get(self.now, "")


def counters_of(encounter: Encounter, who: str) -> dict[str, Counter]:
    """Return the counters of a combatant, or of the fight (FIGHT), by id in the file's order;
    empty if there are none."""
    written = (
        encounter.counters if who == FIGHT else encounter.sheet(who).get(FIELD)
    )
    if not written:
        return {}
    live = values_of(encounter, who)
    return {
        id_: _read_counter(id_, data, live.get(id_))
        for id_, data in written.items()
    }


def values_of(encounter: Encounter, who: str) -> dict[str, int]:
    """Return the values that play has given to the counters of a combatant, or of the fight
    (FIGHT), by id. Counters that play has not touched are missing."""
    state = encounter.fight
    if who != FIGHT:
        state = (state.get("combatants") or {}).get(who) or {}
    return state.get(FIELD) or {}


def _read_counter(id_: str, data: Data, live: int | None) -> Counter:
    """Return a counter of the definition `data`. `live`: the value that play gave it; None if
    the definition's `now` still holds."""
    tick = data.get("each") or {}
    texts: Mapping[str, str] = data.get("at") or {}
    return Counter(
        id_,
        name=data.get("name") or id_,
        max=data["max"],
        now=data.get("now", 0) if live is None else live,
        refill=data.get("refill") or "",
        at={int(number): text for number, text in texts.items()},
        moment=tick.get("at", ""),
        by=tick.get("by", 1),
    )


def counter_path(who: str, counter: str) -> Path:
    """Return the path of a counter's value in the live state of combatant `who`, or of the fight
    (FIGHT)."""
    base = ("fight",) if who == FIGHT else ("fight", "combatants", who)
    return (*base, FIELD, counter)


def list_passed(counter: Counter, now: int) -> list[int]:
    """Return the numbers with a text that a counter passes or comes to on its way to `now`, in
    the order in which it passes them."""
    before = counter.now
    if now > before:
        return sorted(one for one in counter.at if before < one <= now)
    passed = [one for one in counter.at if now <= one < before]
    return sorted(passed, reverse=True)


def counters_document(counters: Mapping[str, Counter]) -> Data:
    """Return the JSON form of counters, by id: `now` and `max`."""
    return {
        one.id: {"now": one.now, "max": one.max} for one in counters.values()
    }


def is_counter(track: "Track") -> bool:
    """Whether a track shows a counter rather than something of the rules."""
    if not track.names:
        return False
    return track.fields[:1] == (f"{FIELD}.{track.names[0]}",)


def counters_for_players(written: Mapping[str, Data]) -> dict[str, Data]:
    """Return definitions of counters as players may know them: `max`, `now` and the name that
    players know. Leaves out hidden counters (`players: false`), and what happens at a number or
    by itself."""
    found: dict[str, Data] = {}
    for id_, data in written.items():
        seen = data.get("players")
        if seen is False:
            continue
        found[id_] = {key: data[key] for key in SEEN_KEYS if key in data}
        if isinstance(seen, str):
            found[id_]["name"] = seen
    return found
