"""One command at work: the draft, the dice, the house rules and the report, in one place."""

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Dice
from gmtrack.rulesets.kit.commands import Table
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import FightState

WORDS = Words(dice="roll", unknown="unknown", value="value")


class Game(Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    WORDS = WORDS
    RULESET = META.id

    def __init__(self, draft: Draft, intent: Intent, dice: Dice, command: str) -> None:
        super().__init__(draft, intent, dice, command)
        self.house = House(draft.encounter.house_rules)
        self.fight = FightState(draft, ("fight",))
        self.paid: list[tuple[str, str]] = []
        """(who, action key) of everything paid for in this command: Bleedout counts it."""

    def seat(self, who: str) -> Fighter:
        return Fighter(self.draft, who, self.house)
