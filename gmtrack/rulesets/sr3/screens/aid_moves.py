"""Help of simulated players for the dying and the wounded: trauma patch, first aid, spells of
healing."""

from collections.abc import Iterator

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Options
from gmtrack.rulesets.port import Way
from gmtrack.rulesets.sr3.attack.aim import metres_apart
from gmtrack.rulesets.sr3.magic.lasting import is_healing, is_rescue
from gmtrack.rulesets.sr3.screens.expected_harm import OUT
from gmtrack.rulesets.sr3.screens.spell_moves import can_cast
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.state import FIRST_AID
from gmtrack.rulesets.sr3.turn.legality import SIMPLE
from gmtrack.rulesets.sr3.wounds.first_aid import MEDIC

PATCH = "trauma-patch"
STRIDE = 3
"""The metres for each point of quickness within which somebody runs to a friend who needs help."""
SOON = 6
"""Combat turns: the death of somebody who has no more of them is taken to be certain."""
HEALED_BOXES = 6
"""The physical boxes from which on a spell of healing is considered."""
BURDEN = 1
"""The attacks that a spell of healing costs besides the phase: it is sustained for many turns, and
makes everything harder."""


def treatments(draft: Draft, who: str) -> Iterator[Way]:
    """Yield what somebody can do for each friend who is dying or badly wounded, and near enough.
    Nobody who is in melee helps. A medic's kit holds trauma patches. Where as many friends as foes
    are up besides, the dying come before any attack."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if me.in_melee_with or me.simple_left < SIMPLE["simple"]:
        return
    heals = can_cast(me) and can_spend_all(me)
    if not heals and not me.trait(MEDIC):
        return
    helped = ("dying", "up") if heals else ("dying",)
    for other in scene.everybody():
        if other is me or other.status not in helped:
            continue
        is_friend = draft.encounter.are_friends(who, other.id)
        if not is_friend or not is_near(me, other):
            continue
        saves = worth_of_life(other)
        if other.status == "dying":
            yield from help_dying(scene, me, other, saves)
        if heals:
            yield from healing_spells(me, other, saves)


def is_near(me: Fighter, other: Fighter) -> bool:
    """Whether somebody can run to another within a phase. An unknown distance counts as near."""
    metres = metres_apart(me, other)
    return metres is None or metres <= STRIDE * me.trait("quickness")


def turns_left(who: Fighter) -> int:
    """Return the combat turns until somebody who bleeds is dead."""
    body = who.sheet.body
    return who.turns_to_next_box + max(0, body - who.overflow) * max(1, body)


def worth_of_life(who: Fighter) -> float:
    """Return the boxes that it is worth to make a dying one stable, the more the sooner they would
    be dead; 0 for anybody who does not bleed."""
    if not who.bleeds:
        return 0.0
    return OUT * min(1.0, SOON / turns_left(who))


def help_dying(
    scene: Scene, me: Fighter, other: Fighter, saves: float
) -> Iterator[Way]:
    """Yield a trauma patch and first aid for somebody dying, by a medic who has not failed at
    them."""
    if not me.trait(MEDIC):
        return
    needed = None if is_spare(scene, me) else saves
    whom, cures = (other.id,), (other.id, "")
    if me.id not in other.patched_by:
        patch = Act(me.id, PATCH, whom)
        spent = {"attack": shots_of_phase(me) - 1}
        yield Way(patch, spent, cures=cures, saves=needed)
    if me.id not in other.aided_by and can_spend_all(me):
        aid = Act(me.id, FIRST_AID, whom)
        spent = {"attack": shots_of_phase(me)}
        yield Way(aid, spent, cures=cures, saves=needed)


def healing_spells(me: Fighter, other: Fighter, saves: float) -> Iterator[Way]:
    """Yield the spells of a caster that make a dying one stable or close wounds, at no more force
    than the caster's magic, with the spell pool against the drain."""
    for name, spell in me.sheet.spells.items():
        heals = is_healing(spell) and not (other.magic_healed or other.aided)
        if heals and other.physical < HEALED_BOXES:
            continue
        if not heals and not (is_rescue(spell) and other.status == "dying"):
            continue
        words = ["willing"]
        if spell.force > me.sheet.magic:
            words.append(f"force={me.sheet.magic}")
        if me.spell_pool_left:
            words.append("drain-pool=all")
        options = Options(words=tuple(words))
        cast = Act(me.id, "cast", (name, other.id), options=options)
        spent = {"attack": shots_of_phase(me) + BURDEN}
        yield Way(cast, spent, cures=(other.id, ""), saves=saves)


def is_spare(scene: Scene, me: Fighter) -> bool:
    """Whether as many friends as foes are up besides somebody."""
    encounter = scene.draft.encounter
    others = [one for one in scene.everybody() if one is not me and one.able]
    friends = sum(encounter.are_friends(me.id, one.id) for one in others)
    return friends >= len(others) - friends


def can_spend_all(me: Fighter) -> bool:
    """Whether a complex action is left of somebody's phase."""
    return me.simple_left >= SIMPLE["complex"]


def shots_of_phase(me: Fighter) -> int:
    """Return how often somebody attacks in a phase with the weapon in hand."""
    weapon = me.weapon(me.in_hand)
    once = not weapon.is_ranged or weapon.modes[0] == "ss"
    return 1 if once else 2
