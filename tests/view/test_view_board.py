"""What a game master must see at a glance, whatever the fight."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
import view_samples as samples
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.screen import Board, Condition, Row, Segment, Track
from gmtrack.core.standing import Standing
from gmtrack.view.board.board import LineLimit, render_board, render_rows
from gmtrack.view.board.tracks import SIGNS, draw_bar, scale_counts
from gmtrack.view.console import PLAINER, STYLES
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


def test_a_player_character_who_needs_help_is_red_and_stands_before_the_dead() -> None:
    dead, down = Standing("dead", out=True, dead=True), Standing("dying", out=True, down=True)
    board = small_board(
        someone("Corpse", standing=dead, side="pc"),
        someone("Goon", standing=down),
        someone("Vex", standing=down, side="pc"),
        someone("Joe", side="pc"),
    )
    lines = {plain(line)[:8].strip(): line for line in render_board(board, 80)[3:7]}
    assert list(lines) == ["!* Vex", "* Joe", "x  Goon", "x* Corps"]
    assert {span.style for span in lines["!* Vex"] if span.text.strip()} == {"urgent"}
    assert plain(lines["!* Vex"]).endswith("dying")
    assert STYLES["urgent"] == "bold red"


def test_that_somebody_needs_help_is_never_left_out() -> None:
    down = Standing("dying", out=True, down=True)
    others = tuple(Condition(f"condition number {number}") for number in range(9))
    vex = someone("Vex", standing=down, side="pc", conditions=others)
    board = small_board(*(someone(f"G{number}") for number in range(9)), vex)
    lines = [plain(line) for line in render_board(board, 40, LineLimit(8, cut=True))]
    assert any(line.startswith("!* Vex") and "dying" in line for line in lines)


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
    small = scale_counts(counts, most)
    assert sum(small) <= most
    assert all(s <= c for s, c in zip(small, counts, strict=True))
    if sum(count > 0 for count in counts) <= most:
        assert [s > 0 for s in small] == [c > 0 for c in counts]


def test_wound_marks_stand_between_the_boxes() -> None:
    track = Track("health", (Segment("lost", 3), Segment("full", 7)), "", marks=(2, 5, 10))
    assert plain(draw_bar(track, 10)) == "░░|░██|█████|"


def test_boxes_of_other_systems_have_signs_of_their_own() -> None:
    kinds = ("lethal", "bruise", "aggravated", "stun", "full")
    track = Track("torso", tuple(Segment(kind, 1) for kind in kinds), "")
    assert plain(draw_bar(track, 10)) == "X/*s█"


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
    tracks=st.lists(tracks, max_size=3).map(tuple),
)


@modest(150)
@given(boards, st.integers(20, 140))
def test_any_board_fits_any_width_and_has_no_control_characters(board: Board, width: int) -> None:
    for line in shown(board, width):
        assert cells(line) <= width
        assert (
            re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ud800-\udfff]", line) is None
        )


# --- counters of the GM's own ---


def counter(label: str, now: int, most: int) -> Track:
    return Track(label, (Segment("counter", now), Segment("lost", most - now)), f"{now}/{most}")


@pytest.mark.parametrize("width", [60, 80])
def test_counters_of_the_fight_stand_below_its_head(width: int) -> None:
    board = small_board(someone("Joe"))._replace(
        tracks=tuple(counter(f"{label} of the house", 2, 6) for label in ("Alarm", "Heat", "Fire"))
    )
    lines = shown(board, width)
    assert lines[1].startswith("Alarm of the house ██░░░░ 2/6  Heat of the house ██░░░░ 2/6")
    assert any("Fire of the house ██░░░░ 2/6" in line for line in lines[1:3])


def test_a_counter_has_one_colour_and_leaves_others_their_boxes() -> None:
    assert {span.style for span in draw_bar(counter("Blood", 1, 10), 10)} == {"counter", "lost"}
    monitor = Track("stun", (Segment("bruise", 3), Segment("empty", 7)), "3/10", exact=True)
    many = tuple(counter(f"Counter {n}", 5, 10) for n in range(3))
    board = small_board(someone("Joe", tracks=(monitor, *many)))
    assert "///□□□□□□□ 3/10  5/10" in "\n".join(shown(board, 60))


# --- one scale, and how bad it is ---


def test_boxes_of_one_track_are_as_long_for_everybody() -> None:
    rows = [someone(str(n), tracks=(samples.pool("flesh", n, n),)) for n in (20, 10, 5)]
    lines = shown(small_board(*rows), 80)[3:6]
    assert [line.count("█") for line in lines] == [10, 5, 2]


def test_some_rows_keep_to_the_scale_of_the_whole_fight() -> None:
    rows = [someone(str(n), tracks=(samples.pool("flesh", n, n),)) for n in (20, 10)]
    board = small_board(*rows)
    assert "".join(map(plain, render_rows(board, rows[1:], 80))).count("█") == 5


@pytest.mark.parametrize(
    ("left", "style"),
    [(10, "fine"), (5, "fine"), (4, "half"), (3, "half"), (2, "quarter"), (0, "quarter")],
)
def test_less_than_half_is_amber_and_less_than_a_quarter_red(left: int, style: str) -> None:
    counted = (Segment("lethal", 10 - left), Segment("empty", left))
    for track in (samples.pool("flesh", left, 10), Track("health", counted, f"{left}/10")):
        row = someone("Ann", tracks=(track,))
        line = render_rows(small_board(row), [row], 80)[1]
        assert [span.style for span in line if f"{left}/10" in span.text] == [style]
        assert {span.style for span in line if set(span.text) & set("█□")} <= {style}


def test_what_the_numbers_count_is_said_once() -> None:
    strain = Track("strain", (Segment("strain", 3), Segment("empty", 7)), "3/10", unit="filled")
    flesh = samples.pool("flesh", 7, 10)._replace(unit="left")
    rows = [someone(name, tracks=(flesh, strain)) for name in ("Ann", "Bea")]
    text = "\n".join(shown(small_board(*rows), 80))
    assert text.endswith("left: flesh   filled: strain")
    assert text.count("left") == 1
    alone = [someone(name, tracks=(flesh,)) for name in ("Ann", "Bea")]
    assert shown(small_board(*alone), 80)[-1] == "numbers: what is left"


# --- a board that has no more than so many lines ---


def in_room(board: Board, width: int, lines: int, *, cut: bool = True) -> list[str]:
    return [plain(line) for line in render_board(board, width, LineLimit(lines, cut))]


def crowd() -> Board:
    """Nine, all with more on them than there is room for on a line."""
    trouble = tuple(Condition(f"trouble {n}", "until somebody helps") for n in range(4))
    pools = (samples.pool("flesh", 7, 10), samples.pool("strain", 2, 10))
    rows = [someone(f"Ganger {n}", tracks=pools, conditions=trouble) for n in range(1, 10)]
    rows[2] = replace(rows[2], acting=True)
    rows[3] = replace(rows[3], done=True)
    return small_board(*rows)


@pytest.mark.parametrize("width", [60, 80])
def test_the_acting_one_and_those_next_are_whole_where_not_all_can_be(width: int) -> None:
    lines = in_room(crowd(), width, 20)
    whole = {3: "acts", 5: "next", 6: "next"}
    starts = [at for at, line in enumerate(lines) if re.match("[>· ]  Ganger", line)]
    assert len(starts) == 9
    for number, (at, end) in enumerate(pairwise([*starts, None]), 1):
        own = " ".join(" ".join(lines[at:end]).split())
        assert ("trouble 3 (until" in own) == (number in whole)
        assert ("…" in own) != (number in whole)


def test_the_board_that_is_asked_for_hides_nothing() -> None:
    for width in (60, 80):
        text = " ".join(" ".join(in_room(crowd(), width, 20, cut=False)).split())
        assert text.count("trouble 3 (until") == 9


def test_numbers_take_the_place_of_bars_where_lines_are_few() -> None:
    pools = [samples.pool(name, 7, 10) for name in ("flesh", "shield", "armor", "luck", "edge")]
    words = (Condition("cover: the car"),)
    rows = [someone(f"Ganger {n}", tracks=(*pools,), conditions=words) for n in range(9)]
    many, few = (in_room(small_board(*rows), 80, lines, cut=False) for lines in (40, 15))
    assert any("█" in line for line in many)
    assert len(few) <= 15
    assert not any("█" in line for line in few)
    assert sum("7/10  cover: the car" in line for line in few) == 9


def test_a_long_title_gives_way_to_the_clock_and_the_turn() -> None:
    board = crowd()._replace(title="The long night of the broken lanterns in the harbour")
    assert in_room(board, 60, 20)[0].endswith("…  round 1  turn Ganger 3")


@pytest.mark.parametrize("lines", [8, 12, 40])
@pytest.mark.parametrize("width", [60, 80])
def test_a_name_is_whole_however_few_the_lines(width: int, lines: int) -> None:
    pools = tuple(samples.pool(name, 7, 10) for name in ("flesh", "strain", "armor", "luck"))
    trouble = (Condition("behind a car"),)
    names = ["First gambler", "Second gambler", "The old boss"]
    rows = [someone(name, tracks=pools, conditions=trouble) for name in names]
    text = "\n".join(in_room(small_board(*rows), width, lines))
    assert all(name in text for name in names)


@pytest.mark.parametrize(
    ("name", "told"),
    [("Ganger of the Northside crew", "Ganger of the …"), ("Ganger of the crew 12", "… 12")],
)
def test_a_name_that_is_too_long_keeps_its_beginning_and_its_number(name: str, told: str) -> None:
    [row] = [line for line in shown(small_board(someone(name)), 60) if "Ganger" in line]
    assert re.match(rf"   Ganger o.*{re.escape(told[-4:])}", row)
    assert row.index("…") + len(told[told.index("…") :]) <= 3 + 15


def test_a_lost_limb_and_cover_are_told_where_a_wish_is_not() -> None:
    harm, cover = Condition("left arm destroyed"), Condition("cover: brick wall", "", "good")
    wish = Condition("“I want them all on the street, and now”", "", "note")
    pools = (samples.pool("flesh", 7, 10), samples.pool("strain", 2, 10))
    rows = [someone(f"Ganger {n}", tracks=pools, conditions=(wish, harm, cover)) for n in range(9)]
    board, room = small_board(*rows), LineLimit(16, cut=True, strict=False)
    text = "\n".join(plain(line) for line in render_board(board, 60, room))
    assert text.count("left arm destroyed") == text.count("cover: brick wall") == 9
    assert text.count("I want") == 2
    assert text.count("…") == 7


def test_filled_boxes_stand_behind_the_numbers_where_they_can_be_of_several_kinds() -> None:
    boxes = (Segment("lethal", 0), Segment("bruise", 1), Segment("empty", 9))
    hale = Track("head", (Segment("empty", 2),), "2/2", exact=True, short="2/2")
    some = Track("torso", boxes, "9/10", exact=True, short="9/10")
    limbs = [hale._replace(label=label) for label in ("r.arm", "l.arm", "r.leg", "l.leg")]
    rows = [someone(f"Ganger {n}", tracks=(hale, some, *limbs)) for n in range(9)]
    text = "\n".join(in_room(small_board(*rows), 72, 14))
    assert re.search(r" 9/10 .* 2/2  torso \[/\]", text)


def test_blank_lines_go_before_anything_else_does() -> None:
    board = small_board(someone("Ann"), someone("Bea"))
    whole = in_room(board, 80, 99)
    assert "" in whole
    assert in_room(board, 80, len(whole)) == whole
    assert in_room(board, 80, len(whole) - 1) == [line for line in whole if line]


def test_boxes_can_be_told_apart_without_unicode() -> None:
    boxes = "".join(SIGNS[kind] for kind in ("full", "lost", "empty", "unusable"))
    plainer = [PLAINER[box] for box in boxes]
    assert plainer[0] == "#"
    assert len(set(plainer[:3])) == 3
