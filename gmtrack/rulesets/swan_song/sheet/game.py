"""One command at work: the draft, the dice, the house rules and the report, in one place."""

from gmtrack.dice.port import Dice
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import FightState

WORDS = Words(dice="roll", unknown="unknown", value="value", price=("ap", "attack-used"))


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        super().afresh(dice, first_block)
        self.paid: list[tuple[str, str]] = []
        """(who, action key) of everything paid for in this command: Bleedout counts it."""
