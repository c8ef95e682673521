"""The rules that an attack has to keep, in one list. `--force` overrules them, except for a
distance that the weapon cannot shoot."""

from collections import Counter
from collections.abc import Callable

from gmtrack.core.names import listed
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.sr3.attack.plan import AttackPlan, Strike
from gmtrack.rulesets.sr3.attack.target_number import net_reach
from gmtrack.rulesets.sr3.dice import check_pool_limit, pool_message
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    check_in_hand,
    reload_lines,
    suggest_better_weapon,
)
from gmtrack.rulesets.sr3.tables import FULL_AUTO_LEAST, MODES
from gmtrack.rulesets.sr3.turn.legality import (
    Objection,
    check_able,
    must_warn,
    objections_to_cost,
)

AMMUNITION_HOLDERS = ("clip", "belt")
"""Holders of ammunition that have to be in the weapon to fire it (SR-100, SR-106)."""


def object_to(plan: AttackPlan, objection: Objection) -> None:
    """Refuse an attack for this objection, or under the house rule `action_check` keep it in the
    plan, to be told as a warning (SR-R04)."""
    if must_warn(plan.game, objection):
        plan.warnings.append(objection)


def check_attacker_able(plan: AttackPlan) -> None:
    """Refuse (`status`) an attacker who cannot act (SR-039, SR-143 to SR-145)."""
    check_able(plan.game, plan.attacker)


def check_weapon_in_hand(plan: AttackPlan) -> None:
    """Refuse (`weapon`) a weapon of the attacker that is not in hand during a combat turn
    (SR-R42)."""
    check_in_hand(plan.game, plan.attacker, plan.first_strike.weapon_id)


def check_defense(plan: AttackPlan) -> None:
    """Refuse a defense with a weapon that is not in the target's hand (`weapon`), and one that
    an own effect forbids (`forbidden`) (SR-R42)."""
    for s in plan.strikes:
        if s.defense is not None:
            check_in_hand(plan.game, s.target, s.defense.weapon_id)
            plan.game.check_forbidden(s.target, s.defense.word)


def check_hold_damage(plan: AttackPlan) -> None:
    """Refuse (`subdual`) to subdue with a weapon that does no stun damage (SR-036)."""
    s = plan.first_strike
    if not s.ranged and s.subduing and s.weapon.damage_type != "stun":
        own = s.attacker.weapons.items()
        stuns = [
            name
            for name, one in own
            if not one.is_ranged and one.damage_type == "stun"
        ]
        way = f": --weapon {stuns[0]}" if stuns else ""
        plan.game.refuse(
            "subdual", f"a hold needs stun damage, {s.weapon_id} does none{way}"
        )


def check_targeting_systems(plan: AttackPlan) -> None:
    """Refuse (`weapon`) several targeting systems at once, under the house rule
    `targeting_stack: error` (SR-080, SR-R23)."""
    for s in plan.strikes:
        if (
            len(s.gear.systems) > 1
            and plan.game.house.targeting_stack == "error"
        ):
            best = s.gear.best[0].label
            rest = [part.label for part in s.gear.systems if part.label != best]
            lines = " ".join(f"--without {system}" for system in rest)
            plan.game.refuse(
                "weapon", f"only one targeting system at a time: {lines}"
            )


def check_mode(plan: AttackPlan) -> None:
    """Refuse (`mode`) a fire mode that the weapon does not have (SR-054 to SR-060)."""
    s = plan.first_strike
    if s.ranged and s.mode not in s.weapon.modes:
        other = suggest_better_weapon(
            plan.game,
            plan.attacker,
            lambda one: one.is_ranged and s.mode in one.modes,
        )
        modes = " or ".join(f"--with mode={mode}" for mode in s.weapon.modes)
        has = f"{s.weapon_id} cannot fire {s.mode}: {modes}"
        plan.game.refuse("mode", f"{other}{has}")


