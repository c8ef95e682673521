"""Dice sources that answer with random variables: all that a roll can come to, at once."""

from typing import Any

from gmtrack.core.values import replace
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    Faces,
    Reading,
    is_rolled_again,
    roll_kinds,
)
from gmtrack.dice.sources import TableDice
from gmtrack.errors import Refusal
from gmtrack.odds.joint_distribution import DEFERRED, Key
from gmtrack.odds.random_variable import Branch
from gmtrack.odds.roll_distribution import (
    RollDistribution,
    column_names,
    distribution_of_rest,
    distribution_of_roll,
    is_endless,
    row_of_die,
)

PLAIN = (int, type(None))
"""The types of a number that is known, or missing."""


class AllDice(Dice):
    """A dice source that answers each roll with random variables that have its exact
    distribution, on one branch."""

    def __init__(self, branch: Branch) -> None:
        self.endless = False
        """Whether some dice may be rolled again without end."""
        self.begin(branch)

    def begin(self, branch: Branch) -> None:
        """Begin another run, on a new branch."""
        self.branch = branch
        self._times: dict[tuple[str, str], int] = {}

    def typed_left(self) -> tuple[()]:
        """Return an empty tuple: this source has no typed dice."""
        return ()

    def go_back(self, typed_left: object) -> None:
        """Do nothing: this source has no typed dice to restore."""

    def roll(self, ask: Ask) -> Answer:
        """Answer a roll with random variables of its distribution, or with plain numbers if it
        has one result only."""
        if ask.kinds:
            return roll_kinds(ask, self._roll_kind)
        return self._roll_kind(ask)

    def _roll_kind(self, ask: Ask) -> Answer:
        """Answer a roll of dice of one kind."""
        ask = replace(ask, reading=observe_reading(ask.reading))
        count = int(ask.count)
        marked = min(count, abs(ask.reading.marked))
        self._note_endless(ask)
        ones = self._deferrable(ask) if count else None
        if ones is None or (ones, DEFERRED) in self.branch.keep:
            found = self._distribution_of(count, ask.sides, ask.reading)
            return self._answer(ask, found, marked)
        reading = ask.reading._replace(ones=False)
        found = self._distribution_of(count, ask.sides, reading)
        answer = self._answer(replace(ask, reading=reading), found, marked)
        return answer._replace(
            ones=self.branch.defer_variable(ones, answer.hits)
        )

    def _distribution_of(
        self, count: int, sides: int, reading: Reading
    ) -> RollDistribution:
        """Return the distribution of a roll, and note its work. Raises TooMuchWork."""
        found = distribution_of_roll(count, sides, reading)
        self.branch.work.take_once((count, sides, reading), found.work)
        return found

    def _deferrable(self, ask: Ask) -> Key | None:
        """Return the key under which the ones of a roll can be deferred, or None if they cannot.

        Rules ask for ones beside hits, but seldom observe them, and both together have many more
        results than hits alone."""
        if not ask.reading.ones or ask.reading.hit is None:
            return None
        return (
            ask.name,
            ask.key,
            self._times.get((ask.name, ask.key), 0) + 1,
            "ones",
        )

    def roll_on(self, ask: Ask, faces: Faces, waves: list[int]) -> Answer:
        """Answer a roll whose first dice were typed with the distribution of the rest.

        `waves` are the typed dice that were rolled again; those that are used are removed from
        it."""
        ask = replace(ask, reading=observe_reading(ask.reading))
        reading = ask.reading
        fixed, open_totals = read_typed_dice(faces, waves, reading)
        marked = (
            faces[: reading.marked]
            if reading.marked >= 0
            else faces[reading.marked :]
        )
        if open_totals:
            self._note_endless(ask)
        more = distribution_of_rest(tuple(open_totals), ask.sides, reading)
        rows = {
            tuple(map(int.__add__, fixed, row)): weight
            for row, weight in more.weights.items()
        }
        answer = self._answer(ask, RollDistribution(rows, more.denominator), 0)
        return answer._replace(
            given=True, marked=marked if reading.marked else None
        )

    def _note_endless(self, ask: Ask) -> None:
        """Set `endless` if the dice of a roll may be rolled again without end."""
        if is_endless(ask.reading) and ask.count:
            self.endless = True

    def _answer(
        self, ask: Ask, distribution: RollDistribution, marked: int
    ) -> Answer:
        """Return the answer that has a random variable for each column of `distribution`; `marked`
        columns of faces come first."""
        key = (ask.name, ask.key)
        self._times[key] = time = self._times.get(key, 0) + 1
        names = [
            *(f"marked {place}" for place in range(marked)),
            *column_names(ask.reading),
        ]
        table = distribution.as_table()
        # What is read twice against the same number is one column.
        by_name: dict[str, Any] = dict(zip(names, table.columns, strict=True))
        if len(table.weights) == 1:
            by_name = {name: column[0] for name, column in by_name.items()}
        else:
            columns = {
                (*key, time, name): column for name, column in by_name.items()
            }
            variables = self.branch.add_variables(
                table.weights,
                distribution.denominator,
                columns,
                observe_to_join=marked > 0,
            )
            by_name = dict(zip(by_name, variables, strict=True))
        faces = None
        if ask.reading.marked:
            faces = tuple(list(by_name.values())[:marked])
        return Answer(
            (),
            given=False,
            hits=by_name.get("hits"),
            ones=by_name.get("ones"),
            sum=by_name.get("sum"),
            marked=faces,
            also=tuple(
                by_name[f"also {number}"] for number in ask.reading.also
            ),
        )


