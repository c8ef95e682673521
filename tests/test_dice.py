"""Dice that are rolled on: in waves, each on its own or added to its die, typed in part."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.dice.asking import AskedDice
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.dice.sources import RandomDice, SpreadDice, TableDice
from gmtrack.dice.typed import parse_rolls
from gmtrack.errors import Refusal

TENS = Reading(hit=8, again=10)
"""Every ten is one more die."""


def sixes(number: int) -> Reading:
    """A six is rolled on and added while its die is below the number."""
    return Reading(hit=number, again=6, adds=True)


def typed(reading: Reading, sides: int, **dice: str) -> Answer:
    faces = {name: tuple(map(int, text.split(","))) for name, text in dice.items()}
    count = len(faces.get("attack", (1,)))
    table = TableDice(faces, RandomDice(1), "dice")
    table.expect([("attack", "joe")])
    return table.roll(Ask("attack", "joe", count, sides, reading))


@pytest.mark.parametrize(
    ("reading", "sides", "first", "again", "hits", "totals"),
    [
        (TENS, 10, "10,3,10", "10,4,8", 4, (10, 3, 10, 10, 4, 8)),
        (TENS, 10, "10", "8", 2, (10, 8)),
        (Reading(hit=8, again=9), 10, "9,1", "9,10,2", 3, (9, 1, 9, 10, 2)),
        (sixes(8), 6, "6,3,6", "1,6", 1, (7, 3, 12)),
        (sixes(13), 6, "6,2", "6,1", 1, (13, 2)),
        (sixes(7), 6, "6,6,3,5,2", "1,4", 2, (7, 10, 3, 5, 2)),
    ],
)
def test_waves_are_read_from_left_to_right(
    reading: Reading, sides: int, first: str, again: str, hits: int, totals: tuple[int, ...]
) -> None:
    answer = typed(reading, sides, attack=first, attack_again=again)
    assert (answer.hits, answer.totals) == (hits, totals)
    assert answer.again == tuple(map(int, again.split(",")))
    assert answer.given


def test_a_six_is_not_rolled_on_where_it_is_enough() -> None:
    assert typed(sixes(6), 6, attack="6,6").again == ()


def test_the_program_rolls_on_what_was_not_typed() -> None:
    answer = typed(TENS, 10, attack="10,10", attack_again="3")
    assert answer.again[0] == 3
    assert len(answer.again) >= 2
    alone = typed(TENS, 10, attack="10,10")
    assert len(alone.again) >= 2


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ({"attack": "10,3", "attack_again": "4,4"}, "only 1 die can be rolled again"),
        ({"attack": "9,3", "attack_again": "4"}, "only 0 dice can be rolled again"),
        ({"attack": "10,3", "attack_again": "11"}, "11 is not a face of a d10"),
        ({"defend_again": "4"}, "'defend_again' is not rolled by this command"),
    ],
)
def test_dice_that_are_not_rolled_on_are_refused(dice: dict[str, str], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        typed(TENS, 10, **dice)


def test_what_is_rolled_on_may_be_typed_for_dice_of_the_program() -> None:
    reading = Reading(hit=8, again=1)
    faces = {"attack_again.joe": (2, 9)}
    table = TableDice(faces, Loaded(), "dice")
    with pytest.raises(Refusal, match="rolled again"):
        table.roll(Ask("attack", "joe", 2, 10, TENS))
    table = TableDice(faces, Loaded(), "dice")
    with pytest.raises(RecursionError):
        table.roll(Ask("attack", "joe", 2, 10, reading))


class Loaded:
    """A source that always shows ones, and gives up after a hundred dice."""

    rolled = 0

    def expect(self, rolls: object, either: object = ()) -> None: ...

    def unused(self) -> list[str]:
        return []

    def roll(self, ask: Ask) -> Answer:
        self.rolled += ask.count
        if self.rolled > 100:
            raise RecursionError
        return Answer((1,) * ask.count, given=False, hits=0, marked=(1,) * ask.count)


def test_people_are_asked_for_the_dice_that_are_rolled_on() -> None:
    answers = iter(["10 10 2", "10 3", "8"])
    asked: list[tuple[str, int]] = []

    def question(ask: Ask, problem: str) -> str:
        assert not problem
        asked.append((ask.name, ask.count))
        return next(answers)

    dice = AskedDice(RandomDice(1), lambda ask: True, question)
    answer = dice.roll(Ask("attack", "joe", 3, 10, TENS))
    assert asked == [("attack", 3), ("attack_again", 2), ("attack_again", 1)]
    assert (answer.hits, answer.again) == (4, (10, 3, 8))


@given(st.integers(0, 12), st.integers(0, 2**16), st.sampled_from([10, 9, 8, None]))
def test_a_pool_rolls_on_once_for_every_face_that_says_so(
    count: int, seed: int, again: int | None
) -> None:
    answer = RandomDice(seed).roll(Ask("attack", "joe", count, 10, Reading(hit=8, again=again)))
    everything = answer.dice + answer.again
    assert len(answer.again) == sum(face >= (again or 11) for face in everything)
    assert answer.hits == sum(face >= 8 for face in everything)


@given(st.lists(st.integers(1, 6), max_size=9), st.integers(2, 30), st.randoms())
def test_a_die_that_is_added_to_stops_at_the_target_or_below_a_six(
    faces: list[int], number: int, chance: random.Random
) -> None:
    table = TableDice({"attack": tuple(faces)}, RandomDice(chance.getrandbits(16)), "dice")
    answer = table.roll(Ask("attack", "joe", len(faces), 6, sixes(number)))
    for first, total in zip(faces, answer.totals, strict=True):
        assert first in (total, 6)
        assert total >= number or total % 6


def test_a_series_goes_on_in_the_faces_that_were_typed_for_it() -> None:
    table = TableDice({"toss.joe": (4, 2)}, RandomDice(1), "dice")
    table.expect([("toss", "joe")])
    ask = Ask("toss", "joe", 1, 10, Reading(sum=True), series=True)
    assert table.roll(ask).dice == (4,)
    assert table.unused() == ["toss.joe"]
    assert table.roll(ask).dice == (2,)
    assert table.unused() == []
    assert not table.roll(ask).given


def test_a_second_roll_of_somebody_is_typed_by_its_number() -> None:
    table = TableDice({"touch": (4,), "touch.joe.2": (2,)}, RandomDice(1), "dice")
    table.expect([("touch", "joe"), ("touch", "joe.2")])
    rolls = [table.roll(Ask("touch", who, 1, 10, Reading(hit=8))) for who in ("joe", "joe.2")]
    assert [roll.dice for roll in rolls] == [(4,), (2,)]


def test_dice_that_meet_several_numbers_are_counted_for_each() -> None:
    reading = Reading(hit=8, again=6, adds=True, also=(3, 8, 9))
    answer = typed(reading, 6, attack="6,3,2", attack_again="2")
    assert (answer.totals, answer.hits, answer.also) == ((8, 3, 2), 1, (2, 1, 0))
    asked = AskedDice(RandomDice(1), lambda ask: True, lambda ask, problem: "" if problem else "2h")
    assert asked.roll(Ask("attack", "joe", 3, 6, reading)).dice


@pytest.mark.parametrize(
    ("text", "sides", "count", "faces"),
    [
        ("66241", 6, 5, (6, 6, 2, 4, 1)),
        ("12", 6, 2, (1, 2)),
        ("6, 6 2", 6, 3, (6, 6, 2)),
        ("0,3", 10, 2, (10, 3)),
        ("103", 10, 3, (1, 10, 3)),
        ("10", 10, 1, (10,)),
        ("10", 10, 2, (1, 10)),
        ("98", 10, 2, (9, 8)),
        ("17", 20, 1, (17,)),
    ],
)
def test_dice_may_be_typed_without_a_gap(
    text: str, sides: int, count: int, faces: tuple[int, ...]
) -> None:
    ask = Ask("attack", "joe", count, sides, Reading(marked=count))
    table = TableDice(parse_rolls([f"attack={text}"], "dice"), RandomDice(1), "dice")
    table.expect([("attack", "joe")])
    assert table.roll(ask).dice == faces
    at_the_table = AskedDice(RandomDice(1), lambda ask: True, lambda ask, problem: text)
    assert at_the_table.roll(ask).dice == faces


@pytest.mark.parametrize(
    ("text", "sides", "count", "says"),
    [
        ("6624", 6, 5, "needs 5 dice, got 4"),
        ("70", 6, 2, "7 is not a face of a d6"),
        ("0", 6, 1, "0 is not a face of a d6"),
        ("34", 20, 1, "34 is not a face of a d20"),
        ("12", 20, 2, "needs 2 dice, got 1"),
    ],
)
def test_what_is_wrong_with_dice_is_said(text: str, sides: int, count: int, says: str) -> None:
    table = TableDice(parse_rolls([f"attack={text}"], "dice"), RandomDice(1), "dice")
    with pytest.raises(Refusal, match=says):
        table.roll(Ask("attack", "joe", count, sides, Reading(hit=5)))


@pytest.mark.parametrize("joint", ["", ","])
def test_so_many_dice_are_typed_at_the_most(joint: str) -> None:
    most, more = (f"attack={joint.join('6' * count)}" for count in (500, 501))
    assert parse_rolls([most], "dice")
    with pytest.raises(Refusal, match="is not a list of dice"):
        parse_rolls([more], "dice")


def test_a_ten_that_is_rolled_on_is_one_die() -> None:
    dice = parse_rolls(["attack=10,10", "attack_again=10", "more=0"], "dice")
    table = TableDice(dice, RandomDice(1), "dice")
    assert table.roll(Ask("attack", "joe", 2, 10, TENS)).again[:1] == (10,)


def test_spread_dice_show_each_face_equally_often() -> None:
    """The dice of a roll do not hang on each other, nor on those of another roll."""
    dice = SpreadDice("a")
    fallen: list[tuple[int, ...]] = []
    for _ in range(60):
        fallen.append(dice.roll(Ask("attack", "joe", 2, 6, Reading())).dice)
        dice.roll(Ask("damage", "joe", 1, 6, Reading()))
    for place in (0, 1):
        faces = [one[place] for one in fallen]
        assert [faces.count(face) for face in range(1, 7)] == [10] * 6
    assert len(set(fallen)) > 20


def test_spread_dice_are_rolled_on() -> None:
    again = [
        SpreadDice(str(seed)).roll(Ask("attack", "joe", 6, 10, TENS)).again for seed in range(9)
    ]
    assert any(again)
