"""The shapes of a Swan Song file, for validation."""

from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.port import Schema
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.help import HELP
from gmtrack.rulesets.swan_song.sheet.records import FightState, LiveState
from gmtrack.rulesets.swan_song.sheet.sheet import Scene, Sheet

SCHEMA = Schema(
    sheet=Sheet,
    scene=Scene,
    fight=FightState,
    live=LiveState,
    house_rules=switchable(House),
    refused_rules=fixed(House),
    help=HELP,
)
