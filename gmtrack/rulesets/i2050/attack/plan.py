"""An attack as plain values: what was typed, each strike with the target's guard, and the whole
plan."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game, Item
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.sheet.state import RoundPlan
from gmtrack.rulesets.i2050.tables import Defense, Location
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import Mod, Word, WordArgs


class TypedBurst(NamedTuple):
    """The word `burst`: its number of shots, None: no number was typed."""

    shots: int | None = None


UnarmedSide = Literal["attacker", "defender", "both"]


class TypedDefense(NamedTuple):
    """Typed words about one target: `--defense`, `defend-weapon`, `share`; None: nothing."""

    word: Defense | None = None
    weapon: str | None = None
    share: int | None = None


@frozen
class TypedAttack:
    """The words of an attack, parsed but not compared with what was declared; None: not typed."""

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
    """Side that uses Unarmed Combat if it wins."""
    defenses: tuple[tuple[str | None, Defense], ...]
    """Typed defenses, each with whose it is; None: of everybody."""
    mods: tuple[Mod, ...]
    defense_mods: tuple[Mod, ...]
    answers: Mapping[str, TypedDefense] = field(default_factory=dict)
    """Typed words about each target, by id."""

    @property
    def people(self) -> tuple[Fighter, ...]:
        """The attacker and the targets."""
        return (self.attacker, *self.targets)

    @property
    def target_ids(self) -> tuple[str, ...]:
        """The ids of the targets, in the order typed."""
        return tuple(target.id for target in self.targets)

    def word_for(self, name: str, *about: Fighter) -> Word | None:
        """Return a word of `--with` tied to one of these fighters, else the one tied to nobody,
        else None."""
        if not self.typed_words.is_typed(name):
            return None
        tied = (self.typed_words.get_tied(name, who.id) for who in about)
        return next(
            (word for word in tied if word), None
        ) or self.typed_words.get(name)

    def defense_of(self, who: Fighter) -> Defense | None:
        """Return the word of `--defense` for a fighter, None if there is none; the last one
        counts."""
        found = [word for tied, word in self.defenses if tied in (None, who.id)]
        return found[-1] if found else None


class BlowAim(NamedTuple):
    """The aim of a blow: points off skill and speed, the place, a typed shift (IN-AIM)."""

    points: int = 0
    place: Location | None = None
    shift: int | None = None

    @property
    def is_aimed(self) -> bool:
        """Whether points or a place were declared."""
        return bool(self.points) or self.place is not None


class Guard(NamedTuple):
    """The target's answer to a strike: the defense, and if they fight, weapon, share and
    aim. `usual`: the defense that follows from the plan alone."""

    word: Defense = "none"
    weapon_id: str | None = None
    share: int | None = None
    aim: BlowAim = BlowAim()
    usual: Defense = "none"

    @property
    def rolls(self) -> bool:
        """Whether the defense makes a roll."""
        return self.word in ("fight", "dodge")


class Shot(NamedTuple):
    """The place of a shot in its burst: its number, the number of shots, changes of target
    before it; 1 of 1 is no burst."""

    number: int = 1
    shots: int = 1
    switches: int = 0


@frozen
class Strike:
    """A strike of one fighter at another.

    `item` is the item of the order that it carries out, None outside a round; `before` what was
    due for the striker when the command came. `block` tells rolls of the same name apart.
    `share` is what the attacker has set aside for this target; `disables` are those who use
    Unarmed Combat if they win."""

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

    def about_roll(self, skill: str | None, against: Fighter) -> RollContext:
        """Describe a roll of this strike for own effects: by which skill, against whom."""
        kind = "ranged" if self.weapon.is_missile else "melee"
        return RollContext(kind, self.weapon.id, skill, self.aim.place, against)

    # --- words ---

    @property
    def typed_words(self) -> WordArgs:
        """The words of `--with`."""
        return self.typed.typed_words

    @property
    def answer(self) -> TypedDefense:
        """Typed words about the target."""
        return self.typed.answers.get(self.target.id, TypedDefense())

    def word_for(self, name: str) -> Word | None:
        """Return a word tied to one of the two, else to nobody, else None."""
        return self.typed.word_for(name, self.attacker, self.target)

    def has_word(self, name: str, who: Fighter | None = None) -> bool:
        """Whether a word was typed; with `who` only if it is about that fighter or nobody by
        name."""
        return (
            self.typed_words.has_word(name, who.id)
            if who
            else self.word_for(name) is not None
        )

    def is_switched_off(self, name: str, who: Fighter | None = None) -> bool:
        """Whether `--without` switches a circumstance off for `who`; None: for either of the
        two."""
        people = (who,) if who else (self.attacker, self.target)
        return any(self.typed.without.has_word(name, one.id) for one in people)

    # --- what it is ---

    @property
    def missile(self) -> bool:
        """Whether the weapon is shot or thrown."""
        return self.weapon.is_missile

    @property
    def firearm(self) -> bool:
        """Whether the weapon is a firearm."""
        return self.weapon.firearm

    @property
    def burst(self) -> bool:
        """Whether the strike is a shot of a burst."""
        return self.shot.shots > 1

    @property
    def surprised(self) -> bool:
        """Whether the target does not see the strike coming: unaware, or from behind (IN-MOD-04,
        IN-R17)."""
        return self.unaware or self.has_word("behind")

    @property
    def unaware(self) -> bool:
        """Whether the target is unaware, by state or as typed."""
        told = self.has_word("unaware") or self.target.unaware
        return told and not self.is_switched_off("unaware")

    @property
    def opposing(self) -> Weapon | None:
        """The weapon with which the target fights back, or None."""
        name = self.guard.weapon_id
        return self.target.weapon(name) if name else None


@frozen
class AttackPlan:
    """A whole attack before anything of it is done.

    `intent` is the attacker's plan of the round; `otherwise` what they had declared if something
    else was typed. `first` were due when the command came, `before` was the attacker's item
    then."""

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
        """Whether those named set upon the attacker, whose skill is split."""
        return self.typed.shares is not None

    @property
    def burst(self) -> bool:
        """Whether the attack is a burst."""
        return self.intent.action == "burst"

    @property
    def several(self) -> bool:
        """Whether the report has a block for each strike (`attacks[]`)."""
        return self.split or self.burst
