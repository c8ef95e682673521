"""SR-134 to SR-145 as laws: levels by net successes, boxes that run over, wound modifiers."""

from hypothesis import given
from hypothesis import strategies as st

from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    Monitor,
    boxes_of,
    empty_boxes,
    fill_boxes,
    level_at,
    step_of,
    steps_for,
)
from gmtrack.rulesets.sr3.tables import KINDS, LEVELS, Kind, Level

monitors = st.builds(Monitor, st.integers(0, 10), st.integers(0, 10), st.just(0), st.just(0))
levels = st.sampled_from(LEVELS)
kinds = st.sampled_from(KINDS)
boxes = st.integers(0, 30)


@given(levels, st.integers(0, 40))
def test_two_successes_are_one_level_and_an_odd_one_is_nothing(level: Level, net: int) -> None:
    step = step_of(level)
    assert level_at(step + steps_for(2 * net)) == level_at(step + steps_for(2 * net + 1))
    assert level_at(step + steps_for(2 * net)) == level_at(step + net)


@given(levels, st.integers(0, 40), st.integers(0, 40))
def test_more_net_successes_never_do_less(level: Level, fewer: int, more: int) -> None:
    low, high = sorted((fewer, more))
    step = step_of(level)
    assert boxes_of(level_at(step + steps_for(low))) <= boxes_of(level_at(step + steps_for(high)))
    assert boxes_of(level_at(step - steps_for(high))) <= boxes_of(level_at(step - steps_for(low)))


def test_levels_end_at_deadly_and_below_light_there_is_nothing() -> None:
    assert [level_at(step) for step in range(-1, 7)] == [None, None, "L", "M", "S", "D", "D", "D"]
    assert [boxes_of(level) for level in LEVELS] == [1, 3, 6, 10]
    assert boxes_of(None) == 0


@given(monitors, st.sampled_from(("physical", "stun")), boxes)
def test_no_box_is_lost_on_its_way(before: Monitor, kind: Kind, count: int) -> None:
    after = fill_boxes(before, kind, count)
    assert sum(after) == sum(before) + count
    assert after.physical <= 10
    assert after.stun <= 10
    assert after.physical == 10 or not after.overflow
    assert kind == "stun" or after.stun == before.stun
    assert kind == "physical" or after.stun == 10 or after.physical == before.physical


@given(monitors, boxes)
def test_subdual_stops_where_stun_is_full(before: Monitor, count: int) -> None:
    after = fill_boxes(before, "subdual", count)
    assert after.stun + after.subdual <= max(10, before.stun)
    assert after._replace(subdual=0) == before._replace(subdual=0)


@given(monitors, kinds, boxes)
def test_what_was_healed_at_once_is_as_before(before: Monitor, kind: Kind, count: int) -> None:
    if kind == "stun" and before.stun + count > 10:
        return
    after = fill_boxes(before, kind, count)
    assert empty_boxes(after, kind, sum(after) - sum(before)) == before


@given(monitors, kinds, boxes)
def test_wounds_never_make_anything_easier(before: Monitor, kind: Kind, count: int) -> None:
    after = fill_boxes(before, kind, count)
    assert after.wound_modifier() >= before.wound_modifier()
    assert after.wound_modifier(stack=False) <= after.wound_modifier() <= 6


def test_wound_modifiers_by_boxes() -> None:
    found = [Monitor(physical=boxes).wound_modifier() for boxes in range(11)]
    assert found == [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3]
    assert [Monitor(stun=boxes).wound_modifier() for boxes in range(11)] == found
    assert [Monitor(subdual=boxes).wound_modifier() for boxes in range(11)] == found


def test_the_worse_monitor_alone_makes_the_wound_modifier_where_they_are_not_added() -> None:
    hurt = Monitor(physical=1, stun=3, subdual=3)
    assert hurt.wound_parts() == (("physical", 1), ("stun", 3))
    assert hurt.wound_parts(stack=False) == (("stun", 3),)
