"""`odds X all`: who is like somebody that was asked about has the same answer, without the work."""

import time
from typing import Any

import pytest

from gmtrack import Fight
from gmtrack.app.odds import twins

FIGHTS = {
    "@knife-fight": "@ganger",
    "@back-room": "@thug",
    "@garage-night": "@ganger",
    "@three-thugs-in-the-fog": "@thug",
    "@ninth-street": "@ganger",
}
"""A ready-made encounter of each ruleset, and somebody of its stock."""


def prepared(word: str, model: str, many: int) -> tuple[Fight, str]:
    """A fight with many alike, of whom some are not: one hurt, one with a note that names another;
    and the first of them."""
    fight = Fight.open(word, memory=True)
    added = fight.run(f"add {model} --count {many}").document["added"]
    fight.run(f"damage {added[1]} 1")
    fight.run(["note", added[2], "owes", added[3], "money"])
    return fight, added[0]


def chances(fight: Fight, line: str) -> list[Any]:
    """The answers, without the number of a roll that follows on another roll, whose dice vary."""
    found: list[Any] = fight.odds(line)["against"]
    for answer in found:
        if "after" in answer.get("roll", {}):
            del answer["roll"]
    return found


@pytest.mark.parametrize("word", FIGHTS)
def test_it_is_the_answer_that_each_of_them_has(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fight, first = prepared(word, FIGHTS[word], 6)
    lines = [f"{first} all", f"all {first}"]
    fight.run(f"set {first} side=pc")
    if "garage" in word:
        fight.run("set scene range=short")
    found = [chances(fight, line) for line in lines]
    with monkeypatch.context() as patch:
        patch.setattr(twins.Twins, "key_of", lambda self, who: None)
        assert [chances(fight, line) for line in lines] == found
    assert len(found[0]) > 5


def test_two_hundred_take_no_longer_than_a_few() -> None:
    fight, _ = prepared("@knife-fight", "@ganger", 200)
    start = time.process_time()
    found: Any = fight.odds("joe all")["against"]
    assert len(found) > 200
    assert time.process_time() - start < 2
