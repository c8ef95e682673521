"""The board of every ready-made fight has room on a small screen, whatever happens in it."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.players import FRIENDS, gm_board, players_board
from gmtrack.core.screen import Board
from gmtrack.view.board.board import LineLimit, render_board
from gmtrack.view.text import cells, plain

from .evening import FIGHTS, READY, opened, played

HEIGHT = 20
"""Rows of a screen of 24, without the command, the prompt and the bottom line."""
AT_START = {
    "back-room": (14, 14),
    "car-park": (17, 18),
    "cold-store": (14, 14),
    "ganger-ambush": (13, 14),
    "garage-night": (16, 15),
    "knife-fight": (7, 7),
    "loading-dock": (19, 20),
    "ninth-street": (15, 16),
    "stairwell": (12, 13),
    "stand-off": (16, 16),
    "street-samurai-duel": (10, 10),
    "three-thugs-in-the-fog": (15, 15),
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
    """The boards of two rounds, and what the players see of each."""
    encounter, ruleset = opened(file)
    return [
        (gm_board(encounter, ruleset.board), players_board(encounter, ruleset.board))
        for _ in played(encounter, ruleset, file.stem, rounds=2)
    ]


def boards(file: Path) -> list[Board]:
    """Those of the GM, and the last one of the players."""
    found = evening(file)
    return [*(whole for whole, _ in found), found[-1][1]]


@each_fight
def test_players_see_what_a_friend_has_left_and_nothing_of_a_foe(file: Path) -> None:
    sides = set()
    for whole, theirs in evening(file):
        acting = {row.side in FRIENDS for row in whole.rows if row.acting}
        assert theirs.turn.left == (whole.turn.left if acting == {True} else "")
        sides |= acting
    assert sides == {True, False}
