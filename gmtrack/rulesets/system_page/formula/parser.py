"""Reading a formula: from its text to a tree of nodes.

The grammar, with the loosest binding first; `*` and `/` bind closer than `+` and `-`:

    either   := both {"or" both}
    both     := negated {"and" negated}
    negated  := {"not"} compared
    compared := sum [SIGN sum | "is" ["not"] WORD | "in" ["not"] NAME | "not" "in" NAME]
    sum      := product {("+" | "-") product}
    product  := factor {("*" | "/") factor}
    factor   := {"-"} atom
    atom     := NUMBER | NAME ["[" NAME "]"] | DICE ["!"] | "(" either ")"
              | FUNCTION "(" either {"," either} ")"
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gmtrack.core.names import propose_near_word
from gmtrack.rulesets.system_page.formula.errors import (
    MOST_BRACKETS,
    MOST_CHARACTERS,
    MOST_KINDS_OF_DICE,
    MOST_NODES,
    MOST_NUMBER,
    FormulaError,
)
from gmtrack.rulesets.system_page.formula.nodes import (
    COMPARISONS,
    FUDGE_SIDES,
    AbsoluteValue,
    Arithmetic,
    ChangedDice,
    ChoiceNode,
    Comparison,
    Connection,
    DiceNode,
    Extreme,
    HasCondition,
    IsAmong,
    NameNode,
    Negation,
    Negative,
    Node,
    NumberAtPlace,
    NumberNode,
    RoundedUp,
    advise_on_hyphens,
    all_parts,
    check_size,
)

TOKEN_PATTERN = re.compile(
    r"\s*(?:"
    r"(?P<dice>[0-9]*d(?:[0-9]+|F|%)(?![\w.]))"
    r"|(?P<number>[0-9]+(?![\w.]))"
    r"|(?P<name>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?(?![\w.]))"
    r"|(?P<sign>!=|<=|>=|<(?!>)|=(?!=)|[-+*/()>,!\[\]])"
    r")"
)
WORDS_OF_GRAMMAR = frozenset({"and", "or", "not", "is", "in"})


class FunctionForm(NamedTuple):
    """How many values a function takes."""

    least: int
    most: int


FUNCTIONS: Mapping[str, FunctionForm] = {
    "min": FunctionForm(2, 9),
    "max": FunctionForm(2, 9),
    "best": FunctionForm(1, 4),
    "worst": FunctionForm(1, 4),
    "if": FunctionForm(3, 3),
    "twice": FunctionForm(1, 1),
    "most": FunctionForm(1, 1),
    "dice": FunctionForm(2, 2),
    "abs": FunctionForm(1, 1),
    "up": FunctionForm(2, 2),
}


class Token(NamedTuple):
    """A word, number, die or sign of a formula, and where it stands in the text."""

    kind: str
    """`dice`, `number`, `name`, `sign`, or `end` behind the last one."""
    text: str
    start: int
    end: int


def parse(written: str | int) -> Node:
    """Parse a formula. Raises FormulaError for a text that is none or is larger than allowed."""
    text = str(written)
    if len(text) > MOST_CHARACTERS:
        raise FormulaError(
            f"a formula has at most {MOST_CHARACTERS} characters; this one has {len(text)}"
        )
    return Parser(text).parse_whole()


def split_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a formula, the last one of the kind `end`. Raises FormulaError for a
    character that no token begins with."""
    place = 0
    while text[place:].strip():
        found = TOKEN_PATTERN.match(text, place)
        if found is None or not found.lastgroup:
            raise FormulaError(_describe_unknown(text, text[place:].split()[0]))
        kind = found.lastgroup
        yield Token(kind, found[kind], found.start(kind), found.end(kind))
        place = found.end()
    yield Token("end", "", len(text), len(text))


def _describe_unknown(text: str, word: str) -> str:
    """Return the message for a word that is no part of a formula, with what would work."""
    advice = ""
    if word.startswith(("==", "<>", "&&", "||")):
        meant = {"==": "=", "<>": "!=", "&&": "and", "||": "or"}[word[:2]]
        advice = f"; write `{meant}`"
    elif re.match(r"[0-9]*[dD](?:[0-9]+|[fF]|%)", word):
        advice = "; dice are written `2d6`, `d%`, `4dF` or `d6!`"
    elif re.match(r"[0-9]+\.[0-9]", word):
        advice = "; numbers are whole"
    elif re.match(r"[A-Z]", word):
        advice = "; names have lower-case letters, digits and _"
    return f"'{text}': '{word}' is no part of a formula{advice}"


