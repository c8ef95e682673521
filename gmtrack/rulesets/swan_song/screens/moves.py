"""Simulated players: whose turn it is, what they try first, and the options worth weighing."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import chain

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_or_none, extend_intent
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.rolloff import passes_on_average
from gmtrack.rulesets.port import Lost, Question, TurnState, WantedAttack, Way
from gmtrack.rulesets.swan_song.attack.read import COST_BY_KIND
from gmtrack.rulesets.swan_song.dice import SIDES
from gmtrack.rulesets.swan_song.screens.board import tracks as tracks_of
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Scene
from gmtrack.rulesets.swan_song.tables import COSTS, MODES
from gmtrack.rulesets.swan_song.turn.rounds import PASS_COST

HANDS = ("right", "left")
"""The hands, the one first that takes a weapon unless the line says otherwise."""
DRAWN = ("melee", "ranged")
"""Kinds of weapons that are taken in hand to fight with; what is thrown is thrown once."""
CAUGHT = 3
"""The foes that a blast is taken to catch at the most, since nothing says who stands together."""
BLASTS = ("thrown", "ranged", "rocket", "biotic")
"""Kinds of weapons with which somebody attacks an area at once."""
NOBODY = Options(force=True)
"""The options of a blast that catches nobody, which has to be forced."""


def turn_state(draft: Draft) -> TurnState:
    """Return the turn: who has the phase, or who set the item that goes off now (R-TIM-4)."""
    fight = Scene(draft).fight
    if fight.due:
        setter = fight.timed_items[fight.due[0]]["setter"]
        return TurnState(fight.round, fight.running, (setter,), due=True)
    active = fight.active if fight.running else None
    return TurnState(fight.round, fight.running, (active,) if active else ())


def next_intents(
    draft: Draft, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield what a simulated combatant tries, the best first: the blast that is due, getting up,
    a weapon, the attack."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if scene.fight.due:
        yield from blast_intents(scene.fight.due[0], who, aims)
    elif me.status == "up" and me.ap and not me.attack_used:
        if me.prone and not me.cannot_stand_rounds:
            yield Act(who, "stand-up")
        for aim in aims:
            yield from attack_intents(me, aim)


def is_spent(draft: Draft, who: str) -> bool:
    """Whether a combatant can attack no more in this phase, and nothing goes off now."""
    scene = Scene(draft)
    me = scene.fighter(who)
    return not scene.fight.due and (not me.ap or me.attack_used)


def blast_intents(
    item: str, setter: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the blast on the target that its setter would attack, then the blast on nobody."""
    for aim in aims[:1]:
        yield Act(setter, "detonate", (item, aim.target))
    yield Act(setter, "detonate", (item,), options=NOBODY)


def attack_intents(me: Fighter, aim: WantedAttack) -> Iterator[Intent]:
    """Yield the attack with the weapon that is meant, or drawing it first; then the attack with
    what is in hand."""
    weapon = aim.weapon or weapon_instead(me)
    if weapon and needs_gripping(me, weapon):
        yield Act(me.id, "ready-weapon", (weapon,), options=grip_words(me))
    elif weapon:
        yield Attack(
            me.id,
            (aim.target,),
            options=Options(weapon=weapon, words=aim.words),
        )
    yield Attack(me.id, (aim.target,))


def weapon_instead(me: Fighter) -> str | None:
    """Return the weapon to attack with in place of the default one: for somebody with empty hands
    the first to draw (R-ACT-15), and for somebody whose arm or grip fails (SS-EFF-08, SS-EFF-17)
    one that another hand holds or can take, else one that needs none. None for the default
    weapon."""
    held = [name for name in me.held.values() if name]
    if held and not needs_gripping(me, me.default_weapon()):
        return None
    ready = (name for name in held if not needs_gripping(me, name))
    drawn = (
        name
        for name, one in me.weapons.items()
        if one.kind in DRAWN and can_grip(me, name)
    )
    handless = (
        name for name, one in me.weapons.items() if held and not one.needs_hand
    )
    return next(chain(ready, drawn, handless), None)


