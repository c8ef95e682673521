"""The tree of a formula, and what it comes to."""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from gmtrack.dice.port import greater, lesser
from gmtrack.rulesets.system_page.formula.errors import (
    MOST_DICE,
    MOST_NUMBER,
    MOST_POINTS,
    MOST_SIDES,
    MOST_WAYS_TO_FALL,
    FormulaError,
)

COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FUDGE_SIDES = 3
"""The sides of a fudge die, whose faces are -1, 0 and 1."""


class Throw(NamedTuple):
    """Dice of one kind that a formula rolls, and how they are read."""

    dice: int
    """How many dice are rolled."""
    sides: int
    is_fudge: bool = False
    """Whether the faces are -1, 0 and 1 instead of 1, 2 and 3."""
    explodes: bool = False
    """Whether a die at its top face is rolled again and adds to itself."""
    keep: str = ""
    """`best` or `worst`: the one die that counts. Empty: all dice are added up."""


class Scope(Protocol):
    """The situation in which a formula is worked out: it gives each name a value and rolls the
    dice."""

    def value_of(self, name: str) -> Any:
        """Return the value of a name: a number, a truth value, a word, words, or the tree of
        dice that stand on a sheet. Raises FormulaError for a name that means nothing here."""

    def has_condition(self, person: str, condition: str) -> bool:
        """Whether `me`, `target` or `attacker` has a condition. Raises FormulaError where there
        is no such person."""

    def roll(self, throw: Throw) -> int:
        """Roll dice and return the number that they come to, which may be a random variable.
        Raises FormulaError where no dice can be rolled."""


class DiceMode(NamedTuple):
    """How the dice of a formula count. `twice( )` and `most( )` change it for what they hold."""

    times: int = 1
    """How many dice are rolled in place of each."""
    is_top_face: bool = False
    """Whether each die counts as its highest face, and is not rolled."""
    is_on_sheet: bool = False
    """Whether the formula is the dice of a sheet, which cannot name other dice of a sheet."""


AS_WRITTEN = DiceMode()


class Node:
    """A part of a formula. `text` is what was written for it.

    The classes of nodes are no dataclasses: to make twenty of those takes a twentieth of the time
    of an attack, which is a process of its own."""

    def __init__(self, text: str) -> None:
        self.text = text

    # Not abstract: Python checks more slowly whether a value is of an abstract class.
    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> Any:
        """Return what the part comes to: a number, a truth value, a word or words. A number that
        dice decide may be a random variable. Raises FormulaError where the scope lacks a name, a
        word stands where a number must, or a number gets too large."""
        raise NotImplementedError

    @property
    def children(self) -> "tuple[Node, ...]":
        """The parts that the part is made of."""
        return ()

    def number(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        """Evaluate the part and return it if it is a number. Raises FormulaError otherwise."""
        found = self.evaluate(scope, mode)
        if isinstance(found, bool) or not isinstance(found, int):
            raise FormulaError(f"'{self.text}' is no number")
        return found

    def holds(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> bool:
        """Evaluate a condition. A random variable in it is observed."""
        return bool(self.evaluate(scope, mode))


class OperandNode(Node):
    """Base of a part that is made of one other."""

    def __init__(self, text: str, operand: Node) -> None:
        super().__init__(text)
        self.operand = operand

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


class PairNode(Node):
    """Base of a part that is made of two others, the left one first."""

    def __init__(self, text: str, left: Node, right: Node) -> None:
        super().__init__(text)
        self.left = left
        self.right = right

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)


def all_parts(node: Node) -> Iterator[Node]:
    """Yield a node and everything in it, from the outside in."""
    yield node
    for child in node.children:
        yield from all_parts(child)


def addends(node: Node, sign: int = 1) -> Iterator[tuple[int, Node]]:
    """Yield what a formula adds up at its top, each with 1 or -1 for its sign."""
    if isinstance(node, Arithmetic) and node.operator in "+-":
        yield from addends(node.left, sign)
        yield from addends(node.right, sign if node.operator == "+" else -sign)
    elif isinstance(node, Negative):
        yield from addends(node.operand, -sign)
    else:
        yield sign, node


class NumberNode(Node):
    """A number as written."""

    def __init__(self, text: str, value: int) -> None:
        super().__init__(text)
        self.value = value

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        return self.value


class NameNode(Node):
    """The name of a field, a track or a number of the roll, perhaps with its owner: `me.armour`."""

    @property
    def owner(self) -> str:
        """The word before the dot; empty if there is none."""
        return self.text.rpartition(".")[0]

    @property
    def field(self) -> str:
        """The word behind the dot, or the whole name."""
        return self.text.rpartition(".")[2]

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> Any:
        found = scope.value_of(self.text)
        if not isinstance(found, Node):
            return found
        if mode.is_on_sheet:
            raise FormulaError(
                f"'{self.text}' is dice, and so cannot stand in other dice"
            )
        on_sheet = DiceMode(mode.times, mode.is_top_face, is_on_sheet=True)
        return found.evaluate(scope, on_sheet)


class PlacedNumbers(NamedTuple):
    """The numbers of a field that has one for each place: those of some places, and that of all
    others, which also counts where no place is known."""

    elsewhere: int
    by_place: Mapping[str, int]


THE_PLACE = "place"
"""The index that means the place that is hit; any other is the place itself."""


class NumberAtPlace(Node):
    """The number of a field at a place: `target.armour[place]`, `armour[head]`."""

    def __init__(self, text: str, numbers: NameNode, place: str) -> None:
        super().__init__(text)
        self.numbers = numbers
        self.place = place
        """The place as the formula writes it, or THE_PLACE."""

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.numbers,)

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        numbers = self.numbers.evaluate(scope, mode)
        if not isinstance(numbers, PlacedNumbers):
            raise FormulaError(f"'{self.numbers.text}' has no places")
        is_hit = self.place == THE_PLACE
        place = scope.value_of(THE_PLACE) if is_hit else word_of(self.place)
        return numbers.by_place.get(place, numbers.elsewhere)


