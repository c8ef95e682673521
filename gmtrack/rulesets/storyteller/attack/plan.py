"""What was declared: who attacks with what, and a strike for each target with its words."""

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.kit.words import Told, Word
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.tables.kinds import RANGED
from gmtrack.rulesets.storyteller.tables.places import Called


@value
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
    mods: tuple[Part, ...] = ()
    defense_mods: tuple[Part, ...] = ()
    called: Called | None = None
    burst: str | None = None
    count: int = 1
    """How many targets were named."""
    aim: int = 0
    pull: int | None = None
    name: str = "attack"
    block: str | None = None
    """By whom the roll is told apart from others of its name."""

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
        tied = (self.told.tied(name, who.id) for who in (self.target, self.aimed_at))
        return next(filter(None, tied), None) or self.told.get(name, self.attacker.id)

    def has(self, name: str) -> bool:
        return self.word(name) is not None

    def value(self, name: str) -> str | None:
        word = self.word(name)
        return word.value if word else None

    def off(self, name: str) -> bool:
        """Switched off by `--without`."""
        both = (self.attacker, self.target)
        return any(self.without.has(name, who.id) for who in both)


@value
class Plan:
    """One whole attack: a strike for each target."""

    game: Game
    attacker: Fighter
    weapon_id: str
    strikes: list[Strike]
    burst: str | None
    charge: int | None

    @property
    def first(self) -> Strike:
        return self.strikes[0]
