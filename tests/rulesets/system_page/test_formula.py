"""Formulas of a system page: what they come to, and what is refused."""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import each_row

from gmtrack.odds.random_variable import Branch
from gmtrack.rulesets.system_page.formula.errors import (
    MOST_CHARACTERS,
    MOST_NODES,
    FormulaError,
)
from gmtrack.rulesets.system_page.formula.kinds import (
    Kind,
    KnownName,
    KnownNames,
    judge,
)
from gmtrack.rulesets.system_page.formula.nodes import (
    DiceNode,
    PlacedNumbers,
    Scope,
    Throw,
    addends,
    all_parts,
)
from gmtrack.rulesets.system_page.formula.parser import parse

VALUES: Mapping[str, Any] = {
    "dex": 14,
    "rolled": 17,
    "chance": 40,
    "type": "fire",
    "weapon.impales": True,
    "target.resists": ("fire", "cold"),
    "mail": PlacedNumbers(1, {"head": 4, "left-arm": 2}),
    "place": "left-arm",
    "weapon.damage": parse("2d6 + 3"),
    "weapon.odd": parse("weapon.damage + 1"),
}
CONDITIONS = {("target", "prone"), ("me", "off-balance")}


class Table(Scope):
    """A scope with the values above, in which all dice show the same face."""

    def __init__(self, face: int = 4) -> None:
        self.face = face
        self.thrown: list[Throw] = []

    def value_of(self, name: str) -> Any:
        if name not in VALUES:
            raise FormulaError(f"no name '{name}' here")
        return VALUES[name]

    def has_condition(self, person: str, condition: str) -> bool:
        return (person, condition) in CONDITIONS

    def roll(self, throw: Throw) -> int:
        self.thrown.append(throw)
        face = self.face - 2 if throw.is_fudge else self.face
        return face if throw.keep else face * throw.dice


@each_row(
    ("text", "value"),
    [
        ("3", 3),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 5),
        ("7 / 2", 3),
        ("-7 / 2", -4),
        ("up(7, 2)", 4),
        ("up(-7, 2)", -3),
        ("--3", 3),
        ("(dex - 10) / 2", 2),
        ("abs(3 - dex)", 11),
        ("min(dex, 3, 9)", 3),
        ("max(dex, 3, 9)", 14),
        ("best(dex, 3)", 14),
        ("worst(dex, 3)", 3),
        ("if(chance < 50, 96, 100)", 96),
        ("if(chance >= 50, 96, 100)", 100),
        ("d20 + dex", 18),
        ("3d6", 12),
        ("d%", 4),
        ("4dF", 8),
        ("dice(dex / 7, 8)", 8),
        ("best(2d20)", 4),
        ("weapon.damage", 11),
        ("twice(weapon.damage)", 19),
        ("twice(twice(1d6))", 16),
        ("most(weapon.damage)", 15),
        ("most(best(3d8))", 8),
        ("most(twice(d6))", 12),
        ("most(4dF)", 4),
        ("mail[head]", 4),
        ("mail[place]", 2),
        ("mail[left_arm] + 1", 3),
        ("mail[legs]", 1),
        ("0d6", 0),
        ("dice(0 - 3, 6)", 0),
    ],
)
def test_a_formula_comes_to_a_number(text: str, value: int) -> None:
    assert parse(text).evaluate(Table()) == value


@each_row(
    ("text", "value"),
    [
        ("rolled = 17", True),
        ("rolled != 17", False),
        ("rolled >= chance / 2", False),
        ("rolled <= chance / 2", True),
        ("type = fire", True),
        ("type != fire", False),
        ("type = cold", False),
        ("type in target.resists", True),
        ("type not in target.resists", False),
        ("target is prone", True),
        ("target is not prone", False),
        ("me is off_balance", True),
        ("not target is prone", False),
        ("not not target is prone", True),
        ("weapon.impales", True),
        ("weapon.impales and rolled < 10", False),
        ("weapon.impales or unknown > 3", True),
        ("not weapon.impales and unknown > 3", False),
        ("rolled > 30 or rolled < 3 or rolled = 17", True),
        ("rolled < 3 and rolled < 3 or weapon.impales", True),
    ],
)
def test_a_formula_is_a_condition(text: str, value: bool) -> None:
    assert parse(text).holds(Table()) is value


