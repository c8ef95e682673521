"""Boxes that are counted at the table: every one is drawn, beside its label, on any screen."""

import re
from dataclasses import replace

import body_samples as bodies
import pytest
import view_samples as samples
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from tables import each_row

from gmtrack.core.screen import Board, Profile, Segment, Track
from gmtrack.view.board.board import render_board
from gmtrack.view.board.tracks import draw_bar, draw_bar_rows
from gmtrack.view.profile import render_profile
from gmtrack.view.text import cells, plain

WIDTHS = (60, 72, 80, 100, 120, 160)
AROUND = 6
"""Head, scene, blank, column heads, blank, legend (which may be empty)."""


def board(fight: Board, width: int) -> list[str]:
    return [plain(line) for line in render_board(fight, width)]


def sheet(profile: Profile, width: int) -> list[str]:
    return [plain(line) for line in render_profile(profile, width)]


def unhurt(count: int, size: dict[str, int]) -> Board:
    """So many with nothing on them."""
    rows = tuple(
        samples.row(f"p{n}", f"Street punk {n}", "foe", ("-", "4", "waits"), "unconscious",
                    tracks=bodies.body(size, {}))
        for n in range(count)
    )  # fmt: skip
    return bodies.fight(0)._replace(rows=rows)


def monitor(size: int, **fields: object) -> Track:
    return Track("stun", (Segment("empty", size),), "")._replace(**fields)


@pytest.mark.parametrize("width", [*WIDTHS, 20, 25, 30, 40])
def test_every_box_of_everybody_is_on_the_board(width: int) -> None:
    fight = bodies.fight(10)
    text = "".join(board(fight, width)[3:-2])
    segments = [s for row in fight.rows for track in row.tracks for s in track.segments]
    for kind, sign in (("empty", "□"), ("bruise", "/"), ("lethal", "X")):
        assert text.count(sign) == sum(s.count for s in segments if s.kind == kind)


@pytest.mark.parametrize("width", [*WIDTHS, 20, 25, 30, 40])
def test_no_label_is_parted_from_its_boxes(width: int) -> None:
    lines = board(bodies.fight(10), width)
    heads = next(line for line in lines if line.startswith("   Name"))
    if "torso" in heads:
        columns = [heads.index(place) for place in bodies.SMALL]
        joe = next(line for line in lines if "Joe" in line and line.startswith(">"))
        assert all(joe[column] in "X/□" and joe[column - 1] == " " for column in columns)
    else:
        labels = re.findall(r"(head|torso|[rl]\.\w+)(?: ([X/□])|$)", "\n".join(lines), re.MULTILINE)
        assert len(labels) == 60
        assert all(box for _, box in labels)


@each_row(
    ("size", "width", "each"),
    [
        (bodies.SMALL, 120, 1),
        (bodies.SMALL, 100, 1),
        (bodies.SMALL, 80, 2),
        (bodies.SMALL, 60, 3),
        (bodies.BIG, 120, 1),
        (bodies.BIG, 100, 2),
        (bodies.BIG, 80, 2),
        (bodies.BIG, 60, 3),
    ],
)
@each_row("count", [4, 10])
def test_bodies_take_as_few_lines_as_can_be(
    count: int, size: dict[str, int], width: int, each: int
) -> None:
    assert len(board(unhurt(count, size), width)) == count * each + AROUND


def test_a_small_body_needs_no_more_lines_beside_a_big_one() -> None:
    small, big = unhurt(1, bodies.SMALL), unhurt(1, bodies.BIG)
    both = small._replace(rows=(*small.rows, *big.rows))
    assert len(board(both, 80)) == len(board(small, 80)) + 2


def test_bodies_of_all_sizes_stand_below_each_other_where_it_costs_no_line() -> None:
    sizes = (bodies.SMALL, bodies.BIG, {**bodies.SMALL, "head": 1, "torso": 4})
    rows = tuple(
        samples.row("joe", "Joe", "pc", ("3", "4", "had it"), "up", tracks=bodies.body(size, {}))
        for size in sizes
    )
    lines = board(bodies.fight(0)._replace(rows=rows), 80)
    assert len(lines) == 2 * len(sizes) + AROUND
    for place in bodies.SMALL:
        assert len({line.index(place) for line in lines if place in line}) == 1


def test_bodies_that_do_not_stand_below_each_other_begin_at_the_same_place() -> None:
    lines = board(bodies.fight(10), 60)
    assert len({line.index("head ") for line in lines if re.search("head [X/□]", line)}) == 1
    assert len({line.index("l.arm") for line in lines if re.search("^ +l.arm [X/□]", line)}) == 1


def test_what_is_on_somebody_takes_the_room_beside_the_boxes() -> None:
    lines = board(bodies.fight(4), 80)
    assert any(re.search(r"l.leg □□□□□□    unconscious$", line) for line in lines)


def test_pools_beside_counted_boxes_are_scaled_and_keep_their_numbers() -> None:
    boxes = bodies.body(bodies.SMALL, {"torso": (2, 1)})
    pool = samples.pool("ammunition", 30, 60)
    fight = unhurt(2, bodies.SMALL)
    mixed = fight._replace(rows=tuple(replace(row, tracks=(pool, *boxes)) for row in fight.rows))
    for width in WIDTHS:
        text = "\n".join(board(mixed, width))
        assert text.count("XX/□□□□□□□□□") == 2
        assert len(re.findall(r"█+░+ 30/60", text)) == 2
        assert max(map(cells, text.split("\n"))) <= width


