"""One command at work: the draft, the dice, the house rules and the report, in one place."""

from collections.abc import Iterable
from typing import NoReturn

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Intent
from gmtrack.core.report import Override, Report
from gmtrack.dice.port import Dice
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit import find
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.swan_song.house import House
from gmtrack.rulesets.swan_song.live import Fighter
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.records import FightState

WORDS = Words(dice="roll", unknown="unknown", value="value")


class Game:
    """What every step of a resolution needs. Steps read and write through the fighters."""

    def __init__(self, draft: Draft, intent: Intent, dice: Dice, command: str) -> None:
        self.draft = draft
        self.dice = dice
        self.options = intent.options
        self.house = House(draft.encounter.house_rules)
        self.fight = FightState(draft, ("fight",))
        self.report = Report(command, META.id)
        self.paid: list[tuple[str, str]] = []
        """(who, action key) of everything paid for in this command: Bleedout counts it."""
        self._fighters: dict[str, Fighter] = {}

    # --- who ---

    def fighter(self, who: str) -> Fighter:
        """The combatant with this id."""
        if who not in self._fighters:
            self._fighters[who] = Fighter(self.draft, who, self.house)
        return self._fighters[who]

    def find(self, word: str) -> Fighter:
        """The combatant meant by a typed word. Raises Refusal (`unknown`)."""
        return self.fighter(find(self.draft.encounter, word, WORDS))

    def everybody(self) -> list[Fighter]:
        """All combatants in the file's order."""
        return [self.fighter(who) for who in self.draft.encounter.combatants]

    def name(self, who: str) -> str:
        return self.draft.encounter.display_name(who)

    # --- no ---

    def refuse(self, kind: str, message: str) -> None:
        """A rule forbids it: raises Refusal, or notes the override if the GM forces it."""
        if not self.options.force:
            raise Refusal(kind, f"{message}; --force overrules")
        self.report.overrides.append(Override(kind, message))

    def deny(self, kind: str, message: str) -> NoReturn:
        """It makes no sense, forced or not."""
        raise Refusal(kind, message)

    # --- what happened ---

    def expect(self, rolls: Iterable[tuple[str, str]]) -> None:
        """Name every roll that this command, as worded, may ask for."""
        self.dice.expect(rolls)

    def effect(self, who: Fighter, effect: str, **rest: object) -> Data:
        """Note an effect that this command brought about."""
        doc: Data = {"target": who.id, "effect": effect.replace("_", "-")}
        doc |= {key: value for key, value in rest.items() if value is not None}
        self.report.effects.append(doc)
        return doc
