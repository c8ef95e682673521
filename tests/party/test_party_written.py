"""Sheets of a party, and of any fight, for a spreadsheet and for the stock."""

import csv
from pathlib import Path
from typing import Any

import pytest

from gmtrack.app.export_sheets import export_table
from gmtrack.app.importing.spreadsheet_rows import parse_rows
from gmtrack.app.newcomers import whole_sheet
from gmtrack.characters.file import ForeignFile
from gmtrack.characters.spreadsheet import read_table
from gmtrack.core.encounter import Data, Encounter
from gmtrack.rulesets import registry
from gmtrack.store.opening import validate_file
from gmtrack.store.ready_made import path_of, ready_made_words
from gmtrack.store.stock.check import sound_values
from gmtrack.store.stock.reading import COMBATANTS, stock_of

from .conftest import Table


def read_back(text: str, encounter: Encounter) -> dict[str, Data]:
    """The sheets that an import makes of a spreadsheet."""
    ruleset = registry.load(encounter.ruleset)
    empty = Encounter("", encounter.ruleset, house_rules=encounter.house_rules)
    empty.effects = encounter.effects
    found = parse_rows(read_table(ForeignFile(text.encode(), "", "")), "", empty, ruleset)
    return {person.id: person.sheet for person in found}


def sheets(encounter: Encounter) -> dict[str, Data]:
    """Those of everybody, with what a template gives, as far as they say something."""
    ruleset = registry.load(encounter.ruleset)
    whole = {who: whole_sheet(encounter.sheet(who), ruleset) for who in encounter.combatants}
    return {
        who: {key: part for key, part in sheet.items() if part not in (None, "")}
        for who, sheet in whole.items()
    }


def check(encounter: Encounter) -> None:
    table = export_table(encounter, registry.load(encounter.ruleset))
    assert table.lost == []
    back = read_back(table.text, encounter)
    assert back == sheets(encounter)
    for who, sheet in back.items():
        assert list(sheet.get("weapons") or ()) == list(encounter.sheet(who).get("weapons") or ())


@pytest.mark.parametrize("word", ready_made_words())
def test_everybody_of_an_example_comes_back_the_same(word: str) -> None:
    check(validate_file(path_of(word))[0])


@pytest.mark.parametrize("ruleset_id", ["swan-song", "spotlight", "storyteller", "sr3", "i2050"])
def test_everybody_of_the_stock_comes_back_the_same(ruleset_id: str) -> None:
    ruleset, stock = registry.load(ruleset_id), stock_of(ruleset_id)
    people = stock.things[COMBATANTS].values()
    people = {one.name: sound_values(one, stock, ruleset) for one in people}
    check(Encounter("All", ruleset_id, combatants=people))


HUMAN: Data = {
    "body": 3,
    "agility": 4,
    "reaction": 4,
    "strength": 3,
    "willpower": 3,
    "intuition": 3,
}
KNIFE: Data = {"kind": "melee", "skill": "clubs", "dv": "STR+1"}
GUN: Data = {"kind": "ranged", "skill": "pistols", "dv": 5, "modes": ["single", "burst"]}


@pytest.mark.parametrize(
    "own",
    [
        {"name": 'Vex "the knife", and friends'},
        {"name": "007", "notes": "yes"},
        {"name": "@ganger", "notes": "{a: b}"},
        {"notes": "[1, 2]", "hidden": True},
        {"notes": "first\nsecond"},
        {"notes": "null"},
        {"notes": "'quoted'"},
        {"weapons": {}, "skills": {}, "armor": []},
        {"weapons": {"gun": GUN, "knife": KNIFE}},
        {"weapons": {"knife": KNIFE | {"name": "null"}, "gun": GUN | {"name": "3"}}},
        {"skills": {"Street Law": 3, "first_aid": 2}},
        {
            "armor": [
                {"name": "Coat", "rating": 4},
                {"name": "Helmet", "rating": 1, "accessory": True},
            ]
        },
    ],
)
def test_whatever_stands_in_a_sheet_comes_back(own: Data) -> None:
    """Beside somebody who has other fields, and weapons in another order."""
    other = {"name": "Zip", "weapons": {"knife": KNIFE, "gun": GUN}, "skills": {"pistols": 2}}
    people = {"zip": HUMAN | other, "vex": HUMAN | own}
    check(Encounter("Two", "swan-song", combatants=people))


