"""Whoever leaves a fight is free: they go to another one and come back as they are."""

from typing import Any

import pytest

from gmtrack.app.party.bring_home import member_as_of_now
from gmtrack.store import kept_fights
from gmtrack.store.session import open_session

from .conftest import Table

HURT = {
    "swan-song": "damage pavel 2",
    "spotlight": "damage pavel 2",
    "storyteller": "damage pavel 2",
    "sr3": "damage pavel 2",
    "i2050": "damage pavel 2",
}
WITH_A_PARTY = ["leave pavel to the church", "remove pavel"]
BACK = {"leave pavel to the church": "join pavel", "remove pavel": "add pavel"}


@pytest.fixture(params=HURT)
def ruleset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def two_fights(gm: Table, ruleset: str, *, party: bool) -> None:
    """A church with nobody of the players in it, and a depot, in its first round, with two."""
    gm.begin(
        f"new Church --ruleset {ruleset}",
        "add Cultist side=foe",
        "roll-init --seed 1",
        f"new Depot --ruleset {ruleset}",
        "add Pavel side=pc",
        "add Nuri side=pc",
        "add Mole side=foe",
        *(["party new Heroes"] if party else []),
        "roll-init --seed 1",
    )


def tracks(gm: Table, where: str | None = None) -> Any:
    """How Pavel stands in the fight in play, or in another kept one or a party."""
    place = None if where is None else kept_fights.find_fight(where)
    with open_session(place, write=False) as session:
        return member_as_of_now(session.ruleset, session.encounter, "pavel").state


# --- without a party ---


def test_who_went_to_another_fight_comes_back_as_they_are_there(gm: Table, ruleset: str) -> None:
    two_fights(gm, ruleset, party=False)
    gm("leave pavel to the church")
    gm("switch church")
    gm("add pavel --from depot")
    gm(HURT[ruleset])
    hurt = tracks(gm)
    gm("switch depot")
    assert tracks(gm) != hurt
    told = gm("join pavel")
    assert "Pavel was in church and comes as they are now: " in told
    off = "`gmtrack switch church` and `leave pavel` take Pavel off the board there"
    assert off in " ".join(told.split())
    assert tracks(gm) == hurt
    gm("undo")
    assert tracks(gm) != hurt
    gm("redo")
    assert tracks(gm) == hurt


def test_who_went_nowhere_comes_back_as_they_left(gm: Table, ruleset: str) -> None:
    two_fights(gm, ruleset, party=False)
    gm(HURT[ruleset])
    hurt = tracks(gm)
    gm("leave pavel")
    assert "was in" not in gm("join pavel")
    assert tracks(gm) == hurt


def test_who_came_back_by_a_third_fight_is_found_there(gm: Table) -> None:
    two_fights(gm, "swan-song", party=False)
    gm("leave pavel")
    gm("switch church")
    gm("add pavel --from depot")
    gm("leave pavel")
    gm("new Quay --ruleset swan-song")
    gm("add pavel --from church")
    gm("damage pavel 3")
    hurt = tracks(gm)
    gm("switch depot")
    told = gm("join pavel")
    assert "Pavel was in quay and comes as they are now: flesh 7/10" in told
    assert "off the board" not in told
    assert tracks(gm) == hurt


def test_a_round_in_which_they_left_brings_no_second_turn(gm: Table) -> None:
    two_fights(gm, "swan-song", party=False)
    while gm.doc("board")["acting"] != "pavel":
        gm("next")
    gm("next")
    gm("leave pavel")
    gm("switch church")
    gm("add pavel --from depot")
    gm("damage pavel 1")
    gm("switch depot")
    gm("join pavel")
    gm("roll-init pavel --seed 1")
    assert next(one for one in gm.doc("board")["order"] if one["id"] == "pavel")["acted"]


# --- with a party ---


