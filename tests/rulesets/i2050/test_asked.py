"""Whose dice are asked for at the table: everybody's own, in every shot of a burst and against
every foe of several."""

import copy
from pathlib import Path

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Options
from gmtrack.dice.asking import AskedDice
from gmtrack.dice.port import Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets.i2050 import ruleset

from .book import BOOK, CORE

CAST = ("johnny", "rudy", "thug", "lotus")


@pytest.mark.parametrize(
    ("attacker", "targets", "words", "asked", "names"),
    [
        ("rudy", ("thug",), ("burst=3",), "rudy", {"attack.1", "attack.2", "attack.3"}),
        ("rudy", ("thug",), ("burst=3",), "thug", set()),
        ("lotus", ("thug", "johnny"), ("split=7,7",), "lotus", {"defend.thug", "defend.johnny"}),
        ("lotus", ("thug", "johnny"), ("split=7,7",), "johnny", {"attack.johnny"}),
    ],
)
def test_each_rolls_their_own_dice(
    tmp_path: Path, attacker: str, targets: tuple[str, ...], words: tuple[str, ...], asked: str,
    names: set[str],
) -> None:  # fmt: skip
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    doc = {"gmtrack": 1, "name": "asked", "ruleset": "i2050", "combatants": sheets}
    found: list[str] = []

    def question(ask: Ask, problem: str) -> str:
        assert not problem
        found.append(f"{ask.name}.{ask.key}")
        return "19"

    encounter = CORE.encounter(doc)
    weapon = "katana" if attacker == "lotus" else None
    intent = Attack(attacker, targets, options=Options(words=words, weapon=weapon))
    dice = AskedDice(RandomDice(1), lambda ask: ask.who == asked, question)
    ruleset.resolve(Draft(encounter), intent, dice)
    assert set(found) == names
