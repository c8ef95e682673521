"""What was declared: the plan of one attack, with one strike for each target, and the words that
hold for it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from gmtrack.core.report import Part
from gmtrack.core.values import cached, frozen
from gmtrack.dice.port import Offer
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.kit.own.in_force import About
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
Fits = Literal["melee", "ranged", "both"]
Value = int | str | None
Reader = Callable[[str, str | None], Value]
"""What the text behind `=` means for the word of this name. Raises Refusal (`option`)."""


# --- values ---


def nothing(name: str, text: str | None) -> None:
    if text is not None:
        raise Refusal(WORDS.value, f"{name} takes no value: --with {name}")


# --- words ---


class AttackWord(NamedTuple):
    """One word: what it says, the attacks that it fits, the rows of RULES.md, how its value is
    read. `auto`: known by itself, and `--without` switches it off. `choices` are the values that it
    can be given by name."""

    name: str
    help: str
    fits: Fits
    rules: str
    read: Reader = nothing
    auto: bool = False
    choices: tuple[str, ...] = ()


def as_told(
    row: Modifier[S, House], situation: S, house: House, told: int | None
) -> Part:
    """The part of a row; a number that was told is what it is worth."""
    return (
        row.part(situation, house)
        if told is None
        else Part(row.label, told, row.rules)
    )


# --- as typed ---


class Said(NamedTuple):
    """A word that was typed: the value that it has, and the combatant whom it is about."""

    value: Value
    who: str | None


class AttackWords:
    """All words of one attack, their values read once. Raises Refusal (`option`)."""

    def __init__(self, told: WordArgs, words: Mapping[str, AttackWord]) -> None:
        self._said: dict[str, list[Said]] = {}
        for name in told.typed(words):
            row = words[name]
            for word in told.all(name):
                said = Said(row.read(name, word.value), word.who)
                self._said.setdefault(name, []).append(said)

    def __iter__(self) -> Iterator[str]:
        """The names that were typed, in the order of the table."""
        return iter(self._said)

    def tied(self, name: str, who: str) -> list[Said]:
        """Those about one combatant, in the order typed."""
        return [said for said in self._said.get(name, []) if said.who == who]

    def bare(self, name: str) -> Said | None:
        """The last one that names nobody."""
        return next(
            (
                said
                for said in reversed(self._said.get(name, []))
                if not said.who
            ),
            None,
        )

    def about(self, name: str, who: str) -> Said | None:
        """The last one about somebody, else the last one that names nobody."""
        tied = self.tied(name, who)
        return tied[-1] if tied else self.bare(name)

    def in_force(
        self, attacker: str, target: str, time: int, times: int
    ) -> dict[str, Said]:
        """The words of the attack on one target, `time` of `times`: those about the target (if
        they are named several times, one word for each time), else those about the attacker, else
        those that name nobody."""
        found = {}
        for name in self:
            tied = self.tied(name, target)[-times:]
            said = (
                tied[min(time, len(tied)) - 1]
                if tied
                else self.about(name, attacker)
            )
            if said is not None:
                found[name] = said
        return found


# --- plan ---


Answer = Literal["fight", "full", "none"]
Outcome = Literal["hit", "miss", "blocked", "dodged", "countered", "misfire"]


@frozen
class Called:
    """The place that was called; only a vital one does anything by itself."""

    place: str
    vital: bool


@frozen
class Range:
    """How far it is: metres where they are known, the category before the scope."""

    metres: int | None
    category: Category
    too_near: bool = False
    too_far: bool = False
    known: str = ""
    """Where it comes from if it was neither typed nor measured: `last`, `scene`."""


class Sight(NamedTuple):
    """One light and one haze at most."""

    light: Light | None = None
    haze: Haze | None = None


class Gear(NamedTuple):
    """The targeting systems that work, each with what it is worth, and whether a second firearm
    is in the other hand."""

    systems: tuple[Part, ...] = ()
    two_firearms: bool = False

    def has(self, system: str) -> bool:
        return any(part.label == system for part in self.systems)

    @property
    def best(self) -> tuple[Part, ...]:
        """One system alone counts."""
        return tuple(sorted(self.systems, key=lambda part: part.value)[:1])


class Defense(NamedTuple):
    """What the target of a melee attack does, and the weapon they do it with."""

    word: Answer
    weapon_id: str
    weapon: Weapon

    @property
    def rolls(self) -> bool:
        return self.word != "none"

    @property
    def full(self) -> bool:
        return self.word == "full"


@dataclass(eq=False, slots=True)
class Fired:
    """What has been fired in this phase, blocks of this command included."""

    rounds: int = 0
    own: int = 0
    """By this weapon alone."""
    targets: list[str] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    """The barriers that one shot at several has damaged, and what they were rated before."""

    def copy(self) -> "Fired":
        """For a stage of its own."""
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
    """All that were named."""
    words: Mapping[str, Said] = field(default_factory=dict)
    """Those in force here."""
    number: int = 1
    time: int = 1
    called: Called | None = None
    block: str | None = None
    mods: tuple[Mod, ...] = ()
    defense_mods: tuple[Mod, ...] = ()
    sight: Sight = Sight()
    defense: Defense | None = None
    """None of a shot."""
    mode: Mode = "ss"
    rounds: int = 1
    walked: int = 0
    range: Range | None = None
    barrier: int | str = 0
    gear: Gear = Gear()

    def about(
        self, weapon_id: str | None, weapon: Weapon, against: Fighter
    ) -> About:
        """What is known of a roll of this attack, made by the skill of a weapon."""
        kind = "ranged" if self.weapon.is_ranged else "melee"
        called = self.called.place if self.called else None
        return About(kind, weapon_id, weapon.skill, called, against)

    # --- words ---

    def has(self, name: str) -> bool:
        return name in self.words

    def count(self, name: str) -> int | None:
        """The number that was told; None where none was."""
        said = self.words.get(name)
        return said.value if said and isinstance(said.value, int) else None

    def off(self, name: str) -> bool:
        """Switched off by `--without`."""
        if not self.game.options.without:
            return False
        return any(
            self.without.has(name, who.id)
            for who in (self.attacker, self.target)
        )

    # --- combat pool dice ---

    @property
    def pool(self) -> int:
        """Those of the attacker's test."""
        return self.count("pool") or 0

    def dice(self, name: str) -> int:
        """Those of the target: tied to them, or to nobody."""
        said = self.words.get(name)
        if said and said.who == self.attacker.id:
            said = self.said.bare(name)
        return said.value if said and isinstance(said.value, int) else 0

    def offer(self, name: str, most: int) -> Offer | None:
        """Combat pool dice that the target may still add before the roll, in a word for this roll
        alone of which nothing was said yet."""
        once = self.targets.count(self.target.id) == 1
        if most <= 0 or name in self.words or not (self.game.narrated and once):
            return None
        return Offer("with", f"{self.target.id}:{name}", "combat pool", most)

    @property
    def attack_offer(self) -> Offer | None:
        """Dice that the attacker may still add to the test of a single attack."""
        skill, left = (
            self.attacker.trait(self.weapon.skill),
            self.attacker.pool_left,
        )
        most = (
            min(left, skill) if self.game.house.pool_limit == "skill" else left
        )
        if (
            most <= 0
            or "pool" in self.words
            or not self.game.narrated
            or len(self.targets) > 1
        ):
            return None
        return Offer("with", "pool", "combat pool", most)

    @property
    def resistance_offer(self) -> Offer | None:
        """Dice against the damage."""
        return self.offer("resist-pool", self.target.pool_left)

    @property
    def own_resistance(self) -> int:
        """Those of the attacker against the damage that comes back."""
        tied = self.said.tied("resist-pool", self.attacker.id)
        return tied[-1].value if tied and isinstance(tied[-1].value, int) else 0

    # --- what it is ---

    @property
    def ranged(self) -> bool:
        return self.weapon.is_ranged

    @cached
    def ammunition(self) -> AmmoType:
        return self.attacker.state(self.weapon_id).loaded

    @property
    def shot(self) -> bool:
        """It scatters."""
        return self.ranged and self.ammunition == "shot"

    @property
    def subduing(self) -> bool:
        return self.has("subdue")

    @property
    def passing(self) -> bool:
        return self.has("passing-by")

    def tell_target(self) -> None:
        """Where there are several, whose turn it is to be attacked."""
        if self.block is not None:
            self.game.report.tell("attack.at", "head", target=self.target.name)


