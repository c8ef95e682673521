"""Intents of a simulated combatant: what to declare and do, and the options that are weighed."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, dist
from typing import Any, cast

from gmtrack.core.draft import Draft, copy_maps
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.attack.check import metres_out_of_reach
from gmtrack.rulesets.i2050.attack.modifiers import LEVEL, OUT_OF_REACH
from gmtrack.rulesets.i2050.screens.board import total_track
from gmtrack.rulesets.i2050.screens.declarations import (
    BURST,
    DECLARED,
    MANY,
    attack_as_declared,
    is_in_reach,
    list_declarations,
    propose_readying,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Item, Scene, shot_targets
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED, Weapon, kebab
from gmtrack.rulesets.i2050.sheet.state import RoundPlan
from gmtrack.rulesets.i2050.tables import BANDS
from gmtrack.rulesets.i2050.turn.movement import REACH
from gmtrack.rulesets.i2050.turn.order import (
    EVASIONS,
    can_evade,
    current_item,
    due_items,
    undeclared_fighters,
)
from gmtrack.rulesets.i2050.turn.turn import clear_round
from gmtrack.rulesets.kit.choices import extend_intent
from gmtrack.rulesets.port import (
    Approach,
    Declaration,
    Lost,
    Question,
    TurnState,
    WantedAttack,
    Way,
)

MOST_AT_ONCE = 3
"""The most foes at whom one burst is weighed."""
WORTH_A_BURST = 3
"""Shots from which on a burst at half the skill hits more often than one shot."""


def turn_state(draft: Draft) -> TurnState:
    """Return who may act: while all declare, those who have not, the first side first; in
    Resolution those who are due; in Movement those who can get up, where that takes no plan
    (IN-R38)."""
    scene = Scene(draft)
    step = scene.fight.step
    actors: list[Fighter] = []
    spared = False
    if step == "determination":
        first = scene.declares_first()
        actors = sorted(
            undeclared_fighters(scene), key=lambda who: who.side != first
        )
    elif step == "resolution":
        items = due_items(scene)
        actors = [item.who for item in items]
        spared = any(item.is_spared for item in items)
    elif step == "movement" and scene.house.stand_up == "movement_phase":
        actors = [
            who for who in scene.everybody() if who.able and can_get_up(who)
        ]
    ids = tuple(who.id for who in actors)
    return TurnState(scene.fight.round, scene.fight.running, ids, due=spared)


def next_intents(
    draft: Draft, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield what a simulated combatant tries, the best first: to declare, to carry out what was
    declared, or to declare late."""
    scene = Scene(draft)
    me, step = scene.fighter(who), scene.fight.step
    if step == "movement":
        if me.able and can_get_up(me):
            yield Act(who, "stand")
    elif me.plan is not None:
        if step == "resolution":
            yield from propose_declared_attack(scene, me, me.plan, aims)
    elif me.able and aims:
        yield from propose_declarations(scene, me, aims)


def can_get_up(me: Fighter) -> bool:
    """Whether somebody is prone and can stand."""
    return me.prone and not me.cannot_stand


# --- what to declare ---


