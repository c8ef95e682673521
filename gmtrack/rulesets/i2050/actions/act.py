"""`act WHO ACTION [TARGET...]`: what somebody means to do, with weapon, targets, place, shares,
shots, and what is done by it."""

import math
import re
from typing import get_args

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.actions.actions import ACTIONS, Action
from gmtrack.rulesets.i2050.attack.check import too_far
from gmtrack.rulesets.i2050.attack.words import (
    check_aim,
    check_aimed_burst,
    check_shares,
    check_shots,
    kept_points,
    kept_shots,
    read_burst,
    read_number,
    read_place,
    read_shares,
    shots_of,
)
from gmtrack.rulesets.i2050.dice import Throw, roll, skill_parts, skill_points, standing
from gmtrack.rulesets.i2050.sheet.fighter import NEEDS, Fighter, out_of_use, why_not
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game, counted, weapon_named
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.i2050.sheet.state import ATTACKS, ActionName, Plan, plan_words
from gmtrack.rulesets.i2050.tables import Location
from gmtrack.rulesets.i2050.turn.acting import (
    begin,
    check_dodge,
    check_open,
    check_turn,
    complete,
    declare,
)
from gmtrack.rulesets.i2050.turn.movement import ENTERING, stand, take_effect
from gmtrack.rulesets.i2050.turn.order import current, due
from gmtrack.rulesets.i2050.wounds.damage import lose_aim, make_ready
from gmtrack.rulesets.kit.words import WordArgs, known

MOST_WORDS = 40
FARTHEST = 100_000


def plan_of(game: Game, who: Fighter, row: Action, args: tuple[str, ...], told: WordArgs) -> Plan:
    """What is declared by these words. Raises Refusal."""
    action: ActionName = next(one for one in get_args(ActionName) if one == row.name)
    targets = targets_of(game, who, row, args)
    if action in NEEDS:
        return Plan(action, about_weapon(game, who, action))
    if action in ("fight", "shoot", "burst", "aim"):
        weapon = fighting_weapon(game, who, action)
        check_targets(game, who, row, targets)
        want, aim = place_of(game, who, weapon, told)
        split = shares_of(game, who, weapon, targets, told) if action == "fight" else None
        shots = burst_of(game, who, weapon, targets, told, aim) if action == "burst" else None
        return Plan(action, weapon.id, targets, aim, want, split, shots)
    check_state(game, who, action)
    check_targets(game, who, row, targets)
    return Plan(action, targets=targets, to=point_of(game, targets, told))


# --- who ---


def targets_of(game: Game, who: Fighter, row: Action, args: tuple[str, ...]) -> tuple[str, ...]:
    """Raises Refusal (`target`, `unknown`)."""
    if row.name == "move":
        refuse_metres(game, who, args)
    found = tuple(game.find(word).id for word in args)
    if not found and row.targets in ("one", "some"):
        game.deny("target", f"name a target: `act {who.id} {row.name} {row.usage}`")
    return found if row.name == "burst" else tuple(dict.fromkeys(found))


