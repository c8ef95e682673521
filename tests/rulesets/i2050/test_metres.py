"""`next N` and `next all` in the Movement Phase, and `next` at the prompt (IN-MOVE-02)."""

import io
import sys
from pathlib import Path

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable

from ..typing_in import doc, done, gmtrack, refused, told

pytestmark = pytest.mark.usefixtures("board_without_choices")

DECLARED = ["act kaz move lotus", "act lotus other", "act student move", "act samurai other"]


@pytest.fixture(autouse=True)
def movement(home: Path) -> None:
    """The duel in its Movement Phase: Kaz goes for Lotus, the student goes somewhere."""
    done("load @street-samurai-duel")
    done("roll-init")
    for line in [*DECLARED, "act master other"]:
        done(line)
    while doc("board")["step"] != "movement":
        done("next")


def moved(who: str) -> int:
    """Return the metres that somebody has moved."""
    found: int = doc("show", who)["movement"]["moved"]
    return found


def test_next_alone_is_one_metre() -> None:
    assert "metre 1: Kaz, The student" in told("next")
    assert (doc("board")["metre"], moved("kaz")) == (1, 1)


def test_next_with_a_number_is_so_many_metres() -> None:
    assert "Kaz, The student: 3 m" in told("next 3")
    assert (doc("board")["metre"], moved("kaz"), moved("student")) == (3, 3, 3)
    done("undo")
    assert (doc("board")["metre"], moved("kaz")) == (0, 0)


def test_next_all_ends_movement() -> None:
    done("set student move=2")
    said = told("next all")
    assert "Kaz: 6 m" in said
    assert "The student: 2 m" in said
    assert doc("board")["phase"] == "round-over"
    assert (moved("kaz"), moved("student")) == (6, 2)
    assert doc("log")["steps"][-1]["line"] == "next all"


def test_more_metres_than_there_are_end_movement_too() -> None:
    done("next 40")
    assert doc("board")["phase"] == "round-over"


def test_next_all_stops_where_somebody_reaches_whom_they_go_for() -> None:
    done("set kaz position=0,0")
    done("set lotus position=4,0")
    said = told("next all")
    assert "Kaz is within a metre of Lotus" in said
    assert "Kaz, The student: 3 m" in said
    assert (doc("board")["step"], moved("kaz"), moved("student")) == ("movement", 3, 3)
    done("next all")
    assert (doc("board")["phase"], moved("student")) == ("round-over", 6)


def test_the_story_says_how_far_each_moves(tmp_path: Path) -> None:
    done("next all")
    file = tmp_path / "story.md"
    done("log", "--export", str(file))
    assert "Moved 6 m: Kaz and The student." in file.read_text()


def test_a_number_means_nothing_elsewhere() -> None:
    done("next all")
    for line in ("next 2", "next all"):
        assert "`next` goes on one step at a time" in refused(line)
    done("load @knife-fight")
    done("roll-init --seed 1")
    assert "`next` goes on one step at a time" in refused("next 2")
    for wrong in ("0", "x", "1.5"):
        assert gmtrack("next", wrong).code == 2


@pytest.mark.parametrize(
    ("line", "metres", "phase"),
    [("n", None, "round-over"), ("n 1", 1, "acting"), ("next 2", 2, "acting"),
     ("n all", None, "round-over")],
)  # fmt: skip
def test_at_the_prompt_next_is_all_metres(line: str, metres: int | None, phase: str) -> None:
    assert PlayTable(execute).run_line(line) == 0
    board = doc("board")
    assert (board["metre"], board["phase"]) == (metres, phase)


def test_for_programs_next_is_all_metres_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"next\n")))
    gmtrack("play", "--json")
    assert doc("board")["phase"] == "round-over"


def test_at_the_prompt_a_number_means_nothing_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    table = PlayTable(execute)
    assert table.run_line("n") == 0
    assert table.run_line("n 2") == 1
    assert "`next` goes on one step at a time" in capsys.readouterr().err
