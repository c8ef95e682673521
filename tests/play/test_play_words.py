"""What a hurried person types at the prompt, and what they are told when it is not enough."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from tables import each_row

from gmtrack.app.shorthand import ShorthandReader
from gmtrack.cli.main import execute
from gmtrack.cli.parse import split_line
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act
from gmtrack.core.lexicon import Entry
from gmtrack.errors import Refusal
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import KnownFight, join_names, make_command_line

Type = Callable[[list[str]], Any]
UNDERSTOOD = {
    ("knife-fight", "a bob l.eye"): "attack joe bob --called left-eye",
    ("knife-fight", "a bob left eye"): "attack joe bob --called left-eye",
    ("knife-fight", "x take g"): "act joe take-cover good",
    ("ninth-street", "a joe punk uzi burst"): "attack joe punk --weapon uzi --with mode=burst",
    ("garage-night", "a rook guard-1 pool=3"): "attack rook guard-1 --with pool=3",
}
BY_HAND = {
    ("street-samurai-duel", "d lotus 4 chest"): "damage lotus 4 --location chest",
    ("car-park", "d rita 2 lethal"): "damage rita 2 --type lethal",
    ("knife-fight", "d joe 3 kin"): "damage joe 3 --type kinetic",
    ("knife-fight", "d joe 3 flesh left eye"): "damage joe 3 --location left-eye --pool flesh",
    ("ninth-street", "h punk 2 torso"): "heal punk 2 --location torso",
}
TOLD = {
    ("knife-fight", "y"): "no command 'y': no question is open",
    ("knife-fight", "5 3"): "dice are asked only of those who roll their own (`ask pc`)",
    ("knife-fight", "nn"): "no command 'nn'; did you mean `n` (next)?",
    ("knife-fight", "zzz"): "`?` says what can be done now",
    ("knife-fight", "note lights out"): "On the fight: `note fight lights out`",
    ("knife-fight", "d bob 3 strain"): "'strain' could be `--type strain`, `--pool strain`",
    ("knife-fight", "d bob 3 flsh"): "did you mean `--pool flesh`?",
    ("knife-fight", "d bob 3 xyz"): "'xyz' is no type or location or pool; name it so: "
    "`--type corrosive`, `--location ankle`, `--pool shield`",
    ("knife-fight", "d bob 3 fire cryo"): "'cryo' is a second type, besides fire",
    ("knife-fight", "a bob nek"): "no target 'nek'; did you mean `--called neck`?",
    ("knife-fight", "a bbo"): "did you mean 'bob'?",
    ("knife-fight", "a bob zzqx"): "'zzqx' is no combatant, weapon, place or word of an attack "
    "here; `rules words` has all words, at the prompt `? called` the places",
    ("back-room", "a nick dog guard-1"): "word of an attack here; `rules words` has",
    ("knife-fight", "a bob clup"): "did you mean `--with club`?",
    ("knife-fight", "a bob flurb"): "word of an attack here; `rules words`",
    ("loading-dock", "a vex pike grenade"): "word of an attack here; `rules words`",
    ("back-room", "a nick dog bite"): "word of an attack here; `rules words`",
    ("knife-fight", "export story"): "no command 'export'; `?` says what",
    ("car-park", "a dana crane grapple"): "'grapple' is no part of an attack but an action: "
    "`act dana grapple`",
    ("car-park", "a rita crane cover cover=wall"): "cover is given twice: `cover` and "
    "`cover=wall`; leave one out",
    ("car-park", "reload"): "no command 'reload'; `x reload` is an action",
    ("car-park", "pick"): "no command 'pick'; `x pick-up` is an action",
    ("knife-fight", "lod"): "did you mean 'load'?",
    ("knife-fight", "a"): "Missing argument 'TARGET...'. There is bob",
}
HURRIED = {
    ("three-thugs-in-the-fog", "x rudy burst geezer-1 3"): "act rudy burst geezer-1 --with burst=3",
    ("three-thugs-in-the-fog", "x mona shoot sally head aim 4"): (
        "act mona shoot sally --called head --with aim=4"
    ),
    ("three-thugs-in-the-fog", "x mona shoot sally cul aim=4"): (
        "act mona shoot sally --weapon culebra --with aim=4"
    ),
    ("three-thugs-in-the-fog", "a rudy geezer-1 burst 3"): ("attack rudy geezer-1 --with burst=3"),
    ("garage-night", "a rook guard-1 burst"): "attack rook guard-1 --with mode=bf",
    ("garage-night", "a hale boss full 6"): "attack hale boss --with mode=fa --with rounds=6",
    ("garage-night", "a hale guard-1,boss full 10"): (
        "attack hale guard-1 boss --with mode=fa --with rounds=10"
    ),
    ("garage-night", "a hale g3,guard* full 10"): (
        "attack hale g3 guard-1 guard-2 --with mode=fa --with rounds=10"
    ),
    ("garage-night", "a hale boss fa=6"): "attack hale boss --with mode=fa --with rounds=6",
    ("garage-night", "a rook guard-1 dark"): "attack rook guard-1 --with light=full-darkness",
    ("garage-night", "a brick rook axe full"): "attack brick rook --weapon axe --defense full",
    ("garage-night", "a spotter rook head pool 2"): (
        "attack spotter rook --called head --with pool=2"
    ),
    ("garage-night", "x rook aim guard-1 smg"): "act rook aim guard-1 --weapon smg",
}
"""Before the first round, where anybody may act."""
HURRIED_TOLD = {
    ("three-thugs-in-the-fog", "x sally move 3"): "move takes no metres ('3')",
    ("three-thugs-in-the-fog", "x mona shoot sally head"): (
        "`act mona shoot sally --called head --with aim=1`"
    ),
    ("three-thugs-in-the-fog", "x mona shoot sally -w aim=4"): "`-W aim=4`",
    ("three-thugs-in-the-fog", "s 3"): "no combatant '3'",
    ("garage-night", "x rook reload"): (
        "`act rook remove-clip smg`, then `act rook insert-clip smg`"
    ),
    ("garage-night", "a rook guard-1 --with pool"): "pool needs a whole number: type pool=N",
    ("street-samurai-duel", "x student shoot kaz"): "knife cannot shoot",
    ("street-samurai-duel", "n 4"): "`next` goes on one step at a time",
    ("garage-night", "a rook guard-1 full"): ("'full' could be `--defense full`, `--with mode=fa`"),
    ("garage-night", "a rook guard-1 auto"): "full auto at First guard: type --with rounds=N",
    ("garage-night", "a boss rook bf full"): "full auto is --with mode=fa",
    ("garage-night", "a boss rook bf auto"): "mode is given twice: `mode=bf` and `mode=fa`",
}


@pytest.fixture
def opened(type_line: Type) -> Callable[[str], PlayTable]:
    def table(fight: str) -> PlayTable:
        assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
        return PlayTable(execute)

    return table


@pytest.mark.parametrize(("fight", "line"), UNDERSTOOD)
def test_it_is_understood(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    table = opened(fight)
    table.run_line("i --roll joe=6 --roll bob=1" if fight == "knife-fight" else "i --seed 1")
    capsys.readouterr()
    assert table.run_line(f"{line} -n --seed 1") == 0, capsys.readouterr().err
    assert f"understood: {UNDERSTOOD[fight, line]}" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("fight", "line"), TOLD)
def test_it_says_what_is_wrong(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    table = opened(fight)
    table.run_line("i --roll joe=6 --roll bob=1")
    assert table.run_line(line) != 0
    assert TOLD[fight, line] in " ".join(capsys.readouterr().err.split())


def test_a_refused_attack_of_another_than_the_acting_one_says_how_it_was_read(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("car-park")
    table.run_line("i --seed 1")
    for line, told in (
        ("a g1 rita burst", "read as: First guard attacks Rita (it is Crane's turn)\nerror: "),
        ("a crane rita burst", "error: "),
        ("a rita burst", "error: "),
    ):
        capsys.readouterr()
        assert table.run_line(line) != 0
        assert capsys.readouterr().err.startswith(told)


WRONG_LINES = {
    "a": "error: Missing argument 'TARGET...'. There is bob; `? attack` tells more",
    "amend x": "error: STEP: 'x' is not a whole number. Its number in `log`; `? amend` tells more",
    "heal joe": "error: Missing argument 'N'. Amount, or `all`; `? heal` tells more",
    "b --foo": "error: No such option: --foo; `? board` tells more",
}


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_wrong_line_is_told_in_one_without_the_programs_name(
    opened: Any, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    table = opened("knife-fight")
    table.run_line("i --roll joe=6 --roll bob=1")
    capsys.readouterr()
    assert table.run_line(line) == 2
    assert capsys.readouterr().err == f"{WRONG_LINES[line]}\n"


def test_what_comes_next_is_told_in_the_words_of_the_prompt(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("knife-fight")
    table.run_line("load encounters/knife-fight.yaml --fresh")
    assert capsys.readouterr().out.splitlines()[-1] == "next: i (roll-init)"
    table.run_line("i --roll joe=6 --roll bob=1")
    table.run_line("switch knife-fight-2")
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "next: a TARGET, or n to end the turn"


def test_no_attack_is_proposed_where_none_is_possible(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("knife-fight")
    table.run_line("load encounters/knife-fight.yaml --fresh")
    table.run_line("i --roll joe=6 --roll bob=1")
    table.run_line("set joe ap=0")
    capsys.readouterr()
    table.run_line("switch knife-fight-2")
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "next: what, or n to end the turn"


def test_the_only_one_who_holds_an_action_need_not_be_named(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("knife-fight")
    table.run_line("i --roll joe=6 --roll bob=1")
    assert table.run_line("intervene") == 2
    assert "Missing argument 'WHO'. Nobody can now" in capsys.readouterr().err
    table.run_line("delay")
    assert table.run_line("intervene") == 0
    assert "Joe Schmoe takes the delayed action" in capsys.readouterr().out


def test_an_action_in_two_words_is_none_of_somebody_called_like_the_first(
    opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, done = opened("ninth-street"), []
    table.run_line("i --seed 1")
    monkeypatch.setattr(table, "_execute", lambda words, perform: done.append(words[2:]) or 0)
    table.run_line("x first aid bill")  # beside First thug
    table.run_line("x thug-1 first aid bill")
    assert done == [["act", "joe", "first-aid", "bill"], ["act", "thug-1", "first", "aid", "bill"]]


def test_of_several_those_alone_are_named_who_can(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("ganger-ambush")
    table.run_line("i --seed 1")
    first = table.fight.known.acting
    table.run_line("delay")
    table.run_line("delay")
    capsys.readouterr()
    assert table.run_line("intervene") == 2
    told = capsys.readouterr().err
    named = told.partition("There is ")[2].partition(";")[0].split(", ")
    assert first in named
    assert len(named) == 2


def test_before_the_first_round_nobody_has_the_turn(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened("knife-fight").run_line("a bob") != 0
    assert (
        "nobody has the turn: name the attacker first (`attack WHO bob`)" in capsys.readouterr().err
    )


def test_what_nobody_can_do_now_is_said_before_who_it_should_be(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("street-samurai-duel")
    table.run_line("i")
    capsys.readouterr()
    assert table.run_line("a lotus") != 0
    assert "attacks are carried out in Resolution: `next`" in capsys.readouterr().err


@pytest.mark.parametrize(("fight", "line"), HURRIED)
def test_what_is_hurried_is_understood(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    assert opened(fight).run_line(f"{line} -n --seed 1") == 0, capsys.readouterr().err
    assert f"understood: {HURRIED[fight, line]}" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("fight", "line"), HURRIED_TOLD)
def test_what_is_hurried_is_told(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    assert opened(fight).run_line(f"{line}") != 0
    assert HURRIED_TOLD[fight, line] in " ".join(capsys.readouterr().err.split())


NOTED = {
    "note rook he's bleeding, and it's bad": "he's bleeding, and it's bad",
    "note rook the guards' radio": "the guards' radio",
    "note rook 'two  words' \"it's\"": "two  words it's",
}


@pytest.mark.parametrize("line", NOTED)
def test_an_apostrophe_is_a_letter(line: str) -> None:
    assert " ".join(split_line(line)[2:]) == NOTED[line]


def test_an_open_quote_is_refused() -> None:
    with pytest.raises(Refusal, match="close the quotes"):
        split_line('note rook "he is')


def in_resolution(opened: Any) -> PlayTable:
    """A round in which Mona has declared to shoot at Johnny's head, and nobody else anything."""
    table: PlayTable = opened("three-thugs-in-the-fog")
    for line in ("i --seed 1", "x mona shoot johnny head aim=4", "next"):
        assert table.run_line(line) == 0
    while table.fight and table.fight.known.acting not in (None, "mona"):
        assert table.run_line("next") == 0
    return table


