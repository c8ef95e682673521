"""Meanings of a formula's names while somebody rolls, and the rolls of its dice."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gmtrack.core.report import Part
from gmtrack.dice.port import (
    Answer,
    Ask,
    DiceKind,
    Reading,
    amount,
    ask_for_kinds,
)
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import (
    Throw,
    larger_of,
    smaller_of,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter, parse_dice
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.sheet.scopes import ROLLER, PersonScope

WEAPON = "weapon"
BEST = "best"


ONE_ROLL_EDITION = 4
"""The edition of the rules (`core.draft`) from which on dice of several kinds are one roll. In a
history of an earlier edition each kind is a roll of its own: `damage`, `damage_2`."""


class Thrown(NamedTuple):
    """Dice that have fallen: what was asked for, the answer, and the number that each throw comes
    to."""

    ask: Ask
    answer: Answer
    values: tuple[int, ...]

    @property
    def value(self) -> int:
        """The number that all dice come to together. It is added up only where somebody reads it:
        odds are much slower where the rules go on with single numbers of a sum."""
        return sum(self.values)


class RollInProgress:
    """A roll by its name and roller.

    All its dice fall at once if they are planned first: `begin_plan`, work the formulas out,
    `throw_planned`, work them out again. Without a plan each kind of dice is a roll of its own:
    `NAME`, `NAME_2`, `NAME_3` and so on."""

    def __init__(self, game: Game, name: str, who: Fighter) -> None:
        self.game, self.name, self.who = game, name, who
        self.thrown: list[Thrown] = []
        self._is_planning = False
        self._planned: list[Throw] = []
        self._fallen: list[int] = []
        """What the planned dice came to, for the throws that were planned and not made yet."""

    def begin_plan(self) -> None:
        """Begin to collect throws, which roll nothing until `throw_planned`."""
        self._is_planning = True

    def throw_planned(self) -> None:
        """Roll all planned dice as one roll. The next throws, which have to be those that were
        planned, return what they came to."""
        self._is_planning = False
        planned, self._planned = self._planned, []
        if planned:
            self._fallen = self._make_roll(planned)

    def throw(self, throw: Throw) -> int:
        """Roll dice of one kind and return what they come to. While throws are planned, returns a
        number without meaning."""
        if self._is_planning:
            self._planned.append(throw)
            return 1
        if not self._fallen:
            self._fallen = self._make_roll([throw])
        return self._fallen.pop(0)

    def _make_roll(self, throws: Sequence[Throw]) -> list[int]:
        """Roll dice as the next roll and return what each throw comes to."""
        kinds = [
            DiceKind(throw.dice, throw.sides, _reading_of(throw))
            for throw in throws
        ]
        name = numbered_name(self.name, len(self.thrown) + 1)
        ask = ask_for_kinds(name, self.who.id, kinds)
        answer = self.game.dice.roll(ask)
        answers = answer.kinds or (answer,)
        values = [*map(_value_of, throws, answers)]
        self.thrown.append(Thrown(ask, answer, tuple(values)))
        return values


def numbered_name(name: str, number: int) -> str:
    """Return the name of the first, second ... of several rolls of one name."""
    return name if number == 1 else f"{name}_{number}"


def _reading_of(throw: Throw) -> Reading:
    """Return what the rules read of some dice."""
    if throw.keep:
        return Reading(marked=throw.dice)
    if throw.explodes:
        return Reading(sum=True, again=throw.sides, adds=True)
    return Reading(sum=True)


def _value_of(throw: Throw, answer: Answer) -> int:
    """Return the number that fallen dice come to."""
    if throw.keep:
        join = larger_of if throw.keep == BEST else smaller_of
        found, *others = answer.marked or (0,)
        for face in others:
            found = join(found, face)
        return found
    found = amount(answer.sum)
    return found - 2 * throw.dice if throw.is_fudge else found


class RollScope(PersonScope):
    """The names that are known while somebody rolls or is hit: their own, those of the others
    (`people`), of the weapon, and the numbers of the roll (`known`)."""

    who: Fighter

    def __init__(
        self,
        game: Game,
        who: Fighter,
        people: Mapping[str, Fighter] | None = None,
        weapon: Any = None,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(who)
        self.game = game
        self.people = {ROLLER: who, **(people or {})}
        self.weapon = weapon
        self.known = dict(known or {})
        self.rolling: RollInProgress | None = None

    def knowing(self, **known: Any) -> "RollScope":
        """Return a scope that knows these numbers besides."""
        return RollScope(
            self.game,
            self.who,
            self.people,
            self.weapon,
            {**self.known, **known},
        )

    def as_seen_by(self, who: Fighter) -> "RollScope":
        """Return the scope in which bare names are those of another person."""
        people = {**self.people, ROLLER: who}
        return RollScope(self.game, who, people, self.weapon, self.known)

    def value_of(self, name: str) -> Any:
        owner, _, field = name.rpartition(".")
        if owner == WEAPON:
            return self._value_of_weapon(field)
        if owner:
            return self._person(owner).value_of(field)
        if name in self.known:
            return self.known[name]
        if name in self.game.page.levels:
            return level_number(self.game, name)
        return self.who.value_of(name)

    def _person(self, word: str) -> Fighter:
        if word not in self.people:
            raise FormulaError(f"there is no {word} here")
        return self.people[word]

    def _value_of_weapon(self, field: str) -> Any:
        if self.weapon is None:
            raise FormulaError(f"'weapon.{field}': there is no weapon here")
        value = getattr(self.weapon, field)
        row = self.game.page.weapon.get(field)
        return parse_dice(value) if row and row.kind == "dice" else value

    def has_condition(self, person: str, condition: str) -> bool:
        return self._person(person).has_condition(condition)

    def begin_roll(self, name: str, who: Fighter) -> RollInProgress:
        """Begin a roll: all dice of formulas that are worked out from now on belong to it."""
        self.rolling = RollInProgress(self.game, name, who)
        return self.rolling

    def roll(self, throw: Throw) -> int:
        if self.rolling is None:
            raise FormulaError("no dice can be rolled here")
        return self.rolling.throw(throw)


def level_number(game: Game, level: str) -> int:
    """Return the number of a level: 0 for the worst, 1 for the next, and so on."""
    levels = list(game.page.levels)
    return len(levels) - 1 - levels.index(level)


def label_of(text: str) -> str:
    """Return the label of a part from the text of its formula: the name of its field."""
    return text.rpartition(".")[2].replace("_", " ") if text else text


def without_zeros(parts: list[Part]) -> tuple[Part, ...]:
    """Return the parts that change anything."""
    return tuple(part for part in parts if part.value)
