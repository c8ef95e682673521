"""The plan of one attack as it was declared: one strike for each target, and the words that the
GM typed for it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.dice.port import Offer
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import Mod, WordArgs
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import (
    EACH_TARGET,
    MODES,
    AmmoType,
    Category,
    Haze,
    Light,
    Mode,
)
from gmtrack.rulesets.sr3.turn.legality import Cost, Objection
from gmtrack.rulesets.sr3.wounds.events import held_by

S = TypeVar("S")
Fits = Literal["melee", "ranged", "both", "blast"]
Value = int | str | None
Reader = Callable[[str, str | None], Value]
"""Parse the text behind `=` of the named word; the text is None for a bare word. Raises Refusal
(`option`) if the text does not fit."""


# --- values ---


def take_no_value(name: str, text: str | None) -> None:
    """Refuse a value for a word that takes none: raises Refusal `option` unless `text`, what
    stands behind `=`, is None."""
    if text is not None:
        raise Refusal(WORDS.value, f"{name} takes no value: --with {name}")


# --- words ---


class AttackWord(NamedTuple):
    """A word of `--with`: its help, the attacks that it fits, its rows of RULES.md and the
    reader of its value.

    `auto`: the rules know its value without the word, and `--without` switches it off. `choices`
    are the values that have names."""

    name: str
    help: str
    fits: Fits
    rules: str
    read: Reader = take_no_value
    auto: bool = False
    choices: tuple[str, ...] = ()


def part_as_typed(
    row: Modifier[S, House], situation: S, house: House, told: int | None
) -> Part:
    """Return the part that a modifier's row adds; a number that the GM typed (`told`) replaces
    what the row is worth."""
    return (
        row.make_part(situation, house)
        if told is None
        else Part(row.label, told, row.rules)
    )


# --- as typed ---


class Said(NamedTuple):
    """A word that was typed: the value that it has, and the combatant whom it is about."""

    value: Value
    who: str | None


class AttackWords:
    """The words typed for one attack, with their values parsed once. Raises Refusal (`option`)
    if a value does not fit its word."""

    def __init__(self, told: WordArgs, words: Mapping[str, AttackWord]) -> None:
        """Parse the values of all words that were typed. `words` are the words that an attack
        knows. Raises Refusal `option` if a value does not fit its word."""
        self._said: dict[str, list[Said]] = {}
        for name in told.list_typed(words):
            row = words[name]
            for word in told.get_all(name):
                said = Said(row.read(name, word.value), word.who)
                self._said.setdefault(name, []).append(said)

    def __iter__(self) -> Iterator[str]:
        """The names that were typed, in the order of the table."""
        return iter(self._said)

    def tied(self, name: str, who: str) -> list[Said]:
        """Return the uses of the word `name` that are about the combatant `who`, in the order
        typed."""
        return [said for said in self._said.get(name, []) if said.who == who]

    def bare(self, name: str) -> Said | None:
        """Return the last use of the word that names no combatant, or None."""
        return next(
            (
                said
                for said in reversed(self._said.get(name, []))
                if not said.who
            ),
            None,
        )

    def word_about(self, name: str, who: str) -> Said | None:
        """Return the last use of the word about `who`, else the last that names no combatant,
        else None."""
        tied = self.tied(name, who)
        return tied[-1] if tied else self.bare(name)

    def in_force(
        self, attacker: str, target: str, time: int, times: int
    ) -> dict[str, Said]:
        """Return the words that hold for the attack on one target, `time` of `times`.

        Words about the target come first; if the target is named several times, each time has a
        word of its own. Else words about the attacker hold, else those that name nobody."""
        found = {}
        for name in self:
            tied = self.tied(name, target)[-times:]
            said = (
                tied[min(time, len(tied)) - 1]
                if tied
                else self.word_about(name, attacker)
            )
            if said is not None:
                found[name] = said
        return found


# --- plan ---


Answer = Literal["fight", "full", "none"]
Outcome = Literal["hit", "miss", "blocked", "dodged", "countered", "misfire"]


@frozen
class Called:
    """A place of the body that the attacker called; only a vital place has an effect of its own."""

    place: str
    vital: bool


@frozen
class Range:
    """The distance of a shot: metres, or None where unknown, and the range category before the
    scope counts."""

    metres: int | None
    category: Category
    too_near: bool = False
    too_far: bool = False
    known: str = ""
    """Source of a range that was neither typed nor measured: `last` or `scene`. Empty otherwise."""


class Sight(NamedTuple):
    """The light and the haze between attacker and target; None for each that is clear."""

    light: Light | None = None
    haze: Haze | None = None


class Gear(NamedTuple):
    """The targeting systems that work, each with what it is worth, and whether a second firearm
    is in the other hand."""

    systems: tuple[Part, ...] = ()
    two_firearms: bool = False

    def has_system(self, system: str) -> bool:
        """Whether the targeting system with this label works in the shot."""
        return any(part.label == system for part in self.systems)

    @property
    def best(self) -> tuple[Part, ...]:
        """The system with the lowest value, alone, as only one system counts; empty if none
        works."""
        return tuple(sorted(self.systems, key=lambda part: part.value)[:1])


class Defense(NamedTuple):
    """The defense of a melee attack's target: its word, and the weapon that the target defends
    with."""

    word: Answer
    weapon_id: str
    weapon: Weapon

    @property
    def rolls(self) -> bool:
        """Whether the target rolls dice to defend."""
        return self.word != "none"

    @property
    def full(self) -> bool:
        """Whether the target is on full defense."""
        return self.word == "full"


@dataclass(eq=False, slots=True)
class Fired:
    """Counts of the rounds fired in this phase, earlier targets of the same command included."""

    rounds: int = 0
    own: int = 0
    """Rounds fired by this weapon alone."""
    targets: list[str] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    """The barriers that one shot at several has damaged, and what they were rated before."""

    def copy(self) -> "Fired":
        """Return a copy that shares neither its targets nor its barriers with the original."""
        return Fired(self.rounds, self.own, [*self.targets], {**self.met})


@frozen
class Strike:
    """The attack on one target. `number` counts the attacks of the action, `time` those on this
    target; `block` is what its dice are typed for, where there are several. `rounds` are fired at
    this target, `walked` are lost on the way to it. `barrier` is a rating, or the id of
    a barrier of the scene."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    said: AttackWords
    without: WordArgs
    fired: Fired
    targets: tuple[str, ...]
    """Ids of all targets that the attack names."""
    words: Mapping[str, Said] = field(default_factory=dict)
    """The words in force for this target."""
    number: int = 1
    time: int = 1
    called: Called | None = None
    block: str | None = None
    mods: tuple[Mod, ...] = ()
    defense_mods: tuple[Mod, ...] = ()
    sight: Sight = Sight()
    defense: Defense | None = None
    """The target's defense; None if the attack is a shot."""
    mode: Mode = "ss"
    rounds: int = 1
    walked: int = 0
    range: Range | None = None
    barrier: int | str = 0
    gear: Gear = Gear()

    def roll_context(
        self, weapon_id: str | None, weapon: Weapon, against: Fighter
    ) -> RollContext:
        """Return what effects may ask of a roll of this attack: its kind, weapon, skill, called
        place and opponent. `weapon_id` None: the roller's weapon has no id here."""
        kind = "ranged" if self.weapon.is_ranged else "melee"
        called = self.called.place if self.called else None
        return RollContext(kind, weapon_id, weapon.skill, called, against)

    # --- words ---

    def has_word(self, name: str) -> bool:
        """Whether the word `name` is in force for this strike."""
        return name in self.words

    def count(self, name: str) -> int | None:
        """Return the number typed for a word; None if the word is absent or has no number."""
        said = self.words.get(name)
        return said.value if said and isinstance(said.value, int) else None

    def off(self, name: str) -> bool:
        """Whether `--without` switches the word off, for the attacker or for the target."""
        if not self.game.options.without:
            return False
        return any(
            self.without.has_word(name, who.id)
            for who in (self.attacker, self.target)
        )

    # --- combat pool dice ---

    @property
    def pool(self) -> int:
        """The combat pool dice of the attacker's test; 0 if none were typed."""
        return self.count("pool") or 0

    def dice(self, name: str) -> int:
        """Return the combat pool dice typed in the word `name` for the target, or for nobody by
        name. Dice of the attacker do not count; 0 if there are none."""
        said = self.words.get(name)
        if said and said.who == self.attacker.id:
            said = self.said.bare(name)
        return said.value if said and isinstance(said.value, int) else 0

    def offer(self, name: str, most: int) -> Offer | None:
        """Return the offer of combat pool dice that the target may still add before the roll,
        `most` at most.

        None if `most` is not positive, if the word `name` was typed, if the target is named
        several times or if the game is not narrated."""
        typed = name in self.words
        several = self.targets.count(self.target.id) > 1
        if most <= 0 or typed or several or not self.game.narrated:
            return None
        return Offer("with", f"{self.target.id}:{name}", "combat pool", most)

    @property
    def attack_offer(self) -> Offer | None:
        """The offer of combat pool dice that the attacker may still add to the test; None if
        there are several targets, if the pool was typed, or if no die is left. Depends on the
        house rule `pool_limit`."""
        most = self.attacker.pool_left
        if self.game.house.pool_limit == "skill":
            most = min(most, self.attacker.trait(self.weapon.skill))
        typed = "pool" in self.words
        several = len(self.targets) > 1
        if most <= 0 or typed or several or not self.game.narrated:
            return None
        return Offer("with", "pool", "combat pool", most)

    @property
    def resistance_offer(self) -> Offer | None:
        """The offer of combat pool dice that the target may still add against the damage, or
        None."""
        return self.offer("resist-pool", self.target.pool_left)

    @property
    def own_resistance(self) -> int:
        """The combat pool dice of the attacker against damage that comes back from the defender;
        0 if none were typed."""
        tied = self.said.tied("resist-pool", self.attacker.id)
        value = tied[-1].value if tied else None
        return value if isinstance(value, int) else 0

    # --- what it is ---

    @property
    def ranged(self) -> bool:
        """Whether the attack is made with a ranged weapon."""
        return self.weapon.is_ranged

    @cached_property
    def ammunition(self) -> AmmoType:
        """The ammunition loaded in the weapon."""
        return self.attacker.weapon_state(self.weapon_id).loaded

    @property
    def shot(self) -> bool:
        """Whether the weapon fires shot, which spreads in a cone."""
        return self.ranged and self.ammunition == "shot"

    @property
    def subduing(self) -> bool:
        """Whether the attacker tries to subdue the target."""
        return self.has_word("subdue")

    @property
    def passing(self) -> bool:
        """Whether the target is attacked while moving past."""
        return self.has_word("passing-by")

    def tell_target(self) -> None:
        """Write the target's name as a heading of the story, if the attack has several targets."""
        if self.block is not None:
            self.game.report.tell("attack.at", "head", target=self.target.name)


