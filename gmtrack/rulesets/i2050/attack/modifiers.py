"""The effective skill of an attack or a defense, with every number as a part: the skill, what is
taken from it, every circumstance (IN-CORE-02, IN-MOD, IN-R08)."""

from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.i2050.attack.plan import BlowAim, Shot, Strike
from gmtrack.rulesets.i2050.dice import added_parts, skill_parts
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.kit.modifiers import Modifier, collect_parts

LEVEL, OUT_OF_REACH = 1, 2
"""Metres from which height counts, and from which melee does not reach (IN-MOD-03, IN-R16)."""


class Side(NamedTuple):
    """A side of a strike: attacker or target. `blind`: their Awareness failed, `shaken`: their Cool
    (IN-R30)."""

    s: Strike
    attacks: bool
    weapon: Weapon
    blind: bool = False
    shaken: bool = False

    @property
    def who(self) -> Fighter:
        """The fighter of this side."""
        return self.s.attacker if self.attacks else self.s.target

    @property
    def share(self) -> int | None:
        """The share of skill set aside for the other side; None: the whole skill."""
        return self.s.share if self.attacks else self.s.guard.share

    @property
    def aim(self) -> BlowAim:
        """The aim of this side; of a burst only the first shot, unless all of them aim
        (IN-AIM-01, IN-R42). Depends on the house rule `aim_in_burst`."""
        if not self.attacks:
            return self.s.guard.aim
        later = self.s.shot.number > 1
        every = self.s.game.house.aim_in_burst == "all_shots"
        return BlowAim() if later and not every else self.s.aim


def effective_skill(side: Side) -> tuple[Part, ...]:
    """Return the parts of a side's skill: the skill, burst or share, aim, circumstances,
    modifiers of the GM. Depends on the house rules `gm_modifier` and `modifier_order`."""
    s = side.s
    base = skill_parts(side.who, side.weapon.skill, "IN-CORE-02")
    added = [*collect_parts(MODIFIERS, side, s.game.house)]
    roll, mods = (
        ("attack", s.mods) if side.attacks else ("defend", s.defense_mods)
    )
    about = s.about_roll(
        side.weapon.skill, side.s.target if side.attacks else side.s.attacker
    )
    added += added_parts(s.game, side.who, roll, mods, about)
    if side.attacks:
        added.append(Part("gm-modifier", s.game.house.gm_modifier, "IN-R49"))
    if s.game.house.modifier_order == "before_split":
        base, added = [*base, *added], []
    aim = Part("aim", -side.aim.points, "IN-AIM-01")
    parts = [
        *base,
        *burst_or_share_parts(side, total(tuple(base))),
        aim,
        *added,
    ]
    return tuple(
        part for index, part in enumerate(parts) if part.value or not index
    )


def burst_or_share_parts(side: Side, base: int) -> list[Part]:
    """Return the parts that a burst or a share takes from the base skill."""
    shot = side.s.shot if side.attacks else Shot()
    if shot.shots > 1:
        burst = burst_skill(side.s.game.house, base, shot.shots) - base
        return [
            Part("burst", burst, "IN-BURST-01, IN-R32"),
            Part("switches", -shot.switches, "IN-BURST-03"),
        ]
    return (
        []
        if side.share is None
        else [Part("share", side.share - base, "IN-MULTI-01")]
    )


def burst_skill(house: House, base: int, shots: int) -> int:
    """Return the base skill lowered for a burst of `shots`: by half, by 5, or divided by the
    shots, as the house rule `burst_skill` says (IN-R32). Not for a single shot."""
    rule = house.burst_skill
    if rule == "minus_5":
        return base - 5
    return (
        house.divide(base, shots)
        if rule == "split_evenly"
        else house.half(base)
    )


def is_behind(side: Side) -> bool:
    """Whether the attack comes from behind, as typed, and unawareness does not count already."""
    return side.attacks and side.s.has_word("behind") and not side.s.unaware


def hampered_on_ground(side: Side) -> bool:
    """Whether a side fights in melee while prone with a useless leg or abdomen, or as typed.
    Depends on the house rule `ground_penalty_stacks`."""
    who, s = side.who, side.s
    if side.weapon.is_missile or s.is_switched_off("on-ground", who):
        return False
    told = s.typed_words.get_tied("on-ground", who.id) or (
        side.attacks and s.typed_words.has_word("on-ground")
    )
    on_ground = bool(told) or (who.prone and who.cannot_stand)
    return on_ground and (
        s.game.house.ground_penalty_stacks or relative_height(side) <= 0
    )


def counts_as_moving(side: Side) -> bool:
    """Whether the target moves, and weaving does not count in place of it. Depends on the house
    rule `weave_and_move`."""
    both = side.s.game.house.weave_and_move == "sum"
    return is_moving(side) and (both or not is_weaving(side))