@dataclass(eq=False, repr=False, slots=True)
class Plan:
    """One whole attack: a strike for each target, in the order of resolution. `left_out`: more
    targets were named than the fire mode has."""

    game: Game
    attacker: Fighter
    strikes: list[Strike]
    left_out: bool = False
    warnings: list[Objection] = field(default_factory=list)
    """What the rules object to and the house rules let pass."""

    @property
    def first(self) -> Strike:
        return self.strikes[0]

    @property
    def cost(self) -> Cost:
        """The price of the action."""
        s = self.first
        if s.passing:
            return "none"
        return MODES[s.mode].cost if s.ranged else "complex"

    @property
    def released(self) -> list[Fighter]:
        """Everybody whom the attacker holds and does not go on to subdue in this attack."""
        subdued = [s.target for s in self.strikes if s.subduing]
        return [
            who
            for who in held_by(self.game, self.attacker)
            if who not in subdued
        ]

    @property
    def firing(self) -> list[Strike]:
        """The strikes that take rounds: shot is one round for everybody in its cone."""
        return self.strikes[:1] if self.first.shot else self.strikes


def several(house: House, nth: int, whole: int) -> int:
    """What the `nth` target of so many adds; a single one adds
    nothing."""
    if house.multi_target == "every":
        return EACH_TARGET * whole if whole > 1 else 0
    return EACH_TARGET * (
        min(1, nth - 1) if house.multi_target == "flat" else nth - 1
    )
