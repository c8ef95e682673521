"""What was declared: the plan of one attack, with one strike for each target, and the words that
hold for it."""

from dataclasses import dataclass, field

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.kit.words import Told, Word, number
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.kinds import AmmoType, Mode
from gmtrack.rulesets.sr3.tables.modifiers import EACH_TARGET
from gmtrack.rulesets.sr3.tables.ranges import Category


@value
class Called:
    """SR-029, SR-075: the place that was called; only a vital one does anything by itself."""

    place: str
    vital: bool


@value
class Range:
    """How far it is: metres where they are known, the category before the scope (SR-044)."""

    metres: int | None
    category: Category
    too_near: bool = False


@dataclass(eq=False, slots=True)
class Fired:
    """What has been fired in this phase, blocks of this command included (SR-068, SR-121)."""

    rounds: int = 0
    own: int = 0
    """By this weapon alone (SR-R21)."""
    targets: list[str] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    """The barriers that one shot at several has damaged, and what they were rated before."""


@value
class Strike:
    """`number` counts the attacks of the action, `time` those on this target. `rounds` are fired
    at this target, `walked` are lost on the way to it (SR-065)."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    told: Told
    without: Told
    fired: Fired
    targets: tuple[str, ...]
    """All that were named."""
    number: int = 1
    time: int = 1
    called: Called | None = None
    block: str | None = None
    mods: tuple[Part, ...] = ()
    defense_mods: tuple[Part, ...] = ()
    mode: Mode = "ss"
    rounds: int = 1
    walked: int = 0
    range: Range | None = None

    # --- words ---

    def word(self, name: str) -> Word | None:
        """The word told of this target (if he is named twice, the words tied to him count one by
        one), of the attacker, or of nobody by name."""
        tied = [word for word in self.told.all(name) if word.who == self.target.id]
        if tied:
            here = tied[-self.targets.count(self.target.id) :]
            return here[min(self.time, len(here)) - 1]
        return self.told.get(name, self.attacker.id)

    def has(self, name: str) -> bool:
        return self.word(name) is not None

    def value(self, name: str) -> str | None:
        word = self.word(name)
        return word.value if word else None

    def count(self, name: str, least: int = 0, most: int = 999_999) -> int | None:
        """The number that was told; None where nothing was. Raises Refusal (`option`)."""
        word = self.word(name)
        return None if word is None else number(word.value, name, WORDS.value, least, most)

    def off(self, name: str) -> bool:
        """Switched off by `--without`."""
        return any(self.without.has(name, who.id) for who in (self.attacker, self.target))

    @property
    def pool(self) -> int:
        """Combat pool dice of the attacker. Raises Refusal (`option`)."""
        return self.count("pool") or 0

    def dice(self, name: str) -> int:
        """Combat pool dice of the target: tied to him, or to nobody. Raises Refusal (`option`)."""
        word = self.word(name)
        if word is not None and word.who == self.attacker.id:
            word = self.told.get(name)
        return 0 if word is None else number(word.value, name, WORDS.value)

    @property
    def own_resistance(self) -> int:
        """Combat pool dice of the attacker against the damage that comes back (SR-R12). Raises
        Refusal (`option`)."""
        word = self.told.tied("resist-pool", self.attacker.id)
        return 0 if word is None else number(word.value, "resist-pool", WORDS.value)

    # --- what it is ---

    @property
    def ranged(self) -> bool:
        return self.weapon.is_ranged

    @property
    def shot(self) -> bool:
        """SR-095: it scatters."""
        return self.ranged and self.ammunition == "shot"

    @property
    def subduing(self) -> bool:
        """SR-036"""
        return self.has("subdue")

    @property
    def passing(self) -> bool:
        """SR-035"""
        return self.has("passing-by")

    @property
    def ammunition(self) -> AmmoType:
        return self.attacker.loaded_of(self.weapon_id)


@value
class Plan:
    """One whole attack: a strike for each target, in the order of resolution."""

    game: Game
    attacker: Fighter
    strikes: list[Strike]

    @property
    def first(self) -> Strike:
        return self.strikes[0]


def several(house: House, nth: int, whole: int) -> int:
    """SR-022, SR-064, SR-121, SR-R14: what the `nth` target of so many adds; a single one adds
    nothing."""
    rule = house.multi_target
    if rule == "every":
        return EACH_TARGET * whole if whole > 1 else 0
    return EACH_TARGET * (min(1, nth - 1) if rule == "flat" else nth - 1)
