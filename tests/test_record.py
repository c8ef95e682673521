"""What lasts a while says so, and ends together."""

from types import MappingProxyType

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.record import Record, derived, live, live_by, reads, stored


class Live(Record):
    size: int = 3
    acted: bool = stored(False, until="round")
    left: int = derived(lambda live: live.size, path="pools.left", until="round")
    aims: list[str] = derived(lambda _: [], until="fight")


class Mounted(Live):
    gallop: bool = stored(False, until="round", ends={"falls": "R-1", "dies": "R-2"})
    load: list[str] = derived(lambda _: ["bags"], ends={"falls": "R-3"}, gone=[])


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


def test_an_event_ends_the_fields_that_name_it_by_their_rows() -> None:
    live = mounted()
    before = len(live.draft.changes)
    assert live.happens("falls") == ["gallop", "load"]
    assert (live.gallop, live.load, live.aims) == (False, [], ["bob"])
    told = [(change.what, change.rules) for change in live.draft.changes[before:]]
    assert told == [("gallop", "R-1"), ("load", "R-3")]


def test_an_event_keeps_what_it_is_told_to_keep() -> None:
    live = mounted()
    assert live.happens("falls", keep={"gallop"}) == ["load"]
    assert live.gallop


def test_an_event_that_ends_nothing_changes_nothing() -> None:
    live = mounted()
    live.happens("falls")
    before = len(live.draft.changes)
    assert live.happens("falls") == live.happens("dies") == live.happens("unheard of") == []
    assert len(live.draft.changes) == before


WORKED_OUT: list[str] = []


class Sized(Record):
    size: int = 3
    acted: bool = False

    @live
    @reads("size")
    def double(self) -> int:
        WORKED_OUT.append("double")
        return 2 * self.size

    @live
    @reads("double")
    def four(self) -> int:
        return 2 * self.double

    @live
    def unsaid(self) -> int:
        return self.size

    @live
    @reads("acted", "unsaid")
    def all(self) -> tuple[int, bool]:
        return self.unsaid, self.acted


class Halved(Sized):
    @live
    def double(self) -> int:
        return self.size + int(self.acted)


def sized(kind: type[Sized]) -> Sized:
    draft = Draft(Encounter(name="", ruleset="any", fight={"combatants": {"bob": {}}}))
    one = kind(draft, ("fight", "combatants", "bob"))
    draft.cache.add_record("bob", one)
    WORKED_OUT.clear()
    return one


def test_what_follows_from_a_field_is_worked_out_again_when_that_is_written() -> None:
    one = sized(Sized)
    assert (one.four, one.all) == (12, (3, False))
    one.acted = True
    assert (one.four, one.all) == (12, (3, True))
    assert WORKED_OUT == ["double"]
    one.size = 4
    assert (one.four, one.all) == (16, (4, True))
    one.draft.put(("fight", "combatants", "bob"), {"size": 5})
    assert (one.four, one.all) == (20, (5, False))


class Scaled(Sized):
    @live_by
    @reads("double")
    def times(self, factor: int) -> int:
        WORKED_OUT.append(f"times {factor}")
        return factor * self.double

    @live
    @reads("times")
    def ten(self) -> int:
        return self.times(5)

    @live_by
    def unsaid_times(self, factor: int) -> int:
        WORKED_OUT.append("unsaid times")
        return factor * self.size


def test_a_method_of_one_argument_may_declare_what_it_reads() -> None:
    one = sized(Scaled)
    assert (one.times(3), one.ten, one.unsaid_times(2)) == (18, 30, 6)
    WORKED_OUT.clear()
    one.acted = True
    assert (one.times(3), one.ten, one.unsaid_times(2)) == (18, 30, 6)
    assert WORKED_OUT == ["unsaid times"]
    one.size = 4
    assert (one.times(3), one.ten, one.unsaid_times(2)) == (24, 40, 8)
    one.draft.put(("fight", "combatants", "bob"), {"size": 5})
    assert (one.times(3), one.ten, one.unsaid_times(2)) == (30, 50, 10)


def test_what_a_class_says_anew_follows_from_what_that_reads() -> None:
    one = sized(Halved)
    assert one.four == 6
    one.acted = True
    assert one.four == 8


def test_where_effects_may_change_the_sheet_nothing_is_worked_out_once_for_all() -> None:
    one = sized(Sized)
    one.draft.encounter.effects["spiky"] = {}
    assert one.four == 12
    one.acted = True
    assert one.four == 12
    assert WORKED_OUT == ["double"] * 2


def test_what_a_property_reads_can_still_be_declared_in_a_table() -> None:
    with pytest.warns(DeprecationWarning, match="reads"):

        class Tabled(Sized):
            FROM = MappingProxyType({"unsaid": ("size",)})

    assert Tabled.READS["unsaid"] == {"size"}
    assert Tabled.READS["all"] == {"size", "acted"}
