"""What an attack is declared to be, by the intent of the round or the words of the command, and
the strikes that come of it (8.2)."""

from dataclasses import replace

from gmtrack.rulesets.i2050.attack.defense import even_share
from gmtrack.rulesets.i2050.attack.plan import Aim, Declared, Shot, Strike
from gmtrack.rulesets.i2050.attack.read import Typed
from gmtrack.rulesets.i2050.dice.rolls import mod_parts
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.intent import Plan
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.speed import Item, changes_of, shot_targets
from gmtrack.rulesets.i2050.tables.locations import place_word
from gmtrack.rulesets.i2050.turn.legality import check_open, check_turn, item_against
from gmtrack.rulesets.i2050.turn.order import current
from gmtrack.rulesets.i2050.turn.progress import declare

# --- the intent ---


def plan_of(typed: Typed) -> Plan:
    """What is declared, in a round; else what was typed, which is his intent then. Raises Refusal
    (`intent`)."""
    game, who = typed.game, typed.attacker
    if not game.fight.running:
        return as_typed(typed)
    if who.plan is not None:
        problem = other_than(typed, who.plan)
        if problem is None:
            return who.plan
        check_turn(game, current(game, who))
        game.refuse("intent", f"{who.id} has declared {problem}")
    plan = as_typed(typed)
    declare(game, who, plan)
    return plan


def as_typed(typed: Typed) -> Plan:
    """The intent that the words come to."""
    who = typed.attacker
    name = typed.weapon or who.first_usable(melee=typed.split is not None)
    targets = tuple(target.id for target in typed.targets)
    if typed.split is not None:
        fought = targets[: len(typed.split)]
        return Plan("fight", name, fought, typed.aim, typed.place, typed.split)
    if typed.burst is not None:
        every = len(targets) if len(targets) > 1 else who.weapon(name).burst
        shots = typed.burst.shots or every
        return Plan("burst", name, targets, typed.aim, typed.place, shots=shots)
    action = "shoot" if who.weapon(name).is_missile else "fight"
    return Plan(action, name, targets[:1], typed.aim, typed.place)  # type: ignore[arg-type]


def other_than(typed: Typed, plan: Plan) -> str | None:
    """What was declared where something else was typed; None where all fits."""
    if plan.action not in ("fight", "shoot", "burst"):
        return plan.action
    asked, shots = typed.burst, typed.burst.shots if typed.burst else None
    targets = tuple(target.id for target in typed.targets)
    shared = typed.split == plan.split and targets[: len(plan.targets)] == plan.targets
    among = typed.split is None and set(targets) <= set(plan.targets)
    differs = {
        f"{plan.action}, no burst": asked is not None and plan.action != "burst",
        f"{plan.shots} shots": shots not in (None, plan.shots),
        f"{plan.weapon}": typed.weapon not in (None, plan.weapon),
        f"to aim at {place_word(plan.want or 'nothing')}": typed.place not in (None, plan.want),
        f"aim={plan.aim or 0}": typed.aim not in (None, plan.aim),
        " ".join((plan.action, *plan.targets, *shares_in(plan))): not (
            shared if typed.split else among
        ),
    }
    return next((said for said, wrong in differs.items() if wrong), None)


def shares_in(plan: Plan) -> tuple[str, ...]:
    return () if plan.split is None else (f"split={','.join(map(str, plan.split))}",)


# --- what is carried out ---


def declared(typed: Typed, plan: Plan) -> Declared:
    """Raises Refusal (`acted`, `lost`, `out`, `intent`)."""
    if typed.split is not None:
        upon = [set_upon(typed, plan, index) for index in range(len(typed.targets))]
        return Declared(typed, plan, upon)
    if plan.action == "burst":
        return Declared(typed, plan, burst(typed, plan))
    s = strike(typed, typed.attacker, typed.targets[0], plan)
    share = plan.share_of(s.target.id)
    if share is None and not s.missile:
        share = even_share(s.game, s.attacker, s.target)
    return Declared(typed, plan, [replace(s, share=share)])


