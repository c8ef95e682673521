"""Wherever fights are played, they come out alike; Ctrl-C leaves what is known."""

import gc
import os
import pickle
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.encounter import Data
from gmtrack.simulation.fight import Ending, Setup
from gmtrack.simulation.habits import COVER, NEVER, Habit
from gmtrack.simulation.harm.cache import SEVERAL
from gmtrack.simulation.harm.shared import SharedHarm
from gmtrack.simulation.processes.jobs import (
    CHUNKS_AHEAD,
    MOST,
    SECONDS,
    Chunks,
    Processes,
    play_here,
    play_in_processes,
)
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import (
    NEW_OBJECTS,
    ChunkResult,
    Player,
    Players,
    collect_garbage_rarely,
    pack_setup,
    pack_usual,
    play_packed_chunk,
)
from gmtrack.simulation.worth import AttackWorth

from .fights import opened, setup

FIGHTS = 60


@pytest.fixture(scope="module")
def knives() -> Setup:
    return setup(opened("knife-fight"), pc="random")


@pytest.fixture(scope="module")
def expected(knives: Setup) -> Tally:
    return play_here(knives, FIGHTS, silent)


def known(player: Player) -> dict[Any, Any]:
    """What a player knows of attacks."""
    assert player.harm_cache is not None
    return player.harm_cache.by_key


def silent(tally: Tally) -> None:
    """Nobody listens."""


def test_several_processes_come_to_the_same(knives: Setup, expected: Tally) -> None:
    assert vars(play_in_processes(knives, FIGHTS, 2, silent)) == vars(expected)
    assert expected.fights == FIGHTS


def test_another_seed_comes_to_something_else(knives: Setup, expected: Tally) -> None:
    assert vars(play_here(knives._replace(seed=8), FIGHTS, silent)) != vars(expected)


@pytest.mark.parametrize("seconds", [1e-9, 0.01, 3.0])
@pytest.mark.parametrize("fights", [1, 7, 1000, 12_345])
def test_pieces_are_all_fights_once(fights: int, seconds: float) -> None:
    pieces, numbers = Chunks(fights), list[int]()
    while (piece := pieces.take()) is not None:
        assert 1 <= len(piece) <= MOST
        numbers += piece
        pieces.finish(ChunkResult(tally_of(len(piece)), seconds))
    assert numbers == list(range(fights))


@pytest.mark.parametrize("fights", [1, 7, 1000])
def test_several_come_to_the_end_of_all_pieces_together(fights: int) -> None:
    pieces, sizes = Chunks(fights, players=2), list[int]()
    while (piece := pieces.take()) is not None:
        sizes.append(len(piece))
        pieces.finish(ChunkResult(tally_of(len(piece)), 1e-9))
    assert sum(sizes) == fights
    assert sizes[-1] == 1


def tally_of(fights: int) -> Tally:
    tally = Tally()
    tally.fights = fights
    return tally