def usable_hands(me: Fighter) -> list[str]:
    """Return the hands of somebody that work, the right one first."""
    return [hand for hand in HANDS if me.hand_usable(hand)]


def can_grip(me: Fighter, name: str) -> bool:
    """Whether somebody has hands that work for a weapon, wherever it is now."""
    weapon = me.weapons[name]
    needed = weapon.hands if weapon.needs_hand else 0
    return len(usable_hands(me)) >= needed


def needs_gripping(me: Fighter, name: str) -> bool:
    """Whether a weapon has to be taken in hand before an attack: it is in none, or in too few that
    work."""
    weapon = me.weapons[name]
    if not weapon.needs_hand:
        return False
    holding = [hand for hand in usable_hands(me) if me.held.get(hand) == name]
    return not holding or len(holding) < weapon.hands


def grip_words(me: Fighter) -> Options:
    """Return the options with which somebody takes a weapon in a hand that works."""
    hands = usable_hands(me)
    is_other = bool(hands) and hands[0] != HANDS[0]
    return Options(words=(f"hand={hands[0]}",)) if is_other else Options()


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    """Return the tracks of a combatant, as the board has them."""
    return tracks_of(Scene(draft).fighter(who))


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Return 0 for somebody in melee with the other (R-DEF-15), else None: no distances are
    kept."""
    return 0.0 if other in Scene(draft).fighter(who).in_melee_with else None


# --- what is worth asking ---

attack_of = attack_or_none
PRICES = {"ap": 0.3, "karma": 2.0}
STRIKING: dict[str, Sequence[int] | Sequence[str]] = {
    "held": (),
    "effects": ("one_armed", "one_armed_penalty", "broken_grip"),
}
STRUCK: dict[str, Sequence[int] | Sequence[str]] = {
    "pools.flesh": (0, 5),
    "cover": (),
    "prone": (),
    "effects": ("one_armed", "one_armed_penalty"),
}
HURT = ("pools.flesh",)
EFFECTS = {
    # A phase of the round is lost; who lies gets up for one of a few AP; -4, -6, -8 dice take about
    # half, two thirds, nearly all.
    "stunned": Lost(rounds=0.5),
    "prone": Lost(rounds=0.3),
    "broken-grip": Lost(rounds=1.0),
    # Of somebody who stands for long; see `loss_of_effect`.
    "one-armed": Lost(rounds=1.5),
    "one-armed-penalty": Lost(rounds=1.5),
    "nauseous": Lost(rounds=0.5),
    "buckled": Lost(rounds=0.3),
    "blinded": Lost(rounds=1.0),
    "winded": Lost(rounds=0.2),
    "bleedout": Lost(boxes=3.0),
}


FLESH_OF_ROUND = 14
"""The points of flesh with which somebody is taken to stand for a round more."""


def loss_of_effect(draft: Draft, who: str, effect: str) -> Lost | None:
    """Return what a failing arm costs WHO: no more rounds than they are likely to stand, by their
    flesh; None for the usual price."""
    if effect not in ("one-armed", "one-armed-penalty"):
        return None
    usual = EFFECTS[effect].rounds
    flesh = Scene(draft).fighter(who).flesh
    return Lost(rounds=min(usual, max(0, flesh) / FLESH_OF_ROUND))


def is_lasting(draft: Draft, who: str, field: str, value: Hashable) -> bool:
    """Whether a value stays for the rest of the fight: an arm or a grip that fails does so for
    rounds, in which most fights end."""
    del draft, who
    return field == "effects" and bool(value)


def attacks_in_round(draft: Draft, attack: Attack) -> float:
    """Return how many such attacks somebody makes in a round, on average: one in each pass that
    their initiative comes to."""
    return usual_passes(Scene(draft).fighter(attack.attacker))


def usual_passes(me: Fighter) -> float:
    """Return in how many passes of a round somebody acts, on average of their initiative dice;
    at least the first (R-INIT-1)."""
    return passes_on_average(
        me.initiative_attribute, me.sheet.initiative_dice, SIDES, PASS_COST
    )


def turns_before(draft: Draft, foe: str, who: str) -> tuple[float, float]:
    """Return how many phases FOE has before the next one of WHO, and how many for each of WHO on
    average. Before initiative is rolled, the average counts for both."""
    scene = Scene(draft)
    other, me = scene.fighter(foe), scene.fighter(who)

    def remember_passes(one: Fighter) -> float:
        return draft.cache.of_fight(
            ("usual passes", one.id),
            lambda: usual_passes(one),
            owners=(one.id,),
        )

    usually = remember_passes(other) / remember_passes(me)
    if not scene.fight.running or me.score is None or other.score is None:
        return usually, usually
    mine, theirs = phases_to_come(scene, me), phases_to_come(scene, other)
    if mine:
        return sum(phase < mine[0] for phase in theirs), usually
    is_faster = other.initiative_attribute > me.initiative_attribute
    return len(theirs) + is_faster, usually


def phases_to_come(scene: Scene, who: Fighter) -> list[tuple[int, int]]:
    """Return the phases with AP for an attack that somebody has still in this round, without the
    one that they are in, in the order in which they come: of each how many passes it is away, and
    their Score then, negative, so that who acts first has the least."""
    score = who.score or 0
    has_acted = who.acted or scene.fight.active == who.id
    passes = ceil_div(max(0, score), PASS_COST)
    found = [] if has_acted or who.ap < ap_needed(who) else [(0, -score)]
    later = ((away, PASS_COST * away - score) for away in range(1, passes))
    return [*found, *later]


MEANS = {
    "ap": (0, 1, 2, 3, 4),
    "acted": (0,),
    "attack_used": (0,),
    "prone": (0,),
    "held": (),
    "karma": (0, 1),
}
PLACES = ("right-shoulder", "gut", "neck")
MANY = 14
"""The dice from which on called shots are considered."""
INTERRUPTS = {
    "full": "full_defense",
    "parry": "parry",
    "block": "block",
    "dodge": "dodge",
}


def other_modes(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack in the weapon's other modes, with the AP that they cost more."""
    me = Scene(draft).fighter(attack.attacker)
    weapon = me.weapons.get(attack.options.weapon or me.default_weapon())
    if weapon is None or weapon.kind != "ranged" or not weapon.modes:
        return
    first = ap_cost(me, MODES[weapon.modes[0]].cost)
    for mode in weapon.modes[1:]:
        ap = ap_cost(me, MODES[mode].cost)
        if can_pay(me, ap):
            words = f"mode={mode.replace('_', '-')}"
            yield extend_intent(attack, words, spent={"ap": max(0, ap - first)})


