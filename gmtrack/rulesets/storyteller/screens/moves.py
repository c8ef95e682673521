"""Simulated players: whose turn it is, what they try first, and the options worth weighing.

Nobody moves, and a shot without a range goes over a short one, as the rules take it."""

from collections.abc import Collection, Hashable, Iterator, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Intervene, Options
from gmtrack.core.names import squash
from gmtrack.core.screen import Track
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.kit.choices import attack_or_none, extend_intent
from gmtrack.rulesets.port import (
    Hold,
    Lost,
    Question,
    TurnState,
    WantedAttack,
    Way,
)
from gmtrack.rulesets.storyteller.actions.simple import MOST_AIM
from gmtrack.rulesets.storyteller.screens import likeness
from gmtrack.rulesets.storyteller.screens.board import health_track
from gmtrack.rulesets.storyteller.screens.grapples import (
    grapple_steps,
    with_sensible_moves,
)
from gmtrack.rulesets.storyteller.sheet.game import Scene, speed
from gmtrack.rulesets.storyteller.sheet.hands import count_usable_hands
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import (
    BURSTS,
    PENALTIES,
    RANGED,
    UNARMED,
    TagName,
)
from gmtrack.rulesets.storyteller.turn.order import (
    can_contest,
    can_escape,
    has_action,
    is_at_liberty,
    reason_against_contest,
    willpower_uses_of_violence,
)
from gmtrack.rulesets.storyteller.wounds.events import other_in_grapple

OUT_OF_TURN_FIELDS = ("delaying", "held_over", "granted", "moves_due")
"""Fields that let somebody act in another's turn: a delayed turn, and what a grapple has won."""
MOST_SPRAYED = 3
"""The most targets of a burst that simulated players consider."""
BREAK_FREE = Options(words=("move=break-free",))
"""The options of a won move that leaves the grapple."""
BREAK_FREE_EITHER_WAY = Options(
    words=("move=break-free", "counter-move=break-free")
)
"""The options of a contest after which either winner leaves the grapple."""


def turn_state(draft: Draft) -> TurnState:
    """Return the turn: who has it, then those who may act in it or after the round's last turn.
    Before the fight nobody may."""
    fight = Scene(draft).fight
    if not fight.running:
        return TurnState(fight.round, False)
    live = draft.get(("fight", "combatants"), {})
    others = (
        who
        for who, state in live.items()
        if state and any(map(state.get, OUT_OF_TURN_FIELDS))
    )
    acting = (fight.acting,) if fight.acting else ()
    return TurnState(fight.round, fight.phase == "acting", (*acting, *others))