def placed(plan: Declared) -> Declared:
    """With what of the order each strike carries out. Raises Refusal (`acted`, `lost`, `turn`)."""
    items = [split_item(s) if plan.split else single_item(s) for s in plan.strikes]
    check_turn(plan.game, *items)
    return replace(plan, items=items)


def strike(typed: Typed, who: Fighter, target: Fighter, plan: Plan) -> Strike:
    """By somebody at somebody, without what is to be known about either."""
    game = typed.game
    sides = {"attacker": (who,), "defender": (target,), "both": (who, target)}
    return Strike(
        game, who, target, who.weapon(plan.weapon or who.in_use), typed.told, typed.without,
        aim=Aim(plan.aim or 0, plan.want, typed.shift),
        mods=tuple(mod_parts(game, game.options.mods, who, target)),
        defense_mods=tuple(mod_parts(game, game.options.defense_mods, who, target)),
        disables=sides[typed.unarmed] if typed.unarmed else (),
    )  # fmt: skip


def single_item(s: Strike) -> Item | None:
    """What of the order it carries out. Raises Refusal (`acted`, `lost`)."""
    game, who = s.game, s.attacker
    plan = who.plan
    if not game.fight.running or plan is None or plan.action != "fight":
        return current(game, who)
    item = item_against(game, who, s.target.id)
    if item is None and not (who.acted or who.lost):
        word = "lost" if s.target.id in who.missed else "acted"
        game.refuse(word, f"{who.id} has met {s.target.id} in this round")
    return item


# --- bursts ---


def burst(typed: Typed, plan: Plan) -> list[Strike]:
    """IN-BURST-02, IN-BURST-03: in a round the shots of the speed that is due, else all. Raises
    Refusal (`intent`)."""
    game, who = typed.game, typed.attacker
    item = current(game, who)
    shots = tuple(map(int, item.open_units)) if item else tuple(range(1, (plan.shots or 1) + 1))
    people = shot_targets(plan)
    fired = list(dict.fromkeys(people[shot - 1] for shot in shots))
    if not set(fired) <= {target.id for target in typed.targets}:
        check_turn(game, item)
        game.refuse("intent", f"the next shots of {who.id} are at {', '.join(fired)}")
    changes = changes_of(plan)
    strikes = []
    for shot in shots:
        s = strike(typed, who, game.fighter(people[shot - 1]), plan)
        numbers = Shot(shot, plan.shots or 1, changes[shot - 1])
        strikes.append(replace(s, shot=numbers, block=str(shot)))
    return strikes


# --- several opponents ---


def set_upon(typed: Typed, plan: Plan, index: int) -> Strike:
    """IN-MULTI-01 to IN-MULTI-03: one of those who set upon the ATTACKER; with a share he fights
    back. Raises Refusal (`acted`, `lost`, `out`, `intent`)."""
    game, who, foe = typed.game, typed.attacker, typed.targets[index]
    check_open(game, foe)
    own = foes_plan(game, foe, who)
    s = replace(strike(typed, foe, who, own), block=foe.id, share=own.share_of(who.id))
    return replace(s, aim=Aim(own.aim or 0, own.want))


def foes_plan(game: Game, foe: Fighter, who: Fighter) -> Plan:
    """8.2 `split`: his declared or first usable melee weapon. Raises Refusal (`intent`)."""
    plan = foe.plan if game.fight.running else None
    if plan is not None and plan.action == "fight" and who.id in plan.targets:
        return plan
    if plan is not None:
        game.refuse("intent", f"{foe.id} has declared {plan.action}, not to fight {who.id}")
    fresh = Plan("fight", foe.first_usable(melee=True), (who.id,))
    if game.fight.running:
        declare(game, foe, fresh)
    return fresh


def split_item(s: Strike) -> Item | None:
    """8.1: of the one who sets upon him; without one, of his own for this foe."""
    game = s.game
    return item_against(game, s.attacker, s.target.id) or item_against(
        game, s.target, s.attacker.id
    )
