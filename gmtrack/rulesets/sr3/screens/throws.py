"""Throws of a combatant whom nobody plays: whether a grenade helps more than it harms, and the
blast when it is due."""

from collections.abc import Iterator, Sequence

from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.seated import parse_position
from gmtrack.rulesets.port import WantedAttack
from gmtrack.rulesets.sr3.attack.aim import metres_apart, range_of
from gmtrack.rulesets.sr3.sheet.areas import list_near
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import MODES
from gmtrack.rulesets.sr3.turn.timed import due_items, timed_items
from gmtrack.rulesets.sr3.wounds.blast import power_at

FRIEND = -2
"""What the power that reaches a friend counts, where that which reaches a foe counts 1."""
ENOUGH = 1.5
"""How many times its full power a throw has to bring against foes, less that against friends: a
throw takes as long as two shots, and foes go on until it goes off."""
SCATTERED = 1
"""The metres by which a blast is taken to be off."""


def throw_intents(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the next step of a throw, if one is worth it: ready the grenade, or throw it at the foe
    around whom it does most. Yields nothing without positions, and if the phase has too little
    left."""
    best, at, most = "", "", 0.0
    for name, weapon in me.weapons.items():
        if not is_throwable(me, name, weapon):
            continue
        for aim in aims:
            worth = worth_of_throw(scene, me, aim.target, weapon)
            if worth > most and worth >= ENOUGH * (weapon.power or 0):
                best, at, most = name, aim.target, worth
    if not best:
        return
    if best in me.hands:
        yield Attack(me.id, (at,), options=Options(weapon=best))
    elif me.simple_left > 1:
        # Readied and thrown in the same phase.
        yield Act(me.id, "ready", (best,))


def is_throwable(me: Fighter, name: str, weapon: Weapon) -> bool:
    """Whether a weapon is an explosive that does damage, with one of them or a round left."""
    if weapon.power is None or not me.trait(weapon.skill):
        return False
    own = me.weapon_state(name)
    if weapon.is_thrown:
        return own.count > 0
    loaded = not weapon.capacity or own.ammo > 0
    limit = MODES["ss"].limit or 1
    return weapon.delivery == "launched" and loaded and own.shots < limit


def worth_of_throw(
    scene: Scene, me: Fighter, target: str, weapon: Weapon
) -> float:
    """Return the power that a blast around a foe brings against foes who are up, less that against
    friends, the thrower too. 0 if positions are unknown or the foe is out of range."""
    aimed = scene.fighter(target)
    metres, place = metres_apart(me, aimed), aimed.position
    if metres is None or place is None:
        return 0.0
    ranges = me.ranges_of(weapon)
    far = range_of(replace(weapon, ranges=ranges), metres)
    if far.too_far or far.too_near:
        return 0.0
    encounter, found = scene.draft.encounter, 0.0
    for who, off in list_near(scene, place, weapon.power or 0):
        power = max(0, power_at(weapon, off + SCATTERED))
        friend = who is me or encounter.are_friends(me.id, who.id)
        if friend and not who.dead:
            found += FRIEND * power
        elif who.awake and not friend:
            found += power
    return found


def detonate_intents(
    scene: Scene, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the blast of what is due. Where it lies is not known: on the foe who is aimed at, as
    far off as it has landed; then on nobody."""
    for name in due_items(scene):
        item = timed_items(scene)[name]
        if item["owner"] != who:
            continue
        unknown = parse_position(item.get("position")) is None
        for aim in aims[:1] if unknown else ():
            words = (f"{aim.target}:distance={item.get('metres', 0)}",)
            args = (name, aim.target)
            yield Act(who, "detonate", args, options=Options(words=words))
        yield Act(who, "detonate", (name,))


def is_throw(me: Fighter, attack: Attack) -> bool:
    """Whether an attack throws or launches an explosive."""
    weapon = me.weapons.get(attack.options.weapon or me.in_hand)
    return weapon is not None and weapon.is_explosive