def next_intents(
    draft: Draft, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield what a simulated combatant tries, the best first: a delayed turn, getting out of
    bonds and grapples, the attacks. Yields nothing without `aims`, or for somebody down or
    surprised."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if not aims or not is_at_liberty(me, bound_too=True):
        return
    if (me.delaying or me.held_over) and scene.fight.acting != who:
        yield Intervene(who)
    elif me.moves_due and is_at_liberty(me):
        yield Act(who, "take-move", options=BREAK_FREE)
    elif can_escape(scene, me):
        yield Act(who, "escape")
    elif is_at_liberty(me) and has_action(scene, me):
        other = other_in_grapple(scene, me)
        only_contest = scene.house.grapple_actions == "contest_only"
        if other and other.able and only_contest:
            against = reason_against_contest(scene, me, other)
            if against is None and can_contest(scene, me):
                yield Act(who, "grapple", options=BREAK_FREE_EITHER_WAY)
        elif me.willpower_left or not willpower_uses_of_violence(scene, me):
            yield from fight_intents(scene, me, aims)


def fight_intents(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the ways to attack: coming out of full cover, then attacks on each target who is not
    wholly hidden, shots at hidden ones, and last bare hands."""
    if scene.concealment_of(me) == "full":
        yield Act(me.id, "leave-cover")
    hidden = [
        aim
        for aim in aims
        if scene.concealment_of(scene.fighter(aim.target)) == "full"
    ]
    seen = [aim for aim in aims if aim not in hidden]
    for aim in seen:
        yield from attack_intents(me, aim, aim.weapon or weapon_at_hand(me))
    for aim in hidden:
        name = aim.weapon or weapon_at_hand(me)
        # No blow gets there, and a shot may come through.
        if not me.weapon(name).is_close:
            yield from attack_intents(me, aim, name)
    for aim in seen:
        yield from attack_intents(me, WantedAttack(aim.target), UNARMED)


def weapon_at_hand(me: Fighter) -> str:
    """Return the id of the weapon in hand, else of the first that `me` can get hold of, else
    `unarmed`."""
    in_hand = me.hands[0]
    if in_hand != UNARMED:
        return in_hand
    weapons = me.weapons().items()
    return next(
        (name for name, weapon in weapons if can_get(me, name, weapon)), UNARMED
    )


def can_get(me: Fighter, name: str, weapon: Weapon) -> bool:
    """Whether `me` can get hold of a weapon to fight with: it is carried, or has fallen at their
    feet. A thrown weapon that lies on the ground lies elsewhere, and humans bite in grapples
    only."""
    if weapon.kind == UNARMED or (
        weapon.kind == "bite" and me.sheet.kind == "human"
    ):
        return False
    return me.weapon_state(name).weapon_at in (
        ("carried",) if weapon.kind == "thrown" else ("carried", "dropped")
    )


def attack_intents(
    me: Fighter, aim: WantedAttack, name: str
) -> Iterator[Intent]:
    """Yield what comes next on the way to an attack with one weapon: standing up first for a
    blow, then picking up, drawing or reloading the weapon if it needs that, else the attack. A
    weapon is drawn with the attack unless drawing costs the action."""
    weapon = me.weapon(name)
    natural = weapon.kind in (UNARMED, "bite")
    if me.prone and weapon.is_close:
        yield Act(me.id, "stand")
    if me.weapon_state(name).weapon_at == "dropped":
        yield Act(me.id, "pick-up", (name,))
    elif (
        me.house.draw_cost == "action" and not natural and name not in me.hands
    ):
        yield Act(me.id, "wield", (name,))
    elif needs_bullets(me, name, weapon, aim):
        yield Act(me.id, "reload", options=Options(weapon=name))
    else:
        yield Attack(
            me.id, (aim.target,), options=Options(weapon=name, words=aim.words)
        )


def needs_bullets(
    me: Fighter, name: str, weapon: Weapon, aim: WantedAttack
) -> bool:
    """Whether a weapon with a capacity has too few bullets for this attack, with the burst that
    its words name."""
    if weapon.is_close or not weapon.capacity:
        return False
    needed = 1
    for word in aim.words:
        burst = BURSTS.get(word.partition("burst=")[2])
        if burst:
            needed = burst.bullets
            break
    return me.weapon_state(name).ammo < needed


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    """Return the health track of `who`, as the board has it."""
    return (health_track(Scene(draft).fighter(who)),)


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Return 0 for two who grapple with each other, else None: no distances are kept."""
    hold = Scene(draft).fighter(who).read_grapple()
    return 0.0 if hold and hold["with"] == other else None


# --- what is worth asking ---

attack_of = attack_or_none
find_odds_key = likeness.find_odds_key
boxes_of_damage = likeness.boxes_of_damage


def is_decisive(
    draft: Draft, attack: Attack, who: str, field: str, value: Hashable
) -> bool:
    """Whether a field of the live state can change the odds of an attack: what is in hand only
    if the attack names no weapon, if drawing takes the action, or if a weapon in hand brings an
    effect of its own; an aim only at the target; of a target's tags only those that lessen its
    defense; cover only where it hides from this attack or hinders it."""
    if field == "aim" and isinstance(value, frozenset):
        return dict(value).get("target") in attack.targets
    if field == "tags" and isinstance(value, tuple):
        return any(dict(tag)["tag"] in TAGS_THAT_LAY_OPEN for tag in value)
    weapon = attack.options.weapon
    if weapon is None:
        return True
    scene = Scene(draft)
    if field == "cover":
        return can_cover_matter(scene, attack, weapon, who, value)
    if field != "wielded":
        return True
    me = scene.fighter(who)
    has_effects = any(one.effect for one in me.weapons().values())
    return me.house.draw_cost == "action" or has_effects


TAGS_THAT_LAY_OPEN: Collection[TagName] = (
    "blinded-eye",
    "leg-wrack",
    "stunned",
)
"""The tags of a target that lessen its defense or its dodging."""


def can_cover_matter(
    scene: Scene, attack: Attack, weapon: str, who: str, piece: Hashable
) -> bool:
    """Whether a piece of cover (None: that `who` has left the one of their sheet) can change the
    odds of an attack with a weapon. Shooters see badly out of theirs; targets are hidden by theirs
    from missiles, and from blows if they are wholly behind it."""
    kind = scene.fighter(attack.attacker).weapon(weapon).kind
    if who == attack.attacker:
        return kind == "firearm"
    if set(PAST_COVER) <= set(attack.options.without):
        return False
    if kind in RANGED or "thrown" in attack.options.words:
        return True
    pieces = [scene.fighter(who).sheet.cover, piece]
    return any(
        found.concealment == "full"
        for name, found in scene.covers().items()
        if name in (squash(one) for one in pieces if isinstance(one, str))
    )


PRICES = {"willpower": 0.3}
"""The worth of a kept point of willpower, in boxes of harm."""
STRIKING: dict[str, Sequence[int]] = {"wielded": (), "aim": (), "cover": ()}
"""Fields of the attacker that decide which option is best, with their thresholds."""
STRUCK: dict[str, Sequence[int]] = {
    "lethal": (0, 4),
    "cover": (),
    "no_defense": (),
    "dodging": (),
    "tags": (),
}
"""Fields of the target that decide which option is best, with their thresholds."""
WOUNDS = ("bashing", "lethal", "aggravated")


def wounds_that_count(draft: Draft, who: str) -> dict[str, Hashable]:
    """Return the health track that stands for all that cost WHO as many dice (ST-167): bashing
    points alone."""
    track = Scene(draft).fighter(who).track
    left = {cost: empty for empty, cost in PENALTIES.items()}
    empty = left.get(track.penalty, track.boxes)
    bashing = max(0, track.boxes - empty)
    return {"bashing": bashing, "lethal": 0, "aggravated": 0}


def is_lasting(draft: Draft, who: str, field: str, value: Hashable) -> bool:
    """Whether a value stays with WHO for the rest of the fight: that of wounds."""
    del draft, who, value
    return field in WOUNDS


def attacks_by_weapon(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack with each burst of its weapon, and with each other weapon that can be drawn
    with the attack (ST-R41), plain and with each burst. Only loaded weapons count."""
    me = Scene(draft).fighter(attack.attacker)
    at_hand = attack.options.weapon or weapon_at_hand(me)
    yield from attacks_with_burst(me, attack, at_hand)
    if me.house.draw_cost == "action" or me.read_grapple():
        return
    aim = WantedAttack(attack.targets[0])
    for name, weapon in me.weapons().items():
        is_other = name != at_hand and can_get(me, name, weapon)
        is_carried = me.weapon_state(name).weapon_at == "carried"
        if is_other and is_carried and not needs_bullets(me, name, weapon, aim):
            drawn = extend_intent(attack, weapon=name)
            yield drawn
            yield from attacks_with_burst(me, drawn.intent, name)


def attacks_instead(draft: Draft, intent: Intent, foe: str) -> list[Attack]:
    """Return the attack on a foe for which somebody reloads or stands up, then those with other
    weapons that need neither; empty for other intents, and where there are none. Drawing takes no
    action (ST-R41), unless by house rule."""
    if not isinstance(intent, Act) or intent.action not in ("reload", "stand"):
        return []
    me, aim = Scene(draft).fighter(intent.who), WantedAttack(foe)
    if me.house.draw_cost == "action":
        return []
    usual = intent.options.weapon or weapon_at_hand(me)
    ready = [
        name
        for name, weapon in me.weapons().items()
        if name != usual
        and me.weapon_state(name).weapon_at == "carried"
        and can_get(me, name, weapon)
        and not (me.prone and weapon.is_close)
        and not needs_bullets(me, name, weapon, aim)
    ]
    names = (usual, *ready) if ready else ()
    return [
        Attack(me.id, (foe,), options=Options(weapon=name)) for name in names
    ]


def attacks_with_burst(me: Fighter, attack: Intent, name: str) -> Iterator[Way]:
    """Yield an attack with each burst that its weapon, if that is automatic, has the bullets
    for."""
    if not me.weapon(name).autofire:
        return
    for burst, row in BURSTS.items():
        if (
            not me.weapon(name).capacity
            or me.weapon_state(name).ammo >= row.bullets
        ):
            yield extend_intent(attack, f"burst={burst}")


def called_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack as a called shot at the places worth aiming at: at the head of somebody who
    is not stunned, at the arm and the hand of somebody who would fight worse for it, else at the
    leg, which armor seldom covers either."""
    target = Scene(draft).fighter(attack.targets[0])
    limbs = ("arm", "hand") if loses_fight_by_arm(target) else ("leg",)
    for place in limbs:
        yield extend_intent(attack, called=place)
    if not target.has_tag("stunned"):
        yield extend_intent(attack, called="head")


def all_out_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the close attack as an all-out one, which leaves the attacker without Defense;
    nothing for a shot, and for somebody who has used or lost their Defense already (ST-135)."""
    me = Scene(draft).fighter(attack.attacker)
    if (
        me.weapon(attack.options.weapon or weapon_at_hand(me)).is_close
        and not me.no_defense
        and not me.defended
    ):
        yield extend_intent(
            attack, "all-out", leaves={"no_defense": ["all-out"]}
        )


def attacks_with_willpower(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack with willpower, unless the house rules give no dice for it."""
    me = Scene(draft).fighter(attack.attacker)
    if me.house.willpower_dice:
        yield extend_intent(attack, "willpower", spent=WILLPOWER_POINT)


def defended_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack against Defense, plain and with willpower, and by old house rule also
    against active defense; nothing against a bullet (ST-040)."""
    attacker, target = map(
        Scene(draft).fighter, (attack.attacker, attack.targets[0])
    )
    weapon = attacker.weapon(attack.options.weapon or weapon_at_hand(attacker))
    if weapon.kind == "firearm":
        return
    answers = (
        ("apply", "active") if target.house.old_notes_defense else ("apply",)
    )
    for answer in answers:
        yield extend_intent(attack, defense=(answer,))
        yield extend_intent(
            attack, defense=(answer, "willpower"), spent=WILLPOWER_POINT
        )


MEANS: dict[str, Sequence[int]] = {"ammo": (0, 1, 3, 10, 20), "defended": ()}
"""Fields of what can be spent that decide which option is best, with their thresholds."""
EFFECTS = {
    # The next action is gone; the weapon falls from the arm, and -3 dice on every attack.
    "stunned": Lost(rounds=1.0),
    "arm-wrack": Lost(rounds=1.5),
    "blinded-eye": Lost(rounds=1.5),
    "leg-wrack": Lost(rounds=0.5),
    "prone": Lost(rounds=0.5),
    "weapon-broken": Lost(rounds=1.0),
}
"""The rounds that each effect takes from the target."""
NO_LOSS = Lost()
"""What an effect costs somebody whom it does not hinder."""
WILLPOWER_POINT = {"willpower": 1}
"""The price of one point of willpower."""


def loss_of_effect(draft: Draft, who: str, effect: str) -> Lost | None:
    """Return what a tag costs WHO: a wracked arm nothing, if the weapon that falls is in the other
    hand at once, or if they need none; a wracked leg nothing for somebody who shoots. None for the
    usual price."""
    target = Scene(draft).fighter(who)
    if effect == "arm-wrack" and not loses_fight_by_arm(target):
        return NO_LOSS
    is_shooter = not target.weapon(weapon_at_hand(target)).is_close
    if effect == "leg-wrack" and (is_shooter or target.has_tag("leg-wrack")):
        return NO_LOSS
    return None


def loses_fight_by_arm(who: Fighter) -> bool:
    """Whether a wracked arm would cost somebody attacks: no other hand could hold their weapon, or
    to pick it up takes an action."""
    weapon = who.weapon(weapon_at_hand(who))
    if weapon.kind in (UNARMED, "bite"):
        return False
    return who.house.draw_cost == "action" or count_usable_hands(who) < 2


def attacks_on_several(
    draft: Draft, who: str, foes: Sequence[str]
) -> Iterator[Way]:
    """Yield bursts of an automatic weapon at hand, each at as many foes as it may have, as far as
    the bullets go. Nobody is shot at who is wholly hidden or grapples with a friend."""
    scene = Scene(draft)
    me = scene.fighter(who)
    name = weapon_at_hand(me)
    weapon = me.weapon(name)
    seen = [
        foe
        for foe in foes
        if scene.concealment_of(scene.fighter(foe)) != "full"
        and not grapples_with_friend(draft, who, scene.fighter(foe))
    ]
    if not weapon.autofire or not is_at_liberty(me) or len(seen) < 2:
        return
    for burst, row in BURSTS.items():
        most = min(row.targets or MOST_SPRAYED, MOST_SPRAYED, len(seen))
        has_bullets = (
            not weapon.capacity or me.weapon_state(name).ammo >= row.bullets
        )
        if most < 2 or not has_bullets:
            continue
        options = Options(weapon=name, words=(f"burst={burst}",))
        yield Way(Attack(who, tuple(seen[:most]), options=options))


def part_of_several(draft: Draft, attack: Attack, alone: Attack) -> Attack:
    """Return the attack on one target of a burst at several, with the dice that the others cost
    (ST-092)."""
    del draft
    mods = (*alone.options.mods, f"-{len(attack.targets)}:targets")
    options = alone.options._replace(mods=mods)
    return changed(alone, options=options)


def grapples_with_friend(draft: Draft, who: str, foe: Fighter) -> bool:
    """Whether a foe grapples with somebody of the side of `who`, or with themselves."""
    hold = foe.read_grapple()
    if hold is None or hold["with"] is None:
        return False
    other = hold["with"]
    return other == who or draft.encounter.are_friends(who, other)


def possible_holds(
    draft: Draft, who: str, foes: Sequence[str]
) -> Iterator[Hold]:
    """Yield the next steps of a grapple that `who` could take now."""
    scene = Scene(draft)
    yield from grapple_steps(scene, scene.fighter(who), foes)


def refine(draft: Draft, intent: Intent, sensible: Collection[str]) -> Intent:
    """Return the contest of a grapple with the best moves of those who are sensible; another intent
    as it is."""
    return with_sensible_moves(Scene(draft), intent, sensible)


CHOICES: tuple[Question, ...] = (
    attacks_by_weapon,
    called_attacks,
    all_out_attacks,
    attacks_with_willpower,
)
"""The questions that an attacker weighs, one after the other."""
ANSWERS: tuple[Question, ...] = (defended_attacks,)
"""The questions that a target weighs."""


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    """Yield attacks on the target with the weapon at hand, then with each other that `who` can
    get hold of."""
    me = Scene(draft).fighter(who)
    hand = weapon_at_hand(me)
    others = (
        name
        for name, one in me.weapons().items()
        if name != hand and can_get(me, name, one)
    )
    for name in (hand, *others):
        yield Attack(who, (target,), options=Options(weapon=name))


def other_actions(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """Yield what may be worth it besides an attack: a dodge against somebody who strikes, aiming
    on for somebody who shoots, and where both shoot other cover from which one can shoot, or a step
    out of it to shoot better, which cost nothing."""
    scene = Scene(draft)
    me, other = map(scene.fighter, (who, foe))
    close = [one.weapon(weapon_at_hand(one)).is_close for one in (me, other)]
    if close[1]:
        yield Way(Act(who, "dodge"), {"attack": 1}, rounds=1)
    if not close[0]:
        aim = Act(who, "aim", (foe,))
        repeats = 1 if is_struck(scene, me) else MOST_AIM
        yield Way(aim, {"attack": 1}, rounds=1, repeats=repeats)
    if not any(close):
        for name, cover in scene.covers().items():
            # Nobody shoots from wholly behind a piece. Who came out to shoot stays out for it: to
            # be back at once would leave foes nobody to shoot at.
            if cover.concealment != "full" and name != me.cover_id:
                yield Way(Act(who, "take-cover", (name,)), behind=name)
        if hinders_own_shots(scene, me):
            yield Way(Act(who, "leave-cover"), first=True)


def hinders_own_shots(scene: Scene, me: Fighter) -> bool:
    """Whether somebody shoots worse from where they are in cover (ST-105)."""
    return bool(me.cover_id) and scene.concealment_of(me) in (
        "partially",
        "substantially",
    )


def is_struck(scene: Scene, me: Fighter) -> bool:
    """Whether a foe who is up strikes with the weapon at hand: whoever defends themselves against a
    blow has aimed for nothing (ST-087)."""
    encounter = scene.draft.encounter
    foes = (
        one
        for one in scene.everybody()
        if one.able and not encounter.are_friends(me.id, one.id)
    )
    return any(foe.weapon(weapon_at_hand(foe)).is_close for foe in foes)


PAST_COVER = ("cover", "concealment")
"""The words of `--without` for a shot past the cover of its target: what hides somebody hinders a
shot also where nothing stops it."""


def cover_of(draft: Draft, who: str) -> tuple[str, ...]:
    """Return the piece of cover that `who` is behind, by its id."""
    cover = Scene(draft).fighter(who).cover_id
    return (cover,) if cover else ()


def way_round(draft: Draft, who: str, foe: str) -> Way | None:
    """Return the run with which `who` gets round the cover of a foe, which takes their action; None
    for somebody who lies on the ground."""
    del foe
    me = Scene(draft).fighter(who)
    if me.prone:
        return None
    run = Act(who, "run", (str(2 * speed(me)),))
    return Way(run, {"attack": 1}, leaves={"cover": None, "aim": None})
