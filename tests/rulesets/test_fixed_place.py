"""`acts_at`: who has a fixed place in the order rolls no initiative (ALL-TURN-02)."""

from pathlib import Path

import pytest

from .comparing import Data
from .typing_in import doc, done, loaded, refused, told

pytestmark = pytest.mark.usefixtures("board_without_choices")

SHEETS = {
    "swan-song": "body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, intuition: 3",
    "storyteller": "strength: 2",
    "sr3": "body: 3, quickness: 4, strength: 3, intelligence: 4, willpower: 3",
    "i2050": "dex: 10",
}
DIE = {"swan-song": 4, "storyteller": 6, "sr3": 6}
"""A die by which Ann comes to 10 in each ruleset that rolls initiative."""
AFTER_A_PASS = {"swan-song": 10, "storyteller": 20, "sr3": 10}
"""The score that a fixed place of 20 has when everybody has acted once."""
ALL = pytest.mark.parametrize("ruleset", SHEETS)
ROLLED = pytest.mark.parametrize("ruleset", DIE)


@pytest.fixture(autouse=True)
def own_home(home: Path) -> Path:
    """A state folder of its own."""
    return home


def open_fight(ruleset: str, **acts_at: int) -> None:
    """Open a fight of Ann, who is like everybody, and others with a fixed place."""
    sheet = SHEETS[ruleset]
    lines = [f"  ann: {{side: pc, {sheet}}}"]
    lines += [f"  {who}: {{{sheet}, acts_at: {place}}}" for who, place in acts_at.items()]
    text = "\n".join(
        ["gmtrack: 1", f"name: {ruleset}", f"ruleset: {ruleset}", "combatants:", *lines]
    )
    assert loaded(text + "\n").code == 0


def scores() -> dict[str, int | None]:
    """Return the score of everybody in the order of the board."""
    return {one["id"]: one["score"] for one in doc("board")["order"]}


def rolled(report: Data) -> set[tuple[str, str]]:
    """Return name and roller of each roll of a report."""
    return {(roll["name"], roll["who"]) for roll in report["rolls"]}


@ROLLED
def test_nothing_is_rolled_for_a_fixed_place(ruleset: str) -> None:
    open_fight(ruleset, lair=20)
    report = doc(f"roll-init --roll ann={DIE[ruleset]}")
    assert rolled(report) == {("initiative", "ann")}
    assert scores() == {"lair": 20, "ann": 10}
    assert report["acting"] == "lair"
    assert "lair" in refused("roll-init --roll lair=3 --force")
    done("undo")
    assert "lair: fixed place at 20" in told(f"roll-init --roll ann={DIE[ruleset]}")


def test_declared_actions_take_a_fixed_place() -> None:
    open_fight("i2050", lair=20, vent=1)
    done("roll-init")
    done("set", "lair", "weapons.gun={skill: guns, class: missile, damage: 1d6, burst: 3}")
    # Aim comes off a speed, and so does a change of target.
    done("act", "lair", "burst", "ann,vent", "--weapon", "gun", "--with", "aim=3", "--force")
    done("act", "ann", "fight", "vent")
    done("act", "vent", "fight", "lair")
    done("next")
    order = [(one["id"], one["score"]) for one in doc("board")["order"]]
    assert order == [("lair", 20), ("ann", 2), ("vent", 1)]
    assert "acts at 20" in told("show lair")
    shots = doc("attack lair ann,vent --force --roll attack.1=19 --roll attack.2=19")
    assert rolled(shots) == {("attack.1", "lair"), ("attack.2", "lair")}


@ROLLED
def test_who_has_rolled_the_same_comes_first_and_nobody_breaks_the_tie(ruleset: str) -> None:
    open_fight(ruleset, vent=10, lair=10)
    report = doc(f"roll-init --roll ann={DIE[ruleset]}")
    assert rolled(report) == {("initiative", "ann")}
    assert [*scores().items()] == [("ann", 10), ("vent", 10), ("lair", 10)]
    assert [doc("next")["acting"] for _ in range(2)] == ["vent", "lair"]


