"""Random variables: a program over them gives the distribution of every plain run, added up."""

import math
import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_run import LONG
from tables import each_row

from gmtrack.dice import port
from gmtrack.odds.chances import distribution_of_value
from gmtrack.odds.engine import run_every_branch
from gmtrack.odds.random_variable import Branch, combine_rows_once

Step = tuple[Any, ...]
Program = list[Step]


class Roll(NamedTuple):
    """A joint distribution: rows of numbers, each with its weight. `apart`: they are observed
    where they meet others."""

    weights: tuple[int, ...]
    rows: tuple[tuple[Any, ...], ...]
    apart: bool = False


class Ending(NamedTuple):
    """How one run ended: what it observed, and the numbers at its end."""

    observed: tuple[str, ...]
    numbers: tuple[Any, ...]


class Run:
    """A little program over registers. `roll` gives the numbers of a roll that was not there
    before: plain ones, or random variables."""

    def __init__(self, roll: Callable[[int], list[Any]], rolls: int) -> None:
        self.roll = roll
        self.fresh = list(range(rolls))
        self.registers: list[Any] = []
        self.observed: list[str] = []

    def go(self, program: Program) -> Ending:
        for _ in self.fresh[1:]:
            self.throw()
        self.steps(program)
        last = self.registers[-4:]
        return Ending(tuple(self.observed), (*last, sum(last)))

    def throw(self) -> None:
        if self.fresh:
            self.registers += self.roll(self.fresh.pop(0))

    def steps(self, program: Program) -> None:
        for name, *rest in program:
            getattr(self, name)(*rest)

    def at(self, place: int) -> Any:
        """A register, from the last one back."""
        return self.registers[-1 - place % len(self.registers)]

    def tell(self, what: object) -> None:
        self.observed.append(str(what))

    # Arithmetic of two registers, or of one and a number.

    def two(self, calc: Callable[[Any, Any], Any], i: int, j: int) -> None:
        self.registers.append(calc(self.at(i), self.at(j)))

    def right(self, calc: Callable[[Any, Any], Any], i: int, number: int) -> None:
        self.registers.append(calc(self.at(i), number))

    def left(self, calc: Callable[[Any, Any], Any], number: int, i: int) -> None:
        self.registers.append(calc(number, self.at(i)))

    def one(self, calc: Callable[[Any], Any], i: int) -> None:
        self.registers.append(calc(self.at(i)))

    def divided(self, calc: Callable[[Any, Any], Any], i: int, j: int) -> None:
        """By what must not be nothing, as rules make sure of first."""
        by = self.at(j)
        if by:
            self.registers.append(calc(self.at(i), by))

    def divided_number(self, calc: Callable[[Any, Any], Any], number: int, j: int) -> None:
        by = self.at(j)
        if by != 0:
            self.registers.append(calc(number, by))

    # What forks.

    def branch(self, i: int, then: Program, otherwise: Program) -> None:
        if self.at(i):
            self.steps(then)
        else:
            self.steps(otherwise)

    def table(self, i: int) -> None:
        found = looked_up({n: n % 3 - 1 for n in range(-300, 301)}, self.at(i) % 300)
        self.registers.append(found)

    def words(self, i: int) -> None:
        table = {n: ("none", "some", "much")[min(n, 2)] for n in range(7)}
        self.tell(looked_up(table, self.at(i) % 7))

    def key(self, i: int) -> None:
        self.registers.append({0: 5, 1: -1, 2: 2}.get(self.at(i), 7))

    def member(self, i: int, j: int) -> None:
        self.tell(self.at(i) in (1, 2, self.at(j)))
        self.tell(self.at(j) in {1, 2, 3})

    def stored(self, i: int, j: int) -> None:
        """The register itself is the key."""
        kept = {self.at(i): "i", self.at(j): "j"}
        self.tell(sorted(kept.values()))

    def text(self, i: int) -> None:
        self.tell(f"{self.at(i)} {self.at(i):>3}")

    def times(self, i: int, j: int) -> None:
        total = self.at(j)
        for n in range(abs(self.at(i)) % 4):
            total = total + self.at(j) - n
        self.registers.append(total)

    def index(self, i: int) -> None:
        self.registers.append((4, 0, -2, 9)[self.at(i) % 4])

    def several(self, calc: Callable[[list[Any]], Any], i: int, j: int, k: int) -> None:
        self.registers.append(calc([self.at(i), self.at(j), self.at(k)]))

    def half(self, i: int) -> None:
        self.registers.append(round(self.at(i) / 2))

    def kind(self, i: int) -> None:
        self.tell((isinstance(self.at(i), int), self.at(i) is None, self.at(i) == "x"))


def looked_up(table: dict[int, Any], place: Any) -> Any:
    return port.looked_up(table, place)