@each_row(
    ("text", "said"),
    [
        ("", "the formula is empty"),
        ("   ", "the formula is empty"),
        ("1 +", "something is missing at the end"),
        ("1 2", "'2' cannot stand here"),
        ("(1", "')' is missing at the end"),
        ("max(1, 2", "')' is missing at the end"),
        ("is prone", "'is' cannot stand here"),
        ("mail[", "a place is missing behind 'mail['"),
        ("mail[3]", "a place is missing behind 'mail['"),
        ("mail[place", "']' is missing at the end"),
        ("target is", "a condition is missing behind 'is'"),
        ("type in 3", "a field with words is missing behind 'in'"),
        ("3 is prone", "before 'is' stands me, target or attacker"),
        ("a not b", "'b' cannot stand here"),
        ("1 == 2", "write `=`"),
        ("1 <> 2", "write `!=`"),
        ("a && b", "write `and`"),
        ("3.5", "numbers are whole"),
        ("2D6", "dice are written `2d6`"),
        ("2d6kh1", "dice are written `2d6`"),
        ("Strength", "names have lower-case letters"),
        ("mx(1, 2)", "did you mean 'max'?"),
        ("roll(3)", "no function 'roll'"),
        ("up(3)", "up( ) takes 2 values, found 1"),
        ("max(1,2,3,4,5,6,7,8,9,10)", "max( ) takes 2 to 9 values, found 10"),
        ("best(dex)", "takes plain dice, such as best(2d20)"),
        ("best(2d6!)", "takes plain dice"),
        ("101d6", "allowed are 100 dice"),
        ("d1", "allowed are 100 dice"),
        ("100d100", "2,000 points of one kind"),
        ("best(4d20)", "allowed are 10,000 ways to fall"),
        ("9999999", "numbers go to 1,000,000"),
        ("99999999999999999999d6", "numbers go to 1,000,000"),
        ("1" * (MOST_CHARACTERS + 1), "at most 200 characters; this one has 201"),
        ("(" * 30 + "1" + ")" * 30, "more than 20 brackets in each other"),
        ("+".join("1" * (MOST_NODES // 2 + 2)), f"more than {MOST_NODES} parts"),
        ("+".join(["d6"] * 9), "rolls 9 kinds of dice, allowed are 8"),
        ("x = 'fire'", "is no part of a formula"),
        ("__import__", "no part of a formula"),
        ("a; b", "no part of a formula"),
        ("a\u200bb", "no part of a formula"),
        ("١", "no part of a formula"),
    ],
)
def test_what_is_no_formula_is_refused_and_says_why(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse(text).evaluate(Table())
    assert said in str(error.value)


@each_row(
    ("text", "said"),
    [
        ("10 / (dex - 14)", "divides by 0"),
        ("up(10, dex - 14)", "divides by 0"),
        ("1000000 * 2", "comes to more than 1,000,000"),
        ("dice(101, 6)", "allowed are 100 dice"),
        ("twice(60d6)", "allowed are 100 dice"),
        ("best(dice(dex, 20))", "ways to fall"),
        ("unknown", "no name 'unknown' here"),
        ("type + 1", "'type' is no number"),
        ("weapon.impales + 1", "'weapon.impales' is no number"),
        ("weapon.odd", "'weapon.damage' is dice, and so cannot stand in other dice"),
    ],
)
def test_what_shows_only_in_play_is_refused_then(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as error:
        parse(text).evaluate(Table())
    assert said in str(error.value)


def test_dice_are_thrown_as_they_are_written() -> None:
    table = Table()
    parse("2d6! + best(2d20) + 3dF + dice(2, 8)!").evaluate(table)
    assert table.thrown == [
        Throw(2, 6, explodes=True),
        Throw(2, 20, keep="best"),
        Throw(3, 3, is_fudge=True),
        Throw(2, 8, explodes=True),
    ]


def test_the_second_half_of_a_condition_rolls_only_where_it_counts() -> None:
    table = Table()
    assert parse("weapon.impales or d6 > 3").holds(table)
    assert not parse("not weapon.impales and d6 > 3").holds(table)
    assert table.thrown == []


def test_addends_have_their_signs_and_texts() -> None:
    node = parse("d20 + dex - (2 - chance) - -3")
    assert [(sign, part.text) for sign, part in addends(node)] == [
        (1, "d20"),
        (1, "dex"),
        (-1, "2"),
        (1, "chance"),
        (1, "3"),
    ]


# --- judged before it is used ---

NUMBER, WORD = KnownName(Kind.NUMBER), KnownName(Kind.WORD, ("fire", "cold-iron"))
KNOWN = KnownNames(
    {
        "dex": NUMBER,
        "armour": NUMBER,
        "type": WORD,
        "note": KnownName(Kind.WORD),
        "weapon.impales": KnownName(Kind.YES_NO),
        "target.resists": KnownName(Kind.WORDS, ("fire", "cold-iron")),
        "weapon.damage": KnownName(Kind.NUMBER, is_dice=True),
    },
    people=("me", "target"),
    conditions=("prone", "off-balance"),
)


@each_row(
    ("text", "wanted"),
    [
        ("d20 + dex - weapon.damage", Kind.NUMBER),
        ("if(weapon.impales, dex, 3)", Kind.NUMBER),
        ("dex > armour and not weapon.impales", Kind.YES_NO),
        ("type = cold_iron", Kind.YES_NO),
        ("note = anything", Kind.YES_NO),
        ("type in target.resists", Kind.YES_NO),
        ("me is off_balance or target is not prone", Kind.YES_NO),
        ("type", Kind.WORD),
        ("if(dex > 3, type, note)", Kind.WORD),
    ],
)
def test_a_formula_that_fits_is_taken(text: str, wanted: Kind) -> None:
    judge(parse(text), KNOWN, wanted)


@each_row(
    ("text", "wanted", "said"),
    [
        ("dxe", Kind.NUMBER, "no name 'dxe' here; did you mean 'dex'?"),
        ("dex", Kind.YES_NO, "compare it, such as `dex > 0`"),
        ("type", Kind.YES_NO, "compare it, such as `type = WORD`"),
        ("weapon.impales", Kind.NUMBER, "make it one with `if(weapon.impales, 1, 0)`"),
        ("dex + type", Kind.NUMBER, "'type' is a word, here a number is needed"),
        ("dex + target.resists", Kind.NUMBER, "'target.resists' is a list of words"),
        ("-type", Kind.NUMBER, "'type' is a word"),
        ("max(dex, type)", Kind.NUMBER, "'type' is a word"),
        ("dice(type, 6)", Kind.NUMBER, "'type' is a word"),
        ("twice(type)", Kind.NUMBER, "'type' is a word"),
        ("up(type, 2)", Kind.NUMBER, "'type' is a word"),
        ("dex and weapon.impales", Kind.YES_NO, "compare it, such as `dex > 0`"),
        ("not dex", Kind.YES_NO, "compare it"),
        ("if(dex, 1, 2)", Kind.NUMBER, "compare it"),
        ("if(dex > 1, 1, type)", Kind.NUMBER, "'type' is a word, here a number"),
        ("type = 3", Kind.YES_NO, "is a word, and is compared with one word"),
        ("type = fier", Kind.YES_NO, "'type' is never 'fier'; did you mean 'fire'?"),
        ("type < fire", Kind.YES_NO, "words are compared with `=` or `!=`"),
        ("dex = fire", Kind.YES_NO, "no name 'fire' here"),
        ("dex = type", Kind.YES_NO, "'type' is a word, here a number"),
        ("3 = type", Kind.YES_NO, "'type' is a word, here a number"),
        ("weapon.impales = dex", Kind.YES_NO, "is a condition, here a number"),
        ("target.resists = fire", Kind.YES_NO, "is a list of words, here a number"),
        ("type in type", Kind.YES_NO, "'type' is a word, here a list of words"),
        ("dex in target.resists", Kind.YES_NO, "'dex' is a number, here a word"),
        ("target is pron", Kind.YES_NO, "no condition 'pron'; did you mean 'prone'?"),
        ("attacker is prone", Kind.YES_NO, "before 'is' stands me, target here"),
    ],
)
def test_a_formula_that_does_not_fit_is_refused_before_it_is_used(
    text: str, wanted: Kind, said: str
) -> None:
    with pytest.raises(FormulaError) as error:
        judge(parse(text), KNOWN, wanted)
    assert said in str(error.value)


@each_row("text", ["dex + d6", "if(dex > d6, 1, 2)", "weapon.damage + 1", "dice(dex, 6)"])
def test_no_dice_stand_where_nothing_is_rolled(text: str) -> None:
    judge(parse(text), KNOWN, Kind.NUMBER)
    with pytest.raises(FormulaError, match="no dice can be rolled here"):
        judge(parse(text), KNOWN._replace(may_roll=False), Kind.NUMBER)


# --- odds ---


class Chances(Table):
    """A scope whose dice are random variables."""

    def __init__(self, branch: Branch) -> None:
        super().__init__()
        self.branch = branch

    def roll(self, throw: Throw) -> int:
        faces = list(range(1, throw.sides + 1))
        die: int = self.branch.add_variables([1] * throw.sides, throw.sides, {"die": faces})[0]
        return die


@each_row(
    ("text", "below", "of"),
    [
        ("d20 + dex >= 25", 10, 20),
        ("max(d6, 3) = 3", 3, 6),
        ("min(3, d6) = 3", 4, 6),
        ("best(d6, 3) > 3", 3, 6),
        ("d6 * 2 > 7", 3, 6),
        ("(d6 + 1) / 2 = 1", 2, 6),
        ("up(d6, 2) = 1", 2, 6),
        ("abs(d6 - 3) = 1", 2, 6),
        ("if(d6 > 4, 1, 0) = 1", 2, 6),
        ("d6 > 4 or d6 = 1 and weapon.impales", None, None),
    ],
)
def test_odds_work_formulas_out_over_random_dice(
    text: str, below: int | None, of: int | None
) -> None:
    chance = sum(weight / whole for holds, weight, whole in branches(text) if holds)
    everything = sum(weight / whole for _, weight, whole in branches(text))
    assert everything == pytest.approx(1)
    assert chance == pytest.approx(4 / 9 if below is None else below / (of or 1), abs=0.06)


def branches(text: str) -> Iterator[tuple[bool, int, int]]:
    """Run a condition on each branch of its dice."""
    waiting: list[Any] = [()]
    while waiting:
        branch = Branch(waiting.pop())
        holds = parse(text).holds(Chances(branch))
        waiting += branch.alternatives
        yield holds, *branch.weight()


@each_row("text", ["d6 * d6", "10 / d6", "up(10, d6)", "dice(d6, 6)"])
def test_what_odds_could_not_bear_is_refused(text: str) -> None:
    with pytest.raises(FormulaError, match="dice"):
        list(branches(text))


# --- anything at all ---

SOME_WORDS = """d6 2d20 4dF d% dex type target is in not and or max if best twice prone 3 0
    99999999 weapon.damage"""
PIECES = st.sampled_from([*"()+-*/<>=!,. ", *SOME_WORDS.split()])


@given(st.lists(PIECES, max_size=80).map("".join) | st.text(max_size=300))
def test_any_text_is_a_formula_within_the_bounds_or_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with suppress(FormulaError):
        node = parse(text)
        parts = list(all_parts(node))
        assert len(parts) <= 2 * MOST_NODES
        assert sum(isinstance(part, DiceNode) for part in parts) <= 8
        node.evaluate(Table())
    assert time.process_time() - start < 0.5


NUMBERS = st.integers(0, 10).map(str)
SUMS = st.recursive(
    NUMBERS,
    lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(
        lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
    ),
    max_leaves=5,
)


@given(SUMS)
def test_arithmetic_is_that_of_everybody(text: str) -> None:
    expected = eval(text)  # made of digits, signs and brackets above
    assert parse(text).evaluate(Table()) == expected


@pytest.mark.parametrize(
    "text",
    [
        "dex + 1 > 3",
        "hp < 1 and not down",
        "not down",
        "2 * (dex + 1)",
        "-dex",
        "2d6",
        "max(dex, 2)",
    ],
)
def test_a_part_is_told_as_it_is_written(text: str) -> None:
    assert parse(text).text == text


def test_as_many_parts_as_allowed_are_taken() -> None:
    assert len([*all_parts(parse("+".join("1" * (MOST_NODES // 2))))]) == MOST_NODES - 1
    with pytest.raises(FormulaError, match=f"more than {MOST_NODES} parts"):
        parse("+".join("1" * (MOST_NODES // 2 + 1)))