def called_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack as a called shot at the arm, the gut and the neck, for somebody with at
    least 14 dice."""
    me = Scene(draft).fighter(attack.attacker)
    weapon = me.weapons.get(attack.options.weapon or me.default_weapon())
    if (
        weapon
        and me.attribute(weapon.attribute) + me.skill(weapon.skill) >= MANY
    ):
        for place in PLACES:
            yield extend_intent(attack, called=place)


def attacks_with_karma(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack with a re-roll for Karma, for somebody who has any."""
    if Scene(draft).fighter(attack.attacker).karma:
        yield extend_intent(
            attack, extras={"karma": ("reroll",)}, spent={"karma": 1}
        )


def defended_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the attack with each Interrupt that the target can pay for.

    The price is AP, or the target's own attack if too few AP are left for it."""
    target = Scene(draft).fighter(attack.targets[0])
    for word, cost in INTERRUPTS.items():
        ap = ap_cost(target, cost)
        if can_pay(target, ap) and not (
            word == "block" and any(target.held.values())
        ):
            # `attack_used` still tells of their last turn until the next one begins.
            spent = price_of_ap(target, ap, can_attack=not target.acted)
            yield extend_intent(attack, defense=(word,), spent=spent)


def price_of_ap(who: Fighter, ap: int, *, can_attack: bool) -> dict[str, float]:
    """Return the price of spending AP: the AP, or the own attack if too few are left for it
    afterwards. `can_attack`: whether that attack is still to come in this round."""
    needs = ap_needed(who)
    has_attack = can_attack and who.ap >= needs
    return {"attack": 1} if has_attack and who.ap - ap < needs else {"ap": ap}


