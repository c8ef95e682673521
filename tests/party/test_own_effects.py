"""Definitions of effects of the GM's own come into a fight from files and with people, and stay
(contract, section 7)."""

from pathlib import Path

import pytest

from .conftest import Table

FIGHT = """
gmtrack: 1
name: Alley
ruleset: storyteller
effects:
  drug: {name: Drug, change: {strength: 2}, then: crash}
  crash: {name: Crash, lasts: 5 rounds, change: {strength: -1}}
  fear: {lasts: fight, change: {strength: -1}}
  ware: {change: {wits: 1}}
combatants:
  vex: {side: pc, strength: 3, always: [ware]}
  hook: {side: foe}
"""
OTHER = "gmtrack: 1\nname: Other\nruleset: storyteller\ncombatants: {kit: {side: foe}}\n"
LIST = "effects:\n  rage: {name: Rage, change: {strength: 3}}\n"


@pytest.fixture
def alley(gm: Table) -> Table:
    Path("alley.yaml").write_text(FIGHT)
    Path("other.yaml").write_text(OTHER)
    Path("list.yaml").write_text(LIST)
    gm("load alley.yaml")
    return gm


def strength(gm: Table, who: str = "vex") -> str:
    scores = gm(f"show {who}").partition("Scores")[2]
    return next(line.split()[1] for line in scores.splitlines() if "strength" in line)


def effects(gm: Table) -> list[str]:
    """Those of the only member."""
    [member] = gm.doc("party crew")["members"]
    return [one["effect"] for one in member["effects"]]


def test_definitions_are_read_from_a_file_and_stay_when_it_is_gone(alley: Table) -> None:
    assert "Effects of your own, from list.yaml: Rage" in alley("effect --define list.yaml")
    alley("effect vex rage")
    alley("damage hook 1")
    assert strength(alley) == "6"
    Path("list.yaml").write_text(LIST.replace("3", "4"))
    assert alley.doc("amend 4 damage hook 2")["reran"] == 0
    alley("amend 3 effect hook rage")
    assert (strength(alley), strength(alley, "hook")) == ("3", "5")
    Path("list.yaml").unlink()
    alley("amend 3 effect vex rage")
    assert strength(alley) == "6"
    alley("undo")
    alley("undo")


def test_what_is_wrong_in_it_is_told_by_its_line(alley: Table) -> None:
    Path("bad.yaml").write_text(LIST.replace("strength", "strenth"))
    told = alley("effect --define bad.yaml", 1)
    assert "bad.yaml:2: effects.rage.change.strenth" in told
    assert "did you mean 'strength'" in told
    Path("none.yaml").write_text("name: x\n")
    assert "defines no effects" in alley("effect --define none.yaml", 1)


def test_members_take_the_definitions_along_that_they_need(alley: Table) -> None:
    alley("party new crew")
    alley("effect vex drug")
    alley("effect vex fear")
    alley("roll-init --seed 1")
    assert strength(alley) == "4"
    alley("end")
    assert effects(alley) == ["ware", "drug"]
    assert "no longer fear" not in alley("load other.yaml --party crew")
    assert strength(alley) == "5"
    alley("roll-init --seed 1")
    alley("effect vex drug --end")
    assert strength(alley) == "2"
    alley("end")
    assert effects(alley) == ["ware", "crash"]
    alley("party open crew")
    alley("rest hour")
    assert effects(alley) == ["ware"]


def test_who_comes_from_another_fight_brings_them(alley: Table) -> None:
    alley("effect vex drug")
    alley("load other.yaml")
    alley("add --from alley.yaml:hook")
    assert "drug" not in alley("rules effects")
    alley("add --from alley:vex")
    assert strength(alley) == "5"
    assert "crash" in alley("rules effects")
    alley("undo")
    alley("add --from alley --everybody")
    assert strength(alley) == "5"


