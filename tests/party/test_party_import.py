"""A character of another program who is a member already: the sheet is the file's, and they stand
as they stood."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from .conftest import Table

FILES = Path(__file__).parents[1] / "characters" / "files"
FOREIGN = {
    "swan-song": ("samurai.chum5", "runner.json", "gangers.csv"),
    "sr3": ("samurai.chum5", "runner.json"),
    "storyteller": ("hunter.json",),
    "i2050": ("raiders.csv",),
    "spotlight": ("crew.csv",),
}
PARTY = Path("home/encounters/heroes/encounter.yaml")


def written(name: str, *lines: str) -> str:
    Path(name).write_text("\n".join(lines) + "\n")
    return name


def person(doc: Any, who: str) -> Any:
    return next(one for one in doc["characters"] if one["id"] == who)


def test_a_member_gets_the_sheet_and_stays_as_they_stand(home: Table) -> None:
    home("party open heroes")
    home("note mara owes Zip 200")
    home("effect mara stunned")
    before = home.doc("show mara")
    text = PARTY.read_text()
    file = written("up.csv", "name,skills.pistols,weapons.blade", "mara voss,7,@machete")
    doc = person(home.doc(f"import {file}"), "mara")
    assert doc["updated"] == "name"
    assert [(one["what"], one["was"]) for one in doc["differences"]] == [
        ("skills.pistols", 6),
        ("weapons.blade", None),
    ]
    assert "follows" not in doc
    after = home.doc("show mara")
    assert after["sheet"]["skills"] == {"pistols": 7}
    assert set(after["sheet"]["weapons"]) == {"pistol", "blade"}
    for key in ("pools", "karma", "effects", "status"):
        assert after[key] == before[key]
    assert home.member("mara")["note"] == "owes Zip 200"
    assert home.doc("log")["steps"][-1]["line"] == "import up.csv --json"
    home("undo")
    assert PARTY.read_text() == text
    home("redo")
    assert home.doc("show mara") == after


def test_an_id_comes_before_a_name_and_one_row_is_for_one(home: Table) -> None:
    """Two of one name in a file: the second is somebody else."""
    home("party open heroes")
    file = written(
        "up.csv",
        "id,name,template,body",
        "rolf,Mara Voss,,4",
        ",Mara Voss,@human,3",
        "zip,Z,@human,",
    )
    out = home(f"import {file}")
    assert "there already\n    by the id: this is their sheet now" in out
    assert "name: Rolf, now Mara Voss" in out
    ids = [one["id"] for one in home.doc("party heroes")["members"]]
    assert ids == ["mara", "rolf", "zip"]
    assert flesh(home) == 6


def flesh(gm: Table) -> int:
    return int(gm.member("mara")["tracks"]["flesh"]["now"])


def test_several_of_one_name_are_told_apart(home: Table) -> None:
    home("party open heroes")
    home(["set", "rolf", "name=Mara Voss"])
    file = written("up.csv", "name,body", "Mara Voss,4")
    told = home(f"import {file}", 1)
    assert "mara, rolf are all called Mara Voss: `set rolf name=...` tells them apart" in told


@pytest.mark.parametrize(
    ("ruleset", "name"), [(ruleset, name) for ruleset, names in FOREIGN.items() for name in names]
)
def test_the_same_file_again_changes_nothing(gm: Table, ruleset: str, name: str) -> None:
    gm(f"party new Heroes --ruleset {ruleset}")
    gm(f"import {FILES / name}")
    text = PARTY.read_text()
    doc = gm.doc(f"import {FILES / name}")
    assert {one["updated"] for one in doc["characters"]} == {"name"}
    assert [one["differences"] for one in doc["characters"]] == [[]] * len(doc["characters"])
    assert doc["changes"] == []
    assert PARTY.read_text() == text


def test_what_things_add_is_written_anew_and_shared(gm: Table) -> None:
    """Ids stay, what is the GM's stays, what is gone goes, and two with the same ware share it."""
    gm("party new Heroes --ruleset swan-song")
    actor = json.loads((FILES / "runner.json").read_text())
    other = {**actor, "name": "Otto"}
    Path("two.json").write_text(json.dumps([actor, other]))
    gm("import two.json")
    wired = {"reaction": 1, "initiative_dice": 1}
    assert effects() == {"wired-reflexes-1": wired}
    assert [always(gm, who) for who in ("nadja", "otto")] == [["wired-reflexes-1"]] * 2
    text = PARTY.read_text()
    gm("undo")
    assert "effects" not in PARTY.read_text()
    gm("redo")
    assert PARTY.read_text() == text

    # Another rating for one of them alone: hers gets a number, and keeps it.
    [change, *_] = actor["items"][-2]["effects"][0]["changes"]
    for value in ("2", "3"):
        change["value"] = value
        Path("one.json").write_text(json.dumps(actor))
        gm("import one.json")
        hers = {**wired, "reaction": int(value)}
        assert effects() == {"wired-reflexes-1": wired, "wired-reflexes-1-2": hers}
        assert always(gm, "nadja") == ["wired-reflexes-1-2"]
        assert gm.doc("show nadja")["sheet"]["reaction"] == 4
    assert gm.doc("import one.json")["changes"] == []

    change["value"] = "4"
    Path("one.json").write_text(json.dumps(actor))
    doc = person(gm.doc("import one.json"), "nadja")
    [told] = doc["differences"]
    assert (told["was"], told["now"]) == (3, 4)
    assert "wired-reflexes-1-2" in told["what"]

    # A thing that is gone adds nothing more; what the GM put on stays.
    Path("curse.yaml").write_text("effects:\n  curse: {change: {body: -1}}\n")
    gm("effect --define curse.yaml")
    gm(["set", "nadja", "always=[curse, wired-reflexes-1-2]"])
    del actor["items"][-2]
    Path("one.json").write_text(json.dumps(actor))
    gm("import one.json")
    assert always(gm, "nadja") == ["curse"]


