"""The fight view and the game object of Storyteller; Defense, speed and initiative with their
parts."""

from collections.abc import Iterable
from itertools import chain
from typing import Literal

from gmtrack.core.encounter import Data
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part, Report, total
from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.kit.own.in_force import find_shares, split_part
from gmtrack.rulesets.kit.sheet import find_by_id
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.storyteller.meta import META
from gmtrack.rulesets.storyteller.rulings import House
from gmtrack.rulesets.storyteller.sheet.sheet import Cover
from gmtrack.rulesets.storyteller.sheet.state import Fighter, FightState
from gmtrack.rulesets.storyteller.tables import Concealment

NoteName = Literal[
    "breaking-point", "dramatic-failure", "upper-hand", "no-intent"
]
WORDS = Words(dice="dice", unknown="option", value="option")
"""The refusal kinds that the kit uses for this ruleset."""


class Scene(RuledFightView[Fighter, House, FightState]):
    """A fight to be looked at: house rules, live state of the fight, fighters, pieces of cover."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def is_turn_of(self, who: Fighter) -> bool:
        """Whether `who` has the turn; before the first round everybody has."""
        return not self.fight.running or self.fight.acting == who.id

    def covers(self) -> dict[str, Cover]:
        """Return the pieces of cover of the scene by id."""
        return self.draft.cache.of_file("covers", self._read_covers)

    def _read_covers(self) -> dict[str, Cover]:
        """Read the pieces of cover from the encounter's scene."""
        data: Data = self.draft.encounter.scene.get("covers") or {}
        return {
            squash(name): Cover.from_data(piece or {}, id=squash(name))
            for name, piece in data.items()
        }

    def cover_left(self, name: str) -> int:
        """Return the structure that a piece of cover has left; 0 if it is destroyed."""
        return int(
            find_by_id(
                self.fight.structure, name, self.covers()[name].structure
            )
        )

    def piece_of(self, who: Fighter) -> tuple[str, Cover] | None:
        """Return the id and the piece of cover that `who` is behind. Returns None if they are
        behind none, or if it is destroyed or no longer in the scene."""
        name = who.cover_id
        piece = self.covers().get(name) if name else None
        return (
            (name, piece) if name and piece and self.cover_left(name) else None
        )

    def concealment_of(self, who: Fighter) -> Concealment:
        """Return how far their own cover hides `who`; `none` without a piece that stands."""
        found = self.piece_of(who)
        return found[1].concealment if found else "none"


class Game(Scene, BaseGame[Fighter]):
    """A command at work, with all that its steps need; they read and write through the fighters."""

    RULESET = META.id

    def finish(self, report: Report) -> None:
        """Put the notes for the GM into the report's body, also an empty list."""
        report.body.setdefault("notes", self.notes)

    def note(
        self, who: Fighter, note: NoteName, modifier: int | None = None
    ) -> None:
        """Add a note for the GM on `who` to the report, and tell it the first time; the same
        note again is added but not told. A breaking point is told with the command line that
        rolls for it; `modifier` is the `--mod` of that line and stands in the note."""
        found: Data = {"who": who.id, "note": note}
        if modifier is not None:
            found["modifier"] = modifier
        told = found in self.notes
        self.notes.append(found)
        if told:
            return
        if note == "breaking-point":
            hard = "" if modifier is None else f" --mod {modifier}"
            line = f"test {who.id} breaking-point{hard}"
            self.report.tell("breaking-point", "note", who=who.name, line=line)
        else:
            self.report.tell(f"note.{note}", "note", who=who.name)

    # --- cover ---

    def cover_named(self, word: str) -> tuple[str, Cover]:
        """Return the id and the piece of cover that a typed word names. Raises Refusal `option`
        if the scene has no such piece."""
        name, covers = squash(word), self.covers()
        if name not in covers:
            self.deny(
                WORDS.unknown,
                f"no cover '{word}'{propose_near_word(word, covers)}",
            )
        return name, covers[name]

    def wear_cover(self, name: str, left: int) -> None:
        """Write the structure that a piece of cover has left."""
        before = self.cover_left(name)
        self.draft.put(("fight", "structure", name), left, read_as=before)