@dataclass(eq=False, repr=False, slots=True)
class AttackPlan:
    """A whole attack: its strikes, in the order of resolution. `left_out`: more targets were
    named than the fire mode can attack."""

    game: Game
    attacker: Fighter
    strikes: list[Strike]
    left_out: bool = False
    warnings: list[Objection] = field(default_factory=list)
    """Objections of the rules that the house rules let pass."""

    @property
    def first_strike(self) -> Strike:
        """The first strike, which stands for what all strikes share."""
        return self.strikes[0]

    @property
    def cost(self) -> Cost:
        """The action that the attack costs; `none` against a target moving past."""
        s = self.first_strike
        if s.passing:
            return "none"
        return MODES[s.mode].cost if s.ranged else "complex"

    @property
    def released(self) -> list[Fighter]:
        """The combatants whom the attacker holds and does not go on to subdue in this attack."""
        subdued = [s.target for s in self.strikes if s.subduing]
        return [
            who
            for who in held_by(self.game, self.attacker)
            if who not in subdued
        ]

    @property
    def firing(self) -> list[Strike]:
        """The strikes that take rounds: shot is one round for everybody in its cone."""
        return self.strikes[:1] if self.first_strike.shot else self.strikes


def several_targets_modifier(house: House, nth: int, whole: int) -> int:
    """Return the modifier for the `nth` target of `whole` by the house rule; 0 for a single
    target."""
    if house.multi_target == "every":
        return EACH_TARGET * whole if whole > 1 else 0
    return EACH_TARGET * (
        min(1, nth - 1) if house.multi_target == "flat" else nth - 1
    )
