"""A page that changes under a running fight: what has changed is told, and a fight that does not
fit the new page goes on by the one before."""

from pathlib import Path

import pytest

from gmtrack.rulesets import registry
from gmtrack.store.systems import keeping
from gmtrack.store.systems.differences import describe_differences

from ..typing_in import Answer, doc, done, gmtrack, refused

pytestmark = pytest.mark.usefixtures("board_without_choices")

PAGE = """\
gmtrack: 1
kind: system
title: Mine
sheet:
  hp: 9
  dex: 10
  clan: [red, blue]
  resists: {kind: words, of: [fire, cold]}
  bonus: {kind: dice, default: 0}
weapon: {skill: 2, damage: {kind: dice, default: 1d6}, type: {kind: word, of: [fire, cold]}}
tracks: {health: hp, mana: {max: 3}}
status: {down: {when: health = 0, down: yes}}
damage: {track: health}
initiative: {roll: d20, each: fight}
turn: {budget: {action: 2, bonus: 1}}
attacks:
  strike:
    roll: d20 + weapon.skill
    against: 10
    bands: {hit: {when: total >= against, damage: weapon.damage}, miss: }
  shoot: {roll: d20, bands: {hit: {damage: 1}}}
conditions: {stunned: Out of it., prone: On the ground.}
modifiers: {dark: {plus: -2, told: yes}}
actions: {stand: {costs: {bonus: 1}, self: {end: [prone]}}}
rest: {night: {add: {health: 9}}}
"""
FIGHT = """\
gmtrack: 1
name: Mine
ruleset: ./mine.yaml
combatants:
  ann:
    {side: pc, dex: 12, clan: blue, resists: [cold], bonus: 1d4,
     weapons: {bow: {way: shoot}, axe: {skill: 3, type: cold}}}
  bob: {hp: 7, weapons: {axe: {skill: 1}}}
"""
UNFIT = {
    "a track is gone": ("mana: {max: 3}", "", "fight.combatants.ann.mana: unknown key"),
    "a track is renamed": ("mana", "magic", "fight.combatants.ann.mana: unknown key"),
    "a field is gone": ("  clan: [red, blue]\n", "", "combatants.ann.clan: unknown key"),
    "a field is renamed": ("dex: 10", "agi: 10", "combatants.ann.dex: unknown key"),
    "a field has a limit": (
        "dex: 10",
        "dex: {default: 10, max: 11}",
        "combatants.ann.dex: found 12",
    ),
    "a field is another kind": ("dex: 10", "dex: [quick, slow]", "combatants.ann.dex: found 12"),
    "a word is gone": ("[red, blue]", "[red, green]", "combatants.ann.clan: found 'blue'"),
    "one of several words is gone": (
        "resists: {kind: words, of: [fire, cold]}",
        "resists: {kind: words, of: [fire, ice]}",
        "combatants.ann.resists.0: found 'cold'",
    ),
    "a condition is renamed": ("stunned", "dazed", "no effect 'stunned'"),
    "a condition is gone": (
        ", prone: On the ground.}",
        "}",
        "fight.combatants.bob.own_effects.0.effect: no effect 'prone'",
    ),
    "a way to attack is gone": (
        "  shoot: {roll: d20, bands: {hit: {damage: 1}}}\n",
        "",
        "weapons.bow.way: found 'shoot'",
    ),
    "a field of weapons is renamed": ("skill", "knack", "weapons.axe.skill: unknown key"),
    "a word of weapons is gone": (
        "type: {kind: word, of: [fire, cold]}",
        "type: {kind: word, of: [fire, ice]}",
        "weapons.axe.type: found 'cold'",
    ),
    "a track divides by 0": (
        "health: hp",
        "health: hp * 2 / (dex - 12)",
        "combatants.ann: 'hp * 2 / (dex - 12)' divides by 0",
    ),
    "a status divides by 0": (
        "{down: {when: health = 0, down: yes}}",
        "{down: {when: health / (mana - 2) = 0, down: yes}}",
        "combatants.ann: 'health / (mana - 2)' divides by 0",
    ),
}
"""What is written instead of what, and the first thing of the fight that does not fit."""
FIT = {
    "dice have other faces": ("d20", "d6", "initiative.roll, attacks.strike, attacks.shoot"),
    "a roll has more dice": ("roll: d20 +", "roll: 2d20 +", "(attacks.strike)"),
    "a track holds less": ("mana: {max: 3}", "mana: {max: 1}", "(tracks.mana)"),
    "a track is new": ("mana:", "luck: {max: 2}, mana:", "(tracks.luck is new)"),
    "what a turn has is less": (", bonus: 1}", "}", "(turn.budget"),
    "turns are gone": ("initiative: {roll: d20, each: fight}\n", "", "(initiative is gone)"),
    "a modifier is gone": ("modifiers: {dark: {plus: -2, told: yes}}\n", "", "(modifiers is gone)"),
    "a rest gives less": ("{health: 9}", "{health: 1}", "(rest.night)"),
    "only the words differ": ("On the ground.", "Lies.", "(conditions.prone)"),
    "a comment is new": ("sheet:", "# more\nsheet:", "from now on\n"),
}


