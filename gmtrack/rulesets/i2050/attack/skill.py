"""IN-CORE-02: the effective skill of an attack or a defence, every number a part
(IN-R08)."""

from gmtrack.core.report import Part, total
from gmtrack.rulesets.i2050.attack.modifiers import Side, circumstances
from gmtrack.rulesets.i2050.attack.plan import Shot
from gmtrack.rulesets.i2050.dice.rolls import skill_parts


def effective_skill(side: Side) -> tuple[Part, ...]:
    """IN-CORE-02: the skill, what is taken from it, the circumstances, and what the GM adds."""
    s = side.s
    base = skill_parts(side.who, side.weapon.skill)
    added = [*circumstances(side), *(s.mods if side.attacks else s.defense_mods), *house_mod(side)]
    if s.game.house.modifier_order == "before_split":
        base, added = [*base, *added], []
    parts = [*base, *taken(side, total(tuple(base))), of_aim(side), *added]
    return tuple(part for index, part in enumerate(parts) if part.value or not index)


def taken(side: Side, base: int) -> list[Part]:
    """What a burst or a share takes of the base."""
    shot = side.s.shot if side.attacks else Shot()
    if shot.shots > 1:
        return [of_burst(side, base, shot.shots), of_switches(shot)]
    return [] if side.share is None else [of_share(side.share, base)]


def of_burst(side: Side, base: int, shots: int) -> Part:
    """IN-BURST-01, IN-R32"""
    return Part("burst", burst_skill(side, base, shots) - base)


def of_switches(shot: Shot) -> Part:
    """IN-BURST-03"""
    return Part("switches", -shot.switches)


def of_share(share: int, base: int) -> Part:
    """IN-MULTI-01: what is set aside for others."""
    return Part("share", share - base)


def of_aim(side: Side) -> Part:
    """IN-AIM-01"""
    return Part("aim", -side.aim.points)


def burst_skill(side: Side, base: int, shots: int) -> int:
    """IN-R32"""
    house = side.s.game.house
    rule = house.burst_skill
    if rule == "minus_5":
        return base - 5
    return house.part(base, shots) if rule == "split_evenly" else house.half(base)


def house_mod(side: Side) -> list[Part]:
    """IN-R49: on every attack."""
    return [Part("gm-modifier", side.s.game.house.gm_modifier)] * side.attacks
