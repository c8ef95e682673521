"""What the tracker knows of an attack: each circumstance says by which rules it is worth how many
dice (0: it does not apply), and hands them to what makes a part of them."""

from collections.abc import Callable

from gmtrack.core.report import Part
from gmtrack.rulesets.swan_song.attack.plan import NEAR, Strike
from gmtrack.rulesets.swan_song.dice.penalties import action_penalties, delayed_penalty
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.effects import BROKEN_GRIP_DICE, ONE_ARMED_DICE, WEAK_SIDE
from gmtrack.rulesets.swan_song.tables.firing import SPREADS
from gmtrack.rulesets.swan_song.tables.locations import CALLED_DICE

COVER_DICE = {"none": 0, "partial": 2, "good": 4}
"""SS-COV-01, -02"""
Made = Callable[[int], Part]
"""Makes the part of a modifier that is worth so many dice, or as many as were typed for it."""

# --- the attack roll ---


def attacker_wounds(s: Strike, made: Made) -> Part:
    """SS-ATK-30, SS-WND-04"""
    return made(s.attacker.wound_modifier)


def attacker_running(s: Strike, made: Made) -> Part:
    """SS-ATK-31, SS-MOVE-07"""
    return made(-2 if s.attacker.running else 0)


def charge(s: Strike, made: Made) -> Part:
    """SS-ATK-32, SS-MOVE-08"""
    return made(4 if s.melee and s.attacker.ran else 0)


def target_running(s: Strike, made: Made) -> Part:
    """SS-ATK-33, SS-MOVE-09"""
    stacks = s.game.house.sprint_target_penalty == "stack"
    counts = not s.melee and s.target.running and (stacks or not s.target.sprinting)
    return made(-2 if counts else 0)


def target_sprinting(s: Strike, made: Made) -> Part:
    """SS-ATK-34, SS-MOVE-10"""
    return made(-4 if not s.melee and s.target.sprinting else 0)


def attacker_delayed(s: Strike, made: Made) -> Part:
    """SS-ATK-35, SS-DELAY-04"""
    return made(delayed_penalty(s.game, s.attacker))


def blind_fire(s: Strike, made: Made) -> Part:
    """SS-ATK-36, SS-COV-08"""
    return made(-6 if s.concealed else 0)


def called(s: Strike, made: Made) -> Part:
    """SS-ATK-37, SS-ATK-38"""
    if s.place is None:
        return made(0)
    return made(s.place.row.dice if s.place.row else CALLED_DICE)


def attacker_nauseous(s: Strike, made: Made) -> Part:
    """SS-ATK-39"""
    return made(_attacker_penalty(s, "nauseous"))


def attacker_blinded(s: Strike, made: Made) -> Part:
    """SS-ATK-40, SS-ATK-41"""
    return made(_attacker_penalty(s, "blinded"))


def attacker_deafened(s: Strike, made: Made) -> Part:
    """SS-ATK-42, SS-ATK-43"""
    return made(_attacker_penalty(s, "deafened"))


def attacker_one_armed(s: Strike, made: Made) -> Part:
    """SS-ATK-44"""
    return made(_attacker_penalty(s, "one-armed-penalty") or _arm_only(s))


def _attacker_penalty(s: Strike, label: str) -> int:
    sight = s.game.house.attacks_need_sight or s.told.has("sight", s.attacker.id)
    hearing = s.told.has("hearing", s.attacker.id)
    return action_penalties(s.attacker, sight=sight, hearing=hearing)[label]


def _arm_only(s: Strike) -> int:
    """R-EFF-8 `arm_only`: the -6 counts where the weapon is in the hurt arm's hand."""
    if s.game.house.one_armed_scope != "arm_only":
        return 0
    hands = {hand for hand, w in s.attacker.held.items() if w == s.weapon_id}
    hurt = {(e.location or "").split("-")[0] for e in s.attacker.find_effects("one_armed_penalty")}
    return ONE_ARMED_DICE if hands & hurt else 0


def attacker_grip(s: Strike, made: Made) -> Part:
    """SS-ATK-45"""
    if not s.told.has("subdue", s.attacker.id):
        return made(0)
    hurt = {e.location for e in s.attacker.find_effects("broken_grip")}
    return made(BROKEN_GRIP_DICE * len(hurt))


# --- the Defense Test ---


def cover(s: Strike, made: Made) -> Part:
    """SS-DEF-26, SS-DEF-27"""
    return made(COVER_DICE[s.cover])


