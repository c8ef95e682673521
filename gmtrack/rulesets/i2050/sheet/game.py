"""One command at work: the draft, the dice, the house rules and the report, in one place; what was
typed beside the command."""

from collections.abc import Sequence

from gmtrack.dice.port import Dice
from gmtrack.rulesets.i2050.meta import META
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.sheet.fighter import ANNOUNCED, Fighter
from gmtrack.rulesets.i2050.sheet.state import FightState
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location, place_word
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.port import Words

WORDS = Words(
    dice="roll", unknown="unknown", value="value", absent="out",
    turn=("turn", "phase", "acted", "lost"),
)  # fmt: skip
Rank = tuple[int, int, int]
"""When something happens in Resolution; the higher one is first (`order.Item`)."""


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter
    announced: Sequence[Fighter] = ()
    """Whose intents are worked out and not declared yet, in their order."""

    @property
    def poor_scene(self) -> bool:
        """IN-MOD-05: everybody sees badly."""
        return bool(self.draft.encounter.scene.get("visibility") == "poor")

    def declares_first(self) -> str:
        """IN-PHASE-03: the side that declares first."""
        told = self.fight.first or self.draft.encounter.scene.get("declares_first")
        return str(told or next((who.side for who in self.everybody()), ""))


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        super().afresh(dice, first_block)
        self.moment: Rank | None = None
        """When what is going on happens (IN-SPD-05); None: at no score."""
        self.announced: list[Fighter] = []
        self.draft.known.pop(ANNOUNCED, None)
        self.nerves: dict[tuple[str, str], bool] = {}
        """What has come of Awareness and Cool in this command, by who rolled and skill."""

    def note(self, who: Fighter, note: str, what: str) -> None:
        """Something for the GM, told and in the document, without numbers of its own."""
        self.notes.append({"who": who.id, "note": note, "what": what})
        self.report.tell(f"note.{note}", "note", who=who.name, what=what)


def weapon_named(who: Fighter, word: str) -> str:
    """The id of a weapon as typed. Raises Refusal (`unknown`)."""
    return known(word, who.weapons, "weapon", WORDS.unknown)


def place_named(text: str) -> Location:
    """Raises Refusal (`unknown`)."""
    word = known(text, map(place_word, LOCATIONS), "place", WORDS.unknown)
    return next(place for place in LOCATIONS if place_word(place) == word)
