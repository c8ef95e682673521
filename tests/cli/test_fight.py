"""gmtrack for programs: `from gmtrack import Fight, Refused`."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from long_run import LONG

from gmtrack import Fight, Refused
from gmtrack.cli.main import execute
from gmtrack.store.ready_made import ready_made_words

ROOT = Path(__file__).parents[2]
KNIFE = "@knife-fight"
AMBUSH = """\
gmtrack: 1
name: Alley
ruleset: swan-song
combatants:
  joe: {side: pc, body: 3, agility: 8, reaction: 3, strength: 2, willpower: 3, logic: 2,
        intuition: 3, charisma: 3, flesh_max: 10, strain_threshold: 10,
        skills: {blades: 7},
        weapons: {knife: {kind: melee, skill: blades, dv: 3, accuracy: 6}}}
  bob: {body: 3, agility: 1, reaction: 2, strength: 3, willpower: 2, logic: 2, intuition: 1,
        charisma: 2, flesh_max: 10, strain_threshold: 10}
"""
FELL = {"attack": [6, 6, 2, 4, 1, 5, 1]}
LINES = (
    "roll-init --seed 1",
    "note fight the lamp goes out",
    "next --seed 1",
    "damage bob 2",
    "add Rolf --template @thug",
    "roll 3d6 --seed 1",
    "set fight counters.alarm='{max: 6}'",
    "count fight alarm 2",
    "undo 2",
    "redo",
    "effect bob stunned --rounds 2",
    "leave joe carried off",
    "join joe",
    "end",
)


def answered(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, object]:
    """What the command line prints with --json."""
    import shlex

    capsys.readouterr()
    execute([*shlex.split(line), "--json"])
    return dict(json.loads(capsys.readouterr().out))


def timeless(value: object) -> object:
    """A document without times of day, and without the folder of the fight."""
    if isinstance(value, dict):
        return {key: timeless(one) for key, one in value.items() if key not in ("time", "file")}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def everything(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(one): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def test_the_example_of_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "ambush.yaml"
    file.write_text(AMBUSH)
    with Fight.open(file, memory=True) as fight:
        report = fight.run("attack joe bob --called neck", rolls=FELL, seed=5)
        assert report.outcome == "hit"
        assert report.rolls[0].hits == 3
        assert report.rolls[0].given
        assert report.document["called"] == "neck"
        assert fight.board()["name"] == "Alley"
        assert fight.show("joe")["id"] == "joe"
        assert fight.what("joe")["who"] == "joe"
        assert sum(fight.odds("joe bob neck")["outcomes"].values()) == pytest.approx(1)
        assert [step["line"] for step in fight.log()["steps"]][1:] == [
            "attack joe bob --called neck --roll attack=6,6,2,4,1,5,1 --seed 5"
        ]
        assert fight.undo()["command"] == "undo"
    assert list(tmp_path.iterdir()) == [file]


def test_documents_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """In memory, on disk, and by hand: the same lines, one after the other."""
    by_hand = [answered(capsys, line) for line in (f"load {KNIFE}", *LINES)][1:]
    looks = ("board", "show bob", "what", "log", "stats", "why bob", "odds joe bob", "rules")
    by_hand += [answered(capsys, line) for line in looks]
    for memory in (False, True):
        execute(["load", KNIFE, "--fresh"])
        fight = Fight.open(KNIFE, memory=True) if memory else Fight.active()
        for line, told in zip((*LINES, *looks), by_hand, strict=True):
            found = timeless(fight.run(line).document)
            expected = timeless(told)
            if line == "log":
                for doc in (found, expected):
                    for step in doc["steps"]:  # type: ignore[index]
                        step["line"] = step["line"].removesuffix(" --json")
                    doc["steps"][0]["line"] = "load"  # type: ignore[index]
            assert json.loads(json.dumps(found).replace(" --json", "")) == json.loads(
                json.dumps(expected).replace(" --json", "")
            ), line
    assert capsys.readouterr().out.count("\n") > 0


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    fight = Fight.open(KNIFE)
    for line in (*LINES, "board", "simulate --fights 2 --rounds 1 --jobs 1", "log"):
        fight.run(line)
    with pytest.raises(Refused):
        fight.run("attack --help")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("line", "kind", "told"),
    [
        ("attak joe bob", "usage", "attack"),
        ("attack", "usage", "ATTACKER"),
        ("attack joe bob --roll attack=9", "roll", "9"),
        ("show zed", "unknown", "zed"),
        ("act joe dance", "unknown", "dance"),
        ("damage bob five", "usage", "five"),
        ("undo 99", "nothing-to-undo", "can be undone"),
        ('attack "joe bob', "usage", "quot"),
        ("x\0y", "usage", "x00"),
        ("", "usage", "empty"),
        ("help", "usage", "help"),
        ("attack --help", "usage", "--help"),
        ("play", "usage", "terminal"),
        ("serve", "usage", "terminal"),
    ],
)
@pytest.mark.parametrize("memory", [False, True])
def test_what_is_refused_has_changed_nothing(
    line: str, kind: str, told: str, memory: bool, tmp_path: Path
) -> None:
    fight = Fight.open(KNIFE, memory=memory)
    fight.run("roll-init", seed=1)
    before = fight.board(), fight.log()
    with pytest.raises(Refused) as refused:
        fight.run(line)
    assert (refused.value.kind, str(refused.value)) == (kind, refused.value.message)
    assert told in refused.value.message
    assert (fight.board(), fight.log()) == before


@pytest.mark.parametrize(
    "line",
    [
        "save x.yaml", "load @couriers", "new X --ruleset sr3", "switch knife-fight", "party new X",
        "forget knife-fight", "fights", "log --export x.md", "board --svg=x.svg",
        "schema --install", "save -", "validate",
    ],
)  # fmt: skip
def test_what_writes_is_refused_in_memory(line: str, tmp_path: Path) -> None:
    fight = Fight.open(KNIFE, memory=True)
    with pytest.raises(Refused, match="in memory") as refused:
        fight.run(line)
    assert refused.value.kind == "forbidden"


WRITES = """
import os, sys
from gmtrack import Fight

