"""What lasts a while says so, and ends together."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.record import Record, derived, stored


class Live(Record):
    size: int = 3
    acted: bool = stored(False, until="round")
    left: int = derived(lambda live: live.size, path="pools.left", until="round")
    aims: list[str] = derived(lambda _: [], until="fight")


class Mounted(Live):
    gallop: bool = stored(False, until="round")


def mounted() -> Mounted:
    live = Mounted(Draft(Encounter(name="", ruleset="any")), ("fight",))
    live.size, live.acted, live.left, live.aims, live.gallop = 5, True, 1, ["bob"], True
    return live


def test_what_lasts_until_then_is_as_at_first_and_nothing_else() -> None:
    live = mounted()
    live.lapse("round")
    assert (live.acted, live.left, live.gallop) == (False, 5, False)
    assert (live.size, live.aims) == (5, ["bob"])
    live.lapse("round", "fight")
    assert live.aims == []


def test_what_has_lapsed_is_a_change_in_the_order_of_the_fields() -> None:
    live = mounted()
    before = len(live.draft.changes)
    live.lapse("fight", "round")
    told = [(change.what, change.after) for change in live.draft.changes[before:]]
    assert told == [("aims", []), ("acted", False), ("pools.left", 5), ("gallop", False)]
