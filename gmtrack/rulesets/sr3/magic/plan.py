"""The plan of one spell as it was declared: spell, force, level, dice, and one entry for each
combatant whom it may reach."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gmtrack.core.values import frozen
from gmtrack.dice.port import Offer
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import Mod, WordArgs
from gmtrack.rulesets.sr3.attack.plan import AttackWords, Said, Sight
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.sheet.spell import Spell
from gmtrack.rulesets.sr3.tables import Level
from gmtrack.rulesets.sr3.turn.legality import Cost, Objection

Dice = Mapping[str, int]
"""Dice by the key of `spell_dice` or `focus_dice` that they come from."""


@frozen
class CastDice:
    """The dice of a casting. `sorcery` are the Sorcery dice used, out of `ready` that are at hand;
    `pool`, `focus` are the dice added to the Sorcery Test, `drain_pool`, `drain_focus` those of
    the drain test. `held` are Sorcery dice that change the radius of an area."""

    ready: int
    sorcery: int
    pool: int = 0
    drain_pool: int = 0
    focus: int = 0
    drain_focus: int = 0
    held: int = 0
    wider: bool = True


@frozen
class Victim:
    """Somebody whom the spell may reach. `block` is what their dice are typed for, where there are
    several; `metres` is the distance from the middle of an area, if it is known."""

    game: Game
    caster: Fighter
    target: Fighter
    spell_id: str
    said: AttackWords
    without: WordArgs
    words: Mapping[str, Said] = field(default_factory=dict)
    block: str | None = None
    metres: float | None = None
    mods: tuple[Mod, ...] = ()
    defense_mods: tuple[Mod, ...] = ()
    sight: Sight = Sight()
    barrier: int | str = 0
    named: bool = True
    """Whether they were named; others are caught in an area."""

    def has_word(self, name: str) -> bool:
        """Whether the word `name` is in force for this target."""
        return name in self.words

    def count(self, name: str) -> int | None:
        """Return the number typed for a word; None if the word is absent or has no number."""
        said = self.words.get(name)
        return said.value if said and isinstance(said.value, int) else None

    def off(self, name: str) -> bool:
        """Whether `--without` switches the word off, for the caster or for this target."""
        people = (self.caster, self.target)
        return any(self.without.has_word(name, who.id) for who in people)

    @property
    def resist_pool(self) -> int:
        """The combat pool dice of the target against an elemental spell; 0 if none were typed."""
        return self.count("resist-pool") or 0

    @property
    def resistance_offer(self) -> Offer | None:
        """The offer of combat pool dice that the target may still add against an elemental spell;
        None if some were typed, none is left, or nobody is told."""
        left = self.target.pool_left
        if left <= 0 or self.has_word("resist-pool") or not self.game.narrated:
            return None
        word = f"{self.target.id}:resist-pool"
        return Offer("with", word, "combat pool", left)

    def roll_context(self, against: Fighter) -> RollContext:
        """Return what effects may ask of a roll of this spell: its id, the skill, the opponent."""
        return RollContext(weapon=self.spell_id, skill=SORCERY, against=against)


class Defender(NamedTuple):
    """A magician who uses dice of spell defense against the spell."""

    who: Fighter
    dice: int


@dataclass(eq=False, repr=False, slots=True)
class CastPlan:
    """A whole spell: who casts it, at what force and level, with which dice, at whom. `level` is
    None for a spell without damage. `radius` is None for a spell that fills no area."""

    game: Game
    caster: Fighter
    spell_id: str
    spell: Spell
    force: int
    level: Level | None
    dice: CastDice
    victims: list[Victim]
    radius: int | None = None
    wound: Level = "L"
    """The level of the target's wound before the spell, for a drain by wounds."""
    burden: int = 0
    """Spells that the caster sustains without a focus before this one."""
    kept: int = 0
    """All spells that the caster sustains before this one."""
    hasten: int = 0
    said: frozenset[str] = frozenset()
    """The words that were typed for the caster or for nobody by name."""
    defenders: list[Defender] = field(default_factory=list)
    cost: Cost = "complex"
    warnings: list[Objection] = field(default_factory=list)
    """Objections of the rules that the house rules let pass."""

    def pool_offer(self, word: str, most: int) -> Offer | None:
        """Return the offer of spell pool dice, `most` at most, that the caster may still add to the
        test of this word before it is rolled; None if some were typed, none is left, or nobody is
        told."""
        if most <= 0 or word in self.said or not self.game.narrated:
            return None
        return Offer("with", word, "spell pool", most)

    @property
    def code(self) -> str:
        """Force and level in one word, such as `5S`; the force alone without a level."""
        return f"{self.force}{self.level or ''}"
