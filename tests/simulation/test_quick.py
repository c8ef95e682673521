"""What makes the answer of a simulation quick: a first one from plain fights, the end of
fights in which nothing happens any more, and turns in which nothing is left to ask."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.simulated import SimulationRequest, simulate_fights
from gmtrack.core.draft import Draft
from gmtrack.core.intents import Intent
from gmtrack.core.screen import LEFT
from gmtrack.rulesets.registry import load
from gmtrack.simulation.fight import STALE, STALEMATE, SimulatedFight
from gmtrack.simulation.work import Player, load_rules

from .fights import opened, setup
from .test_sense import with_sense


@pytest.mark.parametrize(
    "name", ["knife-fight", "ninth-street", "back-room", "stairwell", "street-samurai-duel"]
)
def test_a_fight_in_which_nobody_is_harmed_any_more_ends(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimulatedFight, "_act", lambda self, who: False)
    ending = Player(with_sense(opened(name))).fight(0).play()
    assert (ending.won, ending.stuck) == ("nobody", STALEMATE)
    assert STALE <= ending.rounds <= STALE + 2
    # Plain fights go on to the last round.
    plain = Player(setup(opened(name), rounds=STALE + 5)).fight(0).play()
    assert (plain.rounds, plain.stuck) == (STALE + 5, "")


@pytest.mark.parametrize("name", ["garage-night", "street-clinic", "loading-dock"])
def test_whoever_has_spent_the_turn_could_do_nothing_but_free_actions(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[bool] = Counter()
    usual_intents = SimulatedFight._next_intents

    def next_intents(fight: SimulatedFight, who: str) -> Iterator[Intent]:
        rules: Any = fight._auto_player
        aims = fight._aims(who)
        is_spent = bool(aims) and rules.is_spent(fight._draft, who)
        counts[is_spent] += 1
        if is_spent:
            foes = [aim.target for aim in aims]
            asked: list[tuple[str, tuple[Any, ...]]] = [
                ("next_intents", (who, aims)),
                ("treatments", (who,)),
                ("attacks_on_several", (who, foes)),
                ("areas", (who,)),
                ("possible_holds", (who, foes)),
                ("declarations", (who, foes)),
            ]
            for hook, words in asked:
                assert not [*getattr(rules, hook)(fight._draft, *words)], hook
        yield from usual_intents(fight, who)

    monkeypatch.setattr(SimulatedFight, "_next_intents", next_intents)
    Player(setup(opened(name))).play(range(2))
    assert counts[True] > 5
    assert counts[False] > 5


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("garage-night", {}),
        ("garage-night", {"physical": 4, "stun": 7, "subdual_boxes": 5}),
        ("garage-night", {"physical": 10, "overflow": 2, "stun": 1, "subdual_boxes": 2}),
        ("three-thugs-in-the-fog", {}),
        ("three-thugs-in-the-fog", {"hp": 3}),
        ("three-thugs-in-the-fog", {"hp": -3}),
    ],
)
def test_boxes_left_are_counted_as_the_tracks_show_them(name: str, state: dict[str, int]) -> None:
    encounter = opened(name)
    draft, ruleset = Draft(encounter), load(encounter.ruleset)
    rules: Any = load_rules(ruleset).auto_player
    package: Any = ruleset
    for who in encounter.combatants:
        fighter = package.Scene(draft).fighter(who)
        for field, value in state.items():
            setattr(fighter, field, value)
        segments = [part for track in rules.tracks(draft, who) for part in track.segments]
        drawn = sum(part.count for part in segments if part.kind in LEFT)
        assert rules.boxes_left(draft, who) == drawn


@pytest.mark.usefixtures("roughly")
def test_the_first_answer_is_that_of_a_few_plain_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gmtrack.app.simulation.simulated.PLAIN_FIRST", 2)
    encounter = opened("knife-fight")
    told: list[Any] = []

    def answer(fights: int) -> Any:
        told.clear()
        return simulate_fights(
            load(encounter.ruleset),
            encounter,
            SimulationRequest(fights, seed=1),
            lambda words: pytest.fail(str(words)),
            FightRunner(1),
            lambda done, known: told.append((done, known())),
        )

    doc = answer(12)
    (done, first), *others = told
    assert (done, first["fights"], first["plain"]) == (0, 2, True)
    assert others
    assert not any("plain" in known for _, known in others)
    plain = Player(setup(encounter)._replace(seed=1)).play(range(3))
    assert doc["by_tactics"]["plain"]["fights"] == 3
    assert doc["by_tactics"]["plain"]["won"]["pc"] == plain.won["pc"] / 3
