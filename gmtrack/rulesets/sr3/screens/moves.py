"""The moves of a combatant whom nobody plays: whose phase it is, and what is worth doing first.

Nobody who fights plainly moves, as no rule here says how far; who strikes is taken to get there. An
unknown distance counts as across a room (`ROOM`). A shot uses the weapon's first mode and no combat
pool, unless the words of the aim say more."""

import math
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gmtrack.core.draft import Draft, copy_maps
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Intervene, Options
from gmtrack.core.names import squash
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_or_none, extend_intent
from gmtrack.rulesets.kit.rolloff import passes_on_average
from gmtrack.rulesets.port import (
    Area,
    Question,
    TurnState,
    WantedAttack,
    Way,
)
from gmtrack.rulesets.sr3.actions.gear import can_be_aimed
from gmtrack.rulesets.sr3.attack.aim import metres_apart, range_at
from gmtrack.rulesets.sr3.attack.melee import melee_weapon
from gmtrack.rulesets.sr3.attack.target_number import OPPONENT
from gmtrack.rulesets.sr3.dice import SIDES
from gmtrack.rulesets.sr3.screens.aid_moves import treatments as treatments
from gmtrack.rulesets.sr3.screens.board import monitor_tracks
from gmtrack.rulesets.sr3.screens.closing_in import approach as approach
from gmtrack.rulesets.sr3.screens.closing_in import step_before as step_before
from gmtrack.rulesets.sr3.screens.several_moves import ROOM, is_in_range
from gmtrack.rulesets.sr3.screens.several_moves import (
    attacks_on_several as attacks_on_several,
)
from gmtrack.rulesets.sr3.screens.several_moves import (
    strikes_each_alone as strikes_each_alone,
)
from gmtrack.rulesets.sr3.screens.spell_moves import (
    areas_to_cast,
    is_spell,
    is_touchable,
    spell_attack,
    spells_instead,
    spells_to_cast,
    spells_to_drop,
)
from gmtrack.rulesets.sr3.screens.throws import (
    blast_defenses,
    detonate_intents,
    is_throw,
    throw_intents,
)
from gmtrack.rulesets.sr3.sheet.areas import list_caught
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.tables import (
    BOXES,
    LASER_METRES,
    LOADING,
    MODES,
    PASS,
    ModeRow,
)
from gmtrack.rulesets.sr3.turn.legality import SIMPLE, Cost
from gmtrack.rulesets.sr3.turn.phases import has_phase_to_come
from gmtrack.rulesets.sr3.turn.timed import due_items, timed_items
from gmtrack.rulesets.sr3.wounds.events import is_busy_with_aid
from gmtrack.rulesets.sr3.wounds.melee import friends_of, opponents_of

Words = tuple[str, ...]


def turn_state(draft: Draft) -> TurnState:
    """Return the round and who may act: whoever has thrown what goes off now, else the combatant
    whose phase it is, then those who delay theirs."""
    scene = Scene(draft)
    fight = scene.fight
    due = due_items(scene)
    if due:
        owner = timed_items(scene)[due[0]]["owner"]
        return TurnState(fight.round, fight.running, (owner,), due=True)
    if not fight.running:
        return TurnState(fight.round, False)
    live = draft.get(("fight", "combatants"), {})
    delayed = (
        who for who, state in live.items() if state and state.get("delayed")
    )
    acting = (fight.acting,) if fight.acting else ()
    return TurnState(fight.round, True, (*acting, *delayed))


