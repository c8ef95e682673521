"""Odds of plain dice: what every face of every die says, counted."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from gmtrack.app.odds.odds_of_plain_dice import TRIALS, dice_odds, kind_of_odds, parse_dice_odds
from gmtrack.dice.expression import parse_terms, roll_terms
from gmtrack.errors import Refusal
from gmtrack.odds import plain_dice
from gmtrack.odds.plain_dice import distribution_of_terms

SMALL = (
    "3d6+2", "1d6-3", "2d%-50", "4d6>=5", "4d6>3", "4d6<=2", "4d6<2", "4d6=6", "5d4k3", "5d4kl2",
    "4d6k1", "4d6kl3", "4d6k3>=5", "4d6kl2<3", "1d4+2d3-1d2", "3d6>=5-1d6>=5+2", "d20", "2-1d4",
    "5d4k5",
)  # fmt: skip


def counted(text: str) -> dict[int, Fraction]:
    """The slow way: every face of every die."""
    terms = parse_terms(text, "dice")
    sides = [term.sides for term in terms if term.sides for _ in range(term.number)]
    ways: Counter[int] = Counter()
    for faces in product(*(range(1, each + 1) for each in sides)):
        lying = list(faces)

        def throw(count: int, sides: int, lying: list[int] = lying) -> tuple[int, ...]:
            del sides
            fallen, lying[:count] = tuple(lying[:count]), []
            return fallen

        ways[sum(part.value for part in roll_terms(terms, throw))] += 1
    return {number: Fraction(count, sum(ways.values())) for number, count in ways.items()}


@pytest.mark.parametrize("text", SMALL)
def test_plain_dice_are_those_of_every_face_of_every_die(text: str) -> None:
    assert distribution_of_terms(parse_terms(text, "dice")) == counted(text)


@pytest.mark.parametrize("text", [*SMALL, "100d20", "500d6", "30d6k10", "500d1000>=7"])
def test_they_add_up_to_1(text: str) -> None:
    found = distribution_of_terms(parse_terms(text, "dice"))
    assert found is not None
    assert sum(found.values()) == 1


def test_mean_spread_and_the_chance_to_reach_a_number() -> None:
    doc = dice_odds("3d6+2", 12, "dice")
    assert doc["total"]["mean"] == 12.5
    assert doc["total"]["spread"] == pytest.approx(sqrt(3 * 35 / 12))
    assert doc["goal"] == 12
    assert doc["chance"] == pytest.approx(135 / 216)
    assert sum(doc["total"]["distribution"].values()) == pytest.approx(1)
    assert list(doc["total"]["distribution"]) == [str(n) for n in range(5, 21)]


@pytest.mark.parametrize(("goal", "chance"), [(5, 1), (-100, 1), (20, 1 / 216), (21, 0)])
def test_numbers_that_are_always_or_never_reached(goal: int, chance: float) -> None:
    assert dice_odds("3d6+2", goal, "dice")["chance"] == pytest.approx(chance)


def test_dice_that_are_counted_have_hits() -> None:
    doc = dice_odds("8d6>=5", None, "dice")
    assert "total" not in doc
    assert doc["hits"]["mean"] == pytest.approx(8 / 3)
    assert "chance" not in doc


def test_what_is_too_much_work_is_found_by_trial_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = dice_odds("3d6+2", 12, "dice")
    assert "sampled" not in exact
    monkeypatch.setattr(plain_dice, "MOST_WORK", 1)
    doc = dice_odds("3d6+2", 12, "dice")
    assert doc["sampled"]["trials"] == TRIALS
    assert abs(doc["chance"] - exact["chance"]) < 3 * doc["sampled"]["margin"]
    assert abs(doc["total"]["mean"] - exact["total"]["mean"]) < 0.2
    assert dice_odds("3d6+2", 12, "dice") == doc
    assert sum(doc["total"]["distribution"].values()) == pytest.approx(1)


def test_the_largest_dice_that_can_be_typed_are_answered() -> None:
    assert "sampled" in dice_odds("500d1000", None, "dice")


@pytest.mark.parametrize(
    ("words", "dice", "goal"),
    [
        (("3d6+2", "12"), "3d6+2", 12),
        (("3d6", "+", "2", "12"), "3d6 + 2", 12),
        (("1d6-3", "-1"), "1d6-3", -1),
        (("3d6",), "3d6", None),
        (("3d6", "+1d4"), "3d6 +1d4", None),
    ],
)
def test_the_last_word_may_be_the_number_to_reach(
    words: tuple[str, ...], dice: str, goal: int | None
) -> None:
    doc = parse_dice_odds(words, "dice")
    assert (doc["dice"], doc.get("goal")) == (dice, goal)


def test_what_is_no_dice_is_refused() -> None:
    for words in (("3d6k9",), ("3d6", "twelve"), ("3d6", "99999999999")):
        with pytest.raises(Refusal):
            parse_dice_odds(words, "dice")


@pytest.mark.parametrize("word", ["3d6", "d20", "2d%", "2+3d6", "8D6>=5", "3d6k9"])
def test_dice_are_known_by_their_look(word: str) -> None:
    assert kind_of_odds(word, {"joe": "Joe"}) == "dice"


@pytest.mark.parametrize("word", ["joe", "dodger", "d", "12", "all", ""])
def test_other_words_are_no_dice(word: str) -> None:
    assert not kind_of_odds(word, {"joe": "Joe"})


def test_a_combatant_comes_before_dice() -> None:
    assert not kind_of_odds("d2", {"drone-2": "Drone"})
    assert not kind_of_odds("2d6", {"robot": "2d6"})
