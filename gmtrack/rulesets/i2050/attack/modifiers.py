"""IN-MOD: every circumstance that counts, one row each: its word, its rows, what it is worth."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.i2050.attack.plan import Aim, Strike
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import Weapon

HEIGHT = 5
SURPRISE = 5
GROUND = -5
DARK = -10
MOVING = -2
WEAVING = -5
SHAKEN = -3
AIMED = 5
LEVEL, OUT_OF_REACH = 1, 2
"""IN-MOD-03, IN-R16: metres from which height counts, and from which it is out of reach."""


class Side(NamedTuple):
    """One of the two who roll. `blind`: their Awareness failed, `shaken`: their Cool (IN-R30)."""

    s: Strike
    attacks: bool
    weapon: Weapon
    blind: bool = False
    shaken: bool = False

    @property
    def who(self) -> Fighter:
        return self.s.attacker if self.attacks else self.s.target

    @property
    def foe(self) -> Fighter:
        return self.s.target if self.attacks else self.s.attacker

    @property
    def share(self) -> int | None:
        return self.s.share if self.attacks else self.s.guard.share

    @property
    def aim(self) -> Aim:
        """IN-AIM-01, IN-R42: of a burst only the first shot, unless all of them aim."""
        if not self.attacks:
            return self.s.guard.aim
        later = self.s.shot.number > 1
        every = self.s.game.house.aim_in_burst == "all_shots"
        return Aim() if later and not every else self.s.aim


def _unaware(label: str, side: Side) -> Part:
    """IN-MOD-04, IN-R17"""
    return Part(label, SURPRISE if side.attacks and side.s.unaware else 0)


def _behind(label: str, side: Side) -> Part:
    """IN-MOD-04, IN-R17"""
    behind = side.attacks and side.s.has("behind") and not side.s.unaware
    return Part(label, side.s.game.house.behind_bonus if behind else 0)


def _foe_above(label: str, side: Side) -> Part:
    """IN-MOD-01, IN-MOD-03"""
    return Part(label, -HEIGHT if slope(side) > 0 else 0)


def _foe_below(label: str, side: Side) -> Part:
    """IN-MOD-02, IN-MOD-03"""
    return Part(label, HEIGHT if slope(side) < 0 else 0)


def _on_ground(label: str, side: Side) -> Part:
    """IN-MOD-10, IN-R27"""
    stacks = side.s.game.house.ground_penalty_stacks
    counts = on_ground(side) and (stacks or slope(side) <= 0)
    return Part(label, GROUND if counts else 0)


def _poor_visibility(label: str, side: Side) -> Part:
    """IN-MOD-05, IN-R30"""
    return Part(label, DARK if side.blind else 0)


def _target_moving(label: str, side: Side) -> Part:
    """IN-MOD-06, IN-R28"""
    both = side.s.game.house.weave_and_move == "sum"
    return Part(label, MOVING if is_moving(side) and (both or not is_weaving(side)) else 0)


def _target_weaving(label: str, side: Side) -> Part:
    """IN-MOD-07, IN-R28"""
    return Part(label, WEAVING if is_weaving(side) else 0)


def _under_fire(label: str, side: Side) -> Part:
    """IN-MOD-08, IN-R30"""
    return Part(label, SHAKEN if side.shaken else 0)


def _aimed(label: str, side: Side) -> Part:
    """IN-MOD-09, IN-R31"""
    return Part(label, AIMED * rounds_aimed(side))


class Modifier(NamedTuple):
    """One row: the part's label, its rows, help, the part for one of the two. `word`: it is
    a word of `--with` too; `auto`: the tracker finds it out, and `--without` switches it off."""

    label: str
    id: str
    help: str
    part: Callable[[str, Side], Part]
    word: bool = True
    auto: bool = True


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("unaware", "IN-MOD-04, IN-R17", "+5, the target does not see it coming", _unaware),
    Modifier("behind", "IN-MOD-04, IN-R17",
             "+5, from behind; not with unaware; in a split FOE:behind", _behind, auto=False),
    Modifier("foe-above", "IN-MOD-01, IN-MOD-03", "-5, the target stands higher; no firearms",
             _foe_above),
    Modifier("foe-below", "IN-MOD-02, IN-MOD-03", "+5, the target stands lower; no firearms",
             _foe_below),
    Modifier("on-ground", "IN-MOD-10, IN-R27",
             "-5 in melee, prone with a useless leg or abdomen; not with foe-above", _on_ground),
    Modifier("poor-visibility", "IN-MOD-05, IN-R30", "-10 if the Awareness roll fails",
             _poor_visibility),
    Modifier("target-moving", "IN-MOD-06, IN-R28",
             "-2, the target moves, not straight at the attacker",
             _target_moving),
    Modifier("target-weaving", "IN-MOD-07, IN-R28", "-5, in place of the -2", _target_weaving,
             word=False),
    Modifier("under-fire", "IN-MOD-08, IN-R30", "-3 with a firearm if the Cool roll fails",
             _under_fire),
    Modifier("aimed", "IN-MOD-09, IN-R31", "+5 with a firearm after a round of aiming, first shot",
             _aimed),
)  # fmt: skip


def circumstances(side: Side) -> list[Part]:
    """The rows that count here."""
    parts = [row.part(row.label, side) for row in MODIFIERS]
    return [part for part in parts if part.value]


# --- height ---


def slope(side: Side) -> int:
    """IN-MOD-01 to IN-MOD-03, IN-R55: 1 if the foe is above, -1 if below; reasons that oppose each
    other cancel."""
    if not height_counts(side):
        return 0
    above, below = reasons(side.s)
    up = above - below
    return up if side.attacks else -up


def height_counts(side: Side) -> bool:
    """IN-R16: not for firearms, for other missiles by house rule."""
    if not side.weapon.is_missile:
        return True
    bow = not side.weapon.firearm
    return bow and side.s.game.house.height_missiles == "non_firearm"


def reasons(s: Strike) -> tuple[bool, bool]:
    """Whether the target counts as above the attacker, and as below them."""
    here, there = s.attacker, s.target
    metres = there.height - here.height
    above = LEVEL <= metres < OUT_OF_REACH or (here.prone and not there.prone)
    below = LEVEL <= -metres < OUT_OF_REACH or (there.prone and not here.prone)
    return (
        (above or seen_by(s, "foe-above", "foe-below")) and not s.off("foe-above"),
        (below or seen_by(s, "foe-below", "foe-above")) and not s.off("foe-below"),
    )


def seen_by(s: Strike, word: str, mirrored: str) -> bool:
    """Told of the attacker or of nobody by name; of the target it is the other way round."""
    about_target = s.told.tied(mirrored, s.target.id) is not None
    return s.told.has(word, s.attacker.id) or about_target


def on_ground(side: Side) -> bool:
    """IN-MOD-10: prone with a useless leg or abdomen, or typed."""
    who, s = side.who, side.s
    if side.weapon.is_missile or s.off("on-ground", who):
        return False
    told = s.told.tied("on-ground", who.id) or (side.attacks and s.told.has("on-ground"))
    return bool(told) or (who.prone and who.cannot_stand)


# --- moving targets ---


def is_weaving(side: Side) -> bool:
    """IN-MOD-07, IN-R29"""
    if not side.attacks:
        return False
    dodges = side.s.guard.word == "dodge" and side.s.game.house.dodge_also_penalizes
    return side.s.guard.word == "weave" or dodges


def is_moving(side: Side) -> bool:
    """IN-MOD-06, IN-R28: a weaving target moves as well."""
    s = side.s
    if not side.attacks or s.off("target-moving"):
        return False
    plan = s.target.plan
    moves = s.target.able and plan is not None and plan.action == "move"
    straight = plan is not None and s.attacker.id in plan.targets
    return s.has("target-moving") or (moves and not straight) or s.guard.word == "weave"


# --- aiming ---


def rounds_aimed(side: Side) -> int:
    """IN-MOD-09, IN-R31: rounds of aiming that count for this shot."""
    s, who = side.s, side.who
    if not (side.attacks and s.firearm) or s.shot.number > 1 or s.off("aimed"):
        return 0
    if who.aimed == s.target.id:
        return max(1, who.aimed_rounds) if s.game.house.aim_rounds_stack else 1
    return int(s.has("aimed"))
