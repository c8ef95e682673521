"""Make the plan of an attack, from what was declared or the words of the command: who strikes
whom, with what, at which item of the order. Nothing is refused here but words that mean nothing."""

from collections.abc import Iterator

from gmtrack.core.intents import Attack
from gmtrack.core.values import replace
from gmtrack.rulesets.i2050.attack.defense import even_share
from gmtrack.rulesets.i2050.attack.plan import (
    AttackPlan,
    BlowAim,
    Shot,
    Strike,
    TypedAttack,
)
from gmtrack.rulesets.i2050.attack.words import (
    clamp_points,
    clamp_shots,
    count_shots,
    read_attack_words,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import (
    Game,
    count_target_changes,
    shot_targets,
)
from gmtrack.rulesets.i2050.sheet.state import ActionName, RoundPlan
from gmtrack.rulesets.i2050.tables import place_word
from gmtrack.rulesets.i2050.turn.order import (
    announce_plan,
    current_item,
    due_items,
    item_against,
)


def read_plan(game: Game, intent: Attack) -> AttackPlan:
    """Return the plan of an attack, with every strike. Raises Refusal (`unknown`, `value`)."""
    typed = read_attack_words(game, intent)
    who = typed.attacker
    before = current_item(game, who)
    # Who declares by this command may change who is first.
    first = tuple(due_items(game)) if who.declared else ()
    otherwise = (
        differing_declaration(typed, who.declared)
        if game.fight.running and who.declared
        else None
    )
    mine = choose_intent(typed, otherwise)
    weapon = who.weapon(mine.weapon or who.in_use)
    return AttackPlan(
        typed, mine, weapon, plan_strikes(typed, mine), otherwise, before, first
    )


def plan_strikes(typed: TypedAttack, mine: RoundPlan) -> tuple[Strike, ...]:
    """Return the strikes of an attack: shot by shot, foe by foe, or the only one."""
    if typed.shares is not None:
        return tuple(strike_of_foe(typed, foe) for foe in typed.targets)
    if mine.action == "burst":
        return plan_burst(typed, mine)
    s = make_strike(typed, typed.attacker, typed.targets[0], mine)
    share = mine.share_of(s.target.id)
    if share is None and not s.missile:
        share = even_share(s.game, s.attacker, s.target)
    return (replace(s, share=share),)


def choose_intent(typed: TypedAttack, otherwise: str | None) -> RoundPlan:
    """Return the attacker's plan: the declared one, else what was typed, which is announced as
    declared late. Outside a round always what was typed. `otherwise` is the declared part, in
    words, that the typed attack contradicts; None: the declared plan holds."""
    game, who = typed.game, typed.attacker
    if not game.fight.running:
        return plan_as_typed(typed)
    if who.declared is not None and otherwise is None:
        return who.declared
    plan = plan_as_typed(typed)
    announce_plan(game, who, plan)
    return plan


def plan_as_typed(typed: TypedAttack) -> RoundPlan:
    """Return the plan that the typed words make: a fight with shares, a burst, else one shot or
    a fight, by the weapon; without one typed, the first usable."""
    who, targets = typed.attacker, typed.target_ids
    weapon = who.weapon(
        typed.weapon or who.first_usable(melee=typed.shares is not None)
    )
    aim = None if typed.aim is None else clamp_points(typed.aim)
    if typed.shares is not None:
        fought = targets[: len(typed.shares)]
        shares = tuple(map(clamp_points, typed.shares))
        return RoundPlan("fight", weapon.id, fought, aim, typed.place, shares)
    if typed.burst is not None:
        shots = clamp_shots(count_shots(weapon, targets, typed.burst))
        return RoundPlan(
            "burst", weapon.id, targets, aim, typed.place, shots=shots
        )
    action: ActionName = "shoot" if weapon.is_missile else "fight"
    return RoundPlan(action, weapon.id, targets[:1], aim, typed.place)


def differing_declaration(typed: TypedAttack, plan: RoundPlan) -> str | None:
    """Return the declared part, in words, that the typed attack contradicts; None if all fits."""
    if plan.action not in ("fight", "shoot", "burst"):
        return plan.action
    return next(differing_parts(typed, plan), None)


def differing_parts(typed: TypedAttack, plan: RoundPlan) -> Iterator[str]:
    """Yield each part of a declared attack, in words, that the typed one contradicts."""
    if typed.burst is not None and plan.action != "burst":
        yield f"{plan.action}, no burst"
    if typed.burst and typed.burst.shots not in (None, plan.shots):
        yield f"{plan.shots} shots"
    if typed.weapon not in (None, plan.weapon):
        yield f"{plan.weapon}"
    if typed.place not in (None, plan.want):
        place = f"to aim at {place_word(plan.want)}" if plan.want else ""
        yield place or "no place to aim at"
    if typed.aim not in (None, plan.aim):
        yield f"aim={plan.aim or 0}"
    if not has_declared_targets(typed, plan):
        words = [plan.action, *plan.targets]
        if plan.split is not None:
            words.append(f"split={','.join(map(str, plan.split))}")
        yield " ".join(words)


def has_declared_targets(typed: TypedAttack, plan: RoundPlan) -> bool:
    """Whether the typed targets, and shares if there are any, are those of the plan."""
    targets = typed.target_ids
    if not typed.shares:
        return typed.shares is None and set(targets) <= set(plan.targets)
    same_targets = targets[: len(plan.targets)] == plan.targets
    return typed.shares == plan.split and same_targets


def make_strike(
    typed: TypedAttack, who: Fighter, target: Fighter, plan: RoundPlan
) -> Strike:
    """Make a strike of one fighter at another by a plan."""
    options = typed.game.options
    sides = {"attacker": (who,), "defender": (target,), "both": (who, target)}
    return Strike(
        typed.game,
        who,
        target,
        who.weapon(plan.weapon or who.in_use),
        typed,
        aim=BlowAim(plan.aim or 0, plan.want, typed.shift),
        mods=typed.game.parse_mods(options.mods, who, target),
        defense_mods=typed.game.parse_mods(options.defense_mods, who, target),
        disables=sides[typed.unarmed] if typed.unarmed else (),
    )


def plan_burst(typed: TypedAttack, plan: RoundPlan) -> tuple[Strike, ...]:
    """Return the shots of a burst: in a round those at the speed that is due, else all
    (IN-BURST-02, IN-BURST-03)."""
    game, who = typed.game, typed.attacker
    item = current_item(game, who)
    shots = (
        tuple(map(int, item.open_units))
        if item
        else tuple(range(1, (plan.shots or 1) + 1))
    )
    people, changes = shot_targets(plan), count_target_changes(plan)
    strikes = []
    for shot in shots:
        s = make_strike(typed, who, game.fighter(people[shot - 1]), plan)
        numbers = Shot(shot, plan.shots or 1, changes[shot - 1])
        strikes.append(replace(s, shot=numbers, block=str(shot)))
    return tuple(strikes)


def strike_of_foe(typed: TypedAttack, foe: Fighter) -> Strike:
    """Make the strike of one of those who set upon the attacker; with a share the attacker
    fights back (IN-MULTI-01 to IN-MULTI-03)."""
    who = typed.attacker
    before = current_item(typed.game, foe)
    own = plan_of_foe(typed.game, foe, who)
    s = make_strike(typed, foe, who, own)
    aim = BlowAim(own.aim or 0, own.want)
    return replace(
        s, block=foe.id, share=own.share_of(who.id), aim=aim, before=before
    )


def plan_of_foe(game: Game, foe: Fighter, who: Fighter) -> RoundPlan:
    """Return a foe's plan against the attacker: as declared, else to fight with the first usable
    melee weapon, which is announced in a round."""
    plan = foe.plan if game.fight.running else None
    if plan is not None and is_fight_against(plan, who):
        return plan
    fresh = RoundPlan("fight", foe.first_usable(melee=True), (who.id,))
    if game.fight.running:
        announce_plan(game, foe, fresh)
    return fresh


def is_fight_against(plan: RoundPlan, who: Fighter) -> bool:
    """Whether a plan is to fight this combatant."""
    return plan.action == "fight" and who.id in plan.targets


def assign_items(plan: AttackPlan) -> AttackPlan:
    """Give each strike the item of the order that it carries out; call it once all late
    declarations are announced."""
    game, mine = plan.game, plan.attacker.plan
    by_foe = game.fight.running and mine is not None and mine.action == "fight"
    # Nothing has come between where nobody declares by this command.
    item = current_item(game, plan.attacker) if game.announced else plan.before
    strikes = []
    for s in plan.strikes:
        if plan.split or by_foe:
            item = item_against(game, s.attacker, s.target.id)
        if plan.split and item is None:
            # Without one of those who set upon the ATTACKER, the ATTACKER's own for this foe.
            item = item_against(game, s.target, s.attacker.id)
        strikes.append(replace(s, item=item))
    return replace(plan, strikes=tuple(strikes))
