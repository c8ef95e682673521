"""The health track, whatever is done to it: held against a row of boxes filled one by one."""

from hypothesis import given
from hypothesis import strategies as st

from gmtrack.rulesets.storyteller.sheet.sheet import Track, empty_boxes, mark_points
from gmtrack.rulesets.storyteller.tables import Mark

EMPTY, BASHING, LETHAL, AGGRAVATED = range(4)
SEVERITY: dict[Mark, int] = {"bashing": BASHING, "lethal": LETHAL, "aggravated": AGGRAVATED}
Row = list[int]
"""One number a box, the worst first."""

kinds = st.sampled_from(sorted(SEVERITY))
points = st.integers(0, 40)
hits = st.fixed_dictionaries({}, optional=dict.fromkeys(SEVERITY, points))


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    """A row with any marks that fit."""
    boxes = draw(st.integers(1, 24))
    aggravated = draw(st.integers(0, boxes))
    lethal = draw(st.integers(0, boxes - aggravated))
    return Track(boxes, draw(st.integers(0, boxes - aggravated - lethal)), lethal, aggravated)


def row_of(track: Track) -> Row:
    marks = [AGGRAVATED] * track.aggravated + [LETHAL] * track.lethal + [BASHING] * track.bashing
    return marks + [EMPTY] * (track.boxes - len(marks))


def track_of(row: Row) -> Track:
    return Track(len(row), row.count(BASHING), row.count(LETHAL), row.count(AGGRAVATED))


def with_one_more(row: Row, severity: int) -> Row:
    """ST-164 to ST-166, one point; the same row if no box can take it."""
    *others, last = row
    if last == EMPTY or (severity == AGGRAVATED and last < AGGRAVATED):
        after = severity
    else:
        after = min(last + 1, AGGRAVATED)
    return sorted([*others, after], reverse=True)


@given(tracks(), hits)
def test_a_hit_is_its_points_one_after_the_other_the_worst_first_st_164_to_166_and_172(
    track: Track, hit: dict[Mark, int]
) -> None:
    row, marked = row_of(track), dict.fromkeys(SEVERITY, 0)
    for kind in sorted(SEVERITY, key=lambda kind: -SEVERITY[kind]):
        for _ in range(hit.get(kind, 0)):
            before, row = row, with_one_more(row, SEVERITY[kind])
            marked[kind] += row != before
    after, counted = mark_points(track, hit)
    assert after == track_of(row)
    assert {kind: counted.get(kind, 0) for kind in SEVERITY} == marked


@given(tracks(), points, points, kinds)
def test_two_hits_of_one_kind_are_as_good_as_one(
    track: Track, one: int, two: int, kind: Mark
) -> None:
    in_two, _ = mark_points(mark_points(track, {kind: one})[0], {kind: two})
    assert in_two == mark_points(track, {kind: one + two})[0]


@given(tracks(), hits)
def test_no_box_is_lost_and_none_gets_better(track: Track, hit: dict[Mark, int]) -> None:
    before, after = row_of(track), row_of(mark_points(track, hit)[0])
    assert len(before) == len(after)
    assert all(now >= was for was, now in zip(before, after, strict=True))


@given(tracks())
def test_a_row_is_empty_wavering_failing_or_destroyed_by_its_last_box_st_169_to_171(
    track: Track,
) -> None:
    last = row_of(track)[-1]
    assert track.full == (last != EMPTY)
    assert track.wavering == (last == BASHING)
    assert track.failing == (last >= LETHAL)
    assert track.destroyed == (last == AGGRAVATED)


@given(tracks())
def test_the_last_three_boxes_hurt_st_167(track: Track) -> None:
    empty = row_of(track).count(EMPTY)
    assert track.empty == empty
    assert track.penalty == {2: 1, 1: 2, 0: 3}.get(empty, 0)


@given(tracks(), points, kinds)
def test_healing_empties_boxes_of_one_kind_and_no_more_than_there_are(
    track: Track, count: int, kind: Mark
) -> None:
    after = empty_boxes(track, count, kind)
    for each in SEVERITY:
        least = count if each == kind else 0
        assert after.count(each) == max(0, track.count(each) - least)


@given(tracks(), points)
def test_healing_of_no_kind_empties_the_lightest_boxes_first(track: Track, count: int) -> None:
    row = row_of(track)
    for _ in range(count):
        lightest = min((box for box in row if box), default=EMPTY)
        if lightest:
            row[len(row) - 1 - row[::-1].index(lightest)] = EMPTY
    assert empty_boxes(track, count, None) == track_of(row)
