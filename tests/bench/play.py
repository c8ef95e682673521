"""How long the prompt of `play` takes, and how much has to be typed: 1,000 attacks in a fight of
50, the guide (`?`), the odds line, completion of a half-typed word; and the keystrokes of ordinary
acts in every ruleset.

    python tests/bench/play.py [LINES]

Prints the median and the 99th percentile in milliseconds, beside the time that the same machine
takes for an empty Python process, since machines differ. Each act is carried out as it is typed,
and must come to what the full line comes to; Enter is a key.
"""

# ruff: noqa: T201 - printing is what this program is for

import contextlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from gmtrack.cli.main import execute  # noqa: E402 - found through the line above
from gmtrack.core.encounter import Data  # noqa: E402
from gmtrack.play.complete import find_completions  # noqa: E402
from gmtrack.play.table import PlayTable  # noqa: E402

ENCOUNTERS = ROOT / "encounters"
FIGHTS = {"ganger-ambush": ("vex", "hook"), "ninth-street": ("joe", "punk")}
"""Encounter to attacker and the one who is copied until there are 50."""
COMBATANTS = 50
AIMS = (10, 33)
KEYS = {"attack": 6, "called": 12, "burst": 12, "cover": 6, "move": 8}
"""How many keys an act may take."""
BEFORE = {"street-samurai-duel": ("end",), "ninth-street": (), "back-room": ("end",)}
"""What is done before the acts."""
ACTS = {
    "knife-fight": [
        ("attack", "a bob", "attack joe bob"),
        ("called", "a bob neck", "attack joe bob --called neck"),
        ("cover", "x tak", "act joe take-cover"),
        ("move", "x walk", "act joe walk"),
    ],
    "ninth-street": [
        ("attack", "a p", "attack joe punk"),
        ("called", "a p head", "attack joe punk --called head"),
        ("burst", "a p uzi bur", "attack joe punk --weapon uzi --with mode=burst"),
        ("cover", "x tak car", "act joe take-cover car"),
        ("move", "x mov", "act joe move"),
    ],
    "back-room": [
        ("attack", "a n b", "attack nick bouncer"),
        ("called", "a n b head", "attack nick bouncer --called head"),
        ("move", "x n dod", "act nick dodge"),
    ],
    "garage-night": [
        ("attack", "a bos", "attack rook boss"),
        ("called", "a bos head", "attack rook boss --called head"),
        ("burst", "a bos bf", "attack rook boss --with mode=bf"),
        ("cover", "x tak", "act rook take-cover"),
        ("move", "x run", "act rook run"),
    ],
    "street-samurai-duel": [
        ("attack", "a k st", "attack kaz student"),
        ("called", "a k st head aim=4", "attack kaz student --called head --with aim=4"),
        ("move", "x k mov", "act kaz move"),
    ],
}
"""Kind, what is typed and the full line, by fight."""


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{lines} attacks, {COMBATANTS} combatants; aims {AIMS[0]} and {AIMS[1]} ms")
    print(f"{'an empty process':34} {empty_process():6.1f}")
    for name, (attacker, target) in FIGHTS.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["GMTRACK_HOME"] = folder
            table = opened(crowd(name, target, Path(folder)))
            told("line", name, measured(table, attacker, target, lines))
            few = max(10, lines // 10)
            told("guide", name, timed(lambda table=table: table.run_line("?"), few))
            half = f"attack {attacker} {target} --called "
            told("completion", name, [completion(table, half) for _ in range(few)])
            typed = f"a {attacker} {target}"
            told("odds line", name, [odds_line(table, typed, n) for n in range(few)])
    print("keystrokes, with Enter: " + ", ".join(f"{k} {n}" for k, n in KEYS.items()))
    for fight, acts in ACTS.items():
        for kind, typed, full in acts:
            keys = keystrokes(fight, typed, full)
            late = "" if keys <= KEYS[kind] else "  more than aimed at"
            print(f"{fight:20} {kind:12} {keys:3}  {typed}{late}")


def told(what: str, name: str, times: list[float]) -> None:
    times = sorted(times)
    late = times[max(0, int(len(times) * 0.99) - 1)]
    print(f"{name:20} {what:12} median {statistics.median(times):6.1f}   99 % {late:6.1f}")


def opened(file: Path) -> PlayTable:
    with quiet():
        execute(["load", str(file)])
        return PlayTable(execute)


def timed(do: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each time."""
    return [clocked(do) for _ in range(times)]


def clocked(do: Callable[[], object]) -> float:
    with quiet():
        start = time.perf_counter()
        do()
        return (time.perf_counter() - start) * 1000


def completion(table: PlayTable, half: str) -> float:
    """The first key after a line: the words of the fight are looked up anew."""
    table.refresh()
    return clocked(lambda: find_completions(half, table.scene))


def odds_line(table: PlayTable, typed: str, number: int) -> float:
    """What each key at the end of a line costs: the odds are looked for anew."""
    mod = f"{typed} --mod {number % 5}"
    return clocked(lambda: table.foresight.odds_line(table.fight, mod, 80))


def keystrokes(fight: str, typed: str, full: str) -> int:
    """The keys of an act. Raises AssertionError where it is not the full line that was done."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GMTRACK_HOME"] = folder
        with quiet():
            execute(["load", str(ENCOUNTERS / f"{fight}.yaml")])
            execute(["next", "--seed", "1"])
            for line in BEFORE.get(fight, ()):
                execute(line.split())
        table = opened(ENCOUNTERS / f"{fight}.yaml")
        assert result(table, typed) == result(table, full), f"{fight}: `{typed}` is not `{full}`"
    return len(typed) + 1


def result(table: PlayTable, line: str) -> Data:
    """What comes of a line; it is taken back. Raises AssertionError where it is refused."""
    errors = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
        status = table.run_line(f"{line} --seed 1")
        assert status == 0, f"{line}: {errors.getvalue()}"
        assert table.last.outcome is not None
        found = table.last.outcome.document()
        table.run_line("undo")
    return {key: value for key, value in found.items() if key != "understood"}


def crowd(name: str, target: str, folder: Path) -> Path:
    """The encounter with so many copies of one enemy that there are 50 combatants."""
    doc = yaml.safe_load((ENCOUNTERS / f"{name}.yaml").read_text(encoding="utf-8"))
    cast = doc["combatants"]
    number = 0
    while len(cast) < COMBATANTS:
        number += 1
        cast[f"{target}-{number}"] = dict(cast[target])
    path = folder / "crowd.yaml"
    path.write_text(yaml.dump(doc, Dumper=NoAnchors, sort_keys=False), encoding="utf-8")
    return path


class NoAnchors(yaml.SafeDumper):
    """Writes what several share as often as it is there."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def measured(table: PlayTable, attacker: str, target: str, lines: int) -> list[float]:
    """Milliseconds of each line, what it prints and keeps included."""
    with quiet():
        return [line_of(table, f"attack {attacker} {target} --seed {n}") for n in range(lines)]


def line_of(table: PlayTable, text: str) -> float:
    start = time.perf_counter()
    table.run_line(text)
    return (time.perf_counter() - start) * 1000


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def empty_process() -> float:
    """The least of five, in milliseconds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


if __name__ == "__main__":
    main()
