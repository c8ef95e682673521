"""`act WHO ACTION [TARGET...]`: what somebody means to do, and what is done by it."""

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.actions.actions import ACTIONS, Action
from gmtrack.rulesets.i2050.actions.declare import about_weapon, check_stand, plan_of, same_plan
from gmtrack.rulesets.i2050.attack.check import too_far
from gmtrack.rulesets.i2050.dice import Throw, mod_parts, roll, skill_parts
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.intent import ATTACKS, Plan, plan_words
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.options import weapon_named
from gmtrack.rulesets.i2050.turn.legality import check_open, check_turn
from gmtrack.rulesets.i2050.turn.movement import ENTERING, stand, take_effect
from gmtrack.rulesets.i2050.turn.order import current, due
from gmtrack.rulesets.i2050.turn.progress import begin, complete, declare
from gmtrack.rulesets.i2050.wounds.damage import lose_aim
from gmtrack.rulesets.i2050.wounds.disarm import make_ready
from gmtrack.rulesets.kit.words import Told, known

AT_ONCE = ("aim", "unjam", "pickup", "draw", "stand")
"""Done at once outside a round."""


def act(game: Game, intent: Act) -> Report:
    """Declare, or do. Raises Refusal; nothing has changed then."""
    who = game.find(intent.who)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    told = read_options(game, row, intent)
    check_phase(game, row)
    if row.name != "stop" and not is_free_stand(game, row):
        check_may(game, who, row)
    doc = game.report.body
    doc["who"] = who.id
    doc["action"] = row.name
    if row.name == "stop":
        doc["outcome"] = stop(game, who, intent)
    elif row.name == "repair":
        doc["outcome"] = repair(game, who, intent)
    elif is_free_stand(game, row):
        doc["outcome"] = stand_up(game, who, intent)
    else:
        doc["outcome"] = carry_on(game, who, plan_of(game, who, row, intent.args, told), row)
    return game.report


def read_options(game: Game, row: Action, intent: Act) -> Told:
    """Only what the row has a use for. Raises Refusal (`unsupported`, `value`, `unknown`)."""
    options = game.options
    if intent.threshold is not None:
        game.deny("unsupported", "--threshold is not used in i2050: --mod changes the skill")
    Told(options.without, {}, game.draft.encounter, WORDS)
    game.takes_only(*row.options)
    return Told(options.words, row.words, game.draft.encounter, WORDS)


def check_phase(game: Game, row: Action) -> None:
    """Raises Refusal (`phase`)."""
    fight = game.fight
    if fight.phase == "round-over":
        game.refuse("phase", "the round is over: `next` starts the next round")
    elif row.name == "stop" and not (fight.running and fight.step == "movement"):
        game.refuse("phase", "stop is only possible in the Movement Phase")
    elif row.name == "repair" and fight.running:
        game.refuse("phase", "weapons are repaired after the fight (`end`)")


def check_may(game: Game, who: Fighter, row: Action) -> None:
    """Raises Refusal (`acted`, `lost`, `out`, `turn`, `intent`)."""
    item, plan, fight = current(game, who), who.plan, game.fight
    check_open(game, who, item)
    declared = fight.running and fight.step != "determination" and plan is not None
    if not declared or plan is None:
        return
    if row.name == plan.action == "unjam" and fight.step == "resolution":
        check_turn(game, item, first=due(game))
    if row.name != plan.action:
        game.refuse("intent", f"{who.id} has declared {plan.action} this round")
    word = game.options.weapon
    if word and plan.weapon not in (None, weapon_named(who, word)):
        game.refuse("intent", f"{who.id} has declared {plan.weapon} this round")


def no_targets(game: Game, intent: Act) -> None:
    """Raises Refusal (`target`)."""
    game.expect([])
    if intent.args:
        game.refuse("target", f"{intent.action} takes no target")


def is_free_stand(game: Game, row: Action) -> bool:
    """IN-R38 `movement_phase`: standing up is no intent."""
    return row.name == "stand" and game.house.stand_up == "movement_phase"


# --- what is no intent ---


def stop(game: Game, who: Fighter, intent: Act) -> str:
    no_targets(game, intent)
    with game.draft.by("IN-MOVE-03"):
        who.stopped = True
        game.report.tell("stops", "note", who=who.name)
    return "done"


