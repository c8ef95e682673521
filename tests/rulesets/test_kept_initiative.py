"""Initiative dice that players give one after the other before the first round, and those of
latecomers in a round."""

from collections.abc import Callable
from pathlib import Path

import pytest
from play.answering import rolls

from .typing_in import doc, done, refused, told

ROOT = Path(__file__).parents[2]
FIGHTS = {
    # Fight, its players, and the dice of three of them.
    "spotlight": ("ninth-street", {"joe": "6 6 2 1", "sally": "5 5 4", "bill": "6 1"}, "wendy"),
    "storyteller": ("back-room", {"nick": "7", "lena": "0"}, ""),
    "sr3": ("garage-night", {"rook": "4 5", "brick": "3"}, "hale"),
}
LATECOMERS = {
    "swan song": ("knife-fight", "4"),
    "spotlight": ("ninth-street", "5 2 4"),
    "storyteller": ("back-room", "4"),
    "sr3": ("garage-night", "4"),
}
Open = Callable[[str], None]


@pytest.fixture
def load(home: Path) -> Open:
    """Opens a ready-made fight."""

    def open_fight(fight: str) -> None:
        done("load", str(ROOT / "encounters" / f"{fight}.yaml"))

    return open_fight


def faces(text: str) -> list[int]:
    return [int(word) or 10 for word in text.split()]


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_players_give_their_dice_one_after_the_other(ruleset: str, load: Open, home: Path) -> None:
    fight, dice, left = FIGHTS[ruleset]
    load(fight)
    before = doc("board")
    people = [*dice]
    for place, who in enumerate(people):
        said = told("roll-init", who, "--roll", *dice[who].split())
        still = [*people[place + 1 :], *([left] if left else [])]
        assert ("still to roll" in said) == bool(still)
        assert doc("board")["phase"] == before["phase"] == "not-started"
    done("undo")
    done("roll-init", people[-1], "-r", f"{people[-1]}={dice[people[-1]]}")
    fell = rolls(doc("roll-init"))
    assert {who: fell[f"initiative.{who}"] for who in dice} == {
        who: faces(text) for who, text in dice.items()
    }
    assert len(fell) >= len(dice)
    assert "as they went" in done("replay", "--verify").out
    # They were for that round alone.
    done("save", str(home / "after.yaml"))
    assert "rolled" not in (home / "after.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_dice_that_are_given_anew_replace_those_before(ruleset: str, load: Open) -> None:
    fight, dice, _ = FIGHTS[ruleset]
    load(fight)
    first, second, *_ = dice
    done(
        "roll-init", f"{first},{second}", "-r", f"{first}={dice[first]}", f"{second}={dice[second]}"
    )
    other = " ".join(["1"] * len(dice[first].split()))
    done("roll-init", first, "-r", other)
    fell = rolls(doc("roll-init", f"{second}={' '.join(['2'] * len(dice[second].split()))}"))
    assert fell[f"initiative.{first}"] == faces(other)
    assert set(fell[f"initiative.{second}"]) == {2}


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_a_mistake_in_kept_dice_is_amended_into_the_round(ruleset: str, load: Open) -> None:
    fight, dice, _ = FIGHTS[ruleset]
    load(fight)
    who = next(iter(dice))
    done("roll-init", who, "-r", f"{who}={dice[who]}")
    kept = doc("log")["steps"][-1]["seq"]
    done("roll-init", "--seed", "1")
    start = doc("log")["steps"][-1]["seq"]
    other = " ".join(["2"] * len(dice[who].split()))
    done("amend", str(kept), "-r", f"{who}={other}")
    assert rolls(doc("log", str(start))["report"])[f"initiative.{who}"] == faces(other)


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_kept_dice_have_to_fit(ruleset: str, load: Open) -> None:
    fight, dice, _ = FIGHTS[ruleset]
    load(fight)
    who = next(iter(dice))
    assert "needs" in refused("roll-init", who, "-r", "1 2 3 4 5 6 5")
    assert doc("board")["phase"] == "not-started"
    assert len(doc("log")["steps"]) == 1


def test_hits_alone_are_kept_too(load: Open) -> None:
    load("ninth-street")
    done("roll-init", "joe", "-r", "2h")
    fell = {one["who"]: one for one in doc("roll-init")["rolls"]}
    assert (fell["joe"]["hits"], fell["joe"]["dice"]) == (2, [])


def test_nobody_rolls_in_i2050(load: Open) -> None:
    load("street-samurai-duel")
    assert refused("roll-init", "kaz", "-r", "kaz=5")


@pytest.mark.parametrize("typed", ["zed=DICE", "zed DICE", "-r zed=DICE", "zed -r DICE"])
@pytest.mark.parametrize("ruleset", LATECOMERS)
def test_dice_of_a_latecomer_bring_them_in(ruleset: str, typed: str, load: Open) -> None:
    fight, dice = LATECOMERS[ruleset]
    load(fight)
    done("roll-init", "--seed", "3")
    side = {"spotlight": "side=pc"}.get(ruleset, "side=foe")
    done("add", "Zed", side, *(["agility=3", "initiative=3"] if ruleset == "spotlight" else []))
    fell = rolls(doc("roll-init", *typed.replace("DICE", dice).split()))
    assert fell["initiative.zed"] == faces(dice)
    assert "zed" in [one["id"] for one in doc("board")["order"]]
