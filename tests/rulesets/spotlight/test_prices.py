"""What an action costs is what its row says: one table, shown and charged."""

import copy

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.spotlight import ruleset
from gmtrack.rulesets.spotlight.actions import actions
from gmtrack.rulesets.spotlight.actions.actions import ACTIONS

from .book import BOOK, CORE

PAID = [name for name, row in ACTIONS.items() if row.kind in ("", "free")]
ARGS = {
    "draw": "uzi", "change-hands": "uzi", "drop": "uzi", "take-cover": "wall", "first-aid": "sally",
}  # fmt: skip
BEFORE = {
    "draw": "act joe drop uzi", "first-aid": "damage sally 2 --type bruise --location head",
}  # fmt: skip
DEAR = 3


def fight(*, nothing_is_free: bool = False) -> Encounter:
    """The first round, and joe has the spotlight with 4 AP."""
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "spotlight",
        "house_rules": {"free_actions": []} if nothing_is_free else {},
        "scene": {"cover": {"wall": {"type": "heavy", "rating": {"legs": 20}}}},
        "combatants": copy.deepcopy({who: BOOK.cast[who] for who in ("joe", "sally", "punk")}),
    }  # fmt: skip
    encounter = CORE.encounter(doc)
    CORE.document(encounter, ["roll-init", "--roll", "joe=5,5,5,5", "--roll", "sally=1,1,1"])
    return encounter


def line_of(name: str) -> list[str]:
    return f"act joe {name} {ARGS.get(name, '')}".split()


@pytest.fixture
def dear(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """An action whose row costs more than it does; its name."""
    name: str = request.param
    row = ACTIONS[name]._replace(cost=str(DEAR))
    monkeypatch.setattr(actions, "ACTIONS", {**ACTIONS, name: row})
    return name


@pytest.mark.parametrize("dear", PAID, indirect=True)
def test_the_row_decides_what_is_charged(dear: str) -> None:
    encounter = fight(nothing_is_free=ACTIONS[dear].kind == "free")
    if dear in BEFORE:
        CORE.document(encounter, BEFORE[dear].split())
    CORE.document(encounter, line_of(dear))
    assert left(encounter) == 4 - DEAR


@pytest.mark.parametrize("dear", ["leave-cover", "drop"], indirect=True)
def test_the_house_rule_makes_it_free_whatever_the_row_says(dear: str) -> None:
    encounter = fight()
    CORE.document(encounter, line_of(dear))
    assert left(encounter) == 4


@pytest.mark.parametrize(
    ("dear", "line"),
    [("move", "act sally move"), ("save", "act sally save joe --roll save=1,1,1")],
    indirect=["dear"],
)
def test_what_a_dramatic_save_pays_for_is_charged_by_the_row_too(dear: str, line: str) -> None:
    encounter = fight()
    for before in ("effect joe dying", "act joe invite sally", line):
        CORE.document(encounter, before.split())
    assert encounter.fight["save"]["ap"] == 4 - DEAR


def left(encounter: Encounter) -> int:
    """AP of joe."""
    return int(ruleset.show(encounter, "joe").doc["ap"]["now"])
