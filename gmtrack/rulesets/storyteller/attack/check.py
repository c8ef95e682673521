"""The rules that refuse an attack, in order. Nothing is paid or told before."""

from collections.abc import Callable

from gmtrack.rulesets.storyteller.attack.defense import (
    check_defense,
    pays_action,
)
from gmtrack.rulesets.storyteller.attack.modifiers import ATTACK_WORDS
from gmtrack.rulesets.storyteller.attack.plan import (
    Plan,
    Strike,
    find_full_cover,
)
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game, speed
from gmtrack.rulesets.storyteller.sheet.hands import (
    can_fire_bursts,
    check_weapon_carried,
    reload_line,
    suggest_weapon,
)
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import BURSTS, UNARMED
from gmtrack.rulesets.storyteller.turn.order import (
    check_can_act,
    check_on_feet,
    check_willpower,
)

Rule = Callable[[Plan], None]


def check_club_length(plan: Plan) -> None:
    """Raise Refusal `weapon` for a gun that is too small for a club (ST-099)."""
    size = plan.attacker.weapon(plan.weapon_id).size
    if plan.first_strike.told.get_all("club") and size <= 1:
        message = (
            f"{plan.weapon_id} is too small for a club: size {size}, 2 needed"
        )
        plan.game.refuse("weapon", message)


def check_bursts(plan: Plan) -> None:
    """Raise Refusal `weapon` for a burst without autofire (ST-089)."""
    if plan.burst and not can_fire_bursts(plan.first_strike.weapon):
        other = suggest_weapon(plan.game, plan.attacker, can_fire_bursts)
        message = f"{other}{plan.weapon_id} cannot fire bursts: that requires autofire"
        plan.game.refuse("weapon", message)


def check_number_of_targets(plan: Plan) -> None:
    """Raise Refusal `target` for more targets than a shot or this burst can have (ST-089 to
    ST-091)."""
    named = len(plan.named)
    if plan.burst is None and named > 1:
        message = "name one target; several need `--with burst=medium` or `--with burst=long`"
        plan.game.refuse("target", message)
    most = BURSTS[plan.burst].targets if plan.burst else None
    if most is not None and named > most:
        message = (
            f"name {most} target{'s' * (most > 1)} at most for a "
            f"{plan.burst} burst, not {named}"
        )
        plan.game.refuse("target", message)


def check_words_fit(plan: Plan) -> None:
    """Raise Refusal `option` for a word that does not go with the weapon or with another word."""
    game, s = plan.game, plan.first_strike
    for name, row in ATTACK_WORDS.items() if game.options.words else ():
        if s.told.get_all(name) and s.weapon.kind not in row.fits:
            game.deny(WORDS.value, f"{name} does not work with {s.weapon_id}")
        if s.told.get_all(name) and s.killing and not row.finishes:
            game.deny(WORDS.value, f"{name} does not work with a killing blow")
    if s.killing and (s.called or game.options.mods or s.burst):
        game.deny(
            WORDS.value,
            "a killing blow is not rolled: leave out --called, --mod and the burst",
        )
    if s.has_word("charge") and s.has_word("all-out"):
        game.deny(WORDS.value, "use charge or all-out, not both")
    if s.has_word("pull-bashing") and (
        s.pull is None or s.weapon_id == UNARMED
    ):
        game.deny(
            WORDS.value, "pull-bashing requires a weapon and `--with pull=N`"
        )


def check_willpower_for_dice(plan: Plan) -> None:
    """Raise Refusal `house-rule` for willpower on dice if the house forbids it (ST-R39)."""
    if (
        plan.first_strike.has_word("willpower")
        and not plan.game.house.willpower_dice
    ):
        message = (
            "the house rule `willpower_dice: 0` forbids willpower for dice"
        )
        plan.game.refuse("house-rule", message)


