"""One command at work: the draft, the dice, the house rules, the report and the cover pieces; the
numbers that follow from sheet and live state, part by part."""

from collections.abc import Iterable
from itertools import chain
from typing import Literal

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash, suggestion
from gmtrack.core.report import Part, Report, total
from gmtrack.rulesets.kit.commands import RuledScene, Table
from gmtrack.rulesets.kit.own.in_force import shares, split
from gmtrack.rulesets.kit.sheet import of
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


class Scene(RuledScene[Fighter, House, FightState]):
    """The fight to be looked at: house rules, the state of the fight, the fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter

    def is_turn_of(self, who: Fighter) -> bool:
        """It is their turn, or nobody has turns yet."""
        return not self.fight.running or self.fight.acting == who.id

    def covers(self) -> dict[str, Cover]:
        """The pieces of the scene by id."""
        return self.draft.once("covers", self._read_covers)

    def _read_covers(self) -> dict[str, Cover]:
        data: Data = self.draft.encounter.scene.get("covers") or {}
        return {
            squash(name): Cover.of(piece or {}, id=squash(name))
            for name, piece in data.items()
        }

    def cover_left(self, name: str) -> int:
        """The structure that a piece has left; 0: it is gone."""
        return int(
            of(self.fight.structure, name, self.covers()[name].structure)
        )

    def piece_of(self, who: Fighter) -> tuple[str, Cover] | None:
        """Return the piece that somebody is behind, if it still stands."""
        name = who.cover_id
        piece = self.covers().get(name) if name else None
        return (
            (name, piece) if name and piece and self.cover_left(name) else None
        )

    def concealment_of(self, who: Fighter) -> Concealment:
        """Return how far their own cover hides somebody."""
        found = self.piece_of(who)
        return found[1].concealment if found else "none"


class Game(Scene, Table[Fighter]):
    """What every step of a resolution needs. Steps read and write through the fighters."""

    RULESET = META.id

    def finish(self, report: Report) -> None:
        report.body.setdefault("notes", self.notes)

    def note(
        self, who: Fighter, note: NoteName, modifier: int | None = None
    ) -> None:
        """Into `notes`: something for the GM, told once; a breaking point, which alone has a
        modifier, with the line that rolls for it."""
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
        """The piece meant by a typed word. Raises Refusal (`option`)."""
        name, covers = squash(word), self.covers()
        if name not in covers:
            self.deny(
                WORDS.unknown, f"no cover '{word}'{suggestion(word, covers)}"
            )
        return name, covers[name]

    def wear_cover(self, name: str, left: int) -> None:
        """So much structure is left from now on."""
        before = self.cover_left(name)
        self.draft.put(("fight", "structure", name), left, read_as=before)


Parts = tuple[Part, ...]
SHEET = "sheet"
"""The part of a number that the sheet states."""


def nonzero_parts(parts: Iterable[Part]) -> Parts:
    """Those that are not 0."""
    return tuple(part for part in parts if part.value)


def defense_against(
    who: Fighter,
    attacker: str | None = None,
    *,
    pulled: bool = False,
    decays: bool = True,
) -> int:
    """What Defense is worth against one attack, as `defense_parts`."""
    return total(defense_parts(who, attacker, pulled=pulled, decays=decays))


def base_defense_parts(who: Fighter) -> Parts:
    """From the sheet, or derived."""
    sheet = who.sheet
    if sheet.defense is not None:
        return nonzero_parts(
            split(who, "defense", Part(SHEET, sheet.defense, "ST-R06"))
        )
    rule = who.house.defense_formula
    pick = max if rule == "higher_plus_athletics" else min
    trait = pick("wits", "dexterity", key=who.trait)
    own = who.trait_parts(trait, "ST-R06")
    if rule != "lower":
        own += who.trait_parts("athletics", "ST-R06")
    return nonzero_parts((*own, *shares(who, "defense", total(tuple(own)))))


def defense_parts(
    who: Fighter,
    attacker: str | None = None,
    *,
    pulled: bool = False,
    decays: bool = True,
) -> Parts:
    """What their Defense is made of against one attack; `decays` False leaves out what earlier
    attacks took."""
    base = base_defense_parts(who)
    if who.reasons:
        return nonzero_parts(
            (*base, Part(", ".join(who.reasons), -total(base), "ST-044"))
        )
    parts = (
        *base,
        Part("willpower", 2 * (attacker in who.wp_defense), "ST-043, ST-050"),
        Part("pulled", int(pulled), "ST-139"),
        Part("off balance", -(who.off_balance == "active"), "ST-064"),
        Part("open guard", -who.parried, "ST-056"),
        Part("wear", -who.decay if decays else 0, "ST-041"),
    )
    parts = (*parts, Part("at least 0", max(0, -total(parts)), "ST-049"))
    value = total(parts)
    halves = who.suffers("stunned") or who.suffers("blinded-eye")
    return nonzero_parts(
        (*parts, Part("halved", value // 2 - value if halves else 0, "ST-151"))
    )


def speed(who: Fighter) -> int:
    """The metres of a move."""
    return total(speed_parts(who))


def speed_parts(who: Fighter) -> Parts:
    """What these are made of: from the sheet, or derived."""
    sheet = who.sheet
    if sheet.speed is not None:
        parts = split(who, "speed", Part(SHEET, sheet.speed, "ST-R06"))
    else:
        own = (
            who.trait_parts(name, "ST-R06")
            for name in ("strength", "dexterity")
        )
        parts = [*chain.from_iterable(own), Part("base", 5, "ST-R06")]
        parts += shares(who, "speed", total(tuple(parts)))
    whole = total(tuple(parts))
    lamed = whole // 2 - whole if who.suffers("leg-wrack") else 0
    return nonzero_parts((*parts, Part("leg-wrack", lamed, "ST-129, ST-151")))


def initiative_parts(who: Fighter) -> list[Part]:
    """The modifier, and what the weapon takes off it."""
    weapon = [Part("weapon", who.malus, "ST-018, ST-019")] if who.malus else []
    return [Part("initiative-mod", who.initiative_mod, "ST-018"), *weapon]
