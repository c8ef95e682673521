"""What fights come to is what must come of them: one attack that decides agrees with its exact
odds, and between two who are alike neither has the better of it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import log, sqrt
from typing import Any

import pytest
from long_run import LONG
from rulesets.odds_play import Sample, core, encounter, samples, search

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent
from gmtrack.core.screen import Track
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.port import AutoPlayer, TurnState, WantedAttack
from gmtrack.simulation.fight import Rules, Sides, SimulatedFight
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player, load_rules

from .fights import setup

FIGHTS = 20_000 if LONG else 1_000
BATCH = 100
"""The fights after which it is looked at again."""
SURE = 3.9
"""Standard deviations that one of 10,000 chances is off by."""
MISSED = 0.1
"""The likelihood of a share that is off, against that of the right one, at which no more fights are
played: so seldom a wrong one gets past it (Wald's bound)."""
DECIDING = [
    ("i2050", "small", "attack lotus samurai --weapon unarmed"),
    ("spotlight", "small", "attack joe punk"),
    ("sr3", "large", "attack sam gus --weapon heavy-pistol --with range=15"),
    ("storyteller", "small", "attack joe kid --weapon pistol --mod -3"),
    ("swan_song", "large", "attack joe bob --weapon pistol --mod 8"),
]
"""Attacks between two, as tests/rulesets/NAME/odds.yaml has them."""


class OneAttack:
    """A fight of a single round, in which there is nothing but one attack."""

    def __init__(self, played: AutoPlayer, intent: Attack) -> None:
        self._played, self._intent = played, intent
        self._made = False

    def turn_state(self, draft: Draft) -> TurnState:
        return TurnState(1, not self._made, () if self._made else (self._intent.attacker,))

    def next_intents(
        self, draft: Draft, who: str, aims: Sequence[WantedAttack]
    ) -> Iterator[Intent]:
        self._made = True
        yield self._intent

    def tracks(self, draft: Draft, who: str) -> tuple[Track, ...]:
        return self._played.tracks(draft, who)

    def distance_between(self, draft: Draft, who: str, other: str) -> float | None:
        return self._played.distance_between(draft, who, other)


def deciding(folder: str, kind: str, line: str) -> Sample:
    """The first such sample after which the target, who is a foe, may be down or not."""
    for one in samples(kind):
        if (one.folder, one.line) == (folder, line):
            target = one.doc["cast"][1]
            change = one.doc.get("change", {})
            foe = {target: {**change.get(target, {}), "side": "foe"}}
            found = one._replace(doc={**one.doc, "change": {**change, **foe}})
            if 0.02 < search(found, encounter(found), line).odds().total.down < 0.98:
                return found
    raise AssertionError(line)


@pytest.mark.parametrize(("folder", "kind", "line"), DECIDING)
def test_one_attack_that_decides_agrees_with_its_odds(folder: str, kind: str, line: str) -> None:
    sample = deciding(folder, kind, line)
    attacker, target = sample.doc["cast"]
    fight, play = encounter(sample), core(folder)
    intent = play.intent(play.parsed(line.split()), fight)
    assert isinstance(intent, Attack)
    expected = search(sample, fight, line).odds().total
    rules, sides, tally = load_rules(play.ruleset), Sides(fight), Tally()
    settled: dict[str, Any] = {}
    is_settled = False
    while not is_settled and tally.fights < FIGHTS:
        for number in range(tally.fights, tally.fights + BATCH):
            once = Rules(rules.ruleset, complete(OneAttack(rules.auto_player, intent)))
            tally.add(SimulatedFight(once, setup(fight, rounds=1), sides, number, settled).play())
        is_settled = all([
            agrees(expected.down, tally.out[target], tally.fights, FIGHTS),
            agrees(expected.dead, tally.dead[target], tally.fights, FIGHTS),
            agrees(expected.risk.down, tally.out[attacker], tally.fights, FIGHTS),
        ])  # fmt: skip
    assert tally.won["pc"] + tally.won["foe"] >= tally.out[target] - tally.out[attacker]


def agrees(chance: Fraction, count: int, fights: int, most: int) -> bool:
    """Check that a count of fights is one that such a chance may bring. Return whether it is clear
    that the chance is not off either way, by as much as `most` fights find nine times of ten."""
    p = float(chance)
    deviation = sqrt(p * (1 - p))
    off = abs(count / fights - p)
    assert off <= SURE * deviation / sqrt(fights)
    least = (SURE + 1.2) / sqrt(most)
    return not deviation or fights * least * (off / deviation - least / 2) <= log(MISSED)


MIRRORED = 600 if LONG else 200
ALIKE = [("i2050", "samurai"), ("spotlight", "joe"), ("sr3", "sam"), ("storyteller", "bob"),
         ("swan_song", "joe")]  # fmt: skip


@pytest.mark.parametrize(("folder", "who"), ALIKE)
def test_between_two_who_are_alike_neither_has_the_better_of_it(folder: str, who: str) -> None:
    """Each stands first in half of the fights: where nothing else decides, the file's order does,
    and in Spotlight the players come first by rule."""
    players = [
        mirrored(folder, who, first, second) for first, second in (("foe", "cops"), ("cops", "foe"))
    ]
    assert_even(players, "foe", "cops")


@pytest.mark.parametrize(("folder", "who"), [("sr3", "sam"), ("swan_song", "joe")])
def test_who_stands_first_in_the_file_is_no_better_off_where_dice_decide(
    folder: str, who: str
) -> None:
    assert_even([mirrored(folder, who, "pc", "foe")], "pc", "foe")


def mirrored(folder: str, who: str, first: str, second: str) -> Player:
    """Return a player of the fight of somebody against somebody just like them, on these sides."""
    change = {"a": {"side": first}, "b": {"side": second}}
    sample = Sample(folder, {"cast": [f"a={who}", f"b={who}"], "change": change}, "")
    return Player(setup(encounter(sample)))


def assert_even(players: Sequence[Player], one: str, other: str) -> None:
    """Check that two sides win as often as each other, in as many fights of each player as make it
    clear."""
    tally, number, is_settled = Tally(), 0, False
    while not is_settled and tally.fights < MIRRORED:
        for player in players:
            tally.merge(player.play(range(number, number + 10)))
        number += 10
        decided = tally.won[one] + tally.won[other]
        assert decided > tally.fights / 3
        is_settled = agrees(Fraction(1, 2), tally.won[one], decided, MIRRORED)
