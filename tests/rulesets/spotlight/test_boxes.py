"""Boxes, whatever is done to them: counted point by point (SP-DMG-06 to SP-DMG-10)."""

from hypothesis import given
from hypothesis import strategies as st

from gmtrack.rulesets.spotlight.sheet.boxes import (
    Boxes,
    Spill,
    empty_marked,
    mark_points,
    remove_boxes,
    turn_to_bruise,
)
from gmtrack.rulesets.spotlight.tables import Mark

KINDS: tuple[Mark, ...] = ("bruise", "lethal")
kinds = st.sampled_from(KINDS)
points = st.integers(0, 60)


@st.composite
def places(draw: st.DrawFn) -> Boxes:
    """A location with any marks that fit."""
    boxes = draw(st.integers(0, 24))
    lethal = draw(st.integers(0, boxes))
    return Boxes(boxes, lethal, draw(st.integers(0, boxes - lethal)))


def one_point(place: Boxes, kind: Mark) -> Boxes | None:
    """The table of SP-DMG: one point more; None where it is lost."""
    boxes, lethal, bruise = place
    if place.empty > 0:
        return Boxes(boxes, lethal + (kind == "lethal"), bruise + (kind == "bruise"))
    if bruise > 0:
        return Boxes(boxes, lethal + 1, bruise - 1)
    return None


def sound(place: Boxes) -> bool:
    return min(place.lethal, place.bruise, place.empty) >= 0


@given(places(), points, kinds)
def test_a_hit_is_its_points_one_after_the_other_sp_dmg_06_to_10(
    place: Boxes, count: int, kind: Mark
) -> None:
    now, lost = place, 0
    for _ in range(count):
        after = one_point(now, kind)
        now, lost = (now, lost + 1) if after is None else (after, lost)
    hit = mark_points(place, count, kind)
    assert hit.boxes == now
    assert hit.surplus == lost
    assert hit.lost == 0
    assert hit.filled + hit.converted + hit.surplus == count
    assert hit.filled == min(count, place.empty)


@given(places(), points, points, kinds)
def test_two_hits_are_as_good_as_one(place: Boxes, one: int, two: int, kind: Mark) -> None:
    assert (
        mark_points(mark_points(place, one, kind).boxes, two, kind).boxes
        == mark_points(place, one + two, kind).boxes
    )


@given(places(), points, kinds, st.builds(Spill, st.booleans(), st.booleans()))
def test_under_any_house_rule_every_point_is_accounted_for(
    place: Boxes, count: int, kind: Mark, spill: Spill
) -> None:
    hit = mark_points(place, count, kind, spill)
    assert sound(hit.boxes)
    assert hit.boxes.boxes == place.boxes
    assert hit.filled + hit.converted + hit.surplus + hit.lost == count
    assert hit.boxes.lethal >= place.lethal


@given(places(), points, kinds)
def test_healing_takes_marks_of_one_kind_and_no_more_than_there_are(
    place: Boxes, count: int, kind: Mark
) -> None:
    after = empty_marked(place, count, kind)
    other = "bruise" if kind == "lethal" else "lethal"
    assert getattr(after, kind) == max(0, getattr(place, kind) - count)
    assert getattr(after, other) == getattr(place, other)


@given(places(), st.integers(0, 30))
def test_lost_boxes_are_lethal_then_bruise_then_empty_sp_death_09(place: Boxes, count: int) -> None:
    now = place
    for _ in range(min(count, place.boxes)):
        boxes, lethal, bruise = now
        if lethal:
            now = Boxes(boxes - 1, lethal - 1, bruise)
        elif bruise:
            now = Boxes(boxes - 1, lethal, bruise - 1)
        else:
            now = Boxes(boxes - 1, lethal, bruise)
    assert remove_boxes(place, count) == now
    assert sound(now)


@given(places())
def test_cheating_death_turns_one_lethal_box_sp_death_05(place: Boxes) -> None:
    after = turn_to_bruise(place)
    assert after.lethal == max(0, place.lethal - 1)
    assert after.lethal + after.bruise == place.lethal + place.bruise
