"""The plan of an attack: who attacks whom with what and how, with a Strike for each part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import Mod, WordArgs
from gmtrack.rulesets.swan_song.dice import Karma, Parts
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter, evaluate_dv
from gmtrack.rulesets.swan_song.sheet.game import Game, Obstacle
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.tables import (
    ACCURACIES,
    MODES,
    FiringMode,
    Location,
    VehicleLocation,
)
from gmtrack.rulesets.swan_song.turn.costs import Price

HIDDEN_WORDS = {"concealed": "completely hidden behind the cover"}
TARGET_WORDS = {
    "unaware": "the target does not know of the attack"
} | HIDDEN_WORDS
NEAR, FAR = 5, 20
"""Metres: SS-DEF-11 and SS-COV-06."""


class CalledPlace(NamedTuple):
    """A called place: its name with a side and its row; None for a called shot at no place of
    the table."""

    name: str
    row: Location | VehicleLocation | None


class Defense(NamedTuple):
    """The target's answer to one part.

    `skill` is parry, block or dodge; `full` is Full Defense; `none` is no defense. `paid` says
    that it was chosen for this attack, as an Interrupt."""

    skill: str | None = None
    full: bool = False
    none: bool = False
    paid: bool = False

    def answer_words(self) -> list[str]:
        """Return the words of the answer, as in the document: `none`, `standard`, or its parts."""
        if self.none:
            return ["none"]
        words = ["full"] if self.full else []
        if self.skill:
            words.append(self.skill)
        return words or ["standard"]


STANDARD = Defense()


@dataclass(eq=False, repr=False)
class Strike:
    """A part of an attack action, with all that its steps need to know.

    `place` is what is called, `crossed` the obstacle in between, `barrier` what is attacked in
    place of a target, `demolitions` says that charges are laid against it (SS-BAR-14).
    `attack_dice` and `defense_dice` are the dice typed for modifiers, by the rules of their row;
    `mods` and `defense_mods` the numbers that the GM adds."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    told: WordArgs
    without: WordArgs
    mode: FiringMode = MODES["single"]
    place: CalledPlace | None = None
    defense: Defense = STANDARD
    distance: float | None = None
    spread: str | None = None
    part: int = 1
    crossed: Obstacle | None = None
    barrier: Obstacle | None = None
    demolitions: bool = False
    attack_dice: Mapping[str, int] = field(default_factory=dict)
    defense_dice: Mapping[str, int] = field(default_factory=dict)
    mods: Sequence[Mod] = ()
    defense_mods: Sequence[Mod] = ()

    def roll_context(
        self, *, defends: bool = False, skill: str | None = None
    ) -> RollContext:
        """Return what is known of the part's rolls, for own effects: the attacker's roll, or
        with `defends` the target's, who rolls `skill` (None: no skill).

        Returns NOTHING if the encounter has no own effects."""
        if not self.game.draft.encounter.effects:
            return NOTHING
        aimed = self.barrier or (
            self.target if self.target.id != self.attacker.id else None
        )
        return RollContext(
            "melee" if self.weapon.is_melee else "ranged",
            self.weapon_id,
            skill if defends else self.skill,
            self.place.name if self.place else None,
            self.attacker if defends else aimed,
        )

    def roll_name(self, name: str) -> str:
        """Return the roll's name in this part of a Multiple Attack: `attack`, `attack_2` and so
        on."""
        return name if self.part == 1 else f"{name}_{self.part}"

    @property
    def weapon_name(self) -> str:
        """The weapon's name for people, else its id."""
        return self.weapon.name or self.weapon_id

    @property
    def skill(self) -> str:
        """The skill of the attack roll: the weapon's, or demolitions."""
        return "demolitions" if self.demolitions else self.weapon.skill

    @property
    def concealed(self) -> bool:
        """Whether the target cannot be seen behind its cover (SS-COV-08)."""
        t = self.target
        if self.crossed is not None and self.crossed.transparent:
            return False
        return (
            t.concealed or self.told.has_word("concealed", t.id)
        ) and not self.without.has_word("concealed", t.id)

    @property
    def cover(self) -> str:
        """The target's cover as the attack comes: `none`, `partial` or `good` (SS-COV-01 to -06,
        R-COV-1, R-DEF-8). Depends on the house rules `cover_vs_melee` and `prone_far_cover`."""
        told = self.told.get("cover", self.target.id)
        useless = self.weapon.is_melee and not self.game.house.cover_vs_melee
        if useless or self.without.has_word("cover", self.target.id):
            return "none"
        if told is not None:
            return told.value or "partial"
        if self.crossed is not None and self.crossed.transparent:
            # SS-BAR-05: glass stops a bullet, not a look.
            return "none"
        if self.concealed:
            return "good"
        far = (
            self.distance is not None
            and self.distance >= FAR
            and self.target.prone
        )
        if far and self.game.house.prone_far_cover == "auto":
            return "good"
        return self.target.cover

    @property
    def helpless(self) -> bool:
        """Whether the target is not up and so cannot defend (SS-DEF-08, R-DIE-9)."""
        return self.target.status != "up"

    @property
    def unaware(self) -> bool:
        """Whether the target does not know of the attack: surprised, said to be so, or hidden
        behind full cover (SS-DEF-12, R-DEF-2, R-COV-4). Depends on the house rule
        `hidden_is_unaware`."""
        hidden = self.concealed and self.game.house.hidden_is_unaware
        t = self.target
        if t.surprised_of(self.attacker.id) and not t.defends_surprised:
            return True
        return self.told.has_word("unaware", self.target.id) or hidden

    def base_dv(self) -> int:
        """Return the weapon's damage value with the attacker's attributes (SS-ATK-09)."""
        return evaluate_dv(self.weapon.dv, self.attacker)

    def limit(self) -> int:
        """Return the limit of the attack roll: accuracy or the Physical Limit by house rule, the
        Mental Limit for charges (SS-ATK-04, R-TEST-15, R-BAR-14)."""
        if self.demolitions:
            return self.attacker.limit("mental")
        physical = self.attacker.limit("physical")
        accuracy = self.accuracy()
        rule = self.game.house.attack_limit
        return {"physical": physical, "lower": min(physical, accuracy)}.get(
            rule, accuracy
        )

    def accuracy(self) -> int:
        """Return the accuracy: the sheet's, else by kind and quality; 1 less, but at least 1, in
        poor condition. Depends on the house rule `default_ranged_accuracy`."""
        w = self.weapon
        if w.accuracy == "physical" or w.kind == "unarmed":
            return self.attacker.limit("physical")
        if w.accuracy is None:
            row = ACCURACIES[w.quality]
            value = row.melee if w.kind == "melee" else row.ranged
            if w.kind != "melee" and w.quality == "normal":
                value = self.game.house.default_ranged_accuracy
        else:
            value = w.accuracy
        return max(1, value - 1) if w.poor_condition else value


