"""The shapes of a Swan Song file, for validation."""

from gmtrack.rulesets.port import HouseRule, Schema
from gmtrack.rulesets.swan_song.records import FightState, LiveState
from gmtrack.rulesets.swan_song.rulings import by_key
from gmtrack.rulesets.swan_song.rulings.model import Ruling
from gmtrack.rulesets.swan_song.sheet import Scene, Sheet


def first_value(ruling: Ruling) -> object:
    """The default of a key: its first value; an empty map where any map will do."""
    return ruling.values[0] if isinstance(ruling.values, tuple) else {}


SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules={
        key: HouseRule(key, ruling.id, first_value(ruling), ruling.values, ruling.free)
        for key, ruling in by_key().items()
        if not ruling.why_fixed
    },
    refused_rules={key: r.why_fixed for key, r in by_key().items() if r.why_fixed},
)
