"""The stock: reading its files, and what an encounter names of it."""

import json
from pathlib import Path

import pytest
from store_play import do, redo, undo

from gmtrack.core.draft import MISSING
from gmtrack.errors import BadFile, Refusal, StoreError
from gmtrack.rulesets import registry
from gmtrack.store.check.lint import warnings_of
from gmtrack.store.encounter_map import data_of
from gmtrack.store.opening import load_file, validate_file
from gmtrack.store.session import open_session
from gmtrack.store.stock import reading
from gmtrack.store.stock.reading import Stock, stock_of

SHIPPED = """\
stock: toy
combatants:
  ganger:
    about: street muscle
    source: ours
    name: Ganger
    body: 3
    weapons: {knife: '@combat-knife'}
    armor: ['@leather-jacket']
weapons:
  combat-knife: {about: a long one, source: R-1, kind: melee, dv: STR+2}
  old-knife: {about: a rusty one, kind: melee, dv: 1}
armor:
  leather-jacket: {about: worn by everybody, source: ours, name: Leather jacket, rating: 2}
"""
KNIFE = {"kind": "melee", "dv": "STR+2"}
JACKET = {"name": "Leather jacket", "rating": 2}
GANGER = {"name": "Ganger", "body": 3, "weapons": {"knife": KNIFE}, "armor": [JACKET]}
BRAWL = """\
gmtrack: 1
name: Brawl   # behind the bar
ruleset: toy
combatants:
  # the good one
  joe: {body: 4, weapons: {blade: '@combat-knife'}, armor: ['@leather-jacket']}   # a knife
  bob:
    template: '@ganger'   # muscle
    side: foe
"""


@pytest.fixture(autouse=True)
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {"/toy/stock/all.yaml": SHIPPED}
    monkeypatch.setattr(registry, "stock_pages", lambda ruleset_id: pages)
    reading._stock_of.cache_clear()


def own(text: str, name: str = "mine.yaml") -> Path:
    """A stock file of one's own."""
    folder = reading.own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


@pytest.fixture
def brawl(tmp_path: Path) -> Path:
    path = tmp_path / "brawl.yaml"
    path.write_text(BRAWL, encoding="utf-8")
    return path


def refused(path: Path) -> list[str]:
    with pytest.raises(BadFile) as told:
        validate_file(str(path))
    return [str(fault) for fault in told.value.faults]


def test_names_stand_for_their_values(brawl: Path) -> None:
    encounter, _ = validate_file(str(brawl))
    assert encounter.combatants == {
        "joe": {"body": 4, "weapons": {"blade": KNIFE}, "armor": [JACKET]},
        "bob": {"template": "@ganger", "side": "foe"},
    }
    assert encounter.templates == {"@ganger": GANGER}


def test_templates_name_the_stock_too(brawl: Path) -> None:
    brawl.write_text(
        "gmtrack: 1\nruleset: toy\ntemplates:\n  thug: {body: 1, weapons: {k: '@combat-knife'}}\n"
        "combatants:\n  tom: {template: thug}\n",
        encoding="utf-8",
    )
    assert validate_file(str(brawl))[0].templates["thug"]["weapons"] == {"k": KNIFE}


def test_what_a_file_has_itself_goes_before_the_stock(brawl: Path) -> None:
    brawl.write_text(BRAWL + "templates:\n  '@ganger': {body: 9}\n", encoding="utf-8")
    assert validate_file(str(brawl))[0].templates == {"@ganger": {"body": 9}}


