"""Who did what to whom, from the documents of commands."""

from typing import Any

import pytest

from gmtrack.core.deeds import Blow, attacks_in, blows_in, people_as_typed

ATTACK: dict[str, Any] = {
    "command": "attack", "attacker": "joe", "target": "bob", "outcome": "hit",
    "damage": {"dealt": 4},
}  # fmt: skip
SEVERAL = {
    "command": "attack",
    "attacker": "joe",
    "attacks": [
        {"target": "bob", "outcome": "hit", "damage": {"dealt": 2}},
        {"target": "bill", "outcome": "miss"},
    ],
}
BY_ACTION = {"command": "act", "who": "joe", "action": "crush", "target": "bob", "outcome": "won"}


@pytest.mark.parametrize(
    ("document", "blows"),
    [
        (ATTACK, [Blow("joe", "bob", 4)]),
        (SEVERAL, [Blow("joe", "bob", 2)]),
        ({"results": [ATTACK, SEVERAL]}, [Blow("joe", "bob", 4), Blow("joe", "bob", 2)]),
        (ATTACK | {"damage": {"dealt": 4, "victim": "joe"}}, [Blow("bob", "joe", 4)]),
        (ATTACK | {"damage": {"dealt": 4, "pending": True}}, [Blow("joe", "bob", 4, True)]),
        (
            {**ATTACK, "damage": None, "counter": {"outcome": "hit", "damage": {"dealt": 3}}},
            [Blow("bob", "joe", 3)],
        ),
        (
            {**ATTACK, "human_shield": {"victim": "bill", "damage": {"dealt": 1}}},
            [Blow("joe", "bob", 4), Blow("joe", "bill", 1)],
        ),
        (
            {**BY_ACTION, "covering_fire": {"by": "eve", "hits": 2, "damage": {"dealt": 2}}},
            [Blow("eve", "joe", 2)],
        ),
        (
            {**BY_ACTION, "damage": {"dealt": 3, "victim": "joe", "by": "bob"}},
            [Blow("bob", "joe", 3)],
        ),
        ({**BY_ACTION, "damage": {"dealt": 3}}, [Blow("joe", "bob", 3)]),
        ({"command": "damage", "who": "bob", "damage": {"dealt": 5}}, [Blow(None, "bob", 5)]),
        ({"command": "heal", "who": "bob", "damage": {"dealt": 5}}, []),
        ({"command": "test", "who": "bob", "outcome": "success"}, []),
        ({}, []),
    ],
)
def test_each_blow_has_who_dealt_it_and_who_took_it(
    document: dict[str, Any], blows: list[Blow]
) -> None:
    assert list(blows_in(document)) == blows


@pytest.mark.parametrize(
    ("document", "pairs"),
    [
        (ATTACK, [("joe", "bob")]),
        (SEVERAL, [("joe", "bob"), ("joe", "bill")]),
        ({"results": [ATTACK, SEVERAL]}, [("joe", "bob"), ("joe", "bob"), ("joe", "bill")]),
        (BY_ACTION, []),
        ({"command": "next"}, []),
    ],
)
def test_attacks_are_found_wherever_they_stand(
    document: dict[str, Any], pairs: list[tuple[str, str]]
) -> None:
    assert [(one["attacker"], one["target"]) for one in attacks_in(document)] == pairs


@pytest.mark.parametrize(
    ("document", "who"),
    [
        (ATTACK, "joe"),
        (SEVERAL, "joe"),
        ({"attacks": SEVERAL["attacks"]}, None),
        ({"attacks": [ATTACK]}, "joe"),
        ({"results": [ATTACK, {"who": "bob"}, ATTACK]}, "joe,bob"),
        ({"who": ["joe", "bob"]}, "joe,bob"),
        ({"command": "next", "acting": "joe"}, None),
        ({}, None),
    ],
)
def test_who_is_the_attacker_or_whom_it_concerns(document: dict[str, Any], who: str | None) -> None:
    assert people_as_typed(document) == who
