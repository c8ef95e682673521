"""The shapes of an i2050 file, for validation."""

from gmtrack.rulesets.i2050.rulings.house import RULINGS
from gmtrack.rulesets.i2050.sheet.records import FightState, LiveState
from gmtrack.rulesets.i2050.sheet.sheet import Scene, Sheet
from gmtrack.rulesets.kit.rulings import by_key, fixed, switchable
from gmtrack.rulesets.port import Schema

SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(by_key(RULINGS)),
    refused_rules=fixed(by_key(RULINGS)),
)