def check_shield_is_another(plan: Plan) -> None:
    """Raise Refusal `target` if the human shield is the attacker or the target (ST-113)."""
    for s in plan.strikes:
        victim = s.said.human_shield
        if victim in (s.attacker, s.target):
            plan.game.refuse(
                "target",
                f"{victim.name} cannot shield {s.target.name}: name somebody else",
            )


def check_free_to_act(plan: Plan) -> None:
    """Raise Refusal `status`, `grapple`, `turn` or `action` if the attacker cannot act now
    (ST-031)."""
    check_can_act(plan.game, plan.attacker)


def check_targets(plan: Plan) -> None:
    """Raise Refusal `target` for a target that is the attacker, is dead, or can defend against a
    killing blow."""
    game = plan.game
    for s in plan.strikes:
        if s.attacker in (s.target, s.aimed_at):
            game.refuse("target", f"{s.attacker.name} cannot target themselves")
        if s.target.dead:
            game.refuse("target", f"{s.target.name} is dead")
        # ST-152: down, bound or helpless.
        bound = not {"immobilized", "helpless", "unconscious"}.isdisjoint(
            s.target.reasons
        )
        if s.killing and not (bound or s.has_word("helpless")):
            game.refuse(
                "target",
                f"{s.target.name} can defend: a killing blow requires a helpless target",
            )


def check_weapon_usable(plan: Plan) -> None:
    """Raise Refusal `weapon` for a weapon that is not at hand or not fit for this attack
    (ST-067, ST-103, ST-128)."""
    game, s, who = plan.game, plan.first_strike, plan.attacker
    weapon = s.weapon
    check_weapon_carried(game, who, plan.weapon_id)
    if weapon.kind == "bite" and who.sheet.kind == "human":
        game.refuse(
            "weapon",
            f"{plan.weapon_id}: {who.name} is human and can bite only in a grapple",
        )
    if not weapon.is_close and (s.has_word("charge") or s.has_word("all-out")):
        game.refuse(
            "weapon",
            f"charge and all-out require a close attack, not {plan.weapon_id}",
        )
    if weapon.kind == "thrown" and weapon.size >= who.sheet.strength:
        message = (
            f"size {weapon.size} needs more strength than {who.sheet.strength}"
        )
        game.refuse(
            "weapon",
            f"{plan.weapon_id} is too big for {who.name} to throw: {message}",
        )


def check_weapon_ready(plan: Plan) -> None:
    """Raise Refusal `weapon` or `action` if the attacker is too weak for the weapon or has to
    draw it first."""
    check_ready(
        plan.game, plan.attacker, plan.weapon_id, plan.first_strike.weapon
    )


def check_ready(game: Game, who: Fighter, name: str, weapon: Weapon) -> None:
    """Raise Refusal `weapon` for too little strength (ST-R15), `action` if drawing takes the
    action (ST-R41).

    Both depend on house rules."""
    forbidden = game.house.strength_penalty == "forbidden"
    if forbidden and weapon.strength_req > who.sheet.strength:
        game.refuse("weapon", f"{name} requires strength {weapon.strength_req}")
    costs = game.fight.running and game.house.draw_cost == "action"
    natural = weapon.kind in ("unarmed", "bite")
    if costs and not natural and name not in who.hands:
        game.refuse_now(
            "action", f"drawing takes the action: `act {who.id} wield {name}`"
        )


def check_loaded(plan: Plan) -> None:
    """Raise Refusal `ammo` if the weapon has too few bullets (ST-093)."""
    need, name = plan.bullets, plan.weapon_id
    if need and plan.attacker.weapon_state(name).ammo < need:
        left = plan.attacker.weapon_state(name).ammo
        line = reload_line(plan.attacker, name)
        plan.game.refuse(
            "ammo", f"{name} has {left} of the {need} bullets needed: `{line}`"
        )


def check_guard_open(plan: Plan) -> None:
    """Raise Refusal `defense` for a charge or an all-out attack of somebody who has used Defense
    (ST-127, ST-135)."""
    who = plan.attacker
    for word in ("charge", "all-out"):
        if plan.first_strike.has_word(word) and who.defended:
            message = (
                f"{who.name} has used Defense this round and cannot use {word}"
            )
            plan.game.refuse("defense", message)