@pytest.mark.parametrize("line", WITH_A_PARTY)
@pytest.mark.parametrize("from_", ["heroes:pavel", "depot:pavel"])
def test_who_has_left_is_free_and_comes_back_as_they_are(
    gm: Table, ruleset: str, line: str, from_: str
) -> None:
    two_fights(gm, ruleset, party=True)
    gm(HURT[ruleset])
    left_with = tracks(gm)
    gm(line.split())
    assert gm.member("pavel")["in"] is None
    assert tracks(gm, "heroes") == left_with
    if (line, from_) == ("remove pavel", "depot:pavel"):
        return  # nobody of this name is there
    gm("switch church")
    gm(f"add --from {from_}")
    assert tracks(gm) == left_with
    assert gm.member("pavel")["in"] == "church"
    assert gm.member("nuri")["in"] == "depot"
    gm(HURT[ruleset])
    hurt = tracks(gm)
    # While they are there, the fight that they have left neither has them back nor changes them.
    gm("switch depot")
    assert "Pavel is still in church: `gmtrack switch church` and `end`" in gm(BACK[line], 1)
    if line != "remove pavel":
        assert "Pavel is in church" in gm(HURT[ruleset], 1)
    assert "Pavel is in church" in gm("undo", 1)
    for _ in range(9):  # the others fight on, into the next round
        gm("next --seed 2 --force")
    gm("switch church")
    gm("leave pavel")
    gm("switch depot")
    told = gm(BACK[line])
    assert tracks(gm) == hurt
    if line != "remove pavel":
        assert "Pavel was in church and comes as they are now: " in told
    assert gm.member("pavel")["in"] == "depot"
    # Each fight ends, and nobody is overwritten by what is past.
    gm(HURT[ruleset])
    last = tracks(gm)
    gm("switch church")
    gm("end --force")
    assert gm.member("pavel")["in"] == "depot"
    gm("switch depot")
    gm("end --force")
    assert tracks(gm, "heroes") == last
    assert {one["fight"] for one in gm.doc("party heroes")["fights"]} == {"church", "depot"}


def test_the_end_of_the_fight_that_they_left_changes_nothing_of_them(gm: Table) -> None:
    two_fights(gm, "swan-song", party=True)
    gm("leave pavel")
    gm("switch church")
    gm("add --from heroes:pavel")
    gm("damage pavel 4")
    gm("switch depot")
    told = gm("end")
    assert "has gone on" not in told
    assert gm.member("pavel")["in"] == "church"
    gm("switch church")
    gm("end")
    assert gm.member("pavel")["tracks"]["flesh"]["now"] == 6
    # Nor does a hand or another round in it while they are elsewhere.
    gm("new Quay --ruleset swan-song")
    gm("add --from heroes:pavel")
    gm("switch depot")
    assert "Pavel is in quay" in gm("damage pavel 1", 1)
    assert "Pavel is in quay" in gm("roll-init", 1)
    assert "Pavel is in quay" in gm("undo", 1)
    assert gm.member("pavel")["tracks"]["flesh"]["now"] == 6


def test_who_left_and_rests_at_home_is_not_taken_back_by_the_end(gm: Table) -> None:
    two_fights(gm, "swan-song", party=True)
    gm("damage pavel 4")
    assert "Home in Heroes: Pavel (flesh 6/10)" in gm("leave pavel")
    gm("party open heroes")
    gm("heal pavel 3")
    gm("switch depot")
    assert "has gone on" not in gm("end")
    assert gm.member("pavel")["tracks"]["flesh"]["now"] == 9


def test_undo_of_leaving_takes_the_partys_step_back(gm: Table) -> None:
    two_fights(gm, "swan-song", party=True)
    gm("damage pavel 4")
    gm("leave pavel")
    gm("undo")
    assert (gm.member("pavel")["in"], gm.member("pavel")["tracks"]["flesh"]["now"]) == ("depot", 10)
    gm("redo")
    assert (gm.member("pavel")["in"], gm.member("pavel")["tracks"]["flesh"]["now"]) == (None, 6)


def test_who_comes_along_twice_is_judged_from_their_own_coming(gm: Table) -> None:
    """A latecomer who was changed at home while the others fought comes home all the same."""
    two_fights(gm, "swan-song", party=True)
    gm("leave pavel")
    gm("party open heroes")
    gm("damage pavel 5")
    gm("switch depot")
    assert "flesh 5/10" in gm("join pavel")
    gm("damage pavel 1")
    assert "has gone on" not in gm("end")
    assert gm.member("pavel")["tracks"]["flesh"]["now"] == 4


def test_what_runs_down_in_a_fight_does_not_reach_who_has_left_it(gm: Table) -> None:
    two_fights(gm, "swan-song", party=True)
    gm("effect pavel winded --rounds 9")
    gm("leave pavel")
    steps = len(gm.doc("party heroes")["fights"])
    for _ in range(8):
        gm("next --seed 1")
    gm("party open heroes")
    lines = [one["line"] for one in gm.doc("log")["steps"]]
    assert [one.partition(":")[0] for one in lines[1:]] == ["left Depot"]
    assert steps == 1