def propose_declarations(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield declarations, the best first: take a weapon in hand, get up if they do not shoot
    (for which lying makes no difference), attack the first target in reach, else go to the most
    wanted one."""
    if me.weapon(me.first_usable()).is_unarmed:
        yield from propose_readying(me)
    if (
        scene.house.stand_up == "intent"
        and can_get_up(me)
        and not weapon_to_use(me, aims[0]).firearm
    ):
        yield Act(me.id, "stand")
    for aim in aims:
        yield from propose_attack(me, scene.fighter(aim.target), aim)
    for aim in aims:
        if metres_out_of_reach(me, scene.fighter(aim.target)):
            yield Act(me.id, "move", (aim.target,))


def weapon_to_use(me: Fighter, aim: WantedAttack) -> Weapon:
    """Return the weapon that the aim names, if it can be used, else the first usable one."""
    named = aim.weapon if aim.weapon and me.is_usable(aim.weapon) else None
    return me.weapon(named or me.first_usable())


def propose_attack(
    me: Fighter, foe: Fighter, aim: WantedAttack
) -> Iterator[Intent]:
    """Yield an attack on a foe with the wanted weapon, or with the first that reaches; nothing
    if none does. A weapon good at bursts fires one, if nothing was said about it."""
    weapon = weapon_to_use(me, aim)
    if not is_in_reach(me, foe, weapon):
        usable = (one for name, one in me.weapons.items() if me.is_usable(name))
        better = next(
            (one for one in usable if is_in_reach(me, foe, one)), None
        )
        if better is None:
            return
        weapon = better
    words = aim.words if weapon.id == aim.weapon else ()
    action = "shoot" if weapon.is_missile else "fight"
    names = [word.partition("=")[0] for word in words]
    named = "burst" in names
    if named or (
        aim.weapon is None
        and weapon.is_missile
        and weapon.burst >= WORTH_A_BURST
    ):
        action = "burst"
    takes = ACTIONS[action].words
    useful = tuple(
        word for word, name in zip(words, names, strict=True) if name in takes
    )
    yield Act(
        me.id,
        action,
        (foe.id,),
        options=Options(weapon=weapon.id, words=useful),
    )


# --- what was declared ---


def propose_declared_attack(
    scene: Scene, me: Fighter, plan: RoundPlan, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield what carries out a declared plan that is due, against targets who still stand."""
    item = current_item(scene, me)
    if item is None or not (me.able or item.is_spared):
        return
    if plan.action == "unjam":
        yield Act(me.id, "unjam", options=Options(weapon=plan.weapon))
    elif plan.weapon and (me.is_usable(plan.weapon) or item.is_spared):
        standing = {aim.target: aim for aim in aims}
        for targets in due_target_groups(plan, item):
            found = [
                standing[target] for target in targets if target in standing
            ]
            if found:
                words = found[0].words if found[0].weapon == plan.weapon else ()
                yield Attack(me.id, targets, options=Options(words=words))


def due_target_groups(plan: RoundPlan, item: Item) -> Iterator[tuple[str, ...]]:
    """Yield the targets of each attack that is due: foe by foe, or all that a burst is at."""
    if plan.action == "fight":
        yield from ((target,) for target in item.open_units)
    elif plan.action == "burst":
        people = shot_targets(plan)
        yield tuple(
            dict.fromkeys(people[int(shot) - 1] for shot in item.open_units)
        )
    else:
        yield plan.targets


# --- what the fight shows ---


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    """Return the track of the total hit points."""
    return (total_track(Scene(draft).fighter(who)),)


def boxes_left(draft: Draft, who: str) -> int:
    """Return the total hit points that somebody has left, at least 0."""
    fighter = Scene(draft).fighter(who)
    return min(max(0, fighter.hp), fighter.total)


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Return the metres between two combatants; None if a position is unknown."""
    scene = Scene(draft)
    here, there = scene.fighter(who).position, scene.fighter(other).position
    return None if here is None or there is None else dist(here, there)


# --- what is worth asking ---

PRICES: dict[str, float] = {}
WHOLE = tuple(range(100))
"""Hit points as they stand: `value_that_counts` says what they come to."""
STRIKING: dict[str, Sequence[int]] = {
    "aimed": (),
    "weapons": (),
    "prone": (),
    "pools.hp": WHOLE,
}
STRUCK: dict[str, Sequence[int] | Sequence[str]] = {
    "prone": (),
    "pools.hp": WHOLE,
    "intent.action": EVASIONS,
}
BROKEN = "broken"
"""The status of a weapon that is gone for the rest of the fight."""
PLACE = ("position",)
AIM_POINTS = 3
"""Points of skill paid for a called place."""
OVERTAKEN = 0.1
"""The chance that an attack puts its target out or disarms it, before the target has acted."""
EFFECTS = {
    # The sword arm is gone, or the weapon. On a useless leg they fight from the ground, at -5.
    "useless-right-arm": Lost(rounds=1.5),
    "disabled-right-arm": Lost(rounds=1.5),
    "dropped": Lost(rounds=0.5),
    "useless-right-leg": Lost(rounds=0.7),
    "useless-left-leg": Lost(rounds=0.7),
    "disabled-right-leg": Lost(rounds=1.0),
    "disabled-left-leg": Lost(rounds=1.0),
    "prone": Lost(rounds=0.3),
}


def attack_of(draft: Draft, intent: Intent) -> Attack | None:
    """Return the attack that an intent declares, makes before the first round or names a weapon
    for, or makes with bare hands in a round, which leaves the choice of Unarmed Combat; None if it
    only carries out what was declared."""
    if isinstance(intent, Act) and intent.action in DECLARED:
        return attack_as_declared(intent)
    if not isinstance(intent, Attack):
        return None
    scene = Scene(draft)
    if scene.fight.step is None or intent.options.weapon is not None:
        return name_weapon(scene, intent)
    plan = scene.fighter(intent.attacker).plan
    if plan is None or plan.split or not is_bare_handed(scene, intent):
        return None
    if plan.weapon != UNARMED:
        return None
    # Named, the weapon is that of the plan, whatever was in hand at first.
    options = intent.options._replace(weapon=UNARMED)
    return Attack(intent.attacker, intent.targets, options=options)


def name_weapon(scene: Scene, attack: Attack) -> Attack:
    """Return an attack with the weapon with which it is made before the first round, so that its
    odds are those of the same attack with the weapon named."""
    options = attack.options
    if options.weapon is not None:
        return attack
    is_split = any(word.partition("=")[0] == "split" for word in options.words)
    weapon = scene.fighter(attack.attacker).first_usable(melee=is_split)
    options = options._replace(weapon=weapon)
    return Attack(attack.attacker, attack.targets, options=options)


def reach_of(draft: Draft, attack: Attack) -> Hashable:
    """Return what the positions of attacker and target mean for an attack: in how many rounds a
    blow reaches, and who stands how much higher (IN-MOD-03, IN-R16). None for a firearm, for which
    neither counts."""
    me, foe = map(Scene(draft).fighter, (attack.attacker, attack.targets[0]))
    name = attack.options.weapon
    weapon = None if name is None else me.weapon(name)
    if weapon is not None and weapon.firearm:
        return None
    shoots = weapon is not None and weapon.is_missile
    rounds = 0 if shoots else rounds_of_way(me, foe)
    return rounds, height_step(foe.height - me.height)


def rounds_of_way(me: Fighter, foe: Fighter) -> int | None:
    """Return the rounds of moving until a foe is within reach of a blow (IN-MOVE-02, IN-PHASE-05):
    0 if they are now, None for somebody who cannot move."""
    metres = metres_out_of_reach(me, foe)
    if metres is None:
        return 0
    return ceil((metres - REACH) / me.allowance) if me.allowance else None


def approach(draft: Draft, attack: Attack) -> Approach | None:
    """Return how the attacker gets to a target whom they strike: they move to them, and strike in
    the round after the last of these. None for a missile weapon, a target within reach or at
    another height, somebody who has declared or cannot move, and unknown positions."""
    scene = Scene(draft)
    me, foe = map(scene.fighter, (attack.attacker, attack.targets[0]))
    weapon = me.weapon(attack.options.weapon or me.first_usable())
    if weapon.is_missile or me.plan is not None or not me.able:
        return None
    rounds = rounds_of_way(me, foe)
    is_high = abs(foe.height - me.height) >= OUT_OF_REACH
    if not rounds or (is_high and weapon.class_ != "long"):
        return None
    intent = Act(me.id, "move", (foe.id,))
    return Approach(intent, rounds, {"position": foe.position})


def outside_of_round(encounter: Encounter) -> Encounter:
    """Return an encounter without what was declared and done in the round that it stands in: an
    attack that is not declared has no odds there. Itself if no round is in progress."""
    draft = Draft(encounter)
    if Scene(draft).fight.step is None:
        return encounter
    after = Draft(replace(encounter, fight=copy_maps(encounter.fight)))
    scene = Scene(after)
    for who in encounter.combatants:
        clear_round(scene.fighter(who))
    scene.fight.step = None
    scene.fight.lapse("round")
    return after.encounter


def height_step(metres: float) -> int:
    """Return how a difference in height counts: 0 for not at all, 1 for a higher stand, 2 for one
    that only long weapons reach; below 0 for a lower one."""
    steps = (abs(metres) >= LEVEL) + (abs(metres) >= OUT_OF_REACH)
    return -steps if metres < 0 else steps


def value_that_counts(
    draft: Draft, who: str, field: str, value: Hashable
) -> Hashable:
    """Return the value of a decisive field that stands for all that come to the same: of hit points
    the most that halve the skills (IN-WND-04), None for more than these; of weapons those alone
    that can be used and could not at first, or the other way round."""
    fighter = Scene(draft).fighter(who)
    if field == "pools.hp" and isinstance(value, int):
        most = most_halving(fighter)
        return most if value <= most else None
    if field == "weapons" and isinstance(value, frozenset):
        return changed_weapons(fighter, dict(value))
    return value


def changed_weapons(
    fighter: Fighter, states: Mapping[str, Hashable]
) -> Hashable:
    """Return the live states of the weapons that can be used and could not at first (`ready`), or
    the other way round (`broken`, and `dropped` for all that can be mended), as a value of the live
    state; None if there are none. `fighter` is as at first."""
    changed: dict[str, Hashable] = {}
    for name, state in states.items():
        status = dict(cast("Any", state)).get("status")
        usable = fighter.status_of(kebab(name)) == "ready"
        if status and usable != (status == "ready"):
            if usable and status != BROKEN:
                status = "dropped"
            changed[name] = frozenset({("status", status)})
    return frozenset(changed.items()) or None


def most_halving(fighter: Fighter) -> int:
    """Return the most hit points with which a fighter's skills are halved."""
    least = BANDS.index("grievous")
    return max(
        points
        for points in range(fighter.total)
        if BANDS.index(fighter.band_at(points)) >= least
    )


def is_lasting(draft: Draft, who: str, field: str, value: Hashable) -> bool:
    """Whether a value stays for the rest of the fight: wounds that halve the skills, lying down
    with a useless leg or abdomen, and weapons that are broken, all that have changed; those on the
    ground are picked up again, and a jam is cleared."""
    if field == "pools.hp":
        return True
    if field == "prone":
        return Scene(draft).fighter(who).cannot_stand
    if field != "weapons" or not isinstance(value, frozenset):
        return False
    return all(dict(state)["status"] == BROKEN for _, state in value)


def declared_attackers(draft: Draft, foe: str) -> list[str]:
    """Return who has declared an attack on somebody, while all declare."""
    scene = Scene(draft)
    if scene.fight.step != "determination":
        return []
    return [
        who.id
        for who in scene.everybody()
        if who.plan is not None
        and who.plan.action in DECLARED
        and foe in who.plan.targets
    ]


def evasion_of(draft: Draft, who: str, foe: str) -> dict[str, str]:
    """Return the evasion that somebody who has yet to declare may declare if `who` is one of `MANY`
    who attack them: they weave if one of them shoots, and dodge blows. Empty if too few attack
    them, or if they cannot evade."""
    scene = Scene(draft)
    me, other = scene.fighter(who), scene.fighter(foe)
    if other.plan is not None or not can_evade(other):
        return {}
    declared = [scene.fighter(one) for one in declared_attackers(draft, foe)]
    if len(declared) + 1 < MANY:
        return {}
    is_shot = me.weapon(me.first_usable()).is_missile or any(
        one.plan is not None and one.plan.action != "fight" for one in declared
    )
    return {"intent.action": "weave" if is_shot else "dodge"}


def is_decisive(
    draft: Draft, attack: Attack, who: str, field: str, value: Hashable
) -> bool:
    """Whether a field of the live state can change the odds of an attack: an aim at the target, a
    change of the weapon that strikes, lying down except for somebody with a firearm, and few hit
    points of somebody who rolls a skill."""
    strikes = who == attack.attacker
    if field == "pools.hp":
        return strikes or "fight" in attack.options.defense
    weapon = attack.options.weapon
    if weapon is None:
        return True
    firearm = Scene(draft).fighter(attack.attacker).weapon(weapon).firearm
    if not strikes:
        # Each target of a burst may lie or stand: that would be many odds for little.
        return field != "prone" or not firearm or len(attack.targets) == 1
    if field == "weapons" and isinstance(value, frozenset):
        return weapon in {kebab(name) for name, _ in value}
    if field == "aimed":
        return firearm and value in attack.targets
    return field != "prone" or not firearm


def has_many_branches(attack: Attack) -> bool:
    """Whether an attack is a burst of several shots: each begins with all that those before may
    have done."""
    words = [word.partition("=") for word in attack.options.words]
    return any(name == BURST and shots != "1" for name, _, shots in words)


def is_bare_handed(scene: Scene, attack: Attack) -> bool:
    """Whether an attack is made with bare hands: with the weapon that it names, else the first
    usable one."""
    me = scene.fighter(attack.attacker)
    return me.weapon(attack.options.weapon or me.first_usable()).is_unarmed


def propose_burst(draft: Draft, intent: Act | Attack) -> Iterator[Way]:
    """Yield one shot instead of a burst, or a burst instead of one shot."""
    me = Scene(draft).fighter(
        intent.attacker if isinstance(intent, Attack) else intent.who
    )
    weapon = me.weapon(intent.options.weapon or me.first_usable())
    if not weapon.is_missile or weapon.burst < 2:
        return
    if isinstance(intent, Attack):
        if BURST not in intent.options.words:
            yield extend_intent(intent, BURST)
        return
    action = "shoot" if intent.action == "burst" else "burst"
    yield Way(Act(intent.who, action, intent.args, options=intent.options))


def attacks_on_several(
    draft: Draft, who: str, foes: Sequence[str]
) -> Iterator[Way]:
    """Yield the declaration of a burst whose shots are shared out among the first foes, for
    somebody who has yet to declare with a weapon that fires bursts at hand.

    As each change of target costs skill, it is yielded only where a burst at the first foe is more
    than that foe takes: all hits but one are likely to be enough."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if scene.fight.step != "determination" or me.plan is not None:
        return
    weapon = me.weapon(me.first_usable())
    if not weapon.is_missile or weapon.burst < 2 or not me.able:
        return
    if scene.fighter(foes[0]).hp > (weapon.burst - 1) * usual_damage(weapon):
        return
    most = min(MOST_AT_ONCE, weapon.burst, len(foes))
    shots = share_out_shots(weapon.burst, foes[:most])
    yield Way(Act(who, BURST, shots, options=Options(weapon=weapon.id)))


def usual_damage(weapon: Weapon) -> float:
    """Return the damage that one hit does on average."""
    dice = weapon.damage
    return dice.dice * (dice.sides + 1) / 2 + dice.add


def share_out_shots(shots: int, foes: Sequence[str]) -> tuple[str, ...]:
    """Return the target of each shot of a burst that is shared out among foes, the first ones get
    one more where it does not come out even."""
    each, more = divmod(shots, len(foes))
    return tuple(
        foe
        for number, foe in enumerate(foes)
        for _ in range(each + (number < more))
    )


def propose_called_shot(draft: Draft, intent: Act | Attack) -> Iterator[Way]:
    """Yield the same attack, aimed at the head, where it is to be declared."""
    if isinstance(intent, Act):
        lost = chance_to_be_overtaken(draft, intent)
        way = extend_intent(intent, f"aim={AIM_POINTS}", called="head")
        yield way._replace(spent={**way.spent, "attack": lost})


def chance_to_be_overtaken(draft: Draft, declared: Act) -> float:
    """Return the chance that somebody loses a declared attack because a called place makes it
    slower (IN-AIM-01, IN-SPD-05): the foes who would then strike first share out among the
    combatant's side."""
    scene, encounter = Scene(draft), draft.encounter
    me = scene.fighter(declared.who)
    mine = me.speed(me.weapon(declared.options.weapon or me.first_usable()))
    side, overtaking = 1, 0
    for one in scene.everybody():
        if one.id == me.id or not one.able:
            continue
        if encounter.are_friends(me.id, one.id):
            side += 1
            continue
        theirs = one.speed(one.weapon(one.first_usable()))
        overtaking += mine - AIM_POINTS < theirs <= mine
    return min(1.0, OVERTAKEN * overtaking / side)


def propose_unarmed_combat(draft: Draft, intent: Act | Attack) -> Iterator[Way]:
    """Yield the same attack with Unarmed Combat in place of damage, if it is made with bare
    hands."""
    if isinstance(intent, Attack) and is_bare_handed(Scene(draft), intent):
        yield extend_intent(intent, "unarmed-combat")


def propose_weapon(draft: Draft, intent: Act | Attack) -> Iterator[Way]:
    """Yield the same attack with each other weapon that is ready and reaches the target, since none
    takes a round to get. Yields nothing for an attack that carries out what was declared, which
    names no weapon, and for one with words, which belong to a weapon."""
    named = intent.options.weapon
    if named is None or intent.options.words:
        return
    scene = Scene(draft)
    attack = (
        intent if isinstance(intent, Attack) else attack_as_declared(intent)
    )
    me, foe = map(scene.fighter, (attack.attacker, attack.targets[0]))
    for name, weapon in me.weapons.items():
        if name == named or not me.is_usable(name):
            continue
        if not is_in_reach(me, foe, weapon):
            continue
        bursts = weapon.is_missile and weapon.burst >= WORTH_A_BURST
        if isinstance(intent, Attack):
            words = (BURST,) if bursts else ()
            yield extend_intent(intent, *words, weapon=name)
        else:
            action = "shoot" if weapon.is_missile else "fight"
            options = Options(weapon=name)
            yield Way(
                Act(
                    me.id,
                    BURST if bursts else action,
                    intent.args,
                    options=options,
                )
            )


WEAPONS_AMONG_CHOICES = True
CHOICES: tuple[Question, ...] = (
    propose_weapon,
    propose_unarmed_combat,
    propose_burst,
    propose_called_shot,
)
ANSWERS: tuple[Question, ...] = ()


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    """Yield an attack with each usable weapon, the first usable one first."""
    me = Scene(draft).fighter(who)
    first = me.first_usable()
    usable = [
        name for name in me.weapons if name != first and me.is_usable(name)
    ]
    for name in (first, *usable):
        yield Attack(who, (target,), options=Options(weapon=name))


def other_actions(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """Yield what to do all round instead of an attack: aim. Dodging and weaving are weighed with
    the attacks that foes have declared (`declarations`)."""
    me = Scene(draft).fighter(who)
    if me.weapon(me.first_usable()).firearm:
        yield Way(Act(who, "aim", (foe,)), {"attack": 1}, rounds=1)


def declarations(
    draft: Draft, who: str, foes: Sequence[str], weapon: str | None = None
) -> list[Declaration]:
    """Return what `who` may declare, the attack on the first foe first, with this weapon (None: the
    one that comes first). Empty after `who` has declared, outside of Determination, and for
    somebody who gets up, since that pays in the rounds to come."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if scene.fight.step != "determination" or me.plan is not None:
        return []
    aims = [WantedAttack(foe, weapon) for foe in foes]
    usual = next(propose_declarations(scene, me, aims), None)
    if not isinstance(usual, Act) or usual.action == "stand":
        return []
    return list_declarations(scene, me, usual, foes)
