"""How somebody fights who is played by nobody: whose phase it is, and what is worth doing first.

Nobody moves, as no rule here says how far: who strikes is taken to get there. Where nobody knows
how far a shot goes, it goes across a room (`ROOM`). It is fired in the weapon's first mode, without
dice of the combat pool, unless the words of the aim say more.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Intervene, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_itself, further
from gmtrack.rulesets.port import Aim, Moment, Question, Way
from gmtrack.rulesets.sr3.attack.aim import metres_apart, range_at
from gmtrack.rulesets.sr3.screens.board import monitors
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.sheet.state import barriers
from gmtrack.rulesets.sr3.tables import LOADING, MODES
from gmtrack.rulesets.sr3.turn.legality import SIMPLE, Cost

ROOM = 10
"""Metres."""
Words = tuple[str, ...]


def moment(draft: Draft) -> Moment:
    """Who has the phase, and after them those who have delayed theirs and may take it."""
    fight = Scene(draft).fight
    if not fight.running:
        return Moment(fight.round, False)
    live = draft.get(("fight", "combatants"), {})
    delayed = (
        who for who, state in live.items() if state and state.get("delayed")
    )
    acting = (fight.acting,) if fight.acting else ()
    return Moment(fight.round, True, (*acting, *delayed))


def moves(draft: Draft, who: str, aims: Sequence[Aim]) -> Iterator[Intent]:
    """The phase that was delayed; out of a hold; to their feet; the attack, with what reaches
    somebody in hand and loaded."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if not aims:
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
            yield from fights(scene, me, aims)


def can_pay(me: Fighter, cost: Cost) -> bool:
    """So much is left of their phase."""
    return me.simple_left >= SIMPLE[cost]


def fights(scene: Scene, me: Fighter, aims: Sequence[Aim]) -> Iterator[Intent]:
    """The first whom the weapon reaches that is meant, or in hand; only where there is nobody, or
    it is refused, with another weapon, at last with bare hands."""
    in_hand, reached, refused = me.in_hand, False, False
    for aim in aims:
        weapon = aim.weapon or in_hand
        meant = weapon != UNARMED or aim.weapon is not None
        if meant and reaches(scene, me, aim.target, weapon):
            reached = True
            for intent in attacks(scene, me, aim.target, weapon, aim.words):
                yield intent
                refused = True
    if reached and not refused:
        return
    others = [name for name in me.sheet.weapons if name != in_hand]
    for aim in aims:
        for weapon in (*others, UNARMED):
            if reaches(scene, me, aim.target, weapon):
                yield from attacks(scene, me, aim.target, weapon)


def reaches(scene: Scene, me: Fighter, target: str, name: str) -> bool:
    """Whether the target is in the range of a weapon, as far as it is known."""
    weapon = me.weapon(name)
    metres = (
        metres_apart(me, scene.fighter(target)) if weapon.is_ranged else None
    )
    if metres is None:
        return True
    range_ = range_at(weapon, metres)
    return not (range_.too_near or range_.too_far)


def attacks(
    scene: Scene, me: Fighter, target: str, name: str, words: Words = ()
) -> Iterator[Intent]:
    """The attack with one weapon, and what it takes before; nothing where too little is left of the
    phase."""
    weapon = me.weapon(name)
    if name not in me.hands:
        yield Act(me.id, "ready", (name,))
    elif weapon.is_ranged and needs_rounds(me, name, weapon, words):
        yield from reloads(me, name, weapon)
    elif may_attack(me, name, weapon, words):
        told = range_words(scene, me, target, weapon, words)
        yield Attack(
            me.id,
            (target,),
            options=Options(weapon=name, words=(*words, *told)),
        )


def range_words(
    scene: Scene, me: Fighter, target: str, weapon: Weapon, words: Words
) -> Words:
    """How far it is, where that has to be told: across a room, or what the weapon can do."""
    if not weapon.is_ranged or value(words, "range") is not None:
        return ()
    known = metres_apart(me, scene.fighter(target)) is not None
    return (
        ()
        if known
        else (f"range={max(weapon.min_range, min(ROOM, weapon.ranges[-1]))}",)
    )


def value(words: Words, name: str) -> str | None:
    """What is told of one of the words; None where nothing is."""
    return next(
        (
            word.partition("=")[2]
            for word in words
            if word.startswith(f"{name}=")
        ),
        None,
    )


def needs_rounds(me: Fighter, name: str, weapon: Weapon, words: Words) -> bool:
    """There is nothing in it for this shot. A burst makes do with what is left."""
    if not me.state(name).clip_in:
        return True
    told = value(words, "rounds") or ""
    needed = int(told) if told.isdigit() else 1
    return weapon.capacity > 0 and me.state(name).ammo < needed