@pytest.fixture
def mine(home: Path) -> Path:
    """A page, and a fight by it in its first round, with something of everything in use."""
    page = home / "mine.yaml"
    page.write_text(PAGE)
    (home / "fight.yaml").write_text(FIGHT)
    done("load", str(home / "fight.yaml"))
    done("set", "ann", "mana=2")
    done("effect", "ann", "stunned")
    done("effect", "bob", "prone")
    return page


def anew(*argv: str) -> Answer:
    """The answer to a command line as in a process of its own."""
    keeping._EARLIER.clear()
    keeping._FOUND.clear()
    registry._OF_PAGES.clear()
    return gmtrack(*argv)


def change(page: Path, old: str, new: str) -> None:
    """Write a page with something else in it."""
    text = PAGE.replace(old, new)
    if "prone" not in text.partition("actions")[0]:
        text = text.replace("end: [prone]", "end: [stunned]")
    if "bonus: 1}}\n" not in text:
        text = text.replace("costs: {bonus: 1}", "costs: {action: 1}")
    assert text != PAGE
    page.write_text(text)


@pytest.mark.parametrize("case", UNFIT)
def test_a_fight_that_the_new_page_does_not_fit_goes_on_by_the_page_of_before(
    mine: Path, case: str
) -> None:
    old, new, why = UNFIT[case]
    change(mine, old, new)
    answer = anew("damage", "bob", "3")
    assert answer.code == 0, answer.err
    assert "bob: health 7 to 4" in answer.out
    assert "mine.yaml has changed and does not fit this fight any more" in answer.err
    assert why in answer.err
    assert "the fight goes on by the page of before" in answer.err
    assert "by the new page" not in answer.err
    # The warning stands until the fight fits.
    again = anew("board", "--json")
    assert again.doc["order"][0]["tracks"]["mana"] == {"now": 2, "max": 3}
    assert "does not fit this fight" in again.err
    mine.write_text(PAGE)
    assert "does not fit" not in anew("board").err


@pytest.mark.parametrize("case", FIT)
def test_what_has_changed_is_told_where_the_fight_fits(mine: Path, case: str) -> None:
    old, new, what = FIT[case]
    change(mine, old, new)
    answer = anew("damage", "bob", "3")
    assert answer.code == 0, answer.err
    assert "bob: health 7 to 4" in answer.out
    assert "mine.yaml has changed: the fight goes by the new page from now on" in answer.err
    assert what in answer.err
    assert not anew("board").err


