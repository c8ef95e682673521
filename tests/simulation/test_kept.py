"""What is kept of combatants between two writes is what somebody finds who looks anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.draft_cache import FIGHT
from gmtrack.core.intents import Intent
from gmtrack.core.record import Record, live
from gmtrack.simulation.fight import Setup, Sides, SimulatedFight
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

ENCOUNTERS = sorted((Path(__file__).resolve().parents[2] / "encounters").glob("*.yaml"))
FIGHTS, COMMANDS = 2, 60
BY = " by"
"""Ends the name under which a record keeps what a method said, by its argument."""


def names_of(kind: type) -> Iterator[str]:
    """The fields of a record, and what follows from them."""
    yield from kind.FIELDS  # type: ignore[attr-defined]
    for one in kind.__mro__:
        yield from (name for name, value in vars(one).items() if isinstance(value, live))


def plain(value: Any) -> Any:
    """What can be compared, of values without equality too."""
    if isinstance(value, tuple | list):
        return type(value), [plain(part) for part in value]
    return (type(value), vars(value)) if hasattr(value, "__dict__") else value


def compare(kept: Record, anew: Record) -> None:
    for name in names_of(type(kept)):
        assert plain(getattr(kept, name)) == plain(getattr(anew, name)), name
    for key, said in list(vars(kept).items()):
        if key.endswith(BY):
            method = getattr(anew, key.removesuffix(BY).rpartition(".")[2])
            for argument, value in said.items():
                assert plain(value) == plain(method(argument)), key


@pytest.mark.parametrize("file", ENCOUNTERS, ids=lambda file: file.stem)
def test_what_is_kept_is_as_it_stands(file: Path, monkeypatch: Any) -> None:
    encounter, ruleset = validate_file(str(file))
    if encounter.is_party or len(set(Sides(encounter).side_by_combatant.values())) < 2:
        return
    do = SimulatedFight._resolve
    checked = 0

    def checking(fight: SimulatedFight, intent: Intent) -> object:
        nonlocal checked
        refused = do(fight, intent)
        if checked < COMMANDS:
            checked += 1
            anew: Any = Draft(fight.encounter)
            seen: Any = ruleset
            there, other = seen.Scene(fight._draft), seen.Scene(anew)
            for who in fight.encounter.combatants:
                compare(there.fighter(who), other.fighter(who))
            compare(there.fight, other.fight)
        return refused

    monkeypatch.setattr(SimulatedFight, "_resolve", checking)
    player = Player(Setup(encounter, 1, 50, {}, {}, "", {}))
    for number in range(FIGHTS):
        checked = 0
        player.fight(number).play()
    assert checked


def test_a_window_that_the_draft_does_not_know_any_more_keeps_nothing() -> None:
    encounter, ruleset = validate_file(str(ENCOUNTERS[0]))
    draft, seen = Draft(encounter), ruleset
    who = next(iter(encounter.combatants))
    before: Any = seen.Scene(draft).fighter(who)  # type: ignore[attr-defined]
    assert before.name
    assert "name" in vars(before)
    draft.put(("combatants", who, "name"), "Somebody Else")
    assert before.undeclared is None
    assert before.name == "Somebody Else"
    assert seen.Scene(draft).fighter(who) is not before  # type: ignore[attr-defined]
    assert FIGHT not in draft.cache.records