def test_no_stock_is_read_where_nothing_is_named(
    brawl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(ruleset_id: str) -> Stock:
        raise AssertionError("read")

    monkeypatch.setattr("gmtrack.store.check.validate.stock_of", never)
    text = "gmtrack: 1\nruleset: toy\nnotes: mail joe@example.org\ncombatants:\n  joe: {body: 4}\n"
    brawl.write_text(text, encoding="utf-8")
    validate_file(str(brawl))


def test_a_working_copy_says_it_all_itself_and_keeps_the_comments(brawl: Path) -> None:
    load_file(str(brawl))
    assert brawl.read_text(encoding="utf-8") == BRAWL
    with open_session(None, write=False) as session:
        text, state = session.text, data_of(session.encounter)
        assert session.is_saved
    for comment in ("# behind the bar", "# the good one", "# a knife", "# muscle"):
        assert comment in text
    assert "'@combat-knife'" not in text
    saved = brawl.with_name("saved.yaml")
    with open_session(None, write=True) as session:
        session.save(str(saved))
    reading._stock_of.cache_clear()
    own("stock: toy\ncombatants:\n  ganger: {body: 1}\n")
    assert data_of(validate_file(str(saved))[0]) == state


def test_a_file_in_place_is_written_with_the_first_change(brawl: Path) -> None:
    with open_session(str(brawl), write=False) as session:
        assert session.encounter.sheet("bob")["body"] == 3
        before = data_of(session.encounter)
    assert brawl.read_text(encoding="utf-8") == BRAWL
    do(brawl, (("fight", "combatants", "joe", "ap"), 2))
    text = brawl.read_text(encoding="utf-8")
    assert "dv: STR+2" in text
    assert "# a knife" in text
    undo(brawl)
    assert data_of(validate_file(str(brawl))[0]) == before
    redo(brawl)
    assert brawl.read_text(encoding="utf-8") == text


def test_a_hand_may_name_the_stock_in_mid_fight(brawl: Path) -> None:
    do(brawl, (("fight", "combatants", "joe", "ap"), 2))
    played = validate_file(str(brawl))[0]
    text = brawl.read_text(encoding="utf-8")
    brawl.write_text(text.replace("armor: [", "armor: ['@leather-jacket', ", 1), encoding="utf-8")
    with open_session(str(brawl), write=False) as session:
        assert session.encounter.combatants["joe"]["armor"] == [JACKET, JACKET]
        assert session.next_undo == "edited by hand"
    do(brawl, (("fight", "combatants", "joe", "ap"), 3))
    assert "'@leather-jacket'" not in brawl.read_text(encoding="utf-8")
    undo(brawl, 2)
    assert data_of(validate_file(str(brawl))[0]) == data_of(played)
    redo(brawl, 1)
    assert validate_file(str(brawl))[0].combatants["joe"]["armor"] == [JACKET, JACKET]


def test_an_edit_after_an_edit_that_names_the_stock_can_be_undone(brawl: Path) -> None:
    """Also where nothing was done between them but a save."""
    do(brawl, (("fight", "combatants", "joe", "ap"), 2))
    first = brawl.read_text(encoding="utf-8")
    brawl.write_text(first.replace("armor: [", "armor: ['@leather-jacket', "), encoding="utf-8")
    with open_session(str(brawl), write=True) as session:
        session.save(str(brawl.with_name("other.yaml")))
    second = brawl.read_text(encoding="utf-8")
    brawl.write_text(second.replace("body: 4", "body: 5"), encoding="utf-8")
    undo(brawl)
    assert brawl.read_text(encoding="utf-8") == second
    undo(brawl)
    assert brawl.read_text(encoding="utf-8") == first


def test_the_stock_of_now_counts_until_something_was_played(brawl: Path) -> None:
    load_file(str(brawl))
    file = own("stock: toy\ncombatants:\n  ganger: {body: 7}\n")
    assert load_file(str(brawl)).encounter.sheet("bob")["body"] == 7
    do(None, (("fight", "combatants", "joe", "ap"), 2))
    file.unlink()
    assert load_file(str(brawl)).encounter.sheet("bob")["body"] == 7
    assert load_file(str(brawl), fresh=True).encounter.sheet("bob")["body"] == 3


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("  joe: {template: '@gangr'}", "7: combatants.joe.template: there is no combatant"),
        ("  joe: {template: '@gangr'}", "did you mean '@ganger'?"),
        ("  joe: {template: '@gangr'}", "`gmtrack stock`"),
        ("  joe: {template: '@combat-knife'}", "is a weapon, not a combatant"),
        ("  joe: {body: 1, weapons: {k: '@combat-knive'}}", "did you mean '@combat-knife'?"),
        ("  joe: {body: 1, weapons: {k: '@ganger'}}", "is a combatant, not a weapon"),
        ("  joe: {body: 1, armor: ['@leather-jacket', '@ganger']}", "7: combatants.joe.armor.1:"),
    ],
)
def test_a_name_that_means_nothing_is_a_fault_where_it_stands(
    brawl: Path, line: str, told: str
) -> None:
    text = f"gmtrack: 1\nruleset: toy\n\ncombatants:\n\n\n{line}\n  bob: {{body: true}}\n"
    brawl.write_text(text, encoding="utf-8")
    found = refused(brawl)
    assert told in found[0]
    # What is wrong elsewhere is told as well.
    assert "8: combatants.bob.body" in found[-1]


