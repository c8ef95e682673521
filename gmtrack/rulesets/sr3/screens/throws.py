"""Throws of a combatant whom nobody plays: whether a grenade helps more than it harms, and the
blast when it is due."""

from collections.abc import Collection, Iterator, Sequence

from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.core.values import replace
from gmtrack.rulesets.kit.seated import parse_position
from gmtrack.rulesets.port import WantedAttack
from gmtrack.rulesets.sr3.actions.explosives import DETONATE
from gmtrack.rulesets.sr3.attack.aim import metres_apart, range_of
from gmtrack.rulesets.sr3.attack.plan import Range
from gmtrack.rulesets.sr3.attack.target_number import (
    sight_between,
    visibility_modifier,
)
from gmtrack.rulesets.sr3.screens.expected_harm import (
    FRIEND,
    chances_of_successes,
    expected_of_blast,
)
from gmtrack.rulesets.sr3.screens.several_moves import ROOM
from gmtrack.rulesets.sr3.sheet.areas import list_near, metres_from
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import (
    GRENADE_TN,
    MODES,
    SUSTAINING,
)
from gmtrack.rulesets.sr3.turn.timed import due_items, timed_items
from gmtrack.rulesets.sr3.wounds.blast import power_at

ENOUGH = 12.0
"""The boxes that a throw has to bring: it takes as long as two shots, and foes go on until it goes
off."""
CAUGHT, APART = 3, 2
"""The foes whom a blast is taken to catch at the most where nobody knows the places, and the metres
between each and the next one."""
SCATTERED = 1
"""The metres by which a blast is taken to be off, and nearer to friends."""


def throw_intents(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the next step of a throw, if one is worth it: ready the grenade, or throw it at the foe
    around whom it does most. Yields nothing if the phase has too little left."""
    best, at, most = "", "", 0.0
    for name, weapon in me.weapons.items():
        if not is_throwable(me, name, weapon):
            continue
        for aim in aims:
            worth = worth_of_throw(scene, me, aim.target, weapon, aims)
            if worth > max(most, ENOUGH):
                best, at, most = name, aim.target, worth
    if not best:
        return
    if best in me.hands:
        unknown = metres_apart(me, scene.fighter(at)) is None
        words = (f"range={ROOM}",) if unknown else ()
        yield Attack(me.id, (at,), options=Options(weapon=best, words=words))
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
    scene: Scene,
    me: Fighter,
    target: str,
    weapon: Weapon,
    aims: Sequence[WantedAttack],
) -> float:
    """Return the boxes that a blast around a foe is expected to cost foes who are up, less those of
    friends, the thrower too, who count more. 0 if the foe is out of range. Without positions it
    catches foes alone, as many as `list_together` says."""
    aimed = scene.fighter(target)
    metres, place = metres_apart(me, aimed), aimed.position
    ranges = me.ranges_of(weapon)
    at = ROOM if metres is None else metres
    far = range_of(replace(weapon, ranges=ranges), at)
    if far.too_far or far.too_near:
        return 0.0
    dice, number = me.trait(weapon.skill), number_of_throw(scene, me, far)
    thrown = chances_of_successes(dice, number)
    if metres is None or place is None:
        return sum(
            expected_of_blast(
                weapon, who, power_at(weapon, off + SCATTERED), thrown
            )
            for who, off in list_together(scene, me, target, aims)
        )
    encounter, found = scene.draft.encounter, 0.0
    within = (weapon.power or 0) / (weapon.drop or 1) + SCATTERED
    for who, off in list_near(scene, place, within):
        friend = who is me or encounter.are_friends(me.id, who.id)
        if friend and not who.dead:
            power = power_at(weapon, max(0, off - SCATTERED))
            found += FRIEND * expected_of_blast(weapon, who, power, thrown)
        elif who.awake and not friend:
            power = power_at(weapon, off + SCATTERED)
            found += expected_of_blast(weapon, who, power, thrown)
    return found


def list_together(
    scene: Scene, me: Fighter, target: str, aims: Sequence[WantedAttack]
) -> list[tuple[Fighter, int]]:
    """Return the foes who are taken to stand together where nobody knows the places, with the
    metres from the first one, who is the target: those without a position who are aimed at besides.

    They shoot, as whoever strikes does not stay there, and are in melee neither with the thrower
    nor with a friend. Empty if that does not hold for the target."""
    others = [aim.target for aim in aims if aim.target != target]
    people = [scene.fighter(one) for one in (target, *others)]
    staying = [
        foe
        for foe in people
        if foe.id == target or foe.position is None
        if foe.weapon(foe.in_hand).is_ranged
        if not is_among_friends(scene, me, foe)
    ]
    if not staying or staying[0].id != target:
        return []
    together = enumerate(staying[:CAUGHT])
    return [(foe, APART * number) for number, foe in together]


def is_among_friends(scene: Scene, me: Fighter, foe: Fighter) -> bool:
    """Whether a foe is in melee with the thrower or with a friend."""
    encounter = scene.draft.encounter
    return any(
        other == me.id or encounter.are_friends(me.id, other)
        for other in foe.in_melee_with
    )


def number_of_throw(scene: Scene, me: Fighter, far: Range) -> int:
    """Return the target number of a throw at this range: the base, light and haze, and what burdens
    the thrower. Depends on the house rule `grenade_long`."""
    is_long = far.category == "long"
    base = me.house.grenade_long if is_long else GRENADE_TN[far.category]
    seen = visibility_modifier(me, sight_between(scene, {}))
    burden = SUSTAINING * me.sustaining + me.dazzled
    return base + seen + burden + me.wound_modifier


def detonate_intents(
    scene: Scene, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the blast of what is due. Where it lies is not known: on the foe who is aimed at and
    those who stand together with them, as far off as it has landed; then on nobody."""
    me = scene.fighter(who)
    for name in due_items(scene):
        item = timed_items(scene)[name]
        if item["owner"] != who:
            continue
        unknown = parse_position(item.get("position")) is None
        for aim in aims[:1] if unknown else ():
            caught = list_together(scene, me, aim.target, aims)
            caught = caught or [(scene.fighter(aim.target), 0)]
            landed = item.get("metres", 0)
            words = tuple(
                f"{foe.id}:distance={landed + off}" for foe, off in caught
            )
            args = (name, *(foe.id for foe, _ in caught))
            yield Act(who, DETONATE, args, options=Options(words=words))
        yield Act(who, DETONATE, (name,))


def blast_defenses(
    scene: Scene, blast: Act, sensible: Collection[str]
) -> tuple[str, ...]:
    """Return the words by which all who are sensible spend their combat pool against a blast that
    may reach them. Empty for another action, and where no pool helps (SRX-113)."""
    item = timed_items(scene).get(blast.args[0]) if blast.args else None
    if blast.action != DETONATE or item is None:
        return ()
    weapon = scene.fighter(item["owner"]).weapon(item["weapon"])
    if weapon.power is None or weapon.dazzle:
        return ()
    if scene.house.blast_pool == "none":
        return ()
    place = parse_position(item.get("position"))
    words = []
    for who in scene.everybody():
        if who.id not in sensible or not who.pool_left or not who.awake:
            continue
        metres = None if place is None else metres_from(place, who)
        named = who.id in blast.args[1:]
        if named or (metres is not None and power_at(weapon, metres) > 0):
            words.append(f"{who.id}:resist-pool=all")
    return tuple(words)


def is_throw(me: Fighter, attack: Attack) -> bool:
    """Whether an attack throws or launches an explosive."""
    weapon = me.weapons.get(attack.options.weapon or me.in_hand)
    return weapon is not None and weapon.is_explosive
