"""What an attack is: what was typed, each strike of one at another, with what the target does about
it, and all of them together."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, Item
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.sheet.state import RoundPlan
from gmtrack.rulesets.i2050.tables import Defense, Location
from gmtrack.rulesets.kit.own.in_force import About
from gmtrack.rulesets.kit.words import Mod, Word, WordArgs


class TypedBurst(NamedTuple):
    """`burst`: how many shots; None where no number was typed."""

    shots: int | None = None


UnarmedSide = Literal["attacker", "defender", "both"]


class TypedDefense(NamedTuple):
    """What was typed of one target: `--defense`, `defend-weapon`, `share`."""

    word: Defense | None = None
    weapon: str | None = None
    share: int | None = None


@frozen
class TypedAttack:
    """What was typed, looked at by itself; None where nothing was."""

    game: Game
    attacker: Fighter
    targets: tuple[Fighter, ...]
    typed_words: WordArgs
    without: WordArgs
    weapon: str | None
    place: Location | None
    aim: int | None
    shift: int | None
    burst: TypedBurst | None
    shares: tuple[int, ...] | None
    unarmed: UnarmedSide | None
    """Who uses Unarmed Combat if they win."""
    defenses: tuple[tuple[str | None, Defense], ...]
    """Of whom (None: of everybody), and which."""
    mods: tuple[Mod, ...]
    defense_mods: tuple[Mod, ...]
    answers: Mapping[str, TypedDefense] = field(default_factory=dict)
    """By target."""

    @property
    def people(self) -> tuple[Fighter, ...]:
        return (self.attacker, *self.targets)

    @property
    def target_ids(self) -> tuple[str, ...]:
        return tuple(target.id for target in self.targets)

    def word_for(self, name: str, *about: Fighter) -> Word | None:
        """As tied to one of those it is about, else as tied to nobody."""
        if not self.typed_words.names(name):
            return None
        tied = (self.typed_words.tied(name, who.id) for who in about)
        return next(
            (word for word in tied if word), None
        ) or self.typed_words.get(name)

    def defense_of(self, who: Fighter) -> Defense | None:
        """The word of `--defense` for somebody; the last one counts."""
        found = [word for tied, word in self.defenses if tied in (None, who.id)]
        return found[-1] if found else None


class BlowAim(NamedTuple):
    """IN-AIM: the points that skill and speed are lowered by, the place, a shift that was typed."""

    points: int = 0
    place: Location | None = None
    shift: int | None = None

    @property
    def is_aimed(self) -> bool:
        return bool(self.points) or self.place is not None


class Guard(NamedTuple):
    """What the target does: with which weapon, which share, which aim they fight. `usual`: what
    follows from what they have declared."""

    word: Defense = "none"
    weapon_id: str | None = None
    share: int | None = None
    aim: BlowAim = BlowAim()
    usual: Defense = "none"

    @property
    def rolls(self) -> bool:
        return self.word in ("fight", "dodge")


class Shot(NamedTuple):
    """Which shot of a burst, of how many, after how many changes of target; 1 of 1 is none."""

    number: int = 1
    shots: int = 1
    switches: int = 0


@frozen
class Strike:
    """One at another. `item` is what of the order is carried out by it, None outside a round;
    `before` what was due for the one who strikes when the command came. `block` tells the same
    rolls apart in one command. `share` is what the attacker has set aside for this target;
    `disables` are those who use Unarmed Combat if they win."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon: Weapon
    typed: TypedAttack
    guard: Guard = Guard()
    block: str | None = None
    shot: Shot = Shot()
    share: int | None = None
    aim: BlowAim = BlowAim()
    mods: tuple[Mod, ...] = ()
    defense_mods: tuple[Mod, ...] = ()
    disables: tuple[Fighter, ...] = ()
    item: Item | None = None
    before: Item | None = None

    def about_roll(self, skill: str | None, against: Fighter) -> About:
        """What is known of a roll of it: by which skill, against whom."""
        kind = "ranged" if self.weapon.is_missile else "melee"
        return About(kind, self.weapon.id, skill, self.aim.place, against)

    # --- words ---

    @property
    def typed_words(self) -> WordArgs:
        return self.typed.typed_words

    @property
    def answer(self) -> TypedDefense:
        """What was typed of the target."""
        return self.typed.answers.get(self.target.id, TypedDefense())

    def word_for(self, name: str) -> Word | None:
        """As tied to one of the two, else to nobody."""
        return self.typed.word_for(name, self.attacker, self.target)

    def has_word(self, name: str, who: Fighter | None = None) -> bool:
        """Typed; of `who`, where it is about one of the two."""
        return (
            self.typed_words.has(name, who.id)
            if who
            else self.word_for(name) is not None
        )

    def is_switched_off(self, name: str, who: Fighter | None = None) -> bool:
        """Switched off by `--without`."""
        people = (who,) if who else (self.attacker, self.target)
        return any(self.typed.without.has(name, one.id) for one in people)

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
        return self.unaware or self.has_word("behind")

    @property
    def unaware(self) -> bool:
        told = self.has_word("unaware") or self.target.unaware
        return told and not self.is_switched_off("unaware")

    @property
    def opposing(self) -> Weapon | None:
        """What the target fights with."""
        name = self.guard.weapon_id
        return self.target.weapon(name) if name else None


@frozen
class AttackPlan:
    """One whole attack, before anything of it is done. `intent` is the ATTACKER's of the round;
    `otherwise` what they had declared where something else was typed. `first` were the first in the
    order when the command came, `before` what was due for the ATTACKER then."""

    typed: TypedAttack
    intent: RoundPlan
    weapon: Weapon
    strikes: tuple[Strike, ...]
    otherwise: str | None
    before: Item | None
    first: tuple[Item, ...]

    @property
    def game(self) -> Game:
        return self.typed.game

    @property
    def attacker(self) -> Fighter:
        return self.typed.attacker

    @property
    def targets(self) -> tuple[Fighter, ...]:
        return self.typed.targets

    @property
    def split(self) -> bool:
        """Those named set upon the ATTACKER, whose skill is split."""
        return self.typed.shares is not None

    @property
    def burst(self) -> bool:
        return self.intent.action == "burst"

    @property
    def several(self) -> bool:
        """There are `attacks[]`."""
        return self.split or self.burst
