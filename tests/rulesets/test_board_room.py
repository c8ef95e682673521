"""The board of every ready-made fight has room on a small screen, whatever happens in it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.core.players import FRIENDS, gm_board, players_board
from gmtrack.core.screen import Board
from gmtrack.play.fight_status import summarize_row
from gmtrack.view.board.board import (
    LineLimit,
    render_board,
    render_board_within,
    render_rows,
)
from gmtrack.view.text import Line, cells, plain

from .evening import FIGHTS, READY, opened, played

HEIGHT = 20
"""Rows of a screen of 24, without the command, the prompt and the bottom line."""
AT_START = {
    "back-room": (14, 14),
    "car-park": (17, 21),
    "cold-store": (14, 14),
    "dragon-wakes": (11, 11),
    "ganger-ambush": (13, 14),
    "garage-night": (16, 16),
    "goblin-gate": (13, 13),
    "knife-fight": (7, 7),
    "loading-dock": (19, 20),
    "museum-break-in": (10, 10),
    "ninth-street": (15, 16),
    "raid-at-dawn": (10, 10),
    "rats-in-the-cellar": (11, 11),
    "rooftop-chase": (10, 20),
    "stairwell": (13, 13),
    "stand-off": (16, 17),
    "street-clinic": (14, 14),
    "street-samurai-duel": (10, 10),
    "three-thugs-in-the-fog": (15, 15),
    "train-robbery": (10, 10),
    "underpass": (14, 14),
}
"""The rows that each board may have at most when it is opened, at 80 and at 60 columns; without
anything left out."""

each_fight = pytest.mark.parametrize("file", FIGHTS, ids=lambda file: file.stem)


@each_fight
def test_a_board_has_few_rows_at_the_start(file: Path) -> None:
    encounter, ruleset = opened(file)
    board = gm_board(encounter, ruleset.board)
    for width, most in zip((80, 60), AT_START[file.stem], strict=True):
        assert len(render_board(board, width, LineLimit(HEIGHT))) <= most


@pytest.mark.parametrize("fight", ["ganger-ambush", "garage-night", "street-clinic", "back-room"])
def test_eight_people_have_bars_on_a_small_screen(fight: str) -> None:
    [file] = [file for file in FIGHTS if file.stem == fight]
    room = LineLimit(HEIGHT, cut=True, strict=False, layout=HEIGHT + 1)
    for board in boards(file):
        lines = [plain(line) for line in render_board(board, 80, room)]
        # Boxes stand in groups: `███|███`.
        with_tracks = sum(any(track.segments for track in row.tracks) for row in board.rows)
        assert sum("|" in line for line in lines) == with_tracks > 0
        assert len(lines) <= HEIGHT


@each_fight
def test_a_board_has_room_in_mid_fight_and_says_whose_turn_it_is(file: Path) -> None:
    for board in boards(file):
        acting = [row for row in board.rows if row.acting]
        for width in (80, 60):
            lines = [
                plain(line) for line in render_board(board, width, LineLimit(HEIGHT, cut=True))
            ]
            assert len(lines) <= HEIGHT
            assert max(map(cells, lines)) <= width
            for row in board.rows:
                assert any(line[3:].startswith(row.name[:4]) for line in lines)
            if acting:
                assert any(f"turn {acting[0].name}" in line for line in lines[:2])
            for row in acting:
                assert any(line[0] == ">" and row.name[:4] in line for line in lines if line)


@each_fight
@pytest.mark.parametrize("width", [80, 60])
def test_the_columns_stay_where_they_are_after_every_command(file: Path, width: int) -> None:
    encounter, ruleset = opened(file)
    begun = gm_board(encounter, ruleset.board)
    room = LineLimit(HEIGHT, cut=True, strict=False)
    heads = {column_heads(render_board(begun, width, room))}
    rows = {row.id: summarize_row(row) for row in begun.rows}
    for board, _ in evening(file):
        heads.add(column_heads(render_board(board, width, room)))
        changed = [row for row in board.rows if summarize_row(row) != rows[row.id]]
        if changed:
            heads.add(column_heads(render_rows(board, changed, width, LineLimit(HEIGHT))))
        rows = {row.id: summarize_row(row) for row in board.rows}
    assert len(heads) == 1


@each_fight
@pytest.mark.parametrize(("width", "most"), [(100, 14), (60, 9)])
def test_a_board_that_stays_keeps_to_its_lines_and_counts_what_it_leaves_out(
    file: Path, width: int, most: int
) -> None:
    heads = set()
    for board, _ in evening(file):
        lines = [plain(line) for line in render_board_within(board, width, most)]
        assert len(lines) <= most
        assert max(map(cells, lines)) <= width
        heads.add(next(head for head in lines if head.startswith("   Name ")))
        missing = [row for row in board.rows if not any(names(line, row.name) for line in lines)]
        assert not any(row.acting for row in missing)
        left_out = re.search(r"… (\d+) more: `board`", lines[-1])
        assert len(missing) == int(left_out[1] if left_out else 0)
    assert len(heads) == 1


def names(line: str, name: str) -> bool:
    """Whether a line of the board is that of somebody, whose name may be cut."""
    return (
        line[3:].startswith(name)
        or re.match(re.escape(name[:4]) + r"[\w ]*…", line[3:]) is not None
    )


def test_a_board_that_stays_leaves_out_first_who_matters_least() -> None:
    encounter, ruleset = opened(next(file for file in READY if file.stem == "ganger-ambush"))
    board = gm_board(encounter, ruleset.board)
    out, done, acting, *rest = board.rows
    board = board._replace(
        rows=(
            replace(out, standing=out.standing._replace(status="gone", out=True)),
            replace(done, done=True),
            replace(acting, acting=True),
            *rest,
        )
    )
    for lines, gone in ((10, []), (9, [out, done]), (8, [out, done, rest[-1]])):
        told = [plain(line) for line in render_board_within(board, 100, lines)]
        missing = [
            row.name for row in board.rows if not any(names(line, row.name) for line in told)
        ]
        assert missing == [row.name for row in gone]
        assert told[-1].startswith(f"… {len(gone)} more: `board`") == bool(gone)
    empty = board._replace(rows=(), lines=tuple(map(str, range(20))))
    assert len(render_board_within(empty, 100, 9)) == 9


def column_heads(lines: Sequence[Line]) -> str:
    return next(head for head in map(plain, lines) if head.startswith("   Name "))


def test_a_column_is_left_out_for_want_of_room_alone_and_that_is_told() -> None:
    encounter, ruleset = opened(next(file for file in READY if file.stem == "stand-off"))
    board = gm_board(encounter, ruleset.board)
    whole, narrow = ([plain(line) for line in render_board(board, width)] for width in (100, 60))
    assert "Spotlight   Fort" in column_heads(render_board(board, 100))
    assert "no room" not in whole[-1]
    assert column_heads(render_board(board, 60)).split()[:4] == ["Name", "Init", "AP", "Fort"]
    assert narrow[-1].endswith("no room: Spotlight")


def test_the_board_tells_ammunition_and_who_is_in_melee_with_whom() -> None:
    encounter, ruleset = opened(next(file for file in READY if file.stem == "car-park"))
    told = "\n".join(map(plain, render_board(gm_board(encounter, ruleset.board), 80)))
    assert re.search(r"Will +Ammo(.|\n)* Dana .* 42/42 ", told)
    encounter, ruleset = opened(next(file for file in READY if file.stem == "knife-fight"))
    one, other = list(encounter.combatants)[:2]
    encounter.fight["combatants"] = {one: {"in_melee_with": [other]}}
    told = "\n".join(map(plain, render_board(gm_board(encounter, ruleset.board), 80)))
    assert f"in melee with {encounter.display_name(other)}" in told


@pytest.mark.parametrize(
    ("name", "who", "state"),
    [
        ("ganger-ambush", "vex", {"status": "dying"}),
        ("back-room", "nick", {"dying": True}),
        ("garage-night", "rook", {"dying": True}),
        ("ninth-street", "joe", {"fate": "dying"}),
        ("street-samurai-duel", "lotus", {"out": "dying"}),
    ],
)
def test_a_dying_player_character_stands_out(name: str, who: str, state: dict[str, Any]) -> None:
    encounter, ruleset = opened(next(file for file in READY if file.stem == name))
    encounter.fight["combatants"] = {who: state}
    board = gm_board(encounter, ruleset.board)
    row = next(row for row in board.rows if row.id == who)
    line = next(line for line in render_board(board, 60) if f"!* {row.name}" in plain(line))
    assert {span.style for span in line[:2]} == {"urgent"}


@cache
def evening(file: Path) -> list[tuple[Board, Board]]:
    """The boards of two rounds, and what the players see of each: after every command in the long
    run. Otherwise after every fourth one, and the first on which a side acts: each board is drawn
    in eight sizes, and what a command adds to one is still there after the next commands."""
    encounter, ruleset = opened(file)
    found = []
    seen: set[frozenset[str]] = set()
    for number, _ in enumerate(played(encounter, ruleset, file.stem, rounds=2)):
        whole = gm_board(encounter, ruleset.board)
        acting = frozenset(row.side for row in whole.rows if row.acting)
        if LONG or number % 4 == 0 or acting not in seen:
            found.append((whole, players_board(encounter, ruleset.board)))
        seen.add(acting)
    return found


def boards(file: Path) -> list[Board]:
    """Those of the GM, and the last one of the players."""
    found = evening(file)
    return [*(whole for whole, _ in found), found[-1][1]]


@each_fight
def test_how_a_foe_is_stands_in_one_line_with_the_name(file: Path) -> None:
    _, theirs = evening(file)[0]
    foes = [row for row in theirs.rows if row.side not in FRIENDS and not row.conditions]
    for width in (80, 120):
        lines = [plain(line) for line in render_board(theirs, width)]
        for row in foes:
            first = " ".join(row.name.split()[:1])[:8]
            same = [line for line in lines if first in line and row.standing.status in line]
            assert same, (row.name, lines)


@each_fight
def test_players_see_what_a_friend_has_left_and_nothing_of_a_foe(file: Path) -> None:
    sides = set()
    for whole, theirs in evening(file):
        acting = {row.side in FRIENDS for row in whole.rows if row.acting}
        assert theirs.turn.left == (whole.turn.left if acting == {True} else "")
        sides |= acting
    assert sides == {True, False}
