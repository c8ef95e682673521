"""Who is in an area, by positions (SRX-R08)."""

from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.sr3.sheet.areas import list_caught
from gmtrack.rulesets.sr3.sheet.game import Scene

WHERE = {"gus": [0, 0], "zed": "3, 4", "sam": [6, 0], "ash": None, "far": [40, 0]}


def scene_of(**more: Any) -> Scene:
    live: dict[str, Any] = {who: {"position": place} for who, place in WHERE.items() if place}
    cast: dict[str, Any] = {who: {} for who in WHERE}
    fight = {"combatants": live | more.pop("live", {})}
    return Scene(Draft(Encounter("", "sr3", combatants=cast, fight=fight, **more)))


def near(scene: Scene, place: Any, metres: float, *named: str) -> list[tuple[str, float | None]]:
    found = list_caught(scene, place, metres, [scene.fighter(who) for who in named])
    return [(one.who.id, one.metres) for one in found]


def test_everybody_near_enough_is_in_it_named_or_not_the_nearest_first() -> None:
    assert near(scene_of(), (0.0, 0.0), 5) == [("gus", 0), ("zed", 5)]
    assert near(scene_of(), (0.0, 0.0), 6) == [("gus", 0), ("zed", 5), ("sam", 6)]
    assert near(scene_of(), (0.0, 0.0), 4.99) == [("gus", 0)]


def test_somebody_without_a_position_is_in_it_only_if_named() -> None:
    assert near(scene_of(), (0.0, 0.0), 3, "ash", "far") == [("gus", 0), ("ash", None)]


def test_without_a_place_those_named_are_in_it() -> None:
    assert near(scene_of(), None, 3, "far", "gus") == [("gus", None), ("far", None)]


def test_who_is_away_is_not_in_it() -> None:
    scene = scene_of(live={"zed": {"position": [3, 4], "away": "fled"}})
    assert near(scene, (0.0, 0.0), 5) == [("gus", 0)]


@pytest.mark.parametrize(("rule", "found"), [("positions", ["gus", "zed"]), ("named", ["zed"])])
def test_by_house_rule_the_named_alone_are_in_it(rule: str, found: list[str]) -> None:
    scene = scene_of(house_rules={"area_catch": rule})
    assert [who for who, _ in near(scene, (0.0, 0.0), 5, "zed", "far")] == found
