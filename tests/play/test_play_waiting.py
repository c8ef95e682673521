"""While a question is open the fight is everybody's to look at and nobody else's to change; and a
session whose fight was let go of says so."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gmtrack.cli.main import execute
from gmtrack.cli.watch import WatchState, render_now
from gmtrack.play import asking, at_prompt
from gmtrack.play.fight_status import render_status_line
from gmtrack.play.questions.who_is_asked import ALL, AskSetting
from gmtrack.play.table import MOVED_ON, PlayTable
from gmtrack.store import lock
from gmtrack.store.working_copies import active_place

from .terminal import Terminal

ROOT = Path(__file__).parents[2]
FIGHT = str(ROOT / "encounters" / "knife-fight.yaml")
WAITS = "a running `play` waits for Joe Schmoe's attack dice (`attack joe bob`)"
LOOKS = (
    "board", "show joe", "what joe", "odds joe bob", "log", "stats", "why joe flesh", "fights",
    "board --json", "attack joe bob --seed 1 --dry-run", "save tonight.yaml", "validate",
)  # fmt: skip
CHANGES = (
    "damage bob 1", "undo", "next", "roll 1d6", "amend 2 --drop", "note joe owes",
    "forget knife-fight --force",
)  # fmt: skip


Said = Callable[[], str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What was said since the last time, on one line."""

    def both() -> str:
        out, err = capsys.readouterr()
        return " ".join(f"{out} {err}".split())

    return both