def test_what_was_declared_need_not_be_typed_again(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = in_resolution(opened)
    asked: list[Any] = []
    table.asking.put = lambda choice: asked.append(choice) or "no"
    capsys.readouterr()
    assert table.run_line("a --seed 1") == 0, capsys.readouterr().err
    assert "Mona attacks Johnny (culebra, aimed at the head)" in capsys.readouterr().out
    # Johnny is on Mona's side: that was asked when it was declared.
    assert not asked


def test_only_those_who_can_be_attacked_are_named(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    in_resolution(opened)
    capsys.readouterr()
    assert execute(["attack", "mona"]) == 2
    assert "Missing argument 'TARGET...'. There is johnny\n" in capsys.readouterr().err


def test_who_has_still_to_declare_is_told_by_name(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("street-samurai-duel")
    asked: list[str] = []
    table.run_line("i --seed 1")
    table.asking.put = lambda choice: asked.append(choice.text) or "no"
    capsys.readouterr()
    table.run_line("next")
    names = "Lotus, Kaz, The samurai, The master, The student"
    assert asked == [f"Still to declare: {names}. Go on all the same"]
    told = " ".join(capsys.readouterr().out.split())
    assert told == f"Nothing has changed. Still to declare: {names}"


@pytest.mark.parametrize(("fight", "line"), BY_HAND)
def test_damage_by_hand_is_understood(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    table = opened(fight)
    capsys.readouterr()
    assert table.run_line(f"{line} -n") == 0, capsys.readouterr().err
    assert f"understood: {BY_HAND[fight, line]}" in capsys.readouterr().out.splitlines()


def test_odds_take_the_same_words(opened: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table = opened("knife-fight")
    table.run_line("i --roll joe=6 --roll bob=1")
    capsys.readouterr()
    assert table.run_line("o bob neck") == 0, capsys.readouterr().err
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["understood: odds joe bob --called neck", "Joe Schmoe against Bob Rock"]


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("o 3d6+2 12", "3d6+2"),
        ("o 3d6", "3d6"),
        ("odds 2d6 + 1 7", "2d6 + 1"),
        ("o test bob composure", "Bob Rock: composure"),
        ("o test composure", "Joe Schmoe: composure"),
        ("o te Bob Rock composure", "Bob Rock: composure"),
        ("o init", "Who acts first"),
        ("o init joe bob", "Who acts first"),
    ],
)
def test_odds_of_a_roll_are_not_of_the_acting_one(
    opened: Any, capsys: pytest.CaptureFixture[str], line: str, first: str
) -> None:
    table = opened("knife-fight")
    table.run_line("i --roll joe=6 --roll bob=1")
    capsys.readouterr()
    assert table.run_line(line) == 0, capsys.readouterr().err
    assert capsys.readouterr().out.splitlines()[0] == first


HELPED = {
    ("ninth-street", "called", "torso"): "Difficulty +3",
    ("ninth-street", "modes", "burst"): "Difficulty +1",
    ("car-park", "called", "heart"): "-3 dice: heart struck from 5 damage on",
    ("car-park", "called", "arm"): "-1 dice: arm wrack over stamina",
    ("car-park", "burst", "medium"): "10 bullets, +2 dice, at most 3 targets",
    ("knife-fight", "modes", "long-burst"): "6 bullets, -5 dice",
    ("stairwell", "called", "head"): "TN +4",
    ("street-samurai-duel", "called", "chest"): "skill and speed lower by K",
}


@pytest.mark.parametrize(("fight", "word", "meant"), HELPED)
def test_words_of_an_attack_say_what_they_do(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, word: str, meant: str
) -> None:
    table = opened(fight)
    capsys.readouterr()
    assert table.run_line(f"? {word}") == 0
    told = capsys.readouterr().out
    assert meant in told
    assert HELPED[fight, word, meant] in told


@pytest.mark.parametrize(("fight", "action", "own"), [
    ("car-park", "ready", "wield"), ("knife-fight", "wield", "ready-weapon"),
    ("ninth-street", "ready", "draw"), ("knife-fight", "draw", "ready-weapon"),
])  # fmt: skip
def test_an_action_is_known_by_the_words_of_other_games(
    opened: Any, fight: str, action: str, own: str
) -> None:
    seen = opened(fight)
    reader = ShorthandReader(seen.scene.lexicon, seen.fight.known.encounter, "unknown")
    who = next(iter(seen.fight.known.encounter.combatants))
    assert vars(reader.expand(Act(who, action, ())))["action"] == own


def test_other_names_of_actions_are_the_rulesets(opened: Any) -> None:
    seen = opened("car-park")
    lexicon = seen.scene.lexicon._replace(also_actions=(Entry("holster", "stow"),))
    reader = ShorthandReader(lexicon, seen.fight.known.encounter, "unknown")
    who = next(iter(seen.fight.known.encounter.combatants))
    assert vars(reader.expand(Act(who, "holster", ())))["action"] == "stow"
    assert vars(reader.expand(Act(who, "ready", ())))["action"] == "ready"


WHO_OR_WHAT = {
    "x first wendy": "understood: act sally first-aid wendy",
    "x first-aid wendy": "wendy wakes up",
    "t med": "understood: test sally medicine",
    "x first move": "first thug does not hold the spotlight",
    "x first": "`act sally first-aid` takes one target",
    "x first wndy": "'first' is somebody here, and could be `act sally first wndy`: type it whole",
}
"""There is a First thug, and first aid."""


@pytest.mark.parametrize("line", WHO_OR_WHAT)
def test_a_word_that_is_somebody_and_an_action_is_the_action(
    opened: Any, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    table = opened("ninth-street")
    table.run_line("i --roll sally=5,5,5 --roll joe=1,1,1,1 --roll wendy=1,1,1,1 --roll bill=1,1")
    table.run_line("effect wendy unconscious")
    capsys.readouterr()
    table.run_line(f"{line} --seed 2")
    told = capsys.readouterr()
    assert WHO_OR_WHAT[line].lower() in " ".join((told.out + told.err).split()).lower()


@pytest.mark.parametrize("line", ["r 2d6+3", "r 4d6", "redo d20 3d6>=5"])
def test_dice_behind_redo_are_rolled(line: str) -> None:
    assert make_command_line(line.split(), KnownFight()) == ["roll", *line.split()[1:]]
    assert make_command_line(["r", "2"], KnownFight()) == ["redo", "2"]


@pytest.mark.parametrize(
    ("fight", "typed", "read"),
    [
        ("stairwell", "o third thug", "o thug-3"),
        ("stairwell", "a wren third thug", "a wren thug-3"),
        ("stairwell", "s thug 3", "s thug-3"),
        ("stairwell", "? thug 2", "? thug-2"),
        ("stairwell", "d thug 3", "d thug 3"),
        ("stairwell", "d thug 3 4", "d thug-3 4"),
        ("stairwell", "note fight the third thug", "note fight the third thug"),
        ("ganger-ambush", "a unit 7", "a unit7"),
        ("ganger-ambush", "x vex fire unit 7 3", "x vex fire unit7 3"),
        ("ninth-street", "a the boss joe", "a boss joe"),
        ("loading-dock", "a vex ox", "a vex ox"),
    ],
)
def test_neighbours_that_are_a_name_together_are_one(
    opened: Any, fight: str, typed: str, read: str
) -> None:
    fought = opened(fight).fight
    assert join_names(typed.split(), fought.known) == read.split()


@each_row(
    ("typed", "read"),
    [
        ("a thug 1 wren", "a thug wren"),
        ("a wren thug 2", "a wren thug-2"),
        ("s thug 1", "s thug"),
        ("x thug 1 drop", "x thug drop"),
        ("x wren fire thug 2", "x wren fire thug 2"),
        ("d thug 1", "d thug 1"),
        ("d thug 2 1", "d thug-2 1"),
    ],
)
def test_a_number_is_one_of_a_name_where_nothing_else_has_one(typed: str, read: str) -> None:
    sheets = {"thug": {"name": "Thug 1"}, "thug-2": {"name": "Thug 2"}, "wren": {}}
    known = KnownFight(Encounter("Any", "sr3", combatants=sheets))
    assert join_names(typed.split(), known) == read.split()


def test_a_name_of_several_words_is_known_in_every_line(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("stairwell")
    for line in ("s third thug", "? third thug", "o wren third thug"):
        assert table.run_line(line) == 0, line
        assert "hird thug" in capsys.readouterr().out


def test_all_who_have_the_turn_at_once_attack_in_it(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("ninth-street")
    table.run_line("i --seed 1")
    while len(table.fight.known.turns) < 2:
        assert table.run_line("n") == 0
    for line, begins in (("a boss joe zzz", "error: "), ("a joe boss zzz", "read as: Joe")):
        capsys.readouterr()
        assert table.run_line(line) != 0
        assert capsys.readouterr().err.startswith(begins)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("x reload", "nobody has the turn: name who does it (`act WHO reload`)"),
        ("x take cover good", "name who does it (`act WHO take-cover good`)"),
        ("t soak", "name who does it (`test WHO soak`)"),
        ("x zzz", "Missing argument 'ACTION'"),
        ("x joe", "Missing argument 'ACTION'. joe can now"),
    ],
)
def test_what_nobody_does_is_told_with_who_is_missing(
    opened: Any, capsys: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    assert opened("knife-fight").run_line(line) != 0
    assert told in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("fight", "line", "meant"),
    [
        ("ganger-ambush", "dodger shoots vex", "`a dodger vex`"),
        ("ganger-ambush", "mira take-cover good", "`x mira take-cover good`"),
        ("ganger-ambush", "vex a hook burst", "`a vex hook burst`"),
        ("street-samurai-duel", "lotus shoots kaz", "`x lotus shoot kaz`"),
        ("ninth-street", "boss joe", "`a boss joe`"),
        ("stairwell", "third thug fires wren", "`a thug-3 wren`"),
        ("stairwell", "wren fires thug 3", "`a wren thug-3`"),
        ("ninth-street", "wendy", "`a wendy TARGET`, `x wendy ACTION`, `s wendy`"),
        ("ninth-street", "wendy hmm", "`a wendy TARGET`, `x wendy ACTION`, `s wendy`"),
    ],
)
def test_a_line_that_begins_with_somebody_is_told_with_its_command(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str, meant: str
) -> None:
    assert opened(fight).run_line(line) != 0
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith("error: no command '")
    assert told.endswith(f"'; the command comes first: {meant}")


def test_hints_are_told_as_they_are_typed_at_the_prompt(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("knife-fight")
    for line in ("add Vex", "stock knife", "examples", "fights"):
        capsys.readouterr()
        assert table.run_line(line) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "`" in told
        assert "`gmtrack " not in told


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("odds all vex", "... against Vex"),
        ("o all hook", "... against Hook"),
        ("odds hook all", "Hook against ..."),
        ("odds all", "Vex against ..."),
        ("odds all neck", "Vex against ..."),
    ],
)
def test_everybody_against_one_is_asked_for_whoever_has_the_turn(
    opened: Any, capsys: pytest.CaptureFixture[str], line: str, head: str
) -> None:
    table = opened("ganger-ambush")
    table.run_line("i --roll vex=6 --seed 1")
    assert table.fight is not None
    assert table.fight.known.acting == "vex"
    capsys.readouterr()
    assert table.run_line(line) == 0, capsys.readouterr().err
    assert capsys.readouterr().out.splitlines()[0] == head


@pytest.mark.parametrize("word", ["hold", "Hold", "hol"])
def test_hold_is_another_name_of_delay(
    opened: Any, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    table = opened("knife-fight")
    table.run_line("i --roll joe=6 --roll bob=1")
    capsys.readouterr()
    assert table.run_line(f"{word} -n") == 0, capsys.readouterr().err
    held = capsys.readouterr().out
    assert table.run_line("delay -n") == 0
    assert held == capsys.readouterr().out
    assert "joe" in held.lower()


def test_hold_has_the_help_of_delay_and_is_amended_to(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened("knife-fight")
    assert table.run_line("? hold") == 0
    told = capsys.readouterr().out
    assert "delay [OPTIONS] WHO" in told
    assert "`hold` is the same command" in told
    assert make_command_line(["amend", "2", "hold", "joe"], KnownFight())[2] == "delay"


def test_hold_is_known_to_the_command_line(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["roll-init", "--roll", "joe=6", "--roll", "bob=1"])
    assert type_line(["hold", "joe"]).status == 0


TWO_TARGETS = {
    "ganger-ambush": ([], "a blaze dodger", "Unit 7 attacks Blaze, Dodger", 0),
    "car-park": (["n", "n"], "a crane g1 burst=medium", "Dana attacks Crane, First guard", 0),
    "garage-night": ([], "a boss spotter full 6", "Rook attacks The boss, Spotter", 0),
    "stand-off": ([], "a gunner captain", "Dex attacks Gunner, The captain", 1),
    "street-samurai-duel": (
        ["x kaz fight samurai", "n --force", "n --force"],
        "a samurai master",
        "attacks The samurai, The master",
        1,
    ),
}
"""What is typed before, the line, how it is read, and whether the rules then refuse it."""


@pytest.mark.parametrize("fight", TWO_TARGETS)
def test_two_names_are_targets_of_the_acting_one_if_the_first_cannot_act(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str
) -> None:
    before, line, read_as, status = TWO_TARGETS[fight]
    table = opened(fight)
    for one in ("i --seed 1", *before):
        assert table.run_line(one) == 0
    capsys.readouterr()
    assert table.run_line(f"{line} --seed 1") == status
    assert re.search(f"^read as: .*{read_as}$", capsys.readouterr().out, re.MULTILINE)


NO_TARGETS_OF_THE_ACTING_ONE = {
    "a blaze dodger --force": "Blaze attacks Dodger",
    "a blaze vex": "read as: Blaze attacks Vex (it is Unit 7's turn)",
    "a blaze": "Unit 7 attacks Blaze",
    "a unit blaze dodger": "Unit 7 attacks Blaze",
}


@pytest.mark.parametrize("line", NO_TARGETS_OF_THE_ACTING_ONE)
def test_an_attack_that_the_first_can_make_or_on_a_friend_is_read_as_typed(
    opened: Any, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    table = opened("ganger-ambush")
    table.run_line("i --seed 1")
    capsys.readouterr()
    table.run_line(f"{line} --seed 1")
    told = capsys.readouterr()
    assert NO_TARGETS_OF_THE_ACTING_ONE[line] in told.out + told.err
    assert "read as: Unit 7" not in told.out
