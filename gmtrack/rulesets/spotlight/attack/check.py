"""What forbids an attack: every rule once, in the order in which they are asked."""

from collections.abc import Callable, Iterable

from gmtrack.rulesets.spotlight.attack.defense import counters
from gmtrack.rulesets.spotlight.attack.plan import Plan, Strike
from gmtrack.rulesets.spotlight.attack.weapons import AUTOMATIC, ails, better
from gmtrack.rulesets.spotlight.dice.rolls import need_dice
from gmtrack.rulesets.spotlight.sheet.game import ways
from gmtrack.rulesets.spotlight.sheet.sheet import Mode, Weapon
from gmtrack.rulesets.spotlight.turn.costs import check_cost
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_not_interrupted,
    check_not_over,
)
from gmtrack.rulesets.spotlight.wounds.suppression import check_pin


def check(plan: Plan) -> None:
    """Ask every rule. Raises Refusal; with --force the override is noted instead."""
    for rule in RULES:
        rule(plan)


# --- what was declared goes together ---


def has_mode(plan: Plan) -> None:
    """SP-DIFF-06, SP-DIFF-09: the weapon has the mode (`weapon-unusable`)."""
    refuse_mode(plan.strike)


def one_defense(plan: Plan) -> None:
    """SP-R12: one defense, by the target (`no-defense`)."""
    target = plan.strike.target
    for who, _ in plan.declared:
        if who not in (None, target.id):
            plan.game.refuse("no-defense", f"only the target, {target.id}, can defend, not {who}")
    if len(plan.declared) > 1:
        plan.game.refuse(
            "no-defense", "an attack has one defense: `--defense dodge` or `--defense counter`"
        )


def counter_weapon(plan: Plan) -> None:
    """SP-TRIG-07: the weapon that was named can counter, is usable and has the mode
    (`weapon-unusable`)."""
    counter = plan.counter
    if counter is None:
        return
    if counter.named and not counters(counter.weapon):
        able = [name for name, weapon in counter.attacker.weapons().items() if counters(weapon)]
        other = ways(f"--with counter-weapon={name}" for name in able)
        message = f"the {counter.weapon_id} cannot counter; {other} can"
        plan.game.refuse("weapon-unusable", message)
    refuse_unusable(counter)
    refuse_mode(counter)


# --- now, by this attacker, at these targets ---


def not_interrupted(plan: Plan) -> None:
    """SP-DEATH-01 (`death-spotlight`)."""
    check_not_interrupted(plan.game)


def round_runs(plan: Plan) -> None:
    """SP-SPOT-13: the round is not over (`round-over`)."""
    check_not_over(plan.game)


def attacker_able(plan: Plan) -> None:
    """SP-INJ-05, SP-INJ-08 (`down`)."""
    check_able(plan.game, plan.strike.attacker)


def somebody_else(plan: Plan) -> None:
    """Nobody attacks themselves (`bad-target`)."""
    attacker = plan.strike.attacker
    if attacker in plan.targets:
        plan.game.refuse("bad-target", f"{attacker.id} cannot target themselves")


def living_targets(plan: Plan) -> None:
    """SP-R53, SP-SPOT-09: not the dead (`bad-target`); what those who share the spotlight do counts
    as done at the same time."""
    game, attacker = plan.game, plan.strike.attacker
    if not (game.holds(attacker) and len(game.fight.spotlight) > 1):
        game.refuse_dead("bad-target", (who for who in plan.targets if who.fate == "dead"))


def one_target(plan: Plan) -> None:
    """SP-SPEC-04: only suppressive fire has several targets (`bad-target`)."""
    if len(plan.targets) > 1 and not plan.strike.suppressive:
        plan.game.refuse("bad-target", "name one target: several need `--with suppressive`")


def not_aimed(plan: Plan) -> None:
    """SP-SPEC-08: suppressive fire hits no location (`bad-target`)."""
    if plan.strike.suppressive and plan.strike.called:
        plan.game.refuse("bad-target", "suppressive fire hits no location: leave out `--called`")


def at_an_enemy(plan: Plan) -> None:
    """SP-TRIG-12, SP-TRIG-13: opportunity attacks (`bad-target`)."""
    s = plan.strike
    if s.opportunity and s.attacker.friend_of(s.target):
        message = f"{s.target.id} is no enemy of {s.attacker.id}: leave out `--with opportunity`"
        plan.game.refuse("bad-target", message)


# --- with this weapon ---


def weapon_ready(plan: Plan) -> None:
    """SP-INJ-02, SP-R43, SP-R48: in hand, and the arms work (`weapon-unusable`)."""
    refuse_unusable(plan.strike)


