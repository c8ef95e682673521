"""A member is never doubled, never lost, never healed by accident, whatever is typed."""

from pathlib import Path

import pytest

from .conftest import Table


def flesh(gm: Table, who: str = "mara") -> int:
    return int(gm.member(who)["tracks"]["flesh"]["now"])


def there(gm: Table) -> dict[str, str | None]:
    """In which fight each member is."""
    return {one["id"]: one["in"] for one in gm.doc("party heroes")["members"]}


def fights(gm: Table) -> dict[str, bool]:
    """The party's fights, and whether each has ended."""
    return {one["fight"]: bool(one["ended"]) for one in gm.doc("party heroes")["fights"]}


@pytest.fixture
def lair(home: Table) -> Table:
    """Mara, who has 6 of 10 left, is hurt by 2 in a second fight."""
    home("load lair.yaml --party heroes")
    home("roll-init --seed 1")
    home("damage mara 2")
    return home


def test_who_was_taken_out_and_is_added_again_comes_as_they_stood(lair: Table) -> None:
    lair("remove mara")
    assert "Mara Voss: as before (up)" in lair("add mara")
    assert lair.doc("show mara")["pools"]["flesh"]["now"] == 4
    lair("end")
    assert flesh(lair) == 4


def test_who_has_left_the_party_and_is_added_again_comes_as_they_stood(home: Table) -> None:
    home("party open heroes")
    home("party leave mara")
    home("add mara")
    assert (flesh(home), home.member("mara")["points"]["karma"]["now"]) == (6, 2)


def test_in_a_fight_without_a_party_the_sheet_comes_back(gm: Table) -> None:
    gm("load hunt.yaml")
    gm("damage mara 4")
    gm("remove mara")
    gm("add mara")
    assert gm.doc("show mara")["pools"]["flesh"]["now"] == 10


def test_a_member_who_is_in_another_fight_is_not_taken(lair: Table) -> None:
    lair("load hunt.yaml --fresh")
    told = lair("party take mara", 1)
    assert "Mara Voss is still in lair: `gmtrack switch lair` and `end` bring them home" in told
    assert (flesh(lair), fights(lair)) == (6, {"lair": False, "hunt": True})
    lair("party take mara --force")
    assert flesh(lair) == 10
    lair("switch lair")
    assert "has gone on in Heroes" in lair("end")
    assert flesh(lair) == 10


def test_whoever_is_taken_later_does_not_strand_those_who_went_home(lair: Table) -> None:
    """What the fight knows of the others stays: who was taken out, and that it has ended."""
    lair("remove mara")
    lair("party take beast")
    lair("end")
    assert flesh(lair) == 4
    lair("add Zip --template human")
    lair("party take zip")
    assert set(there(lair).values()) == {None}


def test_taking_is_undone_and_done_again(lair: Table) -> None:
    lair("party take beast")
    lair("undo")
    assert "beast" not in there(lair)
    lair("redo")
    assert there(lair)["beast"] == "lair"


def test_a_save_of_a_fight_that_was_forgotten_has_them_again(lair: Table) -> None:
    lair("save lair-saved.yaml")
    lair("forget lair")
    assert there(lair)["mara"] is None
    lair("load lair-saved.yaml")
    assert there(lair) == {"mara": "lair-saved", "rolf": "lair-saved"}
    assert "are still in lair-saved" in lair("load hunt.yaml --fresh --party heroes", 1)
    lair("end")
    assert (flesh(lair), there(lair)["mara"]) == (4, None)


def test_a_history_that_was_exported_has_them_too(lair: Table) -> None:
    lair("log --export lair.jsonl")
    lair("forget lair --force")
    lair("load lair.jsonl")
    assert set(there(lair).values()) == {"lair"}
    lair("end")
    assert flesh(lair) == 4


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ("save lair-saved.yaml", "load lair-saved.yaml --fresh"),
        ("log --export lair-saved.jsonl", "load lair-saved.jsonl"),
    ],
)
def test_from_a_copy_of_the_fight_that_they_are_in_nobody_goes_home(
    lair: Table, written: str, loaded: str
) -> None:
    lair(written)
    told = " ".join(lair(loaded).split())
    assert "Mara Voss, Rolf are in lair: nobody goes home from this copy" in told
    assert lair.doc(loaded)["elsewhere"] == {"Mara Voss": "lair", "Rolf": "lair"}
    lair("damage mara 1")
    assert "nobody goes home from this copy" in " ".join(lair("end").split())
    for line in (
        "damage mara 1",
        "undo",
        "roll-init --seed 2",
        "undo 2",
        "leave mara",
        "join mara",
    ):
        lair(line)
    assert (flesh(lair), set(there(lair).values())) == (6, {"lair"})
    assert lair.doc("stats --party")["fights"] == 2
    lair("forget lair-saved --force")
    lair("switch lair")
    lair("end")
    assert (flesh(lair), there(lair)["mara"]) == (4, None)