Parts = tuple[Part, ...]
SHEET = "sheet"
"""The label of the part of a number that the sheet states."""


def nonzero_parts(parts: Iterable[Part]) -> Parts:
    """Return the parts whose value is not 0."""
    return tuple(part for part in parts if part.value)


def defense_against(
    who: Fighter,
    attacker: str | None = None,
    *,
    pulled: bool = False,
    decays: bool = True,
) -> int:
    """Return the Defense of `who` against one attack by `attacker` (an id; None leaves willpower
    out): the sum of `defense_parts`, which says what `pulled` and `decays` do."""
    return total(defense_parts(who, attacker, pulled=pulled, decays=decays))


def base_defense_parts(who: Fighter) -> Parts:
    """Return the parts of Defense before the fight changes it: the sheet's number, or by house
    rule from wits, dexterity and athletics (ST-R06)."""
    sheet = who.sheet
    if sheet.defense is not None:
        return nonzero_parts(
            split_part(who, "defense", Part(SHEET, sheet.defense, "ST-R06"))
        )
    rule = who.house.defense_formula
    pick = max if rule == "higher_plus_athletics" else min
    trait = pick("wits", "dexterity", key=who.trait)
    own = who.trait_parts(trait, "ST-R06")
    if rule != "lower":
        own += who.trait_parts("athletics", "ST-R06")
    return nonzero_parts(
        (*own, *find_shares(who, "defense", total(tuple(own))))
    )


def defense_parts(
    who: Fighter,
    attacker: str | None = None,
    *,
    pulled: bool = False,
    decays: bool = True,
) -> Parts:
    """Return the parts of the Defense of `who` against one attack, without those that are 0.

    Their sum is 0 if there is a reason for having no Defense, and never less. `attacker` is the
    id of the one against whom willpower may have been spent; None leaves willpower out. `pulled`
    says that the attacker pulls the blow (+1). `decays` False leaves out what earlier attacks
    took."""
    base = base_defense_parts(who)
    if who.reasons:
        lost = Part(", ".join(who.reasons), -total(base), "ST-044")
        return nonzero_parts((*base, lost))
    parts = (
        *base,
        Part("willpower", 2 * (attacker in who.wp_defense), "ST-043, ST-050"),
        Part("pulled", int(pulled), "ST-139"),
        Part("off balance", -(who.off_balance == "active"), "ST-064"),
        Part("open guard", -who.parried, "ST-056"),
        Part("wear", -who.decay if decays else 0, "ST-041"),
    )
    lifted = Part("at least 0", max(0, -total(parts)), "ST-049")
    parts = (*parts, lifted)
    value = total(parts)
    halved = 0
    if who.suffers("stunned") or who.suffers("blinded-eye"):
        halved = value // 2 - value
    return nonzero_parts((*parts, Part("halved", halved, "ST-151")))


def speed(who: Fighter) -> int:
    """Return the metres of one move of `who`."""
    return total(speed_parts(who))


def speed_parts(who: Fighter) -> Parts:
    """Return the parts of the speed: the sheet's number, or strength, dexterity and 5; a wracked
    leg halves the sum."""
    sheet = who.sheet
    if sheet.speed is not None:
        parts = split_part(who, "speed", Part(SHEET, sheet.speed, "ST-R06"))
    else:
        own = (
            who.trait_parts(name, "ST-R06")
            for name in ("strength", "dexterity")
        )
        parts = [*chain.from_iterable(own), Part("base", 5, "ST-R06")]
        parts += find_shares(who, "speed", total(tuple(parts)))
    whole = total(tuple(parts))
    lamed = whole // 2 - whole if who.suffers("leg-wrack") else 0
    return nonzero_parts((*parts, Part("leg-wrack", lamed, "ST-129, ST-151")))


def initiative_parts(who: Fighter) -> list[Part]:
    """Return the parts that are added to the initiative die: the modifier, and the malus of the
    weapons in hand if there is one."""
    weapon = [Part("weapon", who.malus, "ST-018, ST-019")] if who.malus else []
    return [Part("initiative-mod", who.initiative_mod, "ST-018"), *weapon]
