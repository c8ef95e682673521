"""Characters of other programs on the command line: from a file into a fight."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from cli_support import Gm
from toy import ruleset

from gmtrack.core.foreign import ForeignCharacter, ImportedSheet, TakenField
from gmtrack.errors import StoreError
from gmtrack.store.session import Session

FILES = Path(__file__).parents[1] / "characters" / "files"
SAMURAI, RUNNER, HUNTER = (FILES / name for name in ("samurai.chum5", "runner.json", "hunter.json"))
GANGERS, RAIDERS, CREW = (FILES / name for name in ("gangers.csv", "raiders.csv", "crew.csv"))


@pytest.fixture
def swan(gm: Gm) -> Gm:
    """A GM with an empty fight of Swan Song."""
    assert gm("new", "Bar", "--ruleset", "swan-song").status == 0
    return gm


def who(gm: Gm) -> list[str]:
    return sorted(one["id"] for one in gm("board", "--json").doc["order"])


# --- into a fight, and then they fight ---


@pytest.mark.parametrize(
    ("ruleset", "files", "attack"),
    [
        ("swan-song", [SAMURAI, RUNNER], ["ratte", "nadja", "--weapon", "katana"]),
        ("swan-song", [SAMURAI, RUNNER], ["nadja", "ratte", "--with", "mode=long-burst"]),
        (
            "sr3",
            [SAMURAI, RUNNER],
            ["ratte", "nadja", "-w", "ak-97", "--with", "range=30", "--with", "mode=bf"],
        ),
        ("sr3", [SAMURAI, RUNNER], ["nadja", "ratte", "-w", "combat-knife"]),
        ("storyteller", [HUNTER, HUNTER], ["mira-holt", "mira-holt-2"]),
        (
            "storyteller",
            [HUNTER, HUNTER],
            ["mira-holt", "mira-holt-2", "-w", "glock-17", "--with", "range=10"],
        ),
        ("swan-song", [GANGERS], ["zip", "max"]),
        ("i2050", [RAIDERS], ["rask", "dorn"]),
        ("spotlight", [CREW], ["ivy", "cole"]),
    ],
)
def test_they_can_attack_at_once(
    gm: Gm, ruleset: str, files: list[Path], attack: list[str]
) -> None:
    for file in files:
        result = gm("import", str(file), "--ruleset", ruleset)
        assert result.status == 0, result.err
    result = gm("attack", *attack, "--seed", "3", "--json")
    assert result.status == 0, result.err
    assert result.doc["attacker"] == attack[0]
    assert result.doc["outcome"]


@pytest.mark.parametrize(
    ("ruleset", "file"),
    [
        ("swan-song", SAMURAI),
        ("sr3", SAMURAI),
        ("storyteller", HUNTER),
        ("i2050", RAIDERS),
        ("spotlight", CREW),
    ],
)
def test_what_was_made_of_a_file_is_a_sound_encounter(gm: Gm, ruleset: str, file: Path) -> None:
    gm("import", str(file), "--ruleset", ruleset)
    assert gm("save", "out.yaml").status == 0
    result = gm("validate", "out.yaml")
    assert result.out.strip() == "out.yaml: ok"
    assert gm("roll-init").status == 0


def test_the_screen_says_what_was_taken_lost_and_assumed(swan: Gm) -> None:
    out = swan("import", str(SAMURAI)).out
    assert "Ratte (ratte), from Chummer 5.214.0" in out
    assert "body 6, agility 5" in out
    assert "effects.muscle-toner-2: agility 2" in out
    assert "could not place" in out
    assert "weapon Unarmed Attack (everybody has bare hands)" in out
    assert "karma 3: Edge 3" in out
    assert out.splitlines()[-2:] == [
        "next: gmtrack add @barfly, to have somebody to fight",
        "`gmtrack stock` lists others, `gmtrack show ratte` tells all of Ratte",
    ]


def test_who_is_alone_gets_somebody_to_fight_first(swan: Gm, tmp_path: Path) -> None:
    swan("import", str(SAMURAI))
    assert swan("add", "@barfly").status == 0
    out = swan("import", str(RUNNER)).out
    assert out.rstrip().endswith("next: gmtrack show nadja, or gmtrack roll-init")
    assert swan("new", "Foes", "--ruleset", "swan-song").status == 0
    out = swan("import", table(tmp_path, "name,template\nBo,@human\n")).out
    assert "next: gmtrack add @barfly --set side=pc, to have" in out
    assert swan("add", "@barfly", "--set", "side=pc").status == 0
    assert swan("attack", "barfly", "bo").status == 0


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("file", [SAMURAI, GANGERS])
def test_it_fits_the_screen(
    swan: Gm, columns: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = swan("import", str(file)).out
    assert max(map(len, out.splitlines())) <= columns


def test_what_goes_for_all_is_said_once(swan: Gm) -> None:
    out = swan("import", str(GANGERS)).out
    assert out.count("side foe: no column says otherwise") == 1
    assert "All of them" in out


def test_the_answer_for_a_script(swan: Gm) -> None:
    doc = swan("import", str(SAMURAI), "--json").doc
    assert (doc["command"], doc["format"], doc["ruleset"]) == ("import", "chummer", "swan-song")
    [ratte] = doc["characters"]
    assert (ratte["id"], ratte["name"]) == ("ratte", "Ratte")
    assert {"field": "agility", "value": 5, "at": "attributes/AGI"} in ratte["took"]
    assert {"field": "effects.muscle-toner-2", "value": {"agility": 2}, "at": ""} in ratte["took"]
    assert {one["what"] for one in ratte["lost"]} >= {"skill sneaking 4", "gear Medkit 3"}
    assert ratte["assumed"][0] == {"what": "side pc", "why": "character of Chummer 5.214.0"}
    assert [one["who"] for one in doc["changes"]] == ["effects"] * 3 + ["ratte"]


def test_what_ware_adds_is_named_wherever_it_counts(swan: Gm) -> None:
    swan("import", str(SAMURAI))
    swan("import", str(RUNNER))
    shown = swan("show", "ratte").out
    assert "agility   7 = 5 sheet + 2 muscle toner 2" in shown
    assert "dice      3d6 = 1 sheet + 2 wired reflexes 2" in shown
    attack = swan("attack", "ratte", "nadja", "--weapon", "katana").out
    assert "12 dice = 5 agility + 2 muscle toner 2 + 5 blades" in attack
    assert "wired reflexes 1  +1  ALL-OWN-02" in swan("why").out


def test_the_sheet_tells_what_hurts_and_what_stuns(swan: Gm) -> None:
    swan("import", str(SAMURAI))
    swan("set", "ratte", "weapons.ak-97.dv=10", "weapons.ak-97.track=strain")
    rows = [line.split() for line in swan("show", "ratte").out.splitlines()]
    told = {row[0]: row[2:4] for row in rows if len(row) > 4}
    assert told["ares-predator-v"][0] == "8P"
    assert told["yamaha-pulsar"][0] == "7S"
    assert told["ak-97"][0] == "10S"
    assert told["katana"] == ["STR+3", "(8P)"]


def test_side_is_told_by_the_kind_of_character(swan: Gm) -> None:
    swan("import", str(SAMURAI))
    swan("import", str(FILES / "grunt.json"))
    assert swan("show", "ratte", "--json").doc["side"] == "pc"
    assert swan("show", "knight", "--json").doc["side"] == "foe"


# --- one step ---


def test_all_who_come_are_one_step(swan: Gm) -> None:
    swan("import", str(GANGERS))
    assert who(swan) == ["max", "zip"]
    swan("undo")
    assert who(swan) == []
    swan("redo")
    assert who(swan) == ["max", "zip"]


def test_history_plays_again_without_the_file(swan: Gm, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_bytes(GANGERS.read_bytes())
    swan("import", str(file))
    swan("attack", "zip", "max", "--seed", "1")
    file.unlink()
    assert "all as they went" in swan("replay", "--verify").out
    assert swan("amend", "3", "--mod", "2").status == 0
    assert who(swan) == ["max", "zip"]


def test_a_dry_run_changes_nothing(swan: Gm) -> None:
    out = swan("import", str(SAMURAI), "--dry-run").out
    assert "agility 2" in out
    assert "dry run" in out
    assert who(swan) == []
    assert len(swan("log", "--json").doc["steps"]) == 1


def test_whoever_comes_twice_gets_another_name(swan: Gm) -> None:
    swan("import", str(SAMURAI))
    doc = swan("import", str(SAMURAI), "--json").doc
    assert (doc["characters"][0]["id"], doc["characters"][0]["name"]) == ("ratte-2", "Ratte 2")


def test_in_mid_fight_they_come_late(swan: Gm) -> None:
    swan("import", str(GANGERS))
    swan("roll-init", "--seed", "1")
    out = swan("import", str(SAMURAI)).out
    assert "`roll-init ratte` brings Ratte into the round" in out
    assert out.rstrip().endswith("next: gmtrack show ratte")
    assert swan("roll-init", "ratte").status == 0


# --- into which encounter ---


def test_another_ruleset_makes_a_new_encounter_and_keeps_the_other(swan: Gm) -> None:
    result = swan("import", str(SAMURAI), "--ruleset", "sr3")
    assert "A new encounter 'samurai'" in result.out
    fights = {one["name"]: one["active"] for one in swan("fights", "--json").doc["fights"]}
    assert fights == {"samurai": True, "bar": False}
    assert swan("board", "--json").doc["ruleset"] == "sr3"
    first = swan("save", "-").out.splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=file://")
    assert first.endswith("/sr3.json")


def test_an_encounter_that_cannot_be_written_is_not_made(
    swan: Gm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*words: object) -> None:
        raise StoreError("cannot-save", "the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Session, "commit_step", full)
        result = swan("import", str(SAMURAI), "--ruleset", "sr3")
    assert (result.status, "the disk is full" in result.err) == (1, True)
    fights = swan("fights", "--json").doc["fights"]
    assert [(one["name"], one["active"]) for one in fights] == [("bar", True)]


def test_the_same_ruleset_goes_into_the_fight_that_is_open(swan: Gm) -> None:
    swan("import", str(SAMURAI), "--ruleset", "swan-song")
    assert [one["name"] for one in swan("fights", "--json").doc["fights"]] == ["bar"]


def test_without_an_encounter_the_lines_that_work_are_told(gm: Gm) -> None:
    result = gm("import", str(HUNTER))
    assert result.status == 1
    line = f"gmtrack import {HUNTER} --ruleset storyteller"
    assert f"no encounter is open: `{line}` makes one" in result.err
    assert gm(*line.split()[1:]).status == 0


def test_a_dry_run_makes_no_encounter(gm: Gm) -> None:
    assert gm("import", str(HUNTER), "--ruleset", "storyteller", "-n").status == 0
    assert gm("fights", "--json").doc["fights"] == []


def test_a_ruleset_that_cannot_take_it_says_which_can(swan: Gm) -> None:
    result = swan("import", str(HUNTER))
    assert result.status == 1
    assert f"`gmtrack import {HUNTER} --ruleset storyteller` can" in result.err
    assert who(swan) == []


def test_a_ruleset_without_an_importer_takes_spreadsheets_alone(loaded: Gm, tmp_path: Path) -> None:
    assert loaded("import", str(SAMURAI)).status == 1
    file = tmp_path / "toys.csv"
    file.write_text("name,skill\nNed,5\n", encoding="utf-8")
    assert loaded("import", str(file)).status == 0
    assert loaded("show", "ned", "--json").doc["sheet"]["skill"] == 5


def test_a_ruleset_of_another_distribution_can_have_an_importer(
    loaded: Gm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def imported(foreign: ForeignCharacter) -> ImportedSheet:
        skill = foreign.skills["automatics"]
        took = TakenField("skill", skill.number, skill.at)
        return ImportedSheet({"skill": skill.number}, (took,), foreign.lost, ())

    module = ModuleType("toy_importer")
    vars(module).update(SYSTEMS=("shadowrun5",), imported=imported)
    monkeypatch.setitem(sys.modules, "toy_importer", module)
    monkeypatch.setattr(ruleset, "IMPORTED", "toy_importer", raising=False)
    assert loaded("import", str(SAMURAI)).status == 0
    assert loaded("show", "ratte", "--json").doc["sheet"]["skill"] == 6


def test_into_a_file_that_is_worked_on_in_place(gm: Gm, tmp_path: Path) -> None:
    file = tmp_path / "here.yaml"
    file.write_text("gmtrack: 1\nname: Here\nruleset: swan-song\n", encoding="utf-8")
    assert gm("-f", str(file), "import", str(SAMURAI)).status == 0
    assert "  ratte:" in file.read_text(encoding="utf-8")
    result = gm("-f", str(file), "import", str(SAMURAI), "--ruleset", "sr3")
    assert result.status == 1
    assert "leave out -f" in result.err


def test_a_session_goes_on_with_the_encounter_that_was_made(
    swan: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    script = f"import {SAMURAI} --ruleset sr3\nimport {RUNNER}\nboard\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(script))
    assert swan("play").status == 0
    assert swan("board", "--json").doc["ruleset"] == "sr3"
    assert [swan("show", one).status for one in ("nadja", "ratte")] == [0, 0]


# --- spreadsheets ---


def table(tmp_path: Path, text: str) -> str:
    file = tmp_path / "table.csv"
    file.write_text(text, encoding="utf-8")
    return str(file)


HEAD = "name,body,agility,reaction,strength,willpower,intuition"


def test_cells_are_what_set_takes(swan: Gm) -> None:
    swan("import", str(GANGERS))
    sheet = swan("show", "zip", "--json").doc["sheet"]
    assert sheet["weapons"]["pistol"] == {
        "kind": "ranged", "skill": "pistols", "dv": "6P", "modes": ["single", "sa_burst"],
    }  # fmt: skip
    assert sheet["armor"] == [{"name": "Leather jacket", "rating": 4}]
    assert sheet["skills"] == {"pistols": 4}


def test_positions_that_a_line_leaves_out_leave_no_hole(swan: Gm) -> None:
    swan("import", str(GANGERS))
    sheet = swan("show", "max", "--json").doc["sheet"]
    assert sheet["armor"] == [{"name": "Helmet", "rating": 2, "accessory": True}]


def test_a_column_that_nothing_knows_is_lost_with_the_nearest(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, f"{HEAD},karmaa,hat,weapons.pistol.damagge\nA,3,3,3,3,3,3,2,red,4\n")
    [person] = swan("import", file, "--json").doc["characters"]
    assert {one["what"]: one["why"] for one in person["lost"]} == {
        "column karmaa": "there is no field 'karmaa'; did you mean 'karma'?",
        "column hat": "there is no field 'hat'",
        "column weapons.pistol.damagge": "there is no field 'damagge'; did you mean 'damage-type'?",
    }


def test_hyphens_and_capitals_are_alike(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, f"{HEAD.upper()},Initiative-Dice,SIDE\nA,3,3,3,3,3,3,2,ally\n")
    swan("import", file)
    doc = swan("show", "a", "--json").doc
    assert doc["sheet"]["initiative_dice"] == 2
    assert doc["side"] == "ally"


def test_a_skill_is_spelt_as_the_rules_have_it(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, "name,template,skills.Unarmed Combat\nAnn,@human,6\n")
    swan("import", file)
    assert swan("show", "ann", "--json").doc["sheet"]["skills"]["unarmed_combat"] == 6


@pytest.mark.parametrize("columns", ["armor.1,armor.01", "weapons.a.dv,weapons.a"])
def test_two_columns_for_one_field_are_refused(swan: Gm, tmp_path: Path, columns: str) -> None:
    file = table(tmp_path, f"name,template,{columns}\nAnn,@human,@helmet,@knife\n")
    first, second = columns.split(",")
    refused = swan("import", file)
    assert refused.status == 1
    assert f"{second}: the column '{first}' is for the same field" in refused.err


def test_an_id_of_ones_own(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, f"id,{HEAD}\nboss,Max Power,3,3,3,3,3,3\n")
    doc = swan("import", file, "--json").doc
    assert (doc["characters"][0]["id"], doc["characters"][0]["name"]) == ("boss", "Max Power")


def test_a_template_of_the_encounter(gm: Gm, tmp_path: Path) -> None:
    sheet = "{body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, intuition: 3}"
    text = f"gmtrack: 1\nname: X\nruleset: swan-song\ntemplates:\n  thug: {sheet}\n"
    (tmp_path / "fight.yaml").write_text(text, encoding="utf-8")
    gm("load", "fight.yaml")
    file = table(tmp_path, "name,template,karma\nA,Thug,2\nB,thug,\n")
    assert gm("import", file).status == 0
    assert gm("show", "a", "--json").doc["sheet"]["body"] == 3
    file = table(tmp_path, "name,template\nC,thgu\n")
    result = gm("import", file)
    assert f"{file}:2: template: there is no template 'thgu'" in result.err


def test_people_weapons_and_armor_of_the_stock(swan: Gm, tmp_path: Path) -> None:
    file = table(
        tmp_path,
        "name,template,side,body,weapons.blade,weapons.blade.modes.0,armor.0\n"
        "Bo,@ganger,pc,5,@machete,,@helmet\nAl,@human,,,,,\n",
    )
    result = swan("import", file)
    assert result.status == 0, result.err
    bo = swan("show", "bo", "--json").doc["sheet"]
    assert (bo["body"], bo["weapons"]["blade"]["skill"]) == (5, "blades")
    assert [piece["accessory"] for piece in bo["armor"]] == [True]
    assert len(bo["weapons"]) > 1
    assert swan("attack", "bo", "al").status == 0


def test_somebody_whom_the_stock_does_not_have(swan: Gm, tmp_path: Path) -> None:
    result = swan("import", table(tmp_path, "name,template\nBo,@gangr\n"))
    assert result.status == 1
    assert ":2: template: " in result.err
    assert who(swan) == []


def test_all_that_is_refused_is_told_with_line_and_column_and_nobody_comes(
    swan: Gm, tmp_path: Path
) -> None:
    file = table(
        tmp_path,
        f"{HEAD},Weapons.Gun.dv,weapons.gun.kind,weapons.gun.skill\n"
        "A,3,3,3,3,3,3,,,\nB,99,3,x,3,3,3,,,\nC,3,3,3,3,3,3,2Q,ranged,pistols\n",
    )
    result = swan("import", file)
    assert result.status == 1
    assert result.err.splitlines() == [
        f"error: {file}:3: body: found 99, allowed: a whole number from 0 to 30",
        f"{file}:3: reaction: found 'x', allowed: a whole number from 0 to 30",
        f"{file}:4: Weapons.Gun.dv: found '2Q', allowed: a whole number from 0 to 200 or numbers "
        "and attributes with + or -, such as STR+2, 6P or STR/2+1",
    ]
    assert who(swan) == []


def test_somebody_without_a_name_is_told(swan: Gm, tmp_path: Path) -> None:
    result = swan("import", table(tmp_path, f"{HEAD}\n,3,3,3,3,3,3\n"))
    assert ":2: name: is missing" in result.err


def test_a_table_without_a_column_of_names_says_so_once(swan: Gm, tmp_path: Path) -> None:
    result = swan("import", table(tmp_path, "who,body\nBo,3\nAl,4\n"))
    assert result.err.count("no column is called name") == 1
    assert "the columns are who, body" in result.err


def test_all_that_is_wrong_in_a_line_is_told_at_once(swan: Gm, tmp_path: Path) -> None:
    file = table(
        tmp_path,
        "name,template,weapons.gun,weapons.gun.reach,skills.pistols,body\n"
        "A,@gangr,@pistolle,1,2.5,99\n,@human,@pistolle,,2,x\n",
    )
    result = swan("import", file)
    found = [line.removeprefix("error: ").removeprefix(file) for line in result.err.splitlines()]
    assert [line.split(":")[1:3] for line in found] == [
        ["2", " template"],
        ["2", " weapons.gun"],
        ["2", " body"],
        ["2", " skills.pistols"],
        ["3", " name"],
        ["3", " weapons.gun"],
        ["3", " body"],
    ]
    assert who(swan) == []


@pytest.mark.parametrize(
    ("column", "cell", "told"),
    [
        ("weapon", "@machete", "there is no field 'weapon'; did you mean 'weapons.machete'?"),
        ("weapon", "@club", "there is no field 'weapon'; did you mean 'weapons.club'?"),
        ("skill", "3", "there is no field 'skill'; did you mean 'skills.clubs'?"),
        ("Pistol", "3", "there is no field 'Pistol'; did you mean 'skills.pistols'?"),
        ("clu", "@club", "there is no field 'clu'; did you mean 'weapons.club'?"),
        ("weapons.0", "@club", "its entries have names, not numbers; did you mean 'weapons.club'?"),
        ("skills.1", "3", "its entries have names, not numbers; did you mean 'skills.clubs'?"),
    ],
)
def test_a_column_for_a_weapon_or_a_skill_says_what_to_call_it(
    swan: Gm, tmp_path: Path, column: str, cell: str, told: str
) -> None:
    file = table(tmp_path, f"{HEAD},{column}\nA,3,3,3,3,3,3,{cell}\n")
    [person] = swan("import", file, "--json").doc["characters"]
    assert [(one["what"], one["why"]) for one in person["lost"]] == [(f"column {column}", told)]
    better = told.split("'")[-2]
    result = swan("import", table(tmp_path, f"{HEAD},{better}\nA,3,3,3,3,3,3,{cell}\n"), "--json")
    assert result.doc["characters"][0]["lost"] == []


def test_a_column_is_rather_a_field_than_a_part_of_a_skill(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, f"{HEAD},weapon\nA,3,3,3,3,3,3,knife\n")
    [person] = swan("import", file, "--json").doc["characters"]
    assert person["lost"][0]["why"].endswith("did you mean 'weapons.club'?")


@pytest.mark.parametrize(
    ("column", "cell", "better"),
    [("weapons", "@machete", "weapons.machete"), ("Skills", "5", "skills.clubs")],
)
def test_all_weapons_in_one_column_are_refused_with_the_column_that_works(
    swan: Gm, tmp_path: Path, column: str, cell: str, better: str
) -> None:
    result = swan("import", table(tmp_path, f"name,template,{column}\nA,@human,{cell}\n"))
    assert f":2: {column}: found '{cell}'; each has a column, such as {better}" in result.err
    assert swan("import", table(tmp_path, f"name,template,{better}\nA,@human,{cell}\n")).status == 0


def test_a_weapon_without_a_skill_says_what_it_is(gm: Gm, tmp_path: Path) -> None:
    gm("new", "X", "--ruleset", "i2050")
    file = table(tmp_path, "name,template,weapons.k.class\nA,@human,short\n")
    told = "weapons.k.skill: is missing: the skill that is rolled to hit with it\n"
    assert told in gm("import", file).err


def test_a_map_in_a_cell_is_taken_as_it_is(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, "name,template,weapons\nA,@human,\"{blade: '@machete'}\"\n")
    assert swan("import", file).status == 0
    assert "blade" in swan("show", "a", "--json").doc["sheet"]["weapons"]


def test_the_template_is_among_what_was_taken(swan: Gm, tmp_path: Path) -> None:
    [person] = swan("import", table(tmp_path, "name,template\nA,@ganger\n"), "--json").doc[
        "characters"
    ]
    assert person["took"] == [{"field": "template", "value": "@ganger", "at": "line 2: template"}]


def test_a_likely_slip_is_told_with_what_was_assumed(swan: Gm, tmp_path: Path) -> None:
    file = table(tmp_path, "name,template,side\nA,@human,PC\nB,@human,pc\nC,@human,Player\n")
    people = swan("import", file, "--json").doc["characters"]
    told = "found '{}', which is a side of its own; did you mean 'pc'?"
    assert [[(one["what"], one["why"]) for one in person["assumed"]] for person in people] == [
        [],
        [],
        [("side", told.format("Player"))],
    ]


# --- the ruleset that a table is made for ---


@pytest.mark.parametrize(
    ("file", "ruleset"), [(GANGERS, "swan-song"), (RAIDERS, "i2050"), (CREW, "spotlight")]
)
def test_without_an_encounter_the_ruleset_that_fits_is_named(
    gm: Gm, file: Path, ruleset: str
) -> None:
    line = f"gmtrack import {file} --ruleset {ruleset}"
    assert gm("import", str(file)).err == f"error: no encounter is open: `{line}` makes one\n"
    assert gm(*line.split()[1:]).status == 0


def test_of_tables_that_fit_several_the_first_lines_decide(gm: Gm, tmp_path: Path) -> None:
    result = gm("import", table(tmp_path, "name,template\nBo,@drunk\n"))
    assert "--ruleset storyteller` makes one\n" in result.err
    result = gm("import", table(tmp_path, "name,template\nBo,@human\n"))
    assert "(or with " in result.err


def test_a_table_for_another_ruleset_says_which(swan: Gm, tmp_path: Path) -> None:
    line = f"gmtrack import {RAIDERS} --ruleset i2050"
    told = swan("import", str(RAIDERS)).err.splitlines()[-1]
    assert told == f"the columns fit i2050 better than Swan Song: `{line}`"
    assert "fit " not in swan("import", str(GANGERS)).out
    file = table(tmp_path, "name,template,dex,pow,con\nBo,@human,10,10,10\n")
    assert "the columns fit i2050 better" in swan("import", file, "--dry-run").out
    assert "the columns fit i2050 better" in swan("import", file).out


@pytest.mark.parametrize("ruleset", ["i2050", "spotlight", "sr3", "storyteller", "swan-song"])
def test_the_example_of_the_help_works(
    gm: Gm, tmp_path: Path, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert "skills.NAME" in gm("import", "--help").out
    gm("new", "X", "--ruleset", ruleset)
    lines = [line.strip() for line in gm("import", "--help").out.splitlines()]
    at = next(n for n, line in enumerate(lines) if line.startswith("A spreadsheet for"))
    [bo] = gm("import", table(tmp_path, "\n".join(lines[at + 1 : at + 3]) + "\n"), "--json").doc[
        "characters"
    ]
    assert (bo["lost"], bo["assumed"]) == ([], [])
    assert [one["field"].partition(".")[0] for one in bo["took"]][::4] == ["template", "weapons"]


# --- other programs' files where an encounter is due ---


@pytest.mark.parametrize("file", [HUNTER, SAMURAI, CREW])
@pytest.mark.parametrize("command", ["load", "validate"])
def test_a_file_of_another_program_says_what_takes_it(gm: Gm, command: str, file: Path) -> None:
    result = gm(command, str(file))
    told = f"{file}: this is not an encounter; `gmtrack import {file}` adds characters of"
    assert result.status == 1
    assert told in result.out + result.err
    assert len((result.out + result.err).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.chum", b"<character>\xe9</character>", "of Chummer for Shadowrun 4"),
        ("x.chum", b"<character/>", "of Chummer for Shadowrun 4"),
        ("x.pdf", b"%PDF-1.4 \xff\xfe", "a PDF"),
        ("x.chum5", "<character/>".encode("utf-16"), "`gmtrack import"),
        ("x.chum5lz", b"\x5d\0\0\x80", "`gmtrack import"),
        ("x.xlsx", b"PK\x03\x04\xff", "`gmtrack import"),
    ],
)
@pytest.mark.parametrize("command", ["load", "validate"])
def test_a_file_that_is_no_text_is_told_by_what_it_is(
    gm: Gm, tmp_path: Path, command: str, name: str, content: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(content)
    result = gm(command, str(tmp_path / name))
    assert result.status == 1
    assert told in result.out + result.err
    assert "UTF-8" not in result.out + result.err


def test_an_encounter_as_json_keeps_its_own_faults(gm: Gm, tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    file.write_text('{"gmtrack": 1, "ruleset": "swan-song", "nam": "x"}', encoding="utf-8")
    assert "nam: unknown key; did you mean 'name'?" in gm("load", str(file)).err


# --- lists of actors ---


def actors(tmp_path: Path, *found: Any) -> str:
    file = tmp_path / "actors.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    return str(file)


def actor(file: Path, **changes: Any) -> Any:
    return json.loads(file.read_text(encoding="utf-8")) | changes


VAN = {"name": "Van", "type": "vehicle", "_stats": {"systemId": "shadowrun5e"}, "system": {}}
WIZARD = {"name": "Wiz", "_stats": {"systemId": "dnd5e"}, "system": {"x": 1}}


def giant() -> Any:
    """Somebody who is beyond the rules."""
    found = actor(RUNNER, name="Giant")
    found["system"]["attributes"]["body"]["base"] = 900
    return found


def test_of_a_list_those_come_who_can_and_the_others_are_told(swan: Gm, tmp_path: Path) -> None:
    file = actors(tmp_path, VAN, actor(RUNNER), WIZARD, actor(HUNTER), giant())
    result = swan("import", file)
    assert result.status == 0, result.err
    assert who(swan) == ["nadja"]
    assert "Left out\n    Van (Van is of the type 'vehicle', which is nobody)" in result.out
    doc = swan("import", file, "--dry-run", "--json").doc
    assert [one["name"] for one in doc["characters"]] == ["Nadja 2"]
    told = {one["name"]: (one["at"], one["why"]) for one in doc["left_out"]}
    assert list(told) == ["Van", "Wiz", "Mira Holt", "Giant"]
    assert told["Van"][0] == "[0]"
    assert "'dnd5e'" in told["Wiz"][1]
    assert told["Mira Holt"][1].startswith("Swan Song cannot place")
    assert told["Giant"][1].startswith("body: found 900")
    assert swan("undo").status == 0
    assert who(swan) == []


def test_nobody_is_left_out_where_everybody_comes(swan: Gm) -> None:
    assert "left_out" not in swan("import", str(RUNNER), "--json").doc
    assert "Left out" not in swan("import", str(RUNNER)).out


@pytest.mark.parametrize("found", [(VAN, WIZARD), (VAN, giant()), (giant(),), (VAN,)])
def test_a_list_of_whom_nobody_can_come_is_refused(
    swan: Gm, tmp_path: Path, found: tuple[Any, ...]
) -> None:
    result = swan("import", actors(tmp_path, *found))
    assert result.status == 1
    assert all(one["name"] in result.err for one in found if one is not VAN or len(found) > 1)
    assert who(swan) == []


def test_a_list_of_several_games_names_the_rulesets_that_take_some(gm: Gm, tmp_path: Path) -> None:
    file = actors(tmp_path, actor(HUNTER), actor(RUNNER), actor(RUNNER))
    told = gm("import", file).err
    assert "--ruleset sr3` makes one (or with swan-song, storyteller)" in told
    assert gm("import", file, "--ruleset", "storyteller").status == 0
    assert who(gm) == ["mira-holt"]


# --- refusals ---


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing.csv"], "cannot be read"),
        ([str(SAMURAI), "--from", "csv"], "cells, but the first line names"),
        ([str(SAMURAI), "--from", "foundry"], "not JSON"),
        ([str(RUNNER), "--from", "chummer"], "not XML"),
        ([str(RUNNER), "--from", "excel"], "no format 'excel'"),
        ([str(RUNNER), "--ruleset", "sr9"], "no ruleset 'sr9'"),
    ],
)
def test_what_cannot_be_read_is_refused(swan: Gm, words: list[str], told: str) -> None:
    result = swan("import", *words)
    assert result.status == 1
    assert told in result.err
    assert "Traceback" not in result.err
    doc = swan("import", *words, "--json").doc
    assert told in doc["error"]["message"]


def test_a_value_beyond_the_rules_is_one_error_that_names_who(swan: Gm, tmp_path: Path) -> None:
    text = SAMURAI.read_text(encoding="utf-8").replace(
        "<totalvalue>7</totalvalue>", "<totalvalue>70</totalvalue>"
    )
    file = tmp_path / "giant.chum5"
    file.write_text(text, encoding="utf-8")
    result = swan("import", str(file))
    assert f"{file}: Ratte: agility: found 70" in result.err
    assert who(swan) == []


def test_a_name_from_a_file_is_text_and_no_order(swan: Gm, tmp_path: Path) -> None:
    actor = json.loads(RUNNER.read_text(encoding="utf-8"))
    actor["name"] = "[red]X[/red]\x1b[2J"
    file = tmp_path / "x.json"
    file.write_text(json.dumps(actor), encoding="utf-8")
    out = swan("import", str(file)).out
    assert "\x1b" not in out
    assert "[red]X[/red]" in out


def test_an_encounter_is_told_what_takes_it(type_line: Callable[[list[str]], Any]) -> None:
    type_line(["new", "Any", "--ruleset", "swan-song"])
    told = type_line(["import", "encounters/ganger-ambush.yaml"])
    assert (told.status, told.out) == (1, "")
    assert "`gmtrack load encounters/ganger-ambush.yaml`" in told.err
    assert "`gmtrack add --from encounters/ganger-ambush.yaml:NAME`" in told.err


def test_a_weapon_without_its_skill_is_told(type_line: Callable[[list[str]], Any]) -> None:
    type_line(["new", "Any", "--ruleset", "swan-song"])
    Path("cast.csv").write_text("name,template,weapons.gun\nBo,@human,@pistol\n", "utf-8")
    [bo] = type_line(["import", "cast.csv", "--json"]).doc["characters"]
    assert "bo carries gun but has no pistols" in str(bo["assumed"])


def test_cells_change_what_the_template_says(gm: Gm, tmp_path: Path) -> None:
    """A weapon with a list is that of the cells, list and all."""
    gun = "skill: smgs, class: firearm, power: 6, level: M, modes: [sa, bf], ranges: [1, 2, 3, 4]"
    human = f"{{body: 3, skills: {{smgs: 1, clubs: 2}}, weapons: {{gun: {{{gun}}}}}}}"
    fight = f"gmtrack: 1\nname: Any\nruleset: sr3\ntemplates:\n  human: {human}\n"
    (tmp_path / "fight.yaml").write_text(fight, "utf-8")
    ranges = [f"ranges.{number}" for number in (1, 2, 3, 4)]
    columns = ["skill", "class", "power", "level", "modes.1", *ranges]
    head = ",".join(["name,template,skills.smgs", *(f"weapons.gun.{one}" for one in columns)])
    row = "Bo,human,5,smgs,firearm,7,M,ss,10,40,80,150"
    (tmp_path / "cast.csv").write_text(f"{head}\n{row}\n", "utf-8")
    assert gm("load", "fight.yaml").status == 0
    told = gm("import", "cast.csv")
    assert told.status == 0, told.err
    bo = yaml.safe_load(gm("save", "-").out)["combatants"]["bo"]
    assert bo["skills"] == {"smgs": 5, "clubs": 2}
    assert bo["weapons"]["gun"]["modes"] == ["ss"]


def saved(gm: Gm, who: str) -> Any:
    """The sheet of somebody, as a save has it."""
    return yaml.safe_load(gm("save", "-").out)["combatants"][who]


def test_a_list_in_a_weapon_keeps_the_weapon_of_the_stock(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "sr3")
    file = table(tmp_path, "name,template,weapons.smg.modes.1\nBo,@runaway,fa\nAl,@runaway,\n")
    result = gm("import", file)
    assert result.status == 0, result.err
    bo, al = saved(gm, "bo")["weapons"]["smg"], saved(gm, "al")["weapons"]["smg"]
    assert bo == al | {"modes": ["fa"]}
    assert al["modes"] != ["fa"]


GUN = "skill: pistols, power: 9, level: M, ranges: [5, 20, 40, 60], modes: [ss]"


@pytest.mark.parametrize("ruled", ["template", "member"])
def test_a_list_in_a_weapon_keeps_the_weapon_of_a_template(
    gm: Gm, tmp_path: Path, ruled: str
) -> None:
    thug = (
        f"{{body: 3, skills: {{pistols: 2}}, weapons: {{gun: {{{GUN}}}, club: {{skill: clubs}}}}}}"
    )
    kind = "party" if ruled == "member" else "encounter"
    bo = "combatants: {bo: {name: Bo, template: thug}}" if ruled == "member" else ""
    text = f"gmtrack: 1\nname: Any\nruleset: sr3\nkind: {kind}\ntemplates: {{thug: {thug}}}\n{bo}\n"
    (tmp_path / "fight.yaml").write_text(text, "utf-8")
    assert gm("load", "fight.yaml").status == 0
    columns = "name,weapons.gun.modes.0" + ",template" * (ruled == "template")
    file = table(tmp_path, f"{columns}\nBo,sa{',thug' * (ruled == 'template')}\n")
    result = gm("import", file)
    assert result.status == 0, result.err
    weapons = gm("show", "bo", "--json").doc["sheet"]["weapons"]
    assert list(weapons) == ["gun", "club"]
    assert (weapons["gun"]["modes"], weapons["gun"]["power"]) == (["sa"], 9)


@pytest.mark.parametrize(
    ("ruleset", "column", "cell", "field"),
    [
        ("swan-song", "Pistols", "3", "skills.pistols"),
        ("swan-song", "Unarmed Combat", "3", "skills.unarmed_combat"),
        ("swan-song", "club", "@club", "weapons.club"),
        ("storyteller", "Brawl", "3", "skills.brawl"),
        ("storyteller", "BRAWL", "3,0", "skills.brawl"),
        ("spotlight", "firearms", "3", "skills.firearms"),
        ("sr3", "Edged-Weapons", "3", "skills.edged_weapons"),
    ],
)
def test_a_column_that_is_called_as_a_skill_is_that_skill(
    gm: Gm, tmp_path: Path, ruleset: str, column: str, cell: str, field: str
) -> None:
    gm("new", "Any", "--ruleset", ruleset)
    quoted = f'"{cell}"'
    file = table(tmp_path, f"name,template,{column}\nBo,@human,{quoted}\n")
    [bo] = gm("import", file, "--json").doc["characters"]
    assert bo["lost"] == []
    assert {"what": f"column {column}", "why": f"it is {field}"} in bo["assumed"]
    names = field.split(".")
    assert saved(gm, "bo")[names[0]][names[1]]


@pytest.mark.parametrize(("column", "cell"), [("Brawl", "good"), ("club", "3"), ("Brawl", "@club")])
def test_a_column_whose_cells_fit_no_such_field_is_lost(
    gm: Gm, tmp_path: Path, column: str, cell: str
) -> None:
    gm("new", "Any", "--ruleset", "storyteller")
    file = table(tmp_path, f"name,strength,{column}\nBo,3,{cell}\n")
    [bo] = gm("import", file, "--json").doc["characters"]
    assert [one["what"] for one in bo["lost"]] == [f"column {column}"]


def test_a_skill_in_two_columns_is_refused(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "storyteller")
    result = gm("import", table(tmp_path, "name,Brawl,skills.brawl\nBo,3,4\n"))
    assert (result.status, "is for the same field" in result.err) == (1, True)


@pytest.mark.parametrize("number", ["4,0", "4.0", "4.00", "+4,0"])
def test_a_whole_number_may_have_a_point_or_comma_and_zeros(
    gm: Gm, tmp_path: Path, number: str
) -> None:
    gm("new", "Any", "--ruleset", "storyteller")
    heads = "name;strength;skills.brawl;weapons.bat.damage;notes"
    file = table(tmp_path, f"{heads}\nBo;{number};{number};{number};{number}\n")
    result = gm("import", file)
    assert result.status == 0, result.err
    bo = saved(gm, "bo")
    assert (bo["strength"], bo["skills"], bo["weapons"]) == (
        4,
        {"brawl": 4},
        {"bat": {"damage": 4}},
    )
    assert bo["notes"] == number


@pytest.mark.parametrize("number", ["4,5", "4.5", "4,", ",0", "4,0,0", "1.000,0"])
def test_what_is_no_whole_number_is_refused(gm: Gm, tmp_path: Path, number: str) -> None:
    gm("new", "Any", "--ruleset", "storyteller")
    result = gm("import", table(tmp_path, f"name;strength\nBo;{number}\n"))
    assert result.status == 1
    assert ":2: strength: found" in result.err


HEALTH = "name,con,siz,dex,pow"


@pytest.mark.parametrize(
    ("columns", "cells", "now", "told"),
    [
        ("hp,hp_max", "8,24", (8, 24), ["hp", "hp_max"]),
        ("Max HP,HP", "24,8", (8, 24), ["Max HP", "HP"]),
        ("hp_current,hp", "8,24", (8, 24), ["hp_current"]),
        ("hp_now", "8", (8, 23), ["hp_now"]),
        ("hp total", "24", (24, 24), ["hp total"]),
        ("hp,hp_max", ",24", (24, 24), ["hp_max"]),
        ("hp", "8", (8, 8), []),
    ],
)
def test_what_is_left_and_what_there_is_at_most(
    gm: Gm, tmp_path: Path, columns: str, cells: str, now: tuple[int, int], told: list[str]
) -> None:
    gm("new", "Any", "--ruleset", "i2050")
    file = table(tmp_path, f"{HEALTH},{columns}\nOda,12,11,11,10,{cells}\n")
    result = gm("import", file, "--json")
    assert result.status == 0, result.err
    [character] = result.doc["characters"]
    assert character["lost"] == []
    guessed = [one["what"] for one in character["assumed"] if one["what"].startswith("column")]
    assert guessed == [f"column {name}" for name in told]
    [oda] = gm("board", "--json").doc["order"]
    assert (oda["tracks"]["hp"]["now"], oda["tracks"]["hp"]["max"]) == now
    assert gm("undo").status == 0
    assert who(gm) == []


def test_what_is_left_of_a_maximum_of_the_sheet(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "swan-song")
    file = table(tmp_path, "name,template,flesh,flesh_max,shield\nOda,@human,6,12,\n")
    result = gm("import", file, "--json")
    assert result.doc["characters"][0]["lost"] == []
    [oda] = gm("board", "--json").doc["order"]
    assert (oda["tracks"]["flesh"]["now"], oda["tracks"]["flesh"]["max"]) == (6, 12)


def test_more_left_than_there_is_is_refused_with_the_column(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "i2050")
    file = table(tmp_path, f"{HEALTH},hp_max,hp\nOda,12,11,11,10,8,24\n")
    result = gm("import", file)
    assert result.status == 1
    assert ":2: hp: found 24, allowed: 8 or less" in result.err
    assert who(gm) == []


def test_what_is_left_without_a_place_is_told(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "storyteller")
    file = table(tmp_path, "name,health,health_max,willpower,willpower_max\nBo,3,9,1,6\n")
    [bo] = gm("import", file, "--json").doc["characters"]
    assert {one["what"]: one["why"] for one in bo["lost"]} == {
        "column health": "what is left of it is not taken: newcomers come with all of it"
    }
    assert (saved(gm, "bo")["health"], saved(gm, "bo")["willpower"]) == (9, 6)
    doc = yaml.safe_load(gm("save", "-").out)
    assert doc["fight"]["combatants"]["bo"]["willpower_left"] == 1


@pytest.mark.parametrize(
    ("place", "kind", "dealt"), [("arm", "bashing", 1), ("head", "lethal", 3), ("leg", "lethal", 3)]
)
def test_a_called_shot_meets_armor_that_was_imported(
    gm: Gm, place: str, kind: str, dealt: int
) -> None:
    gm("import", str(FILES / "handler.json"), "--ruleset", "storyteller")
    gm("import", str(HUNTER))
    words = ["--called", place, "--mod", "9", "--roll"]
    pool = gm("attack", "mira", "kennel", "-w", "glock", *words[:4], "--dry-run", "--json").doc
    faces = ",".join(["8", "8", *["1"] * (pool["rolls"][0]["pool"] - 2)])
    doc = gm("attack", "mira", "kennel", "-w", "glock", *words, f"attack={faces}", "--json").doc
    assert doc["damage"]["applied"][0]["to"] == kind
    assert doc["damage"]["applied"][0]["amount"] == dealt


def test_a_list_in_a_weapon_that_another_column_names(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "sr3")
    heads = "name,template,weapons.gun,weapons.gun.modes.1,weapons.gun.modes.2"
    file = table(tmp_path, f"{heads}\nBo,@human,@street-smg,fa,\nAl,@human,@street-smg,bf,fa\n")
    result = gm("import", file)
    assert result.status == 0, result.err
    bo, al = (saved(gm, name)["weapons"]["gun"] for name in ("bo", "al"))
    assert (bo["modes"], al["modes"]) == (["fa"], ["bf", "fa"])
    assert bo["power"] == al["power"] == 6
    file = table(tmp_path, f"{heads}\nCy,@human,@club,fa,\n")
    assert "a weapon with modes is ranged and needs ranges" in gm("import", file).err


TWO = "[{name: vest, rating: 6}, {name: helmet, rating: 2, accessory: true}]"


@pytest.mark.parametrize(
    ("columns", "cells", "pieces"),
    [
        ("armor.0.rating", "9", [("vest", 9), ("helmet", 2)]),
        ("armor.1.rating", "3", [("vest", 6), ("helmet", 3)]),
        ("armor.0.rating,armor.1.rating", "9,3", [("vest", 9), ("helmet", 3)]),
        ("armor.0.name,armor.0.rating", "coat,4", [("coat", 4)]),
        ("armor.0", "@helmet", [("helmet", 2)]),
    ],
)
def test_a_part_of_a_piece_of_a_template_changes_that_piece(
    gm: Gm, tmp_path: Path, columns: str, cells: str, pieces: list[tuple[str, int]]
) -> None:
    sheet = "body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, intuition: 3"
    text = "gmtrack: 1\nname: X\nruleset: swan-song\n"
    text += f"templates:\n  thug: {{{sheet}, armor: {TWO}}}\n"
    (tmp_path / "fight.yaml").write_text(text, encoding="utf-8")
    gm("load", "fight.yaml")
    result = gm("import", table(tmp_path, f"name,template,{columns}\nBo,thug,{cells}\n"))
    assert result.status == 0, result.err
    armor = gm("show", "bo", "--json").doc["sheet"]["armor"]
    assert [(one["name"].lower(), one["rating"]) for one in armor] == pieces


def test_a_part_of_a_piece_of_the_stock_changes_that_piece(gm: Gm, tmp_path: Path) -> None:
    gm("new", "Any", "--ruleset", "sr3")
    gm("import", table(tmp_path, "name,template,armor.0.impact\nBo,@brawler,5\nAl,@brawler,\n"))
    [bo], [al] = saved(gm, "bo")["armor"], saved(gm, "al")["armor"]
    assert bo == al | {"impact": 5}
    assert bo["ballistic"] == al["ballistic"]


def test_a_part_of_a_piece_that_is_not_there_is_refused(swan: Gm, tmp_path: Path) -> None:
    result = swan("import", table(tmp_path, "name,template,armor.7.rating\nBo,@ganger,5\n"))
    assert "armor.7" in result.err or "armor.0.name: is missing" in result.err