def repair(game: Game, who: Fighter, intent: Act) -> str:
    no_targets(game, intent)
    name = about_weapon(game, who, "repair")
    with game.draft.by("IN-FUM-07"):
        make_ready(game, who, name)
    return "done"


def stand_up(game: Game, who: Fighter, intent: Act) -> str:
    """IN-R38 `movement_phase`: at once, and no intent. Raises Refusal (`phase`, `state`)."""
    no_targets(game, intent)
    if game.fight.running and game.fight.step != "movement":
        game.refuse("phase", f"{who.id} can stand up only in the Movement Phase")
    if not who.able:
        game.refuse("out", f"{who.id} is {who.status} and cannot act")
    check_stand(game, who)
    stand(game, who, Plan("stand"))
    return "done"


# --- the intent ---


def carry_on(game: Game, who: Fighter, plan: Plan, row: Action) -> str:
    """Declared, or done where that is now."""
    game.report.body["targets"] = list(plan.targets)
    if plan.action in ATTACKS:
        game.report.aimed += [(who.id, target) for target in plan.targets]
    tell_intent(game, who, plan)
    tell_far(game, who, plan)
    step = game.fight.step if game.fight.running else None
    if step is None:
        return outside(game, who, plan, row)
    if step == "determination":
        game.expect([])
        declare(game, who, plan)
        return "declared"
    before = who.plan
    if before is not None and before.action == row.name and not same_plan(before, plan):
        words = plan_words(game.draft.encounter, before)
        game.refuse("intent", f"{who.id} has already declared this round: {words}")
    if plan.action == "unjam" and step == "resolution":
        return clear_jam(game, who, plan)
    game.expect([])
    if before is None or not same_plan(before, plan):
        declare(game, who, plan)
    if step == "movement" and plan.action in ENTERING:
        take_effect(game, who, plan)
        return "done"
    return "declared"


def tell_intent(game: Game, who: Fighter, plan: Plan) -> None:
    """What they mean to do, with which weapon, against whom."""
    told = {"who": who.name, "what": plan_words(game.draft.encounter, plan), "weapon": plan.weapon}
    game.report.tell("act.with" if plan.weapon else "act", "head", **told)


def tell_far(game: Game, who: Fighter, plan: Plan) -> None:
    """With whom a fight that is declared will not come about."""
    for target in plan.targets if plan.action == "fight" else ():
        metres = too_far(who, game.fighter(target))
        if metres is not None:
            told = {"who": who.name, "target": game.name(target), "metres": f"{metres:g}"}
            line = f"act {who.id} move {target}"
            game.report.tell("far", "bad", **told, line=line)


def outside(game: Game, who: Fighter, plan: Plan, row: Action) -> str:
    """Outside a round no action is used up."""
    if row.name in AT_ONCE:
        if plan.action == "unjam":
            game.expect([unjam_dice(game, who, str(plan.weapon)).key])
            lose_aim(game, who)
            return "success" if unjam(game, who, str(plan.weapon)) else "failure"
        game.expect([])
        if plan.action != "aim":
            lose_aim(game, who)
        ENTERING[plan.action](game, who, plan)
        return "done"
    game.expect([])
    if row.lasts:
        declare(game, who, plan)
    return "declared"


def clear_jam(game: Game, who: Fighter, plan: Plan) -> str:
    """When they are due. Raises Refusal (`turn`)."""
    if who.plan is None or not same_plan(who.plan, plan):
        declare(game, who, plan)
    item = current(game, who)
    check_turn(game, item, first=due(game))
    game.expect([unjam_dice(game, who, str(plan.weapon)).key])
    begin(game, item)
    works = unjam(game, who, str(plan.weapon))
    with game.draft.by("IN-FUM-10, IN-R33, IN-R51"):
        complete(game, who, item.open_units if item else ())
    return "success" if works else "failure"


def unjam_dice(game: Game, who: Fighter, name: str) -> Throw:
    """The skill with the weapon."""
    parts = skill_parts(who, who.weapon(name).skill, "IN-FUM-10")
    return Throw("unjam", who, (*parts, *mod_parts(game, game.options.mods, who)))


def unjam(game: Game, who: Fighter, name: str) -> bool:
    """Roll; whether the weapon works again."""
    works = roll(game, unjam_dice(game, who, name)).success
    with game.draft.by("IN-FUM-10, IN-R33"):
        if works:
            make_ready(game, who, name)
        else:
            game.report.tell("still-jammed", "bad", who=who.name, weapon=name)
    return works
