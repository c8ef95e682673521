"""IN-DMG, IN-LIMB, IN-WND as laws: what comes off, what follows, what comes back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.tables import ARMS, BANDS, FELLING, LEGS, LOCATIONS, Location
from gmtrack.rulesets.i2050.wounds.damage import heal_points, knock_down, wound

from .book import BOOK

places = st.sampled_from(LOCATIONS)
anywhere = st.one_of(st.none(), places)
points = st.integers(0, 40)
blows = st.lists(st.tuples(points, anywhere), max_size=8)
RULES: list[dict[str, Any]] = [
    {},
    {"location_damage": "single_blow"},
    {"band_border": "heavier", "unconscious_at": "at_or_below", "zero_hp": "dead"},
    {"hp_formula": "average", "disarm_on_arm_hit": True},
]


def at_table(rules: dict[str, Any] | None = None) -> tuple[Game, Fighter]:
    sheets = {"sam": dict(BOOK.cast["samurai"]), "sally": dict(BOOK.cast["sally"])}
    encounter = Encounter("x", "i2050", house_rules=rules or {}, combatants=sheets)
    game = Game(Draft(encounter), Intent(), RandomDice(1), "damage")
    return game, game.fighter("sam")


@pytest.mark.parametrize("rules", RULES)
@given(blows=blows)
def test_every_point_that_gets_through_comes_off_total_and_location(
    rules: dict[str, Any], blows: list[tuple[int, Location | None]]
) -> None:
    game, who = at_table(rules)
    total, there = who.hp, {place: who.points_at(place) for place in LOCATIONS}
    for amount, place in blows:
        applied = wound(game, who, amount, place)
        assert [one["to"] for one in applied] == ["hp", place][: 1 + bool(place)] * bool(amount)
        assert all(one["before"] - one["after"] == one["amount"] == amount for one in applied)
        total -= amount
        if place:
            there[place] -= amount
    assert who.hp == total
    assert {place: who.points_at(place) for place in LOCATIONS} == there


@given(blows=blows)
def test_who_has_a_place_at_0_bears_what_follows_from_it(
    blows: list[tuple[int, Location | None]],
) -> None:
    game, who = at_table()
    for amount, place in blows:
        wound(game, who, amount, place)
    gone = {place for place in LOCATIONS if who.points_at(place) <= 0}
    assert {place for place in LOCATIONS if who.is_put_out(place)} == gone
    assert bool(gone & set(FELLING)) == who.cannot_stand
    assert who.prone == bool(gone & set(FELLING) or who.out)
    assert all(who.is_useless(leg) for leg in LEGS) or "abdomen" not in gone
    assert who.out or not gone & {"head", "chest"}
    assert (who.out == "dead") == (who.points_at("head") <= -who.rating("head"))
    assert who.out in ("dying", "dead") or who.hp > 0
    assert who.out or who.hp >= who.unconscious_value
    assert who.weapon("knuckles").arm == "left_arm"
    assert who.status_of("knuckles") == "ready"
    dropped = who.status_of("revolver") == "dropped"
    assert dropped == (ARMS[0] in gone)


@given(blows=blows, more=st.tuples(points, anywhere))
def test_another_blow_makes_nothing_better(
    blows: list[tuple[int, Location | None]], more: tuple[int, Location | None]
) -> None:
    game, who = at_table()
    for amount, place in blows:
        wound(game, who, amount, place)
    fates = (None, "unconscious", "dying", "dead")
    band, out, useless = who.band, who.out, set(filter(who.is_useless, LOCATIONS))
    wound(game, who, *more)
    assert BANDS.index(who.band) >= BANDS.index(band)
    assert fates.index(who.out) >= fates.index(out)
    assert set(filter(who.is_useless, LOCATIONS)) >= useless


@pytest.mark.parametrize("rules", RULES)
@given(blows=blows, healed=st.integers(0, 400), places=st.sets(places))
def test_healing_stops_at_the_sheet_and_wakes_nobody(
    rules: dict[str, Any],
    blows: list[tuple[int, Location | None]],
    healed: int,
    places: set[Location],
) -> None:
    game, who = at_table(rules)
    for amount, place in blows:
        wound(game, who, amount, place)
    hp, there = who.hp, {place: who.points_at(place) for place in LOCATIONS}
    out, prone = who.out, who.prone
    heal_points(game, who, healed, places)
    assert who.hp == min(who.total, hp + healed)
    for place in LOCATIONS:
        most = min(who.rating(place), there[place] + healed)
        assert who.points_at(place) == (most if place in places else there[place])
    assert (who.out, who.prone) == (out, prone)


@given(total=st.integers(1, 99), lost=st.integers(0, 120))
def test_bands_go_by_quarters_and_a_border_is_the_lighter_one(total: int, lost: int) -> None:
    encounter = Encounter("x", "i2050", combatants={"sam": {"dex": 10, "hp": total}})
    encounter.fight = {"combatants": {"sam": {"pools": {"hp": total - lost}}}}
    who = Game(Draft(encounter), Intent(), RandomDice(1), "show").fighter("sam")
    quarters = 4 * lost / total
    expected = next(
        band
        for band, holds in (
            ("dying", lost >= total),
            ("healthy", lost == 0),
            ("light", quarters <= 1),
            ("serious", quarters <= 2),
            ("grievous", quarters <= 3),
            ("mortal", True),
        )
        if holds
    )
    assert who.band == expected
    if not 0 < lost < total:
        return
    # IN-R20: what puts somebody out coincides with the band that is missing.
    assert (who.hp < who.unconscious_value) == (who.band == "mortal")


@given(blow=st.integers(0, 60))
def test_a_blow_of_twice_the_knockdown_fells_and_one_below_it_does_not(blow: int) -> None:
    game, who = at_table()
    knock_down(game, who, blow, melee=True)
    rolled = [roll.name for roll in game.report.rolls]
    assert rolled == (["knockdown"] if 14 <= blow < 28 else [])
    assert who.prone or blow < 28
    assert not who.prone or blow >= 14


def test_what_is_derived_is_what_the_rules_derive() -> None:
    _, who = at_table()
    assert (who.total, who.knockdown_value, who.unconscious_value) == (26, 14, 7)
    ratings = [who.rating(place) for place in LOCATIONS]
    assert ratings == [9, 11, 9, 7, 7, 9, 9]
