"""Conditions of the moment, as they are put on, told and ended in every ruleset."""

from pathlib import Path

import pytest

from .test_choices import BOOKS
from .typing_in import done, gmtrack, refused, told

each = pytest.mark.parametrize("name", BOOKS)


@pytest.fixture
def _fight(name: str, home: Path, tmp_path: Path) -> None:
    done("new", "Attic", "--ruleset", name, str(tmp_path / "fight.yaml"))
    done("add", "Greta")


@each
@pytest.mark.usefixtures("_fight")
def test_an_effect_with_a_clock_says_how_long(name: str) -> None:
    assert "Greta: on fire, 3 rounds" in told("effect", "greta", "on fire", "3")
    assert "Greta: frightened, 1 round" in told("effect", "greta", "frightened", "1")
    assert "Greta: dizzy understood" in f"{told('effect', 'greta', 'dizzy')} understood"


@each
@pytest.mark.usefixtures("_fight")
def test_the_line_that_has_put_an_effect_on_ends_it_with_end(name: str) -> None:
    done("effect", "greta", "on fire", "3")
    assert "no longer on fire" in told("effect", "greta", "on fire", "3", "--end")


@each
@pytest.mark.usefixtures("_fight")
def test_an_unknown_counter_is_answered_with_how_to_make_one(name: str) -> None:
    line = "`set fight counters.alarm='{max: 6}'` makes one"
    for words in (["alarm"], ["alarm", "+1"]):
        assert line in refused("count", *words)
    done("set", "fight", "counters.alarm={max: 6}")
    assert "alarm 1/6" in told("count", "alarm", "+1")
    assert "did you mean 'alarm'?" in refused("count", "alam")
    assert "no combatant 'alarum'" in refused("count", "alarum", "clock", "+1")


@pytest.mark.parametrize(
    ("words", "effect"),
    [
        ("bleeding out", "bleedout"),
        ("broken grip --location left-hand", "broken-grip"),
        ("leaking", "leak"),
    ],
)
def test_an_effect_is_taken_by_the_word_of_the_board(words: str, effect: str, home: Path) -> None:
    done("load", f"{Path(__file__).parents[2]}/encounters/knife-fight.yaml")
    answer = gmtrack("effect", "bob", *words.split())
    assert f"effect bob {effect}" in answer.out or effect == "leak"
    if effect == "bleedout":
        assert "bleeding out is over" in told("effect bob bleeding out end")
