"""The target numbers of a melee attack, one row a modifier (8.2, SR-012 to SR-029)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.kit.words import Word, known, number
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.visibility import hidden_from, sight
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.ranges import MELEE_TN
from gmtrack.rulesets.sr3.tables.visibility import MELEE
from gmtrack.rulesets.sr3.wounds.engagement import friends_of

MOST = 99


@value
class Side:
    """One of the two who roll. `attacks`: the attacker."""

    strike: Strike
    who: Fighter
    weapon: Weapon
    other: Fighter
    other_weapon: Weapon
    attacks: bool

    def told(self, name: str, about: Fighter) -> Word | None:
        """A word that is about one of the two; bare, it belongs to the attacker's roll."""
        s = self.strike
        bare = [word for word in s.told.all(name) if word.who is None and self.attacks]
        return s.told.tied(name, about.id) or (bare[-1] if bare else None)

    def state(self, name: str, about: Fighter, known_value: int, plain: int | None = None) -> int:
        """What is known, or what was told instead; `plain`: what the bare word is worth. Raises
        Refusal (`option`)."""
        word = self.told(name, about)
        if word is None:
            return known_value
        if word.value is None and plain is not None:
            return plain
        return number(word.value, name, WORDS.value, -MOST, MOST)


class Modifier(NamedTuple):
    """One row: the word that is also the part's label, ledger ids, what it is worth for a side."""

    label: str
    id: str
    help: str
    amount: Callable[[Side], int]


def _reach(side: Side) -> int:
    s = side.strike
    told = s.count("reach", -MOST, MOST)
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
    told = side.strike.count(name, most=MOST)
    friends = friends_of(game, who, other) if told is None else told
    return friends if cap == "none" else min(cap, friends)


def _superior_position(side: Side) -> int:
    word = side.strike.word("superior-position")
    whose = known(
        (word.value if word else None) or "attacker", ("attacker", "defender"), "side", WORDS.value
    )
    told = word is not None and side.attacks == (whose == "attacker")
    return worth.SUPERIOR_POSITION if told or side.who.superior_position else 0


def _opponent_prone(side: Side) -> int:
    plain = worth.OPPONENT_PRONE
    return side.state("opponent-prone", side.other, plain * side.other.prone, plain)


def _called(side: Side) -> int:
    return worth.CALLED if side.attacks and side.strike.called else 0


def _several_opponents(side: Side) -> int:
    s = side.strike
    if not side.attacks:
        return 0
    told = s.count("several-opponents", -MOST, MOST)
    return several(s.game.house, s.number, len(s.targets)) if told is None else told


def _subdue(side: Side) -> int:
    return worth.SUBDUE if side.attacks and side.strike.subduing else 0


def _visibility(side: Side) -> int:
    told = side.strike.count("visibility", -MOST, MOST)
    return hidden_from(side.who, sight(side.strike), MELEE) if told is None else told


def _cornered(side: Side) -> int:
    plain = worth.CORNERED
    return side.state("cornered", side.who, plain * side.who.cornered, plain)


def _wounds(side: Side) -> int:
    return side.state("wounds", side.who, side.who.wound_modifier)


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