def test_what_a_fight_says_of_a_thing_goes_home(gm: Table) -> None:
    """What is known at home means the same there: another rating has another id."""
    gm("party new Heroes --ruleset swan-song")
    gm(f"import {FILES / 'runner.json'}")
    gm("new Bar --ruleset swan-song --party heroes")
    actor = json.loads((FILES / "runner.json").read_text())
    [change, *_] = actor["items"][-2]["effects"][0]["changes"]
    for value in ("2", "3"):
        change["value"] = value
        Path("one.json").write_text(json.dumps(actor))
        gm("import one.json")
        assert always(gm, "nadja") == ["wired-reflexes-1-2"]
    gm(["add", "@barfly"])
    gm("roll-init --seed 1")
    gm("end")
    wired = {"reaction": 1, "initiative_dice": 1}
    three = {**wired, "reaction": 3}
    assert effects() == {"wired-reflexes-1": wired, "wired-reflexes-1-2": three}
    gm("party open heroes")
    assert always(gm, "nadja") == ["wired-reflexes-1-2"]


def effects() -> Any:
    """What the definitions of the party change."""
    found = yaml.safe_load(PARTY.read_text()).get("effects", {})
    return {id: data["change"] for id, data in found.items()}


def always(gm: Table, who: str) -> Any:
    return gm.doc(f"show {who}")["sheet"]["always"]


def test_what_is_the_gms_stays_and_what_is_sold_goes(gm: Table) -> None:
    gm("party new Heroes --ruleset sr3")
    gm(f"import {FILES / 'samurai.chum5'}")
    gm(["set", "ratte", "side=ally", "notes=owes Zip 200", "hidden=true"])
    gm("set ratte weapons.pistol=@heavy-pistol")
    gm("set ratte wielded=katana weapons.pistol.power=8")
    gm("set ratte ammo.pistol=3 ammo.ak-97=12")
    gm("damage ratte 4")
    doc = person(gm.doc(f"import {FILES / 'samurai.chum5'}"), "ratte")
    [gone] = doc["differences"]
    assert (gone["what"], gone["now"], gone["was"]["power"]) == ("weapons.pistol", None, 8)
    assert doc["follows"] == [{"what": "ammo.pistol", "was": 3, "now": None}]
    shown = gm.doc("show ratte")
    assert (shown["side"], shown["sheet"]["notes"], shown["sheet"]["hidden"]) == (
        "ally", "owes Zip 200", True,
    )  # fmt: skip
    assert shown["track"]["physical"]["filled"] == 4
    [ratte] = gm.doc("party heroes")["members"]
    assert ratte["loaded"]["ak-97"]["now"] == 12


def test_as_much_is_gone_as_before(home: Table) -> None:
    """Maxima that grow or shrink: wounds are no less, and points spent stay spent."""
    home("party open heroes")
    doc = person(home.doc(f"import {written('a.csv', 'id,body,karma', 'mara,6,5')}"), "mara")
    assert {one["what"]: (one["was"], one["now"]) for one in doc["follows"]} == {
        "pools.flesh": (6, 7),
        "karma": (2, 4),
    }
    home("undo")
    home("set mara karma=0")
    out = home(f"import {written('b.csv', 'id,flesh_max,karma', 'mara,3,2')}")
    assert "Mara Voss, karma: 3 used up, but the new sheet has only 2" in out
    assert "Mara Voss, pools.flesh: 4 used up, but the new sheet has only 3" in out
    # A maximum that shrinks takes nobody down by itself.
    assert (flesh(home), home.member("mara")["points"]["karma"]["now"]) == (1, 0)
    home("undo")
    assert flesh(home) == 6


