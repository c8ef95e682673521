"""Counters of the GM's own go with the party, and those of a fight stay there."""

from pathlib import Path

from .conftest import Table

BLOOD = "counters.blood={max: 10, now: 7, refill: night}"


def blood(gm: Table) -> object:
    return gm.member("mara").get("counters")


def test_what_a_member_has_counted_comes_home_and_goes_along(gm: Table) -> None:
    gm("load hunt.yaml")
    gm(["set", "mara", BLOOD])
    gm(["set", "fight", "counters.alarm={max: 6}"])
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("count mara blood -3")
    gm("count fight alarm +2")
    party = gm.doc("end")["party"]
    assert party["members"][0]["differences"] == [{"what": "counters.blood", "was": None, "now": 4}]
    assert blood(gm) == {"blood": {"now": 4, "max": 10}}
    assert "counters" not in gm.doc("party heroes")
    gm("load lair.yaml --party heroes")
    assert gm.doc("count mara blood")["counters"]["blood"]["now"] == 4
    gm("roll-init --seed 1")
    gm("count mara blood 1")
    gm("end")
    assert blood(gm) == {"blood": {"now": 1, "max": 10}}
    gm("undo")
    assert blood(gm) == {"blood": {"now": 4, "max": 10}}


def test_in_the_party_itself_they_are_counted_and_rested(gm: Table) -> None:
    gm("load hunt.yaml")
    gm(["set", "mara", BLOOD])
    gm("party new Heroes")
    gm("end --force")
    gm("party open heroes")
    gm("count mara blood 2")
    gm(["set", "fight", "counters.rations={max: 5, now: 1, refill: week}"])
    assert gm.doc("party heroes")["counters"] == {"rations": {"now": 1, "max": 5}}
    assert "2/10" in gm("party heroes")
    gm("rest night")
    assert blood(gm) == {"blood": {"now": 10, "max": 10}}
    gm("rest week")
    assert gm.doc("party heroes")["counters"]["rations"]["now"] == 5


def test_a_file_of_a_party_has_its_counters(home: Table) -> None:
    home("party open heroes")
    home(["set", "fight", "counters.rations={max: 5, now: 1}"])
    home("count fight rations +1")
    home("save heroes.yaml")
    assert "rations" in Path("heroes.yaml").read_text(encoding="utf-8")
    assert "ok" in home("validate heroes.yaml")


def test_who_is_barred_from_a_long_rest_fills_no_counter_by_it(gm: Table) -> None:
    """ALL-COUNT-04, ALL-REST-05"""
    gm("load hunt.yaml")
    gm(["set", "mara", BLOOD])
    gm(["set", "rolf", BLOOD])
    gm("effect mara bleedout")
    gm("rest night")
    now = {
        who: gm.doc(f"count {who} blood")["counters"]["blood"]["now"] for who in ("mara", "rolf")
    }
    assert now == {"mara": 7, "rolf": 10}
