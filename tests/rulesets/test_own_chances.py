"""Effects of the GM's own where nothing is rolled once: chances, simulated fights, the order in
which several come, and what a tick does (ALL-OWN-01 to ALL-OWN-09)."""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from simulation.fights import played as simulated
from tables import check_rows

from gmtrack.core.encounter import Encounter
from gmtrack.core.names import squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.own import check
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.simulation.fight import Idle
from gmtrack.simulation.tally import Tally

from . import odds_play
from .test_own import BY_HAND, LINES, by_set, done, fight_of, game_of, with_effect
from .test_removed import STAGES, prepared

ATTACKS = [line for line in LINES if line[1].startswith("attack")]


@pytest.mark.parametrize(("name", "line", "roll", "who", "option"), ATTACKS)
def test_the_chances_are_those_of_the_option(
    name: str, line: str, roll: str, who: str, option: str
) -> None:
    """ALL-OWN-01"""
    start = prepared(STAGES[name], {})

    def odds(fight: Encounter, *more: str) -> Any:
        return odds_play.searching(
            name.replace("-", "_"), copy.deepcopy(fight), [*line.split(), *more]
        ).odds()

    plain, matters = odds(start), False
    for by in (2, -4):
        own = with_effect(start, who, rolls=[{"roll": roll, "by": by}])
        changed = odds(own)
        assert changed == odds(start, f"{option}={by:+}")
        assert odds(own, "--without", "own") == plain
        matters |= changed != plain
    assert matters


def told(tally: Tally) -> dict[str, Any]:
    """All of it; that somebody who stands idle has the effect is left out."""
    idle: Counter[Idle] = Counter()
    for one, many in tally.idle.items():
        others = tuple(word for word in one.conditions if word != "Own")
        idle[one._replace(conditions=others)] += many
    return {**vars(tally), "idle": idle}


@pytest.mark.parametrize("name", BY_HAND)
def test_simulated_fights_are_those_in_which_the_numbers_were_set(name: str) -> None:
    """ALL-OWN-02"""
    stage = STAGES[name]
    start, (who, other, *_) = prepared(stage, {}), stage.cast
    start.combatants[who]["side"], start.combatants[other]["side"] = "pc", "foe"
    change = BY_HAND[name].change
    own = with_effect(start, who, change=change)
    typed = by_set(stage, start, who, change)
    typed.effects = own.effects
    plain, found, wanted = (told(simulated(one, 4, rounds=5)) for one in (start, own, typed))
    assert found == wanted
    assert found != plain


@pytest.mark.parametrize("name", BY_HAND)
def test_two_come_to_the_same_in_either_order_and_twice_to_double(name: str) -> None:
    """ALL-OWN-02, ALL-OWN-08"""
    change = BY_HAND[name].change
    first, *others = change
    parts = {"one": {first: change[first]}, "two": {path: change[path] for path in others}}

    def shown(effects: dict[str, Any], *order: str) -> Any:
        stage, fight, who = fight_of(name, **effects)
        done(stage, fight, *(f"effect {who} {word}" for word in order))
        doc = stage.core.ruleset.show(fight, who).doc
        return {key: value for key, value in doc.items() if key != "effects"}

    apart = {id: {"change": part} for id, part in parts.items()}
    assert shown(apart, "one", "two") == shown(apart, "two", "one")
    assert shown(apart, "one", "two") == shown({"all": {"change": change}}, "all")
    small = dict.fromkeys(change, 1)
    twice = {"luck": {"change": small, "stacks": 2}}
    double = {"luck": {"change": dict.fromkeys(small, 2)}}
    assert shown(twice, "luck", "luck") == shown(double, "luck")
    assert shown(twice, "luck") != shown(double, "luck")


TICKS = [
    (name, does, key)
    for name, stage in STAGES.items()
    for does, takes in stage.core.ruleset.OWN.ticks.items()  # type: ignore[attr-defined]
    for key in takes
]


@pytest.mark.parametrize(("name", "does", "key"), TICKS)
def test_a_tick_does_what_the_command_does(name: str, does: str, key: str) -> None:
    """ALL-OWN-04: with every word that a definition may have."""
    words = STAGES[name].core.ruleset.OWN.ticks[does][key]  # type: ignore[attr-defined]
    check_rows(
        lambda word: check_tick(name, does, key, word), ((squash(word),) for word in sorted(words))
    )


def check_tick(name: str, does: str, key: str, word: str) -> None:
    each = {"at": "round-end", does: 2, key: word}
    stage, fight, who = fight_of(name, burn={"each": each})
    assert not list(problems(stage, fight))
    done(stage, fight, f"effect {who} burn", f"damage {who} 3")
    typed = copy.deepcopy(fight)
    try:
        done(stage, typed, f"{does} {who} 2 --{key}={word}")
    except Refusal as refused:
        # They have no such pool: nothing to take from, in either way.
        assert key == "pool" and refused.kind == "value", refused  # noqa: PT017, PT018
    pass_moment(game_of(stage, fight), "round-end")
    shown = [stage.core.ruleset.show(one, who).doc for one in (fight, typed)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("does", ["damage", "heal"])
@pytest.mark.parametrize("name", BY_HAND)
def test_words_that_no_command_takes_are_faults(name: str, does: str) -> None:
    """ALL-OWN-04"""
    takes = STAGES[name].core.ruleset.OWN.ticks[does]  # type: ignore[attr-defined]
    for key in ("type", "location", "pool"):
        stage, fight, _ = fight_of(name, burn={"each": {"at": "round-end", does: 2, key: "zzz"}})
        (found,) = problems(stage, fight)
        what = "place" if key == "location" else key
        expected = f"no {what} 'zzz'" if key in takes else f"{does} takes no {key} here"
        assert found.path == ("effects", "burn", "each", key)
        assert found.message.startswith(expected)


@pytest.mark.parametrize("name", BY_HAND)
def test_what_ticks_runs_out_and_follows_is_due(name: str) -> None:
    """ALL-OWN-03 to ALL-OWN-05: while the fight goes on, and not of what lasts longer."""
    effects: dict[str, Any] = {
        "blaze": {"lasts": "5 rounds", "each": {"at": "round-end", "damage": 2}},
        "rush": {"lasts": "1 round", "then": "crash"},
        "crash": {"lasts": "2 rounds"},
        "glow": {"lasts": "round"},
    }
    stage, fight, who = fight_of(name, **effects)

    def due() -> dict[str, str]:
        soon = stage.core.ruleset.board(fight).turn.soon
        return {entry.word: entry.help.partition(": ")[2] for entry in soon}

    done(stage, fight, *(f"effect {who} {id}" for id in effects))
    assert not due()
    fight.fight["round"] = 1
    assert due() == {
        f"effect {who} blaze --end": "blaze, damage 2 at the end of each round",
        f"effect {who} rush --end": "rush, its last round, then crash",
        f"effect {who} glow --end": "glow, until the round ends",
    }
    fight.fight["combatants"][who]["away"] = "x"
    assert not due()


def problems(stage: Any, fight: Encounter) -> Iterator[Any]:
    """What `validate` says of the definitions."""
    blank = copy.deepcopy(fight)
    blank.effects = {}
    package = stage.core.ruleset
    return check.own_effect_problems(package, fight, package.lexicon(blank))
