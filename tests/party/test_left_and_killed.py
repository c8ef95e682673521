"""Leaving is no fall, and who put somebody out is one fact, who killed them another."""

from pathlib import Path

import pytest

from .conftest import Table

RULESETS = ("swan-song", "spotlight", "storyteller", "sr3", "i2050")
DOWN = {
    "swan-song": "damage anna 12",
    "spotlight": "effect anna unconscious",
    "storyteller": "set anna conscious=false",
    "sr3": "damage anna 10 --type stun",
    "i2050": "set anna out=unconscious",
}


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest, gm: Table) -> str:
    """Three plain humans in their first round, two of them with a party."""
    name = str(request.param)
    gm.begin(
        f"new Alley --ruleset {name}",
        "add Anna side=pc",
        "add Kim side=pc",
        "add Thug side=foe",
        "party new Heroes",
        "roll-init --seed 1",
    )
    return name


def times_down(gm: Table, who: str) -> int:
    return int(gm.doc("stats --party")["combatants"][who]["times_down"])


def test_who_leaves_on_their_feet_is_not_down(gm: Table, ruleset: str) -> None:
    gm(["leave", "anna", "carried", "to", "the", "van"])
    players = gm("log --export - --players")
    assert "Anna leaves (carried to the van)." in players
    assert "goes down" not in players
    assert "**Anna leaves the fight (carried to the van).**" in gm("log --export -")
    assert times_down(gm, "anna") == 0
    gm("join anna")
    assert "Anna is back." in gm("log --export - --players")
    assert "is up again" not in gm("log --export - --players")


def test_who_is_down_and_then_carried_off_went_down_once(gm: Table, ruleset: str) -> None:
    gm(f"{DOWN[ruleset]} --seed 1")
    for line in ("leave anna carried off", "join anna", "leave anna carried off"):
        gm(line.split())
    players = gm("log --export - --players")
    assert players.count("Anna goes down") == 1
    assert players.count("Anna leaves (carried off)") == 2
    assert times_down(gm, "anna") == 1
    assert "- Anna: carried off in " in gm("log --export -")


def test_an_amendment_by_which_somebody_leaves_takes_nobody_down(gm: Table, ruleset: str) -> None:
    gm("note anna waits")
    step = gm.doc("log")["steps"][-1]["seq"]
    doc = gm.doc(f"amend {step} leave anna fled")
    assert (doc["out"], doc["up"]) == ([], [])


G = """\
gmtrack: 1
name: G
ruleset: swan-song
combatants:
  ann: {side: pc, name: Ann, template: '@brawler'}
  cas: {side: pc, name: Cas, template: '@soldier'}
  bob: {name: Bob, template: '@thug'}
  dan: {name: Dan, template: '@demolitionist'}
"""


@pytest.fixture
def felled(gm: Table) -> Table:
    """Ann has put Bob out in round 1; round 2 has begun."""
    Path("g.yaml").write_text(G, encoding="utf-8")
    gm("load g.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("set bob strain=8")
    gm("attack ann bob --roll attack=6,6,6,6,6,6,6 --force --seed 1")
    assert gm.doc("show bob")["status"] == "unconscious"
    gm("set fight round=2")
    return gm


def test_who_put_out_and_who_killed_are_two_facts_each_with_its_round(felled: Table) -> None:
    assert "- Bob: unconscious; put out by Ann in round 1\n" in felled("log --export -")
    felled("attack cas bob --mod 40 --force --seed 1")
    assert felled.doc("show bob")["status"] == "dead"
    told = "- Bob: dead; put out by Ann in round 1; killed by Cas in round 2\n"
    assert told in felled("log --export -")
    for line in ("stats", "stats --party"):
        doc = felled.doc(line)["combatants"]
        name = "Bob" if "party" in line else "bob"
        assert (doc["ann"]["put_out"], doc["ann"].get("killed")) == ([name], None)
        assert (doc["cas"]["put_out"], doc["cas"]["killed"]) == ([], [name])
        assert "Ann put out Bob\nCas killed Bob\n" in felled(line)
    felled("forget g --force")
    felled("party open heroes")
    assert "Cas killed Bob" in felled("stats --party")


def test_who_dies_of_nobodys_deed_is_killed_by_nobody(felled: Table) -> None:
    felled("damage bob 40")
    assert "- Bob: dead in round 2; put out by Ann in round 1\n" in felled("log --export -")


def test_one_who_puts_out_and_kills_at_once_is_named_once(felled: Table) -> None:
    felled("set dan pools.flesh=1")
    felled("attack cas dan --mod 60 --force --seed 1")
    assert felled.doc("show dan")["status"] == "dead"
    assert "- Dan: dead; killed by Cas in round 2\n" in felled("log --export -")
    cas = felled.doc("stats")["combatants"]["cas"]
    assert (cas["put_out"], cas["killed"]) == (["dan"], ["dan"])


def test_who_is_up_again_was_put_out_by_nobody(felled: Table) -> None:
    felled("heal bob all --pool strain")
    assert "- Bob" not in felled("log --export -").partition("## Out of")[2]
    felled("leave bob fled")
    assert "- Bob: fled in round 2\n" in felled("log --export -")