def test_what_cannot_come_back_is_told() -> None:
    people = {"vex": HUMAN | {"name": "Vex", "notes": "ends with a line\n"}}
    encounter = Encounter("One", "swan-song", combatants=people)
    table = export_table(encounter, registry.load("swan-song"))
    assert table.lost == [("vex", "notes")]
    assert read_back(table.text, encounter)["vex"]["notes"] == "ends with a line"


def test_more_columns_than_are_read_are_folded() -> None:
    many = {f"knife-{n}": KNIFE for n in range(200)}
    check(Encounter("One", "swan-song", combatants={"vex": HUMAN | {"name": "V", "weapons": many}}))


def shown(gm: Table, name: str) -> dict[str, Any]:
    gm(f"party open {name}")
    members = gm.doc("party")["members"]
    return {one["id"]: gm.doc(f"show {one['id']}")["sheet"] for one in members}


def test_a_party_goes_out_as_a_spreadsheet_and_comes_back(home: Table) -> None:
    before = shown(home, "heroes")
    doc = home.doc("save heroes.csv")
    assert (doc["command"], doc["as"], doc["combatants"]) == ("save", "csv", ["mara", "rolf"])
    with Path("heroes.csv").open(newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ["mara", "rolf"]
    # Who is there is as they were, and stands as they stood.
    assert [one["differences"] for one in home.doc("import heroes.csv")["characters"]] == [[], []]
    assert home.member("mara")["tracks"]["flesh"]["now"] == 6
    home("party new Others --ruleset swan-song")
    home("import heroes.csv")
    assert shown(home, "others") == before
    assert {one["tracks"]["flesh"]["now"] for one in home.doc("party others")["members"]} == {10}
    text = Path("heroes.csv").read_text()
    assert home("save - --as csv") == text
    assert "is there already: --force writes over it" in home("save heroes.csv", 1)
    home("save heroes.csv --force")
    assert Path("heroes.csv").read_text() == text


def test_a_party_goes_into_the_stock(home: Table) -> None:
    before = shown(home, "heroes")
    out = home("save --as stock")
    assert "`gmtrack add @mara` takes one in" in out
    [file] = Path("data/gmtrack/stock").glob("*.yaml")
    assert "ok, 2 combatants" in home(f"validate {file}")
    home("new Street --ruleset swan-song")
    home("add @mara")
    assert home.doc("show mara")["sheet"] == before["mara"]
    assert home.doc("show mara")["pools"]["flesh"]["now"] == 10


def test_a_name_of_the_stock_is_not_taken_twice(home: Table) -> None:
    home("party open heroes")
    home("save --as stock")
    home("save elsewhere.yaml --as stock")
    assert "ok, 2 combatants" in home("validate elsewhere.yaml")
    home(["set", "fight", "name=Others"])
    assert "heroes.yaml has @mara already" in home("save --as stock", 1)
    home("party new Third --ruleset swan-song")
    home("add @human")
    told = home.doc("save --as stock")["warnings"]
    assert "@human is this one from now on" in told[0]["message"]


WIRED = """\
gmtrack: 1
name: Wired
ruleset: storyteller
effects:
  wired: {change: {dexterity: 1}}
  other: {change: {strength: 1}}
combatants:
  vex: {strength: 2, dexterity: 2, stamina: 2, wits: 2, resolve: 2, control: 2, always: [wired]}
"""


def test_effects_of_the_gms_own_go_along(gm: Table) -> None:
    Path("wired.yaml").write_text(WIRED)
    gm("load wired.yaml")
    gm("save wired-stock.yaml --as stock")
    written = Path("wired-stock.yaml").read_text()
    assert ("  wired:" in written, "  other:" in written) == (True, False)
    check(validate_file("wired.yaml")[0])


@pytest.mark.parametrize(("line", "status"), [("save x.csv", 1), ("save --as bla", 2)])
def test_what_cannot_be_written_is_refused(gm: Table, line: str, status: int) -> None:
    gm("new Empty --ruleset sr3")
    gm(line, status)
    assert not Path("x.csv").exists()