def automatic(plan: Plan) -> None:
    """SP-SPEC-03: suppressive fire needs burst or full auto (`weapon-unusable`)."""
    s = plan.strike
    if s.suppressive and s.mode not in AUTOMATIC:
        modes = [mode for mode in s.weapon.fire_modes if mode in AUTOMATIC]
        way = mode_words(s, modes) if modes else f"the {s.weapon_id} has neither"
        message = f"suppressive fire needs burst or full auto: {way}"
        plan.game.refuse("weapon-unusable", instead(s, fires_automatic) + message)


def not_pinned(plan: Plan) -> None:
    """SP-SPEC-06, SP-R17 (`suppressed`)."""
    check_pin(plan.game, plan.strike.attacker, "attack")


# --- against this defense ---


def in_melee(plan: Plan) -> None:
    """SP-TRIG-02, SP-TRIG-06: only a melee attack can be answered (`no-defense`)."""
    s = plan.strike
    if plan.defense and (s.suppressive or not s.weapon.is_melee):
        what = "this is suppressive fire" if s.suppressive else f"the {s.weapon_id} is ranged"
        message = f"`--defense {plan.defense}` answers melee attacks only; {what}"
        plan.game.refuse("no-defense", message)


def target_able(plan: Plan) -> None:
    """SP-INJ-05, SP-INJ-08: to defend (`down`)."""
    if plan.defense:
        check_able(plan.game, plan.strike.target)


def free_to_counter(plan: Plan) -> None:
    """SP-R17: a pinned target may dodge, but not counter (`suppressed`)."""
    if plan.counter:
        check_pin(plan.game, plan.strike.target, "counter")


def pools(plan: Plan) -> None:
    """SP-R23: a pool of 0 cannot be rolled (`no-dice`)."""
    if plan.counter:
        need_dice(plan.game, plan.counter.attacker, plan.counter.pool, plan.counter.weapon.skill)
    elif plan.defense:
        need_dice(plan.game, plan.strike.target, plan.dodge_pool, "athletics")
    need_dice(plan.game, plan.strike.attacker, plan.strike.pool, plan.strike.weapon.skill)


# --- for this price ---


def affordable(plan: Plan) -> None:
    """SP-AP-06, SP-AP-07, SP-R09: 1 AP of the attacker, and of the target for a defense
    (`not-in-spotlight`, `no-ap`)."""
    check_cost(plan.game, plan.strike.attacker, 1, plan.trigger)
    if plan.defense:
        check_cost(plan.game, plan.strike.target, 1, "defense")


RULES: tuple[Callable[[Plan], None], ...] = (
    has_mode, one_defense, counter_weapon,
    not_interrupted, round_runs, attacker_able, somebody_else, one_target, not_aimed, at_an_enemy,
    weapon_ready, automatic, not_pinned,
    in_melee, target_able, free_to_counter, pools,
    affordable, living_targets,
)  # fmt: skip


def refuse_mode(s: Strike) -> None:
    if s.mode not in s.weapon.fire_modes:
        mode, others = s.mode.replace("_", "-"), mode_words(s, s.weapon.fire_modes)
        message = f"the {s.weapon_id} has no mode {mode}: {others}"
        other = instead(s, lambda weapon: s.mode in weapon.fire_modes)
        s.game.refuse("weapon-unusable", other + message)


def mode_words(s: Strike, modes: Iterable[Mode]) -> str:
    """The words of `--with` that choose one of the modes."""
    word = "mode" if s.main else "counter-mode"
    return ways(f"--with {word}={mode.replace('_', '-')}" for mode in modes)


def refuse_unusable(s: Strike) -> None:
    """Whoever plans has it in hand then."""
    game, who, weapon = s.game, s.attacker, s.weapon_id
    in_hand = who.arm_of(weapon) is not None
    if not in_hand and game.refuse_now("weapon-unusable", useless(s)):
        in_hand = True
        who.held = {**who.held, weapon: who.arm_for(weapon)}
    if in_hand and not who.ready(weapon):
        game.refuse("weapon-unusable", useless(s))


def useless(s: Strike) -> str:
    who, weapon = s.attacker, s.weapon_id
    return f"{who.id} cannot use the {weapon}: it {ails(who, weapon)}"


def instead(s: Strike, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do, where the program chose another."""
    return "" if s.named else better(s.attacker, would_do)


def fires_automatic(weapon: Weapon) -> bool:
    return any(mode in AUTOMATIC for mode in weapon.fire_modes)
