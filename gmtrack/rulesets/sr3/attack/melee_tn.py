"""The target numbers of a melee attack, one row a modifier (SR-012 to SR-029)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.sr3.attack.plan import Strike, several
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
    """One row: the word that is also the part's label, the rows of RULES.md, what it is worth for
    a side."""

    label: str
    id: str
    help: str
    amount: Callable[[Side], int]


def _reach(side: Side) -> int:
    told = side.strike.count("reach")
    own, other = side.who.reach_of(side.weapon), side.other.reach_of(side.other_weapon)
    if told is None:
        return other - own
    return -told if side.attacks else told


def _friends(side: Side) -> int:
    return -_counted(side, side.who, side.other, "friends" if side.attacks else "enemy-friends")


def _enemy_friends(side: Side) -> int:
    return _counted(side, side.other, side.who, "enemy-friends" if side.attacks else "friends")


def _counted(side: Side, who: Fighter, other: Fighter, name: str) -> int:
    """SR-R29: the friends of one side, as told or as the melee shows."""
    game, cap = side.strike.game, side.strike.game.house.friends_cap
    told = side.strike.count(name)
    friends = friends_of(game, who, other) if told is None else told
    return friends if cap == "none" else min(cap, friends)


def _superior_position(side: Side) -> int:
    said = side.strike.words.get("superior-position")
    told = said is not None and side.attacks == (said.value == "attacker")
    return worth.SUPERIOR_POSITION if told or side.who.superior_position else 0


def _opponent_prone(side: Side) -> int:
    return side.told("opponent-prone", side.other, worth.OPPONENT_PRONE * side.other.prone)


def _called(side: Side) -> int:
    return worth.CALLED if side.attacks and side.strike.called else 0


def _several_opponents(side: Side) -> int:
    s = side.strike
    if not side.attacks:
        return 0
    told = s.count("several-opponents")
    return several(s.game.house, s.number, len(s.targets)) if told is None else told


def _subdue(side: Side) -> int:
    return worth.SUBDUE if side.attacks and side.strike.subduing else 0


def _visibility(side: Side) -> int:
    told = side.strike.count("visibility")
    return hidden_from(side.who, side.strike.sight, MELEE) if told is None else told


def _cornered(side: Side) -> int:
    return side.told("cornered", side.who, worth.CORNERED * side.who.cornered)


def _wounds(side: Side) -> int:
    return side.told("wounds", side.who, side.who.wound_modifier)


MELEE_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("reach", "SR-019, SR-020", "-1 for each point more, +1 for each less", _reach),
    Modifier("friends", "SR-025", "-1 for each own friend in this melee, -4 at most", _friends),
    Modifier("enemy-friends", "SR-026", "+1 for each of the other's, +4 at most", _enemy_friends),
    Modifier("superior-position", "SR-027", "-1", _superior_position),
    Modifier("opponent-prone", "SR-028", "-2", _opponent_prone),
    Modifier("called", "SR-029", "+4 for the attacker", _called),
    Modifier("several-opponents", "SR-022", "attacker: +2 for each before", _several_opponents),
    Modifier("subdue", "SR-036", "+2 for the attacker", _subdue),
    Modifier("visibility", "SR-019, SR-128", "by light, haze and own eyes", _visibility),
    Modifier("cornered", "SR-033", "+2", _cornered),
    Modifier("wounds", "SR-006, SR-141", "the wound modifier", _wounds),
)


def melee_tn(side: Side) -> tuple[Part, ...]:
    """SR-012, SR-013: the parts of one side's target number; the rows that are switched off are
    left out."""
    s = side.strike
    rows = [row for row in MELEE_MODIFIERS if not s.off(row.label)]
    parts = [Part("base", MELEE_TN), *(Part(row.label, row.amount(side)) for row in rows)]
    return (*parts, *(s.mods if side.attacks else s.defense_mods))
