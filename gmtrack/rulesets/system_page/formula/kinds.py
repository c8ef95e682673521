"""Judging a formula before it is used: whether each name is known where the formula stands, and
whether numbers, words and conditions stand where they can."""

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any, NamedTuple

from gmtrack.core.names import listed, nearest_words, propose_near_word
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import (
    THE_PLACE,
    Arithmetic,
    ChoiceNode,
    Comparison,
    Connection,
    DiceNode,
    HasCondition,
    IsAmong,
    NameNode,
    Negation,
    Node,
    NumberAtPlace,
    NumberNode,
    advise_on_hyphens,
    all_parts,
    word_of,
)

MOST_SHOWN = 20
"""The most names that a message lists."""
WHERE_NAMES_ARE = "`gmtrack guide systems` has a table of all names"
COMPARE_ROLLED = "`rolled` is what the dice of the roll show"
NO_DICE = "no dice can be rolled here"
ROLL_BY_TEST = "put a condition there (`target: {put: [WORD]}`), and roll for it with a `test`"


class Kind(Enum):
    """What a formula comes to, in words for messages."""

    NUMBER = "a number"
    YES_NO = "a condition"
    WORD = "a word"
    WORDS = "a list of words"
    BY_PLACE = "a number for each place"


class KnownName(NamedTuple):
    """A name that formulas may use."""

    kind: Kind
    words: Collection[str] = ()
    """The words that a field may hold. Empty: any word."""
    is_dice: bool = False
    """Whether dice stand in the field, which are rolled where a formula names it."""


class KnownNames(NamedTuple):
    """What a formula may name where it stands."""

    names: Mapping[str, KnownName]
    people: Collection[str] = ()
    """Those of `me`, `target` and `attacker` whose conditions can be asked for."""
    conditions: Collection[str] = ()
    may_roll: bool = True
    """Whether the formula may roll dice here."""


def judge(node: Node, known: KnownNames, wanted: Kind) -> None:
    """Raise FormulaError if a formula names something that is not known here, compares or adds
    up what does not fit together, rolls where it may not, or comes to another kind than is
    wanted."""
    _deny_hyphenated_names(node, known)
    if not known.may_roll:
        for part in all_parts(node):
            if _is_dice(part, known):
                advice = _advise_without_dice(known, wanted)
                raise FormulaError(f"'{part.text}': {NO_DICE}{advice}")
    _require(node, known, wanted)


def _deny_hyphenated_names(node: Node, known: KnownNames) -> None:
    """Raise FormulaError for a name that is written with hyphens in place of `_`:
    `level >= big-success`."""
    for part in all_parts(node):
        if (
            isinstance(part, Arithmetic)
            and part.text.replace("-", "_") in known.names
            and not all(child.text in known.names for child in part.children)
        ):
            raise FormulaError(f"'{node.text}': {advise_on_hyphens(part.text)}")


def _advise_without_dice(known: KnownNames, wanted: Kind) -> str:
    """Return the end of the message about dice in a condition, which says what to do instead.
    Empty for dice in a number."""
    if wanted is not Kind.YES_NO:
        return ""
    return f"; {COMPARE_ROLLED if 'rolled' in known.names else ROLL_BY_TEST}"


def _is_dice(node: Node, known: KnownNames) -> bool:
    """Whether a part by itself rolls dice."""
    if isinstance(node, NameNode):
        found = known.names.get(node.text)
        return bool(found and found.is_dice)
    return isinstance(node, DiceNode)


def rolls_dice(node: Node, known: KnownNames) -> bool:
    """Whether a formula rolls any dice."""
    return any(_is_dice(part, known) for part in all_parts(node))


def _require(node: Node, known: KnownNames, wanted: Kind) -> None:
    """Raise FormulaError if a part does not come to the kind that is wanted."""
    found = kind_of(node, known)
    if found is wanted:
        return
    advice = ""
    if wanted is Kind.YES_NO and found is Kind.NUMBER:
        advice = f"; compare it, such as `{node.text} > 0`"
    elif wanted is Kind.NUMBER and found is Kind.YES_NO:
        advice = f"; make it one with `if({node.text}, 1, 0)`"
    elif wanted is Kind.YES_NO and found is Kind.WORD:
        advice = f"; compare it, such as `{node.text} = WORD`"
    elif found is Kind.BY_PLACE:
        advice = f"; write `{node.text}[place]`"
    raise FormulaError(
        f"'{node.text}' is {found.value}, here {wanted.value} is needed{advice}"
    )


