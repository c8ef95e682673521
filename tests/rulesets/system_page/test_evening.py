"""A whole evening by the page `fantasy`, with dice that are typed: a party of four, two fights with
a rest between them, and what a game master does besides."""

from pathlib import Path

import pytest
from play.answering import Answering
from programs import ROOT

from ..typing_in import doc, told

FOLDER = Path(__file__).with_name("evening")
FIGHT = "../" + (FOLDER / "bridge").relative_to(ROOT).as_posix()


def hit_points(*people: str) -> list[int]:
    """The hit points of these people now."""
    return [doc("show", who)["tracks"]["hp"]["now"] for who in people]


def number_of_step(line: str) -> str:
    """The number of the last step with this line."""
    steps = doc("log")["steps"]
    return next(str(one["seq"]) for one in reversed(steps) if one["line"].startswith(line))


@pytest.fixture
def table(home: Path, monkeypatch: pytest.MonkeyPatch) -> Answering:
    """The prompt on the first fight; the players roll their own dice."""
    monkeypatch.chdir(home)
    return Answering(monkeypatch, FIGHT, people="pc")


def test_an_evening_is_played(table: Answering) -> None:
    play_round_at_the_bridge(table)
    mend_what_was_forgotten(table)
    end_the_fight_at_the_bridge(table)
    tell_the_story(table)
    rest_for_an_hour(table)
    fight_in_the_keep(table)


def play_round_at_the_bridge(table: Answering) -> None:
    table.type("party new Heroes")
    asked = table.type(
        "i --roll ogre=14 --roll goblin=7 --roll shaman=11", "kira=16 moth=9 oak=4 tarn=12"
    )
    assert len(asked) == 1
    order = [one["id"] for one in doc("board")["order"]]
    # Moth and the shaman have 11: the more dexterous one comes first.
    assert order == ["kira", "tarn", "ogre", "moth", "shaman", "goblin", "oak"]
    table.type("a ogre", "15", "6")
    assert "total 21, target 11" in table.said
    table.type("n")
    table.type("a ogre", "20", "3 4")
    assert "critical" in table.said
    assert hit_points("ogre") == [19]
    table.type("e tarn war-cry")
    table.type("n")
    table.type("a kira --roll attack=14 --roll damage=5,6")
    table.type("n")
    asked = table.type(
        "a ogre goblin -w fire --roll attack.ogre=15 --roll attack.goblin=14", "6 5 4 3 3 2"
    )
    assert len(asked) == 1, "only whoever casts rolls for the damage of all"
    assert "Moth: Ball of fire damage Moth 6 5 4 3 3 2 (typed)" in table.said
    assert "Goblin: saved" in table.said
    assert "Goblin is dead" in table.said
    assert hit_points("kira", "ogre", "goblin") == [16, 8, 0]
    table.type("n")
    table.type("a oak moth --roll damage=4,4,4", "oak=10 moth=11")
    assert "Oak: burnt" in table.said
    assert "Moth: saved" in table.said
    table.type("n")
    table.type("a shaman -w flame --roll attack=3", "5 6")
    assert hit_points("oak", "moth", "shaman") == [12, 13, 3]


def mend_what_was_forgotten(table: Answering) -> None:
    """The shaman's targets had half cover, which was said two commands later."""
    table.type(f"amend {number_of_step('attack shaman')} --with cover")
    assert hit_points("oak", "moth", "shaman") == [18, 13, 3]
    table.type("u")
    assert hit_points("oak") == [12]
    table.type("r")
    assert hit_points("oak") == [18]


def end_the_fight_at_the_bridge(table: Answering) -> None:
    table.type("n")
    table.type("e ogre prone")
    outcomes = doc("odds", "kira", "ogre")["outcomes"]
    assert outcomes["critical"] == pytest.approx(1 - (19 / 20) ** 2)
    assert outcomes["miss"] + outcomes["fumble"] == pytest.approx((4 / 20) ** 2)
    found = doc("simulate", "--fights", "2", "--seed", "1")
    assert found["fights"] == 2
    table.type("a ogre", "12 7", "8")
    assert "Ogre is dead" in table.said
    table.type("n")
    assert "1 round" in told("show", "tarn")
    table.type("a shaman", "4", "2")
    assert "4 rolled + 6 bonus + 2 war cry" in table.said
    table.type("count tarn ki -2")
    table.type("d oak 18")
    table.type("n")
    table.type("n")
    assert "Oak is dying: `test oak death`" in table.said
    table.type("t death", "1")
    assert doc("show", "oak")["tracks"]["failures"]["now"] == 2
    assert doc("board")["due"] == []
    table.type("h oak 3")
    assert doc("show", "oak")["tracks"]["failures"]["now"] == 0
    table.type("end")
    assert "Home in Heroes" in table.said


def tell_the_story(table: Answering) -> None:
    table.type("log --export story.md --players")
    story = Path("story.md").read_text(encoding="utf-8")
    assert "battle song" in story
    assert "War cry" not in story
    assert "Long sword" in story
    assert "Ball of fire" in story


def rest_for_an_hour(table: Answering) -> None:
    table.type("party open")
    [asked] = table.type("rest hour", "kira=5 moth=2 oak=8")
    assert "Tarn" not in asked, "who lacks nothing rolls nothing"
    assert "Ki 3/3" in table.said
    assert hit_points("kira", "moth", "oak", "tarn") == [21, 15, 11, 22]


def fight_in_the_keep(table: Answering) -> None:
    table.type(f"load {FOLDER / 'keep.yaml'} --party")
    assert hit_points("kira", "moth", "oak", "tarn") == [21, 15, 11, 22]
    table.type("ask pc")
    table.type("i --roll wight=18 --roll bones=1", "kira=2 moth=10 oak=5 tarn=3")
    table.type("a moth -w touch --roll damage=3,4", "7")
    assert "Moth: poisoned" in table.said
    assert hit_points("moth") == [8]
    table.type("n")
    table.type("a bones -w ray", "15 4")
    assert "total 9, target 13" in table.said, "of two dice the worse counts"
    table.type("e moth poisoned end")
    table.type("turn oak")
    table.type("a bones", "13", "5")
    assert "vulnerability +7" in table.said
    assert hit_points("bones") == [0]
    table.type("set kira temp_hp=5")
    table.type("d kira 8 slashing")
    assert hit_points("kira") == [18]
    table.type("d wight 45")
    table.type("end")
    party = doc("party", "heroes")
    assert [one["ended"] is not None for one in party["fights"]] == [True, True]
    table.type("party open")
    table.type("rest night")
    assert hit_points("kira", "moth", "oak", "tarn") == [31, 19, 24, 22]