def test_what_one_process_has_found_of_attacks_others_need_not_find(
    knives: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sensible = knives._replace(sensible=tuple(knives.encounter.combatants))
    with Processes(1) as pool:
        first = pool.play(sensible, 3, silent)
        heard = pool.find_harm_cache(sensible)
        assert heard.place is not None
        told = len([*heard.place.iterdir()])
        # This process has played the first fight, and does not listen to itself.
        (heard.place / str(os.getpid())).rename(heard.place / "own")
        monkeypatch.setattr(AttackWorth, "_find_harm", lambda *args: pytest.fail("found again"))
        again = play_packed_chunk(pack_setup(sensible), range(3), heard.place)
        assert len([*heard.place.iterdir()]) == told == 2
    assert vars(again.tally) == vars(first)


def test_a_varied_choice_begins_with_what_is_known_whatever_was_asked_of_the_fight(
    knives: Setup,
) -> None:
    sensible = knives._replace(sensible=tuple(knives.encounter.combatants))
    varied = sensible._replace(varied=Habit("pc", COVER, NEVER))
    here, elsewhere = Players(), Players()
    packed, usual = pack_setup(sensible), here.find(sensible)
    usual.play(range(1))
    assert sensible.encounter.display_name("joe")  # it caches the names of all
    assert here.find(varied).harm_cache is usual.harm_cache
    other, other_varied = pickle.loads(packed), pickle.loads(pack_setup(varied))
    elsewhere.find(other).play(range(1))
    assert known(elsewhere.find(other_varied)) == known(usual) != {}
    assert pack_usual(varied) == packed == pack_usual(other_varied)


def with_live(one: Setup, **states: Data) -> Setup:
    """The setup in which combatants begin in other states."""
    fight = {**one.encounter.fight, "combatants": states}
    return one._replace(encounter=replace(one.encounter, fight=fight))


def with_second_bob(one: Setup) -> Setup:
    people = {**one.encounter.combatants, "bob-2": one.encounter.combatants["bob"]}
    return one._replace(encounter=replace(one.encounter, combatants=people))


def test_a_fight_with_one_more_begins_with_what_is_known_and_goes_as_it_would_without() -> None:
    full = setup(opened("goblin-gate"))
    more = full._replace(sensible=tuple(full.encounter.combatants), rounds=2)
    *people, _ = full.encounter.combatants.items()
    fewer = more._replace(encounter=replace(full.encounter, combatants=dict(people)))
    players, alone = Players(), Player(more)
    players.find(fewer).play(range(2))
    first = dict(known(players.find(more)))
    assert known(players.find(fewer)) == first != {}
    assert vars(players.find(more).play(range(2))) == vars(alone.play(range(2)))
    assert known(alone).items() <= known(players.find(more)).items()
    assert known(alone).keys() & first.keys()


@pytest.mark.parametrize(
    "change",
    [
        lambda one: with_live(one, bob={"flesh": 1}),
        lambda one: one._replace(prices=(("karma", 9.0),)),
        lambda one: one._replace(encounter=replace(one.encounter, scene={"dark": True})),
        lambda one: with_second_bob(with_live(one, bob={"flesh": 1})),
    ],
)
def test_another_fight_with_the_same_names_knows_nothing(
    change: Callable[[Setup], Setup], knives: Setup
) -> None:
    everything = SharedHarm()
    found = everything.find(knives)
    assert everything.find(change(knives)) is not found
    assert everything.find(knives._replace(seed=9)) is found
    assert everything.find(with_second_bob(knives)) is found


@pytest.mark.parametrize(
    ("before", "within"), [(700, NEW_OBJECTS), (NEW_OBJECTS + 1, NEW_OBJECTS + 1), (0, 0)]
)
def test_garbage_is_sought_rarely_while_fights_are_played(before: int, within: int) -> None:
    usual = gc.get_threshold()
    gc.set_threshold(before, 5, 6)
    try:
        with collect_garbage_rarely():
            assert gc.get_threshold() == (within, 5, 6)
        assert gc.get_threshold() == (before, 5, 6)
    finally:
        gc.set_threshold(*usual)


def test_attacks_on_several_are_not_worked_out_again_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encounter = opened("goblin-gate")
    sensible = setup(encounter)._replace(sensible=tuple(encounter.combatants), rounds=2)
    player = Player(sensible)
    first = player.play(range(2))
    assert any(key[0] == SEVERAL for key in known(player))
    found_again = "worked out again"
    for name in ("_find_worth_of_several", "_find_harm"):
        monkeypatch.setattr(AttackWorth, name, lambda *args: pytest.fail(found_again))
    again = Player(sensible)
    assert player.harm_cache is not None
    again.share(player.harm_cache)
    assert vars(again.play(range(2))) == vars(first)


def test_the_first_pairs_are_weighed_once_by_whichever_process() -> None:
    encounter = opened("goblin-gate")
    sensible = setup(encounter)._replace(sensible=tuple(encounter.combatants))
    alone, together = Player(sensible), Player(sensible)
    pairs = alone.first_pairs()
    assert len(pairs) == len({*pairs}) > 2
    for pair in pairs:
        alone.weigh_pair(pair)
    with Processes(2) as pool:
        heard = pool.find_harm_cache(sensible)
        together.share(heard)
        pool._weigh_first_pairs(together, pack_setup(sensible), heard)
        heard.refresh()
    assert known(together) == known(alone) != {}


def test_nobody_weighs_first_pairs_who_has_one_foe_or_no_choice(knives: Setup) -> None:
    sensible = setup(opened("knife-fight"))._replace(sensible=("joe", "bob"))
    assert Player(knives).first_pairs() == []
    assert Player(sensible).first_pairs() == []


@pytest.mark.parametrize(("seconds", "ahead"), [(SECONDS / 2, CHUNKS_AHEAD), (2 * SECONDS, 1)])
def test_a_fight_that_takes_long_waits_for_what_the_others_find(seconds: float, ahead: int) -> None:
    pieces = Chunks(1000, players=2)
    pieces.finish(ChunkResult(tally_of(1), seconds))
    assert pieces.ahead == ahead


def test_a_piece_takes_about_as_long_as_it_is_to() -> None:
    pieces = Chunks(1000)
    pieces.finish(ChunkResult(tally_of(10), 0.1))
    assert pieces.take() == range(int(100 * SECONDS))


def broken_off(tally: Tally) -> None:
    """Ctrl-C as soon as anything is known."""
    assert tally.fights
    raise KeyboardInterrupt


def test_what_is_broken_off_tells_what_is_known(knives: Setup) -> None:
    found = play_here(knives, 10 * FIGHTS, broken_off)
    assert 0 < found.fights < 10 * FIGHTS
    assert sum(found.won.values()) == found.fights


def test_processes_that_are_broken_off_tell_what_is_known(knives: Setup) -> None:
    found = play_in_processes(knives, 10 * FIGHTS, 2, broken_off)
    assert 0 < found.fights < 10 * FIGHTS


def test_a_cluster_that_loses_a_worker_comes_to_the_same(knives: Setup, expected: Tally) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    from gmtrack.simulation.processes.cluster import play_on_cluster

    killed: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        first = next(iter(cluster.workers.values())).pid

        def heard(tally: Tally) -> None:
            if not killed:
                os.kill(first, signal.SIGKILL)
                killed.append(tally.fights)

        found = play_on_cluster(knives, FIGHTS, cluster.scheduler_address, heard)
    assert killed
    assert killed[0] < FIGHTS
    assert vars(found) == vars(expected)


def ending(won: str, winners: tuple[str, ...], out: tuple[str, ...]) -> Ending:
    return Ending(won, winners, 3, out, out[:1], {("joe", "flesh"): -2})


def test_sums_do_not_depend_on_the_order() -> None:
    first, second = Tally(), Tally()
    first.add(ending("pc", ("joe", "ann"), ("ann", "bob")))
    second.add(ending("foe", ("bob",), ("joe", "ann")))
    one = vars(Tally().merge(first).merge(second))
    assert one == vars(Tally().merge(second).merge(first))
    assert one["winners_out"] == {"ann": 1}
    assert one["winners_dead"] == {"ann": 1}
    assert one["tracks"]["joe", "flesh"] == -4


@pytest.mark.parametrize(
    ("won", "margin"),
    [({"pc": 500, "foe": 500}, 0.0309), ({"pc": 1000}, 0.0019), ({"pc": 9, "foe": 1}, 0.1931)],
)
def test_the_margin_is_that_of_nineteen_in_twenty(won: dict[str, int], margin: float) -> None:
    tally = Tally()
    tally.won.update(won)
    tally.fights = sum(won.values())
    assert tally.margin == pytest.approx(margin, abs=0.0005)
