"""The shapes of an sr3 file, for validation."""

from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.port import Schema
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.help import HELP
from gmtrack.rulesets.sr3.sheet.records import FightState, LiveState
from gmtrack.rulesets.sr3.sheet.sheet import Scene, Sheet

SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(House),
    refused_rules=fixed(House),
    help=HELP,
)
