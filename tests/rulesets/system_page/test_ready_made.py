"""The ready-made fights of the pages that come with gmtrack: each is played to its end, and odds
work with it. `simulation/test_sense_of_pages.py` simulates them."""

import json
from pathlib import Path

import pytest

from gmtrack import Fight, Refused
from gmtrack.store.ready_made import read_ready_made, ready_made_words
from gmtrack.store.systems.keeping import shipped_ids

from ..typing_in import done, refused

FIGHTS = {
    "plain": "@rats-in-the-cellar",
    "fantasy": "@dragon-wakes",
    "percentile": "@museum-break-in",
    "pools": "@raid-at-dawn",
    "exploding": "@train-robbery",
    "oldschool": "@goblin-gate",
    "fudge": "@rooftop-chase",
}
each_page = pytest.mark.parametrize("page", FIGHTS)
with_attacks = pytest.mark.parametrize("page", [page for page in FIGHTS if page != "plain"])


def test_each_page_has_a_ready_made_fight() -> None:
    assert sorted(FIGHTS) == shipped_ids()
    found = {word: read_ready_made(word).ruleset for word in ready_made_words()}
    assert {page: found[word] for page, word in FIGHTS.items()} == {page: page for page in FIGHTS}


@each_page
@pytest.mark.usefixtures("board_without_choices")
def test_a_ready_made_fight_of_a_page_is_played_to_its_end(page: str) -> None:
    fight = Fight.open(FIGHTS[page], memory=True)
    fight.run("roll-init", seed=1)
    for number in range(400):
        order = fight.board()["order"]
        standing = [one for one in order if one["status"] == "up"]
        if len({one["side"] for one in standing}) < 2:
            break
        acting = fight.board()["acting"]
        for who in standing:
            if acting in (None, who["id"]) and not who["acted"]:
                foe = next(one["id"] for one in standing if one["side"] != who["side"])
                strike(fight, who["id"], foe, number)
        fight.run("next", seed=number)
    assert len({one["side"] for one in standing}) == 1
    fight.run("end")
    assert fight.run("replay --verify").document["same"]


def strike(fight: Fight, who: str, foe: str, number: int) -> None:
    """Attack somebody, or take points off them where a page has no attacks."""
    kind = ""
    try:
        fight.run(f"attack {who} {foe}", seed=number)
    except Refused as answer:
        kind = answer.kind
    if kind == "unknown":
        fight.run(f"damage {foe} 2")
    assert kind in ("", "unknown", "turn", "forbidden", "budget", "status", "target")


@with_attacks
def test_odds_of_every_attack_of_a_ready_made_fight_add_up(home: Path, page: str) -> None:
    """Of several people with the same sheet one attacks."""
    fight = Fight.open(FIGHTS[page], memory=True)
    people = fight.board()["order"]
    kinds: set[str] = set()
    for who in people:
        foe = next(one["id"] for one in people if one["side"] != who["side"])
        sheet = fight.show(who["id"])["sheet"]
        kind = json.dumps({**sheet, "name": "", "foe": foe}, sort_keys=True)
        if kind in kinds:
            continue
        kinds.add(kind)
        for weapon in sheet["weapons"]:
            odds = fight.run(f"odds {who['id']} {foe} --weapon {weapon}").document
            assert sum(odds["outcomes"].values()) == pytest.approx(1)
            assert sum(odds["damage"]["distribution"].values()) == pytest.approx(1)


def test_a_fight_without_attacks_is_not_simulated(home: Path) -> None:
    done("load", FIGHTS["plain"])
    assert "Plain" in refused("simulate", "--fights", "2")
