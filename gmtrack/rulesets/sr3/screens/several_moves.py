"""Attacks on several that simulated combatants weigh: shot that spreads, and full auto."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Options
from gmtrack.rulesets.port import Way
from gmtrack.rulesets.sr3.attack.aim import metres_apart, range_at
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables import FULL_AUTO_LEAST, MODES

AT_ONCE = 3
"""The most foes at whom full auto is weighed."""
APART = 2
"""The metres between two targets of full auto whose positions are unknown."""
MOST_LOST = 4
"""The most rounds that are lost between targets: with six that strike, they add eight or so to the
last target number."""
ROOM = 10
"""The metres of a shot whose distance is unknown: across a room."""


def attacks_on_several(
    draft: Draft, who: str, foes: Sequence[str]
) -> Iterator[Way]:
    """Yield the attacks on several of these foes with the weapon in hand that a combatant could
    make now."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if not scene.on_turn(me) or not me.able:
        return
    name = me.in_hand
    weapon = me.weapon(name)
    if not weapon.is_ranged or weapon.is_explosive:
        return
    own = me.weapon_state(name)
    people = [scene.fighter(foe) for foe in foes]
    if own.clip_in and own.loaded == "shot":
        yield from shots_of_cone(scene, me, weapon, people)
    elif own.clip_in:
        yield from full_auto(me, weapon, people)


def attack_all(me: Fighter, targets: Sequence[Fighter], *words: str) -> Attack:
    """Return the attack on all these with the weapon in hand and these words of `--with`."""
    options = Options(weapon=me.in_hand, words=words)
    return Attack(me.id, tuple(who.id for who in targets), options=options)


def full_auto(
    me: Fighter, weapon: Weapon, foes: Sequence[Fighter]
) -> Iterator[Way]:
    """Yield full auto at the first two and three foes in range, as far as the rounds go, if few
    rounds are lost between them, which recoil as well. It takes the whole phase, and so another
    attack."""
    if "fa" not in weapon.modes or me.simple_left < 2:
        return
    reached = [foe for foe in foes if is_in_range(me, foe, weapon)][:AT_ONCE]
    for count in range(2, len(reached) + 1):
        targets = reached[:count]
        lost = [metres_between(*pair) for pair in pairwise(targets)]
        if sum(lost) > MOST_LOST and not holds_fire(me, weapon):
            return
        if has_rounds(me, weapon, FULL_AUTO_LEAST * count + sum(lost)):
            words = full_auto_words(me, weapon, targets, lost)
            yield Way(attack_all(me, targets, *words), {"attack": 1})


def holds_fire(me: Fighter, weapon: Weapon) -> bool:
    """Whether a smartlink spares somebody the rounds that are lost between two targets (SR-067)."""
    return weapon.smartgun and me.sheet.smartlink


def metres_between(one: Fighter, other: Fighter) -> int:
    """Return the metres between two targets, `APART` where a position is unknown."""
    metres = metres_apart(one, other)
    return APART if metres is None else metres


def full_auto_words(
    me: Fighter,
    weapon: Weapon,
    targets: Sequence[Fighter],
    lost: Sequence[int],
) -> list[str]:
    """Return the words of full auto with the fewest rounds at each target, the rounds `lost`
    before each but the first one, and the range where it is unknown."""
    words = ["mode=fa", f"rounds={FULL_AUTO_LEAST}"]
    unknown = [who for who in targets if metres_apart(me, who) is None]
    metres = max(weapon.min_range, min(ROOM, weapon.ranges[-1]))
    if unknown == [*targets]:
        return [*words, f"range={metres}", f"walk={APART}"]
    walks = zip(targets[1:], lost, strict=True)
    words += [f"{who.id}:walk={rounds}" for who, rounds in walks]
    return [*words, *(f"{who.id}:range={metres}" for who in unknown)]


def has_rounds(me: Fighter, weapon: Weapon, needed: int) -> bool:
    """Whether so many rounds are in the weapon in hand; one without a capacity has enough."""
    return not weapon.capacity or me.weapon_state(me.in_hand).ammo >= needed


def is_in_range(me: Fighter, foe: Fighter, weapon: Weapon) -> bool:
    """Whether a weapon reaches a foe; an unknown distance counts as in range."""
    metres = metres_apart(me, foe)
    if metres is None:
        return True
    far = range_at(weapon, metres)
    return not (far.too_near or far.too_far)


def shots_of_cone(
    scene: Scene, me: Fighter, weapon: Weapon, foes: Sequence[Fighter]
) -> Iterator[Way]:
    """Yield a shot at each foe that catches somebody else as well, friends too, by where they
    stand. Yields nothing without positions: nobody knows then who is in the cone."""
    mode = MODES[weapon.modes[0]]
    shots = me.weapon_state(me.in_hand).shots
    is_over = mode.limit is not None and shots >= mode.limit
    if is_over or not me.simple_left or not has_rounds(me, weapon, 1):
        return
    caught_before: set[frozenset[str]] = set()
    for aimed in foes:
        caught = list_in_cone(scene, me, weapon, aimed)
        people = frozenset(who.id for who in caught)
        if len(caught) > 1 and people not in caught_before:
            caught_before.add(people)
            yield Way(attack_all(me, caught))


def strikes_each_alone(draft: Draft, attack: Attack) -> bool:
    """Whether an attack on several is shot that spreads: whoever is in its cone is hit as if it
    were aimed at them (SR-109). Full auto, which names its rounds, becomes harder with each
    target."""
    me = Scene(draft).fighter(attack.attacker)
    state = me.weapon_state(attack.options.weapon or me.in_hand)
    return not attack.options.words and state.loaded == "shot"


def list_in_cone(
    scene: Scene, me: Fighter, weapon: Weapon, aimed: Fighter
) -> list[Fighter]:
    """Return who is caught by shot that is aimed at somebody, who comes first: everybody within
    the spread to either side of the line, as wide as it is at their distance (SR-109). Empty if a
    position of the two is unknown, or the target is out of range."""
    if (
        me.position is None
        or aimed.position is None
        or not is_in_range(me, aimed, weapon)
    ):
        return []
    caught = [aimed]
    for who in scene.everybody():
        if who in (me, aimed) or who.dead or who.position is None:
            continue
        metres = metres_apart(me, who) or 0
        spread = metres // weapon.choke
        off = metres_off_line(me.position, aimed.position, who.position)
        if off is not None and off <= spread and is_in_range(me, who, weapon):
            caught.append(who)
    return caught


def metres_off_line(
    start: Sequence[float], aim: Sequence[float], place: Sequence[float]
) -> float | None:
    """Return the metres between a place and the line from a start through an aim; None for a place
    behind the start, and where start and aim are the same."""
    ahead = (aim[0] - start[0], aim[1] - start[1])
    to_place = (place[0] - start[0], place[1] - start[1])
    length = hypot(*ahead)
    if not length or ahead[0] * to_place[0] + ahead[1] * to_place[1] <= 0:
        return None
    across = ahead[0] * to_place[1] - ahead[1] * to_place[0]
    return abs(across) / length