def test_one_s_own_go_before_those_that_are_shipped() -> None:
    own("stock: toy\nweapons:\n  combat-knife: {about: mine, kind: melee, dv: 9}\n")
    stock = stock_of("toy")
    knife = stock.pick("weapons", "@combat-knife", "unknown")
    assert (knife.about, knife.data, knife.own) == ("mine", {"kind": "melee", "dv": 9}, True)
    assert stock.things["combatants"]["ganger"].source == "ours"


def test_the_files_of_other_rulesets_are_left_alone() -> None:
    own("stock: other\nweapons:\n  combat-knife: [broken\n")
    stock = stock_of("toy")
    assert not stock.broken
    assert not stock.things["weapons"]["combat-knife"].own


def test_a_changed_file_is_read_again() -> None:
    file = own("stock: toy\nweapons:\n  axe: {kind: melee, dv: 1}\n")
    assert stock_of("toy").things["weapons"]["axe"].data["dv"] == 1
    file.write_text("stock: toy\nweapons:\n  axe: {kind: melee, dv: 12}\n", encoding="utf-8")
    assert stock_of("toy").things["weapons"]["axe"].data["dv"] == 12


def test_a_beginning_is_enough_and_several_are_named() -> None:
    stock = stock_of("toy")
    assert stock.pick("combatants", "@gang", "unknown").name == "ganger"
    assert stock.pick("weapons", "@old", "unknown").name == "old-knife"
    with pytest.raises(Refusal, match="could be @combat-knife, @old-knife"):
        stock.pick("weapons", "@knife", "unknown")


