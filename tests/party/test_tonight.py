"""The party that a file names, before anybody has opened it: what `validate` says of it, and `will
this kill them tonight` (`simulate FILE`), in every ruleset."""

from pathlib import Path

import pytest

from gmtrack.rulesets import registry

from .conftest import Table

PLAINLY = "--tactics pc=plain --tactics foe=plain"
each_ruleset = pytest.mark.parametrize("ruleset", [meta.id for meta in registry.metas()])


def names(party: str, file: str = "lair.yaml") -> str:
    """A file whose fight brings a party along."""
    text = Path(file).read_text(encoding="utf-8").replace("ruleset", f"party: {party}\nruleset", 1)
    Path("tonight.yaml").write_text(text, encoding="utf-8")
    return "tonight.yaml"


def warned(gm: Table, file: str) -> list[str]:
    """What `validate` warns of in a file that is in order."""
    [found] = gm.doc(f"validate {file}")["files"]
    assert found["ok"]
    told = found.get("warnings", [])
    assert {one["path"] for one in told} <= {"party"}
    return [one["message"] for one in told]


@pytest.mark.usefixtures("roughly")
@each_ruleset
def test_a_fight_is_tried_with_the_party_as_it_stands_today(gm: Table, ruleset: str) -> None:
    gm(["new", "Hunt", "hunt-r.yaml", "--ruleset", ruleset, "--example"])
    gm("remove rook")
    gm("save lair-r.yaml")
    gm("undo")
    gm("party new Heroes")
    asked = f"--fights 6 --seed 1 --jobs 1 {PLAINLY}"
    file = names("heroes", "lair-r.yaml")
    assert warned(gm, file) == []
    steps, fresh = gm.doc("log"), gm.doc(f"simulate {file} {asked}")
    assert fresh["party"] == {"name": "heroes", "members": [{"id": "rook", "differences": []}]}
    gm("damage rook 3")
    # They are as they stand in the fight that they are in ...
    hurt = gm.doc(f"simulate {file} {asked}")
    assert hurt["combatants"]["rook"] != fresh["combatants"]["rook"]
    gm("end --force")
    # ... and at home, which is how they come along.
    at_home = gm.doc(f"simulate {file} {asked}")
    assert "Rook comes along (Heroes)" in gm(f"simulate {file} --fights 1 --rounds 1 --jobs 1")
    assert len(gm.doc("fights")["fights"]) == 1
    assert len(gm.doc("log")["steps"]) == len(steps["steps"]) + 2
    gm(f"load {file}")
    in_play = gm.doc(f"simulate {asked}")
    assert at_home == in_play | {"party": at_home["party"]}


def test_a_file_that_is_worked_on_in_place_is_tried_with_its_party(home: Table) -> None:
    file = names("heroes")
    doc = home.doc(f"-f {file} simulate --fights 2 --rounds 2 --seed 1 --jobs 1")
    assert doc == home.doc(f"simulate {file} --fights 2 --rounds 2 --seed 1 --jobs 1")
    assert set(doc["combatants"]) == {"beast", "mara", "rolf"}


def test_a_party_that_is_typed_comes_along_for_the_trial(home: Table) -> None:
    doc = home.doc("simulate lair.yaml --party --fights 2 --rounds 2 --seed 1 --jobs 1")
    assert [one["id"] for one in doc["party"]["members"]] == ["mara", "rolf"]
    assert "come along already" in home("simulate --party heroes", 1).replace("has come", "come")


def test_a_party_of_a_file_is_not_kept_by_a_trial(home: Table) -> None:
    home("party open heroes")
    home("save friends.yaml")
    home("forget heroes")
    file = names("friends.yaml")
    assert warned(home, file) == []
    doc = home.doc(f"simulate {file} --fights 2 --rounds 2 --seed 1 --jobs 1")
    assert doc["party"]["name"] == "friends.yaml"
    assert "no party is kept" in home("party", 1)


def test_validate_tells_of_a_party_that_is_not_there(gm: Table, home: Table) -> None:
    [told] = warned(home, names("nobody"))
    assert told.startswith("no party 'nobody'; there is heroes")
    [told] = warned(home, names("nobody.yaml"))
    assert told.startswith("no party 'nobody.yaml'")
    [told] = warned(home, names("lair.yaml"))
    assert told == "lair.yaml is no party: it has no `kind: party`"


def test_validate_tells_of_a_party_of_another_game(home: Table) -> None:
    home(["new", "Duel", "duel.yaml", "--ruleset", "sr3", "--example"])
    [told] = warned(home, names("heroes", "duel.yaml"))
    assert told == "Heroes is played by swan-song, this fight by sr3"
    assert told in home("load tonight.yaml", 1)


def test_validate_judges_the_members(home: Table) -> None:
    home("party open heroes")
    home("set mara side=pcs")
    home("save friends.yaml")
    told = "mara.side: found 'pcs', which is a side of its own; did you mean 'pc'?"
    assert warned(home, names("heroes")) == [told]
    Path("friends.yaml").write_text(Path("friends.yaml").read_text().replace("body: 3", "bodi: 3"))
    home("forget heroes --force")
    [told] = warned(home, names("friends.yaml"))
    assert told.startswith("friends.yaml:6: combatants.mara.body: is missing")
    assert told.endswith("3 more: `gmtrack validate friends.yaml`")


def test_house_rules_of_the_party_that_a_fight_has_not_are_told(gm: Table) -> None:
    rules = "house_rules: {glitch_rule: half_or_more}\nruleset"
    hunt = Path("hunt.yaml").read_text().replace("ruleset", rules, 1)
    Path("hunt.yaml").write_text(hunt)
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("end")
    told = "Heroes has house rules that this fight has not: glitch_rule"
    assert warned(gm, names("heroes")) == [told]
    assert told in gm("load tonight.yaml")
    gm("forget tonight --force")
    # What is made for the party is played by its rules.
    out = gm("new Alley --party")
    assert "has house rules" not in out
    assert "next: gmtrack add @" in out
    gm("save alley.yaml")
    assert "glitch_rule: half_or_more" in Path("alley.yaml").read_text()


def test_a_save_of_a_fight_with_its_party_loads_again(home: Table) -> None:
    """The members are in it: nobody comes along a second time."""
    home(f"load {names('heroes')}")
    home("roll-init --seed 1")
    home("damage mara 2")
    home("save mid.yaml")
    home("forget tonight")
    assert home.member("mara")["in"] is None
    assert "come along" not in home("load mid.yaml")
    assert home.doc("show mara")["pools"]["flesh"]["now"] == 4
    assert home.member("mara")["in"] == "mid"
    home("end")
    assert home.member("mara")["tracks"]["flesh"]["now"] == 4


def test_a_changed_file_of_a_party_is_told(home: Table) -> None:
    home("party open heroes")
    home("save friends.yaml")
    home("forget heroes")
    file = names("friends.yaml")
    home(f"load {file}")
    home("roll-init --seed 1")
    home("damage mara 1")
    home("end")
    Path("friends.yaml").write_text(Path("friends.yaml").read_text().replace("body: 3", "body: 4"))
    out = " ".join(home(f"load {file} --fresh").split())
    assert "friends.yaml has changed since" in out
    assert home.doc("show mara")["pools"]["flesh"]["now"] == 5