class Negative(OperandNode):
    """A number with its sign turned."""

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        return -self.operand.number(scope, mode)


class Arithmetic(PairNode):
    """Two numbers added, subtracted, multiplied, or divided with the result rounded down."""

    def __init__(
        self, text: str, left: Node, right: Node, operator: str
    ) -> None:
        super().__init__(text, left, right)
        self.operator = operator

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        left = self.left.number(scope, mode)
        right = self.right.number(scope, mode)
        if self.operator in "*/":
            self._deny_two_random(left, right)
        if self.operator == "+":
            found = left + right
        elif self.operator == "-":
            found = left - right
        elif self.operator == "*":
            found = left * right
        else:
            found = divide(left, right, self.text)
        if type(found) is int and abs(found) > MOST_NUMBER:
            raise FormulaError(
                f"'{self.text}' comes to more than {MOST_NUMBER:,}"
            )
        return found

    def _deny_two_random(self, left: int, right: int) -> None:
        """Raise FormulaError if dice decide both factors, or what is divided by."""
        if type(right) is int or (self.operator == "*" and type(left) is int):
            return
        raise FormulaError(
            f"'{self.text}': dice cannot be multiplied with dice, nor be divided by"
        )


def divide(dividend: int, divisor: int, text: str) -> int:
    """Divide and round down. `text` is the formula, for the message. Raises FormulaError for a
    divisor of 0."""
    if divisor == 0:
        raise FormulaError(f"'{text}' divides by 0")
    return dividend // divisor


class Comparison(PairNode):
    """Two numbers compared, or a word with the word that stands behind the sign."""

    def __init__(self, text: str, left: Node, right: Node, sign: str) -> None:
        super().__init__(text, left, right)
        self.sign = sign

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> bool:
        left = self.left.evaluate(scope, mode)
        if isinstance(left, str):
            return bool(COMPARISONS[self.sign](left, word_of(self.right.text)))
        right = self.right.number(scope, mode)
        return COMPARISONS[self.sign](left, right)  # type: ignore[no-any-return]


def word_of(written: str) -> str:
    """Return a word of the page from the way in which formulas write it, with `_` for `-`."""
    return written.replace("_", "-")


HYPHENATED = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)+")


def advise_on_hyphens(text: str) -> str:
    """Return the end of a message about a word that a formula writes with hyphens, as the page
    does: how formulas write it. Empty if the text does not begin with such a word."""
    found = HYPHENATED.match(text)
    if found is None:
        return ""
    written = found[0].replace("-", "_")
    return f"`-` is minus in formulas; write `{written}`"


class Connection(PairNode):
    """Two conditions joined by `and` or `or`; the second is left out where the first decides."""

    def __init__(
        self, text: str, left: Node, right: Node, connective: str
    ) -> None:
        super().__init__(text, left, right)
        self.connective = connective

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> bool:
        first = self.left.holds(scope, mode)
        if first == (self.connective == "or"):
            return first
        return self.right.holds(scope, mode)


class Negation(OperandNode):
    """A condition that holds where another does not."""

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> bool:
        return not self.operand.holds(scope, mode)


class HasCondition(Node):
    """Whether a person has a condition: `target is prone`."""

    def __init__(self, text: str, person: str, condition: str) -> None:
        super().__init__(text)
        self.person = person
        self.condition = condition
        """The condition as the formula writes it."""

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> bool:
        return scope.has_condition(self.person, word_of(self.condition))


