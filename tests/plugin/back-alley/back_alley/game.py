"""One command at work, and the fight as it stands."""

from back_alley.meta import META
from back_alley.rulings import House
from back_alley.sheet import Fighter, FightState
from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.port import Words

WORDS = Words(dice="dice", unknown="unknown", value="value", price=("action",))


class Scene(RuledFightView[Fighter, House, FightState]):
    """The fight, to be looked at."""

    WORDS = WORDS
    HOUSE = House
    FIGHT = FightState
    FIGHTER = Fighter

    @property
    def dark(self) -> bool:
        return bool(self.draft.encounter.scene.get("dark", False))


class Game(Scene, BaseGame[Fighter]):
    """One command at work."""

    RULESET = META.id
