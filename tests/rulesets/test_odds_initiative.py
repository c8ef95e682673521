"""Who acts first, as the rules say for every result of the dice, and as it falls by chance."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from pathlib import Path
from typing import Any

import pytest
import yaml
from long_run import LONG

from gmtrack.app.odds import initiative as app_initiative
from gmtrack.app.odds.initiative import initiative_odds
from gmtrack.core.encounter import Encounter
from gmtrack.dice.port import Answer, Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.odds import initiative as odds_initiative
from gmtrack.odds.amounts import TooManyRuns
from gmtrack.odds.initiative import (
    InitiativeOdds,
    LaidDice,
    NotCountable,
    Roller,
    fight_among,
    leaders_of,
    roll_and_look,
)
from gmtrack.rulesets.port import Ruleset

from .odds_play import core

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
TRIALS = 1_000 if LONG else 150
FAR = 4 * 0.5 / sqrt(TRIALS)
"""Four times what so many trials are off by."""


def fight_of(folder: str, fight: str, **more: Any) -> Encounter:
    doc: dict[str, Any] = yaml.safe_load((ENCOUNTERS / f"{fight}.yaml").read_text())
    return core(folder).encounter({**doc, **more})


class LuckyDice(LaidDice):
    """Initiative as it is laid down; of all other dice somebody has the best, and the others what
    falls."""

    def __init__(self, laid: dict[str, Answer], lucky: str) -> None:
        super().__init__("initiative", laid, lucky)
        self._chance = RandomDice(1)

    def roll(self, ask: Ask) -> Answer:
        told = super().roll(ask)
        mine = (ask.name == "initiative" and ask.who in self._laid) or ask.who == self._lucky
        return told if mine else self._chance.roll(ask)


def counted(
    ruleset: Ruleset, fight: Encounter, rollers: Sequence[Roller], initiative: InitiativeOdds
) -> dict[frozenset[str], Fraction]:
    """The slow way: every result of all dice together, and who is first then; of those who are
    first by good luck each has the same share."""
    found: Counter[frozenset[str]] = Counter()
    who = [roller.who for roller in rollers]
    alone = fight_among(fight, who)
    for rows in product(*(roller.ways for roller in rollers)):
        ways = prod(roller.ways[row] for roller, row in zip(rollers, rows, strict=True))
        laid = {
            one: initiative._answer_for_row(one, row)
            for one, row in zip(who, rows, strict=True)
            if row
        }
        firsts = set()
        for lucky in who:
            dice = LuckyDice(laid, lucky)
            firsts.add(
                roll_and_look(ruleset, alone, dice, lambda after: leaders_of(ruleset, after))
            )
            if not dice.others:
                break
        for first in firsts:
            found[first] += Fraction(ways, len(firsts))
    every = prod(sum(roller.ways.values()) for roller in rollers)
    return {first: chance / every for first, chance in found.items()}


TOGETHER = [
    ("swan_song", "ganger-ambush", ["vex", "mira", "blaze"]),
    ("swan_song", "ganger-ambush", ["mira", "blaze"]),
    ("swan_song", "ganger-ambush", ["hook", "chains", "spit"]),
    ("storyteller", "back-room", ["nick", "lena"]),
    ("storyteller", "back-room", ["bouncer", "host"]),
    ("sr3", "stairwell", ["thug-1", "thug-2", "thug-3"]),
    ("sr3", "garage-night", ["rook", "boss"]),
    ("spotlight", "stand-off", ["mara", "dex"]),
    ("spotlight", "stand-off", ["mara", "guard"]),
    ("spotlight", "ninth-street", ["joe", "wendy", "sally"]),
]


@pytest.mark.parametrize(("folder", "fight", "who"), TOGETHER)
def test_they_are_first_as_often_as_in_every_result_of_the_dice(
    folder: str, fight: str, who: list[str]
) -> None:
    ruleset, encounter = core(folder).ruleset, fight_of(folder, fight)
    initiative = InitiativeOdds(ruleset, encounter, who, "initiative", 2_000)
    found = initiative.chances({}).first
    assert sum(found.values()) == 1
    assert found == counted(ruleset, encounter, initiative.rollers, initiative)


EVERYBODY = [
    ("swan_song", "ganger-ambush"),
    ("storyteller", "car-park"),
    ("sr3", "stairwell"),
    ("spotlight", "ninth-street"),
]
"""A fight of each ruleset, and another one in the long run."""
if LONG:
    EVERYBODY += [
        ("swan_song", "loading-dock"),
        ("storyteller", "back-room"),
        ("sr3", "garage-night"),
    ]


@pytest.mark.parametrize(("folder", "fight"), EVERYBODY)
def test_everybody_is_first_as_often_as_by_chance(
    folder: str, fight: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, encounter, before = (
        core(folder).ruleset,
        fight_of(folder, fight),
        fight_of(folder, fight),
    )
    exact = initiative_odds(ruleset, encounter, ())
    assert encounter == before
    assert "sampled" not in exact
    chances = {row["who"]: row["first"] for row in exact["initiative"]}
    assert list(chances.values()) == sorted(chances.values(), reverse=True)
    assert sum(chances.values()) + sum(one["chance"] for one in exact["shared"]) == pytest.approx(1)
    for row in exact["initiative"]:
        assert sum(row.get("score", {"distribution": {"": 1}})["distribution"].values()) == (
            pytest.approx(1)
        )
    monkeypatch.setattr(app_initiative, "MOST_RUNS", 1)
    assert app_initiative.TRIALS == 1_000
    monkeypatch.setattr(app_initiative, "TRIALS", TRIALS)
    tried = initiative_odds(ruleset, encounter, ())
    assert tried["sampled"]["trials"] == TRIALS
    assert encounter == before
    for row in tried["initiative"]:
        assert abs(row["first"] - chances[row["who"]]) < FAR
    monkeypatch.setattr(app_initiative, "TRIALS", 20)
    assert initiative_odds(ruleset, encounter, ()) == initiative_odds(ruleset, encounter, ())


@pytest.mark.parametrize("fight", ["street-samurai-duel", "three-thugs-in-the-fog"])
def test_where_no_dice_are_rolled_it_is_refused(fight: str) -> None:
    with pytest.raises(Refusal, match="no dice would be rolled for initiative"):
        initiative_odds(core("i2050").ruleset, fight_of("i2050", fight), ())


def test_a_tie_that_nothing_breaks_is_shared() -> None:
    encounter = fight_of("spotlight", "stand-off")
    encounter.combatants["dex"] = {**encounter.combatants["mara"], "name": "Dex"}
    doc = initiative_odds(core("spotlight").ruleset, encounter, ("mara", "dex"))
    one, other = (row["first"] for row in doc["initiative"])
    (shared,) = doc["shared"]
    assert one == other < 0.5
    assert shared["who"] == ["mara", "dex"]
    assert one + other + shared["chance"] == pytest.approx(1)


def test_who_share_one_roll_are_one() -> None:
    """Two who are alike roll once, and toss for who of them is first."""
    doc = yaml.safe_load((ENCOUNTERS / "ganger-ambush.yaml").read_text())
    hook = doc["combatants"]["hook"]
    doc["combatants"] = {who: {**hook, "name": who} for who in ("one-a", "one-b", "other")}
    doc["table"] = {"groups": ["one*"]}
    fight = core("swan_song").encounter(doc)
    found = initiative_odds(core("swan_song").ruleset, fight, ())
    chances = {row["who"]: row["first"] for row in found["initiative"]}
    # One die against one: 15 of 36 are higher, 6 are tied and tossed for by three.
    assert chances["other"] == pytest.approx(15 / 36 + 6 / 36 / 3)
    assert chances["one-a"] == chances["one-b"] == pytest.approx((1 - chances["other"]) / 2)


def test_what_cannot_be_counted_is_found_by_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where less on the dice is better nothing may be concluded from one result to others."""
    ruleset, encounter = core("storyteller").ruleset, fight_of("storyteller", "back-room")

    def last_of(ruleset: Ruleset, after: Encounter) -> frozenset[str]:
        there = after.present()
        return frozenset([[row.id for row in ruleset.board(after).rows if row.id in there][-1]])

    monkeypatch.setattr(odds_initiative, "leaders_of", last_of)
    monkeypatch.setattr(app_initiative, "TRIALS", TRIALS)
    initiative = InitiativeOdds(ruleset, encounter, ["nick", "lena"], "initiative", 2_000)
    with pytest.raises(NotCountable):
        initiative.chances({})
    assert "sampled" in initiative_odds(ruleset, encounter, ("nick", "lena"))


def test_it_takes_so_many_runs_at_the_most() -> None:
    ruleset, encounter = core("storyteller").ruleset, fight_of("storyteller", "back-room")
    initiative = InitiativeOdds(ruleset, encounter, ["nick", "lena"], "initiative", 10)
    with pytest.raises(TooManyRuns):
        initiative.chances({})