def test_whoever_is_taken_from_a_copy_goes_home_from_it(lair: Table) -> None:
    lair("save lair-saved.yaml")
    lair("load lair-saved.yaml --fresh")
    assert "Mara Voss is still in lair" in lair("party take mara", 1)
    lair("party take beast")
    lair("damage beast 1")
    assert there(lair) == {"mara": "lair", "rolf": "lair", "beast": "lair-saved"}
    party = lair.doc("end")["party"]
    assert [one["id"] for one in party["members"]] == ["beast"]


def test_the_save_of_a_fight_that_has_ended_has_nobody(lair: Table) -> None:
    lair("end")
    lair("save lair-saved.yaml")
    assert lair.doc("stats --party")["fights"] == 2
    lair("load lair-saved.yaml --fresh")
    assert set(there(lair).values()) == {None}
    assert fights(lair) == {"lair": True, "hunt": True}
    assert lair.doc("stats --party")["fights"] == 2


def test_a_fight_that_goes_on_has_sent_nobody_home(lair: Table) -> None:
    """Forgotten then, it has never been; and who is taken into another is as before it."""
    lair("end")
    lair("roll-init --seed 2")
    lair("damage mara 1")
    lair("end")
    assert flesh(lair) == 3
    out = lair("roll-init --seed 3")
    assert "Home in" not in out
    assert (flesh(lair), there(lair)["mara"]) == (6, "lair")
    lair("forget lair --force")
    assert (flesh(lair), lair.member("mara")["points"]["karma"]["now"]) == (6, 2)


def test_coming_along_is_taken_out_of_a_fight_that_has_ended(lair: Table) -> None:
    lair("end")
    step = next(one for one in lair.doc("log")["steps"] if "--party" in one["line"])["seq"]
    lair(f"amend {step} --drop --drop-illegal")
    assert (flesh(lair), there(lair)["mara"], fights(lair)) == (6, None, {"hunt": True})
    lair("undo")
    assert (flesh(lair), fights(lair)["lair"]) == (4, True)
    lair("party open heroes")
    lair("heal mara 1")
    lair("switch lair")
    assert "Heroes has gone on" in lair(f"amend {step} --drop --drop-illegal", 1)


def test_an_end_that_is_taken_out_has_sent_nobody_home(lair: Table) -> None:
    lair("end")
    lair(f"amend {lair.doc('log')['steps'][-1]['seq']} --drop")
    assert (flesh(lair), there(lair)["mara"]) == (6, "lair")


def test_a_skill_that_is_set_after_the_end_comes_home(lair: Table) -> None:
    lair("end")
    lair("set mara skills.pistols=7")
    lair("party open heroes")
    assert lair.doc("show mara")["sheet"]["skills"] == {"pistols": 7}


def test_what_a_fight_has_brought_is_not_amended_in_the_party(lair: Table) -> None:
    lair("end")
    lair("party open heroes")
    step = lair.doc("log")["steps"][-1]["seq"]
    assert "came with the end of lair" in lair(f"amend {step} --drop", 1)
    lair(f"amend {step} --drop --force")
    assert flesh(lair) == 6
    lair("switch lair")
    lair("party take beast")
    lair("damage beast 1")
    step = lair.doc("log")["steps"][-2]["seq"]
    assert "has changed the party as well" in lair(f"amend {step} --drop", 1)


def test_what_a_redo_alone_brings_back_is_no_fight_that_goes_on(home: Table) -> None:
    home("undo")
    home("party open heroes")
    home("set rolf karma=1 --force")
    home("switch hunt")
    assert "Heroes has gone on" in home("redo", 1)
    home("redo --force")
    assert set(there(home).values()) == {None}
    home("load lair.yaml --party heroes")