def number(value: Any) -> Any:
    """A yes or no as a number: of both in one column nobody can say how they are written."""
    return value + 0


def lesser(one: Any, other: Any) -> Any:
    return port.lesser(number(one), number(other))


def greater(one: Any, other: Any) -> Any:
    return port.greater(number(one), number(other))


def smaller(one: Any, other: Any) -> Any:
    return min(number(one), number(other))


def larger(one: Any, other: Any) -> Any:
    return max(number(one), number(other))


CALC = (operator.add, operator.sub, operator.mul, lesser, greater, smaller, larger)
COMPARE = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
DIVIDE = (operator.floordiv, operator.mod)
ONE = (operator.neg, operator.pos, operator.abs, operator.not_, bool, int, number)
MANY = (sum, lambda many: max(map(number, many)), lambda many: sorted(map(number, many))[1], any)

EXAMPLES = 5_000 if LONG else 50
PLACE = st.integers(0, 11)
SMALL = st.integers(-3, 4)
CALCS = st.sampled_from(CALC + COMPARE + CALC)


def steps(inner: st.SearchStrategy[Program] | None) -> st.SearchStrategy[Step]:
    """One step; the ones inside a branch have no branches themselves."""
    kinds = [
        *[st.tuples(st.just("two"), CALCS, PLACE, PLACE)] * 4,
        st.tuples(st.just("right"), CALCS, PLACE, SMALL),
        st.tuples(st.just("left"), CALCS, SMALL, PLACE),
        st.tuples(st.just("one"), st.sampled_from(ONE), PLACE),
        st.tuples(st.just("divided"), st.sampled_from(DIVIDE), PLACE, PLACE),
        st.tuples(st.just("right"), st.sampled_from(DIVIDE), PLACE, SMALL.filter(bool)),
        st.tuples(st.just("divided_number"), st.sampled_from(DIVIDE), SMALL, PLACE),
        st.tuples(st.sampled_from(["table", "words", "key", "text", "index", "half"]), PLACE),
        st.tuples(st.sampled_from(["member", "stored", "times"]), PLACE, PLACE),
        st.tuples(st.just("several"), st.sampled_from(MANY), PLACE, PLACE, PLACE),
        st.tuples(st.just("kind"), PLACE),
        st.just(("throw",)),
    ]
    if inner is not None:
        kinds += [st.tuples(st.just("branch"), PLACE, inner, inner)] * 2
    return st.one_of(kinds)


PROGRAMS = st.lists(steps(st.lists(steps(None), min_size=0, max_size=3)), min_size=3, max_size=12)


@st.composite
def some_rolls(draw: st.DrawFn) -> list[Roll]:
    """Two to four rolls with one to three numbers each, or yes and no."""
    rolls = []
    for _ in range(draw(st.integers(2, 4))):
        kind = st.sampled_from([st.integers(0, 3), st.integers(-2, 2), st.booleans()])
        columns = draw(st.lists(kind, min_size=1, max_size=3))
        rows = draw(st.lists(st.tuples(*columns), min_size=2, max_size=5))
        weights = draw(st.lists(st.integers(1, 3), min_size=len(rows), max_size=len(rows)))
        rolls.append(Roll(tuple(weights), tuple(rows), draw(st.sampled_from([False, False, True]))))
    return rolls


Distribution = Counter[Any]


def every_plain_run(rolls: list[Roll], program: Program) -> Distribution:
    """Each row of each roll by itself."""
    found: Distribution = Counter()
    for rows in product(*(range(len(roll.rows)) for roll in rolls)):
        chance = prod(
            (Fraction(r.weights[n], sum(r.weights)) for r, n in zip(rolls, rows, strict=True)),
            start=Fraction(1),
        )

        def roll(place: int, rows: tuple[int, ...] = rows) -> list[Any]:
            return list(rolls[place].rows[rows[place]])

        ending = Run(roll, len(rolls)).go(program)
        for place, value in enumerate(ending.numbers):
            found[ending.observed, place, value] += chance
    return found


def all_at_once(rolls: list[Roll], program: Program) -> Distribution:
    """The same program over random variables."""

    def go(branch: Branch) -> Distribution:
        def roll(place: int) -> list[Any]:
            weights, rows, apart = rolls[place]
            columns = zip(*rows, strict=True)
            known = {("roll", place, n): list(column) for n, column in enumerate(columns)}
            return branch.add_variables(list(weights), sum(weights), known, observe_to_join=apart)

        ending = Run(roll, len(rolls)).go(program)
        weight, denominator = branch.weight()
        found: Distribution = Counter()
        for place, value in enumerate(ending.numbers):
            for each, share in distribution_of_value(value, weight).items():
                found[ending.observed, place, each] += Fraction(share, denominator)
        return found

    return sum(run_every_branch(go), Counter())