def observe_reading(reading: Reading) -> Reading:
    """Return the reading with plain numbers; a random number in it is observed."""
    numbers = (reading.hit, reading.again, *reading.also)
    if all(type(number) in PLAIN for number in numbers):
        return reading
    hit = None if reading.hit is None else int(reading.hit)
    again = None if reading.again is None else int(reading.again)
    return reading._replace(
        hit=hit, again=again, also=tuple(map(int, reading.also))
    )


def read_typed_dice(
    faces: Faces, waves: list[int], reading: Reading
) -> tuple[Faces, list[int]]:
    """Return what the typed dice add to each column of the reading, and the totals of those dice
    that must still be rolled again. Takes typed rerolls from `waves`."""
    row = (0,) * len(column_names(reading))
    open_totals = []
    lying = [(face, face, True) for face in faces]
    while lying:
        face, total, first = lying.pop(0)
        on = is_rolled_again(face, total, reading)
        if not (on and reading.adds):
            row = tuple(
                map(int.__add__, row, row_of_die(face, total, reading, first))
            )
        if on and waves:
            more = waves.pop(0)
            lying.append((more, more + total if reading.adds else more, False))
        elif on:
            open_totals.append(total)
    return row, open_totals


class TableAllDice(TableDice):
    """A dice source for a roll with some typed dice, which leaves the rest to random variables."""

    def __init__(
        self, typed: dict[str, Faces], rest: AllDice, kind: str
    ) -> None:
        super().__init__(typed, rest, kind)
        self._all = rest

    def answer_hits(self, ask: Ask, hits: int, typed: str) -> Answer:
        """Answer a roll with hits that were typed alone. Raises Refusal if they are not enough."""
        ask = replace(
            ask, count=int(ask.count), reading=observe_reading(ask.reading)
        )
        return super().answer_hits(ask, hits, typed)

    def complete(
        self, ask: Ask, faces: Faces | None, waves: list[int]
    ) -> Answer:
        """Answer a roll with its typed dice and the distribution of what they leave open. Raises
        Refusal if only rerolls were typed."""
        if faces is None:
            raise Refusal(
                self.kind, f"{ask.name}: give the first roll's dice too"
            )
        return self._all.roll_on(ask, faces, waves)