def test_who_is_elsewhere_comes_in_again_only_if_forced(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("undo")
    home("load hunt.yaml --fresh --party heroes")
    home("switch lair")
    home("redo", 1)
    home("redo --force")
    assert home.doc("show mara")["pools"]["flesh"]["now"] == 6


def test_a_party_that_was_forgotten_holds_nobody(lair: Table) -> None:
    lair("forget heroes --force")
    assert "`gmtrack party new NAME` makes one" in lair("party take beast", 1)
    doc = lair.doc("party new Heroes")
    assert {one["id"]: one["in"] for one in doc["members"]} == {"mara": "lair", "rolf": "lair"}
    assert flesh(lair) == 4


@pytest.mark.parametrize(
    "line", ["party new Others", "party take beast", "new Den --ruleset swan-song --party heroes"]
)
def test_a_file_that_is_worked_on_in_place_takes_no_party(home: Table, line: str) -> None:
    home("load lair.yaml")
    words = line.split()
    file = "den.yaml" if words[0] == "new" else "lair.yaml"
    told = home(["-f", file, *words], 1)
    assert f"{file} is worked on in place" in told
    assert ("gmtrack load" in told) is (file == "lair.yaml")
    assert [one["party"] for one in home.doc("party list")["parties"]] == ["heroes"]
    assert not Path("den.yaml").exists()


def test_the_fight_that_a_file_names_is_meant(home: Table) -> None:
    """A kept fight can be named by its working copy, whichever is the active one."""
    home("load lair.yaml")
    home("switch hunt")
    home(["-f", "home/encounters/lair/encounter.yaml", "party", "take", "beast"])
    assert there(home)["beast"] == "lair"


def test_of_several_parties_one_is_named(home: Table) -> None:
    home("load lair.yaml")
    assert home.doc("party new Others beast")["members"][0]["in"] == "lair"
    home("load hunt.yaml --fresh")
    told = home("party take thug", 1)
    assert "`gmtrack party open NAME` and `gmtrack add --from hunt-2:thug`" in told
    home("party open others")
    home("add --from hunt-2:thug")
    assert [one["id"] for one in home.doc("party others")["members"]] == ["beast", "thug"]


def test_who_is_of_one_party_makes_no_other(home: Table) -> None:
    assert "Mara Voss, Rolf: of the party heroes" in home("party new Others", 1)
    assert [one["id"] for one in home.doc("party new Others thug")["members"]] == ["thug"]
    assert home.doc("party heroes")["members"][0]["in"] is None


def test_who_has_left_has_left_when_it_all_happens_again(home: Table) -> None:
    home("party open heroes")
    home("heal mara 1")
    step = home.doc("log")["steps"][-1]["seq"]
    doc = home.doc("party leave rolf")
    assert (doc["command"], doc["who"]) == ("party", "rolf")
    home(f"amend {step} heal mara 2")
    assert flesh(home) == 8
    assert home.doc("replay --verify")["same"]
    assert "Mara Voss leaves the party" in home("party leave mara")
    assert home.doc("party")["members"] == []


@pytest.mark.parametrize("line", ["undo", "redo", "amend 3 --drop", "amend 3 heal mara 2"])
def test_the_history_of_a_party_does_not_reach_who_is_in_a_fight(home: Table, line: str) -> None:
    home("party open heroes")
    home("heal mara 1")
    if line == "redo":
        home("undo")
    home("load lair.yaml --party heroes")
    home("party open heroes")
    before = flesh(home)
    assert "Mara Voss is in lair" in home(line, 1)
    assert flesh(home) == before
    home(f"{line} --force")
    assert flesh(home) != before


def test_whoever_is_taken_from_a_fight_that_is_over_is_in_none(lair: Table) -> None:
    lair("load hunt.yaml --fresh")
    lair("roll-init --seed 1")
    lair("damage thug 2")
    lair("end")
    lair("party take thug")
    assert there(lair)["thug"] is None
    assert flesh(lair, "thug") == 8
    lair("switch lair")
    lair("end")
    lair("load lair.yaml --fresh --party heroes")
