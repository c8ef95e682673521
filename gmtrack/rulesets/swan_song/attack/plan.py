"""The plan of an attack: who, with what, at what, how; one Strike for each part."""

from dataclasses import dataclass
from typing import NamedTuple

from gmtrack.rulesets.kit.words import Told
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle
from gmtrack.rulesets.swan_song.sheet.damage_value import evaluate_dv
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.tables.firing import ACCURACIES, FiringMode
from gmtrack.rulesets.swan_song.tables.locations import Location, VehicleLocation


class Place(NamedTuple):
    """A called place: the table's row with its side, or a called shot at no place (row None)."""

    name: str
    row: Location | VehicleLocation | None


class Defense(NamedTuple):
    """The declared defense: `skill` is parry, block or dodge; `full` is Full Defense."""

    skill: str | None = None
    full: bool = False
    none: bool = False

    def words(self) -> list[str]:
        if self.none:
            return ["none"]
        return [w for w, on in (("full", self.full), (self.skill, self.skill)) if on and w] or [
            "standard"
        ]


STANDARD = Defense()


@dataclass(eq=False, repr=False)
class Strike:
    """Everything the steps of 4.Z need to know about one attack."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    mode: FiringMode
    told: Told
    without: Told
    place: Place | None = None
    defense: Defense = STANDARD
    distance: float | None = None
    spread: str | None = None
    part: int = 1
    obstacle: Obstacle | None = None

    def roll_name(self, name: str) -> str:
        """The roll's name in this part of a Multiple Attack (section 5)."""
        return name if self.part == 1 else f"{name}_{self.part}"

    @property
    def melee(self) -> bool:
        return self.weapon.is_melee

    @property
    def burst_fire(self) -> bool:
        return self.weapon.kind == "ranged"

    @property
    def concealed(self) -> bool:
        """SS-COV-08: the target cannot be seen behind its cover."""
        t = self.target
        if self.obstacle is not None and self.obstacle.transparent:
            return False
        return (t.concealed or self.told.has("concealed", t.id)) and not self.without.has(
            "concealed", t.id
        )

    @property
    def helpless(self) -> bool:
        """SS-DEF-08, R-DIE-9: nobody there who could defend."""
        return self.target.status != "up"

    @property
    def unaware(self) -> bool:
        """SS-DEF-12, R-DEF-2, R-COV-4: surprised, told, or hidden behind full cover."""
        hidden = self.concealed and self.game.house.on("hidden_is_unaware")
        t = self.target
        if t.surprised_of(self.attacker.id) and not t.defends_surprised:
            return True
        return self.told.has("unaware", self.target.id) or hidden

    def base_dv(self) -> int:
        """SS-ATK-09: the DV expression with the attacker's attributes."""
        return evaluate_dv(self.weapon.dv, self.attacker)

    def track(self) -> str:
        """SS-DMG-01, -05: `health` or `strain`, from the sheet or the suffix of the DV."""
        if self.weapon.track:
            return self.weapon.track
        return "strain" if str(self.weapon.dv).strip().endswith("S") else "health"

    def limit(self) -> int:
        """SS-ATK-04, R-TEST-15: Accuracy, or the Physical Limit."""
        physical = self.attacker.physical_limit
        accuracy = self.accuracy()
        rule = self.game.house.text("attack_limit")
        return {"physical": physical, "lower": min(physical, accuracy)}.get(rule, accuracy)

    def accuracy(self) -> int:
        """SS-ACC-01..10, R-ACC-1, -2."""
        w = self.weapon
        if w.accuracy == "physical" or w.kind == "unarmed":
            return self.attacker.physical_limit
        if w.accuracy is None:
            row = ACCURACIES[w.quality]
            value = row.melee if w.kind == "melee" else row.ranged
            if w.kind != "melee" and w.quality == "normal":
                value = self.game.house.number("default_ranged_accuracy") or value
        else:
            value = w.accuracy
        return max(1, value - 1) if w.poor_condition else value


@dataclass(eq=False, repr=False)
class Plan:
    """One attack action: its parts in order, or the barrier that it is aimed at. `area`: one
    attack roll for all targets (SS-DEF-28)."""

    game: Game
    attacker: Fighter
    strikes: list[Strike]
    obstacle: Obstacle | None = None
    area: bool = False

    @property
    def multiple(self) -> bool:
        return len(self.strikes) > 1 and not self.area


def entries(text: str | None) -> list[str | None]:
    """A comma list of one entry for each part; nothing typed: one None."""
    if text is None:
        return [None]
    return [word.strip() or None for word in text.split(",")]


def entry(words: list[str | None], index: int) -> str | None:
    """The entry for a part; a single one stands for all, `none` is none."""
    word = words[0] if len(words) == 1 else words[index] if index < len(words) else None
    return None if word == "none" else word