def kind_of(node: Node, known: KnownNames) -> Kind:
    """Return what a formula comes to. Raises FormulaError as `judge` does."""
    if isinstance(node, NameNode):
        return known_name(node.text, known).kind
    if isinstance(node, NumberNode):
        return Kind.NUMBER
    if isinstance(node, NumberAtPlace):
        _judge_place(node, known)
        return Kind.NUMBER
    if isinstance(node, ChoiceNode):
        return _kind_of_choice(node, known)
    if predicate := PREDICATES.get(type(node)):
        predicate(node, known)
        return Kind.YES_NO
    needed = (
        Kind.YES_NO if isinstance(node, Connection | Negation) else Kind.NUMBER
    )
    for child in node.children:
        _require(child, known, needed)
    return needed


def known_name(name: str, known: KnownNames) -> KnownName:
    """Return what a name means. Raises FormulaError for a name that means nothing here."""
    found = known.names.get(name)
    if found is None:
        near = _propose_as_written(name, known.names)
        if len(known.names) > MOST_SHOWN and not nearest_words(
            name, known.names
        ):
            near += f"; {WHERE_NAMES_ARE}"
        raise FormulaError(f"no name '{name}' here{near}")
    return found


def _propose_as_written(word: str, words: Collection[str]) -> str:
    """Return the end of a message that proposes words of the page, as formulas write them."""
    return propose_near_word(word, words).replace("-", "_")


def _kind_of_choice(node: ChoiceNode, known: KnownNames) -> Kind:
    _require(node.condition, known, Kind.YES_NO)
    kind = kind_of(node.then, known)
    _require(node.otherwise, known, kind)
    return kind


def _judge_place(node: NumberAtPlace, known: KnownNames) -> None:
    """Raise FormulaError for a field without places, for a place that the page does not have, and
    for `place` where nobody is hit."""
    field = known_name(node.numbers.text, known)
    if field.kind is not Kind.BY_PLACE:
        raise FormulaError(
            f"'{node.text}': '{node.numbers.text}' is {field.kind.value}, and has no places"
        )
    if node.place == THE_PLACE:
        known_name(THE_PLACE, known)
    elif word_of(node.place) not in field.words:
        near = _propose_as_written(word_of(node.place), field.words)
        raise FormulaError(f"'{node.text}': no place '{node.place}'{near}")


def _judge_comparison(node: Comparison, known: KnownNames) -> None:
    """Raise FormulaError for a word that is compared with a number, or by size, or with a word
    that its field cannot hold."""
    if kind_of(node.left, known) is not Kind.WORD:
        _require(node.left, known, Kind.NUMBER)
        _require(node.right, known, Kind.NUMBER)
        return
    if node.sign not in ("=", "!="):
        raise FormulaError(
            f"'{node.text}': words are compared with `=` or `!=`"
        )
    if not isinstance(node.right, NameNode):
        advice = advise_on_hyphens(node.right.text)
        compared = (
            f"'{node.left.text}' is a word, and is compared with one word, "
            "not with a formula"
        )
        raise FormulaError(f"'{node.text}': {advice or compared}")
    _judge_word(node.left, word_of(node.right.text), known)


def _judge_word(node: Node, word: str, known: KnownNames) -> None:
    """Raise FormulaError for a word that the field `node` cannot hold."""
    words = (
        known_name(node.text, known).words if isinstance(node, NameNode) else ()
    )
    if words and word not in words:
        near = _propose_as_written(word, words)
        raise FormulaError(f"'{node.text}' is never '{word}'{near}")


def _judge_condition(node: HasCondition, known: KnownNames) -> None:
    if node.person not in known.people:
        people = listed(known.people) if known.people else "nobody"
        raise FormulaError(
            f"'{node.text}': before 'is' stands {people} here, not '{node.person}'"
        )
    condition = word_of(node.condition)
    if condition not in known.conditions:
        near = _propose_as_written(condition, known.conditions)
        raise FormulaError(f"'{node.text}': no condition '{condition}'{near}")


def _judge_membership(node: IsAmong, known: KnownNames) -> None:
    _require(node.word, known, Kind.WORD)
    _require(node.words, known, Kind.WORDS)


PREDICATES: Mapping[type[Node], Callable[[Any, KnownNames], None]] = {
    Comparison: _judge_comparison,
    HasCondition: _judge_condition,
    IsAmong: _judge_membership,
}
"""The check for each part that compares, by its class."""
