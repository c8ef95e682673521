"""How long a command takes: `python tests/bench/run.py [ROUNDS]`.

Every measurement is a whole new process, from start to exit; the variants take turns, so that a
busy machine slows all of them alike. Ratios are what counts: they are against a script that merely
imports the libraries that gmtrack uses. Nothing here is asserted; the tests count modules instead.
"""

# ruff: noqa: T201 - printing is what this program is for

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

ROUNDS = 20
COMBATANTS = (10, 100, 1_000)
STEPS = (10, 1_000, 10_000)
ATTACK = (sys.executable, "-m", "gmtrack", "attack", "joe", "bob", "--seed", "1")
ADD = (sys.executable, "-m", "gmtrack", "add", "extra", "--count", "500", "--dry-run")
BOARD = (sys.executable, "-m", "gmtrack", "board")
LARGE = ("i2050", "spotlight", "sr3", "storyteller", "swan-song")
CROWDS = (10, 200)
KEPT = (10, 200)
WHAT = (sys.executable, "-m", "gmtrack", "what")
HURT = (sys.executable, "-m", "gmtrack", "damage", "mob*", "1", "--dry-run")
FIGHTS = (sys.executable, "-m", "gmtrack", "fights")
SWITCH = (sys.executable, "-m", "gmtrack", "switch", "fight-1")
COMPLETION = (sys.executable, "-m", "gmtrack", "--complete", "gmtrack attack joe ")

LIBRARIES_ONLY = """\
import pydantic, rich, typer, yaml

class Model(pydantic.BaseModel):
    name: str

app = typer.Typer()

@app.command()
def one() -> None:
    print(Model(name="one"))

@app.command()
def two() -> None:
    print(Model(name="two"))

app()
"""

ENCOUNTER = """\
gmtrack: 1
name: Benchmark
ruleset: swan-song
templates:
  extra: {body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, intuition: 3}
combatants:
  joe:
    template: extra
    side: pc
    skills: {blades: 3}
    weapons:
      knife: {kind: melee, skill: blades, accuracy: 6, dv: STR+2, arp: 1}
  bob: {template: extra, flesh_max: 100000, armor_value: 4}
"""


EFFECTS = 10
TEN_EFFECTS = "effects:\n" + "".join(
    f"  own-{number}: {{lasts: 9 rounds, change: {{agility: 1, armor: 1}}, "
    "rolls: [{roll: [attack, defense, soak], by: 1}]}\n"
    for number in range(EFFECTS)
)


class Variant(NamedTuple):
    """One thing to time. `home` is the state folder of its own, `terminal` gives it one."""

    label: str
    command: tuple[str, ...]
    home: Path
    terminal: bool = False


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        variants = prepare(Path(folder))
        times = measure(variants, rounds)
    report(variants, times, rounds)


def prepare(folder: Path) -> dict[str, Variant]:
    """All variants by key, each with its own state folder."""
    script = folder / "libraries.py"
    script.write_text(LIBRARIES_ONLY)
    variants = {
        "bare": Variant("(b) python -c pass", (sys.executable, "-c", "pass"), folder),
        "libraries": Variant(
            "(a) typer, rich, pydantic, yaml", (sys.executable, str(script), "one"), folder
        ),
    }
    for count in COMBATANTS:
        home = prepared_home(folder, count, steps=0)
        variants[f"{count} combatants"] = Variant(f"attack, {count:,} combatants", ATTACK, home)
    for steps in STEPS:
        home = prepared_home(folder, COMBATANTS[0], steps)
        variants[f"{steps} steps"] = Variant(f"attack after {steps:,} steps", ATTACK, home)
    for label, lines in (("no", ""), ("ten", TEN_EFFECTS)):
        home = prepared_home(folder / label, COMBATANTS[0], steps=0, more=lines)
        variants[f"{label} effects"] = Variant(f"attack with {label} effects", ATTACK, home)
    home = prepared_home(folder / "terminal", COMBATANTS[0], steps=0)
    variants["terminal"] = Variant("attack on a terminal", ATTACK, home, terminal=True)
    home = prepared_home(folder / "completion", COMBATANTS[1], steps=0)
    variants["completion"] = Variant("what a shell asks, 100 combatants", COMPLETION, home)
    crowd = prepared_home(folder / "crowd", 500, steps=0)
    variants["crowd"] = Variant("add 500 to 500", ADD, crowd)
    edited = edited_home(folder / "edited", STEPS[1])
    variants["edited"] = Variant("an edit by hand, no head", BOARD, edited)
    for ruleset in LARGE:
        for count in CROWDS:
            home = crowded_home(folder / f"{ruleset}-{count}", ruleset, count)
            key = f"what {ruleset} {count}"
            variants[key] = Variant(f"what, {count} in {ruleset}", WHAT, home)
            variants[f"damage {key}"] = Variant(f"damage to all, {count} in {ruleset}", HURT, home)
    for count in KEPT:
        home = kept_home(folder / f"kept-{count}", count)
        variants[f"kept {count}"] = Variant(f"fights, {count} kept", FIGHTS, home)
        variants[f"switch {count}"] = Variant(f"switch, {count} kept", SWITCH, home)
    return variants