def in_vehicle(s: Strike, made: Made) -> Part:
    """SS-DEF-10"""
    inside = s.target.in_vehicle
    moving = inside in s.game.draft.encounter.combatants and s.game.fighter(inside).sheet.moving
    return made(3 if inside and moving else 0)


def prone(s: Strike, made: Made) -> Part:
    """SS-DEF-11"""
    near = s.melee or (s.distance is not None and s.distance <= NEAR)
    return made(-2 if s.target.prone and near else 0)


def defender_wounds(s: Strike, made: Made) -> Part:
    """SS-DEF-14"""
    return made(s.target.wound_modifier)


def defender_running(s: Strike, made: Made) -> Part:
    """SS-DEF-25"""
    return made(2 if s.target.running or s.target.sprinting else 0)


def reach(s: Strike, made: Made) -> Part:
    """SS-DEF-15, SS-DEF-16"""
    return made(_longer_reach(s) if s.melee else 0)


def _longer_reach(s: Strike) -> int:
    """R-DEF-6: the weapon used against the longest (or the parrying) one."""
    t = s.target
    parrying = parry_weapon(t) if s.defense.skill == "parry" else None
    ready = [parrying] if parrying else t.melee_in_hand()
    longest = max((t.weapons()[w].reach for w in ready), default=0)
    return longest - s.weapon.reach


def parry_weapon(who: Fighter) -> str | None:
    """The melee weapon in hand with the best skill."""
    ready = who.melee_in_hand()
    return max(ready, key=lambda w: who.skill(who.weapons()[w].skill), default=None)


def previous(s: Strike, made: Made) -> Part:
    """SS-DEF-17"""
    return made(-s.target.defended_count)


def spread(s: Strike, made: Made) -> Part:
    """SS-DEF-18, SS-DEF-19, SS-DEF-20"""
    return made(SPREADS[s.spread].defense if s.spread else 0)


def mode(s: Strike, made: Made) -> Part:
    """SS-DEF-21, SS-DEF-22, SS-DEF-23"""
    # R-DEF-9: a weapon scatters its flechettes or its bullets, not both.
    return made(0 if s.spread or not s.burst_fire else s.mode.defense)


def in_melee(s: Strike, made: Made) -> Part:
    """SS-DEF-24"""
    others = [i for i in s.target.in_melee_with if i != s.attacker.id]
    busy = bool(others) and s.attacker.id not in s.target.in_melee_with
    return made(-3 if busy and not s.melee else 0)


def area(s: Strike, made: Made) -> Part:
    """SS-DEF-28"""
    return made(-2 if s.weapon.area else 0)


def weak_side(s: Strike, made: Made) -> Part:
    """SS-DEF-29"""
    # R-EFF-9: the worst one only.
    values = [e.value or WEAK_SIDE["hand"] for e in s.target.find_effects("weak_side")]
    return made(min(values, default=0) if s.melee else 0)


def active_running(s: Strike, made: Made) -> Part:
    """SS-MOVE-07, R-MOV-7"""
    return made(-2 if _lowered(s) and s.target.running else 0)


def defender_delayed(s: Strike, made: Made) -> Part:
    """SS-DELAY-04"""
    return made(0 if s.defense.skill is None else delayed_penalty(s.game, s.target))


def defender_nauseous(s: Strike, made: Made) -> Part:
    """SS-EFF-11"""
    return made(_defender_penalty(s, "nauseous"))


def defender_blinded(s: Strike, made: Made) -> Part:
    """SS-EFF-05, SS-EFF-06"""
    return made(_defender_penalty(s, "blinded"))


def defender_deafened(s: Strike, made: Made) -> Part:
    """SS-EFF-03, SS-EFF-04"""
    return made(_defender_penalty(s, "deafened"))


def defender_one_armed(s: Strike, made: Made) -> Part:
    """SS-EFF-18"""
    return made(_defender_penalty(s, "one-armed-penalty"))


def _lowered(s: Strike) -> bool:
    """R-EFF-1, R-MOV-7: penalties on actions count on Parry, Block and Dodge (and, by house
    rule, on the free Defense Test)."""
    everywhere = s.game.house.all_actions_scope == "actions_and_defense"
    return s.defense.skill is not None or everywhere


def _defender_penalty(s: Strike, label: str) -> int:
    if not _lowered(s):
        return 0
    sight = s.game.house.attacks_need_sight
    return action_penalties(s.target, sight=sight, hearing=False)[label]
