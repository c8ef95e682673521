"""What system pages cost beside a ruleset in Python: `python tests/bench/pages.py [ROUNDS]`.

First `attack --dry-run` as a whole process, in a fight of two people by each page that comes with
gmtrack, beside one in @knife-fight. All take turns, round by round; told is the median of the
rounds' ratios. Bound: 1.05.

Then 300 simulated fights of each page, beside as many of @knife-fight with as many of the same
people on each side. Both play a twelfth in turn, and told is the median of the twelve ratios. As
fights of different games differ in length, the time is that of a command that was carried out: an
attack, a turn, an initiative. What was refused counts to the others. Bound: 1.5.

All times are those of the processor, since on a busy machine the clock says little.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from run import ROUNDS, Variant, environment, gmtrack
from simulate import counting, player_of

from gmtrack.core.encounter import Encounter
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

MOST_OF_ATTACK = 1.05
MOST_OF_SIMULATION = 1.5
FIGHTS = 300
PARTS = 12
"""Turns in which the fights are played: first those of the page, then those beside them."""
USUAL = ROOT / "encounters" / "knife-fight.yaml"
READY_MADE = {
    "fantasy": "dragon-wakes",
    "percentile": "museum-break-in",
    "pools": "raid-at-dawn",
    "exploding": "train-robbery",
    "oldschool": "goblin-gate",
    "fudge": "rooftop-chase",
}
"""The ready-made fight of each page with attacks."""
SMALL = ROOT / "tests" / "rulesets" / "system_page" / "fights"
SMALL_FIGHTS = ("saloon", "lair")
"""Fights of the tests that are simulated besides."""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        compare_attacks(Path(folder), rounds)
    compare_simulations()


# --- a command ---


def compare_attacks(folder: Path, rounds: int) -> None:
    """Time an attack by each page, as a process of its own."""
    variants = {"": duel(folder, "swan-song", USUAL)}
    for page, fight in READY_MADE.items():
        variants[page] = duel(folder, page, ROOT / "encounters" / f"{fight}.yaml")
    times = measure(variants, rounds)
    usual = times.pop("")
    print(f"{'attack, two people':24}{'ms':>8}{'ratio':>8}   bound {MOST_OF_ATTACK}")
    print(f"{'swan-song':24}{statistics.median(usual):8.1f}")
    for page, took in times.items():
        ratio = statistics.median(one / other for one, other in zip(took, usual, strict=True))
        print(f"{page:24}{statistics.median(took):8.1f}{ratio:8.3f}")


def measure(variants: Mapping[str, Variant], rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of every run by variant, after a round that is not counted."""
    times: dict[str, list[float]] = {key: [] for key in variants}
    for number in range(rounds + 1):
        for key, variant in variants.items():
            took = milliseconds(variant)
            if number:
                times[key].append(took)
    return times


def milliseconds(variant: Variant) -> float:
    """Run a command and return how long it took."""
    begun = seconds_of_children()
    subprocess.run(
        variant.command,
        check=True,
        cwd=ROOT,
        env=environment(variant.home),
        stdout=subprocess.DEVNULL,
    )
    return 1000 * (seconds_of_children() - begun)


def seconds_of_children() -> float:
    """Return what the commands have taken so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def duel(folder: Path, name: str, file: Path) -> Variant:
    """Prepare a state folder with the first of the party and the first foe of a fight, in which
    one attack was made already: so the page is judged, and every cache is warm."""
    home = folder / name
    home.mkdir()
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    templates = data.get("templates", {})
    first: dict[str, str] = {}
    for who, sheet in data["combatants"].items():
        given = {**templates.get((sheet or {}).get("template"), {}), **(sheet or {})}
        first.setdefault(given.get("side", "foe"), who)
    people = first["pc"], first["foe"]
    data["combatants"] = {who: data["combatants"][who] for who in people}
    data.pop("fight", None)
    data.pop("scene", None)
    (home / "fight.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    gmtrack(home, "load", str(home / "fight.yaml"))
    line = ("attack", *people, "--seed", "1")
    gmtrack(home, *line)
    gmtrack(home, "undo")
    return Variant(name, (sys.executable, "-m", "gmtrack", *line, "--dry-run"), home)


# --- simulated fights ---


def compare_simulations() -> None:
    """Time the simulated fights of each page."""
    print(f"\n{'simulate':24}{'ms':>8}{'beside':>8}{'ratio':>8}   bound {MOST_OF_SIMULATION}")
    for name, encounter in fights_of_pages():
        sides = Counter(encounter.side(who) for who in encounter.combatants)
        beside = people_of(validate_file(str(USUAL))[0], sides["pc"], sides["foe"])
        ours, theirs = ms_a_command(encounter, beside)
        pairs = zip(ours, theirs, strict=True)
        ratio = statistics.median(one / other for one, other in pairs)
        medians = f"{statistics.median(ours):8.3f}{statistics.median(theirs):8.3f}"
        print(f"{name:24}{medians}{ratio:8.2f}")


def fights_of_pages() -> Iterator[tuple[str, Encounter]]:
    """Yield the small fights as they are, and two on each side of every ready-made one."""
    for name in SMALL_FIGHTS:
        yield name, validate_file(str(SMALL / f"{name}.yaml"))[0]
    for page, name in READY_MADE.items():
        encounter = validate_file(str(ROOT / "encounters" / f"{name}.yaml"))[0]
        yield page, people_of(encounter, 2, 2)


def people_of(encounter: Encounter, party: int, foes: int) -> Encounter:
    """Return a fight of so many of the first of the party against so many of their first foe."""
    first = {encounter.side(who): who for who in reversed(encounter.combatants)}
    people = {
        f"{who}-{number}": {**encounter.combatants[who], "name": f"{who} {number}"}
        for who, count in ((first["pc"], party), (first["foe"], foes))
        for number in range(1, count + 1)
    }
    return replace(encounter, combatants=people, fight={})


def ms_a_command(*encounters: Encounter) -> list[list[float]]:
    """Return for each fight the milliseconds of a command in every part of its simulated fights.
    The first part is not counted: it fills the caches."""
    players = [player_of(encounter) for encounter in encounters]
    found: list[list[float]] = [[] for _ in players]
    each = FIGHTS // PARTS
    for part in range(PARTS + 1):
        for player, times in zip(players, found, strict=True):
            took = ms_of(player, range(part * each, (part + 1) * each))
            if part:
                times.append(took)
    return found


def ms_of(player: Player, numbers: range) -> float:
    """Play the fights with these numbers and return the milliseconds of a command."""
    counted = Counter[str]()
    with counting(counted):
        begin = time.process_time()
        player.play(numbers)
        took = time.process_time() - begin
    return 1000 * took / counted["done"]


if __name__ == "__main__":
    main()
