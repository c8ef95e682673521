"""What tests remember of the worth of attacks (`known_harm`) serves the same question alone."""

from pathlib import Path

import known_harm
import pytest
from known_harm import SharingPlayer, SharingPlayers, known_of

from gmtrack.app.simulation import runner
from gmtrack.rulesets.registry import load
from gmtrack.simulation import worth
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.work import Player

from .fights import opened
from .test_sense import with_sense


def known(player: Player) -> HarmCache:
    assert player.harm_cache is not None
    return player.harm_cache


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
    ("encounter", "folders", "is_told"),
    [("car-park", 1, True), ("car-park", 0, False), ("museum-break-in", 1, False)],
)
def test_processes_tell_each_other_of_all_but_pages(
    encounter: str, folders: int, is_told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_harm, "FOLDERS", [tmp_path] * folders)
    found = known_of(load(opened(encounter).ruleset), f"a fight in {tmp_path}")
    assert (found.place is not None) is is_told
