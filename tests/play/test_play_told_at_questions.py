"""What a question says: for whom it is, for what, and what the default comes to."""

from collections.abc import Callable

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.core.report import Part
from gmtrack.dice.port import Ask, Goal, Reading
from gmtrack.play.question_text import render_one_of_several_rolls

from .answering import Answering

Open = Callable[..., Answering]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


RESTS = {
    "a medic": (
        "ganger-ambush", ("damage mira 3 --pool flesh",), "rest hour --with medic=vex",
        ["Vex treats Mira Kade, hour of rest (shield 6/6, flesh 7/10, strain 0/10) Vex: aid"],
    ),
    "swan song": (
        "ganger-ambush", ("damage vex 8 --pool flesh",), "rest week --roll recover.vex=523423",
        ["Vex, week of rest, roll 2 (flesh 3/10, strain 0/10) Vex: recover"],
    ),
    "spotlight": (
        "ninth-street", ("damage joe 6 --location torso --type lethal",), "rest week",
        ["Joe, week of rest (torso 6/12) Joe: recover", "Joe, week of rest, roll 2 ("],
    ),
    "storyteller": (
        "back-room", ("damage nick 3 --type bashing",), "rest scene --with medic=lena",
        ["Lena treats Nick, scene of rest (health 5/8) Lena: aid"],
    ),
    "sr3": (
        "garage-night", ("damage rook 9 --type physical",), "rest day",
        ["Rook, day of rest (physical 9/10, stun 0/10) Rook: recover"],
    ),
    "i2050": (
        "street-samurai-duel", ("damage kaz 9",), "rest week --with medic=lotus",
        ["Lotus treats Kaz, week of rest ("],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", RESTS)
def test_a_roll_in_a_rest_says_for_whom_it_is_and_how_they_are(session: Open, case: str) -> None:
    fight, lines, rest, says = RESTS[case]
    asked = session(fight, *lines).type(rest)
    for text, begins in zip(asked, says, strict=False):
        assert text.startswith(begins), asked
    assert len(asked) >= len(says)


def test_rolls_of_several_people_in_a_rest_are_under_the_line(session: Open) -> None:
    lines = ("damage rook 6 --type physical", "damage hale 9 --type physical")
    table = session("garage-night", *lines)
    table.type("rest week")
    assert "`rest week` Rook: recover, 5 dice (5 body)" in table.said


def test_rolls_of_a_line_with_several_are_under_the_line(session: Open) -> None:
    table = session("back-room")
    table.type("act nick,lena touch bouncer")
    assert "`act nick,lena touch bouncer` Nick: touch, 6 dice" in table.said
    only = session("back-room", "ask off", people="lena").type("act nick,lena touch bouncer")
    assert only[0].startswith("Lena: touch The bouncer Lena: touch, ")


STANDARD = {
    "swan song": ("knife-fight", "attack joe bob", "standard: 3 dice"),
    "spotlight": ("ninth-street", "attack wendy thug-1", "standard: no defense"),
    "storyteller": ("back-room", "attack bouncer nick", "standard: 4 dice off the attack"),
    "sr3": ("garage-night", "attack rook guard-1 -w unarmed", "standard: no defense"),
    "i2050": ("street-samurai-duel", "attack samurai kaz", "standard: no defense"),
}


@pytest.mark.parametrize("ruleset", STANDARD)
def test_a_defense_says_what_the_standard_is(session: Open, ruleset: str) -> None:
    fight, line, says = STANDARD[ruleset]
    asked = session(fight).type(line)
    [defense] = [text for text in asked if "defense" in text and "Enter = standard" in text]
    assert f"; {says} " in defense


def test_what_was_declared_is_the_standard(session: Open) -> None:
    lines = ("roll-init", "act thug-1 dodge", "next")
    asked = session("three-thugs-in-the-fog", *lines, people="foe").type(
        "attack mona thug-1 --force"
    )
    assert "; standard: dodge, target " in asked[0]


def test_each_of_several_is_told_what_the_standard_is(session: Open) -> None:
    table = session("ganger-ambush")
    table.type("attack vex blaze chains --force")
    assert "none (standard: 8 dice)" in table.said
    assert "none (standard: 5 dice)" in table.said


def test_the_parts_of_a_pool_are_told_however_many_they_are(session: Open) -> None:
    asked = session("car-park").type(
        "attack dana crane guard-1 --with burst=medium --with willpower"
    )
    assert "Dana: attack, 9 dice 9 = 3 dexterity + 3 firearms + 2 burst - 2 targets + 3" in asked[0]


def test_help_for_several_says_each_thing_once(session: Open) -> None:
    table = session("ganger-ambush")
    table.type("roll-init", "?")
    assert table.said.count("`all`: the program makes this roll") == 1


def test_first_aid_that_gives_nothing_back_says_why(session: Open) -> None:
    table = session("ganger-ambush", "damage mira 3 --pool flesh")
    table.type("rest mira hour --with medic=vex --roll aid=5,1")
    assert "first aid by Vex gives Mira Kade nothing back: only hits above 2 count" in table.said
    table.type("undo")
    table.type("rest mira hour --with medic=vex --mod 3 --roll aid=5,5,5,5,5")
    assert "gives Mira Kade nothing back: at most as much as the rank in first aid" in table.said


AGAINST = {
    "first aid in swan song": (
        "ganger-ambush", ("damage mira 3 --pool flesh",), "rest mira hour --with medic=vex",
        "hits count above 2",
    ),
    "bleeding in swan song": (
        "ganger-ambush", ("effect mira bleedout",), "act vex first-aid mira", "threshold 4",
    ),
    "slow death in swan song": (
        "ganger-ambush", ("effect mira slow-death",), "act vex first-aid mira",
        "extended threshold 16",
    ),
    "slow death, second roll": (
        "ganger-ambush",
        ("effect mira slow-death", "ask off", "act vex first-aid mira --roll treat=5,5", "ask pc"),
        "act vex first-aid mira", "extended threshold 14",
    ),
    "first aid in storyteller": (
        "back-room", ("damage nick 3 --type bashing",), "rest nick scene --with medic=lena",
        "extended threshold 3",
    ),
    "a test in storyteller": ("back-room", (), "test nick wits --threshold 3", "threshold 3"),
    "an ambush in storyteller": (
        "back-room", (), "test nick surprise --threshold 3", "threshold 4",
    ),
    "first aid in spotlight": (
        "ninth-street", ("damage joe 9 --location torso --type lethal",),
        "rest joe day --with medic=sally", "Difficulty",
    ),
    "first aid in sr3": (
        "garage-night", ("damage rook 9 --type physical",), "rest rook day --with medic=brick",
        "TN",
    ),
    "first aid in i2050": (
        "street-samurai-duel", ("damage kaz 9",), "rest kaz scene --with medic=lotus", "target",
    ),
}  # fmt: skip
"""A fight, lines before, the line that asks for dice, and what they are rolled against."""


@pytest.mark.parametrize("case", AGAINST)
def test_a_question_for_dice_says_against_which_number(session: Open, case: str) -> None:
    fight, lines, line, against = AGAINST[case]
    asked = session(fight, *lines).type(line)
    assert asked, line
    assert f"{against}" in asked[0]


def test_what_an_extended_test_still_needs_gets_less_with_each_roll(session: Open) -> None:
    table = session("ganger-ambush", "effect mira slow-death", "set vex skills.first_aid=6")
    asked = table.type("rest mira scene --with medic=vex", "555556626", "all")
    assert "extended threshold 16" in asked[0]
    assert "extended threshold 11" in asked[1]


def test_parts_that_do_not_fit_among_several_rolls_are_on_a_line_of_their_own() -> None:
    parts = (
        Part("agility", 6), Part("pistols", 5), Part("split", -3), Part("weak-side", -2),
        Part("wounds", -1),
    )  # fmt: skip
    reading = Reading(hit=5, ones=True, ones_matter="most")
    goal = Goal("threshold", (Part("threshold", 3),), reads=False)
    ask = Ask("attack", "joe", 5, 6, reading, 4, parts=parts, goal=goal, faces_decide="a glitch")
    encounter = Encounter("x", "swan-song", combatants={"joe": {"name": "Joe Schmoe"}})
    lines = render_one_of_several_rolls(ask, encounter, 80)
    assert lines == [
        "Joe Schmoe: attack, 5 dice, threshold 3, 4 count at most; hits alone from 3h on",
        "  5 = 6 agility + 5 pistols - 3 split - 2 weak side - 1 wounds",
    ]
    # One line is enough where there is room.
    assert len(render_one_of_several_rolls(ask, encounter, 160)) == 1
