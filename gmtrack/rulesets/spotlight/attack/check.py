"""The rules that forbid an attack, in the order in which the first that applies is told."""

from collections.abc import Callable, Iterable

from gmtrack.rulesets.kit.words import explain_passed_over
from gmtrack.rulesets.spotlight.attack.plan import AttackPlan, Strike
from gmtrack.rulesets.spotlight.attack.read import (
    AUTOMATIC,
    can_counter,
    why_not_usable,
)
from gmtrack.rulesets.spotlight.dice import check_has_dice
from gmtrack.rulesets.spotlight.sheet.game import join_lines
from gmtrack.rulesets.spotlight.sheet.sheet import Mode, Weapon
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_cost,
    check_not_interrupted,
    check_not_over,
)
from gmtrack.rulesets.spotlight.wounds import check_pin


def check(plan: AttackPlan) -> None:
    """Ask every rule of an attack in order. Raises Refusal for the first that forbids it
    (`bad-target` for the dead, the others as each check says); with `--force` the override is
    noted instead."""
    game, s = plan.game, plan.strike
    # What was declared goes together.
    refuse_mode(s)
    check_one_defense(plan)
    if plan.counter:
        check_counter_weapon(plan.counter)
    # Now, by this attacker, at these targets.
    check_not_interrupted(game)
    check_not_over(game)
    check_able(game, s.attacker)
    check_targets(plan)
    # With this weapon.
    refuse_unusable(s)
    check_automatic(s)
    check_pin(game, s.attacker, "attack")
    # Against this defense.
    if plan.defense:
        check_in_melee(plan)
        check_able(game, s.target)
    if plan.counter:
        check_pin(game, s.target, "counter")
    check_pools(plan)
    # For this price.
    check_cost(game, s.attacker, 1, plan.trigger)
    if plan.defense:
        check_cost(game, s.target, 1, "defense")
    # At the living (SP-R53); what those who share the spotlight do counts as done at the same time
    # (SP-SPOT-09).
    if not (game.has_spotlight(s.attacker) and len(game.fight.spotlight) > 1):
        game.refuse_dead(
            "bad-target", (who for who in plan.targets if who.fate == "dead")
        )


def check_one_defense(plan: AttackPlan) -> None:
    """Refuse several defenses, or one by somebody else than the target (SP-R12). Raises Refusal:
    `no-defense`, or `forbidden` for a defense that an own effect forbids."""
    target = plan.strike.target
    for who, word in plan.declared:
        plan.game.check_forbidden(target, word)
        if who not in (None, target.id):
            plan.game.refuse(
                "no-defense",
                f"only the target, {target.name}, can defend, not {plan.game.name(who)}",
            )
    if len(plan.declared) > 1:
        plan.game.refuse(
            "no-defense",
            "an attack has one defense: `--defense dodge` or `--defense counter`",
        )


def check_counter_weapon(counter: Strike) -> None:
    """Refuse (`weapon-unusable`) a counter weapon that cannot counter (SP-TRIG-07), cannot be
    used or does not have the mode. While somebody plans ahead, a weapon that is not in hand
    counts as in hand."""
    if counter.named and not can_counter(counter.weapon):
        able = [
            name
            for name, weapon in counter.attacker.weapons().items()
            if can_counter(weapon)
        ]
        other = join_lines(f"--with counter-weapon={name}" for name in able)
        message = f"the {counter.weapon_id} cannot counter; {other} can"
        counter.game.refuse("weapon-unusable", message)
    refuse_unusable(counter)
    refuse_mode(counter)


def check_targets(plan: AttackPlan) -> None:
    """Refuse oneself, several targets except for suppressive fire (SP-SPEC-04), a called shot
    with it (SP-SPEC-08), and opportunity attacks at friends (SP-TRIG-12, SP-TRIG-13). Raises
    Refusal (`bad-target`)."""
    game, s, who = plan.game, plan.strike, plan.strike.attacker
    if who in plan.targets:
        game.refuse("bad-target", f"{who.name} cannot target themselves")
    if len(plan.targets) > 1 and not s.suppressive:
        game.refuse(
            "bad-target", "name one target: several need `--with suppressive`"
        )
    if s.suppressive and s.called:
        game.refuse(
            "bad-target",
            "suppressive fire hits no location: leave out `--called`",
        )
    if s.opportunity and who.friend_of(s.target):
        message = f"{s.target.name} is no enemy of {who.name}: leave out `--with opportunity`"
        game.refuse("bad-target", message)
    if s.opportunity and not s.target.able:
        message = f"{s.target.name} is {s.target.status} and does not run"
        game.refuse("bad-target", f"{message}: leave out `--with opportunity`")


