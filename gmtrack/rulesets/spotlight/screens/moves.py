"""Intents of a simulated combatant: what to do with the spotlight and its AP, and the
options that are weighed."""

from collections.abc import Hashable, Iterator, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Intervene, Options, Test
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_or_none, extend_intent
from gmtrack.rulesets.port import Question, TurnState, WantedAttack, Way
from gmtrack.rulesets.spotlight.dice import pool_part
from gmtrack.rulesets.spotlight.screens.board import board_tracks
from gmtrack.rulesets.spotlight.screens.suppression import areas as areas
from gmtrack.rulesets.spotlight.sheet.game import Scene, find_helpers, may_cheat
from gmtrack.rulesets.spotlight.sheet.sheet import UNARMED, scene_piece
from gmtrack.rulesets.spotlight.sheet.state import AP, Fighter
from gmtrack.rulesets.spotlight.tables import ARMS
from gmtrack.rulesets.spotlight.turn.spotlight import (
    can_take_spotlight,
    waiting_fighters,
)

MEDICINE = "medicine"


def turn_state(draft: Draft) -> TurnState:
    """Return who may act: the helper of a save or whoever is dying (SP-DEATH-01); else holders
    with AP left and whoever has to name the next one; if nobody holds the spotlight, those who
    may take it (SP-SPOT-11)."""
    scene = Scene(draft)
    fight = scene.fight
    if fight.save:
        actors = [fight.save["by"]]
    elif fight.death_spotlight:
        actors = fight.death_spotlight[:1]
    elif not fight.running:
        actors = []
    elif fight.spotlight:
        actors = [
            who for who in fight.spotlight if scene.fighter(who).can_spend
        ]
        actors += fight.spotlight[:1] if next_to_name(scene) else []
    else:
        actors = [
            who.id
            for who in scene.everybody()
            if can_take_spotlight(scene, who)
        ]
    due = bool(fight.save or fight.death_spotlight)
    return TurnState(fight.round, fight.running, tuple(actors), due=due)