def test_one_of_the_stock_is_defined_with_what_follows_it(
    alley: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "gmtrack" / "stock"
    folder.mkdir(parents=True)
    entries = "  high: {about: a drug, then: low, change: {wits: 1}}\n  low: {change: {wits: -1}}\n"
    (folder / "mine.yaml").write_text(f"stock: storyteller\neffects:\n{entries}")
    assert "@high" in alley("stock effects")
    assert "high, low" in alley("effect --define @hi")
    alley("effect vex high")
    (folder / "mine.yaml").write_text("stock: storyteller\neffects: {high: {change: {wots: 1}}}\n")
    assert "wots" in alley("effect --define @high", 1)


def test_why_of_a_roll_says_who_has_an_effect_since_when_and_by_which_file(alley: Table) -> None:
    alley("effect --define list.yaml")
    alley("effect vex rage")
    alley("damage hook 1")
    alley("effect vex rage --end")
    alley("effect vex rage")
    alley("attack vex hook --weapon unarmed")
    [rage] = alley.doc("why")["effects"]
    assert rage == {
        "effect": "rage", "label": "rage", "who": "vex", "by": "effect", "seq": 6,
        "line": "effect vex rage", "defined": 2, "source": "effect --define list.yaml",
    }  # fmt: skip
    told = alley("why")
    assert "6 effect vex rage" in told
    assert "2 effect --define list.yaml" in told
    assert not alley.doc("why 4")["effects"]


def test_why_of_a_number_says_what_the_sheet_brings_and_where_it_is_defined(alley: Table) -> None:
    [ware] = alley.doc("why vex wits")["effects"]
    assert (ware["by"], ware["seq"], ware["defined"]) == ("always", None, None)
    assert ware["source"] == "load alley.yaml"
    assert "load alley.yaml" in alley("why vex wits")


def test_one_line_of_a_page_and_who_has_that_effect(alley: Table) -> None:
    alley("effect vex drug")
    alley("effect vex drug --end")
    doc = alley.doc("rules effects crash")
    assert [row[0] for row in doc["rows"]] == ["crash"]
    [crash] = doc["own"]["held"]
    assert (crash["who"], crash["seq"], crash["line"]) == ("vex", 3, "effect vex drug --end")
    assert doc["own"]["source"] == "load alley.yaml"
    told = alley("rules effects crash")
    assert "defined by load alley.yaml" in told
    assert "vex: 3 effect vex drug --end" in told
    assert "drug" not in told.replace("effect vex drug", "")
    assert "own" not in alley.doc("rules effects prone")
    assert "no line of effects 'nope'" in alley("rules effects nope", 1)


def test_an_effect_that_only_the_stock_has_is_told_with_the_line_that_takes_it(
    alley: Table,
) -> None:
    ready = "; the stock has one: `effect --define @bodyguard`"
    for line in ("effect vex bodyguard", "effect vex,hook @bodyguard"):
        assert ready in alley(line, 1)
    assert ready not in alley("effect nobody bodyguard", 1)
    assert ready not in alley("effect vex nope")


def test_a_table_says_which_definitions_its_people_need(alley: Table) -> None:
    told = alley("save crew.csv")
    assert "no effects of your own: `effect --define FILE` first for ware" in told
    alley("load other.yaml")
    assert "no effect 'ware'" in alley("import crew.csv", 1)
    alley("effect --define alley.yaml")
    alley("import crew.csv")
    assert "of your own" not in alley("save --as stock crew.yaml")


def test_why_of_a_track_names_the_effect_that_makes_it_longer(alley: Table) -> None:
    Path("tough.yaml").write_text("effects: {tough: {change: {health: 2}}}")
    alley("effect --define tough.yaml")
    alley("effect vex tough")
    [tough] = alley.doc("why vex health")["effects"]
    assert (tough["seq"], tough["source"]) == (3, "effect --define tough.yaml")
    assert not alley.doc("why hook health")["effects"]