def price_of_standing(who: Fighter) -> dict[str, float]:
    """Return the price of getting up: its AP, or the own attack if too few are left for it then."""
    ap = ap_cost(who, "stand_up")
    needs = ap_needed(who) - ap
    return {"attack": 1} if who.ap - ap < needs <= who.ap else {"ap": ap}


def ap_cost(who: Fighter, key: str) -> int:
    """Return the AP that an action costs: those of COSTS, or what the house rule
    `ap_cost.<action>` says instead (R-ACT-1)."""
    return int(who.house.ap_cost.get(key, COSTS[key].ap))


def can_pay(who: Fighter, ap: int) -> bool:
    """Whether `who` has the AP; before the fight, when nobody has any, everybody can pay."""
    return who.ap >= ap or not (who.ap or who.acted)


def ap_of_attack(who: Fighter, name: str) -> int:
    """Return the AP of an attack with a weapon that is in hand, in its usual mode."""
    weapon = who.weapons[name]
    if weapon.ap_cost is not None:
        return weapon.ap_cost
    if weapon.kind != "ranged":
        return ap_cost(who, COST_BY_KIND[weapon.kind])
    mode = weapon.modes[0] if weapon.modes else "single"
    return ap_cost(who, MODES[mode].cost)


def is_short_of_attack(draft: Draft, who: str) -> bool:
    """Whether the AP of a combatant do not suffice for an attack in this phase, with getting up and
    drawing before it."""
    me = Scene(draft).fighter(who)
    return me.ap < ap_needed(me)


def ap_needed(who: Fighter) -> int:
    """Return the AP that `who` needs for an attack, with getting up and drawing a weapon before."""
    name = weapon_instead(who) or who.default_weapon()
    before = [
        *["stand_up"] * who.prone,
        *["ready_weapon"] * needs_gripping(who, name),
    ]
    return ap_of_attack(who, name) + sum(ap_cost(who, one) for one in before)


def treatments(draft: Draft, who: str) -> Iterator[Way]:
    """Yield first aid for each friend who bleeds out, and for themselves."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if me.ap and not me.attack_used:
        for other in scene.everybody():
            if other.has_effect("bleedout") and draft.encounter.are_friends(
                who, other.id
            ):
                treated = Act(who, "first-aid", (other.id, "bleedout"))
                yield Way(treated, {"attack": 1}, cures=(other.id, "bleedout"))


def attacks_on_several(
    draft: Draft, who: str, foes: Sequence[str]
) -> Iterator[Way]:
    """Yield a blast of each weapon with an area at the first foes, as many as it catches, and
    strikes at several of those in melee. Nobody knows where they stand, so nobody whom a blast
    catches is in melee with a friend or with the attacker."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if not me.ap or me.attack_used:
        return
    people = [scene.fighter(foe) for foe in foes]
    apart = [foe.id for foe in people if not is_near_friends(draft, who, foe)]
    caught = tuple(apart[:CAUGHT])
    for name, weapon in me.weapons.items():
        is_left = me.find_left(name) != 0
        if (
            len(caught) > 1
            and is_left
            and weapon.area
            and weapon.kind in BLASTS
        ):
            in_hand = is_held(me, name) or not weapon.needs_hand
            price = 0 if in_hand else ap_cost(me, "ready_weapon")
            if not can_pay(me, price + ap_of_attack(me, name)):
                # To take it in hand now would leave no attack in this phase, and a later phase has
                # the AP for both.
                continue
            blast = Attack(who, caught, options=Options(weapon=name))
            yield Way(blast, {"ap": price})
    yield from strikes_at_several(me, people)