BROKEN = [
    "stock: toy\nweapons:\n  axe: {kind: melee\n  spear: 1\n",
    "weapons:\n  axe: {kind: melee, dv: 1}\n",
    "stock: toy\nweapon:\n  axe: {kind: melee, dv: 1}\n",
    "stock: toy\nweapons:\n  axe: 3\n",
    "stock: toy\nweapons:\n  axe: {about: [no, text], kind: melee, dv: 1}\n",
    "stock: toy\nweapons:\n  axe: {kind: melee, dv: 1, dv: 2}\n",
    "stock: toy\nweapons:\n  axe: {kind: melee, dv: nonsense}\n",
    "stock: toy\nweapons:\n  axe: {kind: melee, dv: 1}\n  axe: {kind: melee, dv: 2}\n",
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_stops_only_what_needs_it(brawl: Path, text: str) -> None:
    file = own(text)
    validate_file(str(brawl))
    brawl.write_text(BRAWL.replace("@combat-knife", "@axe"), encoding="utf-8")
    found = refused(brawl)
    assert len(found) == 1
    assert str(file) in found[0]


def test_a_shipped_one_is_not_taken_for_one_of_a_file_that_cannot_be_read(brawl: Path) -> None:
    own("stock: toy\nweapons:\n  combat-knife: {kind: melee\n")
    assert "combat-knife" in refused(brawl)[0]


def test_a_value_that_does_not_fit_is_told_where_the_stock_has_it(brawl: Path) -> None:
    file = own(
        "stock: toy\ncombatants:\n  ganger:\n    body: 31\n    weapons: {k: '@axe'}\n"
        "weapons:\n  axe: {kind: axe, dv: 1}\n"
    )
    found = refused(brawl)
    assert found[0].startswith(f"{file}:4: combatants.ganger.body: found 31, allowed")
    assert found[1].startswith(f"{file}:7: weapons.axe.kind: found 'axe', allowed")
    assert len(found) == 2


def test_what_a_stock_names_itself_must_be_there(brawl: Path) -> None:
    file = own("stock: toy\ncombatants:\n  ganger:\n    body: 3\n    armor: ['@nothing']\n")
    found = refused(brawl)
    assert found[0].startswith(f"{file}:5: combatants.ganger.armor.0: there is no piece of armor")


def test_two_of_one_name_are_told() -> None:
    own("stock: toy\nweapons:\n  axe: {kind: melee, dv: 1}\n", "a.yaml")
    own("stock: toy\nweapons:\n  axe: {kind: melee, dv: 2}\n", "b.yaml")
    with pytest.raises(BadFile, match=r"b\.yaml:3: weapons\.axe: .*a\.yaml has this name"):
        stock_of("toy").pick("weapons", "@axe", "unknown")


def test_what_cannot_be_opened_is_told_and_does_no_harm(brawl: Path) -> None:
    reading.own_folder().mkdir(parents=True)
    (reading.own_folder() / "gone.yaml").symlink_to("nowhere.yaml")
    (reading.own_folder() / "dir.yaml").mkdir()
    validate_file(str(brawl))
    assert len(stock_of("toy").broken) == 2


def test_many_names_of_large_things_take_no_memory(brawl: Path) -> None:
    modes = ", ".join(["x"] * 3000)
    own(f"stock: toy\nweapons:\n  axe: {{kind: melee, dv: 1, modes: [{modes}]}}\n")
    weapons = ", ".join(f"w{number}: '@axe'" for number in range(2000))
    text = f"gmtrack: 1\nruleset: toy\ncombatants:\n  joe: {{body: 1, weapons: {{{weapons}}}}}\n"
    brawl.write_text(text, encoding="utf-8")
    assert "more than 200,000 values" in refused(brawl)[0]


def test_slips_are_told_of_the_lines_of_the_file(brawl: Path) -> None:
    brawl.write_text(BRAWL.replace("side: foe", "side: foes"), encoding="utf-8")
    (slip,) = warnings_of(str(brawl))
    assert (slip.line, slip.path) == (9, "combatants.bob.side")


def test_a_file_that_was_only_loaded_can_be_forgotten(brawl: Path) -> None:
    from gmtrack.store.kept_fights import forget_fight

    load_file(str(brawl))
    do(None, (("combatants", "joe", "body"), 5))
    with pytest.raises(StoreError):
        forget_fight("brawl")
    undo(None)
    assert forget_fight("brawl") == "brawl"


def test_a_json_text_is_replaced_as_well(brawl: Path) -> None:
    """A file in one map in flow style is written anew."""
    data = {"gmtrack": 1, "ruleset": "toy", "combatants": {"bob": {"template": "@ganger"}}}
    brawl.write_text(json.dumps(data), encoding="utf-8")
    do(brawl, (("fight", "combatants", "bob", "ap"), 1))
    assert validate_file(str(brawl))[0].templates == {"@ganger": GANGER}
    do(brawl, (("fight", "combatants", "bob", "ap"), MISSING))


def test_a_key_inside_a_thing_of_a_broken_file_hides_nothing(brawl: Path) -> None:
    own("stock: toy\ncombatants:\n  tom:\n    weapons:\n      combat-knife: [1\n")
    validate_file(str(brawl))
