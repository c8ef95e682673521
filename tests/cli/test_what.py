"""`what`: each line that can be typed now, its cost, and why not."""

import json
import re
import shlex
from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.app.what import choices
from gmtrack.cli.main import execute
from gmtrack.core.choice import Choice
from gmtrack.core.intents import Act, Attack, Options
from gmtrack.play.table import PlayTable
from gmtrack.view.text import cells, plain
from gmtrack.view.what import find_refused_choices, render_choices

Type = Callable[[list[str]], Any]
FIGHTS = {
    "swan-song": "knife-fight", "spotlight": "ninth-street", "storyteller": "back-room",
    "sr3": "garage-night", "i2050": "street-samurai-duel",
}  # fmt: skip


@pytest.fixture
def alley(type_line: Type) -> Type:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    assert type_line(["roll-init", "--roll", "joe=6", "--roll", "bob=1"]).status == 0
    return type_line


def told(type_line: Type, *words: str) -> dict[str, dict[str, Any]]:
    document = json.loads(type_line(["what", *words, "--json"]).out)
    return {choice["line"]: choice for choice in document["choices"]}


def test_the_acting_one_is_told_each_line_with_its_cost(alley: Type) -> None:
    found = told(alley)
    assert found["attack joe bob"]["cost"] == "2 AP"
    assert found["act joe walk"]["cost"] == "1 free action"
    assert not found["attack joe bob"]["why"]


def test_what_cannot_be_done_says_why_and_what_helps(alley: Type) -> None:
    found = told(alley)
    assert "`act joe ready-weapon pistol`" in found["attack joe bob --weapon pistol"]["why"]
    assert "prone" in found["act joe stand-up"]["why"]
    assert "overrules" not in "".join(choice["why"] or "" for choice in found.values())


def test_somebody_elses_turn_is_what_stands_against_it(alley: Type) -> None:
    assert "it is Joe Schmoe's phase" in told(alley, "Bob")["attack bob joe"]["why"]


def test_nothing_is_changed_by_looking(alley: Type) -> None:
    before = alley(["log", "--json"]).out, alley(["show", "joe", "--json"]).out
    told(alley)
    assert (alley(["log", "--json"]).out, alley(["show", "joe", "--json"]).out) == before


