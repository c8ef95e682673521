"""What a question says: for whom it is, for what, and what the default comes to."""

from collections.abc import Callable

import pytest

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