class Parser:
    """One formula as it is read, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(split_tokens(text))
        self.place = 0
        self.nodes = 0
        self.depth = 0

    def parse_whole(self) -> Node:
        """Parse the whole text. Raises FormulaError if something is left over, or if it is
        empty."""
        if self.next.kind == "end":
            raise FormulaError("the formula is empty")
        found = self.parse_either()
        if self.next.kind != "end":
            raise self.unexpected(self.next)
        dice = [part for part in all_parts(found) if isinstance(part, DiceNode)]
        if len(dice) > MOST_KINDS_OF_DICE:
            raise FormulaError(
                f"'{self.text}' rolls {len(dice)} kinds of dice, allowed are {MOST_KINDS_OF_DICE}"
            )
        return found

    # --- tokens ---

    @property
    def next(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.place]

    def take(self, *words: str) -> str:
        """Step over the next token and return its text if it is one of these words; return an
        empty text otherwise."""
        token = self.next
        if token.kind in ("end", "dice", "number") or token.text not in words:
            return ""
        self.place += 1
        return token.text

    def require(self, word: str) -> None:
        """Step over the next token. Raises FormulaError if it is another word."""
        if not self.take(word):
            before = (
                f"before '{self.next.text}'" if self.next.text else "at the end"
            )
            raise FormulaError(f"'{self.text}': '{word}' is missing {before}")

    def unexpected(self, token: Token) -> FormulaError:
        """Return the error for a token that cannot stand where it stands."""
        if token.kind == "end":
            return FormulaError(
                f"'{self.text}': something is missing at the end"
            )
        return FormulaError(f"'{self.text}': '{token.text}' cannot stand here")

    def text_since(self, place: int) -> str:
        """Return what is written from the token at this place to the last one that was taken."""
        start = self.tokens[place].start
        return self.text[start : self.tokens[self.place - 1].end]

    def count(self, node: Node) -> Node:
        """Count a node. Raises FormulaError if there are too many."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise FormulaError(
                f"'{self.text}' has more than {MOST_NODES} parts"
            )
        return node

    # --- grammar ---

    def parse_either(self) -> Node:
        self.depth += 1
        if self.depth > MOST_BRACKETS:
            raise FormulaError(
                f"'{self.text}' has more than {MOST_BRACKETS} brackets in each other"
            )
        found = self._parse_chain(self.parse_both, ("or",), Connection)
        self.depth -= 1
        return found

    def parse_both(self) -> Node:
        return self._parse_chain(self.parse_negated, ("and",), Connection)

    def parse_sum(self) -> Node:
        return self._parse_chain(self.parse_product, ("+", "-"), Arithmetic)

    def parse_product(self) -> Node:
        return self._parse_chain(self.parse_factor, ("*", "/"), Arithmetic)

    def _parse_chain(
        self,
        parse_part: Callable[[], Node],
        signs: tuple[str, ...],
        node_class: type[Connection] | type[Arithmetic],
    ) -> Node:
        """Parse parts with these signs between them, bound from the left."""
        start = self.place
        found = parse_part()
        while sign := self.take(*signs):
            other = parse_part()
            found = self.count(
                node_class(self.text_since(start), found, other, sign)
            )
        return found

    def parse_negated(self) -> Node:
        start = self.place
        is_negated = False
        while self.take("not"):
            is_negated = not is_negated
        found = self.parse_compared()
        if is_negated:
            found = self.count(Negation(self.text_since(start), found))
        return found

    def parse_compared(self) -> Node:
        start = self.place
        left = self.parse_sum()
        if sign := self.take(*COMPARISONS):
            right = self.parse_sum()
            return self.count(
                Comparison(self.text_since(start), left, right, sign)
            )
        is_negated = bool(self.take("not"))
        if word := self.take("in") if is_negated else self.take("is", "in"):
            is_negated = is_negated or bool(self.take("not"))
            found = self._parse_membership(start, word, left)
            return (
                self.count(Negation(self.text_since(start), found))
                if is_negated
                else found
            )
        if is_negated:
            raise self.unexpected(self.next)
        return left

    def _parse_membership(self, start: int, word: str, left: Node) -> Node:
        """Parse what stands behind `is` or `in`."""
        token = self.next
        if token.kind != "name" or token.text in WORDS_OF_GRAMMAR:
            what = "a condition" if word == "is" else "a field with words"
            raise FormulaError(
                f"'{self.text}': {what} is missing behind '{word}'"
            )
        self.place += 1
        self._deny_hyphens(token)
        text = self.text_since(start)
        if word == "in":
            return self.count(IsAmong(text, left, NameNode(token.text)))
        if not isinstance(left, NameNode):
            raise FormulaError(
                f"'{self.text}': before 'is' stands me, target or attacker"
            )
        return self.count(HasCondition(text, left.text, token.text))

    def _deny_hyphens(self, token: Token) -> None:
        """Raise FormulaError if the word of a condition or a place, which begins with this token,
        is written with hyphens."""
        if advice := advise_on_hyphens(self.text[token.start :]):
            raise FormulaError(f"'{self.text}': {advice}")

    def parse_factor(self) -> Node:
        start = self.place
        is_negative = False
        while self.take("-"):
            is_negative = not is_negative
        found = self.parse_atom()
        if is_negative:
            found = self.count(Negative(self.text_since(start), found))
        return found

    def parse_atom(self) -> Node:
        start, token = self.place, self.next
        if token.kind == "end" or token.text in WORDS_OF_GRAMMAR:
            raise self.unexpected(token)
        self.place += 1
        if token.kind == "number":
            return self.count(self._parse_number(token.text))
        if token.kind == "dice":
            return self.count(self._parse_dice(start, token.text))
        if token.text == "(":
            found = self.parse_either()
            self.require(")")
            return found
        if token.kind != "name":
            raise self.unexpected(token)
        if self.next.text == "(":
            return self.count(self._parse_call(start, token.text))
        name = NameNode(token.text)
        if self.take("["):
            return self.count(self._parse_place(start, name))
        return self.count(name)

    def _parse_place(self, start: int, name: NameNode) -> NumberAtPlace:
        """Parse the place behind the field whose number it has: `armour[place]`."""
        token = self.next
        if token.kind != "name" or token.text in WORDS_OF_GRAMMAR:
            raise FormulaError(
                f"'{self.text}': a place is missing behind '{name.text}['"
            )
        self.place += 1
        self._deny_hyphens(token)
        self.require("]")
        return NumberAtPlace(self.text_since(start), name, token.text)

    def _parse_number(self, digits: str) -> NumberNode:
        if len(digits) > len(str(MOST_NUMBER)) or int(digits) > MOST_NUMBER:
            raise FormulaError(
                f"{digits} is too large: numbers go to {MOST_NUMBER:,}"
            )
        return NumberNode(digits, int(digits))

    def _parse_dice(self, start: int, written: str) -> DiceNode:
        digits, sides_written = written.split("d")
        is_fudge = sides_written == "F"
        sides_written = {"F": str(FUDGE_SIDES), "%": "100"}.get(
            sides_written, sides_written
        )
        count = self._parse_number(digits or "1")
        sides = self._parse_number(sides_written)
        check_size(count.value or 1, sides.value)
        explodes = bool(self.take("!"))
        return DiceNode(
            self.text_since(start), count, sides, is_fudge, explodes
        )

    def _parse_call(self, start: int, function: str) -> Node:
        """Parse the values of a function in their brackets."""
        form = FUNCTIONS.get(function)
        if form is None:
            near = propose_near_word(function, FUNCTIONS)
            raise FormulaError(f"'{self.text}': no function '{function}'{near}")
        self.require("(")
        values = [self.parse_either()]
        while self.take(","):
            values.append(self.parse_either())
        self.require(")")
        if not form.least <= len(values) <= form.most:
            many = (
                str(form.least)
                if form.least == form.most
                else f"{form.least} to {form.most}"
            )
            raise FormulaError(
                f"'{self.text}': {function}( ) takes {many} values, found {len(values)}"
            )
        if function == "dice":
            explodes = bool(self.take("!"))
            count, sides = values
            return DiceNode(
                self.text_since(start), count, sides, explodes=explodes
            )
        return make_call(self.text_since(start), function, values)


def make_call(text: str, function: str, values: list[Node]) -> Node:
    """Return the node of a function other than `dice`. Raises FormulaError if `best` or `worst`
    has one value that is not dice."""
    if function == "if":
        return ChoiceNode(text, *values)
    if function == "abs":
        return AbsoluteValue(text, *values)
    if function == "up":
        return RoundedUp(text, *values)
    if function in ("twice", "most"):
        return ChangedDice(text, values[0], function)
    if function in ("best", "worst") and len(values) == 1:
        return _keep_one(text, function, values[0])
    return Extreme(text, function in ("max", "best"), tuple(values))


def _keep_one(text: str, function: str, dice: Node) -> DiceNode:
    """Return dice of which the best or the worst counts. Raises FormulaError for what is no plain
    dice."""
    if not isinstance(dice, DiceNode) or dice.explodes or dice.is_fudge:
        raise FormulaError(
            f"'{text}': {function}( ) of one value takes plain dice, such as {function}(2d20)"
        )
    if isinstance(dice.count, NumberNode) and isinstance(
        dice.sides, NumberNode
    ):
        check_size(dice.count.value, dice.sides.value, function)
    return DiceNode(text, dice.count, dice.sides, keep=function)
