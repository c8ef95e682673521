"""One command at work: the draft, the dice, the house rules, the report and the cover pieces."""

from typing import TYPE_CHECKING

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash, suggestion
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.storyteller.meta import META
from gmtrack.rulesets.storyteller.rulings.house import House
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.records import FightState, of
from gmtrack.rulesets.storyteller.sheet.sheet import Cover, read_cover

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.sheet.document import Note, NoteName

WORDS = Words(dice="dice", unknown="option", value="option")


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def acts_now(self, who: Fighter) -> bool:
        """It is their turn, or nobody has turns yet."""
        return not self.fight.running or self.fight.acting == who.id

    def covers(self) -> dict[str, Cover]:
        """The pieces of the scene by id."""
        return self.draft.once("covers", self._read_covers)

    def _read_covers(self) -> dict[str, Cover]:
        data: Data = self.draft.encounter.scene.get("covers") or {}
        return {squash(name): read_cover(squash(name), piece) for name, piece in data.items()}

    def cover_left(self, name: str) -> int:
        """The structure that a piece has left; 0: it is gone."""
        return int(of(self.fight.structure, name, self.covers()[name].structure))


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def finish(self, report: Report) -> None:
        report.body.setdefault("notes", self.notes)

    def note(self, who: Fighter, note: "NoteName", modifier: int | None = None) -> None:
        """Into `notes`: something for the GM; told once."""
        found: Note = {"who": who.id, "note": note}
        if modifier is not None:
            found["modifier"] = modifier
        if found not in self.notes:
            self.tell_note(who, note, modifier)
        self.notes.append(found)

    def tell_note(self, who: Fighter, note: "NoteName", modifier: int | None) -> None:
        """The sentence of a note; only a breaking point has a modifier."""
        if note == "breaking-point":
            self.tell_breaking_point(who, modifier)
        else:
            self.report.tell(f"note.{note}", "note", who=who.name)

    def tell_breaking_point(self, who: Fighter, modifier: int | None) -> None:
        """With the line that rolls for it."""
        hard = "" if modifier is None else f" --mod {modifier}"
        line = f"test {who.id} breaking-point{hard}"
        self.report.tell("breaking-point", "note", who=who.name, line=line)

    # --- cover ---

    def cover(self, word: str) -> tuple[str, Cover]:
        """The piece meant by a typed word. Raises Refusal (`option`)."""
        name, covers = squash(word), self.covers()
        if name not in covers:
            self.deny(WORDS.unknown, f"no cover '{word}'{suggestion(word, covers)}")
        return name, covers[name]

    def wear_cover(self, name: str, left: int) -> None:
        """So much structure is left from now on."""
        before = self.cover_left(name)
        self.draft.put(("fight", "structure", name), left, read_as=before)