def relative_height(side: Side) -> int:
    """Return 1 if the foe of this side stands higher, -1 if lower, 0 if neither or both
    (IN-R55). Height does not count for firearms (IN-R16). Depends on the house rule
    `height_missiles`."""
    weapon, rule = side.weapon, side.s.game.house.height_missiles
    # IN-R16: not for firearms, for other missiles by house rule.
    if weapon.is_missile and (weapon.firearm or rule != "non_firearm"):
        return 0
    above, below = height_reasons(side.s)
    up = above - below
    return up if side.attacks else -up


def height_reasons(s: Strike) -> tuple[bool, bool]:
    """Return whether the target counts as above the attacker, and whether as below."""
    here, there = s.attacker, s.target
    metres = there.height - here.height
    above = LEVEL <= metres < OUT_OF_REACH or (here.prone and not there.prone)
    below = LEVEL <= -metres < OUT_OF_REACH or (there.prone and not here.prone)
    above = above or has_height_word(s, "foe-above", "foe-below")
    below = below or has_height_word(s, "foe-below", "foe-above")
    if s.is_switched_off("foe-above"):
        above = False
    if s.is_switched_off("foe-below"):
        below = False
    return above, below


def has_height_word(s: Strike, word: str, mirrored: str) -> bool:
    """Whether a word of height was typed for the attacker or for nobody by name; typed for the
    target, it is the mirrored word that counts."""
    about_target = s.typed_words.get_tied(mirrored, s.target.id) is not None
    return s.typed_words.has_word(word, s.attacker.id) or about_target


def is_weaving(side: Side) -> bool:
    """Whether the target weaves; by house rule a dodge counts too (IN-R29)."""
    if not side.attacks:
        return False
    dodges = (
        side.s.guard.word == "dodge" and side.s.game.house.dodge_also_penalizes
    )
    return side.s.guard.word == "weave" or dodges


def is_moving(side: Side) -> bool:
    """Whether the target moves or weaves; not if they are out, prone (IN-R67), stopped for this
    round (IN-MOVE-03), or come straight at the attacker."""
    s = side.s
    if not side.attacks or s.is_switched_off("target-moving"):
        return False
    plan = s.target.plan
    may_move = s.target.able and not s.target.prone and not s.target.stopped
    moves = may_move and plan is not None and plan.action == "move"
    straight = plan is not None and s.attacker.id in plan.targets
    return (
        s.has_word("target-moving")
        or (moves and not straight)
        or s.guard.word == "weave"
    )


def rounds_aimed(side: Side) -> int:
    """Return the rounds of aiming that count for this shot; 0: none. Depends on the house rule
    `aim_rounds_stack`."""
    s, who = side.s, side.who
    if (
        not (side.attacks and s.firearm)
        or s.shot.number > 1
        or s.is_switched_off("aimed")
    ):
        return 0
    if who.aimed == s.target.id:
        return max(1, who.aimed_rounds) if s.game.house.aim_rounds_stack else 1
    return int(s.has_word("aimed"))


MODIFIERS: tuple[Modifier[Side, House], ...] = (
    Modifier("unaware", "IN-MOD-04, IN-R17", "+5, the target does not see it coming",
             5, lambda side: side.attacks and side.s.unaware, told=True, off=True),
    Modifier("behind", "IN-MOD-04, IN-R17",
             "+5, from behind; not with unaware; in a split FOE:behind",
             lambda house: house.behind_bonus, is_behind, told=True),
    Modifier("foe-above", "IN-MOD-01, IN-MOD-03", "-5, the target stands higher; no firearms",
             -5, lambda side: relative_height(side) > 0, told=True, off=True),
    Modifier("foe-below", "IN-MOD-02, IN-MOD-03", "+5, the target stands lower; no firearms",
             5, lambda side: relative_height(side) < 0, told=True, off=True),
    Modifier("on-ground", "IN-MOD-10, IN-R27",
             "-5 in melee, prone with a useless leg or abdomen; not with foe-above",
             -5, hampered_on_ground, told=True, off=True),
    Modifier("poor-visibility", "IN-MOD-05, IN-R30", "-10 if the Awareness roll fails",
             -10, lambda side: side.blind, told=True, off=True),
    Modifier("target-moving", "IN-MOD-06, IN-R28",
             "-2, the target moves, not straight at the attacker",
             -2, counts_as_moving, told=True, off=True),
    Modifier("target-weaving", "IN-MOD-07, IN-R28", "-5, in place of the -2", -5, is_weaving),
    Modifier("under-fire", "IN-MOD-08, IN-R30", "-3 with a firearm if the Cool roll fails",
             -3, lambda side: side.shaken, told=True, off=True),
    Modifier("aimed", "IN-MOD-09, IN-R31", "+5 with a firearm after a round of aiming, first shot",
             5, rounds_aimed, told=True, off=True),
)  # fmt: skip
"""The circumstances that change a skill. A switch may be tied to one of the two sides, so the
rows look at switches themselves."""