@ROLLED
def test_wounds_and_weapons_do_not_move_a_fixed_place(ruleset: str) -> None:
    open_fight(ruleset, lair=20)
    done(f"roll-init --roll ann={DIE[ruleset]}")
    done("damage lair 5")
    done("damage ann 5")
    found = scores()
    assert found["lair"] == 20
    assert found["ann"] == (10 if ruleset == "storyteller" else 8)


@ROLLED
def test_passes_come_off_a_fixed_place_as_off_a_roll(ruleset: str) -> None:
    open_fight(ruleset, lair=20, vent=5)
    done(f"roll-init --roll ann={DIE[ruleset]}")
    for _ in range(3):
        done("next")
    board = doc("board")
    if ruleset == "storyteller":
        assert board["phase"] == "round-over"
    else:
        assert (board["pass"], board["acting"]) == (2, "lair")
    assert scores()["lair"] == AFTER_A_PASS[ruleset]


@ROLLED
def test_a_latecomer_takes_a_fixed_place(ruleset: str) -> None:
    open_fight(ruleset, lair=20, vent=19)
    done("leave vent")
    done(f"roll-init --roll ann={DIE[ruleset]}")
    if ruleset != "storyteller":
        done("next")
        done("next")
    done("join vent")
    report = doc("roll-init vent")
    assert report["rolls"] == []
    assert scores()["vent"] == AFTER_A_PASS[ruleset] - 1


@ROLLED
def test_a_place_that_changes_in_the_fight_holds_from_the_next_round_on(ruleset: str) -> None:
    open_fight(ruleset, lair=20)
    done(f"roll-init --roll ann={DIE[ruleset]}")
    done("set lair acts_at=3")
    assert scores()["lair"] == 20
    while doc("board")["phase"] == "acting":
        done("next")
    again = [] if ruleset == "storyteller" else ["--roll", f"ann={DIE[ruleset]}"]
    done("roll-init", *again)
    assert scores() == {"ann": 10, "lair": 3}


@pytest.mark.parametrize("ruleset", ["storyteller", "sr3"])
def test_dice_are_collected_from_those_alone_who_roll(ruleset: str) -> None:
    open_fight(ruleset, lair=20)
    done("set lair side=pc")
    report = doc("roll-init", "ann", "--roll", str(DIE[ruleset]))
    assert report["left"] == []
    assert rolled(doc("roll-init")) == {("initiative", "ann")}


@ROLLED
def test_chances_of_acting_first_know_a_fixed_place(ruleset: str) -> None:
    open_fight(ruleset, lair=99)
    rows = {one["who"]: one["first"] for one in doc("odds init")["initiative"]}
    assert rows == {"lair": 1, "ann": 0}


def test_karma_buys_no_dice_for_a_fixed_place() -> None:
    open_fight("swan-song", lair=20)
    done("set lair karma=2")
    assert "rolls no initiative" in refused("roll-init --karma lair:initiative")
    done(f"roll-init --roll ann={DIE['swan-song']}")
    # Dice that come or go in a round, and surprise, change a rolled Score alone.
    report = doc("set lair initiative_dice=3")
    assert report["rolls"] == []
    done("test", "lair", "surprise", "--with", "by=ann", "--roll", "surprise=1,1,1,1,1,3")
    assert scores()["lair"] == 20


@ALL
def test_the_sheet_shows_a_fixed_place(ruleset: str) -> None:
    open_fight(ruleset, lair=20)
    assert doc("show lair")["sheet"]["acts_at"] == 20
    assert "acts at 20" in told("show lair")
    assert "ALL-TURN-02" in told("why", "lair", "acts at")


def test_an_order_without_numbers_has_no_fixed_place() -> None:
    text = "gmtrack: 1\nname: x\nruleset: spotlight\ncombatants: {lair: {acts_at: 20}}\n"
    assert "acts_at: unknown key" in loaded(text).err


@ALL
def test_the_word_that_people_try_first_is_answered_with_the_one_that_works(ruleset: str) -> None:
    sheet = f"{SHEETS[ruleset]}, initiative: 20"
    text = f"gmtrack: 1\nname: x\nruleset: {ruleset}\ncombatants: {{lair: {{{sheet}}}}}\n"
    assert "did you mean 'acts_at'?" in loaded(text).err
