"""Who is asked in a session, for what, and that a fight keeps it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from programs import ROOT

from gmtrack.cli.main import execute
from gmtrack.play.questions.who_is_asked import ALL, DICE, USUAL, AskSetting
from gmtrack.play.table import PlayTable
from gmtrack.store.working_copies import active_place

from .answering import Answering
from .conftest import Evening

Open = Callable[..., Answering]
ATTACKS = {
    # Fight, line, and what its questions of defense and of points begin with.
    "swan song": ("knife-fight", "attack joe bob", "Bob Rock: defense?", "Joe Schmoe: karma?"),
    "spotlight": ("ninth-street", "attack wendy thug-1", "First thug: defense (", ""),
    "storyteller": (
        "back-room", "attack nick bouncer", "The bouncer: defense?", "Nick: spend? willpower",
    ),
    "sr3": ("garage-night", "attack rook guard-1", "First guard: resist, 4 dice (4 body), TN 2 "
            "combat pool 5 left", "Rook: attack, 6 dice (6 skill), TN 4 combat pool"),
    "i2050": ("street-samurai-duel", "attack kaz student", "The student: defense?", ""),
}  # fmt: skip


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


@pytest.mark.parametrize("scope", [DICE, USUAL, ALL])
@pytest.mark.parametrize("ruleset", ATTACKS)
def test_one_word_says_what_is_asked(session: Open, ruleset: str, scope: str) -> None:
    fight, line, defense, points = ATTACKS[ruleset]
    asked = session(fight, people=f"pc foe {scope}").type(line)
    assert any("dice (Enter = roll)" in text for text in asked)
    assert any(defense in text for text in asked) is (scope != DICE)
    assert any(points in text for text in asked if points) is bool(scope == ALL and points)


def test_points_after_a_roll_are_asked_for_with_all_alone(session: Open) -> None:
    table = session("knife-fight", people="joe")
    assert not any("reroll" in text for text in table.type("attack joe bob", "6611111"))
    table.type("ask joe all")
    assert any("reroll" in text for text in table.type("attack joe bob", "", "6611111"))


def test_reactions_are_not_asked_for_with_dice_alone(session: Open) -> None:
    lines = ("roll-init --seed 1", "next", "delay vex")
    asked = session("ganger-ambush", *lines, people="pc dice").type("act blaze walk")
    assert asked == []


@pytest.mark.parametrize(
    ("words", "setting", "says"),
    [
        ("pc", AskSetting(("pc",), USUAL),
         "player characters roll their own dice; defenses and reactions are asked too"),
        ("pc dice", AskSetting(("pc",), DICE),
         "player characters roll their own dice; nothing else is asked"),
        ("bob all", AskSetting(("bob",), ALL),
         "bob rolls their own dice; defenses, reactions and points are asked too"),
        ("off", AskSetting(), "the program rolls all dice"),
    ],
)  # fmt: skip
def test_the_line_says_who_is_asked_for_what(
    session: Open, words: str, setting: AskSetting, says: str
) -> None:
    table = session("knife-fight", people="off")
    table.type(f"ask {words}")
    assert table.said == says
    assert table.table.ask_setting == setting
    table.type("ask")
    assert table.said == says


def test_the_word_alone_is_for_those_who_are_asked(session: Open) -> None:
    table = session("knife-fight", people="joe")
    table.type("ask dice")
    assert table.table.ask_setting == AskSetting(("joe",), DICE)
    table.type("ask joe")
    assert table.table.ask_setting == AskSetting(("joe",), USUAL)


@pytest.mark.parametrize("words", ["pc dice", "bob all", "off"])
def test_a_fight_keeps_who_is_asked(type_line: Callable[..., object], words: str) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    table = PlayTable(execute)
    table.run_line("ask joe")
    table.run_line(f"ask {words}")
    again = PlayTable(execute)
    assert again.ask_setting == table.ask_setting
    told = again.asking.recalled
    assert told == (f"as before in this fight: {again.ask_setting.describe()}" if words != "off"
                    else "")  # fmt: skip


def test_each_fight_keeps_its_own(
    type_line: Callable[..., object], capsys: pytest.CaptureFixture[str]
) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["load", "encounters/back-room.yaml"])
    table = PlayTable(execute)
    table.run_line("ask nick dice")
    table.run_line("switch knife-fight")
    assert table.ask_setting.people == ("nick",), "as said in this session"
    table.run_line("ask off")
    table.run_line("ask bob all")
    capsys.readouterr()
    table.run_line("switch back-room")
    assert "as before in this fight: nick rolls their own dice" in capsys.readouterr().out
    table.run_line("switch knife-fight")
    assert table.ask_setting == AskSetting(("bob",), ALL)
    table.run_line(f"load {ROOT}/encounters/knife-fight.yaml --fresh")
    assert table.ask_setting == AskSetting(("bob",), ALL)


def test_what_was_switched_off_stays_off_though_the_file_says_otherwise(
    type_line: Callable[..., object], tmp_path: Path
) -> None:
    file = tmp_path / "asked.yaml"
    text = (ROOT / "encounters" / "knife-fight.yaml").read_text(encoding="utf-8")
    file.write_text(text + "\ntable: {ask: [pc, dice]}\n", encoding="utf-8")
    type_line(["load", str(file)])
    table = PlayTable(execute)
    assert table.ask_setting == AskSetting(("pc",), DICE)
    assert table.fight
    assert table.fight.slips == 0, "the word is no misspelt side"
    table.run_line("ask off")
    again = PlayTable(execute)
    assert again.ask_setting == AskSetting()
    assert again.asking.recalled == "as before in this fight: the program rolls all dice"


@pytest.mark.parametrize(
    "kept", [b"", b"[", b"[]", b'{"ask": 3}', b"\xff", b'{"ask": {"people": 1}}']
)
def test_a_setting_that_cannot_be_read_is_none(
    type_line: Callable[..., object], kept: bytes
) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    (active_place().folder / "play.json").write_bytes(kept)
    table = PlayTable(execute)
    assert table.ask_setting == AskSetting()
    assert not table.faults.told


def test_a_session_tells_once_who_is_asked(evening: Callable[..., Evening]) -> None:
    found = evening("knife-fight", ask="joe dice")
    found.type("q", "kept")
    found.terminal.close()
    found._ask = ""
    found.open()
    assert found.terminal.transcript.count("as before in this fight: joe rolls their own dice") == 1
    found.type("attack joe bob", "dice (Enter = roll):")
    found.type("\x03", "nothing has changed")


RICH = ("set kes karma_pool=4", "set kes karma_left=4", "set gus karma_pool=2",
        "set gus karma_left=2")  # fmt: skip
"""Karma for a mage and for the one whom she attacks."""
KARMA = "Karma 4 left: how many dice? (Enter = none)"
BOLT = "attack kes gus --weapon manabolt --with level=l"


def named_points(ruleset: str) -> tuple[str, tuple[str, ...], str, str]:
    """Fight, lines before, an attack of somebody with points, and the option that buys dice."""
    if ruleset == "swan song":
        return "knife-fight", ("set joe karma=3",), "attack joe bob", "--karma dice=1"
    return "street-clinic", RICH, BOLT, "--with karma=cast:1"


@pytest.mark.parametrize("ruleset", ["swan song", "sr3"])
def test_a_reroll_is_not_asked_for_where_the_line_names_points_for_the_roll(
    session: Open, ruleset: str
) -> None:
    fight, lines, attack, points = named_points(ruleset)
    attacker = "Joe Schmoe: attack" if ruleset == "swan song" else "Kes: cast"
    table = session(fight, *lines)

    def asks_again(questions: list[str]) -> bool:
        return any(text.startswith(attacker) and "eroll" in text for text in questions)

    assert asks_again(table.type(attack))
    table.type("undo")
    assert not asks_again(table.type(f"{attack} {points}"))


def test_a_reroll_is_asked_for_after_dice_were_bought_at_a_question(session: Open) -> None:
    """Who has just chosen to spend may still spend more."""
    table = session("knife-fight", "set joe karma=3")
    asked = table.type("attack joe bob", "", "dice=1", "66111111")
    assert any("reroll 6 of 8 dice" in text for text in asked)
    clinic = session("street-clinic", *RICH)
    asked = clinic.type(BOLT, "", "2")
    assert any("Reroll" in text and "of 8 dice" in text for text in asked)


@pytest.mark.parametrize(
    "line",
    [
        BOLT,
        "attack kes gus zed --weapon fireball --with level=m",
        "act kes cast manabolt gus --with level=l",
        "test kes willpower",
        "attack kes gus --weapon unarmed",
    ],
)
def test_dice_of_karma_are_asked_for_before_the_roll_of_whoever_acts(
    session: Open, line: str
) -> None:
    """SRX-220: where points before rolls are asked for, and nowhere else."""
    table = session("street-clinic", *RICH)
    asked = table.type(line)
    assert [text for text in asked if "Karma" in text and "how many dice" in text] == [
        text for text in asked if KARMA in text
    ]
    assert sum(KARMA in text for text in asked) == 1
    table.type("undo")
    [place] = [number for number, text in enumerate(asked) if KARMA in text]
    told = table.type(line, *[""] * place, "2")
    assert any("+ 2 karma" in text for text in told)
    assert table.last_step()["line"].endswith(".kes=2")


def test_dice_of_karma_are_asked_for_with_points_alone_and_once(session: Open) -> None:
    table = session("street-clinic", *RICH, people="pc foe")
    assert not any("Karma" in text for text in table.type(BOLT))
    table.type("undo")
    table.type("ask pc foe all")
    for word in ("karma=cast:1", "reroll=cast", "burn=cast"):
        asked = table.type(f"{BOLT} --with {word}")
        assert not any("Karma" in text for text in asked), word
        table.type("undo")
    table.type("set kes karma_left=0")
    assert not any("Karma" in text for text in table.type(BOLT))


def test_karma_is_asked_of_each_of_several_who_make_a_test(session: Open) -> None:
    """Each point goes to the roll of whoever has answered."""
    table = session("street-clinic", *RICH)
    table.type("test kes,gus willpower", "kes=1 gus=2")
    assert table.last_step()["line"].endswith("karma=test.kes=1 --with karma=test.gus=2")
    table.type("undo")
    misses = "kes=1,1,1,1,1,1", "gus=1,1,1"
    asked = table.type("test kes,gus willpower", "", *misses, "", "y")
    assert any(text.startswith("Gus: test, 0 hits") for text in asked)
    assert table.last_step()["line"].endswith("--with reroll=test.gus")


def test_no_dice_of_karma_are_asked_for_where_misses_are_rolled_again(session: Open) -> None:
    table = session("street-clinic", *RICH)
    asked = table.type("test kes willpower", "", "1 1 1 1 1 1", "y")
    assert sum("Karma" in text and "how many dice" in text for text in asked) == 1


def test_no_reroll_is_asked_for_where_one_roll_is_read_for_several(session: Open) -> None:
    """Each of them misses with other dice: the rules would refuse the answer."""
    table = session("street-clinic", *RICH)
    asked = table.type("attack kes gus zed --weapon fireball --with level=m")
    assert not any(text.startswith("Kes: cast") and "eroll" in text for text in asked)
