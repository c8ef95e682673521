"""The stock at the command line, with one of the GM's own over that of a real ruleset."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack.app.newcomers import empty_sheet_warnings
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets import registry
from gmtrack.store.stock.reading import stock_of

Type = Callable[[list[str]], Any]

OWN = """\
stock: swan-song
combatants:
  human:
    about: a plain one of ours
    name: Human
    body: 3
    agility: 3
    reaction: 3
    strength: 3
    willpower: 3
    logic: 3
    intuition: 3
    charisma: 2
    skills: {clubs: 1}
    weapons: {stick: '@walking-stick'}
  duelist:
    about: fights with a long blade
    source: ours
    name: Duelist
    side: foe
    body: 4
    agility: 5
    reaction: 4
    strength: 3
    willpower: 3
    logic: 3
    intuition: 4
    charisma: 3
    skills: {blades: 5}
    weapons: {rapier: '@rapier'}
    armor: ['@duelling-coat']
weapons:
  rapier: {about: long and thin, source: R-1, name: Rapier, kind: melee, skill: blades, dv: STR+2}
  walking-stick: {about: to lean on, name: Stick, kind: melee, skill: clubs, dv: STR}
  walking-frame: {about: to lean on, name: Frame, kind: melee, skill: clubs, dv: STR}
armor:
  duelling-coat: {about: padded, source: ours, name: Duelling coat, rating: 3}
  padded-hat: {about: a hat, source: ours, name: Hat, rating: 1, accessory: true}