def check_target_count(plan: AttackPlan) -> None:
    """Refuse (`mode`) several targets in a mode that fires at one (SR-064)."""
    if plan.left_out:
        plan.game.refuse(
            "mode",
            f"{plan.first_strike.mode} fires at one target: name one, or --with mode=fa",
        )


def check_distance_known(plan: AttackPlan) -> None:
    """Raise Refusal `range` for a shot at an unknown range, and for shot whose range is not
    known in metres (SR-044, SR-109)."""
    for s in plan.strikes:
        if s.ranged and s.range is None:
            now = "--with range=METRES, or short, medium, long, extreme"
            nowhere = [
                who.id for who in (s.attacker, s.target) if who.position is None
            ]
            lasting = listed(f"`set {who} position=X,Y`" for who in nowhere)
            message = f"the range to {s.target.name} is not known: {now}; for the whole fight"
            plan.game.deny(
                "range",
                f"{message} `set scene range=short`, or {lasting} in metres",
            )
        if s.shot and s.range is not None and s.range.metres is None:
            message = (
                f"shot spreads: type the range to {s.target.name} in metres"
            )
            plan.game.deny("range", f"{message}, --with range=METRES")


def check_range(plan: AttackPlan) -> None:
    """Refuse (`range`) a shot beyond the weapon's range, and one below its minimum unless the
    house says that it misses (SR-045, SR-R18)."""
    game = plan.game
    for s in plan.strikes:
        if s.range is None:
            continue
        metres, name = s.range.metres, s.weapon_id
        if s.range.too_near and game.house.below_minimum != "miss":
            least = s.weapon.min_range
            near = format_count(metres or 0, "metre")
            message = f"{s.target.name} is too near for {name}: {near}, at least {least}"
            game.refuse("range", message)
        if s.range.too_far:
            most = s.weapon.ranges[-1]
            message = f"{s.target.name} is out of range of {name}: {metres} metres, {most} at most"
            game.refuse("range", message)


def check_called_shot(plan: AttackPlan) -> None:
    """Refuse (`mode`) a called shot by full auto (SR-075)."""
    if plan.first_strike.called and plan.first_strike.mode == "fa":
        plan.game.refuse(
            "mode", "full auto takes no called shot: leave out --called"
        )


def check_full_auto_rounds(plan: AttackPlan) -> None:
    """Refuse (`mode`) full auto with too few rounds, in all or by house rule at each target
    (SR-060, SR-R20)."""
    if plan.first_strike.mode != "fa":
        return
    each = plan.game.house.fa_minimum == "per_grouping"
    rounds = [s.rounds for s in plan.firing]
    if (min(rounds) if each else sum(rounds)) < FULL_AUTO_LEAST:
        where = "at each target" if each else "in all"
        least = f"at least {FULL_AUTO_LEAST} rounds {where}"
        message = f"full auto fires {least}: --with rounds={FULL_AUTO_LEAST}"
        plan.game.refuse("mode", message)


def check_running_words(plan: AttackPlan) -> None:
    """Refuse (`option`) words that call a target both running and stationary, or the contrary of
    what it is, and an attacker who both runs and walks (SR-119, SR-120, SR-R60)."""
    for s in plan.strikes:
        if s.count("running") and s.count("walking"):
            message = f"{s.attacker.name} runs or walks: type one of the two"
            plan.game.refuse(WORDS.value, message)
        told_running, told_still = (
            s.has_word("target-running"),
            s.has_word("stationary"),
        )
        if s.off("target-running") or s.off("stationary"):
            continue
        if told_still and (told_running or s.target.running != "none"):
            way = "leave stationary out, or add --without target-running"
            plan.game.refuse(WORDS.value, f"{s.target.name} is running: {way}")
        elif told_running and s.target.stationary:
            way = "leave target-running out, or add --without stationary"
            plan.game.refuse(
                WORDS.value, f"{s.target.name} is stationary: {way}"
            )