def watch(event, args):
    opens = event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if opens or event in ("os.mkdir", "os.rename", "os.remove", "os.truncate", "os.link"):
        print(event, args, file=sys.stderr)

sys.addaudithook(watch)
for word in sys.argv[1:]:
    fight = Fight.open(word, memory=True)
    fight.run("roll-init", seed=1)
    for _ in range(12):
        choices = [one["line"] for one in fight.what()["choices"] if not one["why"]]
        fight.run(choices[0] if choices else "next", seed=2)
    stood, steps = fight.board(), len(fight.log()["steps"]) - 1
    fight.undo(steps)
    assert fight.board() != stood
    fight.run(f"redo {steps}")
    assert fight.board() == stood
    assert fight.run("replay --verify").document["same"]
    fight.run("amend 2 --drop --drop-illegal")
    fight.undo()
    assert fight.board() == stood
    fight.run("end")
    print(word)
"""


def test_in_memory_nothing_is_written(tmp_path: Path) -> None:
    """Whatever is done: no file is opened to be written, and no folder is made."""
    played = [one for one in ready_made_words() if one != "@couriers"][:: 1 if LONG else 3]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", WRITES, *played]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", played)
    assert not list(tmp_path.rglob("*"))


def test_a_kept_fight_goes_on_for_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    fight = Fight.open(KNIFE)
    fight.run("roll-init", seed=1)
    execute(["damage", "bob", "2"])
    assert fight.show("bob")["pools"]["flesh"]["now"] == 8
    fight.undo()
    assert answered(capsys, "show bob")["pools"]["flesh"]["now"] == 10  # type: ignore[index]
    again = Fight.open(KNIFE)
    assert again.file == fight.file
    assert [step["line"] for step in again.log()["steps"]][1:3] == [
        "roll-init --seed 1", "damage bob 2"
    ]  # fmt: skip


def test_what_a_line_opens_is_the_fight_from_then_on() -> None:
    fight = Fight.open(KNIFE)
    fight.run("load @couriers")
    assert fight.board()["name"] == Fight.active().board()["name"] == "The couriers"
    fight.run(["new", "Bar brawl", "--ruleset", "sr3"])
    assert (fight.board()["name"], fight.board()["ruleset"]) == ("Bar brawl", "sr3")


def test_new_ones() -> None:
    for memory in (False, True):
        with Fight.new("Bar brawl: late", "swan-song", memory=memory) as fight:
            fight.run("add joe --template @thug")
            assert [row["id"] for row in fight.board()["order"]] == ["joe"]
            assert fight.board()["name"] == "Bar brawl: late"
    with pytest.raises(Refused, match="swan-song"):
        Fight.new("x", "swan-sung", memory=True)


def test_a_copy_of_the_active_one_goes_its_own_way() -> None:
    kept = Fight.open(KNIFE)
    kept.run("damage bob 2")
    copy = Fight.active(memory=True)
    copy.run("damage bob 3")
    assert copy.show("bob")["pools"]["flesh"]["now"] == 5
    assert kept.show("bob")["pools"]["flesh"]["now"] == 8


def test_what_cannot_be_opened() -> None:
    for opened in (
        Fight.active,
        lambda: Fight.open("nowhere.yaml"),
        lambda: Fight.open("nowhere.yaml", memory=True),
        lambda: Fight.open("@nowhere", memory=True),
    ):
        with pytest.raises(Refused) as refused:
            opened()
        assert refused.value.kind in ("no-encounter", "bad-file", "unknown")


def test_importing_the_package_costs_nothing() -> None:
    code = "import sys; import gmtrack; print(*(n for n in sys.modules if n.startswith('gmtrack')))"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == {"gmtrack", "gmtrack.version"}


@pytest.mark.parametrize(
    "word", ["@knife-fight", "@ninth-street", "@back-room", "@stairwell", "@street-samurai-duel"]
)
def test_what_is_known_from_line_to_line_is_right(word: str) -> None:
    """In memory much is kept from one line to the next, and documents are made when somebody reads
    them; on disk every line begins anew. Looking, undoing and refusals come in between."""
    chance = random.Random(word)
    held, kept = Fight.open(word, memory=True), Fight.open(word)
    told, expected = [], []
    for number in range(120 if LONG else 24):
        lines = ["next"]
        if number % 3:
            lines = [one["line"] for one in held.what()["choices"] if not one["why"]] or lines
        line = chance.choice(lines)
        if number % 10 == 7:
            line = chance.choice(["undo 2", "redo", "set fight notes=x", "attack a b", "odds 3d6"])
        reports = []
        for fight in (held, kept):
            try:
                reports.append(fight.run(line, seed=number if line in lines else None))
            except Refused as refused:
                reports.append(refused.message)  # type: ignore[arg-type]
        if isinstance(reports[0], str):
            assert reports[0] == reports[1]
            continue
        told.append((line, reports[0]))
        expected.append(reports[1].document)
        if number % 4 == 0:
            assert timeless(held.board()) == timeless(kept.board()), line
    for (line, report), document in zip(told, expected, strict=True):
        assert timeless(report.document) == timeless(document), line
    assert held.show(held.board()["order"][0]["id"]) == kept.show(held.board()["order"][0]["id"])
