"""The players' story: it can be sent as it is."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import BeginWith
from .typing_in import gmtrack

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.jsonl"))
pytestmark = pytest.mark.usefixtures("home")

FIGHT = """\
gmtrack: 1
name: The pier
ruleset: swan-song
effects:
  kamikaze: {name: Kamikaze, players: Wired, lasts: 2 rounds, change: {agility: 1}}
  hex: {name: Hexed, players: false}
counters:
  alarm: {name: Alarm, max: 6, at: {2: the guards arrive, 4: the doors lock}}
  plan: {name: Plan, max: 6, players: false, at: {1: the boss flees}}
combatants:
  joe: {side: pc, name: Joe, SHEET, weapons: {knife: {kind: melee, skill: blades, dv: 6}}}
  bob: {name: Bob, SHEET, weapons: {fire-axe: {kind: melee, skill: blades, dv: 9}}}
  mole:
    {name: The mole, hidden: true, SHEET, weapons: {stiletto: {kind: melee, skill: blades, dv: 9}}}
""".replace("SHEET", "body: 4, agility: 4, reaction: 4, strength: 4, willpower: 4, intuition: 4")
Tell = Callable[..., str]


@pytest.fixture
def tell(tmp_path: Path) -> Tell:
    """The players' story after some lines."""
    file, story = tmp_path / "pier.yaml", tmp_path / "story.md"

    def told(*lines: str) -> str:
        file.write_text(FIGHT, encoding="utf-8")
        for line in (f"load {file}", *lines, f"log --export {story} --players"):
            answer = gmtrack(*line.split())
            assert answer.code == 0, answer.err
        return story.read_text(encoding="utf-8").replace("\\", "")

    return told


HIT = "--mod 30 --roll defense=1,2,3,4,1,2,3,4 --seed 3"


def test_it_tells_weapon_place_and_the_wounds_of_ones_own_side(tell: Tell) -> None:
    told = tell(
        f"attack bob joe --called gut {HIT}",
        f"attack joe bob {HIT}",
    )
    assert re.search(
        r"Bob attacks Joe with fire axe, at the gut, and hits\. Joe takes \d+ damage", told
    )
    assert "Joe attacks Bob with knife and hits." in told
    assert "Bob takes" not in told


def test_it_tells_drugs_and_counters_as_players_know_them(tell: Tell) -> None:
    told = tell(
        "effect joe kamikaze", "effect joe hex", "effect bob kamikaze", "count fight alarm 5",
        "count fight plan 2", "effect joe kamikaze --end",
    )  # fmt: skip
    assert "Joe: Wired.\n" in told
    assert "Joe: Wired is over." in told
    assert "The guards arrive. The doors lock." in told
    assert not re.search("Kamikaze|Hexed|boss|Bob: Wired", told)


def test_it_hides_who_is_hidden_and_what_they_hold(tell: Tell) -> None:
    told = tell(f"attack mole joe {HIT}", "leave bob carried off by The mole")
    assert "Somebody attacks Joe and hits." in told
    assert "Bob leaves." in told
    assert "- Bob: left" in told
    assert not re.search("mole|stiletto", told)


def test_who_leaves_never_goes_down(tell: Tell) -> None:
    told = tell(
        "damage bob 30 --force", "leave bob carried to the van", "damage bob 3 --force", "end"
    )
    assert "Bob leaves (carried to the van)." in told
    assert told.count("goes down") == 1
    assert told.index("goes down") < told.index("Bob leaves")
    assert "- Bob: left (carried to the van)" in told


def test_it_tells_how_the_fight_ended(tell: Tell) -> None:
    told = tell(f"attack bob joe {HIT}", "end")
    assert "The fight is over." in told
    assert re.search(r"## How they stand\n\n- Joe: (badly hurt|hurt|dying)\n- Bob: unhurt\n", told)


def test_what_happens_again_and_again_is_told_once(tell: Tell) -> None:
    told = tell(*["act joe run"] * 3)
    assert told.count("Joe: run") == 1
    assert "Joe: run. (3 times)" in told


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_fight_names_weapons_and_wounds_and_no_line_three_times(
    path: Path, tmp_path: Path, begin_with: BeginWith
) -> None:
    story = tmp_path / "story.md"
    begin_with(f"load {path}")
    assert gmtrack("log", "--export", str(story), "--players").code == 0
    told = story.read_text(encoding="utf-8")
    assert re.search(r"attacks \w[\w ]* with \w", told)
    assert re.search(r"takes \d+ damage", told)
    assert "The fight is over." in told
    assert "## How they stand" in told
    assert "declared" not in told
    blocks = [block for block in told.split("\n\n") if "<sub>" not in block]
    for one, two, three in zip(blocks, blocks[1:], blocks[2:], strict=False):
        assert not one == two == three