def check_reach_word(plan: AttackPlan) -> None:
    """Raise Refusal `option` for the choice of reach where neither has more of it, and for the
    choice of the one who has less (SR-R59)."""
    for s in plan.strikes:
        if s.defense is None or "reach-on" not in s.words:
            continue
        net = net_reach(s, s.defense.weapon)
        if not net:
            way = "leave reach-on out"
            plan.game.deny(WORDS.value, f"neither has more reach: {way}")
        longer, other = s.attacker, s.target
        if net < 0:
            longer, other = other, longer
        if s.words["reach-on"].who == other.id:
            message = f"{other.name} has less reach than {longer.name}"
            way = f"the choice is theirs: --with {longer.id}:reach-on=opponent"
            plan.game.deny(WORDS.value, f"{message}, {way}")


def check_full_auto_maximum(plan: AttackPlan) -> None:
    """Refuse (`mode`) more rounds of full auto in a phase than the house rule `fa_maximum` allows:
    those fired before in it and those lost on the way count too (SR-R20)."""
    most = plan.game.house.fa_maximum
    if plan.first_strike.mode != "fa" or most == "none":
        return
    rounds = sum(s.rounds + s.walked for s in plan.firing)
    before = plan.first_strike.fired.rounds
    if rounds + before > most:
        fired = f", {before} are fired already" if before else ""
        lost = sum(s.walked for s in plan.firing)
        walked = f", {lost} of them lost on the way" if lost else ""
        message = (
            f"full auto fires at most {most} rounds in a phase, not {rounds}"
        )
        plan.game.refuse("mode", f"{message}{walked}{fired}")


def check_rounds_typed(plan: AttackPlan) -> None:
    """Raise Refusal `option` for full auto without `rounds=N` at a target; checked late, so that
    other refusals come first (SR-060)."""
    for s in plan.firing:
        if s.ranged and s.mode == "fa" and s.count("rounds") is None:
            plan.game.deny(
                WORDS.value,
                f"full auto at {s.target.name}: type --with rounds=N",
            )


def check_ammunition(plan: AttackPlan) -> None:
    """Refuse (`ammo`) a shot without the clip or belt in, or with too few rounds. A weapon
    without a capacity has enough (SR-065, SR-066, SR-100, SR-106)."""
    game, s, who = plan.game, plan.first_strike, plan.attacker
    if not s.ranged:
        return
    if (
        s.weapon.loading in AMMUNITION_HOLDERS
        and not who.weapon_state(s.weapon_id).clip_in
    ):
        lines = reload_lines(who, s.weapon_id)
        game.refuse(
            "ammo", f"{s.weapon_id} has no {s.weapon.loading} in: {lines}"
        )
    need, left = (
        sum(one.rounds + one.walked for one in plan.firing),
        who.weapon_state(s.weapon_id).ammo,
    )
    if s.weapon.capacity and need > left:
        lines = reload_lines(who, s.weapon_id)
        rounds = format_count(left, "round")
        game.refuse(
            "ammo", f"{s.weapon_id} has {rounds} left, not {need}: {lines}"
        )


def check_shots_of_phase(plan: AttackPlan) -> None:
    """Object (`action`) to a weapon that has fired as often as its mode may in the phase (SR-054
    to SR-056)."""
    s, game = plan.first_strike, plan.game
    limit = MODES[s.mode].limit if s.ranged else None
    if limit is None or not game.on_turn(plan.attacker):
        return
    if plan.attacker.weapon_state(s.weapon_id).shots >= limit:
        times = "once" if limit == 1 else "twice"
        object_to(
            plan,
            Objection(
                "action",
                f"{s.weapon_id} fires {s.mode} only {times} in a phase",
            ),
        )


def check_passing_attack(plan: AttackPlan) -> None:
    """Object (`action`) to a second attack on somebody who moves past: by the same attacker, or
    by house rule by anybody (SR-035, SR-R33)."""
    s, game = plan.first_strike, plan.game
    if not (s.passing and game.fight.running):
        return
    struck = s.target.struck_by
    if s.attacker.id in struck or (struck and game.house.pass_limit == "one"):
        first = game.name(struck[0])
        message = f"{s.target.name} was attacked while moving past already, by {first}"
        object_to(plan, Objection("action", message))