def crowded_home(home: Path, ruleset: str, count: int) -> Path:
    """A state folder with the example of a ruleset, of whose second one there are so many, in the
    middle of a round."""
    home.mkdir(parents=True)
    package = ruleset.replace("-", "_")
    example = ROOT / "gmtrack" / "rulesets" / package / "example.yaml"
    data = yaml.safe_load(example.read_text(encoding="utf-8"))
    (hero, first), (_, mob), *_ = data["combatants"].items()
    del mob["name"]
    data |= {"templates": {"mob": mob}, "fight": {}}
    mobs = {f"mob-{number}": {"template": "mob"} for number in range(count - 1)}
    data["combatants"] = {hero: first} | mobs
    (home / "fight.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    for line in (("load", str(home / "fight.yaml")), ("roll-init",), ("next", "--force")):
        gmtrack(home, *line)
    return home


def kept_home(home: Path, count: int) -> Path:
    """A state folder with so many kept fights, told once already."""
    home.mkdir(parents=True)
    for number in range(count):
        file = home / f"fight-{number}.yaml"
        file.write_text(ENCOUNTER.replace("Benchmark", f"Fight {number}"))
        gmtrack(home, "load", str(file))
    gmtrack(home, "fights")
    return home


def gmtrack(home: Path, *line: str) -> None:
    subprocess.run(
        (sys.executable, "-m", "gmtrack", *line),
        check=True,
        cwd=ROOT,
        env=environment(home),
        stdout=subprocess.DEVNULL,
    )


def edited_home(folder: Path, steps: int) -> Path:
    """A state folder in which a hand has edited the fight, and the head is lost."""
    home = prepared_home(folder, COMBATANTS[0], steps)
    file = next(home.glob("encounters/*/encounter.yaml"))
    file.write_text(file.read_text().replace("Benchmark", "Edited"))
    file.with_name("head.json").unlink()
    return home


def prepared_home(folder: Path, count: int, steps: int, more: str = "") -> Path:
    """A state folder with an active fight of `count` combatants and a history of `steps`; `more` at
    the end of its file. Effects of the GM's own are put on both who fight."""
    home = folder / f"home-{count}-{steps}"
    home.mkdir(parents=True)
    file = home / "fight.yaml"
    extras = (f"  extra-{number}: {{template: extra}}\n" for number in range(count - 2))
    file.write_text(ENCOUNTER + "".join(extras) + more)
    gmtrack(home, "load", str(file))
    for number in range(EFFECTS if more else 0):
        gmtrack(home, "effect", ("joe", "bob")[number % 2], f"own-{number}")
    add_history(home, steps)
    return home


def add_history(home: Path, steps: int) -> None:
    """Steps through the store's own commit, in this process and without waiting for the disk."""
    from gmtrack.app.run import Order, run_in_session
    from gmtrack.app.step import CommandRequest
    from gmtrack.core.intents import Damage, Heal
    from gmtrack.store.session import open_session

    os.environ["GMTRACK_HOME"] = str(home)
    os.fsync = lambda _: None
    damage = Order("damage bob 1"), CommandRequest(Damage("bob", 1))
    heal = Order("heal bob 1"), CommandRequest(Heal("bob", 1))
    with open_session(None, write=True) as session:
        for step in range(steps):
            run_in_session(session, *(heal if step % 2 else damage))


def environment(home: Path) -> Mapping[str, str]:
    """As after an installation: with compiled modules, whatever is set here."""
    unwanted = {"GMTRACK_FILE", "PYTHONDONTWRITEBYTECODE"}
    plain = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**plain, "GMTRACK_HOME": str(home), "PYTHONPATH": str(ROOT)}


def measure(variants: Mapping[str, Variant], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of every run by variant; one round that is not counted warms the caches."""
    times: dict[str, list[float]] = {key: [] for key in variants}
    for number in range(rounds + 1):
        for key, variant in variants.items():
            took = milliseconds(variant)
            if number:
                times[key].append(took)
    return times


def milliseconds(variant: Variant) -> float:
    env = environment(variant.home)
    start = time.perf_counter()
    if variant.terminal:
        run_on_terminal(variant.command, env)
    else:
        subprocess.run(variant.command, check=True, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1_000


def run_on_terminal(command: tuple[str, ...], env: Mapping[str, str]) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=theirs, stdin=theirs)
    os.close(theirs)
    try:
        while os.read(ours, 65_536):
            pass
    except OSError:  # how Linux says that the other side of a terminal is closed
        pass
    os.close(ours)
    if process.wait():
        raise SystemExit(f"{' '.join(command)} failed")


def report(variants: Mapping[str, Variant], times: dict[str, list[float]], rounds: int) -> None:
    median = {key: statistics.median(values) for key, values in times.items()}
    print(f"{rounds} rounds, Python {sys.version.split()[0]}; milliseconds of a whole process\n")
    print(f"{'':34}{'median':>8}{'least':>8}{'of (a)':>8}")
    for key, variant in variants.items():
        share = median[key] / median["libraries"]
        print(f"{variant.label:34}{median[key]:8.1f}{min(times[key]):8.1f}{share:8.2f}")
    share = median[f"{COMBATANTS[0]} combatants"] / median["libraries"]
    growth = median[f"{STEPS[-1]} steps"] / median[f"{STEPS[0]} steps"] - 1
    print(f"\nattack: {share:.2f} of (a); aim: at most 0.75")
    for key in variants:
        few, many = key, key.removesuffix(f" {CROWDS[0]}") + f" {CROWDS[1]}"
        if few != many and few.endswith(f" {CROWDS[0]}") and many in median:
            print(f"{variants[many].label}: {median[many] / median[few]:.1f} times {CROWDS[0]}")
    print(f"ten effects: {median['ten effects'] / median['no effects']:.2f} of none; aim: 1.15")
    print(f"{STEPS[-1]:,} steps against {STEPS[0]}: {growth:+.1%}; aim: at most +5 %")


if __name__ == "__main__":
    main()