def strikes_each_alone(draft: Draft, attack: Attack) -> bool:
    """Whether an attack on several is a blast: one roll counts for everybody, and each defends
    alone (SS-DEF-28)."""
    me = Scene(draft).fighter(attack.attacker)
    name = attack.options.weapon
    return name is not None and me.weapons[name].area


def is_near_friends(draft: Draft, who: str, foe: Fighter) -> bool:
    """Whether a foe is in melee with somebody of the side of `who`, or with themselves."""
    return any(
        other == who or draft.encounter.are_friends(who, other)
        for other in foe.in_melee_with
    )


def strikes_at_several(me: Fighter, foes: Sequence[Fighter]) -> Iterator[Way]:
    """Yield Multiple Attacks with the melee weapon at hand on the first two and more foes who are
    in melee with somebody, as many as the skill allows."""
    weapon = me.weapons[me.default_weapon()]
    if not weapon.is_melee or me.free_used:
        return
    near = [foe.id for foe in foes if me.id in foe.in_melee_with]
    most = min(CAUGHT, len(near), ceil_div(me.skill(weapon.skill), 2))
    for count in range(2, most + 1):
        yield Way(Attack(me.id, tuple(near[:count])))


def is_held(me: Fighter, name: str) -> bool:
    """Whether a weapon is in a hand."""
    return name in me.held.values()


def refine(draft: Draft, intent: Intent, sensible: Collection[str]) -> Intent:
    """Return the action that takes a grenade in hand instead of its throw, if it is in none;
    otherwise the intent itself."""
    del sensible
    if not isinstance(intent, Attack) or len(intent.targets) < 2:
        return intent
    me, name = Scene(draft).fighter(intent.attacker), intent.options.weapon
    if name is None or is_held(me, name) or not me.weapons[name].needs_hand:
        return intent
    return Act(me.id, "ready-weapon", (name,))


CHOICES: tuple[Question, ...] = (
    other_modes,
    called_attacks,
    attacks_with_karma,
)
ANSWERS: tuple[Question, ...] = (defended_attacks,)


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    """Yield attacks on the target with the usual weapon, then with each that could be drawn."""
    me = Scene(draft).fighter(who)
    usual = weapon_instead(me)
    yield Attack(who, (target,), options=Options(weapon=usual))
    for name, one in me.weapons.items():
        is_elsewhere = name != usual and name not in me.held.values()
        if one.kind in DRAWN and is_elsewhere and can_grip(me, name):
            yield Attack(who, (target,), options=Options(weapon=name))


def other_actions(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """Yield taking good cover, where both sides shoot, and getting up. Cover needs no barrier; the
    price of both is that of their AP."""
    me, other = map(Scene(draft).fighter, (who, foe))
    ap = ap_cost(me, "take_cover")
    if can_pay(me, ap) and is_shooter(me) and is_shooter(other):
        can_attack = not (me.acted or me.attack_used)
        price = price_of_ap(me, ap, can_attack=can_attack)
        yield Way(Act(who, "take-cover", ("good",)), price)
    if me.prone and not me.cannot_stand_rounds:
        yield Way(Act(who, "stand-up"), price_of_standing(me))


def is_shooter(who: Fighter) -> bool:
    """Whether somebody fights with a weapon that shoots: the one to draw, else the usual one."""
    weapon = who.weapons.get(weapon_instead(who) or who.default_weapon())
    return weapon is not None and weapon.kind == "ranged"
