"""Who has to roll off: as a comparison of everybody with everybody would tell, but without it."""

from itertools import combinations
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.core.draft import Draft
from gmtrack.core.intents import RollInit
from gmtrack.dice.port import Answer, Ask, read_faces
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets.kit.rolloff import RollOffPlace, find_rivals
from gmtrack.rulesets.sr3.turn import phases as sr3
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn import order as storyteller

from .odds_play import Sample, core, encounter

DICE = st.integers(1, 2)
STANDINGS = st.lists(
    st.builds(
        RollOffPlace, st.integers(1, 2), st.lists(DICE, max_size=3).map(tuple), st.booleans()
    ),
    max_size=8,
)


class House:
    initiative_tie = "roll"


class Sheet:
    acts_at = None


class Counted:
    """A combatant who counts how often somebody looks at their dice."""

    house = House()
    sheet = Sheet()
    on_top = False
    initiative_mod = malus = 0
    looks = 0

    def __init__(self, number: int, standing: RollOffPlace) -> None:
        self.id = f"c{number}"
        self.initiative = standing.place
        self.dice = list(standing.tosses)

    @property
    def tiebreak(self) -> list[int]:
        Counted.looks += 1
        return self.dice

    rank = property(vars(Fighter)["rank"].make)
    """As one of Storyteller has it, who looks at these."""


def met(standings: list[RollOffPlace]) -> list[int]:
    """Who has to roll, in the order in which everybody meets everybody, place by place."""
    found: list[int] = []
    places = dict.fromkeys(one.place for one in standings)
    for place in places:
        there = [number for number, one in enumerate(standings) if one.place == place]
        for pair in combinations(there, 2):
            one, other = (standings[number] for number in pair)
            few = min(len(one.tosses), len(other.tosses))
            if (one.new or other.new) and one.tosses[:few] == other.tosses[:few]:
                found += [number for number in pair if len(standings[number].tosses) == few]
    return list(dict.fromkeys(found))


def tied(order: Any, standings: list[RollOffPlace]) -> list[int]:
    everybody = [Counted(number, one) for number, one in enumerate(standings)]
    new = {who.id for who, one in zip(everybody, standings, strict=True) if one.new}
    return [int(who.id[1:]) for who in order.find_tied(everybody, new)]


@given(STANDINGS)
def test_those_roll_whom_nothing_tells_from_another(standings: list[RollOffPlace]) -> None:
    assert sorted(find_rivals(standings)) == sorted(met(standings))


@given(STANDINGS)
def test_the_order_of_the_roll_offs_stays_what_the_seed_was_drawn_for(
    standings: list[RollOffPlace],
) -> None:
    assert tied(sr3, standings) == sorted(met(standings))
    assert tied(storyteller, standings) == met(standings)


@pytest.mark.parametrize("order", [sr3, storyteller])
def test_a_thousand_who_are_tied_are_looked_at_once(order: ModuleType) -> None:
    Counted.looks = 0
    assert (
        len(tied(order, [RollOffPlace(7, (3, number % 9), True) for number in range(1000)])) == 1000
    )
    assert Counted.looks == 1000


class Alike(RandomDice):
    """Everybody's first dice fall alike; roll-offs are noted."""

    def __init__(self) -> None:
        super().__init__(1)
        self.rolloffs: list[Ask] = []

    def roll(self, ask: Ask) -> Answer:
        if ask.name != "initiative":
            self.rolloffs.append(ask)
            return super().roll(ask)
        return read_faces(
            (3,) * int(ask.count), ask.reading, given=False, throw=lambda count: (3,) * count
        )


ROLL_OFF = {
    "swan_song": ("joe", {}),
    "spotlight": ("joe", {"initiative_full_tie": "reroll"}),
    "storyteller": ("joe", {}),
    "sr3": ("sam", {}),
}
"""Who is in it twice or more, and the house rules by which the tied roll off."""


def rolloffs(folder: str, *people: str) -> list[Ask]:
    """Those of a round that begins; `people` who are called `hidden` are so."""
    who, rules = ROLL_OFF[folder]
    cast = [f"{name}={who}" for name in people]
    change = {name: {"hidden": True} for name in people if name == "hidden"}
    fight = encounter(Sample(folder, {"cast": cast, "change": change, "house_rules": rules}, ""))
    dice = Alike()
    core(folder).ruleset.resolve(Draft(fight), RollInit(), dice)
    return dice.rolloffs


@pytest.mark.parametrize("folder", ROLL_OFF)
def test_nobody_is_asked_for_a_roll_off_with_somebody_whom_players_do_not_see(folder: str) -> None:
    asks = rolloffs(folder, "ann", "hidden")
    assert {ask.who for ask in asks} == {"ann", "hidden"}
    assert all(ask.secret for ask in asks)
    assert not any(ask.secret for ask in rolloffs(folder, "ann", "bob"))
    first = {ask.who: ask.secret for ask in reversed(rolloffs(folder, "ann", "bob", "hidden"))}
    assert (first["ann"], first["bob"]) == (False, False)
