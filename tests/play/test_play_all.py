"""`all` at a roll lets the program make all rolls that are left of the command."""

from collections.abc import Callable

import pytest

from gmtrack.dice.answers import ALL_HELP, ALL_HINT

from .answering import Answering, rolls

Open = Callable[..., Answering]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


ATTACKS = {
    # Fight, line, Enters before its first roll.
    "swan song": ("knife-fight", "attack joe bob", 2),
    "spotlight": ("ninth-street", "attack wendy thug-1 --defense dodge", 0),
    "storyteller": ("back-room", "attack nick bouncer --defense dodge", 1),
    "sr3": ("garage-night", "attack rook guard-1", 1),
    "i2050": ("street-samurai-duel", "attack kaz student", 1),
}


@pytest.mark.parametrize("ruleset", ATTACKS)
def test_all_at_a_roll_rolls_the_rest_of_an_attack(session: Open, ruleset: str) -> None:
    fight, line, enters = ATTACKS[ruleset]
    table = session(fight, people="pc foe all")
    asked = table.type(line, *[""] * enters, "?", "all")
    assert ALL_HINT in asked[enters]
    assert ALL_HELP in asked[enters + 1]
    assert [text for text in asked[enters + 2 :] if "how many dice" not in text] == []
    assert not any(roll["given"] for roll in table.last_step()["rolls"])


RESTS = {
    "swan song": ("ganger-ambush", ("damage mira 8 --pool flesh", "damage vex 5 --pool flesh")),
    "spotlight": ("ninth-street", ("damage joe 6 --location torso --type lethal",)),
    "sr3": ("garage-night", ("damage rook 9 --type physical", "damage hale 6 --type physical")),
    "i2050": ("street-samurai-duel", ("damage kaz 9", "damage lotus 5")),
}


@pytest.mark.parametrize("typed", ["all", " ALL "])
@pytest.mark.parametrize("ruleset", RESTS)
def test_a_week_of_rest_asks_once(session: Open, ruleset: str, typed: str) -> None:
    fight, lines = RESTS[ruleset]
    table = session(fight, *lines)
    assert len(table.type("rest week", typed)) == 1
    table.type("undo")
    assert table.type("rest week"), "the next command asks again"


def test_a_burst_at_several_asks_once(session: Open) -> None:
    table = session("car-park")
    line = "attack dana crane guard-1 --with burst=medium"
    assert len(table.type(line, "", "all")) == 2
    table.type("undo")
    asked = table.type(line, "", "1" * 6, "all")
    assert ALL_HINT in asked[1]
    assert len(asked) == 3


def test_a_choice_that_defaults_to_no_is_not_asked_and_another_is(session: Open) -> None:
    asked = session("knife-fight").type("attack joe bob", "", "", "all")
    assert not any("reroll" in text for text in asked)
    asked = session("garage-night").type("attack rook guard-1", "", "all")
    assert any("First guard: resist" in text and "how many" in text for text in asked[2:]), asked


def test_rolls_of_several_people_and_all_after_them(session: Open) -> None:
    table = session("ganger-ambush")
    asked = table.type("roll-init", "?", "mira=6", "all")
    assert ALL_HELP in table.said
    assert len(asked) == 3
    assert rolls(table.last_step())["initiative.mira"] == [6]


def test_no_more_is_promised_than_there_is(session: Open) -> None:
    asked = session("knife-fight", "ask off", people="joe dice").type("attack joe bob", "?")
    assert ALL_HINT not in asked[0]
    assert ALL_HELP not in asked[1]


def test_back_from_a_choice_takes_all_back(session: Open) -> None:
    table = session("garage-night")
    asked = table.type("attack rook guard-1", "", "all", "<", "555551")
    assert asked[3] == asked[1]
    assert len(asked) > 5, "all others are asked again"
    assert rolls(table.last_step())["attack.rook"] == [5, 5, 5, 5, 5, 1]


def test_dice_that_were_typed_before_all_count(session: Open) -> None:
    table = session("knife-fight")
    table.type("attack joe bob", "", "6624151", "all")
    step = table.last_step()
    assert rolls(step)["attack.joe"] == [6, 6, 2, 4, 1, 5, 1]