@pytest.mark.parametrize(
    ("ruleset", "sheet", "hurt", "shrunk", "marks"),
    [
        (
            "spotlight", "strength=3", "damage kim 7 --location torso", "strength\nKim,1",
            ("locations.torso.bruise", 7, 6),
        ),
        ("storyteller", "stamina=3", "damage kim 8", "stamina,size\nKim,1,4", ("bashing", 8, 5)),
    ],
)  # fmt: skip
def test_who_is_hurt_more_than_there_is_room_for_has_as_many_marks_as_fit(
    gm: Table, ruleset: str, sheet: str, hurt: str, shrunk: str, marks: tuple[str, int, int]
) -> None:
    gm(f"party new Heroes --ruleset {ruleset}")
    gm(f"add Kim --set {sheet}")
    gm(hurt)
    doc = person(gm.doc(f"import {written('less.csv', f'name,{shrunk}')}"), "kim")
    what, was, now = marks
    assert {"what": what, "was": was, "now": now} in doc["follows"]


def test_magazines_hold_what_they_can(gm: Table) -> None:
    gm("party new Heroes --ruleset sr3")
    gm("add Kim --set weapons.gun=@heavy-pistol")
    gm("set kim ammo.gun=9")
    doc = gm.doc(f"import {written('less.csv', 'name,weapons.gun.capacity', 'Kim,6')}")
    assert person(doc, "kim")["follows"] == [{"what": "ammo.gun", "was": 9, "now": 6}]


def test_in_a_fight_a_member_who_came_along_is_meant(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("roll-init --seed 1")
    home("damage mara 1")
    score = home.doc("show mara")["initiative"]["score"]
    file = written("up.csv", "name,skills.pistols,template", "Mara Voss,7,", "beast,1,human")
    doc = home.doc(f"import {file}")
    assert [(one["id"], one.get("updated")) for one in doc["characters"]] == [
        ("mara", "name"),
        ("beast-2", None),
    ]
    shown = home.doc("show mara")
    assert (shown["pools"]["flesh"]["now"], shown["initiative"]["score"]) == (5, score)
    home("end")
    assert flesh(home) == 5
    home("party open heroes")
    assert home.doc("show mara")["sheet"]["skills"] == {"pistols": 7}


def test_in_the_party_who_is_in_a_fight_is_left_alone(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("party open heroes")
    file = written("up.csv", "name,skills.pistols", "Mara Voss,7")
    assert "Mara Voss is in lair" in home(f"import {file}", 1)
    home(f"import {file} --force")
    assert home.doc("show mara")["sheet"]["skills"] == {"pistols": 7}


def test_after_the_end_it_comes_home_too(home: Table) -> None:
    file = written("up.csv", "name,skills.pistols", "Mara Voss,7")
    doc = home.doc(f"import {file}")
    assert doc["party"]["members"][0] == {
        "id": "mara", "differences": [{"what": "skills.pistols", "was": 6, "now": 7}],
    }  # fmt: skip
    home("party open heroes")
    assert home.doc("show mara")["sheet"]["skills"] == {"pistols": 7}


def test_it_happens_again_as_it_was(home: Table) -> None:
    """The file may be gone when the history is played again."""
    home("party open heroes")
    home("heal mara 1")
    step = home.doc("log")["steps"][-1]["seq"]
    file = written("up.csv", "name,skills.pistols", "Mara Voss,7")
    home(f"import {file} -n")
    assert home.doc("show mara")["sheet"]["skills"] == {"pistols": 6}
    home(f"import {file}")
    Path(file).unlink()
    home(f"amend {step} heal mara 2")
    assert home.doc("show mara")["sheet"]["skills"] == {"pistols": 7}
    assert flesh(home) == 8
    home("replay --verify")
    home("log --export heroes.jsonl")
    assert json.loads(home("replay heroes.jsonl --json"))["same"]


def test_it_stands_on_a_narrow_screen(home: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    home("party open heroes")
    monkeypatch.setenv("COLUMNS", "60")
    file = written("up.csv", "name,body,weapons.blade", "Mara Voss,6,@machete")
    lines = home(f"import {file}").splitlines()
    assert max(map(len, lines)) <= 60
    assert "    pools.flesh: 6, now 7" in lines


@pytest.mark.parametrize(
    ("name", "is_near"),
    [("Jürgen Voss", True), ("Jürgen Vos", True), ("Michaela", False)],
)
def test_a_near_namesake_of_a_member_is_told(gm: Table, name: str, is_near: bool) -> None:
    gm("party new Crew --ruleset storyteller")
    gm(["add", "Jürgen Voß", "--set", "side=pc"])
    Path("more.csv").write_text(f"name,strength\n{name},3\n", encoding="utf-8")
    told = " ".join(gm("import more.csv").split())
    beside = f"{name} is new here, beside Jürgen Voß"
    assert (beside in told) == is_near
    gm("undo")
    warnings = gm.doc("import more.csv").get("warnings", [])
    assert any(beside in one["message"] for one in warnings) == is_near
