"""The shapes of a Storyteller file, for validation."""

from gmtrack.rulesets.kit.rulings import by_key, fixed, switchable
from gmtrack.rulesets.port import Schema
from gmtrack.rulesets.storyteller.rulings.house import RULINGS
from gmtrack.rulesets.storyteller.sheet.records import FightState, LiveState
from gmtrack.rulesets.storyteller.sheet.sheet import Scene, Sheet

SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(by_key(RULINGS)),
    refused_rules=fixed(by_key(RULINGS)),
)