@dataclass(eq=False, repr=False)
class Plan:
    """An attack action: its parts in order, its price and the Karma spent on it.

    `prices` are those of all parts. `area`: one attack roll for all targets (SS-DEF-28).
    `waived`: the GM lets a second Free Action pass."""

    game: Game
    attacker: Fighter
    strikes: list[Strike]
    prices: list[Price]
    karma: Karma
    area: bool = False
    waived: bool = False
    shares: Sequence[Parts] = ()
    """The pool of each attack roll."""

    @property
    def multiple(self) -> bool:
        """Whether the action is a Multiple Attack, with several parts that are no area."""
        return len(self.strikes) > 1 and not self.area

    @cached_property
    def due(self) -> list[Price]:
        """The prices that are paid: the dearest of the parts, by house rule all of them
        (R-MULTI-4)."""
        if self.multiple and self.game.house.multi_ap == "per_attack":
            return self.prices
        return sorted(self.prices, key=lambda price: -price.ap)[:1]

    @cached_property
    def free(self) -> list[str]:
        """The keys of the Free Actions that come with the attack (SS-CALL-01, SS-MULTI-01,
        R-CALL-13)."""
        called = sum(s.place is not None for s in self.strikes)
        free = ["multiple_attacks"] * self.multiple
        return free + ["call_shot"] * (min(1, called) if self.area else called)


def split_entries(text: str | None) -> list[str | None]:
    """Split a comma list with an entry for each part; an empty entry is None. `text` None, a
    missing list, is a single None."""
    if text is None:
        return [None]
    return [word.strip() or None for word in text.split(",")]


def entry_for_part(words: Sequence[str | None], index: int) -> str | None:
    """Return the entry for the part at this index; None for the entry `none` and for a missing
    one. If `words` has a single entry, it stands for all parts."""
    if len(words) == 1:
        word = words[0]
    elif index < len(words):
        word = words[index]
    else:
        word = None
    return None if word == "none" else word
