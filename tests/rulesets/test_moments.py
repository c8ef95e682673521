"""The moments of a round are one function each, by the same name in every ruleset: what begins or
ends there has one place."""

import ast
from pathlib import Path

import pytest

import gmtrack

RULESETS = Path(gmtrack.__file__).parent / "rulesets"
ROUND = ("round_start", "round_end")
TURN = ("turn_start", "turn_end")
MOMENTS = {
    "swan_song": (*ROUND, *TURN),
    "sr3": (*ROUND, *TURN),
    "i2050": ROUND,  # items of an order, no turns: what begins there has nothing to end
    "storyteller": (*ROUND, *TURN),
    "spotlight": (*ROUND, *TURN),
}


@pytest.mark.parametrize("ruleset", MOMENTS)
def test_each_moment_of_a_round_is_one_function(ruleset: str) -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in (RULESETS / ruleset).rglob("turn/*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    made = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    called = {
        node.func.id
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    for moment in MOMENTS[ruleset]:
        assert made.count(moment) == 1
        assert moment in called


def test_every_ruleset_says_which_moments_it_has() -> None:
    assert set(MOMENTS) == {path.parent.name for path in RULESETS.glob("*/meta.py")}