def check_stands_to_charge(plan: Plan) -> None:
    """Raise Refusal `status` for a charge of somebody on the ground (ST-R59)."""
    if plan.first_strike.has_word("charge"):
        check_on_feet(plan.game, plan.attacker, "charge")


def check_charge_in_reach(plan: Plan) -> None:
    """Raise Refusal `distance` for a charge over more metres than are left (ST-125)."""
    who = plan.attacker
    reach = 2 * speed(who)
    if plan.charge and who.moved + plan.charge > reach:
        gone = f"{max(0, reach - who.moved)} left"
        plan.game.refuse(
            "distance",
            f"{who.name} can charge {reach} metres a round: {gone}, not {plan.charge}",
        )


def check_nothing_in_between(plan: Plan) -> None:
    """Raise Refusal `cover` for destroyed cover, or a close attack on somebody wholly behind it
    (ST-106, ST-118)."""
    game = plan.game
    for s in plan.strikes:
        if s.said.cover and not game.cover_left(s.said.cover[0]):
            game.refuse("cover", f"{s.value('cover')} is destroyed")
        behind = find_full_cover(s)
        if behind and s.weapon.is_close:
            message = f"{s.target.name} is wholly behind {behind[0]}: no close attack gets there"
            game.refuse("cover", message)


def check_sees_out(plan: Plan) -> None:
    """Raise Refusal `cover` for a shot from a firearm by somebody wholly behind something, unless
    `own-concealment` was typed or switched off (ST-105, ST-106)."""
    game, s = plan.game, plan.first_strike
    told = s.has_word("own-concealment") or s.off("own-concealment")
    if s.firearm and not told and game.concealment_of(s.attacker) == "full":
        own = game.piece_of(s.attacker)
        name = own[0] if own else ""
        line = f"`act {s.attacker.id} leave-cover`"
        game.refuse(
            "cover",
            f"{s.attacker.name} is wholly behind {name}: {line} before shooting",
        )


def check_defenses_allowed(plan: Plan) -> None:
    """Raise Refusal `house-rule`, `defense`, `grapple` or `option` for a defense that cannot be
    (ST-040 to ST-066)."""
    for s in plan.strikes:
        check_defense(s)


def check_willpower_left(plan: Plan) -> None:
    """Raise Refusal `willpower` if the attacker has too little (ST-141, ST-R34, ST-R39)."""
    check_willpower(plan.game, plan.attacker, plan.willpower)


def check_defenses_paid(plan: Plan) -> None:
    """Raise Refusal `status`, `grapple`, `action` or `willpower` if a target cannot pay for its
    answers."""
    for target in dict.fromkeys(s.target for s in plan.strikes):
        check_answer_paid([s for s in plan.strikes if s.target is target])


def check_answer_paid(strikes: list[Strike]) -> None:
    """Raise Refusal if one target cannot pay for its answers to these strikes (ST-043, ST-053,
    ST-056, ST-057).

    The price is one action for all attacks of the command, and willpower for each."""
    first = strikes[0]
    if any(map(pays_action, strikes)):
        check_can_act(first.game, first.target, anytime=True)
    uses = [
        f"Defense against {s.attacker.name}"
        for s in strikes
        if s.defense.willpower
    ]
    check_willpower(first.game, first.target, uses)


RULES: tuple[Rule, ...] = (
    check_club_length,
    check_bursts,
    check_number_of_targets,
    check_words_fit,
    check_willpower_for_dice,
    check_shield_is_another,
    check_free_to_act,
    check_targets,
    check_weapon_usable,
    check_weapon_ready,
    check_loaded,
    check_guard_open,
    check_stands_to_charge,
    check_charge_in_reach,
    check_nothing_in_between,
    check_sees_out,
    check_defenses_allowed,
    check_willpower_left,
    check_defenses_paid,
)
