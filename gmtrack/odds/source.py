"""The dice that answer with everything they can come to."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.dice.port import Key as RollKey
from gmtrack.dice.sources import TableDice
from gmtrack.errors import Refusal
from gmtrack.odds.laws import Law, columns, counted, endless, goes_on, law, law_of_more
from gmtrack.odds.unknown import ASIDE, Key, Way


class AllDice:
    """Answers each roll with numbers that are not known yet, on one way through the rules."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self._times: dict[tuple[str, str], int] = {}
        self.endless = False
        """Whether some dice may be rolled on for ever."""

    def expect(self, rolls: Iterable[RollKey], either: Iterable[RollKey] = ()) -> None:
        """Everything can be rolled."""

    def unused(self) -> list[str]:
        return []

    def roll(self, ask: Ask) -> Answer:
        count = int(ask.count)
        marked = min(count, abs(ask.reading.marked))
        self._note(ask)
        seldom = self._seldom(ask) if count else None
        if seldom is None or (seldom, ASIDE) in self.way.keep:
            return self._answer(ask, law(count, ask.sides, ask.reading), marked)
        reading = ask.reading._replace(ones=False)
        answer = self._answer(replace(ask, reading=reading), law(count, ask.sides, reading), marked)
        return answer._replace(ones=self.way.aside(seldom, answer.hits))

    def _seldom(self, ask: Ask) -> Key | None:
        """Ones beside hits: rules ask for them, but seldom look at them, and both together have
        many more results than hits alone."""
        if not ask.reading.ones or ask.reading.hit is None:
            return None
        return (ask.name, ask.key, self._times.get((ask.name, ask.key), 0) + 1, "ones")

    def roll_on(self, ask: Ask, faces: tuple[int, ...], waves: list[int]) -> Answer:
        """The rest of a roll whose first dice lie on the table; of `waves`, the dice that were
        rolled on, what is not used stays there."""
        reading = ask.reading
        fixed, open_totals = known_dice(faces, waves, reading)
        marked = faces[: reading.marked] if reading.marked >= 0 else faces[reading.marked :]
        if open_totals:
            self._note(ask)
        more = law_of_more(tuple(open_totals), ask.sides, reading)
        rows = {tuple(map(int.__add__, fixed, row)): weight for row, weight in more.weights.items()}
        answer = self._answer(ask, Law(rows, more.of), 0)
        return answer._replace(given=True, marked=marked if reading.marked else None)

    def _note(self, ask: Ask) -> None:
        if endless(ask.reading) and ask.count:
            self.endless = True

    def _answer(self, ask: Ask, found: Law, marked: int) -> Answer:
        key = (ask.name, ask.key)
        self._times[key] = time = self._times.get(key, 0) + 1
        names = [*(f"marked {place}" for place in range(marked)), *columns(ask.reading)]
        if len(found.weights) == 1:
            told: list[Any] = list(next(iter(found.weights)))
        else:
            rows = list(zip(*found.weights, strict=True))
            known = {(*key, time, name): list(row) for name, row in zip(names, rows, strict=True)}
            weights = list(found.weights.values())
            told = self.way.numbers(weights, found.of, known, apart=marked > 0)
        by_name = dict(zip(names, told, strict=True))
        return Answer(
            (),
            given=False,
            hits=by_name.get("hits"),
            ones=by_name.get("ones"),
            sum=by_name.get("sum"),
            marked=tuple(told[:marked]) if ask.reading.marked else None,
            also=tuple(by_name[f"also {number}"] for number in ask.reading.also),
        )


def known_dice(
    faces: tuple[int, ...], waves: list[int], reading: Reading
) -> tuple[tuple[int, ...], list[int]]:
    """What the dice on the table say by column, and what those that must still be rolled on have
    come to."""
    row = (0,) * len(columns(reading))
    open_totals = []
    lying = [(face, face, True) for face in faces]
    while lying:
        face, total, first = lying.pop(0)
        on = goes_on(face, total, reading)
        if not (on and reading.adds):
            row = tuple(map(int.__add__, row, counted(face, total, reading, first)))
        if on and waves:
            more = waves.pop(0)
            lying.append((more, more + total if reading.adds else more, False))
        elif on:
            open_totals.append(total)
    return row, open_totals


class TableOdds(TableDice):
    """Some dice lie on the table; the rest can still come to anything."""

    def __init__(self, typed: dict[str, tuple[int, ...]], rest: AllDice, kind: str) -> None:
        super().__init__(typed, rest, kind)
        self._all = rest

    def complete(self, ask: Ask, faces: tuple[int, ...] | None, waves: list[int]) -> Answer:
        """The answer for the dice on the table, and what they leave open."""
        if faces is None:
            raise Refusal(self.kind, f"{ask.name}: give the first roll's dice too")
        return self._all.roll_on(ask, faces, waves)
