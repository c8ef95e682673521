"""The shapes of a Spotlight file, for validation."""

from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.port import Schema
from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.sheet.help import HELP
from gmtrack.rulesets.spotlight.sheet.records import FightState, LiveState
from gmtrack.rulesets.spotlight.sheet.sheet import Scene, Sheet

SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(House),
    refused_rules=fixed(House),
    help=HELP,
)
