"""`help` in a session: what matters now comes first."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.app.what import choices
from gmtrack.cli.main import execute
from gmtrack.core.choice import Choice
from gmtrack.play.help import render_guide
from gmtrack.play.questions.who_is_asked import AskSetting
from gmtrack.play.table import PlayTable
from gmtrack.view.text import cells

Type = Callable[[list[str]], Any]


def told(table: PlayTable, line: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert table.run_line(line) == 0
    return capsys.readouterr().out


@pytest.fixture
def alley(type_line: Type) -> PlayTable:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    return PlayTable(execute)


def test_without_a_fight_it_says_how_to_open_one(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    out = told(PlayTable(execute), "help", capsys)
    assert all(word in out for word in ("load FILE", "examples", "import FILE", "stock"))


def test_between_fights_it_says_what_is_done_with_a_party(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    type_line(["load", "@couriers"])
    table = PlayTable(execute)
    out = told(table, "?", capsys)
    assert "rest KIND" in out
    assert "load FILE --party" in out
    assert "roll-init" not in out + told(table, "what", capsys)
    # The session has gone over to the party: no other file is named.
    table.run_line("load @underpass")
    assert "GMTRACK_FILE" not in told(table, "party open", capsys)


@pytest.mark.parametrize("word", ["help", "?"])
def test_before_the_first_round_it_says_how_to_begin(
    alley: PlayTable, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    out = told(alley, word, capsys)
    assert "roll-init" in out
    assert "undo" not in out


def test_in_a_turn_it_names_weapons_targets_and_what_undo_takes_back(
    alley: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    alley.run_line("i --roll joe=6 --roll bob=1")
    out = told(alley, "?", capsys)
    assert out.startswith("Joe Schmoe, 3 AP")
    assert "attack: bob" in out
    assert "knife" in out
    assert "undo: roll-init" in out


def test_of_a_command_it_says_what_fits_now_and_then_all(
    alley: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    alley.run_line("i --roll joe=6 --roll bob=1")
    out = told(alley, "? a", capsys)
    assert out.startswith("Now")
    assert out.index("targets") < out.index("Usage: gmtrack attack")
    assert "bob" in out.partition("Usage")[0]


def test_errors_are_mended_by_undo_and_amend(
    alley: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "amend" not in told(alley, "?", capsys)  # nothing has been done
    alley.run_line("i --roll joe=6 --roll bob=1")
    rows = told(alley, "?", capsys).splitlines()
    (row,) = [line for line in rows if "amend" in line]
    assert row.split()[:5] == ["u", "·", "amend", "·", "why"]
    assert "undo, mend, explain a step; undo: roll-init" in row


@pytest.mark.parametrize("word", ["n", "d", "add", "leave"])
def test_what_scripts_need_is_not_told_at_the_prompt(
    alley: PlayTable, capsys: pytest.CaptureFixture[str], word: str, type_line: Type
) -> None:
    out = told(alley, f"? {word}", capsys)
    assert "--dry-run" in out
    for option in ("--json", "--seed", "--help"):
        assert option not in out
    full = {"n": "next", "d": "damage"}.get(word, word)
    assert "--json" in type_line([full, "--help"]).out


def test_all_lists_every_command(alley: PlayTable, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(alley, "? all", capsys)
    assert "Usage: gmtrack [OPTIONS] COMMAND" in out
    assert out.startswith("At the prompt\nask pc ")


def test_that_dice_can_be_asked_for_is_said_as_long_as_nobodys_are(
    alley: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "ask pc" in told(alley, "?", capsys)
    alley.run_line("ask pc")
    assert "ask pc" not in told(alley, "?", capsys)
    alley.run_line("ask off")
    alley.asking.alone = True
    assert "ask pc" not in told(alley, "?", capsys)


ANSWERS = {
    "knife-fight": {
        "bob": ["Bob Rock", "it is Joe Schmoe's phase", "`what bob`"],
        "joe": ["a TARGET", "attack: bob", "x ACTION"],
        "called": ["places", "neck", "bleeds out"],
        "modes": ["--with mode=", "long-burst"],
        "weapons": ["combat-knife", "DV STR+2"],
        "knife": ["--weapon combat-knife"],
        "reload": ["act joe reload", "1 AP"],
        "parry": ["--defense parry"],
        "karma": ["reroll", "dice=1"],
        "with": ["target-running"],
    },
    "ninth-street": {"uzi": ["--weapon uzi"], "called": ["head"], "sally": ["Sally", "a sally"]},
    "back-room": {"defense": ["dodge"], "actions": ["grab"], "effects": ["prone"]},
    "garage-night": {"mode": ["bf"], "aim": ["act rook aim", "1 simple"]},
    "street-samurai-duel": {"kaz": ["Kaz", "x kaz ACTION"], "weave": ["--defense weave"]},
}


@pytest.mark.parametrize("fight", ANSWERS)
def test_a_question_mark_and_a_word_say_what_it_means_here(
    type_line: Type, capsys: pytest.CaptureFixture[str], fight: str
) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    table = PlayTable(execute)
    table.run_line("next --seed 1")
    for word, says in ANSWERS[fight].items():
        out = told(table, f"? {word}", capsys)
        for text in says:
            assert text in out, (word, out)
        assert "Usage" not in out


FIRED = {
    ("garage-night", "rook", "burst", "--with mode=bf"): "Rook: smg",
    ("garage-night", "rook", "modes", "  bf "): "Rook: smg",
    ("garage-night", "hale", "burst", "--with mode=bf"): "Hale: machine-gun",
    ("ninth-street", "joe", "burst", "--with mode=burst"): "Joe: uzi",
    ("loading-dock", "lena", "modes", "  burst "): "Lena: carbine",
    ("car-park", "dana", "modes", "  short "): "Dana: rifle",
    ("car-park", "rita", "modes", "  short "): "Rita: no weapon",
    ("garage-night", "rook", "with", "  mode "): "fire mode: ss, sa, bf or fa",
    ("three-thugs-in-the-fog", "rudy", "burst", "--with burst"): "Rudy: smg",
}


@pytest.mark.parametrize(("fight", "who", "word", "row"), FIRED)
def test_of_a_mode_it_says_which_weapons_have_it(
    type_line: Type, capsys: pytest.CaptureFixture[str], fight: str, who: str, word: str, row: str
) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    table = PlayTable(execute)
    assert table.fight is not None
    assert table.scene is not None
    table._scene = table.scene._replace(acting=who)
    (found,) = [line for line in told(table, f"? {word}", capsys).splitlines() if row in line]
    assert found.endswith(FIRED[fight, who, word, row])


REFUSED = {"nek": "did you mean 'neck'?", "bobb": "did you mean 'bob'?", "xyzzy": "there is"}


@pytest.mark.parametrize("word", REFUSED)
def test_of_what_is_nothing_it_names_the_nearest(
    alley: PlayTable, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    assert alley.run_line(f"? {word}") != 0
    err = capsys.readouterr().err
    assert f"nothing is called '{word}' here" in err
    assert REFUSED[word] in err


def test_of_several_it_names_them(type_line: Type, capsys: pytest.CaptureFixture[str]) -> None:
    assert type_line(["load", "encounters/garage-night.yaml"]).status == 0
    assert PlayTable(execute).run_line("? guard") != 0
    assert "First guard, Second guard, Third guard" in capsys.readouterr().err


PHASES = ("", "next --seed 1", "next --seed 1", "next --seed 1")


@pytest.mark.parametrize("fight", ANSWERS)
def test_in_every_phase_it_names_only_what_works(
    type_line: Type, capsys: pytest.CaptureFixture[str], fight: str
) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    table = PlayTable(execute)
    for line in PHASES:
        table.run_line(line)
        out = told(table, "?", capsys)
        for word, command in (("  a ", "attack"), ("  x ", "act"), ("  i ", "roll-init")):
            assert table.fight is not None
            who = table.fight.known.acting
            works = {one.intent.word for one in tried(table, who) if not one.why}
            assert (word in out) <= (command in works | {one[0] for one in due(table)}), out


def tried(table: PlayTable, who: str | None) -> list[Choice]:
    assert table.fight is not None
    encounter = table.fight.known.encounter
    assert encounter is not None
    everybody = [who] if who else list(encounter.combatants)
    return [one for each in everybody for one in choices(table.fight.ruleset, encounter, each)]


def due(table: PlayTable) -> list[list[str]]:
    assert table.fight is not None
    return [one.word.split() for one in table.fight.board.turn.due]


def test_where_nobody_holds_the_spotlight_it_says_how_to_take_it(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_line(["load", "encounters/ninth-street.yaml"]).status == 0
    table = PlayTable(execute)
    for line in ["next --seed 3", *["next"] * 5]:
        table.run_line(line)
    assert table.fight is not None
    assert table.fight.known.acting is None
    out = told(table, "?", capsys)
    assert "intervene WHO" in out
    assert "a WHO TARGET --with react" in out
    assert "  intervene boss" in told(table, "what", capsys)
    refused = type_line(["act", "boss", "move"])
    assert refused.status == 1
    assert "`intervene boss` takes it" in refused.err
    assert "intervene" not in type_line(["act", "thug-1", "move"]).err
    assert type_line(["intervene", "boss"]).status == 0
    assert type_line(["act", "boss", "move"]).status == 0


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("fight", ["ganger-ambush", "car-park", "stairwell", "ninth-street"])
def test_it_fits_the_rows_of_a_terminal(type_line: Any, fight: str, width: int) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    table = PlayTable(execute)
    table.run_line("i --seed 1")
    lines = render_guide(table.fight, table.scene, width, 24)
    assert len(lines) <= 21
    assert any("? COMMAND" in "".join(span.text for span in line) for line in lines)
    assert all(cells("".join(span.text for span in line)) <= width for line in lines)


@pytest.mark.parametrize("word", ["off", "none", "nobody"])
def test_asking_for_dice_can_be_switched_off(
    alley: PlayTable, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    alley.run_line("ask pc")
    assert "`ask off`" in told(alley, "? ask", capsys)
    assert "the program rolls all dice" in told(alley, f"ask {word}", capsys)
    assert alley.ask_setting == AskSetting()
