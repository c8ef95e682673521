"""`simulate --show` tells one of the fights that were counted."""

import shlex
from typing import Any

import pytest

from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.shown import choose_fight, tell_fight
from gmtrack.app.simulation.simulated import SimulationRequest
from gmtrack.cli.parse import parse_step
from gmtrack.errors import Refusal
from gmtrack.rulesets.registry import load
from gmtrack.store.opening import validate_file
from gmtrack.store.ready_made import path_to_read

roughly = pytest.mark.usefixtures("roughly")
FEW = ["simulate", "--fights", "12", "--seed", "5"]
ONE = ("@ganger-ambush", "@ninth-street", "@back-room", "@street-clinic", "@car-park")
"""One ready-made fight of each ruleset."""


def _no_variant(words: list[str]) -> Any:
    raise AssertionError(words)


def told(type_line: Any, *words: str) -> Any:
    screen = type_line([*FEW, "--json", *words])
    assert screen.status == 0, screen.err
    return screen.doc


def test_the_document_is_that_of_the_answer_and_has_the_fight_besides(knives: Any) -> None:
    answer, doc = told(knives), told(knives, "--show", "typical")
    fight = doc.pop("fight")
    assert doc == answer
    assert fight.keys() == {"number", "seed", "won", "rounds", "out", "dead", "steps"}
    assert (fight["number"], fight["seed"]) == (doc["show"]["typical"], 5)
    assert [step["seq"] for step in fight["steps"]] == [*range(1, len(fight["steps"]) + 1)]
    first = fight["steps"][0]
    assert first["line"] == "roll-init"
    assert first["report"]["rolls"]
    assert first.keys() == {"seq", "kind", "line", "time", "round", "who", "undone", "report"}
    assert max(step["round"] or 0 for step in fight["steps"]) == fight["rounds"]


@roughly
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_fights_to_see_are_the_same_whatever_the_jobs(knives: Any, jobs: str) -> None:
    plain = ("--tactics", "pc=plain", "--tactics", "foe=plain")
    alone = told(knives, *plain, "--show", "worst", "--jobs", "1")
    assert told(knives, *plain, "--show", "worst", "--jobs", jobs) == alone
    assert alone["fight"]["number"] == alone["show"]["worst"]


@roughly
def test_each_word_tells_such_a_fight(knives: Any) -> None:
    plain = ("--tactics", "pc=plain", "--tactics", "foe=plain")
    winners = {
        word: told(knives, *plain, "--show", word)["fight"]["won"] for word in ("won", "lost")
    }
    assert winners == {"won": "pc", "lost": "foe"}


@roughly
def test_a_number_and_its_seed_tell_the_same_fight_without_counting(knives: Any) -> None:
    number = str(told(knives)["show"]["typical"])
    alone = knives(["simulate", "--seed", "5", "--show", number])
    counted = knives([*FEW, "--show"])
    assert alone.out.startswith(f"Fight {number}, seed 5: ")
    assert counted.out.startswith(f"Fight {number} of 12 (typical), seed 5: ")
    assert alone.out.splitlines()[2:] == counted.out.splitlines()[2:]


@roughly
def test_the_answer_says_how_to_look_at_the_typical_fight(knives: Any) -> None:
    more = ["--tactics", "pc=plain", "--rounds", "9", "--price", "karma=3"]
    screen = knives([*FEW, *more]).out.replace("\n  ", " ")
    (hint,) = [one for one in screen.splitlines() if one.startswith("The typical fight")]
    line = hint.split("`")[1]
    told_again = knives(shlex.split(line)[1:])
    assert told_again.out == knives([*FEW[:1], *FEW[3:], *more, "--show", line.split()[-1]]).out
    assert "the typical one" not in told_again.err


@roughly
@pytest.mark.parametrize("name", ONE)
def test_it_reads_like_the_log_with_what_was_weighed(type_line: Any, name: str) -> None:
    shown = type_line(["simulate", name, "--seed", "5", "--rounds", "1", "--show", "1", "--why"])
    assert shown.status == 0
    assert "step 2, round 1\n" in shown.out
    assert " weighs how to attack" in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    for word in ("attack", "roll-init", "next"):
        assert f"\n{word}" in shown.out


@roughly
@pytest.mark.parametrize("name", ONE)
def test_each_line_of_it_can_be_typed_and_each_choice_has_worths(name: str) -> None:
    encounter, ruleset = validate_file(path_to_read(name))
    asked = SimulationRequest(1, seed=5, rounds=1)
    fight = tell_fight(ruleset, encounter, asked, _no_variant, 1, FightRunner(1), why=True)
    steps = fight.document["steps"]
    choices = [choice for step in steps for choice in step["weighed"]]
    for step in steps:
        parse_step(shlex.split(step["line"]))
        for choice in step["weighed"]:
            attacked = step["line"].split()[:3]
            if attacked[0] == "attack" and choice["about"] in ("attack", "defense"):
                assert any(one["line"].split()[:3] == attacked for one in choice["best"])
    assert choices
    for choice in choices:
        assert choice.keys() == {"who", "about", "best", "options"}
        worths = [one["worth"] for one in choice["best"]]
        assert 2 <= len(worths) <= 3
        assert len(worths) <= choice["options"]
        assert worths == sorted(worths, reverse=True)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--show", "best"], 1, "--show best: type the number of a fight, from 1 on, or one of"),
        (["--show", "0"], 1, "from 1 on"),
        (["--why"], 2, "it goes with --show"),
        (["--show", "--vs", "note bob x", "--vs", "note joe x"], 2, "leave one --vs"),
    ],
)
@roughly
def test_what_cannot_be_shown_is_refused(
    knives: Any, words: list[str], status: int, says: str
) -> None:
    screen = knives([*FEW, *words])
    assert screen.status == status
    assert says in " ".join(screen.err.split())


def test_a_number_without_a_seed_is_refused(knives: Any) -> None:
    screen = knives(["simulate", "--show", "3"])
    assert screen.status == 2
    assert "add --seed N" in screen.err


def test_a_decided_fight_has_none_to_show(knives: Any) -> None:
    knives(["set", "bob", "flesh_max=1"])
    knives(["damage", "bob", "60"])
    screen = knives([*FEW, "--show"])
    assert screen.status == 1
    assert "no fight was played" in screen.err


def test_what_never_was_cannot_be_told() -> None:
    answer = {"fights": 1200, "show": {"typical": 3, "won": 3, "worst": 8}}
    ruleset = load("swan-song")
    assert choose_fight(ruleset, answer, "worst") == 8
    with pytest.raises(Refusal, match="none of 1,200 fights was lost; --show has typical"):
        choose_fight(ruleset, answer, "lost")
