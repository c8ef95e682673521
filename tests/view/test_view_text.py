"""Text from outside as spans, and lines of them folded."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gmtrack.view.tables import render_table
from gmtrack.view.text import (
    Span,
    cells,
    cut,
    fold,
    plain,
    shown,
    space_hyphens,
    wrap,
)


@pytest.mark.parametrize(
    ("written", "visible"),
    [
        ("half-power", "half power"),
        ("hand-2", "hand 2"),
        ("critical_injury", "critical injury"),
        ("abs(-2)", "abs(-2)"),
        ("2 * -3", "2 * -3"),
        ("max(dex-2, 3)", "max(dex-2, 3)"),
    ],
)
def test_a_hyphen_becomes_a_blank_and_a_minus_stays(written: str, visible: str) -> None:
    assert space_hyphens(written) == visible


@pytest.mark.parametrize(
    ("name", "visible"),
    [
        ("Joe [bold]Schmoe[/]", "Joe [bold]Schmoe[/]"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x9b31m", "\\x9b31m"),
        ("a\nb\tc\rd\x7f", "a\\nb\\tc\\rd\\x7f"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("zero\u200bwidth\u200d\ufeff", "zero\\u200bwidth\\u200d\\ufeff"),
        ("\u3164", "\\u3164"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("half \ud83d", "half \\ud83d"),
        ("狼 é ß", "狼 é ß"),
    ],
)
def test_what_a_terminal_would_obey_is_shown(name: str, visible: str) -> None:
    assert shown(name) == visible


@given(st.text())
def test_nothing_that_is_shown_is_a_control_or_format_character(text: str) -> None:
    assert not {unicodedata.category(c) for c in shown(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("text", ["plain", "狼の森", "e\u0301te\u0301", "█░·…", "🗡", "ｆｕｌｌ"])
def test_columns_are_counted_as_rich_counts_them(text: str) -> None:
    assert cells(text) == cell_len(text)


@given(st.text(), st.integers(1, 40), st.integers(0, 5))
def test_a_cut_text_has_room(text: str, width: int, tail: int) -> None:
    assert cells(cut(shown(text), max(width, 2 * tail + 1), tail)) <= max(width, 2 * tail + 1)


@given(st.lists(st.text(" ab狼", max_size=30)), st.integers(10, 40))
def test_folding_keeps_every_letter_and_the_width(texts: list[str], width: int) -> None:
    line = [Span(text, whole=index % 2 == 0) for index, text in enumerate(texts)]
    pieces = list(fold(line, width))
    assert all(cells(plain(piece)) <= width for piece in pieces)
    letters = "".join(plain(piece) for piece in pieces).replace(" ", "")
    assert letters == "".join(texts).replace(" ", "")


def test_a_whole_span_is_not_broken_at_its_blanks() -> None:
    line = [Span("defense 6 = "), Span("3 reaction", whole=True), Span(" and more")]
    assert [plain(piece) for piece in fold(line, 18)] == [
        "defense 6 =",
        "  3 reaction and",
        "  more",
    ]


def test_free_text_keeps_its_own_line_breaks() -> None:
    assert wrap("first\nsecond line\n", 8) == ["first", "second", "line"]


@given(st.lists(st.lists(st.text(max_size=60), max_size=4), max_size=4), st.integers(20, 100))
def test_a_table_never_leaves_its_width(rows: list[list[str]], width: int) -> None:
    columns = ("One", "Two", "Three")
    assert all(cells(plain(line)) <= width for line in render_table(columns, rows, width, indent=2))


def test_a_table_without_room_for_its_columns_becomes_a_list() -> None:
    columns = [f"Column {n}" for n in range(8)]
    lines = [plain(line) for line in render_table(columns, [["some longer text"] * 8], 40)]
    assert lines[0] == "Column 0: some longer text"


PATH = "/home/kim/campaigns/shadows-of-the-north/encounters/dock.yaml"


@pytest.mark.parametrize(
    ("width", "pieces"),
    [
        (80, ["error: there is no file", PATH]),
        (len(PATH) + 1, ["error: there is no file", PATH]),
        (len(PATH), ["error: there is no file", PATH]),
        (
            50,
            ["error: there is no file", "  /home/kim/campaigns/shadows-of-the-north/",
             "  encounters/dock.yaml"],
        ),
        (
            30,
            ["error: there is no file", "  /home/kim/campaigns/shadows-",
             "  of-the-north/encounters/", "  dock.yaml"],
        ),
    ],
)  # fmt: skip
def test_a_path_is_broken_before_it_or_between_its_parts(width: int, pieces: list[str]) -> None:
    line = [Span(f"error: there is no file {PATH}")]
    folded = [plain(piece) for piece in fold(line, width)]
    assert [one.strip() for one in folded] == [one.strip() for one in pieces]
    assert all(cells(one) <= width for one in folded)


def test_a_long_word_without_joints_is_broken_where_the_line_ends() -> None:
    assert [plain(piece) for piece in fold([Span("a" * 25)], 10)] == [
        "a" * 10,
        "  " + "a" * 8,
        "  " + "a" * 7,
    ]
