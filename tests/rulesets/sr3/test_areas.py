"""Who stands near a place."""

from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.rulesets.sr3.sheet.areas import list_near, metres_from
from gmtrack.rulesets.sr3.sheet.game import Scene

from .book import CORE


def scene(**live: Any) -> Scene:
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": {who: {} for who in live}}
    return Scene(Draft(CORE.encounter({**doc, "fight": {"combatants": live}})))


def test_those_near_a_place_come_nearest_first() -> None:
    there = scene(
        ann={"position": [3, 4]},
        bob={"position": "1,0"},
        joe={"position": [9, 9]},
        kim={"position": [0, 0], "away": "fled"},
        tom={},
        zoe={"position": [0, 1]},
    )
    near = [(one.who.id, one.metres) for one in list_near(there, (0.0, 0.0), 5)]
    assert near == [("bob", 1.0), ("zoe", 1.0), ("ann", 5.0)]
    assert metres_from((0.0, 0.0), there.fighter("tom")) is None
    assert metres_from((0.0, -3.4641), there.fighter("bob")) == 3.606