class IsAmong(Node):
    """Whether a word is among the words of a field: `type in target.resists`."""

    def __init__(self, text: str, word: Node, words: NameNode) -> None:
        super().__init__(text)
        self.word = word
        self.words = words

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.word, self.words)

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> bool:
        return self.word.evaluate(scope, mode) in self.words.evaluate(
            scope, mode
        )


class DiceNode(Node):
    """Dice of one kind: `2d6`, `d%`, `4dF`, `d6!`, or `dice(count, sides)`. With `keep` only the
    best or the worst die counts."""

    def __init__(
        self,
        text: str,
        count: Node,
        sides: Node,
        is_fudge: bool = False,
        explodes: bool = False,
        keep: str = "",
    ) -> None:
        super().__init__(text)
        self.count = count
        self.sides = sides
        self.is_fudge = is_fudge
        self.explodes = explodes
        self.keep = keep

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.count, self.sides)

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        count = self._whole_number(self.count, scope) * mode.times
        sides = self._whole_number(self.sides, scope)
        if count <= 0:
            return 0
        check_size(count, sides, self.keep)
        if mode.is_top_face:
            top = 1 if self.is_fudge else sides
            return top if self.keep else count * top
        return scope.roll(
            Throw(count, sides, self.is_fudge, self.explodes, self.keep)
        )

    def _whole_number(self, node: Node, scope: Scope) -> int:
        """Evaluate the number of dice or sides. Raises FormulaError if dice decide it."""
        found = node.number(scope)
        if type(found) is not int:
            raise FormulaError(
                f"'{self.text}': dice cannot decide how many dice are rolled"
            )
        return found


def check_size(count: int, sides: int, keep: str = "") -> None:
    """Raise FormulaError for more dice, or dice with more sides, than a formula may roll."""
    if (
        count > MOST_DICE
        or not 2 <= sides <= MOST_SIDES
        or count * sides > MOST_POINTS
    ):
        raise FormulaError(
            f"{count}d{sides}: allowed are {MOST_DICE} dice, 2 to {MOST_SIDES:,} sides, and "
            f"{MOST_POINTS:,} points of one kind"
        )
    if keep and sides**count > MOST_WAYS_TO_FALL:
        raise FormulaError(
            f"{keep} of {count}d{sides}: allowed are {MOST_WAYS_TO_FALL:,} ways to fall"
        )


class ChoiceNode(Node):
    """`if(condition, value, other value)`."""

    def __init__(
        self, text: str, condition: Node, then: Node, otherwise: Node
    ) -> None:
        super().__init__(text)
        self.condition = condition
        self.then = then
        self.otherwise = otherwise

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.condition, self.then, self.otherwise)

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> Any:
        chosen = (
            self.then if self.condition.holds(scope, mode) else self.otherwise
        )
        return chosen.evaluate(scope, mode)


class ChangedDice(OperandNode):
    """`twice(...)` rolls each die twice, `most(...)` takes the top face of each."""

    def __init__(self, text: str, operand: Node, function: str) -> None:
        super().__init__(text, operand)
        self.function = function

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        if self.function == "twice":
            changed = DiceMode(
                2 * mode.times, mode.is_top_face, mode.is_on_sheet
            )
        else:
            changed = DiceMode(mode.times, True, mode.is_on_sheet)
        return self.operand.number(scope, changed)


class Extreme(Node):
    """The smallest or the largest of several numbers."""

    def __init__(
        self, text: str, is_largest: bool, operands: tuple[Node, ...]
    ) -> None:
        super().__init__(text)
        self.is_largest = is_largest
        self.operands = operands

    @property
    def children(self) -> tuple[Node, ...]:
        return self.operands

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        found, *others = (node.number(scope, mode) for node in self.operands)
        for other in others:
            found = (
                larger_of(found, other)
                if self.is_largest
                else smaller_of(found, other)
            )
        return found


def larger_of(one: int, other: int) -> int:
    """Return the larger of two numbers, either of which may be a random variable; neither is
    observed."""
    return greater(other, one) if type(one) is int else greater(one, other)


def smaller_of(one: int, other: int) -> int:
    """Return the smaller of two numbers, either of which may be a random variable; neither is
    observed."""
    return lesser(other, one) if type(one) is int else lesser(one, other)


class AbsoluteValue(OperandNode):
    """`abs(...)`: a number without its sign."""

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        return abs(self.operand.number(scope, mode))


class RoundedUp(Node):
    """`up(dividend, divisor)`: a quotient rounded up."""

    def __init__(self, text: str, dividend: Node, divisor: Node) -> None:
        super().__init__(text)
        self.dividend = dividend
        self.divisor = divisor

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.dividend, self.divisor)

    def evaluate(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        dividend = self.dividend.number(scope, mode)
        divisor = self.divisor.number(scope, mode)
        if type(divisor) is not int:
            raise FormulaError(f"'{self.text}': dice cannot be divided by")
        return -divide(-dividend, divisor, self.text)
