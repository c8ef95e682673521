"""What a game master must see at a glance, whatever the fight."""

import re
from dataclasses import replace

import view_samples as samples
from hypothesis import given, settings
from hypothesis import strategies as st
from long_run import examples

from gmtrack.core.screen import Board, Condition, Row, Segment, Track
from gmtrack.core.standing import Standing
from gmtrack.view.board.board import render_board
from gmtrack.view.board.tracks import bar, scaled
from gmtrack.view.text import cells, plain


def shown(board: Board, width: int) -> list[str]:
    return [plain(line) for line in render_board(board, width)]


def small_board(*rows: Row) -> Board:
    return Board("Fight", (("round", "1"),), ("Score",), rows, {})


def someone(name: str, **fields: object) -> Row:
    row = Row(name.lower(), name, "foe", False, False, Standing(), ("7",))
    return replace(row, **fields)


def test_the_acting_one_is_marked_and_named_in_the_head_line() -> None:
    lines = shown(samples.board(), 80)
    assert "turn Joe Schmoe" in lines[0]
    assert [line for line in lines if re.match(r">\*? Joe Schmoe ", line)]


def test_the_out_are_marked_by_sign_and_word() -> None:
    out = [line for line in shown(samples.board(), 120) if re.match("x[^ ]? ", line)]
    assert [re.search("dying|unconscious|dead", line)[0] for line in out] == [
        "dying",
        "unconscious",
        "dead",
    ]


def test_sides_are_told_apart_by_signs_that_a_legend_explains() -> None:
    lines = shown(samples.board(), 80)
    signs = {line[1] for line in lines if re.match("[>x· ][*+p ] [^ ]", line)}
    assert signs == {"*", "+", "p", " "}
    assert lines[-1].endswith("* player character   + ally   p police")


def test_two_unusual_sides_never_share_a_sign() -> None:
    board = small_board(*(someone(side, side=side) for side in ("xxx", "pirates", "police")))
    assert shown(board, 80)[-1] == "? xxx   p pirates   o police"


def test_an_ordinary_fight_takes_one_line_each_at_120_columns_and_two_at_80() -> None:
    tracks = (samples.pool("flesh", 7, 10), samples.pool("strain", 2, 10))
    conditions = (Condition("prone"), Condition("nauseous", "2 rounds"))
    rows = [someone(n, tracks=tracks, conditions=conditions) for n in ("Ann", "Bea", "Cid")]
    around = 5  # Head, blank, heads, blank, legend.
    assert len(shown(small_board(*rows), 120)) == 3 + around
    assert len(shown(small_board(*rows), 80)) <= 6 + around
    assert sum("█" in line and "7/10" in line for line in shown(small_board(*rows), 60)) == 3


def test_no_condition_is_left_out_for_want_of_room() -> None:
    many = tuple(Condition(f"trouble-{n}", f"{n} rounds") for n in range(30))
    for width in (60, 80, 120):
        text = " ".join(shown(small_board(someone("Ann", conditions=many)), width))
        assert all(f"trouble-{n} ({n} rounds)" in text for n in range(30))


def test_a_fight_without_anybody_says_so() -> None:
    assert shown(small_board(), 80)[-1] == "nobody is in this fight"


def test_columns_stand_below_each_other_for_names_of_wide_characters() -> None:
    rows = [someone(name, cells=("12",)) for name in ("狼の森", "Ann", "e\u0301tienne")]
    lines = shown(small_board(*rows), 80)[2:6]
    assert len({cells(line.split("12")[0]) for line in lines[1:]}) == 1


def test_long_names_that_differ_at_the_end_can_still_be_told_apart() -> None:
    rows = [someone(f"Ganger of the Northside Rail Yard Crew {n}") for n in (11, 12)]
    lines = shown(small_board(*rows), 60)
    assert "11" in lines[3]
    assert "12" in lines[4]


@given(st.lists(st.integers(0, 10**9), max_size=4), st.integers(0, 24))
def test_a_bar_keeps_its_room_and_hides_no_kind_of_box(counts: list[int], most: int) -> None:
    small = scaled(counts, most)
    assert sum(small) <= most
    assert all(s <= c for s, c in zip(small, counts, strict=True))
    if sum(count > 0 for count in counts) <= most:
        assert [s > 0 for s in small] == [c > 0 for c in counts]


def test_wound_marks_stand_between_the_boxes() -> None:
    track = Track("health", (Segment("lost", 3), Segment("full", 7)), "", marks=(2, 5, 10))
    assert plain(bar(track, 10)) == "░░|░██|█████|"


def test_boxes_of_other_systems_have_signs_of_their_own() -> None:
    kinds = ("lethal", "bruise", "aggravated", "stun", "full")
    track = Track("torso", tuple(Segment(kind, 1) for kind in kinds), "")
    assert plain(bar(track, 10)) == "X/*s█"


texts = st.text(max_size=30)
tracks = st.builds(
    lambda label, kinds, text, exact: Track(
        label, tuple(Segment(*kind) for kind in kinds), text, exact=exact
    ),
    texts,
    st.lists(st.tuples(texts, st.integers(-3, 30), texts), max_size=3),
    texts,
    st.booleans(),
)
rows = st.builds(
    Row,
    id=texts,
    name=texts,
    side=texts,
    acting=st.booleans(),
    done=st.booleans(),
    standing=st.builds(Standing, texts, st.booleans()),
    cells=st.tuples(texts, texts),
    tracks=st.lists(tracks, max_size=3).map(tuple),
    conditions=st.lists(st.builds(Condition, texts, texts), max_size=3).map(tuple),
)
boards = st.builds(
    Board,
    title=texts,
    clock=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    columns=st.tuples(texts, texts),
    rows=st.lists(rows, max_size=4).map(tuple),
    doc=st.just({}),
    lines=st.lists(texts, max_size=2).map(tuple),
)


@settings(max_examples=examples(150), deadline=None)
@given(boards, st.integers(20, 140))
def test_any_board_fits_any_width_and_has_no_control_characters(board: Board, width: int) -> None:
    for line in shown(board, width):
        assert cells(line) <= width
        assert (
            re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ud800-\udfff]", line) is None
        )
