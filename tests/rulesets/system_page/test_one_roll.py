"""A formula with dice of several kinds is one roll: typed, asked for, told, kept, counted out."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from gmtrack.store.systems.keeping import shipped_text

from ..typing_in import doc, done, gmtrack, refused, told

FIGHT = """\
gmtrack: 1
name: Duel
ruleset: {ruleset}
combatants:
  kira:
    side: pc
    ac: 16
    max_hp: 20
    dex: 14
    weapons: {{sword: {{bonus: 5, damage: {damage}, type: slashing}}}}
  ogre: {{ac: 11, max_hp: 40}}
"""


@pytest.fixture
def duel(home: Path, tmp_path: Path) -> Path:
    """A duel with a sword of two kinds of dice."""
    file = tmp_path / "duel.yaml"
    file.write_text(FIGHT.format(ruleset="fantasy", damage="1d8+1d6+3"))
    done("load", str(file))
    return file


def duel_by(changes: dict[str, str], folder: Path, damage: str = "1d8") -> None:
    """A duel by the fantasy page with other lines."""
    page = shipped_text("fantasy") or ""
    for old, new in changes.items():
        assert old in page
        page = page.replace(old, new)
    (folder / "other.yaml").write_text(page)
    file = folder / "duel.yaml"
    file.write_text(FIGHT.format(ruleset="./other.yaml", damage=damage))
    done("load", str(file))


@pytest.mark.usefixtures("duel")
def test_dice_of_several_kinds_are_typed_as_one_roll() -> None:
    for dice in ("5,3", "53"):
        answer = doc(f"attack kira ogre --roll attack=12 --roll damage={dice}")
        [damage] = [roll for roll in answer["rolls"] if roll["name"] == "damage"]
        assert (damage["dice"], damage["sides"], damage["total"]) == ([5, 3], [8, 6], 11)
        done("undo")
    answer = doc("attack kira ogre --roll attack=20 --roll damage=5,8,3,6")
    assert answer["rolls"][-1]["sides"] == [8, 8, 6, 6]
    assert "sides" not in answer["rolls"][0]


@pytest.mark.usefixtures("duel")
def test_an_impossible_die_is_refused_by_its_place() -> None:
    line = "attack kira ogre --roll attack=12 --roll damage="
    assert "7 is not a face of a d6, which is die 2 of 1d8+1d6" in refused(f"{line}5,7")
    assert "needs 2 dice (1d8+1d6), got 1" in refused(f"{line}5")
    assert "'damage_2' is not rolled" in refused(f"{line}5 --roll damage_2=3")
    assert doc("show ogre")["tracks"]["hp"]["now"] == 40


@pytest.mark.usefixtures("duel")
def test_screens_and_the_story_name_the_dice(tmp_path: Path) -> None:
    assert "d8 5 d6 3" in told("attack kira ogre --roll attack=12 --roll damage=5,3")
    assert "d8 5 d6 3" in told("log", "2")
    assert "rolled +11" in told("why", "2")
    story = tmp_path / "story.md"
    done("log", "--export", str(story))
    assert "d8 5 d6 3" in story.read_text()


@pytest.mark.usefixtures("duel")
def test_amended_dice_stay_with_their_kind() -> None:
    done("attack kira ogre --roll attack=12 --roll damage=5,3")
    done("amend", "2", "--roll", "attack=20", "--roll", "damage=8,6")
    [*_, damage] = doc("log", "2")["report"]["rolls"]
    assert damage["dice"] == [5, 8, 3, 6]
    done("amend", "2", "--roll", "attack=12")
    [*_, damage] = doc("log", "2")["report"]["rolls"]
    assert damage["dice"] == [5, 3]
    assert done("replay", "--verify").code == 0


@pytest.mark.usefixtures("duel")
def test_odds_of_two_kinds_are_those_of_every_way_to_fall() -> None:
    damage: Counter[int] = Counter()
    for die, one, two, three, four in product(
        range(1, 21), range(1, 9), range(1, 9), range(1, 7), range(1, 7)
    ):
        is_hit = die not in (1, 20) and die + 5 >= 11
        points = one + three + 3 if is_hit else 0
        damage[one + two + three + four + 3 if die == 20 else points] += 1
    found = doc("odds kira ogre")["damage"]["distribution"]
    assert found == pytest.approx(
        {str(points): count / damage.total() for points, count in damage.items()}
    )


@pytest.mark.usefixtures("duel")
def test_odds_take_typed_dice_of_two_kinds() -> None:
    line = "odds kira ogre --roll attack=12 --roll damage=5,3"
    assert doc(line)["damage"]["distribution"] == {"11": 1}


@pytest.mark.usefixtures("duel")
def test_fights_of_two_kinds_of_dice_are_simulated() -> None:
    assert doc("simulate --fights 5 --seed 1 --jobs 1")["fights"] == 5


def test_a_sum_that_is_rolled_twice_is_one_roll(home: Path, tmp_path: Path) -> None:
    duel_by({"roll: d20 + weapon.bonus": "roll: d10 + d12 + weapon.bonus"}, tmp_path)
    answer = doc("attack kira ogre --with advantage --roll attack=5,6,7,8")
    assert answer["rolls"][0]["sides"] == [10, 10, 12, 12]
    assert answer["rolls"][0]["total"] == 6 + 8 + 5


def test_initiative_of_two_kinds_of_dice_has_odds(home: Path, tmp_path: Path) -> None:
    duel_by({"roll: d20 + dex_mod": "roll: d4 + d6 + dex_mod"}, tmp_path)
    wins = 0
    for one, two in product(product(range(1, 5), range(1, 7)), repeat=2):
        kira, ogre = sum(one) + 2, sum(two)
        wins += kira >= ogre  # equal scores go by dexterity
    odds = doc("odds init")
    [kira] = [one for one in odds["initiative"] if one["who"] == "kira"]
    assert kira["first"] == pytest.approx(wins / 24**2)
    assert "sampled" not in odds
    board = doc("roll-init --roll initiative.kira=4,6 --roll initiative.ogre=1,6")
    assert [one["score"] for one in board["order"]] == [12, 7]


def test_dice_that_decide_which_dice_are_rolled_are_rolls_of_their_own(
    home: Path, tmp_path: Path
) -> None:
    change = 'damage: "if(d4 = 4, 2d6, 1) + d8"'
    duel_by({"damage: twice(weapon.damage)": change}, tmp_path)
    line = "attack kira ogre --roll attack=20 --roll damage=4 --roll damage_2=6,5 --roll damage_3=8"
    assert [roll["dice"] for roll in doc(line)["rolls"]] == [[20], [4], [6, 5], [8]]


def test_a_history_of_before_keeps_its_dice(duel: Path, home: Path) -> None:
    done("attack kira ogre --roll attack=12 --roll damage=5,3")
    done("log", "--export", str(home / "now.jsonl"))
    lines = (home / "now.jsonl").read_text().splitlines()
    head, step = json.loads(lines[0]), json.loads(lines[1])
    step["edition"] = 3
    step["line"] = step["line"].replace("damage=5,3", "damage=5 --roll damage_2=3")
    whole = step["report"]["rolls"][-1]
    del whole["sides"]
    second = {**whole, "name": "damage_2", "dice": [3], "total": 3}
    del second["total_parts"]
    whole["dice"] = [5]
    step["report"]["rolls"].append(second)
    step["story"] = [*step["story"][:-1], 2, step["story"][-1]]
    then = home / "then.jsonl"
    then.write_text("".join(f"{json.dumps(one)}\n" for one in (head, step)))
    answer = gmtrack("replay", str(then), "--verify")
    assert answer.code == 0, answer.out + answer.err
    done("load", str(then))
    done("amend", "2", "--roll", "damage_2=6")
    assert doc("show ogre")["tracks"]["hp"]["now"] == 40 - 5 - 6 - 3