def reloads(me: Fighter, name: str, weapon: Weapon) -> Iterator[Intent]:
    """What holds the rounds out, another in; or rounds straight into the weapon."""
    row = LOADING[weapon.loading]
    if "load" in row.actions or weapon.class_ == "crossbow":
        if can_pay(me, "complex"):
            yield Act(me.id, "load", (name,))
    elif can_pay(me, "complex" if row.swap == "complex" else "simple"):
        out, into, *_ = row.actions
        yield Act(me.id, out if me.state(name).clip_in else into, (name,))


def may_attack(me: Fighter, name: str, weapon: Weapon, words: Words) -> bool:
    """A blow takes the whole phase; a weapon is fired so often in it as its mode says."""
    if not weapon.is_ranged:
        return can_pay(me, "complex")
    said = value(words, "mode") or weapon.modes[0]
    mode = next(
        (row for row in MODES.values() if row.mode == said),
        MODES[weapon.modes[0]],
    )
    return can_pay(me, mode.cost) and (
        mode.limit is None or me.state(name).shots < mode.limit
    )


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    return monitors(Scene(draft).fighter(who))


def apart(draft: Draft, who: str, other: str) -> float | None:
    """Nothing between two in melee; else the metres, where both positions are known."""
    scene = Scene(draft)
    me = scene.fighter(who)
    return (
        0.0
        if other in me.in_melee_with
        else metres_apart(me, scene.fighter(other))
    )


# --- what is worth asking ---

attack_of = attack_itself
PRICES = {"pool": 0.05}
FEW = 3
"""Dice of the combat pool."""
STRIKING: dict[str, Sequence[int]] = {"wielded": (), "aim": ()}
STRUCK: dict[str, Sequence[int]] = {
    "physical": (0, 5),
    "pool_left": (0, FEW, 8),
    "partial_cover": (),
}
MEANS = {"free_left": (0, 1), "simple_left": (0, 1, 2)}
FULL_AUTO = 6
"""Rounds."""


def by_mode(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Full auto takes the whole phase, and so another attack."""
    me = Scene(draft).fighter(attack.attacker)
    weapon = me.weapon(attack.options.weapon or me.in_hand)
    if not weapon.is_ranged or value(attack.options.words, "mode"):
        return
    for mode in weapon.modes[1:]:
        if mode != "fa":
            yield further(attack, f"mode={mode}")
    if "fa" in weapon.modes:
        yield further(
            attack, "mode=fa", f"rounds={FULL_AUTO}", spent={"attack": 1}
        )


def called(draft: Draft, attack: Attack) -> Iterator[Way]:
    """With the free action."""
    if Scene(draft).fighter(attack.attacker).free_left:
        yield further(attack, called="head")


def pool_dice(draft: Draft, attack: Attack) -> Iterator[Way]:
    pool = Scene(draft).fighter(attack.attacker).combat_pool
    yield further(attack, "pool=all", spent={"pool": pool})


def defended(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Dice of the pool against the damage; in melee on full defense, or to hit back."""
    scene = Scene(draft)
    target, me = (
        scene.fighter(attack.targets[0]),
        scene.fighter(attack.attacker),
    )
    ranged = me.weapon(attack.options.weapon or me.in_hand).is_ranged
    full: dict[str, Any] = {} if ranged else {"defense": ("full",)}
    if not ranged:
        yield further(attack, **full)
        if target.pool_left >= FEW:
            yield further(attack, f"defense-pool={FEW}", spent={"pool": FEW})
    for word, spent in shares(target, "resist-pool"):
        yield further(attack, word, spent=spent, **full)


def shares(who: Fighter, word: str) -> Iterator[tuple[str, dict[str, float]]]:
    """All that is left of the pool, and a few dice of it."""
    if who.pool_left:
        yield f"{word}=all", {"pool": who.pool_left}
    if who.pool_left > FEW:
        yield f"{word}={FEW}", {"pool": FEW}


CHOICES: tuple[Question, ...] = (by_mode, called, pool_dice)
ANSWERS: tuple[Question, ...] = (defended,)


def arms(draft: Draft, who: str, target: str) -> Iterator[Attack]:
    scene = Scene(draft)
    me = scene.fighter(who)
    for name in (
        me.in_hand,
        *(name for name in me.sheet.weapons if name not in me.hands),
    ):
        if name == me.in_hand or reaches(scene, me, target, name):
            words = range_words(scene, me, target, me.weapon(name), ())
            yield Attack(
                who, (target,), options=Options(weapon=name, words=words)
            )


def acts(draft: Draft, who: str, foe: str) -> Iterator[Way]:
    """To aim, with the action that is left of a weapon that fires once, else instead of a shot.
    Cover costs nothing, where the scene has any and both shoot."""
    me, other = map(Scene(draft).fighter, (who, foe))
    weapon = me.weapon(me.in_hand)
    if weapon.is_ranged and can_pay(me, "simple"):
        once = weapon.modes[0] == "ss"
        yield Way(
            Act(who, "aim", (foe,)), {} if once else {"attack": 1}, rounds=1
        )
    both = weapon, other.weapon(other.in_hand)
    if barriers(draft.encounter) and all(one.is_ranged for one in both):
        yield Way(Act(who, "take-cover"))