@pytest.mark.parametrize("width", [60, 80])
def test_a_line_to_type_is_not_broken(
    alley: Type, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    works, _, against = alley(["what"]).out.partition("Not now")
    assert "  attack joe bob --weapon combat-knife  2 AP" in works
    assert "act joe stand-up" in against
    assert all(len(line) <= width for line in works.splitlines())


@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_what_the_guide_names_works(
    type_line: Type, fight: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`? ` in any phase: an action that is named there is not refused for the phase."""
    from gmtrack.cli.main import execute

    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    table = PlayTable(execute)
    for line in ("board", "i --seed 3", "n --seed 4"):
        table.run_line(line)
        capsys.readouterr()
        table.run_line("?")
        named = [row.split() for row in capsys.readouterr().out.splitlines()[1:]]
        verbs = {row[0] for row in named if row}
        found = told(type_line)
        works = {shlex.split(one)[0] for one, choice in found.items() if not choice["why"]}
        assert table.fight is not None
        if table.fight.known.acting:
            assert ("a" in verbs) is ("attack" in works), line
            assert ("x" in verbs) is ("act" in works), line
        assert ("i" in verbs) <= ("roll-init" in works), line


@pytest.mark.parametrize("width", [50, 60, 66, 80])
@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_nothing_that_works_is_lost_on_a_narrow_screen(
    type_line: Type, fight: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    assert type_line(["next", "--seed", "1"]).status == 0
    monkeypatch.setenv("COLUMNS", str(width))
    lines = type_line(["what"]).out.partition("Not now")[0].splitlines()
    assert all(len(line) <= width for line in lines)
    whole = " ".join(" ".join(lines).split())
    works = [line for line, choice in told(type_line).items() if not choice["why"]]
    verbs = {tuple(line.split()[:3]) for line in works if line.split()[0] != "test"}
    assert not [verb for verb in verbs if " ".join(verb) not in whole and verb[0] != "attack"]
    assert "next" in whole


def choices_of(fight: str, type_line: Type) -> list[Choice]:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    assert type_line(["next", "--seed", "1"]).status == 0
    table = PlayTable(execute)
    assert table.fight is not None
    encounter = table.fight.known.encounter
    assert encounter is not None
    who = table.fight.known.acting
    return list(choices(table.fight.ruleset, encounter, who))


@pytest.mark.parametrize("fight", FIGHTS.values())
def test_on_a_terminal_it_is_a_screen_and_says_what_is_left_out(
    type_line: Type, fight: str
) -> None:
    found = choices_of(fight, type_line)
    whole = [plain(line) for line in render_choices("", (), found, 80, every=True)]
    short = [plain(line) for line in render_choices("", (), found, 80)]
    assert len(short) <= 23
    assert len(short) < 23 or short[-1].endswith("`what --all`")
    named = [plain(line) for line in render_choices("", (), found, 80, again="what joe --all")]
    assert len(short) < 23 or named[-1].endswith("`what joe --all`")
    *told, _ = short
    typed = [line for line in told if line.lstrip().startswith(("attack", "act", "next"))]
    assert typed
    assert {" ".join(line.split()[:4]) for line in typed} <= {
        " ".join(line.split()[:4]) for line in whole
    }


def test_attacks_that_differ_in_a_word_are_one_row() -> None:
    def attack(target: str, *words: str) -> Choice:
        return Choice(Attack("ash", (target,), options=Options(words=words)), "smg", "1 AP")

    found = [attack(who, f"mode={mode}") for mode in ("sa", "bf") for who in ("bob", "gus")]
    found.append(attack("bob", "mode=fa")._replace(cost="2 AP"))
    lines = [plain(line) for line in render_choices("Ash", (), found, 80)]
    assert [line.split("  ")[1] for line in lines[1:]] == [
        "attack ash bob --with mode=sa",
        "",
        "",
        "attack ash bob --with mode=fa",
    ]
    assert lines[2].strip() == "or --with mode=bf"
    assert lines[3].strip() == "in place of bob: gus"
    every = "\n".join(plain(line) for line in render_choices("Ash", (), found, 80, every=True))
    assert "--with mode=bf" in every.replace("or --with", "")


def test_the_same_reason_is_told_once(type_line: Type) -> None:
    against = dict(find_refused_choices(choices_of("garage-night", type_line)))
    assert "pistol of Rook is not in hand" in against["attack with pistol, left-pistol"]
    assert "bipod" in against["act rook deploy, fold"]
    assert len(against) == len(set(against.values()))


def test_next_says_what_it_does_and_friends_are_attacked_last(type_line: Type) -> None:
    found = choices_of("garage-night", type_line)
    assert [one.help for one in found if one.line == "next"] == ["end the phase of Rook"]
    targets = [one.intent.targets[0] for one in found if isinstance(one.intent, Attack)]
    assert targets[0] == "guard-1"
    assert {*targets[-4:]} <= {"brick", "hale"}


def test_on_a_narrow_screen_the_cost_stays_beside_its_line() -> None:
    long = "attack unit7 blaze --weapon autocannon --with mode=long-burst"
    words = shlex.split(long)
    told = [
        Choice(Attack(words[1], (words[2],), options=Options(weapon=words[4], words=(words[6],))),
               cost="2 AP"),
        Choice(Act("unit7", "walk", ()), cost="1 free action"),
    ]  # fmt: skip
    lines = ["".join(s.text for s in line) for line in render_choices("Unit 7", (), told, 60)]
    assert all(cells(line) <= 60 for line in lines)
    assert next(line for line in lines if line.endswith("2 AP")).startswith("  attack unit7")
    assert " ".join(" ".join(lines).replace("2 AP", "").split()).startswith(f"Unit 7 {long}")


def test_words_stand_as_the_other_screens_have_them(type_line: Type) -> None:
    assert type_line(["load", "encounters/stand-off.yaml"]).status == 0
    told = type_line(["what", "mara", "--all"]).out
    assert "mode=full-auto" in told
    assert "full_auto" not in told
    assert "pinned" in type_line(["effect", "mara", "pinned"]).out
    assert type_line(["show", "mara", "--json"]).doc["effects"][0]["effect"] == "suppressed"


def lines_of(type_line: Type, fight: str, who: str) -> list[str]:
    type_line(["load", fight])
    return [one["line"] for one in type_line(["what", who, "--json"]).doc["choices"]]


def test_leaving_cover_is_offered_behind_some_alone(type_line: Type) -> None:
    assert "act mara leave-cover" in lines_of(type_line, "@stand-off", "mara")
    assert type_line(["act", "mara", "leave-cover"]).status == 0
    assert "act mara leave-cover" not in lines_of(type_line, "@stand-off", "mara")
    assert type_line(["act", "mara", "leave-cover"]).status == 0


def test_bare_hands_are_not_aimed(type_line: Type) -> None:
    type_line(["load", "@car-park"])
    refused = type_line(["act", "crane", "aim", "rita", "--weapon", "unarmed"])
    assert refused.status == 1
    assert "unarmed cannot be aimed" in refused.err
    assert type_line(["act", "crane", "aim", "rita", "--weapon", "pistol"]).status == 0


def test_who_has_no_intent_is_named_in_the_line_to_type(type_line: Type) -> None:
    type_line(["load", "@car-park"])
    told = type_line(["roll-init", "--seed", "1"]).out
    assert '`set guard-2 intent="I want ..."`' in told
    assert type_line(["set", "guard-2", "intent=I want ..."]).status == 0


def test_a_pair_with_bare_hands_is_not_offered(type_line: Type) -> None:
    pairs = [line for line in lines_of(type_line, "@car-park", "guard-1") if " wield " in line]
    assert pairs
    assert not any("unarmed" in line for line in pairs if len(line.split()) == 5)


def test_at_the_prompt_lines_are_short_and_what_matters_stands_first(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    type_line(["load", "@ganger-ambush"])
    type_line(["roll-init", "--seed", "3"])
    assert "  act vex walk " in type_line(["what", "--all"]).out
    PlayTable(execute).run_line("what --all")
    lines = capsys.readouterr().out.splitlines()
    order = (
        "  a blaze ",
        "  x take-cover ",
        "  x walk ",
        "  x speak ",
        "  x gesture ",
        "  x drop-item ",
    )
    places = [next(n for n, line in enumerate(lines) if line.startswith(one)) for one in order]
    assert places == sorted(places)


def test_what_is_due_is_as_short_at_the_prompt(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    type_line(["load", "@three-thugs-in-the-fog"])
    type_line(["roll-init"])
    assert "  act johnny ACTION " in type_line(["what"]).out
    PlayTable(execute).run_line("what")
    assert "  x johnny ACTION " in capsys.readouterr().out


def test_foes_stand_before_friends_and_the_dead_last(type_line: Type) -> None:
    type_line(["load", "@ganger-ambush"])
    type_line(["roll-init", "--seed", "3"])
    type_line(["damage", "blaze", "60"])
    told = " ".join(type_line(["what"]).out.split())
    assert "in place of chains: dodger, hook, spit, mira, unit7, blaze" in told


def test_points_that_are_spent_stand_on_the_board(type_line: Type) -> None:
    for fight, change, cell in (
        ("ganger-ambush", "vex karma=1", r"Karma.*\n>\* Vex .* 1/2 "),
        ("back-room", "nick willpower_left=3", r"Will.*\n(?s:.*)\* Nick .* 3/5 "),
        ("ninth-street", "joe fortitude_lost=1", r"Fort.*\n(?s:.*)\* Joe .*  2  "),
        ("garage-night", "rook pool_left=2", r"Pool.*\n(?s:.*)\* Rook .* 2/7 "),
    ):
        type_line(["load", f"@{fight}"])
        type_line(["roll-init", "--seed", "3"])
        assert type_line(["set", *change.split()]).status == 0
        board = type_line(["board"]).out
        assert re.search(cell, board), board


def test_what_a_side_wants_is_told_once(type_line: Type) -> None:
    type_line(["new", "Twelve", "--ruleset", "storyteller"])
    type_line(["add", "Thug", "--template", "@thug", "--count", "8"])
    board = type_line(["board"]).out
    assert board.count("“I want your money”") == 1
    assert "foe: “I want your money”" in board.splitlines()
    for who in ("thug-1", "thug-2"):
        assert type_line(["set", who, "intent=nothing"]).status == 0
    told = type_line(["roll-init", "--seed", "3"]).out
    assert told.count("no intent yet") == 1


def test_what_stands_against_several_lines_is_said_once(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["damage", "sally", "5", "--type", "lethal", "--location", "head"])
    told = " ".join(type_line(["what", "sally", "--all"]).out.split())
    assert "test sally " not in told
    assert told.count("is dying and chooses first") <= 3
    assert "intervene sally the same" in told