def test_a_fight_without_counted_boxes_has_numbers_where_bars_have_no_room() -> None:
    heads, mira = board(samples.board(), 70)[4:6]
    assert heads.split()[-4:] == ["shield", "armored", "flesh", "strain"]
    assert mira.split()[-3:] == ["0/6", "3/10", "2/10"]
    assert mira.endswith("2/10")
    assert heads.index("flesh") + len("flesh") == mira.index("3/10") + len("3/10")


def test_only_what_nobody_counts_any_more_is_scaled_after_all() -> None:
    assert plain(draw_bar(monitor(40, exact=True), 10)) == "□" * 40
    assert plain(draw_bar(monitor(41, exact=True), 10)) == "□" * 10
    assert plain(draw_bar(monitor(40), 10)) == "□" * 10


def test_rows_of_boxes_are_of_equal_length_and_keep_their_marks() -> None:
    torso = monitor(16, exact=True, marks=(4, 16))
    assert [plain(row) for row in draw_bar_rows(torso, 24, 12)] == ["□□□□|□□□□", "□□□□□□□□|"]
    assert [plain(row) for row in draw_bar_rows(monitor(25, exact=True), 24, 12)] == [
        "□" * 9,
        "□" * 9,
        "□" * 7,
    ]
    assert draw_bar_rows(monitor(0, exact=True), 24, 12) == []


def test_a_system_can_choose_the_sign_of_its_boxes() -> None:
    boxes = (Segment("bruise", 2, "\\"), Segment("bruise", 1), Segment("unusable", 1))
    assert plain(draw_bar(Track("head", boxes, ""), 10)) == "\\\\/■"


@pytest.mark.parametrize("odd", ["狼", "ab", "\x1b", "\u0301", "\u202e"])
def test_a_sign_that_is_not_one_column_wide_is_not_drawn(odd: str) -> None:
    assert plain(draw_bar(Track("head", (Segment("bruise", 2, odd), Segment(odd, 1)), ""), 9)) in (
        "//?",
        "//a",
    )


def test_a_body_is_seen_from_the_front_from_72_columns_on() -> None:
    for width in (72, 80, 120):
        lines = sheet(bodies.sheet(), width)
        arms = next(line for line in lines if "right arm" in line)
        legs = next(line for line in lines if "right leg" in line)
        head = next(line for line in lines if "head" in line)
        assert re.search("right arm .* torso .* left arm", arms)
        assert legs.index("right leg") == arms.index("right arm")
        assert abs(head.index("0/2") - arms.index("torso")) <= 8
        assert lines.index(head) < lines.index(arms) < lines.index(legs)


def test_a_body_is_a_list_below_72_columns() -> None:
    lines = sheet(bodies.sheet(), 71)
    order = ("luck", "head", "right arm", "torso", "left arm", "right leg", "left leg")
    assert [
        line.strip().startswith(name) for line, name in zip(lines[1:], order, strict=False)
    ] == [True] * 7
    assert "  left arm  XXXXXX//         0/8 USELESS" in lines


def test_a_body_does_not_move_when_a_limb_fails() -> None:
    hurt = bodies.sheet()
    arm = hurt.figure[1][2]
    assert arm is not None
    well = hurt._replace(
        figure=(hurt.figure[0], (*hurt.figure[1][:2], arm._replace(text="8/8")), hurt.figure[2])
    )
    before, after = sheet(well, 80), sheet(hurt, 80)
    assert len(before) == len(after)
    assert [line[:52] for line in before] == [line[:52] for line in after]


@pytest.mark.parametrize("width", [71, 80])
def test_every_location_of_a_body_is_shown_once(width: int) -> None:
    text = "\n".join(sheet(bodies.sheet(), width)).split("left arm useless")[0]
    for place in ("head", "torso", "right arm", "left arm", "right leg", "left leg"):
        assert text.count(place) == 1


def test_words_that_do_not_fit_beside_a_label_stand_below_it() -> None:
    torso = bodies.boxes("torso", 6, text="0/6 broken, bleeding badly, not to be moved")
    profile = bodies.sheet()._replace(figure=((torso, None, None),))
    lines = [line.strip() for line in sheet(profile, 72)]
    at = lines.index("torso")
    assert lines[at + 1 : at + 4] == ["0/6 broken, bleeding", "badly, not to be moved", "□□□□□□"]


texts = st.text(max_size=30)
tracks = st.builds(
    Track,
    texts,
    st.lists(st.builds(Segment, texts, st.integers(-3, 30), texts), max_size=4).map(tuple),
    texts,
    st.lists(st.integers(0, 40), max_size=3).map(tuple),
    st.booleans(),
)
figures = st.lists(st.lists(st.none() | tracks, max_size=4).map(tuple), max_size=4).map(tuple)


@modest(150)
@given(figures, st.lists(tracks, max_size=2), st.integers(20, 140))
def test_any_body_fits_any_width_and_has_no_control_characters(
    figure: tuple[tuple[Track | None, ...], ...], others: list[Track], width: int
) -> None:
    for line in sheet(bodies.sheet()._replace(figure=figure, tracks=tuple(others)), width):
        assert cells(line) <= width
        assert re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]", line) is None