def check_automatic(s: Strike) -> None:
    """Refuse suppressive fire without burst or full auto (SP-SPEC-03). Raises Refusal
    (`weapon-unusable`)."""
    if s.suppressive and s.mode not in AUTOMATIC:
        modes = [mode for mode in s.weapon.fire_modes if mode in AUTOMATIC]
        way = (
            mode_words(s, modes) if modes else f"the {s.weapon_id} has neither"
        )
        message = f"suppressive fire needs burst or full auto: {way}"
        other = better_but_unusable(
            s,
            lambda weapon: any(mode in AUTOMATIC for mode in weapon.fire_modes),
        )
        s.game.refuse("weapon-unusable", other + message)


def check_in_melee(plan: AttackPlan) -> None:
    """Refuse a defense against anything but a melee attack (SP-TRIG-02, SP-TRIG-06). Raises
    Refusal (`no-defense`)."""
    s = plan.strike
    if s.suppressive or not s.weapon.is_melee:
        what = (
            "this is suppressive fire"
            if s.suppressive
            else f"the {s.weapon_id} is ranged"
        )
        message = (
            f"`--defense {plan.defense}` answers melee attacks only; {what}"
        )
        plan.game.refuse("no-defense", message)


def check_pools(plan: AttackPlan) -> None:
    """Refuse (`no-dice`) to attack, dodge or counter with a pool of 0 (SP-R23)."""
    if plan.counter:
        check_has_dice(
            plan.game,
            plan.counter.attacker,
            plan.counter.pool,
            plan.counter.weapon.skill,
        )
    elif plan.defense:
        check_has_dice(
            plan.game, plan.strike.target, plan.dodge_pool, "athletics"
        )
    check_has_dice(
        plan.game,
        plan.strike.attacker,
        plan.strike.pool,
        plan.strike.weapon.skill,
    )


def refuse_mode(s: Strike) -> None:
    """Refuse a mode that the weapon has not. Raises Refusal (`weapon-unusable`)."""
    if s.mode not in s.weapon.fire_modes:
        mode, others = (
            s.mode.replace("_", "-"),
            mode_words(s, s.weapon.fire_modes),
        )
        message = f"the {s.weapon_id} has no mode {mode}: {others}"
        other = better_but_unusable(
            s, lambda weapon: s.mode in weapon.fire_modes
        )
        s.game.refuse("weapon-unusable", other + message)


def mode_words(s: Strike, modes: Iterable[Mode]) -> str:
    """Render the words of `--with` that choose one of the modes."""
    word = "mode" if s.main else "counter-mode"
    return join_lines(
        f"--with {word}={mode.replace('_', '-')}" for mode in modes
    )


def refuse_unusable(s: Strike) -> None:
    """Refuse a weapon that is not in hand or whose arm does not work. While somebody only plans,
    it counts as in hand. Raises Refusal (`weapon-unusable`)."""
    game, who, weapon = s.game, s.attacker, s.weapon_id
    in_hand = who.arm_of(weapon) is not None
    if not in_hand and game.refuse_now("weapon-unusable", why_unusable(s)):
        in_hand = True
        who.held = {**who.held, weapon: who.arm_for(weapon)}
    if in_hand and not who.ready(weapon):
        game.refuse("weapon-unusable", why_unusable(s))


def why_unusable(s: Strike) -> str:
    """Say that a strike's weapon cannot be used, and why, with the line that helps."""
    who, weapon = s.attacker, s.weapon_id
    return (
        f"{who.name} cannot use the {weapon}: it {why_not_usable(who, weapon)}"
    )


def better_but_unusable(s: Strike, would_do: Callable[[Weapon], bool]) -> str:
    """Return the weapon that was passed over but would do, why, and the line that helps; empty
    if the weapon was named."""
    who = s.attacker
    return (
        ""
        if s.named
        else explain_passed_over(
            who.weapons(), would_do, lambda name: why_not_usable(who, name)
        )
    )