class Asked:
    """A session in which all dice are asked for; what is answered to each question in order, or
    what happens meanwhile (a function). Then Enter."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = PlayTable(execute)
        self.table.asking.setting = AskSetting(("pc", "foe"), ALL)
        self.table.asking.rollers = asking.make_dice_source(self.table)
        self.answers: list[str | Said] = []
        self.questions: list[str] = []
        monkeypatch.setattr(at_prompt, "prompt_for_answer", self._answered)

    def _answered(self, table: PlayTable, question: str, phone: object = None) -> str:
        self.questions.append(question.split("\n")[-2])
        answer = self.answers.pop(0) if self.answers else ""
        return answer if isinstance(answer, str) else answer()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    assert execute(["load", FIGHT]) == 0
    assert execute(["damage", "joe", "1"]) == 0
    return Asked(monkeypatch)


def test_while_a_question_is_open_others_look_and_do_not_change(
    asked: Asked, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 120)
    looked: list[str] = []

    def meanwhile() -> str:
        said()
        for line in LOOKS:
            started = time.monotonic()
            assert execute(line.split()) == 0, said()
            assert time.monotonic() - started < 60
            looked.append(line)
        said()
        for line in CHANGES:
            assert execute(line.split()) == 1
            assert WAITS in said()
        return "6624151"

    asked.answers = [meanwhile]
    assert asked.table.run_line("attack joe bob") == 0
    assert looked == [*LOOKS]
    assert "[6] [6] 2 4 1 [5] 1 (typed)" in said()
    assert execute(["undo"]) == 0


def test_a_line_that_is_taken_back_asks_no_more(asked: Asked) -> None:
    def broken_off() -> str:
        raise KeyboardInterrupt

    asked.answers = [broken_off]
    asked.table.run_line("attack joe bob")
    assert execute(["damage", "bob", "1"]) == 0


def edited(old: str, new: str, answer: str) -> Said:
    """Somebody changes the file in an editor, and only then the question is answered."""

    def meanwhile() -> str:
        file = active_place().file
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
        return answer

    return meanwhile


def rolls_of(questions: list[str]) -> list[str]:
    """Who was asked for which dice."""
    return [question.split(" (")[0].removesuffix(", 6 count at most") for question in questions]


FIRST = ["Joe Schmoe: attack, 7 dice", "Bob Rock: defense, 3 dice"]


@pytest.mark.parametrize(
    ("agility", "more", "fell"),
    [
        (4, [], "[6] [6] 2 4 1 [5] 1 (typed)"),
        (3, [], "[6] [6] 2 4 1 [5]"),
        (5, ["Joe Schmoe: attack, d6"], "[6] [6] 2 4 1 [5] 1 [5]"),
    ],
)
def test_a_fight_that_has_moved_on_asks_only_for_what_is_new(
    asked: Asked, said: Said, agility: int, more: list[str], fell: str
) -> None:
    """Nobody throws dice away that lie on the table."""
    hand = edited("agility: 4", f"agility: {agility} # ", "1 1 1")
    asked.answers = ["6624151", hand, *["5" for _ in more]]
    assert asked.table.run_line("attack joe bob") == 0
    told = said()
    assert MOVED_ON in told
    assert fell in told
    assert "1 1 1 (typed)" in told
    found = rolls_of(asked.questions)
    assert found[: len([*FIRST, *more])] == [*FIRST, *more]
    assert found.count(FIRST[0]) == found.count(FIRST[1]) == 1
    assert execute(["log"]) == 0
    log = said()
    assert "edited by hand" in log
    assert log.count("attack joe bob") == 1


def test_what_is_not_possible_any_more_is_told(asked: Asked, said: Said) -> None:
    no_knife = edited("combat-knife", "bottle", "")
    asked.answers = [lambda: no_knife() + edited("Combat knife", "Bottle", "6624151")()]
    assert asked.table.run_line("attack joe bob --weapon combat-knife") == 1
    told = said()
    assert MOVED_ON in told
    assert "combat-knife" in told.rpartition("error:")[2]
    assert len(asked.questions) == 1


def test_dice_for_an_amendment_wait_in_the_same_way(asked: Asked, said: Said) -> None:
    assert execute(["attack", "joe", "bob", "--seed", "3"]) == 0

    def meanwhile() -> str:
        assert execute(["board"]) == 0
        said()
        assert execute(["undo"]) == 1
        assert "Joe Schmoe's attack dice (`amend 3 --mod 2`)" in said()
        return edited("agility: 4", "agility: 4 # ", "5 6")()

    asked.answers = [meanwhile]
    assert asked.table.run_line("amend 3 --mod 2") == 0
    assert MOVED_ON in said()
    assert len(asked.questions) == 1
    assert execute(["log", "3"]) == 0
    assert "[5] [6] = " in said()


def test_dice_that_are_only_tried_hold_nobody_up(asked: Asked) -> None:
    def meanwhile() -> str:
        assert execute(["damage", "bob", "1"]) == 0
        return ""

    asked.answers = [meanwhile]
    assert asked.table.run_line("attack joe bob --dry-run") == 0


# --- at a terminal ---


def test_at_a_terminal_too_and_nothing_is_left_of_a_session_that_is_killed(
    terminal: Terminal, said: Said, home: Path
) -> None:
    terminal.type("ask pc all\r")
    terminal.wait_for("player characters roll their own dice")
    terminal.type("attack joe bob\r")
    terminal.wait_for("(Enter = none)")
    terminal.type("\r")
    terminal.wait_for("dice (Enter = roll):")
    assert execute(["board"]) == 0
    said()
    assert execute(["damage", "bob", "1"]) == 1
    assert WAITS in said()
    terminal.type("6624151\r")
    terminal.wait_for("Karma: reroll")
    assert execute(["damage", "bob", "1"]) == 1
    assert "Joe Schmoe's choice, karma: reroll (`attack joe bob`)" in said()
    terminal.process.kill()
    terminal.process.wait()
    assert execute(["damage", "bob", "1"]) == 0
    again = Terminal(home, 80, fight="")
    again.wait_for("| unsaved")
    again.close()
    assert not list(home.rglob("asking*"))


# --- a fight that is let go of ---


def test_a_session_whose_fight_is_forgotten_says_so_and_leaves_nothing(
    asked: Asked, said: Said, home: Path
) -> None:
    shutil.copy(FIGHT, "other.yaml")
    assert execute(["load", "other.yaml"]) == 0
    assert execute(["forget", "knife-fight", "--force"]) == 0
    table = asked.table
    table.refresh_if_changed()
    gone = "knife-fight is kept no more: it was forgotten"
    assert gone in render_status_line(table.fight, 200, table.fault)
    for line in ("board", "damage bob 1", "attack joe bob", "attack bob", "act move", "delay"):
        said()
        assert table.run_line(line) == 1
        assert gone in said()
    assert [path.name for path in (home / "encounters").iterdir()] == ["other"]
    assert execute(["undo"]) == 1  # nothing was done to the other fight
    assert table.run_line("fights") == 0
    assert table.run_line("switch other") == 0
    assert table.run_line("damage bob 1") == 0


def test_a_session_can_forget_its_own_fight(asked: Asked, said: Said) -> None:
    assert asked.table.run_line("forget knife-fight --force") == 0
    assert render_status_line(asked.table.fight, 80, asked.table.fault).startswith(
        "no encounter is open"
    )
    assert asked.table.run_line("board") == 1
    assert "no encounter is open" in said()


def test_who_watches_a_fight_that_is_forgotten_is_told(asked: Asked, home: Path) -> None:
    file = str(active_place().file)
    assert execute(["forget", "knife-fight", "--force"]) == 0
    told = " ".join(span.text for line in render_now(file, 80, WatchState()) for span in line)
    assert "kept no more" in " ".join(told.split())
    assert not list((home / "encounters").iterdir())
