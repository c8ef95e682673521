"""The target numbers of a melee attack, one row a modifier."""

from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3.attack.plan import Strike, several
from gmtrack.rulesets.sr3.attack.values import as_told
from gmtrack.rulesets.sr3.attack.visibility import hidden_from
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.ranges import MELEE_TN
from gmtrack.rulesets.sr3.tables.visibility import MELEE
from gmtrack.rulesets.sr3.wounds.engagement import friends_of


@frozen
class Side:
    """One of the two who roll. `attacks`: the attacker."""

    strike: Strike
    who: Fighter
    weapon: Weapon
    other: Fighter
    other_weapon: Weapon
    attacks: bool

    def told(self, name: str) -> int | None:
        """What was told in place of what is known of one of the two; a word that names nobody
        belongs to the attacker's roll."""
        if name not in REPLACED:
            return None
        said, about = self.strike.said, self.other if name == "opponent-prone" else self.who
        tied = said.tied(name, about.id)
        found = tied[-1] if tied else said.bare(name) if self.attacks else None
        return found.value if found and isinstance(found.value, int) else None


def _reach(side: Side) -> int:
    told = side.strike.count("reach")
    if told is not None:
        return -told if side.attacks else told
    return side.other.reach_of(side.other_weapon) - side.who.reach_of(side.weapon)


def _friends(side: Side) -> int:
    return counted(side, side.who, side.other, "friends" if side.attacks else "enemy-friends")


def _enemy_friends(side: Side) -> int:
    return counted(side, side.other, side.who, "enemy-friends" if side.attacks else "friends")


def counted(side: Side, who: Fighter, other: Fighter, name: str) -> int:
    """The friends of one side, as told or as the melee shows."""
    game, cap = side.strike.game, side.strike.game.house.friends_cap
    told = side.strike.count(name)
    friends = friends_of(game, who, other) if told is None else told
    return friends if cap == "none" else min(cap, friends)


def _superior_position(side: Side) -> bool:
    said = side.strike.words.get("superior-position")
    told = said is not None and side.attacks == (said.value == "attacker")
    return told or side.who.superior_position


def _several_opponents(side: Side) -> int:
    s = side.strike
    if not side.attacks:
        return 0
    told = s.count("several-opponents")
    return several(s.game.house, s.number, len(s.targets)) if told is None else told


def _visibility(side: Side) -> int:
    told = side.strike.count("visibility")
    return hidden_from(side.who, side.strike.sight, MELEE) if told is None else told


MELEE_MODIFIERS: tuple[Modifier[Side, House], ...] = (
    Modifier("reach", "SR-019, SR-020", "-1 for each point of net reach",
             1, _reach, told=True, off=True),
    Modifier("friends", "SR-025, SR-R29", "attacker's friends in the melee: -1 each",
             -1, _friends, told=True, off=True),
    Modifier("enemy-friends", "SR-026, SR-R29", "defender's friends in the melee: +1 each",
             1, _enemy_friends, told=True, off=True),
    Modifier("superior-position", "SR-027", "-1 for the attacker or the defender",
             worth.SUPERIOR_POSITION, _superior_position, told=True, off=True),
    Modifier("opponent-prone", "SR-028", "-2 against a prone opponent",
             worth.OPPONENT_PRONE, lambda side: side.other.prone, told=True, off=True),
    Modifier("called", "SR-029", "+4 on a called shot", worth.CALLED,
             lambda side: side.attacks and side.strike.called is not None),
    Modifier("several-opponents", "SR-022, SR-R14", "+2 for each opponent before",
             1, _several_opponents, told=True, off=True),
    Modifier("subdue", "SR-036", "+2, to hold instead of harm", worth.SUBDUE,
             lambda side: side.attacks and side.strike.subduing, told=True),
    Modifier("visibility", "SR-128, SR-131", "by light, haze and vision",
             1, _visibility, told=True, off=True),
    Modifier("cornered", "SR-033", "+2 while unable to move away",
             worth.CORNERED, lambda side: side.who.cornered, told=True, off=True),
    Modifier("wounds", "SR-006, SR-141", "the wound modifier",
             1, lambda side: side.who.wound_modifier, told=True, off=True),
)  # fmt: skip
REPLACED = ("opponent-prone", "cornered", "wounds")
"""A number that is told of these, about one of the two, is what they are worth."""


def melee_tn(side: Side) -> tuple[Part, ...]:
    """The parts of one side's target number; the rows that are switched off are left out."""
    s = side.strike
    parts = [
        as_told(row, side, s.game.house, side.told(row.label))
        for row in MELEE_MODIFIERS
        if not (row.off and s.off(row.label))
    ]
    base = Part("base", MELEE_TN, "SR-012, SR-013")
    return (base, *parts, *(s.mods if side.attacks else s.defense_mods))