"""
RAPIER = {"name": "Rapier", "kind": "melee", "skill": "blades", "dv": "STR+2"}
COAT = {"name": "Duelling coat", "rating": 3}
RING = {"name": "a, @b", "rating": 1}
HAT = {"name": "Hat", "rating": 1, "accessory": True}


@pytest.fixture
def own(type_line: Type) -> Path:
    folder = Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock")
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(OWN, encoding="utf-8")
    return folder / "mine.yaml"


@pytest.fixture
def gm(type_line: Type, own: Path) -> Type:
    assert type_line(["new", "Brawl", "--ruleset", "swan-song"]).status == 0
    return type_line


def sheet_of(gm: Type, who: str) -> dict[str, object]:
    sheet = gm(["show", who, "--json"]).doc["sheet"]
    assert isinstance(sheet, dict)
    return sheet


# --- add ---


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("@duelist", ["duelist"]),
        ("@due", ["duelist"]),
        ("@DUELIST", ["duelist"]),
        ("@duelist 3", ["duelist", "duelist-2", "duelist-3"]),
        ("@duelist --count 2", ["duelist", "duelist-2"]),
        ("'Mona Lott' --template @duelist", ["mona-lott"]),
        ("Mona --template @duel", ["mona"]),
        ("@duelist Mona", ["mona"]),
        ("Mona @duel", ["mona"]),
        ("@duelist 'Mona Lott'", ["mona-lott"]),
    ],
)
def test_whoever_is_in_stock_is_added_by_their_name(gm: Type, words: str, ids: list[str]) -> None:
    import shlex

    added = gm(["add", *shlex.split(words), "--json"])
    assert added.doc["added"] == ids
    assert "assumed" not in added.doc
    for who in ids:
        sheet = sheet_of(gm, who)
        assert sheet["agility"] == 5
        assert sheet["armor"] == [COAT]
        assert sheet["weapons"] == {"rapier": RAPIER}
    names = [row["name"] for row in gm(["board", "--json"]).doc["order"]]
    if len(ids) > 1:
        assert names == [f"Duelist {number}" for number in range(1, len(ids) + 1)]
    else:
        assert names == [
            "Mona Lott" if "Lott" in words else "Mona" if "Mona" in words else "Duelist"
        ]


def test_what_is_set_goes_before_the_stock(gm: Type) -> None:
    gm(["add", "@duelist", "--set", "agility=2", "--set", "weapons.second=@rapier"])
    sheet = sheet_of(gm, "duelist")
    assert sheet["agility"] == 2
    assert sheet["weapons"] == {"rapier": RAPIER, "second": RAPIER}


def test_a_template_of_the_encounter_goes_before_the_stock(gm: Type, tmp_path: Path) -> None:
    Path("own.yaml").write_text(
        "gmtrack: 1\nruleset: swan-song\ncombatants:\n  mona: {name: Mona, template: '@duelist'}\n",
        encoding="utf-8",
    )
    gm(["load", "own.yaml"])
    gm(["save", "saved.yaml"])
    Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock", "mine.yaml").unlink()
    gm(["load", "saved.yaml"])
    assert gm(["add", "@duelist", "--json"]).doc["added"] == ["duelist"]
    assert sheet_of(gm, "duelist")["agility"] == 5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["add", "@duellist"], "did you mean '@duelist'?"),
        (["add", "@rapier"], "'@rapier' is a weapon, not a combatant"),
        (["add", "Mona", "--template", "@rapier"], "is a weapon, not a combatant"),
        (["add", "Mona", "--template", "duelist"], "`--template @duelist`"),
        (["add", "@duelist", "--template", "@duelist"], "one of them"),
        (["add", "Mona", "--set", "weapons.x=@walking"], "@walking-stick, @walking-frame"),
        (["add", "Mona", "--set", "template=@duelist"], "`add NAME --template @duelist`"),
    ],
)
def test_what_is_not_in_stock_is_refused_with_what_is(
    gm: Type, words: list[str], told: str
) -> None:
    refused = gm(words)
    assert refused.status == 1
    assert told in refused.err
    assert gm(["board", "--json"]).doc["order"] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["@duelist", "Mona", "Lott"], '`add "Mona Lott" --template @duelist` is one name'),
        (["@duelist", "@human", "Crane"], "unexpected '@human': one of the stock at a time"),
        (["@duelist", "Mona", "--template", "x"], "unexpected '@duelist'"),
    ],
)
def test_one_name_beside_one_of_the_stock(gm: Type, words: list[str], told: str) -> None:
    refused = gm(["add", *words])
    assert refused.status == 2
    assert told in " ".join(refused.err.split())


# --- nothing is said ---


@pytest.mark.parametrize("ruleset", [meta.id for meta in registry.metas()])
def test_a_forgotten_mark_is_told(type_line: Type, ruleset: str) -> None:
    type_line(["new", "Brawl", "--ruleset", ruleset])
    for name in ("guard", "guard", "guards", "gaurd"):
        added = type_line(["add", name, "--json"]).doc
        assert added["assumed"]["meant"] == "@guard"
    told = " ".join(type_line(["add", "guard"]).out.split())
    assert "`gmtrack add @guard` takes the one of the stock" in told
    assert "meant" not in type_line(["add", "Mara", "--json"]).doc["assumed"]


def test_somebody_of_whom_nothing_is_said_is_a_plain_human_and_it_is_told(gm: Type) -> None:
    told = gm(["add", "Mara"]).out
    assert "assumed for Mara: a plain human (@human)" in told
    assert "logic 3, intuition 3, charisma 2; skills: clubs 1; weapons: Stick" in " ".join(
        told.split()
    )
    assert "`gmtrack set mara body=4` changes it" in told
    assert "`gmtrack stock`" in told
    assert gm(["set", "mara", "body=4"]).status == 0
    assert gm(["attack", "mara", "mara", "-n"]).status == 1
    assert gm(["add", "Bob"]).status == 0
    assert gm(["attack", "mara", "bob"]).status == 0


def test_what_is_given_is_not_assumed(gm: Type) -> None:
    words = ["add", "Mara", "--set", "agility=5", "--set", "skills.blades=3", "--json"]
    assumed = gm(words).doc["assumed"]
    assert assumed["who"] == ["mara"]
    assert assumed["template"] == "@human"
    assert assumed["fields"]["skills"] == {"clubs": 1}
    assert "agility" not in assumed["fields"]
    assert sheet_of(gm, "mara")["agility"] == 5


def test_a_name_that_the_stock_has_is_a_human_and_the_other_is_named(gm: Type) -> None:
    told = gm(["add", "Duelist"]).out
    assert "a plain human" in told
    assert "`gmtrack add @duelist`" in told


def test_several_of_whom_nothing_is_said(gm: Type) -> None:
    added = gm(["add", "guard", "2", "--json"]).doc
    assert added["assumed"]["who"] == added["added"] == ["guard", "guard-2"]


def test_where_there_is_no_plain_human_an_empty_sheet_is_told() -> None:
    told = empty_sheet_warnings({"scar": {"name": "Scar"}}, Encounter("Brawl", "toy"))
    assert told == ["no template 'scar'; there is none. The sheet of scar is empty"]


# --- set ---


@pytest.mark.parametrize(
    ("assignment", "field", "value"),
    [
        ("weapons.rapier=@rapier", "weapons", {"rapier": RAPIER}),
        ("weapons.rapier=@rap", "weapons", {"rapier": RAPIER}),
        ("weapons={a: @rapier, b: '@rapier'}", "weapons", {"a": RAPIER, "b": RAPIER}),
        ("armor=[@duelling-coat]", "armor", [COAT]),
        ("armor=[@duelling-coat, @padded-hat]", "armor", [COAT, HAT]),
        ("armor=[@duelling, {name: 'a, @b', rating: 1}]", "armor", [COAT, RING]),
        ("armor=@padded", "armor", [HAT]),
        ("armor=@duelling-coat,@padded-hat", "armor", [COAT, HAT]),
    ],
)  # fmt: skip
def test_set_takes_the_stock(gm: Type, assignment: str, field: str, value: object) -> None:
    gm(["add", "Joe", "--set", "weapons={}"])
    done = gm(["set", "joe", assignment])
    assert done.status == 0, done.err
    found = sheet_of(gm, "joe")[field]
    if field == "weapons" and "{" not in assignment:
        assert isinstance(found, dict)
        found = {"rapier": found["rapier"]}
    assert found == value
    gm(["undo"])
    assert sheet_of(gm, "joe").get(field) != value


def test_one_piece_of_a_list_may_be_of_the_stock(gm: Type) -> None:
    gm(["add", "@duelist"])
    assert gm(["set", "duelist", "armor.0=@padded-hat"]).status == 0
    assert sheet_of(gm, "duelist")["armor"] == [HAT]


def test_set_works_in_mid_fight_where_the_weapons_have_a_live_state(gm: Type) -> None:
    gm(["add", "@duelist", "2"])
    gm(["roll-init"])
    assert gm(["set", "duelist", "weapons.rapier=@walking-stick"]).status == 0
    weapons = sheet_of(gm, "duelist")["weapons"]
    assert isinstance(weapons, dict)
    assert weapons["rapier"]["name"] == "Stick"


@pytest.mark.parametrize(
    ("assignment", "told"),
    [
        ("weapons.x=@rapeir", "did you mean '@rapier'?"),
        ("weapons.x=@duelling-coat", "is a piece of armor, not a weapon"),
        ("armor=[@rapier]", "is a weapon, not a piece of armor"),
        ("notes=@rapier", ""),
    ],
)
def test_what_cannot_be_set_is_told(gm: Type, assignment: str, told: str) -> None:
    gm(["add", "Joe"])
    done = gm(["set", "joe", assignment])
    assert done.status == bool(told)
    assert told in done.err


# --- attack ---


@pytest.mark.parametrize(
    "words", [["@rapier"], ["-w", "@rapier"], ["--weapon", "@rap"], ["@rap", "neck"]]
)
@pytest.mark.parametrize("command", ["attack", "odds"])
def test_a_weapon_that_the_attacker_has_not_is_refused_with_the_line_that_gives_it(
    gm: Type, command: str, words: list[str]
) -> None:
    gm(["add", "Joe"])
    gm(["add", "Bob"])
    refused = gm([command, "joe", "bob", *words])
    assert refused.status == 1
    line = "gmtrack set joe weapons.rapier=@rapier"
    assert f"`{line}`" in refused.err
    assert gm(line.split()[1:]).status == 0
    done = gm([command, "joe", "bob", *words])
    assert done.status == 0, done.err
    assert "rapier" in done.out.lower()


def test_a_weapon_of_another_name_with_the_same_values_is_meant(gm: Type) -> None:
    gm(["add", "Joe", "--set", "weapons.blade=@rapier"])
    gm(["add", "Bob"])
    assert gm(["attack", "joe", "bob", "@rapier", "--json"]).doc["weapon"] == "blade"


def test_a_weapon_that_nobody_knows_is_refused(gm: Type) -> None:
    gm(["add", "Joe"])
    gm(["add", "Bob"])
    assert "did you mean '@rapier'" in gm(["attack", "joe", "bob", "-w", "@rapeir"]).err
    assert "is a combatant, not a weapon" in gm(["attack", "joe", "bob", "@duelist"]).err


# --- what changes later ---


def test_what_was_added_is_amended_with_it(gm: Type) -> None:
    gm(["add", "@duelist"])
    gm(["add", "Joe"])
    gm(["attack", "joe", "duelist", "--seed", "1"])
    steps = gm(["log", "--json"]).doc["steps"]
    (first,) = [step["seq"] for step in steps if step["line"] == "add @duelist"]
    assert gm(["amend", str(first), "--set", "agility=1"]).status == 0
    assert sheet_of(gm, "duelist")["agility"] == 1


@pytest.mark.parametrize(
    "words", ["@duelist", "Mona --template @duelist", "Mona", "Mona --set weapons.x=@rapier"]
)
def test_a_history_is_played_again_where_the_stock_is_another(
    gm: Type, own: Path, words: str
) -> None:
    who = "duelist" if "Mona" not in words else "mona"
    gm(["add", *words.split()])
    gm(["add", "Joe"])
    for assignment in ("weapons.hers=@rapier", "armor=[@padded-hat]"):
        assert gm(["set", who, assignment]).status == 0
    gm(["attack", "joe", who, "--seed", "1"])
    sheet = sheet_of(gm, who)
    gm(["log", "--export", "night.jsonl"])
    for text in (OWN.replace("agility: 5", "agility: 1").replace("dv: STR", "dv: 9"), None):
        own.write_text(text, encoding="utf-8") if text else own.unlink()
        replayed = gm(["replay", "night.jsonl", "--verify"])
        assert replayed.status == 0, replayed.out + replayed.err
        assert gm(["load", "night.jsonl"]).status == 0
        assert gm(["amend", "3", "--set", "agility=2"]).status == 0
        assert sheet_of(gm, who) == sheet


# --- stock ---


def test_stock_lists_what_there_is(gm: Type) -> None:
    told = gm(["stock"]).out
    for word in ("@duelist", "@rapier", "@padded-hat", "fights with a long blade", "(ours)"):
        assert word in told
    assert "kind melee, skill blades, dv STR+2" in told
    assert "weapons: @rapier" in told
    folder = Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock")
    assert str(folder) in told.replace("\n  ", "")


@pytest.mark.parametrize("width", ["60", "80"])
def test_stock_fits_the_screen(gm: Type, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert max(map(len, gm(["stock"]).out.splitlines())) <= int(width)


def test_stock_is_filtered_by_a_word(gm: Type) -> None:
    doc = gm(["stock", "blade", "--json"]).doc
    assert "@duelist" in [one["name"] for one in doc["combatants"]]
    assert all("blade" in one["name"] + one["about"] for one in doc["combatants"])
    assert gm(["stock", "nonesuch"]).status == 1
    assert "did you mean '@rapier'?" in gm(["stock", "rapeir"]).err


@pytest.mark.parametrize("word", ["duelist", "@duelist", "Duelist"])
def test_one_is_shown_whole_and_may_be_kept_as_a_file(
    gm: Type, own: Path, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    text = gm(["stock", word]).out
    assert text.startswith(f"# {own}\n")
    own.write_text(text.replace("agility: 5", "agility: 6"), encoding="utf-8")
    (own.parent / "more.yaml").write_text(
        OWN.partition("weapons:\n")[0].partition("combatants:")[0]
        + "weapons:"
        + OWN.partition("\nweapons:")[2],
        encoding="utf-8",
    )
    gm(["add", "@duelist"])
    assert sheet_of(gm, "duelist")["agility"] == 6


@pytest.mark.parametrize("ruleset", [meta.id for meta in registry.metas()])
def test_what_is_copied_from_a_narrow_terminal_says_the_same(
    type_line: Type, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    things = type_line(["stock", "--ruleset", ruleset, "--json"]).doc
    for kind in ("combatants", "weapons", "armor"):
        for thing in things[kind]:
            text = type_line(["stock", thing["name"], "--ruleset", ruleset]).out
            pieces = (re.findall(".{1,60}", line) for line in text.splitlines())
            shown = yaml.safe_load("\n".join(piece for line in pieces for piece in line))
            assert shown[kind][thing["name"][1:]] == thing["values"]


def test_a_long_text_of_control_characters_is_never_shown_raw(
    gm: Type, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    long = "a very long name " * 5 + "\\e[31mred"
    own.write_text(OWN.replace("name: Rapier", f'name: "{long}"'), encoding="utf-8")
    text = gm(["stock", "rapier"]).out
    assert "\x1b" not in text
    assert yaml.safe_load(text)["weapons"]["rapier"]["name"].endswith("\x1b[31mred")


def test_one_is_shown_with_what_is_wrong_in_the_files_of_one_s_own(gm: Type, own: Path) -> None:
    own.write_text(OWN.replace("agility: 5", "agilty: 5"), encoding="utf-8")
    text = gm(["stock", "rapier"]).out
    told = " ".join(text.replace("\n# ", " ").split())
    assert "combatants.duelist.agilty: unknown key; did you mean 'agility'?" in told
    assert "combatants.duelist.agility: is missing" in told
    assert yaml.safe_load(text)["weapons"]["rapier"] == RAPIER


def test_a_stock_file_is_validated_as_stock_wherever_it_lies(type_line: Type) -> None:
    file = Path("mine.yaml")
    file.write_text(OWN, encoding="utf-8")
    told = type_line(["validate", "mine.yaml"])
    counted = "2 combatants, 3 weapons, 2 armor, 0 effects"
    assert (told.status, told.out) == (0, f"mine.yaml: ok, {counted}\n")
    wrong = OWN.replace("agility: 5", "agilty: 5").replace("'@rapier'", "'@rapeir'")
    wrong = wrong.replace("rating: 3", "ratng: 3")
    file.write_text(wrong, encoding="utf-8")
    refused = type_line(["validate", "mine.yaml", "--json"])
    assert refused.status == 1
    [one] = refused.doc["files"]
    lines = wrong.splitlines()
    found = {fault["path"]: lines[fault["line"] - 1].strip() for fault in one["faults"]}
    assert found == {
        "combatants.duelist.agility": "duelist:",
        "combatants.duelist.agilty": "agilty: 5",
        "combatants.duelist.weapons.rapier": "weapons: {rapier: '@rapeir'}",
        "armor.duelling-coat.rating": lines[36].strip(),
        "armor.duelling-coat.ratng": lines[36].strip(),
    }
    assert [fault["line"] for fault in one["faults"]] == sorted(f["line"] for f in one["faults"])
    file.write_text("stock: swansong\n", encoding="utf-8")
    assert "did you mean 'swan-song'" in type_line(["validate", "mine.yaml"]).out


def test_without_an_encounter_all_stocks_are_told_briefly(type_line: Type, own: Path) -> None:
    told = type_line(["stock"]).out
    assert "swan-song" in told
    assert "@duelist" not in told
    stocks = {doc["ruleset"]: doc for doc in type_line(["stock", "--json"]).doc["stocks"]}
    assert {one["name"] for one in stocks["swan-song"]["weapons"]} >= {"@rapier"}
    assert "@duelist" in type_line(["stock", "--ruleset", "swan-song"]).out
    assert "Rapier" in type_line(["stock", "rapier"]).out


def test_a_broken_file_of_one_s_own_is_told_and_stops_nothing_else(
    type_line: Type, own: Path
) -> None:
    own.write_text(OWN.replace("rating: 3", "rating: none"), encoding="utf-8")
    type_line(["new", "Brawl", "--ruleset", "swan-song"])
    assert f"{own}:37: armor.duelling-coat.rating" in type_line(["stock"]).out.replace("\n  ", "")
    assert type_line(["add", "Joe"]).status == 0
    refused = type_line(["add", "@duelist"])
    assert refused.status == 1
    assert f"{own}:37: armor.duelling-coat.rating: found 'none', allowed" in refused.err
    own.write_text("stock: swansong\n", encoding="utf-8")
    told = " ".join(type_line(["stock"]).out.split())
    assert "no ruleset 'swansong'" in told
    assert "did you mean 'swan-song'" in told


def test_stock_works_where_the_encounter_needs_what_is_broken(type_line: Type, own: Path) -> None:
    Path("own.yaml").write_text(
        "gmtrack: 1\nruleset: swan-song\ncombatants:\n  mona: {name: Mona, template: '@duelist'}\n",
        encoding="utf-8",
    )
    own.write_text(OWN.replace("rating: 3", "rating: none"), encoding="utf-8")
    assert f"{own}:37:" in type_line(["-f", "own.yaml", "board"]).err
    told = type_line(["-f", "own.yaml", "stock", "--ruleset", "swan-song"])
    assert told.status == 0
    assert "rating" in told.out


def test_text_of_the_stock_is_text(gm: Type, own: Path) -> None:
    own.write_text(OWN.replace("long and thin", '"[red]x\\e[31m"'), encoding="utf-8")
    assert "[red]x\\x1b[31m" in gm(["stock"]).out
    assert "[red]x\\x1b[31m" in gm(["stock", "rapier"]).out


def test_all_that_is_wrong_in_a_set_is_told_at_once(gm: Type) -> None:
    gm(["add", "Joe"])
    before = sheet_of(gm, "joe")
    result = gm(["set", "joe", "weapons.gun=@rapeir", "weapons.gun.reach=1", "body=99"])
    assert result.status == 1
    stock, body = result.err.splitlines()
    assert stock.startswith("error: weapons.gun: there is no weapon '@rapeir' in the stock")
    assert body.startswith("combatants.joe.body: found 99, allowed: ")
    assert sheet_of(gm, "joe") == before


def test_the_stock_of_every_ruleset_is_read_once() -> None:
    """An import asks for each of them many times, to find the ruleset that fits best."""
    found = {ruleset: stock_of(ruleset) for ruleset in registry.known_ids()}
    assert all(stock_of(ruleset) is stock for ruleset, stock in found.items())