def refuse_metres(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    """IN-MOVE-01: nobody says beforehand how far. Raises Refusal (`unknown`)."""
    for word in args:
        if word.isdigit() and word not in game.draft.encounter.combatants:
            more = f"`act {who.id} move` goes a metre at each `next`, `act {who.id} stop` ends it"
            where = f"`act {who.id} move TARGET` or `--with to=X,Y` says where to"
            game.deny(WORDS.unknown, f"move takes no metres ('{word}'): {more}; {where}")


def check_targets(game: Game, who: Fighter, row: Action, targets: tuple[str, ...]) -> None:
    """Raises Refusal (`target`)."""
    most = {"none": 0, "maybe": 1, "one": 1, "some": MOST_WORDS}[row.targets]
    if len(targets) > most:
        limit = f"{counted(most, 'target')}, not {len(targets)}" if most else "no target"
        game.refuse("target", f"{row.name} takes {limit}")
    if who.id in targets:
        game.refuse("target", f"{who.id} cannot target themselves")
    for target in dict.fromkeys(targets):
        if game.fighter(target).out == "dead":
            game.refuse("target", f"{target} is dead")


# --- with what ---


def fighting_weapon(game: Game, who: Fighter, action: ActionName) -> Weapon:
    """The one that was named, else the first usable one that fits. Raises Refusal (`weapon`,
    `unknown`)."""
    word = game.options.weapon
    name = weapon_named(who, word) if word else first_fitting(who, action)
    weapon = who.weapon(name)
    if not who.usable(name):
        game.refuse("weapon", f"the {name} of {who.id} {why_not(who, name)}")
    if not fits(weapon, action):
        better = "" if word else out_of_use(who, lambda other: fits(other, action))
        held = name if word or better else who.in_use
        game.refuse("weapon", f"{better}{held} cannot {action}")
    return weapon


def first_fitting(who: Fighter, action: ActionName) -> str:
    for name, weapon in who.weapons.items():
        if who.usable(name) and fits(weapon, action):
            return name
    return UNARMED


def fits(weapon: Weapon, action: ActionName) -> bool:
    """The classes of weapons that an action takes."""
    if action == "aim":
        return weapon.firearm
    return weapon.is_missile == (action != "fight")


def about_weapon(game: Game, who: Fighter, action: ActionName | str) -> str:
    """`unjam`, `pickup`, `draw`, `repair`: the one that was named, else the first that needs it.
    Raises Refusal (`weapon`, `unknown`)."""
    needs, word = NEEDS[action], game.options.weapon
    fitting = [name for name in who.weapons if who.status_of(name) == needs]
    if not word and not fitting:
        game.deny("weapon", f"{who.id} has no {needs} weapon")
    name = weapon_named(who, word) if word else fitting[0]
    if name not in fitting:
        game.refuse("weapon", f"the {name} of {who.id} is {who.status_of(name)}, not {needs}")
    if not who.arm_works(name):
        game.refuse("weapon", f"the {name} of {who.id} cannot be used: its arm is useless")
    return name


# --- where, how often ---


def place_of(
    game: Game, who: Fighter, weapon: Weapon, told: WordArgs
) -> tuple[Location | None, int | None]:
    """IN-AIM-01: the place and its price. Raises Refusal (`aim`, `unknown`, `value`)."""
    want, price = read_place(game), read_number(told, "aim")
    check_aim(game, who, weapon, want, price)
    if price is None:
        return want, 0 if want else None
    return want, kept_points(price)


def shares_of(
    game: Game, who: Fighter, weapon: Weapon, targets: tuple[str, ...], told: WordArgs
) -> tuple[int, ...] | None:
    """IN-MULTI-01, IN-R45: points for each of the TARGETs. Raises Refusal (`split`, `value`)."""
    shares = read_shares(game, told)
    if shares is None:
        if len(targets) > 1:
            refuse_unshared(game, who, weapon, len(targets))
        return None
    if len(shares) != len(targets):
        numbers = counted(len(shares), "share"), counted(len(targets), "target")
        game.refuse("split", " for ".join(numbers))
    check_shares(game, who, weapon, shares)
    return tuple(map(kept_points, shares))


def refuse_unshared(game: Game, who: Fighter, weapon: Weapon, many: int) -> None:
    """Raises Refusal (`split`) for several targets and no shares, with shares that work."""
    points, least = skill_points(who, weapon.skill), game.house.split_minimum
    line = f"`--with split={','.join([str(points // many)] * many)}`"
    why = f"{many} targets need shares of the skill, such as {line}"
    if points // many < least:
        has = f"{who.id} has {counted(points, 'point')} of {weapon.skill}"
        why = f"{has}: too few to share among {many} targets, {least} each or more"
    game.refuse("split", why)


def burst_of(
    game: Game,
    who: Fighter,
    weapon: Weapon,
    targets: tuple[str, ...],
    told: WordArgs,
    aim: int | None,
) -> int:
    """How many shots. Raises Refusal (`aim`, `burst`, `value`)."""
    check_aimed_burst(game, aim)
    shots = shots_of(weapon, targets, read_burst(told))
    named = game.options.weapon is not None
    check_shots(game, who, weapon, shots, targets, named=named)
    return kept_shots(shots)


# --- moving, and the rest ---


def check_state(game: Game, who: Fighter, action: ActionName) -> None:
    """Raises Refusal (`state`)."""
    if action == "dodge":
        check_dodge(game, who)
    if action == "stand":
        check_stand(game, who)


def check_stand(game: Game, who: Fighter) -> None:
    """Raises Refusal (`state`)."""
    if not who.prone:
        game.refuse("state", f"{who.id} is not prone")
    elif who.cannot_stand:
        game.refuse("state", f"{who.id} cannot stand up: a leg or the abdomen is useless")


def point_of(game: Game, targets: tuple[str, ...], told: WordArgs) -> tuple[float, ...] | None:
    """`to=X,Y`. Raises Refusal (`value`)."""
    if not told.has("to"):
        return None
    text = told.value("to") or ""
    if targets:
        game.deny(WORDS.value, "name a target or type to=X,Y, not both")
    if not re.fullmatch(r"\s*[+-]?\d+(\.\d+)?\s*,\s*[+-]?\d+(\.\d+)?\s*", text):
        game.deny(WORDS.value, f"to={text}: type metres such as to=3,4.5")
    point = tuple(float(part) for part in text.split(","))
    if not all(math.isfinite(part) and abs(part) <= FARTHEST for part in point):
        game.deny(WORDS.value, f"to={text}: must be {FARTHEST} metres or less")
    return point


def same_plan(one: Plan, other: Plan) -> bool:
    return squash(str(one.to_data())) == squash(str(other.to_data()))


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


def read_options(game: Game, row: Action, intent: Act) -> WordArgs:
    """Only what the row has a use for. Raises Refusal (`unsupported`, `value`, `unknown`)."""
    options = game.options
    if intent.threshold is not None:
        game.deny("unsupported", "--threshold is not used in i2050: --mod changes the skill")
    WordArgs(options.without, {}, game.draft.encounter, WORDS)
    game.takes_only(*row.options)
    return WordArgs(options.words, row.words, game.draft.encounter, WORDS)


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
    parts += standing(game, who, "unjam", game.mods(game.options.mods, who))
    return Throw("unjam", who, tuple(parts))


def unjam(game: Game, who: Fighter, name: str) -> bool:
    """Roll; whether the weapon works again."""
    works = roll(game, unjam_dice(game, who, name)).success
    with game.draft.by("IN-FUM-10, IN-R33"):
        if works:
            make_ready(game, who, name)
        else:
            game.report.tell("still-jammed", "bad", who=who.name, weapon=name)
    return works
