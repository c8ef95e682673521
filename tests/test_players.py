"""What players may see: a board from which the secrets have been taken before it is drawn; and
the screen that follows the fight."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.players import players_board, without_secrets
from gmtrack.rulesets import registry
from gmtrack.store.session import open_session
from gmtrack.view.board import render_board
from gmtrack.view.text import plain

Type = Callable[[list[str]], Any]

PLAYED = {
    "ninth-street": [
        ["set", "boss", "notes=the traitor"],
        ["hide", "boss"],
        ["roll-init", "--seed", "1"],
        ["damage", "thug-1", "1"],
        ["damage", "thug-2", "5"],
        ["damage", "punk", "2", "--location", "head"],
        ["set", "punk", "suppressed.target_number=3", "suppressed.by=boss"],
        ["set", "fight", "had_spotlight=[joe, boss]"],
    ],
    "loading-dock": [
        ["hide", "sergeant"],
        ["roll-init", "--seed", "1"],
        ["damage", "lena", "3"],
        ["damage", "tomas", "6"],
    ],
}
SECRETS = {
    "ninth-street": ["boss", "traitor", "Boss", "2 to shake", "XX", "//", "/8"],
    "loading-dock": ["sergeant", "Hale", "ramp", "charge"],
}
HEALTH = {
    "ninth-street": {
        "thug-1": "hurt", "thug-2": "badly hurt", "punk": "down", "joe": "unhurt",
    },
    "loading-dock": {"lena": "hurt", "tomas": "badly hurt", "ivo": "unhurt"},
}  # fmt: skip


@pytest.fixture(params=sorted(PLAYED))
def fight(request: pytest.FixtureRequest, type_line: Type) -> str:
    """A fight in which something has happened that the players must not know."""
    name = str(request.param)
    for words in [["load", f"encounters/{name}.yaml"], *PLAYED[name]]:
        screen = type_line(words)
        assert screen.status == 0, screen
    return name


def test_no_secret_is_in_the_players_picture_or_in_what_it_is_drawn_from(fight: str) -> None:
    with open_session(None, write=False) as session:
        known = without_secrets(session.encounter)
        board = players_board(session.encounter, session.ruleset.board)
    state = json.dumps([known.combatants, known.fight, known.scene, known.notes])
    picture = "\n".join(plain(line) for width in (60, 120) for line in render_board(board, width))
    hidden = SECRETS[fight][0]
    assert hidden not in state
    assert not known.templates
    for secret in SECRETS[fight]:
        assert secret not in picture


def test_an_enemys_health_is_a_word_and_a_friends_is_drawn(fight: str) -> None:
    with open_session(None, write=False) as session:
        whole = session.ruleset.board(session.encounter)
        rows = {row.id: row for row in players_board(session.encounter, lambda e: (
            registry.load(e.ruleset).board(e)
        )).rows}  # fmt: skip
    health = {row.id: row.health for row in whole.rows}
    for who, word in HEALTH[fight].items():
        assert health[who] == word
        enemy = rows[who].side not in ("pc", "ally")
        assert (rows[who].tracks == ()) is enemy
        assert (rows[who].status == word) is enemy or rows[who].status == word
    assert all(not any(row.cells) for row in rows.values() if row.side == "foe")


def test_reveal_brings_somebody_back(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["hide", "thug*", "boss"])
    assert players() == ["joe", "sally", "bill", "wendy", "punk"]
    type_line(["reveal", "boss"])
    assert players() == ["joe", "sally", "bill", "wendy", "punk", "boss"]
    type_line(["undo", "2"])
    assert len(players()) == 8


def players() -> list[str]:
    with open_session(None, write=False) as session:
        return [row.id for row in players_board(session.encounter, session.ruleset.board).rows]


def test_several_names_are_one_step(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    doc = type_line(["damage", "thug*,joe", "2", "--json"]).doc
    assert [result["who"] for result in doc["results"]] == ["thug-1", "thug-2", "joe"]
    assert len(doc["changes"]) == 3
    assert type_line(["undo", "--json"]).doc["steps"] == ["damage 'thug*,joe' 2 --json"]
    assert type_line(["undo"]).status == 1
    refused = type_line(["damage", "joe,nobody", "2", "--json"])
    assert refused.doc["error"]["kind"] == "unknown-name"
    assert type_line(["effect", "zz*", "moving"]).status == 1
    assert type_line(["undo"]).status == 1


def test_dice_of_several_are_typed_by_name(type_line: Type) -> None:
    type_line(["load", "encounters/stand-off.yaml"])
    type_line(["effect", "mara,dex", "unconscious"])
    line = ["act", "guard,gunner", "first-aid", "mara", "--roll"]
    refused = type_line([*line, "medicine.captain=5", "--json"])
    assert refused.doc["error"]["kind"] == "bad-dice"
    doc = type_line([*line, "medicine.guard=1", "--roll", "medicine.gunner=5", "--json"]).doc
    assert [roll["dice"] for roll in doc["rolls"]] == [[1], [5]]
    assert [result["outcome"] for result in doc["results"]] == ["failed", "passed"]


def test_watch_follows_the_fight_and_its_file(type_line: Type, tmp_path: Path) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    root = Path(__file__).parents[1]
    env = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1"}
    out = tmp_path / "watched.txt"
    with out.open("w", encoding="utf-8") as stream:
        watching = subprocess.Popen(
            [sys.executable, "-m", "gmtrack", "watch", "--players"], env=env, stdout=stream
        )
        try:
            waited_for(out, "Street punk")
            type_line(["damage", "punk", "1"])
            waited_for(out, "  hurt")
            type_line(["load", "encounters/stand-off.yaml"])
            waited_for(out, "Stand-off")
        finally:
            watching.terminate()
            watching.wait(10)


def waited_for(file: Path, text: str) -> None:
    """Wait until the text is in the file; fails after a while."""
    for _ in range(200):
        if text in file.read_text(encoding="utf-8"):
            return
        time.sleep(0.05)
    raise AssertionError(f"{text!r} never came: {file.read_text(encoding='utf-8')}")
