"""The plan of an attack: who, with what, at what, how; one Strike for each part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gmtrack.core.values import cached
from gmtrack.rulesets.kit.own.in_force import NOTHING, About
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


class Place(NamedTuple):
    """A called place: the table's row with its side, or a called shot at no place (row None)."""

    name: str
    row: Location | VehicleLocation | None


class Defense(NamedTuple):
    """The target's answer: `skill` is parry, block or dodge; `full` is Full Defense. `paid`: it
    was chosen for this attack, as an Interrupt."""

    skill: str | None = None
    full: bool = False
    none: bool = False
    paid: bool = False

    def words(self) -> list[str]:
        if self.none:
            return ["none"]
        return [
            w
            for w, on in (("full", self.full), (self.skill, self.skill))
            if on and w
        ] or ["standard"]


STANDARD = Defense()


@dataclass(eq=False, repr=False)
class Strike:
    """One part of an attack action: everything that its steps need to know. `place` is what is
    called, `crossed` what stands between, `barrier` what is attacked in place of a target;
    `demolitions`: charges are laid against it (SS-BAR-14).
    `attack_dice` and `defense_dice` are the dice typed for modifiers, by the id of their row;
    `mods` and `defense_mods` the numbers that the GM adds."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    told: WordArgs
    without: WordArgs
    mode: FiringMode = MODES["single"]
    place: Place | None = None
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

    def about(
        self, *, defends: bool = False, skill: str | None = None
    ) -> About:
        """What is known of its rolls: the attacker's, or of who `defends` with a skill; asked for
        by effects of the GM's own alone."""
        if not self.game.draft.encounter.effects:
            return NOTHING
        aimed = self.barrier or (
            self.target if self.target.id != self.attacker.id else None
        )
        return About(
            "melee" if self.weapon.is_melee else "ranged",
            self.weapon_id,
            skill if defends else self.skill,
            self.place.name if self.place else None,
            self.attacker if defends else aimed,
        )

    def roll_name(self, name: str) -> str:
        """The roll's name in this part of a Multiple Attack: `attack`, `attack_2` and so on."""
        return name if self.part == 1 else f"{name}_{self.part}"

    @property
    def weapon_name(self) -> str:
        return self.weapon.name or self.weapon_id

    @property
    def skill(self) -> str:
        return "demolitions" if self.demolitions else self.weapon.skill

    @property
    def concealed(self) -> bool:
        """SS-COV-08: the target cannot be seen behind its cover."""
        t = self.target
        if self.crossed is not None and self.crossed.transparent:
            return False
        return (
            t.concealed or self.told.has("concealed", t.id)
        ) and not self.without.has("concealed", t.id)

    @property
    def cover(self) -> str:
        """SS-COV-01..06, R-COV-1, R-DEF-8: what the target is behind as the attack comes: `none`,
        `partial` or `good`."""
        told = self.told.get("cover", self.target.id)
        useless = self.weapon.is_melee and not self.game.house.cover_vs_melee
        if useless or self.without.has("cover", self.target.id):
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
        """SS-DEF-08, R-DIE-9: nobody there who could defend."""
        return self.target.status != "up"

    @property
    def unaware(self) -> bool:
        """SS-DEF-12, R-DEF-2, R-COV-4: surprised, told, or hidden behind full cover."""
        hidden = self.concealed and self.game.house.hidden_is_unaware
        t = self.target
        if t.surprised_of(self.attacker.id) and not t.defends_surprised:
            return True
        return self.told.has("unaware", self.target.id) or hidden

    def base_dv(self) -> int:
        """SS-ATK-09: the DV expression with the attacker's attributes."""
        return evaluate_dv(self.weapon.dv, self.attacker)

    def limit(self) -> int:
        """SS-ATK-04, R-TEST-15: Accuracy, or the Physical Limit; of charges the Mental one
        (R-BAR-14)."""
        if self.demolitions:
            return self.attacker.limit("mental")
        physical = self.attacker.limit("physical")
        accuracy = self.accuracy()
        rule = self.game.house.attack_limit
        return {"physical": physical, "lower": min(physical, accuracy)}.get(
            rule, accuracy
        )

    def accuracy(self) -> int:
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
    """One attack action: its parts in order, what they cost and what Karma is spent on. `prices`
    are those of all parts; `area`: one attack roll for all targets (SS-DEF-28); `waived`: the GM
    lets a second Free Action pass."""

    game: Game
    attacker: Fighter
    strikes: list[Strike]
    prices: list[Price]
    karma: Karma
    area: bool = False
    waived: bool = False
    shares: Sequence[Parts] = ()
    """The dice of each attack roll."""

    @property
    def multiple(self) -> bool:
        return len(self.strikes) > 1 and not self.area

    @cached
    def due(self) -> list[Price]:
        """R-MULTI-4: the dearest price of the parts, or by house rule all of them."""
        if self.multiple and self.game.house.multi_ap == "per_attack":
            return self.prices
        return sorted(self.prices, key=lambda price: -price.ap)[:1]

    @cached
    def free(self) -> list[str]:
        """SS-CALL-01, SS-MULTI-01, R-CALL-13: the Free Actions that come with it."""
        called = sum(s.place is not None for s in self.strikes)
        free = ["multiple_attacks"] * self.multiple
        return free + ["call_shot"] * (min(1, called) if self.area else called)


def entries(text: str | None) -> list[str | None]:
    """A comma list of one entry for each part; nothing typed: one None."""
    if text is None:
        return [None]
    return [word.strip() or None for word in text.split(",")]


def entry(words: Sequence[str | None], index: int) -> str | None:
    """The entry for a part; a single one stands for all, `none` is none."""
    word = (
        words[0]
        if len(words) == 1
        else words[index]
        if index < len(words)
        else None
    )
    return None if word == "none" else word
