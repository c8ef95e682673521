"""What an attack is: each strike of one at another, with what was told of it and what the target
does about it, and all of them together."""

from dataclasses import field
from typing import Literal, NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.i2050.attack.read import Typed
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.intent import Plan
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.sheet.speed import Item
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.kit.words import Told, Word

Defense = Literal["fight", "dodge", "weave", "none"]


class Aim(NamedTuple):
    """IN-AIM: the points that skill and speed are lowered by, the place, a shift that was told."""

    points: int = 0
    place: Location | None = None
    shift: int | None = None

    @property
    def taken(self) -> bool:
        return bool(self.points) or self.place is not None


class Guard(NamedTuple):
    """What the target does (8.2 `--defense`): with which weapon, which share, which aim he
    fights."""

    word: Defense = "none"
    weapon_id: str | None = None
    share: int | None = None
    aim: Aim = Aim()

    @property
    def rolls(self) -> bool:
        return self.word in ("fight", "dodge")


class Shot(NamedTuple):
    """Which shot of a burst, of how many, after how many changes of target; 1 of 1 is none."""

    number: int = 1
    shots: int = 1
    switches: int = 0


@value
class Strike:
    """`block` tells the same rolls apart in one command (section 5). `share` is what the attacker
    has set aside for this target; `disables` are those who use Unarmed Combat if they win."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon: Weapon
    told: Told
    without: Told
    guard: Guard = Guard()
    block: str | None = None
    shot: Shot = Shot()
    share: int | None = None
    aim: Aim = Aim()
    mods: tuple[Part, ...] = ()
    defense_mods: tuple[Part, ...] = ()
    disables: tuple[Fighter, ...] = ()

    # --- words ---

    def word(self, name: str) -> Word | None:
        """As told of one of the two, else of nobody by name."""
        tied = (self.told.tied(name, who.id) for who in (self.attacker, self.target))
        return next((word for word in tied if word), None) or self.told.get(name)

    def has(self, name: str, who: Fighter | None = None) -> bool:
        """Told; of `who`, where it is about one of the two."""
        return self.told.has(name, who.id) if who else self.word(name) is not None

    def off(self, name: str, who: Fighter | None = None) -> bool:
        """Switched off by `--without`."""
        people = (who,) if who else (self.attacker, self.target)
        return any(self.without.has(name, one.id) for one in people)

    # --- what it is ---

    @property
    def missile(self) -> bool:
        return self.weapon.is_missile

    @property
    def firearm(self) -> bool:
        return self.weapon.firearm

    @property
    def burst(self) -> bool:
        return self.shot.shots > 1

    @property
    def surprised(self) -> bool:
        """IN-MOD-04, IN-R17: the target knows nothing of it."""
        return self.unaware or self.has("behind")

    @property
    def unaware(self) -> bool:
        told = self.has("unaware") or self.target.unaware
        return told and not self.off("unaware")

    @property
    def opposing(self) -> Weapon | None:
        """What the target fights with."""
        name = self.guard.weapon_id
        return self.target.weapon(name) if name else None


@value
class Declared:
    """One whole attack. `plan` is the ATTACKER's; `items` are those of the order that it carries
    out, one for each strike; None outside a round."""

    typed: Typed
    plan: Plan
    strikes: list[Strike]
    items: list[Item | None] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.typed.game

    @property
    def attacker(self) -> Fighter:
        return self.typed.attacker

    @property
    def first(self) -> Strike:
        return self.strikes[0]

    @property
    def split(self) -> bool:
        return self.typed.split is not None

    @property
    def burst(self) -> bool:
        return self.plan.action == "burst"

    @property
    def several(self) -> bool:
        """There are `attacks[]`."""
        return self.split or self.burst
