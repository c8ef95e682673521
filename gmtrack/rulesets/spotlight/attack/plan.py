"""The plan of an attack: who attacks whom, with what, and what the target does about it."""

from typing import Literal, NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import cached, frozen
from gmtrack.rulesets.kit.own.now import About
from gmtrack.rulesets.kit.words import Mod, WordArgs
from gmtrack.rulesets.spotlight.dice import pool_part
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.sheet import Mode, Weapon
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import Location
from gmtrack.rulesets.spotlight.turn.legality import Trigger


@frozen
class Strike:
    """The declared attack (`main`) or the counterattack. Words without a name mean the attack,
    except `--without` and `moving`, which count for both."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    named: bool
    """The weapon was named, not chosen by the program."""
    mode: Mode
    called: Location | None
    main: bool
    opportunity: bool
    suppressive: bool
    told: WordArgs
    without: WordArgs
    mods: tuple[Mod, ...]
    moves: bool
    """Attacker or target was moving when it was declared (SP-R21)."""

    def has(self, word: str, about: Fighter) -> bool:
        """Declared for this strike: for `about` by name, or for nobody and this is the attack."""
        found = self.told.tied(word, about.id)
        return found is not None or (self.main and self.told.has(word))

    def off(self, word: str, about: Fighter) -> bool:
        """Switched off by `--without`, for everybody or for `about`."""
        return self.without.has(word, about.id)

    def about(self) -> About:
        """What is known of its roll; of a counterattack, the weapon is its own."""
        kind = "melee" if self.weapon.is_melee else "ranged"
        return About(kind, self.weapon_id, self.weapon.skill, self.called, self.target)

    @cached
    def pool(self) -> Part:
        """The skill of the weapon."""
        return pool_part(self.attacker, self.weapon.skill, "SP-CORE-02, SP-ATK-10")


Defense = Literal["dodge", "counter"]
DEFENSES: tuple[Defense, ...] = ("dodge", "counter")


class Declared(NamedTuple):
    """One `--defense [WHO:]WORD`; `who` None: whoever is attacked."""

    who: str | None
    defense: Defense


@frozen
class Plan:
    """The whole attack; `counter` is the strike that answers it, if that was declared."""

    game: Game
    strike: Strike
    targets: list[Fighter]
    trigger: Trigger | None
    declared: tuple[Declared, ...]
    counter: Strike | None

    @property
    def defense(self) -> Defense | None:
        """What the target does; one defense for one attack (SP-R12)."""
        return self.declared[0].defense if self.declared else None

    @cached
    def dodge_pool(self) -> Part:
        return pool_part(self.strike.target, "athletics", "SP-TRIG-03")
