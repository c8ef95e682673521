"""The game: the draft, dice, house rules, fighters and report of one command."""

from collections.abc import Iterable

from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.sr3.meta import META
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.records import FightState

WORDS = Words(
    dice="dice", unknown="option", value="option", who="who", sheet="sheet", price=("action",)
)


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def on_turn(self, who: Fighter) -> bool:
        """It is their phase."""
        return self.fight.running and self.fight.acting == who.id


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def note(self, who: Fighter, note: str, **rest: object) -> None:
        """Something for the GM, told and in the document, without numbers of its own."""
        self.notes.append({"who": who.id, "note": note, **rest})
        self.report.tell(f"note.{note}", "note", who=who.name, **rest)


def amount(number: int, one: str, many: str = "") -> str:
    """How many of something: `1 round`, `2 rounds`, `0 dice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def tied_first(texts: Iterable[str]) -> list[str]:
    """`WORD=WHO:VALUE` as `WHO:WORD=VALUE`, which is how words are read."""
    found = []
    for text in texts:
        name, sign, value = text.partition("=")
        who, colon, rest = value.partition(":")
        found.append(f"{who}:{name}={rest}" if sign and colon else text)
    return found