def next_intents(
    draft: Draft, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield what `who` might try, best first: the blast that is due, take the delayed phase, break
    a hold, stand up, throw a grenade that helps more than it harms, attack. Yields nothing but
    a blast without aims."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if due_items(scene):
        yield from detonate_intents(scene, who, aims)
        return
    if not aims or is_busy_with_aid(scene, me):
        return
    if not scene.on_turn(me):
        if me.delayed and me.awake:
            yield Intervene(who)
    elif can_pay(me, "simple"):
        status = me.status
        if status == "subdued" and can_pay(me, "complex"):
            yield Act(who, "subdual-break")
        elif status == "up":
            if me.prone:
                yield Act(who, "stand-up")
            yield from throw_intents(scene, me, aims)
            yield from attack_intents(scene, me, aims)


def is_spent(draft: Draft, who: str) -> bool:
    """Whether it is a combatant's phase, and nothing is left of it but free actions."""
    scene = Scene(draft)
    me = scene.fighter(who)
    return (
        scene.on_turn(me) and not can_pay(me, "simple") and not due_items(scene)
    )


def can_pay(me: Fighter, cost: Cost) -> bool:
    """Whether enough is left of the combatant's phase for this cost."""
    return me.simple_left >= SIMPLE[cost]


def attack_intents(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield attacks on the first aim that the weapon meant, or in hand, can reach. If none is
    reached or all are refused, other weapons follow, bare hands last."""
    in_hand, reached, refused = me.in_hand, False, False
    for aim in aims:
        weapon = aim.weapon or in_hand
        meant = weapon != UNARMED or aim.weapon is not None
        if meant and is_in_reach(scene, me, aim.target, weapon):
            reached = True
            for intent in weapon_intents(
                scene, me, aim.target, weapon, aim.words
            ):
                yield intent
                refused = True
    if reached and not refused:
        return
    others = [
        name
        for name, weapon in me.weapons.items()
        if name not in (in_hand, UNARMED) and not weapon.is_explosive
    ]
    for aim in aims:
        for weapon in (*others, UNARMED):
            if is_in_reach(scene, me, aim.target, weapon):
                yield from weapon_intents(scene, me, aim.target, weapon)


def is_in_reach(scene: Scene, me: Fighter, target: str, name: str) -> bool:
    """Whether the target is in the weapon's range; an unknown distance counts as in range. Nobody
    is in reach of an explosive, which the moves leave alone; everybody is of a spell."""
    if is_spell(me, name):
        return True
    weapon = me.weapon(name)
    if weapon.is_explosive:
        return False
    if not weapon.is_ranged:
        return True
    return is_in_range(me, scene.fighter(target), weapon)


def weapon_intents(
    scene: Scene, me: Fighter, target: str, name: str, words: Words = ()
) -> Iterator[Intent]:
    """Yield the next step of an attack with one weapon: ready it, reload it or attack with these
    `words` of `--with`. Yields nothing if too little is left of the phase."""
    if is_spell(me, name):
        if can_pay(me, "complex"):
            yield spell_attack(me, target, name)
        return
    weapon = me.weapon(name)
    if weapon.is_explosive:
        return
    if name not in me.hands:
        yield Act(me.id, "ready", (name,))
    elif weapon.is_ranged and needs_rounds(me, name, weapon, words):
        yield from reload_intents(me, name, weapon)
    elif can_attack(me, name, weapon, words):
        told = range_words(scene, me, target, weapon, words)
        yield Attack(
            me.id,
            (target,),
            options=Options(weapon=name, words=(*words, *told)),
        )


def range_words(
    scene: Scene, me: Fighter, target: str, weapon: Weapon, words: Words
) -> Words:
    """Return the word for the range if it has to be typed: across a room, within what the weapon
    can do. Empty for melee or a known range."""
    if not weapon.is_ranged or value_of_word(words, "range") is not None:
        return ()
    here, there = me.position, scene.fighter(target).position
    return (
        ()
        if here is not None and there is not None
        else (f"range={max(weapon.min_range, min(ROOM, weapon.ranges[-1]))}",)
    )


def value_of_word(words: Words, name: str) -> str | None:
    """Return the text behind `name=` among the words; None if the word is missing."""
    return next(
        (
            word.partition("=")[2]
            for word in words
            if word.startswith(f"{name}=")
        ),
        None,
    )


def needs_rounds(me: Fighter, name: str, weapon: Weapon, words: Words) -> bool:
    """Whether the weapon has too few rounds for this shot. A burst makes do with what is left."""
    if not me.weapon_state(name).clip_in:
        return True
    told = value_of_word(words, "rounds") or ""
    needed = int(told) if told.isdigit() else 1
    return weapon.capacity > 0 and me.weapon_state(name).ammo < needed


def reload_intents(me: Fighter, name: str, weapon: Weapon) -> Iterator[Intent]:
    """Yield the action that reloads the weapon: take the holder out, put it in or load rounds.
    Yields nothing if the phase has too little left."""
    row = LOADING[weapon.loading]
    if "load" in row.actions or weapon.class_ == "crossbow":
        if can_pay(me, "complex"):
            yield Act(me.id, "load", (name,))
    elif can_pay(me, "complex" if row.swap == "complex" else "simple"):
        out, into, *_ = row.actions
        yield Act(
            me.id, out if me.weapon_state(name).clip_in else into, (name,)
        )


def can_attack(me: Fighter, name: str, weapon: Weapon, words: Words) -> bool:
    """Whether enough of the phase is left to attack: all of it for a blow, for a shot what the
    mode costs within its limit."""
    if not weapon.is_ranged:
        return can_pay(me, "complex")
    mode = mode_of_words(weapon, words)
    return can_pay(me, mode.cost) and (
        mode.limit is None or me.weapon_state(name).shots < mode.limit
    )


def mode_of_words(weapon: Weapon, words: Words) -> ModeRow:
    """Return the fire mode that the words name; without one that is known, the weapon's first."""
    said = value_of_word(words, "mode")
    named = (row for row in MODES.values() if row.mode == said)
    return next(named, MODES[weapon.modes[0]])


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    """Return both condition monitors of a combatant."""
    return monitor_tracks(Scene(draft).fighter(who))


def boxes_left(draft: Draft, who: str) -> int:
    """Return the boxes of both monitors that are empty; those of the physical one of a vehicle."""
    fighter = Scene(draft).fighter(who)
    physical = BOXES - fighter.physical
    if fighter.sheet.vehicle:
        return physical
    return physical + BOXES - fighter.monitor.dazed


def boxes_to_fall(draft: Draft, who: str) -> float:
    """Return the boxes that a combatant still loses on the fuller of its monitors before it is
    out."""
    me = Scene(draft).fighter(who)
    return BOXES - max(me.physical, me.stun)


def boxes_to_fall_by(draft: Draft, who: str, attack: Attack) -> float:
    """Return the boxes that a combatant still loses on the monitor that a weapon fills, before it
    is out. A spell may fill either: it counts for the fuller one."""
    scene = Scene(draft)
    attacker = scene.fighter(attack.attacker)
    name = attack.options.weapon or attacker.in_hand
    if is_spell(attacker, name):
        return boxes_to_fall(draft, who)
    target = scene.fighter(who)
    kind = attacker.weapon(name).damage_type
    return BOXES - (target.stun if kind == "stun" else target.physical)


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Return the metres between two combatants: 0 in melee, None if a position is unknown."""
    scene = Scene(draft)
    me = scene.fighter(who)
    return (
        0.0
        if other in me.in_melee_with
        else metres_apart(me, scene.fighter(other))
    )


# --- what is worth asking ---


def attack_of(draft: Draft, intent: Intent) -> Attack | None:
    """Return the intent if it is an attack whose ways are worth weighing, else None: what is thrown
    is weighed as a whole, against everybody whom it reaches."""
    attack = attack_or_none(draft, intent)
    if attack is None:
        return None
    thrown = is_throw(Scene(draft).fighter(attack.attacker), attack)
    return None if thrown else attack


def reach_of(draft: Draft, attack: Attack) -> Hashable:
    """Return the range of an attack, as far as it may matter: the category, whether a laser
    reaches, and how far the shot of a shotgun spreads; of a spell whether a touch reaches; the
    metres for whatever is in hand. None for a blow and for an unknown distance."""
    scene = Scene(draft)
    me, target = scene.fighter(attack.attacker), attack.targets[0]
    name = attack.options.weapon
    metres = metres_apart(me, scene.fighter(target))
    if name is None or metres is None:
        return metres
    if is_spell(me, name):
        return is_touchable(scene, me, target)
    weapon = me.weapon(name)
    if not weapon.is_ranged:
        return None
    far = range_at(weapon, metres)
    spread = metres // weapon.choke if weapon.class_ == "shotgun" else 0
    is_lit = metres <= LASER_METRES
    return far.category, far.too_near, far.too_far, is_lit, spread


POOL_WORDS = ("resist-pool", "defense-pool")
"""The words that spend combat pool dice of a target."""


def is_decisive(
    draft: Draft, attack: Attack, who: str, field: str, value: Hashable
) -> bool:
    """Whether a field of the live state can change the odds of an attack: the pool of a target
    only if a word spends it, an aim only at the target with the weapon that strikes, what is in
    hand only without a named weapon or with a second one, lying only in melee, and cover only
    against what flies."""
    if field == "pool_left":
        spent = [
            word for word in attack.options.words if spends_pool_of(who, word)
        ]
        return any(word.partition("=")[2] != str(FEW) for word in spent) or (
            bool(spent) and value == 0
        )
    if field == "aim" and isinstance(value, frozenset):
        aim = dict(value)
        weapon = attack.options.weapon
        is_other = weapon is not None and squash(aim["weapon"]) != weapon
        return aim["target"] in attack.targets and not is_other
    name = attack.options.weapon
    if name is None or draft.encounter.has_effects:
        return True
    me = Scene(draft).fighter(attack.attacker)
    decides = True
    if field in TURN and field != MELEE:
        decides = is_shot_hindered(me, attack, field, value)
    elif field == "wielded":
        decides = me.in_other_hand is not None
    elif field == "partial_cover":
        decides = is_spell(me, name) or me.weapon(name).is_ranged
    elif field == "prone":
        decides = comes_to_blows(me, name)
    return decides


def is_shot_hindered(
    me: Fighter, attack: Attack, field: str, value: Hashable
) -> bool:
    """Whether what was fired before, a field of TURN, can hinder an attack: a shot, unless the
    weapon takes off all of its recoil."""
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name) or not me.weapon(name).is_ranged:
        return False
    weapon = me.weapon(name)
    if field != "rounds_this_phase" or not isinstance(value, int):
        return True
    mode = mode_of_words(weapon, attack.options.words).mode
    recoil = 0 if mode in ("ss", "sa") else FULL_AUTO
    return value + recoil > weapon.gas_vent + weapon.shock_pad


def comes_to_blows(me: Fighter, name: str) -> bool:
    """Whether an attack with a weapon or spell of this name is a blow, or begins with a touch."""
    if is_spell(me, name):
        return me.sheet.spells[name].range == "touch"
    return not me.weapon(name).is_ranged


def spends_pool_of(who: str, word: str) -> bool:
    """Whether a word of an attack spends combat pool dice of a target, alone or among several."""
    name = word.partition("=")[0]
    owner, tied, spent = name.rpartition(":")
    return spent in POOL_WORDS and (not tied or owner == who)


PRICES = {"pool": 0.05}
RENEWED = ("pool",)
FEW = 3
"""The combat pool dice that a small share spends."""
POOL_STEPS = (0, FEW, 8)
"""The combat pool dice to which those that are left are rounded down."""
STRIKING: dict[str, Sequence[int]] = {
    "wielded": (),
    "aim": (),
    "spell_pool_left": (0, FEW),
    "stun": (0, 3, 6),
    "sustained": (),
    "prone": (),
}
STRUCK: dict[str, Sequence[int]] = {
    "physical": (0, 5),
    "pool_left": POOL_STEPS,
    "partial_cover": (),
    "own_effects": (),
    "prone": (),
}
MELEE = "in_melee_with"
TURN = ("rounds_this_phase", "rounds_by_weapon", "targets_this_phase", MELEE)
"""The fields of what somebody has fired in their phase, and of who is in melee with them."""


def fields_of_turn(
    draft: Draft, who: str, targets: Sequence[str]
) -> dict[str, Any]:
    """Return the rounds that somebody has fired in the phase that they are in, which recoil
    (SR-068), and their earlier targets, if another than these is among them (SR-121): for such a
    one stands the first combatant who is none of these. Empty if nothing was fired, it is not
    their phase, or too little is left of it for a shot."""
    if draft.get(("fight", "acting")) != who:
        return {}
    me = Scene(draft).fighter(who)
    if not can_pay(me, "simple"):
        return {}
    fields: dict[str, Any] = {}
    if me.rounds_this_phase:
        fields["rounds_this_phase"] = me.rounds_this_phase
        if me.house.second_firearm_recoil == "own":
            by_weapon = draft.get(
                ("fight", "combatants", who, "rounds_by_weapon"), {}
            )
            fields["rounds_by_weapon"] = by_weapon
    earlier = me.targets_this_phase
    if any(one not in targets for one in earlier):
        others = (
            one for one in draft.encounter.combatants if one not in targets
        )
        fields["targets_this_phase"] = tuple(
            one if one in targets else next(others) for one in earlier
        )
    return fields


def fields_around(draft: Draft, attack: Attack) -> dict[str, Any]:
    """Return with whom an attacker is in melee, as far as that counts: for a blow as many friends
    as their side has more in this melee than the target's, or as many foes as it has fewer (SR-025,
    SR-026), for a shot their opponents (SR-122). The first ones of the fight stand for all others.
    Empty if that is nobody, and for a spell."""
    states = draft.get(("fight", "combatants")) or {}
    if not any(live and live.get(MELEE) for live in states.values()):
        return {}
    scene = Scene(draft)
    me, target = scene.fighter(attack.attacker), attack.targets[0]
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name) or target not in draft.encounter.combatants:
        return {}
    if me.weapon(name).is_ranged:
        apart = {me.id}
        ahead = -len(opponents_of(scene, me))
    else:
        apart = {me.id, target}
        foe = scene.fighter(target)
        ahead = friends_of(scene, me, foe) - friends_of(scene, foe, me)
    near = [
        one.id
        for one in scene.everybody()
        if one.able
        and one.id not in apart
        and (one.side == me.side) == (ahead > 0)
    ]
    return {MELEE: tuple(near[: abs(ahead)])} if ahead else {}


def outside_of_round(encounter: Encounter) -> Encounter:
    """Return an encounter without what anybody has fired in a phase, and without melees: who is in
    them is looked up for each attack. Itself if there are none."""
    draft = Draft(replace(encounter, fight=copy_maps(encounter.fight)))
    for who in encounter.combatants:
        for name in TURN:
            draft.drop(("fight", "combatants", who, name))
    return draft.encounter if draft.changes else encounter


HURT = ("physical",)
MEANS = {
    "pool_left": POOL_STEPS,
    "free_left": (0, 1),
    "simple_left": (0, 1, 2),
}
PLACE = ("position",)
PATIENT: dict[str, Sequence[int]] = {
    "physical": (),
    "overflow": (),
    "dying": (),
    "conscious": (),
    "prone": (),
}
FULL_AUTO = 6
"""The rounds of full auto that simulated players consider."""


def other_modes(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack in the weapon's other modes; full auto, which takes a whole phase, costs
    another attack. Yields nothing for melee or a typed mode."""
    me = Scene(draft).fighter(attack.attacker)
    if is_spell(me, attack.options.weapon):
        return
    weapon = me.weapon(attack.options.weapon or me.in_hand)
    if not weapon.is_ranged or value_of_word(attack.options.words, "mode"):
        return
    for mode in weapon.modes[1:]:
        if mode != "fa":
            yield extend_intent(attack, f"mode={mode}")
    if "fa" in weapon.modes and can_pay(me, "complex"):
        yield extend_intent(
            attack, "mode=fa", f"rounds={FULL_AUTO}", spent={"attack": 1}
        )


def called_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack as a called shot at the head, if a free action is left; a spell takes
    none."""
    me = Scene(draft).fighter(attack.attacker)
    if me.free_left and not is_spell(me, attack.options.weapon):
        yield extend_intent(attack, called="head")


def attacks_with_pool(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack with all combat pool dice that are left; a spell takes none."""
    me = Scene(draft).fighter(attack.attacker)
    if me.pool_left and not is_spell(me, attack.options.weapon):
        spent = {"pool": me.pool_left}
        yield extend_intent(attack, "pool=all", spent=spent)


def defended_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack against other defenses: pool dice against the damage; in melee full
    defense or dice to hit back."""
    scene = Scene(draft)
    target, me = (
        scene.fighter(attack.targets[0]),
        scene.fighter(attack.attacker),
    )
    name = attack.options.weapon
    if name is not None and is_spell(me, name):
        if me.sheet.spells[name].is_elemental:
            for word, spent in pool_shares(target, "resist-pool"):
                yield extend_intent(attack, word, spent=spent)
        return
    ranged = me.weapon(name or me.in_hand).is_ranged
    full: dict[str, Any] = {} if ranged else {"defense": ("full",)}
    if not ranged:
        if net_reach(me, target, name) < 0:
            yield from reach_on_opponent(scene, attack)
        yield extend_intent(attack, **full)
        if target.pool_left >= FEW:
            yield extend_intent(
                attack, f"defense-pool={FEW}", spent={"pool": FEW}
            )
    for word, spent in pool_shares(target, "resist-pool"):
        yield extend_intent(attack, word, spent=spent, **full)
        if not ranged and scene.house.melee_resist_pool:
            yield extend_intent(attack, word, spent=spent)


def attacks_by_reach(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield a melee attack in which the attacker, who has more reach, makes the defender's test
    harder with it and not their own easier; nothing where reach counts for both (SR-R59)."""
    scene = Scene(draft)
    me = scene.fighter(attack.attacker)
    name = attack.options.weapon
    if is_spell(me, name) or me.weapon(name or me.in_hand).is_ranged:
        return
    if net_reach(me, scene.fighter(attack.targets[0]), name) > 0:
        yield from reach_on_opponent(scene, attack)


def net_reach(me: Fighter, target: Fighter, name: str | None) -> int:
    """Return the reach of an attacker with this weapon (None: the one in hand) less that of the
    target with the weapon that they would defend with."""
    weapon = me.weapon(name or me.in_hand)
    _, other = melee_weapon(target)
    return me.reach_of(weapon) - target.reach_of(other)


def reach_on_opponent(scene: Scene, attack: Attack) -> Iterator[Way]:
    """Yield the attack with reach against the opponent of the longer one; nothing unless the house
    rule `reach_side` leaves the choice."""
    if scene.house.reach_side == "one":
        yield extend_intent(attack, f"reach-on={OPPONENT}")


def pool_shares(
    who: Fighter, word: str
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield a word that spends the whole pool left, and one that spends a few dice, each with
    its price."""
    if who.pool_left:
        yield f"{word}=all", {"pool": who.pool_left}
    if who.pool_left > FEW:
        yield f"{word}={FEW}", {"pool": FEW}


CHOICES: tuple[Question, ...] = (
    spells_instead,
    other_modes,
    called_attacks,
    attacks_with_pool,
    attacks_by_reach,
)
ANSWERS: tuple[Question, ...] = (defended_attacks,)


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    """Yield an attack with the weapon in hand, with every other weapon that reaches the target, and
    with every spell. Spells come before bare hands, which a magician leaves alone."""
    scene = Scene(draft)
    me = scene.fighter(who)
    spells = [
        spell_attack(me, target, name)
        for name in spells_to_cast(scene, me, target)
    ]
    if me.in_hand == UNARMED:
        yield from spells
    names = [name for name in me.sheet.weapons if name not in me.hands]
    if me.in_hand != UNARMED or not spells:
        names = [me.in_hand, *names]
    for name in names:
        if me.weapon(name).is_explosive:
            continue
        if name == me.in_hand or is_in_reach(scene, me, target, name):
            words = range_words(scene, me, target, me.weapon(name), ())
            yield Attack(
                who, (target,), options=Options(weapon=name, words=words)
            )
    if me.in_hand != UNARMED:
        yield from spells


def pace_of(draft: Draft, attack: Attack) -> float:
    """Return the share of the phases in which the weapon of an attack shoots: a crossbow is spanned
    in between, longer by somebody who lacks the strength. 1 for everything else."""
    me = Scene(draft).fighter(attack.attacker)
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name):
        return 1.0
    weapon = me.weapon(name)
    if weapon.class_ != "crossbow" or not weapon.capacity:
        return 1.0
    spans = 1 + max(0, weapon.strength_min - me.sheet.strength)
    return weapon.capacity / (weapon.capacity + spans)


def attacks_in_round(draft: Draft, attack: Attack) -> float:
    """Return how many such attacks somebody makes in a combat turn, on average: those of a phase,
    in as many passes as their initiative comes to."""
    me = Scene(draft).fighter(attack.attacker)
    return attacks_in_phase(me, attack) * usual_passes(me)


def attacks_in_phase(me: Fighter, attack: Attack) -> int:
    """Return how many such attacks fit in a phase: two shots, unless the mode takes more of it or
    allows fewer; one spell or blow."""
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name) or not me.weapon(name).is_ranged:
        return 1
    mode = mode_of_words(me.weapon(name), attack.options.words)
    return min(2 // SIMPLE[mode.cost], mode.limit or 2)


def attacks_to_come(draft: Draft, attack: Attack, now: Attack) -> float | None:
    """Return how often such an attack can be made before combat pools are full again, after the
    attack `now`: in what that leaves of the phase, and in the phases that its attacker has still in
    this combat turn (by house rule: in this pass). None while no combat turn is in progress."""
    scene = Scene(draft)
    fight, who = scene.fight, scene.fighter(attack.attacker)
    if not fight.running:
        return None
    acting = scene.on_turn(who)
    left = 0
    if acting:
        left = who.simple_left
        if now.attacker == who.id:
            left -= SIMPLE[cost_of_attack(who, now)]
    phases = phases_to_come(scene, who, acting=acting)
    each = attacks_in_phase(who, attack)
    return phases * each + min(
        each, left // SIMPLE[cost_of_attack(who, attack)]
    )


def fields_after_turn(draft: Draft, attack: Attack) -> dict[str, Hashable]:
    """Return the cover that a shooter takes as a free action after a shot at somebody who shoots as
    well; empty for those who have it, and for those who strike."""
    me, foe = map(Scene(draft).fighter, (attack.attacker, attack.targets[0]))
    if me.partial_cover or not acts_from_afar(draft, me, foe):
        return {}
    return {"partial_cover": True} if acts_from_afar(draft, foe, me) else {}


def phases_to_come(scene: Scene, who: Fighter, *, acting: bool) -> int:
    """Return how many phases somebody has still before combat pools are full again, besides the
    one in which they act (`acting`)."""
    if not has_phase_to_come(who):
        return 0
    in_pass = 0 if acting or who.acted else 1
    if scene.house.pool_refresh == "pass":
        return in_pass
    return in_pass + math.ceil((who.initiative or 0) / PASS) - 1


def cost_of_attack(me: Fighter, attack: Attack) -> Cost:
    """Return what an attack takes of a phase: a shot what its mode costs, a blow and a spell all of
    it."""
    name = attack.options.weapon or me.in_hand
    if is_spell(me, name) or not me.weapon(name).is_ranged:
        return "complex"
    return mode_of_words(me.weapon(name), attack.options.words).cost


def usual_passes(me: Fighter) -> float:
    """Return in how many passes somebody acts, on average of their initiative dice."""
    return passes_on_average(me.reaction, me.sheet.initiative_dice, SIDES, PASS)


def areas(draft: Draft, who: str) -> Iterator[Area]:
    """Yield the spells at an area that a combatant could cast now."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if scene.on_turn(me) and me.able and can_pay(me, "complex"):
        yield from areas_to_cast(scene, me)


def refine(draft: Draft, intent: Intent, sensible: Collection[str]) -> Intent:
    """Return a blast or an elemental spell at an area with the combat pool of those who are
    sensible and caught, and a throw with that of a sensible thrower."""
    scene = Scene(draft)
    if isinstance(intent, Act):
        words = blast_defenses(scene, intent, sensible)
    elif isinstance(intent, Attack):
        words = defenses_of_area(scene, intent, sensible)
    else:
        words = ()
    return extend_intent(intent, *words).intent if words else intent


def defenses_of_area(
    scene: Scene, attack: Attack, sensible: Collection[str]
) -> Words:
    """Return the words that add the combat pool to a throw of somebody sensible, and to the
    resistance of all who are sensible, awake and caught in an elemental area."""
    me, name = scene.fighter(attack.attacker), attack.options.weapon
    if is_throw(me, attack):
        adds = me.id in sensible and me.pool_left > 0
        return ("pool=all",) if adds else ()
    if name is None or not is_spell(me, name):
        return ()
    spell, place = me.sheet.spells[name], scene.fighter(attack.targets[0])
    if not (spell.area and spell.is_elemental):
        return ()
    near = list_caught(scene, place.position, me.sheet.magic, [place])
    return tuple(
        f"{one.who.id}:resist-pool=all"
        for one in near
        if one.who.id in sensible and one.who.pool_left and one.who.awake
    )


def other_actions(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """Yield other actions than attacks: aiming a ranged weapon, which may cost an attack, taking
    cover, which is free, getting up, and ending a spell that is sustained.

    Cover is for combatants who do not strike themselves, against foes who shoot or cast."""
    me, other = map(Scene(draft).fighter, (who, foe))
    weapon = me.weapon(me.in_hand)
    if can_be_aimed(weapon) and can_pay(me, "simple"):
        # A single shot leaves room for one action of aiming.
        once = weapon.modes[0] == "ss"
        price = {} if once else {"attack": 1}
        yield Way(Act(who, "aim", (foe,)), price, rounds=1)
    from_afar = acts_from_afar(draft, me, other)
    if from_afar and acts_from_afar(draft, other, me) and not me.partial_cover:
        yield Way(Act(who, "take-cover"))
    if me.prone and can_pay(me, "simple"):
        # A shot is lost by it, or the blow, which takes the whole phase.
        yield Way(Act(who, "stand-up"), {"attack": 1})
    yield from spells_to_drop(me)


def acts_from_afar(draft: Draft, me: Fighter, foe: Fighter) -> bool:
    """Whether the usual attack of a combatant on a foe is a shot or a spell."""
    attack = next(attacks_at_hand(draft, me.id, foe.id), None)
    if attack is None:
        return False
    name = str(attack.options.weapon)
    return is_spell(me, name) or me.weapon(name).is_ranged
