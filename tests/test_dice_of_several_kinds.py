"""One roll of dice of several kinds: typed, kept, asked for, rolled and counted out."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gmtrack.dice.asking import RollQuestion, example_dice, parse_dice_answer
from gmtrack.dice.fallen import (
    FallenRoll,
    merge_fallen_rolls,
    parse_fallen_roll,
    to_fallen_roll,
)
from gmtrack.dice.kept_dice import KeptDice
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    DiceKind,
    Faces,
    Reading,
    ask_for_kinds,
)
from gmtrack.dice.sources import ChanceDice, RandomDice, TableDice
from gmtrack.dice.typed import parse_rolls
from gmtrack.errors import Refusal
from gmtrack.odds.engine import run_every_branch
from gmtrack.odds.random_variable import Branch
from gmtrack.odds.source import AllDice

SUM = Reading(sum=True)
ROLLS_ON = Reading(sum=True, again=6, adds=True)
SWORD = ask_for_kinds("damage", "kira", [DiceKind(1, 8, SUM), DiceKind(1, 6, SUM)])


def never(kind: Ask, count: int) -> Faces:
    """Nothing is rolled again here."""
    raise AssertionError(count)


def typed(text: str, ask: Ask = SWORD, rest: Dice | None = None) -> Answer:
    """The answer of dice that were typed on a command line."""
    rest = rest or RandomDice(1)
    return TableDice(parse_rolls(text.split(), "dice"), rest, "dice").roll(ask)


def sums(answer: Answer) -> list[int | None]:
    return [one.sum for one in answer.kinds]


@pytest.mark.parametrize(
    ("kinds", "text", "faces"),
    [
        ([(1, 8), (1, 6)], "53", (5, 3)),
        ([(1, 8), (1, 6)], "5,3", (5, 3)),
        ([(2, 8), (1, 6)], "8,8,6", (8, 8, 6)),
        ([(1, 10), (1, 6)], "0,3", (10, 3)),
        ([(1, 20), (1, 10)], "17,0", (17, 10)),
        ([(1, 20), (2, 6)], "17,1,6", (17, 1, 6)),
    ],
)
def test_each_die_is_read_by_its_place(
    kinds: list[tuple[int, int]], text: str, faces: Faces
) -> None:
    ask = ask_for_kinds("damage", "kira", [DiceKind(*kind, SUM) for kind in kinds])
    assert typed(f"damage={text}", ask).dice == faces
    assert parse_dice_answer(text.replace(",", " "), ask, never).dice == faces
    assert sum(filter(None, sums(typed(f"damage={text}", ask)))) == sum(faces)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5,7", "7 is not a face of a d6, which is die 2 of 1d8+1d6"),
        ("9,6", "9 is not a face of a d8, which is die 1 of 1d8+1d6"),
        ("5", "needs 2 dice (1d8+1d6), got 1"),
        ("5,3,1", "needs 2 dice (1d8+1d6), got 3"),
        ("2h", "type each die, not just the hits"),
    ],
)
def test_the_error_names_the_die(text: str, message: str) -> None:
    with pytest.raises(Refusal, match="damage") as on_line:
        typed(f"damage={text}")
    with pytest.raises(Refusal) as asked:
        parse_dice_answer(text, SWORD, never)
    assert message in on_line.value.message
    assert message in asked.value.message


def test_one_kind_alone_is_a_plain_roll() -> None:
    ask = ask_for_kinds("damage", "kira", [DiceKind(2, 6, SUM)])
    assert (ask.kinds, ask.count, ask.sides, ask.reading) == ((), 2, 6, SUM)


def test_dice_that_are_rolled_again_belong_to_their_kind() -> None:
    ask = ask_for_kinds("damage", "kira", [DiceKind(1, 8, SUM), DiceKind(1, 6, ROLLS_ON)])
    answer = typed("damage=8,6 damage_again=6,2", ask)
    assert (sums(answer), answer.again) == ([8, 14], (6, 2))
    with pytest.raises(Refusal, match="damage_again: 7 is not a face of a d6"):
        typed("damage=8,6 damage_again=7", ask)
    with pytest.raises(Refusal, match="only 0 dice can be rolled again"):
        typed("damage=8,5 damage_again=6", ask)


def test_a_question_asks_for_the_dice_that_are_rolled_again_by_their_kind() -> None:
    ask = ask_for_kinds("damage", "kira", [DiceKind(1, 8, SUM), DiceKind(1, 6, ROLLS_ON)])
    question = RollQuestion(ask, RandomDice(1))
    assert question.example == "1,4"
    question.say("8 6")
    assert (question.now.name, question.now.count, question.now.sides) == ("damage_again", 1, 6)
    question.say("7")
    assert question.problem == "7 is not a face of a d6"
    question.say("2")
    assert question.answer is not None
    assert sums(question.answer) == [8, 8]


@pytest.mark.parametrize("source", [RandomDice(3), RandomDice(), ChanceDice("a")])
def test_every_source_rolls_each_kind(source: Dice) -> None:
    ask = ask_for_kinds("damage", "kira", [DiceKind(30, 4, SUM), DiceKind(30, 20, SUM)])
    answer = source.roll(ask)
    assert len(answer.dice) == 60
    assert max(answer.dice[:30]) <= 4 < max(answer.dice[30:])
    assert sums(answer) == [sum(answer.dice[:30]), sum(answer.dice[30:])]


def test_what_fell_is_kept_with_its_sides_and_read_again() -> None:
    fallen = to_fallen_roll(SWORD, typed("damage=5,3"))
    kept = parse_fallen_roll(fallen.to_data())
    assert kept == fallen
    assert (kept.dice, kept.sides) == ((5, 3), (8, 6))
    plain = FallenRoll("damage", "kira", (5, 3), sides=(8, 8))
    assert plain.to_data() == ["damage", "kira", [5, 3], [], False, None]


def kept_answer(ask: Ask, old: FallenRoll, text: str = "") -> tuple[Answer, KeptDice]:
    """The answer of a command that is carried out again, with other dice than before."""
    dice = KeptDice(parse_rolls(text.split(), "dice"), ChanceDice("b"), "dice", [old])
    return dice.roll(ask), dice


OLD = FallenRoll("damage", "kira", (5, 3), given=True, sides=(8, 6))


def test_dice_that_fell_stay_with_dice_of_as_many_sides() -> None:
    same, dice = kept_answer(SWORD, OLD)
    assert (same.dice, same.given, dice.unused(), dice.new) == ((5, 3), True, [], [])
    twice = ask_for_kinds("damage", "kira", [DiceKind(2, 8, SUM), DiceKind(2, 6, SUM)])
    more, dice = kept_answer(twice, OLD, "damage=7,1")
    assert (more.dice, dice.new[0].dice) == ((5, 7, 3, 1), (7, 1))
    turned = ask_for_kinds("damage", "kira", [DiceKind(1, 6, SUM), DiceKind(1, 8, SUM)])
    assert kept_answer(turned, OLD)[0].dice == (3, 5)


def test_a_roll_that_loses_or_gains_a_kind_keeps_the_other_dice() -> None:
    plain = Ask("damage", "kira", 1, 6, SUM)
    less, dice = kept_answer(plain, OLD)
    assert (less.dice, less.sum, dice.unused()) == ((3,), 3, ["damage.kira=5"])
    one = FallenRoll("damage", "kira", (5,), given=True)
    more, _ = kept_answer(SWORD, one, "damage=2")
    assert more.dice == (5, 2)
    whole, dice = kept_answer(SWORD, OLD, "damage=1,1")
    assert (whole.dice, dice.unused()) == ((1, 1), ["damage.kira=5,3"])


def test_hits_of_an_earlier_roll_are_worth_nothing_for_several_kinds() -> None:
    hits = FallenRoll("damage", "kira", (), given=True, hits=2)
    answer, dice = kept_answer(SWORD, hits)
    assert len(answer.dice) == 2
    assert dice.new[0].dice == answer.dice


def test_dice_that_do_not_count_now_are_remembered_with_their_sides() -> None:
    now = FallenRoll("damage", "kira", (3,), sides=(6,))
    [merged] = merge_fallen_rolls([OLD], [now])
    assert (merged.dice, merged.sides) == ((3, 5), (6, 8))
    assert kept_answer(SWORD, merged)[0].dice == (5, 3)


def test_odds_are_those_of_every_way_the_dice_can_fall() -> None:
    best = Reading(marked=2)
    ask = ask_for_kinds("damage", "kira", [DiceKind(2, 4, best), DiceKind(2, 6, SUM)])
    expected: Counter[int] = Counter()
    for one, two, three, four in product(range(1, 5), range(1, 5), range(1, 7), range(1, 7)):
        expected[max(one, two) + three + four] += 1

    def run(branch: Branch) -> tuple[int, Fraction]:
        answer: Any = AllDice(branch).roll(ask)
        first, second = answer.kinds
        points = max(int(face) for face in first.marked) + int(second.sum)
        return points, Fraction(*branch.weight())

    found: dict[int, Fraction] = {}
    for points, chance in run_every_branch(run):
        found[points] = found.get(points, Fraction()) + chance
    ways = expected.total()
    assert found == {points: Fraction(count, ways) for points, count in expected.items()}


def test_an_example_fits_each_die() -> None:
    ask = ask_for_kinds("damage", "kira", [DiceKind(3, 4, SUM), DiceKind(2, 20, SUM)])
    assert parse_dice_answer(example_dice(ask), ask, never).dice == (1, 4, 3, 10, 13)
