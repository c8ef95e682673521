"""The shapes of an i2050 file, for validation."""

from gmtrack.rulesets.i2050.rulings.house import House
from gmtrack.rulesets.i2050.sheet.help import HELP
from gmtrack.rulesets.i2050.sheet.records import FightState, LiveState
from gmtrack.rulesets.i2050.sheet.sheet import Scene, Sheet
from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.port import Schema

SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(House),
    refused_rules=fixed(House),
    help=HELP,
)
