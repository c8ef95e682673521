"""The plan of an attack: who attacks whom, with what, what the target does about it, and its
Difficulty (SP-DIFF)."""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Literal, NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.modifiers import (
    Modifier,
    collect_parts,
    list_switches,
    list_words,
)
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import Mod, WordArgs
from gmtrack.rulesets.spotlight.dice import (
    Parts,
    added_parts,
    pool_part,
    raise_to_one,
)
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.sheet import Mode, Weapon
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import Location
from gmtrack.rulesets.spotlight.turn.legality import Trigger


@frozen
class Strike:
    """A strike: the declared attack (`main`) or the counterattack. Words without a name mean the
    attack, except `--without` and `moving`, which count for both."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    named: bool
    """Whether the weapon was typed, not chosen by the program."""
    mode: Mode
    called: Location | None
    main: bool
    opportunity: bool
    suppressive: bool
    told: WordArgs
    without: WordArgs
    mods: tuple[Mod, ...]
    moves: bool
    """Whether attacker or target was moving when the attack was declared (SP-R21)."""

    def has_word(self, word: str, about: Fighter) -> bool:
        """Whether a word was typed for this strike: tied to `about`, or to nobody and this is
        the attack."""
        found = self.told.get_tied(word, about.id)
        return found is not None or (self.main and self.told.has_word(word))

    def is_switched_off(self, word: str, about: Fighter) -> bool:
        """Whether `--without` switches a circumstance off, for everybody or for `about`."""
        return self.without.has_word(word, about.id)

    def about_roll(self) -> RollContext:
        """Describe the roll of this strike for own effects."""
        kind = "melee" if self.weapon.is_melee else "ranged"
        return RollContext(
            kind, self.weapon_id, self.weapon.skill, self.called, self.target
        )

    @cached_property
    def pool(self) -> Part:
        """The dice of the weapon's skill."""
        return pool_part(
            self.attacker, self.weapon.skill, "SP-CORE-02, SP-ATK-10"
        )


Defense = Literal["dodge", "counter"]
DEFENSES: tuple[Defense, ...] = ("dodge", "counter")


class DeclaredDefense(NamedTuple):
    """A defense of `--defense [WHO:]WORD`; `who` None: of whoever is attacked."""

    who: str | None
    defense: Defense


@frozen
class AttackPlan:
    """The whole attack; `counter` is the strike that answers it, None if no counterattack was
    declared."""

    game: Game
    strike: Strike
    targets: list[Fighter]
    trigger: Trigger | None
    declared: tuple[DeclaredDefense, ...]
    counter: Strike | None

    @property
    def defense(self) -> Defense | None:
        """The target's defense, None if there is none; one defense for one attack (SP-R12)."""
        return self.declared[0].defense if self.declared else None

    @cached_property
    def dodge_pool(self) -> Part:
        """The dice of a dodge: the target's athletics."""
        return pool_part(self.strike.target, "athletics", "SP-TRIG-03")


def _untrained(s: Strike) -> bool:
    """Whether the attacker is untrained with the weapon, or typed as such."""
    return (
        s.has_word("untrained", s.attacker)
        or not s.attacker.skill(s.weapon.skill).is_trained
    )


def _moving(s: Strike) -> bool:
    """Whether attacker or target move, or are typed as moving; always in an opportunity attack."""
    told = any(
        s.told.has_word("moving", who.id) for who in (s.attacker, s.target)
    )
    return told or s.opportunity or s.moves


def _visibility(s: Strike) -> bool:
    """Whether the scene or a typed word hampers the attacker's sight."""
    scene = s.game.draft.encounter.scene
    return bool(scene.get("visibility")) or s.has_word("visibility", s.attacker)


def _hampers(s: Strike) -> bool:
    """Whether the cover that the target has counts for this attack (SP-R34). Depends on the
    house rule `cover_on_called_shot`."""
    pieces = s.target.live_cover()
    rule = s.game.house.cover_on_called_shot
    if s.called is None or rule == "always":
        return any(piece.rating for piece in pieces)
    covered = any(piece.rating_at(s.called) is not None for piece in pieces)
    return covered and rule == "if_covered"


MODIFIERS: tuple[Modifier[Strike, House], ...] = (
    Modifier("untrained", "SP-DIFF-02", "the attacker's skill is untrained, absent or 0",
             1, _untrained, told=True, off=True),
    Modifier("moving", "SP-DIFF-03", "attacker, target or both are moving",
             1, _moving, told=True, off=True),
    Modifier("visibility", "SP-DIFF-04", "rain, smoke or darkness hampers the attacker's sight",
             1, _visibility, told=True, off=True),
    Modifier("cover", "SP-DIFF-05", "the target has cover; cover=ID adds the armor of that piece",
             1, lambda s: s.has_word("cover", s.target) or _hampers(s), told=True, off=True),
    Modifier("burst", "SP-DIFF-06", "burst fire", 1, lambda s: s.mode == "burst", off=True),
    Modifier("full-auto", "SP-DIFF-09", "full-auto fire",
             lambda house: house.full_auto_modifier, lambda s: s.mode == "full_auto"),
    Modifier("called", "SP-DIFF-07", "called shot",
             lambda house: house.called_shot_modifier, lambda s: s.called is not None),
)  # fmt: skip
CIRCUMSTANCES: Mapping[str, str] = {
    label: f"Difficulty +1: {text}"
    for label, text in list_words(MODIFIERS).items()
}
"""Modifiers that `--with` declares."""
SWITCHES: Mapping[str, str] = list_switches(MODIFIERS) | {
    "armor": "the target's armor"
}
"""The words of `--without`; `armor` is no part of the Difficulty."""


def difficulty_of_strike(s: Strike, roll: str) -> Parts:
    """Return the parts of a strike's Difficulty: each modifier that counts, the GM's for a roll
    of this name, and the floor of 1. Of suppressive fire nothing else counts. Depends on the
    house rule `suppressive_modifier`."""
    house = s.game.house
    if s.suppressive:  # whatever else holds does not count
        known = [
            Part(
                "suppressive",
                house.suppressive_modifier,
                "SP-DIFF-08, SP-SPEC-05",
            )
        ]
    else:
        off = None if s.without.is_empty else partial(_is_off, s)
        known = [*collect_parts(MODIFIERS, s, house, off)]
    added = added_parts(s.game, s.attacker, roll, s.mods, s.about_roll())
    return raise_to_one(
        [p for p in (Part("base", 1, "SP-DIFF-01"), *known, *added) if p.value]
    )


def _is_off(s: Strike, label: str) -> bool:
    """Whether a modifier is switched off: `cover` is about the target, `moving` about both, the
    others about the attacker."""
    about = {"cover": (s.target,), "moving": (s.attacker, s.target)}.get(
        label, (s.attacker,)
    )
    return any(s.is_switched_off(label, who) for who in about)
