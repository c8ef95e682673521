"""Damage that goes over several tracks: those that stand before others, and shares by formulas."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.errors import BadFile
from gmtrack.store.systems.judging import judge_page

from ..typing_in import doc, done

PAGE = """\
gmtrack: 1
kind: system
title: Three tracks
sheet: {top: 7}
weapon: {bonus: 0}
tracks:
  endurance: {max: top, before: strength}
  strength: {max: top, before: dexterity}
  dexterity: {max: top}
status:
  dead: {when: endurance = 0 and strength = 0 and dexterity = 0, dead: yes}
damage: {track: dexterity}
actions:
  swap: {self: {add: {endurance: strength - 7, strength: endurance - 7}}}
rest:
  day: {add: {endurance: strength - 4, strength: endurance - 4}}
attacks:
  shoot:
    roll: 2d6
    against: 8
    bands:
      hit: {when: total >= against, damage: 4d6}
      miss:
"""
IN_SHARES = (
    PAGE.replace(
        "damage: {track: dexterity}",
        """\
damage:
  track: dexterity
  lands:
    shared:
      to:
        endurance: min(endurance, dealt)
        strength: min(strength, max(0, dealt - endurance))
        dexterity: max(0, dealt - endurance - strength)
""",
    )
    .replace(", before: strength", "")
    .replace(", before: dexterity", "")
)
HEAD = "gmtrack: 1\nkind: system\ntitle: Test\n"


def begin(home: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    monkeypatch.chdir(home)
    Path("tracks.yaml").write_text(page)
    done("new", "Three", "--ruleset", "tracks.yaml", "--example")


def tracks(who: str = "bob") -> tuple[Any, ...]:
    shown = doc("show", who)["tracks"]
    return tuple(shown[name]["now"] for name in ("endurance", "strength", "dexterity"))


@pytest.mark.parametrize(
    ("points", "left"), [(5, (2, 7, 7)), (9, (0, 5, 7)), (16, (0, 0, 5)), (30, (0, 0, 0))]
)
def test_what_is_left_of_damage_goes_to_the_next_track(
    home: Path, monkeypatch: pytest.MonkeyPatch, points: int, left: tuple[int, ...]
) -> None:
    begin(home, monkeypatch, PAGE)
    done("damage", "bob", str(points))
    assert tracks() == left


@pytest.mark.parametrize("page", [PAGE, IN_SHARES])
def test_no_point_of_damage_is_lost_or_doubled(
    home: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    begin(home, monkeypatch, page)
    answer = doc("attack", "ann", "bob", "--roll", "attack=6,5", "--roll", "damage=4,4,2,1")
    damage = answer["damage"]
    assert (damage["base"], damage["dealt"]) == (11, 11)
    assert sum(abs(entry["amount"]) for entry in damage["applied"]) == 11
    assert tracks() == (0, 3, 7)


@pytest.mark.parametrize("page", [PAGE, IN_SHARES])
def test_odds_count_each_point_once(home: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    begin(home, monkeypatch, page)
    done("damage", "bob", "3")
    odds = doc("odds", "ann", "bob")
    dealt = odds["damage"]["distribution"]
    assert max(map(int, dealt)) == 24
    # 15 of 36 rolls hit. Who has 18 points left dies of 18 and more: 15.88 % of the 4d6.
    deadly = sum(chance for points, chance in dealt.items() if int(points) >= 18)
    assert odds["dead"] == pytest.approx(deadly)
    assert odds["dead"] == pytest.approx(15 / 36 * 206 / 1296)


def test_an_empty_track_stays_on_the_board_if_it_was_full_at_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(home, monkeypatch, PAGE)
    done("damage", "bob", "9")
    [bob] = [one for one in doc("board")["order"] if one["id"] == "bob"]
    assert bob["tracks"]["endurance"] == {"now": 0, "max": 7}


def test_all_changes_of_one_row_go_by_the_tracks_before_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(home, monkeypatch, PAGE)
    done("set", "ann", "endurance=6", "strength=5")
    done("act", "ann", "swap")
    assert tracks("ann") == (4, 4, 7)
    done("set", "ann", "endurance=6", "strength=3")
    done("rest", "day")
    assert tracks("ann") == (5, 5, 7)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "tracks: {a: {max: 3, before: b}, b: {max: 3, before: a}, c: 3}",
            "tracks.a.before: 'a' would stand before itself, by way of 'b'",
        ),
        (
            "tracks: {a: {max: 3, before: b}, b: 3}\ndamage: {track: a}",
            "damage.track: 'a' stands before 'b': name the last track here",
        ),
    ],
)
def test_a_chain_without_an_end_is_a_fault(text: str, fault: str) -> None:
    with pytest.raises(BadFile) as error:
        judge_page((HEAD + text + "\n").encode(), "test.yaml")
    assert any(fault in str(one) for one in error.value.faults), error.value.faults