def test_a_fight_follows_the_page_again_when_it_fits(mine: Path) -> None:
    change(mine, "mana: {max: 3}", "")
    assert "the page of before" in anew("heal", "ann", "1", "--pool", "mana").err
    done("undo", "4")
    answer = anew("board")
    assert "mana" not in answer.out + answer.err


def test_other_fights_go_by_the_new_page(mine: Path) -> None:
    change(mine, "mana: {max: 3}", "")
    assert anew("new", "Second", "--ruleset", "mine").code == 0
    done("add", "Cid")
    assert list(doc("board")["order"][0]["tracks"]) == ["health"]
    answer = anew("switch", "Mine")
    assert (answer.code, "the page of before" in answer.err) == (0, True)
    answer = anew("switch", "Second")
    assert (answer.code, answer.err) == (0, "")
    # One after the other in one process, as in a session.
    assert gmtrack("switch", "Mine").code == 0
    assert "mana" in done("board").out
    assert gmtrack("switch", "Second").code == 0
    assert anew("board").code == 0


def test_steps_done_again_that_the_new_page_does_not_fit_find_the_page_of_before(
    mine: Path,
) -> None:
    done("undo", "3")
    change(mine, "mana: {max: 3}", "")
    assert "by the new page" in anew("board").err
    assert anew("redo", "3").code == 0
    # A file that is read anew is judged.
    file = Path(doc("save", str(mine.with_name("out.yaml")))["file"])
    assert "mana" in file.read_text()
    for _ in range(2):
        assert anew("damage", "bob", "1").code == 0


def test_a_page_that_never_fitted_is_told_as_a_fault_of_the_fight(home: Path) -> None:
    page = home / "mine.yaml"
    page.write_text(PAGE)
    (home / "fight.yaml").write_text(FIGHT.replace("dex: 12", "dexx: 12"))
    said = refused("load", str(home / "fight.yaml"))
    assert "combatants.ann.dexx: unknown key; did you mean 'dex'?" in said


def test_a_fight_that_was_edited_by_hand_is_judged_by_the_new_page(mine: Path) -> None:
    change(mine, "mana: {max: 3}", "")
    done("fights")
    file = next(keeping.systems_folder().parent.glob("encounters/*/encounter.yaml"))
    file.write_text(file.read_text().replace("hp: 7", "hpp: 7"))
    answer = anew("board")
    assert answer.code == 1
    assert "hpp: unknown key" in answer.err
    file.write_text(file.read_text().replace("hpp: 7", "hp: 8"))
    answer = anew("board", "--json")
    assert answer.doc["order"][1]["tracks"]["health"] == {"now": 8, "max": 8}
    assert "the page of before" in answer.err


def test_a_value_that_a_formula_cannot_take_is_refused_and_nothing_stops(mine: Path) -> None:
    change(mine, "health: hp", "health: hp * 2 / (dex - 11)")
    assert anew("board").code == 0
    assert "divides by 0" in refused("set", "ann", "dex=11")
    assert doc("board")["order"][0]["tracks"]["health"]["max"] == 18


def test_dice_that_fell_on_other_faces_are_rolled_anew_and_told_when_a_step_is_amended(
    mine: Path,
) -> None:
    done("attack", "ann", "bob", "--roll", "attack=15")
    change(mine, "d20", "d6")
    said = " ".join(anew("amend", "5", "--with", "dark").out.split())
    assert "unused dice: attack.ann=15" in said
    assert "new dice for step 5: attack ann" in said


def test_the_differences_between_pages_are_told_by_their_rows() -> None:
    before = {"title": "A", "sheet": {"a": 1, "b": 2}, "tracks": {"x": 1}, "rest": {"day": 1}}
    now = {"title": "B", "sheet": {"b": 3, "c": 4}, "tracks": {"x": 1}, "tests": {"t": 1}}
    assert describe_differences(before, before) == ""
    assert describe_differences(before, now) == (
        "title, sheet.b, sheet.c is new, sheet.a is gone and 2 more"
    )
