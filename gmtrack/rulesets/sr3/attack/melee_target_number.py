"""The target numbers of a melee attack, one row a modifier (SR-012 to SR-029)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.values import (
    CALLED,
    CORNERED,
    VISIBILITY,
    WOUNDS,
    AttackWord,
    amount,
    auto,
    count,
    one_of,
)
from gmtrack.rulesets.sr3.attack.visibility import hidden_from
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.ranges import MELEE_TN
from gmtrack.rulesets.sr3.tables.visibility import MELEE
from gmtrack.rulesets.sr3.wounds.engagement import friends_of


@value
class Side:
    """One of the two who roll. `attacks`: the attacker."""

    strike: Strike
    who: Fighter
    weapon: Weapon
    other: Fighter
    other_weapon: Weapon
    attacks: bool

    def told(self, name: str, about: Fighter, known: int) -> int:
        """What was told about one of the two, else what is known; a word that names nobody belongs
        to the attacker's roll."""
        said = self.strike.said
        tied = said.tied(name, about.id)
        found = tied[-1] if tied else said.bare(name) if self.attacks else None
        return found.value if found and isinstance(found.value, int) else known


class Modifier(NamedTuple):
    """One row: the word, and its part for a side, labelled by the word's name."""

    word: AttackWord
    part: Callable[[str, Side], Part]


def _reach(name: str, side: Side) -> Part:
    """SR-019, SR-020"""
    told = side.strike.count(name)
    own, other = side.who.reach_of(side.weapon), side.other.reach_of(side.other_weapon)
    if told is None:
        return Part(name, other - own)
    return Part(name, -told if side.attacks else told)


def _friends(name: str, side: Side) -> Part:
    """SR-025, SR-R29"""
    told = "friends" if side.attacks else "enemy-friends"
    return Part(name, -_counted(side, side.who, side.other, told))


def _enemy_friends(name: str, side: Side) -> Part:
    """SR-026, SR-R29"""
    told = "enemy-friends" if side.attacks else "friends"
    return Part(name, _counted(side, side.other, side.who, told))


def _counted(side: Side, who: Fighter, other: Fighter, name: str) -> int:
    """SR-R29: the friends of one side, as told or as the melee shows."""
    game, cap = side.strike.game, side.strike.game.house.friends_cap
    told = side.strike.count(name)
    friends = friends_of(game, who, other) if told is None else told
    return friends if cap == "none" else min(cap, friends)


def _superior_position(name: str, side: Side) -> Part:
    """SR-027"""
    said = side.strike.words.get(name)
    told = said is not None and side.attacks == (said.value == "attacker")
    return Part(name, worth.SUPERIOR_POSITION if told or side.who.superior_position else 0)


def _opponent_prone(name: str, side: Side) -> Part:
    """SR-028"""
    return Part(name, side.told(name, side.other, worth.OPPONENT_PRONE * side.other.prone))


def _called(name: str, side: Side) -> Part:
    """SR-029"""
    return Part(name, worth.CALLED if side.attacks and side.strike.called else 0)


def _several_opponents(name: str, side: Side) -> Part:
    """SR-022, SR-R14"""
    s = side.strike
    if not side.attacks:
        return Part(name, 0)
    told = s.count(name)
    return Part(name, several(s.game.house, s.number, len(s.targets)) if told is None else told)


def _subdue(name: str, side: Side) -> Part:
    """SR-036"""
    return Part(name, worth.SUBDUE if side.attacks and side.strike.subduing else 0)


def _visibility(name: str, side: Side) -> Part:
    """SR-128, SR-131"""
    told = side.strike.count(name)
    return Part(name, hidden_from(side.who, side.strike.sight, MELEE) if told is None else told)


def _cornered(name: str, side: Side) -> Part:
    """SR-033"""
    return Part(name, side.told(name, side.who, worth.CORNERED * side.who.cornered))


def _wounds(name: str, side: Side) -> Part:
    """SR-006, SR-141"""
    return Part(name, side.told(name, side.who, side.who.wound_modifier))


SIDES = ("attacker", "defender")
MELEE_MODIFIERS: tuple[Modifier, ...] = (
    Modifier(auto("reach", "-1 for each point of net reach", "melee",
                  "SR-019, SR-020"), _reach),
    Modifier(auto("friends", "attacker's friends in the melee: -1 each",
                  "melee", "SR-025", count), _friends),
    Modifier(auto("enemy-friends", "defender's friends in the melee: +1 each",
                  "melee", "SR-026", count), _enemy_friends),
    Modifier(auto("superior-position", "-1 for the attacker or the defender", "melee", "SR-027",
                  one_of({side: side for side in SIDES}, "attacker", "side"), SIDES),
             _superior_position),
    Modifier(auto("opponent-prone", "-2 against a prone opponent", "melee", "SR-028",
                  amount(worth.OPPONENT_PRONE)), _opponent_prone),
    Modifier(CALLED, _called),
    Modifier(auto("several-opponents", "+2 for each opponent before", "melee",
                  "SR-022"), _several_opponents),
    Modifier(AttackWord("subdue", "+2, to hold instead of harm", "melee", "SR-036..SR-040"),
             _subdue),
    Modifier(VISIBILITY, _visibility),
    Modifier(CORNERED, _cornered),
    Modifier(WOUNDS, _wounds),
)  # fmt: skip


def melee_tn(side: Side) -> tuple[Part, ...]:
    """SR-012, SR-013: the parts of one side's target number; the rows that are switched off are
    left out."""
    s = side.strike
    rows = [row for row in MELEE_MODIFIERS if not s.off(row.word.name)]
    parts = [Part("base", MELEE_TN), *(row.part(row.word.name, side) for row in rows)]
    return (*parts, *(s.mods if side.attacks else s.defense_mods))