@settings(max_examples=EXAMPLES, deadline=None)
@given(some_rolls(), PROGRAMS)
def test_any_program_over_random_variables_is_the_sum_of_all_plain_runs(
    rolls: list[Roll], program: Program
) -> None:
    assert all_at_once(rolls, program) == every_plain_run(rolls, program)


TWO = [Roll((1, 2, 3), ((0, 1), (2, 0), (3, 3))), Roll((2, 1), ((1,), (4,)))]
YES = [Roll((1, 2), ((True, 0), (False, 2))), Roll((1, 1), ((True,), (False,)))]
KNOWN_TRAPS: dict[str, tuple[list[Roll], Program]] = {
    "by what is not nothing": (TWO, [("divided", operator.floordiv, 1, 0)]),
    "yes and yes": (YES, [("several", sum, 0, 2, 2), ("text", 0)]),
    "plus yes": (YES, [("one", operator.pos, 1), ("text", 0)]),
    "lesser and greater of two": (TWO, [("two", lesser, 0, 1), ("two", greater, 1, 2)]),
    "a difference both ways round": (
        TWO,
        [("throw",), ("two", operator.sub, 0, 1), ("two", operator.sub, 2, 1), ("text", 0)],
    ),
    "a number that was counted in": (
        TWO,
        [("throw",), ("two", operator.add, 0, 1), ("text", 1), ("two", operator.mul, 2, 0)],
    ),
    "two compared, and both needed": (
        TWO,
        [("throw",), ("two", operator.lt, 0, 1), ("branch", 0, [("text", 1)], [("text", 2)])],
    ),
}


WHATEVER: dict[str, Callable[[Any], Any]] = {
    "divmod": lambda n: sum(divmod(n, 2)),
    "divmod of it": lambda n: sum(divmod(7, n + 1)),
    "power": lambda n: n**2,
    "power of it": lambda n: 2**n,
    "and": lambda n: n & 1,
    "or": lambda n: 1 | n,
    "xor": lambda n: n ^ n,
    "shifts": lambda n: (n << 2) + (n >> 1) + (1 << n) + (8 >> n),
    "inverted": operator.invert,
    "rounded": round,
    "rounded to tens": lambda n: round(n * 7, -1),
    "rounded to a digit": lambda n: round(n, 1),
    "floor and ceiling": lambda n: math.floor(n) + math.ceil(n) + math.trunc(n),
    "its bits": lambda n: n.bit_length(),
    "its parts": lambda n: n.numerator // n.denominator + n.real,
    "as a place": lambda n: [5, 6, 7, 8][n],
}


@each_row("name", WHATEVER)
def test_whatever_is_done_with_a_number_is_done_with_one_that_dice_decide(name: str) -> None:
    program: Program = [("one", WHATEVER[name], 0), ("text", -1)]
    assert all_at_once(TWO, program) == every_plain_run(TWO, program)


def test_a_number_times_one_is_itself_also_where_its_sum_stands_for_it() -> None:
    branch = Branch()
    (one,) = branch.add_variables([1, 1], 2, {"one": [1, 2]})
    (other,) = branch.add_variables([1, 1], 2, {"other": [1, 2]})
    whole = one + other
    assert (one * 1) is one
    assert (1 * one) is one
    assert (1 * whole) is whole
    # A truth value is a number from then on.
    numbers = ((whole > 2) * 1).values
    assert [type(number) for number in numbers] == [int] * len(numbers)
    assert sorted(numbers) == [0, 1, 1]


def test_what_no_number_has_is_told() -> None:
    variable = Branch().add_variables([1, 1], 2, {"roll": [1, 2]})[0]
    with pytest.raises(AttributeError, match="a number that dice decide has no 'upper'"):
        _ = variable.upper


@each_row("name", KNOWN_TRAPS)
def test_what_is_easily_got_wrong(name: str) -> None:
    rolls, program = KNOWN_TRAPS[name]
    assert all_at_once(rolls, program) == every_plain_run(rolls, program)


def test_equal_dice_are_added_up_once_and_branches_do_not_share_what_they_observe() -> None:
    """The second time it is the table of before, and an observation in one leaves the other."""

    def add_two_dice() -> Any:
        branch = Branch()
        six = {"number": [*range(1, 7)]}
        return sum(branch.add_variables([1] * 6, 6, six)[0] for _ in range(2))

    combine_rows_once.cache_clear()
    first = add_two_dice()
    assert not first > 11
    second = add_two_dice()
    assert combine_rows_once.cache_info().hits == 1
    assert Counter(dict(zip(second.values, second.joint.weights, strict=True))) == Counter(
        one + other for one, other in product(range(1, 7), repeat=2)
    )