def check_cost(plan: AttackPlan) -> None:
    """Object to an attack out of turn (`turn`) or with too few actions left (`action`) (SR-011)."""
    called = plan.first_strike.called is not None
    for objection in objections_to_cost(
        plan.game, plan.attacker, plan.cost, free_too=called
    ):
        object_to(plan, objection)


def check_pool_uses(plan: AttackPlan) -> None:
    """Refuse (`pool`) combat pool dice for rolls that are not made: dice of defense for the
    attacker or for somebody who does not hit back, dice against damage for somebody who may not
    use them (SR-017, SR-023, SR-099)."""
    game, who = plan.game, plan.attacker
    for name in ("defense-pool", "resist-pool"):
        useful = name == "resist-pool" and has_melee_resistance_pool(
            plan.first_strike
        )
        if plan.first_strike.said.tied(name, who.id) and not useful:
            game.refuse("pool", f"{name} is for a target, not for {who.name}")
    for s in plan.strikes:
        if s.dice("defense-pool") and (
            s.defense is None or s.defense.word != "fight"
        ):
            way = (
                f": --with resist-pool={s.dice('defense-pool')}"
                if can_use_resistance_pool(s)
                else ""
            )
            game.refuse(
                "pool", f"defense-pool: {s.target.name} does not hit back{way}"
            )
        if s.dice("resist-pool") and not can_use_resistance_pool(s):
            message = (
                f"resist-pool: in melee only on full defense, {s.target.name}"
            )
            game.refuse("pool", f"{message} is not: --defense full")


def can_use_resistance_pool(s: Strike) -> bool:
    """Whether the target may use pool dice against the damage: of a shot always, in melee on
    full defense or by house rule (SR-017, SR-023, SR-048)."""
    return s.defense is None or s.defense.full or has_melee_resistance_pool(s)


def has_melee_resistance_pool(s: Strike) -> bool:
    """Whether this is melee under the house rule that gives both sides pool dice against the
    damage (SR-R12)."""
    return s.defense is not None and s.game.house.melee_resist_pool


def check_pools_by_skill(plan: AttackPlan) -> None:
    """Refuse (`pool`) more pool dice for attack or defense than the skill allows (SR-005)."""
    game, who = plan.game, plan.attacker
    for s in plan.strikes:
        check_pool_limit(game, who, s.pool, who.trait(s.weapon.skill))
        if s.defense is not None:
            skill = s.target.trait(s.defense.weapon.skill)
            check_pool_limit(game, s.target, s.dice("defense-pool"), skill)


def check_pools_left(plan: AttackPlan) -> None:
    """Refuse (`pool`) more pool dice than somebody has left, all dice of the attack together
    (SR-004)."""
    spent: Counter[Fighter] = Counter()
    for s in plan.strikes:
        if s in plan.firing:
            spent[plan.attacker] += s.pool + s.own_resistance
        spent[s.target] += s.dice("defense-pool") + s.dice("resist-pool")
    for who, dice in spent.items():
        if dice > who.pool_left:
            plan.game.refuse("pool", pool_message(who, dice))


def check_targets_alive(plan: AttackPlan) -> None:
    """Refuse (`status`) an attack on the dead (SR-R43)."""
    dead = {s.target.id: s.target for s in plan.strikes if s.target.dead}
    plan.game.refuse_dead("status", dead.values())


Rule = Callable[[AttackPlan], None]

RULES: tuple[Rule, ...] = (
    check_attacker_able,
    check_weapon_in_hand,
    check_mode,
    check_target_count,
    check_distance_known,
    check_range,
    check_called_shot,
    check_defense,
    check_hold_damage,
    check_full_auto_rounds,
    check_full_auto_maximum,
    check_ammunition,
    check_shots_of_phase,
    check_passing_attack,
    check_pool_uses,
    check_pools_by_skill,
    check_pools_left,
    check_cost,
    check_targeting_systems,
    check_running_words,
    check_reach_word,
    check_rounds_typed,
    check_targets_alive,
)
"""The checks of an attack, in order."""
