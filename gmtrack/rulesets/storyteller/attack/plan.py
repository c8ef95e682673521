"""What was declared: who attacks with what, and a strike for each target with its words."""

from functools import cached_property
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.words import Told, Word
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import Cover, Weapon
from gmtrack.rulesets.storyteller.tables.kinds import CLOSE, RANGED, Concealment
from gmtrack.rulesets.storyteller.tables.places import Called
from gmtrack.rulesets.storyteller.tables.ranged import BURSTS
from gmtrack.rulesets.storyteller.turn.costs import violence

PULLED = "a pulled weapon"
DICE = "more dice"
"""What the attacker may pay a point of willpower for."""


class Defense(NamedTuple):
    """The target's answer to one attack: the word in force, whether willpower joins it, and the
    words that were typed for it."""

    word: str = "none"
    willpower: bool = False
    typed: tuple[str, ...] = ()

    @property
    def subtracts(self) -> bool:
        return self.word in ("apply", "passive", "static")

    @property
    def rolls(self) -> bool:
        return self.word in ("dodge", "active", "parry")


class Circumstances(NamedTuple):
    """What the words say about one strike, read once; None where nothing is said."""

    band: str = "short"
    concealment: Concealment | None = None
    own_concealment: Concealment | None = None
    spare: int = 0
    spare_grappling: int = 0
    cover: tuple[str, Cover] | None = None
    human_shield: Fighter | None = None


@frozen
class Strike:
    """One attack on one target. `weapon` is the weapon as it is used here: thrown, or a gun as a
    club. `aimed_at` is whom the attack was meant for (ST-083)."""

    game: Game
    attacker: Fighter
    target: Fighter
    aimed_at: Fighter
    weapon_id: str
    weapon: Weapon
    told: Told
    without: Told
    said: Circumstances = Circumstances()
    mods: tuple[Part, ...] = ()
    defense_mods: tuple[Part, ...] = ()
    called: Called | None = None
    burst: str | None = None
    count: int = 1
    """How many targets there are."""
    aim: int = 0
    pull: int | None = None
    defense: Defense = Defense()
    name: str = "attack"
    block: str | None = None
    """What tells its roll apart from others of the name."""

    @property
    def ranged(self) -> bool:
        return self.weapon.kind in RANGED

    @property
    def firearm(self) -> bool:
        return self.weapon.kind == "firearm"

    @property
    def killing(self) -> bool:
        return self.has("killing-blow")

    def word(self, name: str) -> Word | None:
        """The word told of this target, of the attacker, or of nobody by name."""
        if not self.game.options.words:
            return None
        tied = (self.told.tied(name, who.id) for who in (self.target, self.aimed_at))
        return next(filter(None, tied), None) or self.told.get(name, self.attacker.id)

    def has(self, name: str) -> bool:
        return self.word(name) is not None

    def value(self, name: str) -> str | None:
        word = self.word(name)
        return word.value if word else None

    def off(self, name: str) -> bool:
        """Switched off by `--without`."""
        if not self.game.options.without:
            return False
        both = (self.attacker, self.target)
        return any(self.without.has(name, who.id) for who in both)


@frozen
class Plan:
    """One whole attack: a strike for each target. `named` are all targets that were typed; `charge`
    the metres of a charge, None where there is none."""

    game: Game
    attacker: Fighter
    weapon_id: str
    named: list[Fighter]
    strikes: list[Strike]
    burst: str | None
    charge: int | None

    @property
    def first(self) -> Strike:
        return self.strikes[0]

    @cached_property
    def bullets(self) -> int:
        """ST-093: what the attack takes out of the weapon; nothing where that is not tracked."""
        weapon = self.first.weapon
        if weapon.kind in CLOSE or not weapon.capacity:
            return 0
        return BURSTS[self.burst].bullets if self.burst else 1

    @cached_property
    def willpower(self) -> list[str]:
        """What the attacker pays a point of willpower for, each (ST-141, ST-R34, ST-R39)."""
        uses = violence(self.game, self.attacker)
        if self.first.has("pull-bashing"):
            uses.append(PULLED)
        if self.first.has("willpower"):
            uses.append(DICE)
        return uses
