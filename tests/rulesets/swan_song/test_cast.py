"""The cast of the worked cases: what its sheets derive is what is written down here."""

from typing import Any

import pytest

from gmtrack.rulesets.swan_song import ruleset

from .book import BOOK, CORE

ATTRIBUTES = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip
COLUMNS = (*ATTRIBUTES, "physical", "mental", "initiative", "walk", "armor")
TABLE = {
    "joe": (3, 4, 3, 2, 3, 2, 3, 3, 4, 4, 6, 8, 0),
    "bob": (3, 1, 2, 3, 2, 2, 1, 2, 4, 3, 3, 2, 4),
    "mira": (4, 5, 4, 3, 4, 3, 4, 3, 5, 5, 8, 10, 6),
    "ox": (6, 3, 3, 6, 3, 2, 3, 2, 7, 4, 6, 6, 8),
    "unit7": (5, 4, 4, 5, 3, 4, 4, 1, 7, 5, 8, 8, 8),
    "vex": (3, 7, 5, 3, 4, 3, 5, 3, 5, 5, 10, 14, 5),
}
POOLS = {
    "joe": {"flesh": 10},
    "bob": {"flesh": 10},
    "mira": {"shield": 6, "flesh": 10},
    "ox": {"flesh": 11},
    "unit7": {"shield": 4, "armored": 12},
    "vex": {"flesh": 10},
}


def _shown(who: str) -> dict[str, Any]:
    doc = {"gmtrack": 1, "name": "cast", "ruleset": "swan-song", "combatants": BOOK.cast}
    return ruleset.show(CORE.encounter(doc), who).doc


@pytest.mark.parametrize("who", TABLE)
def test_derived_numbers_are_those_of_the_cast_table(who: str) -> None:
    doc = _shown(who)
    found = doc["attributes"] | doc["limits"]
    found |= {"initiative": doc["initiative"]["attribute"], "armor": doc["armor"]["value"]}
    found |= {"walk": doc["movement"]["walk_rate"]}
    assert {column: found[column] for column in COLUMNS} == dict(
        zip(COLUMNS, TABLE[who], strict=True)
    )


@pytest.mark.parametrize("who", POOLS)
def test_pools_are_those_of_the_cast_table(who: str) -> None:
    doc = _shown(who)
    assert doc["pools"] == {
        name: {"max": points, "now": points} for name, points in POOLS[who].items()
    }
    assert doc["track"]["strain"] == {"max": 10, "now": 0}
    assert (doc["status"], doc["wound_modifier"], doc["karma"]) == ("up", 0, 2)
