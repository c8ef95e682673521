"""What a long evening costs: `python tests/bench/evening.py [LINES...]`.

A fight is played to so many entries of its log (5, 100 and 400 by default). Then the pages and
commands that look at it are timed in this process: the median of the milliseconds of CPU time,
since others may be at work. Only the last four, which tell of the whole evening, may grow with
the length of the log.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import contextlib
import io
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from gmtrack.app.own_link_page import read_own_page
from gmtrack.app.past.players_history import FollowedCast, FollowedStory
from gmtrack.app.players_page import page_of_session
from gmtrack.cli.main import execute
from gmtrack.cli.watch import current_board
from gmtrack.play.table import PlayTable
from gmtrack.store.session import open_session

LENGTHS = (5, 100, 400)
TIMES = 7
FIGHT, WHO, TRACK = "ganger-ambush", "vex", "flesh"
FLAT = (
    "board", f"show {WHO}", "what", "log", "log --last 5", "log {last}", "why", "note fight x",
    "undo", "redo", "amend {last} --mod 1 --seed 1 --dry-run", "rest hour --dry-run --force",
)  # fmt: skip
WHOLE = ("stats", f"why {WHO} {TRACK}", "log --export -", "log --export - --players")
T = TypeVar("T")
Look = Callable[[], object]


def main() -> None:
    lengths = [int(word) for word in sys.argv[1:]] or [*LENGTHS]
    os.fsync = lambda _: None
    with tempfile.TemporaryDirectory() as home:
        os.environ["GMTRACK_HOME"] = home
        typed(f"load @{FIGHT}")
        columns = []
        for length in sorted(lengths):
            play_to(length)
            columns.append({name: median(look) for name, look in looks().items()})
    print(f"{'entries of the log':32}" + "".join(f"{length:8}" for length in sorted(lengths)))
    for name in columns[0]:
        print(f"{name:32}" + "".join(f"{column[name]:8.1f}" for column in columns))


def looks() -> dict[str, Look]:
    """What looks at the fight, by name. Pages are those of somebody who has looked before."""
    story, cast, table = FollowedStory(), FollowedCast(), quiet(lambda: PlayTable(execute))
    place = str(open_session_file())

    def page() -> object:
        with open_session(None, write=False) as session:
            return page_of_session(session, story)

    def own_page() -> object:
        with open_session(None, write=False) as session:
            return read_own_page(session, WHO, story.look(session).cast_changes)

    with open_session(None, write=False) as session:
        last = max(one.seq for one in story.look(session).steps)
    pages: dict[str, Look] = {
        "page of a phone or television": page,
        "a player's own page": own_page,
        "watch": lambda: current_board(place, None),
        "watch --players": lambda: current_board(place, cast),
        "a line of play": lambda: quiet(lambda: table.run_line("note fight y")),
    }
    lines = {line: line.format(last=last) for line in (*FLAT, *WHOLE)}
    return pages | {name: (lambda line=line: typed(line)) for name, line in lines.items()}


def open_session_file() -> Path:
    """The file of the fight."""
    with open_session(None, write=False) as session:
        return session.file


def play_to(length: int) -> None:
    """Play until the log has so many entries. Who is down is healed, so that it never ends."""
    number = 0
    while True:
        number += 1
        with open_session(None, write=False) as session:
            rows = session.ruleset.board(session.encounter).rows
            if session.seq >= length:
                return
        acting = [row for row in rows if row.acting]
        fallen = [row for row in rows if row.standing.out]
        if fallen:
            typed(f"heal {fallen[0].id} 99")
        foes = [row for row in rows for one in acting if row.side != one.side]
        if foes and number % 2:
            typed(f"attack {acting[0].id} {foes[number % len(foes)].id} --seed {number} --force")
        else:
            typed(f"next --seed {number} --force")


def typed(line: str) -> int:
    """Carry out a line of the command line, and return its exit status."""
    return quiet(lambda: execute(line.split()))


def quiet(do: Callable[[], T]) -> T:
    """Return what `do` returns; what it prints is not shown."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return do()


def median(look: Look) -> float:
    """The median of the milliseconds of CPU time; the first time is not counted."""
    look()
    took = []
    for _ in range(TIMES):
        begun = time.process_time()
        look()
        took.append((time.process_time() - begun) * 1000)
    return statistics.median(took)


if __name__ == "__main__":
    main()