def next_intents(
    draft: Draft, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield what a simulated combatant tries, the best first: a choice of the death spotlight;
    in the spotlight to shake off a pin, wake friends (for whoever has learnt it), attack; else
    to take the spotlight again with AP kept for an attack. Nobody leaves their cover or takes
    any."""
    scene = Scene(draft)
    me, fight = scene.fighter(who), scene.fight
    if fight.save:
        if can_help(me):
            yield Act(who, "save", (fight.save["for"],))
    elif fight.death_spotlight:
        yield from propose_last_choices(scene, me)
    elif fight.running and not scene.has_spotlight(me):
        if me.pinned is None and aims and can_take_spotlight(scene, me):
            yield Intervene(who)
    else:
        if me.able and aims and (me.can_spend or not fight.running):
            yield from propose_in_spotlight(scene, me, aims)
        for other in next_to_name(scene)[:1]:
            yield Act(who, "pass", (other.id,))


def next_to_name(scene: Scene) -> list[Fighter]:
    """Return the PCs of whom one has to be named as next, the best initiative first; empty
    unless house rule `next_picks: ask` holds and there are several (SP-R50)."""
    if scene.house.next_picks != "ask" or scene.fight.stage != "pc":
        return []
    fresh = waiting_fighters(scene, pcs=True)
    return fresh if len(fresh) > 1 else []


# --- death ---


def propose_last_choices(scene: Scene, me: Fighter) -> Iterator[Intent]:
    """Yield the choices of somebody dying, the best first: ask the best of those who have learnt
    medicine for a save, which has four tries and costs nothing; cheat death; ask anybody else;
    die (SP-DEATH-02)."""
    asked = [scene.fighter(who) for who in find_helpers(scene, me.id)]
    asked = sorted(
        filter(can_help, asked), key=lambda who: -who.skill(MEDICINE).dice
    )
    trained = [who for who in asked if who.skill(MEDICINE).is_trained]
    for helper in trained[:1]:
        yield Act(me.id, "invite", (helper.id,))
    if may_cheat(me):
        yield Act(me.id, "cheat-death")
    for helper in asked[:1]:
        yield Act(me.id, "invite", (helper.id,))
    yield Act(me.id, "die")


def can_help(who: Fighter) -> bool:
    """Whether somebody has dice for first aid (SP-R23)."""
    return pool_part(who, MEDICINE).value > 0


# --- the fight ---


def propose_in_spotlight(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield, the best first: wake a friend, shake off a pin, take a weapon in hand, attack."""
    yield from propose_waking(scene, me)
    pin = me.pinned
    if pin is not None:
        if not pin.failed:
            yield Test(me.id, "suppression")
        return
    own = next(
        (name for name in me.weapons() if can_attack_with(me, name)), None
    )
    if own in (UNARMED, None):
        yield from propose_readying(me)
    for aim in aims:
        yield from propose_attack(me, aim, own)


def propose_waking(scene: Scene, me: Fighter) -> Iterator[Intent]:
    """Yield first aid for unconscious friends, by whoever has learnt medicine (SP-INJ-06)."""
    if me.skill(MEDICINE).is_trained and has_working_arm(me):
        for other in scene.everybody():
            if other.unconscious and other.fate == "ok" and other.friend_of(me):
                yield Act(me.id, "first-aid", (other.id,))


def propose_readying(me: Fighter) -> Iterator[Intent]:
    """Yield how to take the first weapon on the sheet that a working arm can hold (SP-R43): out
    of the other arm, or from wherever it is."""
    for name in me.sheet.weapons:
        yield from propose_taking(me, name)


def propose_taking(me: Fighter, name: str) -> Iterator[Intent]:
    """Yield how to take a weapon in a working arm, if it is not in one: draw it, or change
    hands."""
    by = me.arm_of(name)
    if by is None and has_working_arm(me) and me.arms_work(me.arm_for(name)):
        yield Act(me.id, "draw", (name,))
    elif by in ARMS and has_working_arm(me) and not me.arms_work(by):
        yield Act(me.id, "change-hands", (name,))


def has_working_arm(me: Fighter) -> bool:
    """Whether one arm at least works (SP-INJ-02)."""
    return any(map(me.arms_work, ARMS))


def can_attack_with(me: Fighter, weapon: str) -> bool:
    """Whether a weapon is in a hand that works, with dice to roll for it."""
    return (
        me.ready(weapon) and pool_part(me, me.weapons()[weapon].skill).value > 0
    )


def propose_attack(
    me: Fighter, aim: WantedAttack, own: str | None
) -> Iterator[Intent]:
    """Yield an attack with the wanted weapon, which is taken in hand first if it has to be; then
    one with `own`, the first usable weapon, if there is any (None: none)."""
    weapon = aim.weapon
    if weapon and can_attack_with(me, weapon):
        yield Attack(
            me.id,
            (aim.target,),
            options=Options(weapon=weapon, words=aim.words),
        )
    elif weapon:
        yield from propose_taking(me, weapon)
    if own:
        yield Attack(me.id, (aim.target,), options=Options(weapon=own))


# --- what the fight shows ---


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    """Return the tracks of a combatant's boxes."""
    me = Scene(draft).fighter(who)
    return board_tracks(me, me.body())


def boxes_to_fall(draft: Draft, who: str) -> float:
    """Return the boxes of the torso that are not lethal yet: hits elsewhere seldom put somebody
    out."""
    torso = Scene(draft).fighter(who).boxes("torso")
    return torso.boxes - torso.lethal


def revivable_friends(draft: Draft, who: str, foe: str) -> Sequence[str]:
    """Return the friends whom `who` would wake or save after `foe` had put them out: none, unless
    `who` has learnt medicine and has a working arm. The weapon of `foe` decides for whom the first
    lethal wound too many is the end: friends without a death spotlight come back only from a weapon
    that bruises (SP-INJ-06, SP-DEATH-01)."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if not me.skill(MEDICINE).is_trained or not has_working_arm(me):
        return ()
    weapon = next(iter(attacks_at_hand(draft, foe, who))).options.weapon
    attacker = scene.fighter(foe)
    kills = attacker.weapons()[str(weapon)].damage_type == "lethal"
    return [
        other.id
        for other in scene.everybody()
        if other.id != who
        and other.fate != "dead"
        and other.friend_of(me)
        and (other.gets_death_spotlight or not kills)
    ]


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Return None: no distances are kept."""
    del draft, who, other
    return None


# --- what is worth asking ---

attack_of = attack_or_none
PRICES: dict[str, float] = {}
STRIKING: dict[str, Sequence[int]] = {"held": ()}
STRUCK: dict[str, Sequence[int]] = {"cover": ()}
FALLS_BY_PLACE = True
COVER = "cover"
"""The field with a target's cover, and the word by which it does not count."""
VITAL_PLACES = ("head", "torso")


WOUNDS = ("locations",)


def wounds_that_count(draft: Draft, who: str) -> dict[str, Hashable]:
    """Return the marks that stand for the arms of WHO that do not work (SP-INJ-02): all boxes
    lethal there, and no mark on an arm that works."""
    me = Scene(draft).fighter(who)
    found: dict[str, Hashable] = {}
    for arm in ARMS:
        boxes = 0 if me.works(arm) else me.boxes(arm).boxes
        found[f"locations.{arm}.lethal"] = boxes
        found[f"locations.{arm}.bruise"] = 0
    return found


def is_lasting(draft: Draft, who: str, field: str, value: Hashable) -> bool:
    """Whether a value stays for the rest of the fight: arms that do not work, if WHO has no weapon
    for the other one. Whoever has one draws it, and is about as dangerous as before."""
    del value
    if not field.startswith(WOUNDS):
        return False
    me = Scene(draft).fighter(who)
    return not any(me.arms_work(me.arm_for(name)) for name in me.sheet.weapons)


def is_decisive(
    draft: Draft, attack: Attack, who: str, field: str, value: Hashable
) -> bool:
    """Whether a field of the live state can change the odds of an attack: what is in hand only if
    the attack names no weapon, or an arm does not work, since a weapon that is drawn first counts
    as in hand; cover unless the attack is past it."""
    del value
    if field == COVER:
        return COVER not in attack.options.without
    if field != "held" or attack.options.weapon is None:
        return True
    return not all(map(Scene(draft).fighter(who).arms_work, ARMS))


def propose_modes(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the same attack in each of the weapon's other modes."""
    me = Scene(draft).fighter(attack.attacker)
    weapon = me.weapons().get(attack.options.weapon or "")
    for mode in weapon.fire_modes[1:] if weapon and not weapon.is_melee else ():
        yield extend_intent(attack, f"mode={mode.replace('_', '-')}")


def propose_called_shot(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the same attack, aimed at the head, and at the torso."""
    del draft
    return (extend_intent(attack, called=place) for place in VITAL_PLACES)


def propose_defenses(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the defenses against an attack; each costs an AP, and so an attack."""
    del draft
    for defense in ("dodge", "counter"):
        yield extend_intent(attack, defense=(defense,), spent={"attack": 1})


CHOICES: tuple[Question, ...] = (propose_modes, propose_called_shot)
ANSWERS: tuple[Question, ...] = (propose_defenses,)


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    """Yield an attack with each weapon, those that can be used first."""
    me = Scene(draft).fighter(who)
    names = sorted(me.weapons(), key=lambda name: not can_attack_with(me, name))
    for name in names:
        yield Attack(who, (target,), options=Options(weapon=name))


def other_actions(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """Yield how to take cover, for an AP, where both shoot."""
    weapons = (
        next(iter(attacks_at_hand(draft, *pair))).options.weapon
        for pair in ((who, foe), (foe, who))
    )
    scene = Scene(draft)
    both = zip((who, foe), weapons, strict=True)
    if any(
        scene.fighter(one).weapons()[str(weapon)].is_melee
        for one, weapon in both
    ):
        return
    for piece in draft.encounter.scene.get("cover") or {}:
        hide = Act(who, "take-cover", (piece.replace("_", "-"),))
        yield Way(hide, {"attack": 1}, behind=piece, last=True)


def attacks_left(draft: Draft, who: str) -> int:
    """Return the AP that `who` has left, each of which is an attack; all before the fight."""
    scene = Scene(draft)
    return scene.fighter(who).ap if scene.fight.running else AP


def cover_of(draft: Draft, who: str) -> tuple[str, ...]:
    """Return the pieces of the scene that `who` is behind by their id, and other ones by a text
    with the name of `who`."""
    return draft.cache.of_fight(
        ("cover of", who), lambda: name_cover(draft, who), owners=(who,)
    )


def name_cover(draft: Draft, who: str) -> tuple[str, ...]:
    """Find the pieces that `who` is behind among those of the scene, by all of their values."""
    scene = draft.encounter.scene
    pieces = [
        (name, scene_piece(scene, name)) for name in scene.get("cover") or {}
    ]
    found = []
    for own in Scene(draft).fighter(who).live_cover():
        same = [
            name for name, piece in pieces if piece.to_data() == own.to_data()
        ]
        found.append(same[0] if same else f"{who}'s {own.name}")
    return tuple(found)


def way_round(draft: Draft, who: str, foe: str) -> Way | None:
    """Return the move, for an AP, with which `who` gets round the cover of a foe; None if they
    cannot move."""
    me = Scene(draft).fighter(who)
    if me.pinned is not None or me.bad_legs():
        return None
    return Way(Act(who, "move", (foe,)), {"attack": 1}, leaves={"cover": []})
