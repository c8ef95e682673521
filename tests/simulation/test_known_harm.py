"""What tests remember of the worth of attacks (`known_harm`) serves the same question alone."""

from pathlib import Path
from typing import Any

import pytest
from known_harm import NEWS, KnownHarm, SharingPlayer, SharingPlayers

from gmtrack.app.simulation import runner
from gmtrack.simulation import worth
from gmtrack.simulation.work import Player

from .fights import opened
from .test_sense import with_sense


def known(player: Player) -> dict[Any, Any]:
    assert player._sense is not None
    return player._sense._worth._known


def test_players_of_one_encounter_share_what_attacks_are_worth() -> None:
    one = with_sense(opened("knife-fight"))
    assert known(SharingPlayer(one)) is known(SharingPlayer(one._replace(rounds=1)))
    assert known(SharingPlayers().find(one)) is known(SharingPlayer(one))


def test_nothing_is_shared_where_the_worth_may_be_another(monkeypatch: pytest.MonkeyPatch) -> None:
    one = with_sense(opened("knife-fight"))
    shared = known(SharingPlayer(one))
    assert known(SharingPlayer(one._replace(prices=(("karma", 9.0),)))) is not shared
    other = opened("knife-fight")
    other.fight = {"combatants": {"joe": {"flesh": 3}}}
    assert known(SharingPlayer(with_sense(other))) is not shared
    assert known(Player(one)) is not shared
    monkeypatch.setattr(worth, "TRIALS", 1)
    assert known(SharingPlayer(one)) is not shared


def test_commands_share_it() -> None:
    assert isinstance(runner.FightRunner(1)._players, SharingPlayers)


@pytest.mark.parametrize(
    ("name", "attacks", "is_told"), [("x", NEWS, True), ("x", NEWS - 1, False), ("", NEWS, False)]
)
def test_processes_tell_each_other_what_is_new(
    name: str, attacks: int, is_told: bool, tmp_path: Path
) -> None:
    one, other, third = KnownHarm(name), KnownHarm(name), KnownHarm("y")
    one.by_key.update(dict.fromkeys(range(attacks), 1.5))
    one.tell(tmp_path)
    for listener in (other, third):
        listener.hear(tmp_path)
    assert other.by_key == (one.by_key if is_told else {})
    assert third.by_key == {}
    assert len([*tmp_path.iterdir()]) == is_told
