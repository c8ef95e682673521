"""How somebody fights who is played by nobody: whose turn it is, and what is worth doing first.

Nobody moves, and a shot for which nobody tells a range goes over a short one, as the rules take it.
"""

from collections.abc import Iterator, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Intervene, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.kit.choices import attack_itself, further
from gmtrack.rulesets.port import Lost, Question, TurnState, WantedAttack, Way
from gmtrack.rulesets.storyteller.screens.board import health_track
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import BURSTS, UNARMED
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
"""What lets somebody do something in the turn of another: a turn that they have delayed, and what
a grapple has won them."""
BREAK_FREE = Options(words=("move=break-free",))
BREAK_FREE_EITHER_WAY = Options(
    words=("move=break-free", "counter-move=break-free")
)
"""Whoever wins the contest leaves the grapple."""


def turn_state(draft: Draft) -> TurnState:
    """Who has the turn, and after them those who may do something in it, or after the last turn of
    the round."""
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
    """The turn that was delayed; out of bonds and grapples; the attack."""
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
        if (
            other
            and other.able
            and scene.house.grapple_actions == "contest_only"
        ):
            if reason_against_contest(scene, me, other) is None and can_contest(
                scene, me
            ):
                yield Act(who, "grapple", options=BREAK_FREE_EITHER_WAY)
        elif me.willpower_left or not willpower_uses_of_violence(scene, me):
            yield from fight_intents(scene, me, aims)


def fight_intents(
    scene: Scene, me: Fighter, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Out from behind what hides them wholly; then the attack on the first who is not wholly hidden
    themselves, at last with bare hands."""
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
    """What is in hand; for who has nothing there the first weapon that they can get hold of."""
    in_hand = me.hands[0]
    if in_hand != UNARMED:
        return in_hand
    weapons = me.weapons().items()
    return next(
        (name for name, weapon in weapons if can_get(me, name, weapon)), UNARMED
    )


def can_get(me: Fighter, name: str, weapon: Weapon) -> bool:
    """A weapon to fight with that they carry, or that fell to their feet: what was thrown lies
    elsewhere, and people bite in grapples only."""
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
    """The attack with one weapon, and what it takes before. Only who strikes has to stand for it.
    A weapon is drawn with the attack, where that costs nothing."""
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
    """There are not enough in it for this shot."""
    if weapon.is_close or not weapon.capacity:
        return False
    bursts = (BURSTS.get(word.partition("burst=")[2]) for word in aim.words)
    needed = next((burst.bullets for burst in bursts if burst), 1)
    return me.weapon_state(name).ammo < needed


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    return (health_track(Scene(draft).fighter(who)),)


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Nothing between two who grapple; no distances are kept."""
    hold = Scene(draft).fighter(who).read_grapple()
    return 0.0 if hold and hold["with"] == other else None


# --- what is worth asking ---

attack_of = attack_itself
PRICES = {"willpower": 0.3}
STRIKING: dict[str, Sequence[int]] = {"wielded": (), "aim": ()}
STRUCK: dict[str, Sequence[int]] = {
    "lethal": (0, 4), "cover": (), "no_defense": (), "dodging": (), "tags": (),
}  # fmt: skip


def attacks_with_burst(draft: Draft, attack: Attack) -> Iterator[Way]:
    me = Scene(draft).fighter(attack.attacker)
    name = attack.options.weapon or weapon_at_hand(me)
    if me.weapon(name).autofire:
        for burst, row in BURSTS.items():
            if (
                not me.weapon(name).capacity
                or me.weapon_state(name).ammo >= row.bullets
            ):
                yield further(attack, f"burst={burst}")


def called_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """One place of each tag, where that is not on them yet."""
    target = Scene(draft).fighter(attack.targets[0])
    for place, tag in PLACES.items():
        if not target.has_tag(tag):
            yield further(attack, called=place)


def all_out_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Two dice more, for what foes do to who has no Defense left."""
    me = Scene(draft).fighter(attack.attacker)
    if (
        me.weapon(attack.options.weapon or weapon_at_hand(me)).is_close
        and not me.no_defense
    ):
        yield further(attack, "all-out", leaves={"no_defense": ["all-out"]})


def attacks_with_willpower(draft: Draft, attack: Attack) -> Iterator[Way]:
    me = Scene(draft).fighter(attack.attacker)
    if me.house.willpower_dice:
        yield further(attack, "willpower", spent=WILLPOWER_POINT)


def defended_attacks(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Actively, where an old house rule has it; with willpower."""
    target = Scene(draft).fighter(attack.targets[0])
    answers = (
        ("apply", "active") if target.house.old_notes_defense else ("apply",)
    )
    for answer in answers:
        yield further(attack, defense=(answer,))
        yield further(
            attack, defense=(answer, "willpower"), spent=WILLPOWER_POINT
        )


MEANS = {"ammo": (0, 1, 3, 10, 20)}
EFFECTS = {
    # The next action is gone; the weapon falls from the arm, and -3 dice on every attack.
    "stunned": Lost(rounds=1.0),
    "arm-wrack": Lost(rounds=1.5),
    "blinded-eye": Lost(rounds=1.5),
    "leg-wrack": Lost(rounds=0.5),
    "prone": Lost(rounds=0.5),
    "weapon-broken": Lost(rounds=1.0),
}
PLACES = {"arm": "arm-wrack", "hand": "arm-wrack", "head": "stunned"}
WILLPOWER_POINT = {"willpower": 1}
CHOICES: tuple[Question, ...] = (
    attacks_with_burst,
    called_attacks,
    all_out_attacks,
    attacks_with_willpower,
)
ANSWERS: tuple[Question, ...] = (defended_attacks,)


def attacks_at_hand(draft: Draft, who: str, target: str) -> Iterator[Attack]:
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
    """A dodge, or to aim on, instead of an attack. Cover is free, and taken when the attack is
    made, where both shoot."""
    scene = Scene(draft)
    me, other = map(scene.fighter, (who, foe))
    close = [one.weapon(weapon_at_hand(one)).is_close for one in (me, other)]
    if close[1]:
        yield Way(Act(who, "dodge"), {"attack": 1}, rounds=1)
    if not close[0]:
        yield Way(Act(who, "aim", (foe,)), {"attack": 1}, rounds=1)
    if not any(close):
        for cover in scene.covers():
            yield Way(Act(who, "take-cover", (cover,)))
