"""Initiative dice that players give one after the other before the first round, and those of
latecomers in a round."""

from collections.abc import Callable
from pathlib import Path

import pytest
from play.answering import rolls

from .comparing import Data
from .typing_in import doc, done, gmtrack, refused, told

pytestmark = pytest.mark.usefixtures("board_without_choices")

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


DICE = {"vex": "1", "mira": "6", "unit7": "2,2", "blaze": "3"}
"""Dice for the ambush of Swan Song, where the first who rolls begins the round (SS-INIT-03)."""


def order_of(board: Data) -> list[tuple[str, int]]:
    return [(one["id"], one["score"]) for one in board["order"]]


def test_in_swan_song_each_has_the_place_that_they_roll(load: Open) -> None:
    load("ganger-ambush")
    done("roll-init", *(f"{who}={die}" for who, die in DICE.items()), "--seed", "5")
    wanted = doc("board")
    done("undo")
    for who, die in DICE.items():
        done("roll-init", who, "-r", die)
    assert doc("board")["acting"] == "mira"
    rest = [one for one in wanted["order"] if one["id"] not in DICE]
    typed = [f"{one['id']}={one['score'] - base_of(one['id'])}" for one in rest]
    report = doc("roll-init", *typed[:-1])
    assert {roll["who"] for roll in report["rolls"]} == {one["id"] for one in rest[:-1]}
    report = doc("roll-init", "-r", typed[-1])
    assert "warnings" not in report
    board = doc("board")
    assert (order_of(board), board["acting"]) == (order_of(wanted), wanted["acting"])
    # Everybody has their phase once, the highest Score first.
    acting = [board["acting"], *(doc("next")["acting"] for _ in board["order"][1:])]
    assert acting == [one["id"] for one in wanted["order"]]
    assert "as they went" in done("replay", "--verify").out


def base_of(who: str) -> int:
    """Return what a combatant of Swan Song adds to the initiative die."""
    attribute = doc("show", who)["initiative"]["attribute"]
    assert isinstance(attribute, int)
    return attribute


def test_in_swan_song_the_rest_rolls_without_names_until_something_is_done(load: Open) -> None:
    load("ganger-ambush")
    done("roll-init", "vex", "-r", "1")
    assert "`roll-init` brings them in" in told("roll-init", "unit7", "-r", "6", "5")
    done("roll-init")
    assert all(one["score"] is not None for one in doc("board")["order"])
    assert "still in progress" in refused("roll-init")
    done("undo")
    acting = doc("board")["acting"]
    done("act", acting, "drop-prone")
    assert "still in progress" in refused("roll-init")
    done("roll-init", "mira", "-r", "6")
    assert doc("board")["acting"] == acting


def is_running(who: str) -> bool:
    """Whether the board says that somebody runs."""
    [row] = [one for one in doc("board")["order"] if one["id"] == who]
    return any("running" in word for word in row["conditions"])


def test_in_swan_song_the_start_of_a_phase_comes_once(load: Open) -> None:
    load("ganger-ambush")
    for who in ("vex", "mira"):
        done("set", who, "running=true")
    done("roll-init", "vex", "-r", "1")
    assert not is_running("vex")
    done("roll-init", "unit7", "-r", "3", "3")
    acting = doc("board")["acting"]
    assert acting == "unit7"
    # Vex runs on until their phase opens again.
    assert is_running("vex")
    done("roll-init", "mira", "-r", "6")
    assert doc("board")["acting"] == "mira"
    done("next")
    assert doc("board")["acting"] == "unit7"
    assert doc("next")["acting"] == "vex"
    assert not is_running("vex")


TICKING = """\
effects:
  poisoned: {lasts: 9 rounds, each: {at: turn-start, damage: 1, pool: flesh}}
"""


def test_in_swan_song_what_happens_at_the_start_of_a_turn_happens_once(
    load: Open, home: Path
) -> None:
    load("ganger-ambush")
    (home / "poison.yaml").write_text(TICKING)
    done("effect", "--define", str(home / "poison.yaml"))
    done("effect", "vex", "poisoned")
    done("roll-init", "vex", "-r", "1")
    assert doc("show", "vex")["pools"]["flesh"]["now"] == 9
    done("roll-init", "unit7", "-r", "3", "3")
    done("roll-init", "mira", "-r", "6")
    while doc("board")["acting"] != "vex":
        done("next")
    assert doc("show", "vex")["pools"]["flesh"]["now"] == 9


def test_a_history_of_before_keeps_the_phase_that_was_open(load: Open, home: Path) -> None:
    load("knife-fight")
    done("roll-init", "bob", "-r", "1")
    done("roll-init", "joe", "-r", "6")
    assert doc("board")["acting"] == "joe"
    done("log", "--export", str(home / "now.jsonl"))
    text = (home / "now.jsonl").read_text(encoding="utf-8")
    (home / "then.jsonl").write_text(text.replace('"edition": 4', '"edition": 2'))
    answer = gmtrack("replay", str(home / "then.jsonl"), "--verify", "--json")
    assert (answer.code, answer.doc["line"]) == (1, "roll-init bob -r 1")
