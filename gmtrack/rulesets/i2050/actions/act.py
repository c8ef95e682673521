"""Carry out `act WHO ACTION [TARGET...]`: parse weapon, targets, place, shares, shots into a
plan, declare it, or do it at once."""

import math
import re
from typing import get_args

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.actions.actions import (
    ACTIONS,
    LASTING,
    ActionContext,
)
from gmtrack.rulesets.i2050.attack.check import metres_out_of_reach
from gmtrack.rulesets.i2050.attack.words import (
    check_aim,
    check_aimed_burst,
    check_shares,
    check_shots,
    clamp_points,
    clamp_shots,
    count_shots,
    read_burst,
    read_number,
    read_place,
    read_shares,
)
from gmtrack.rulesets.i2050.dice import (
    PlannedRoll,
    added_parts,
    roll_d20,
    skill_parts,
    skill_points,
)
from gmtrack.rulesets.i2050.sheet.fighter import (
    NEEDED_STATUS,
    Fighter,
    better_but_unusable,
    why_unusable,
)
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game, find_weapon
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.i2050.sheet.state import (
    ATTACKS,
    ActionName,
    RoundPlan,
    plan_words,
)
from gmtrack.rulesets.i2050.turn.movement import (
    ENTERING,
    MOVING,
    do_before_movement,
    get_up,
)
from gmtrack.rulesets.i2050.turn.order import (
    begin_item,
    check_can_act,
    check_evasion,
    check_turn,
    complete_units,
    current_item,
    declare_plan,
    due_items,
)
from gmtrack.rulesets.i2050.wounds.damage import lose_aim, make_ready
from gmtrack.rulesets.kit.actions import begin_action
from gmtrack.rulesets.kit.words import format_count

MOST_WORDS = 40
FARTHEST = 100_000


def parse_plan(do: ActionContext) -> RoundPlan:
    """Return the plan that the words of `act` declare. Raises Refusal for what the action does
    not allow: `target`, `weapon`, `aim`, `burst`, `split`, `state`, and `unknown` or `value` for
    words that do not fit."""
    action: ActionName = next(
        one for one in get_args(ActionName) if one == do.name
    )
    targets = parse_targets(do)
    if action in NEEDED_STATUS:
        return RoundPlan(action, weapon_to_ready(do))
    if action in ("fight", "shoot", "burst", "aim"):
        weapon = fighting_weapon(do, action)
        check_targets(do, targets)
        want = read_place(do.game)
        price = read_number(do.typed_words, "aim")
        check_aim(do.game, do.who, weapon, want, price)
        # IN-AIM-01: the place, and its price.
        aim = 0 if want else None
        if price is not None:
            aim = clamp_points(price)
        split = parse_shares(do, weapon, targets) if action == "fight" else None
        shots = (
            parse_shots(do, weapon, targets, aim) if action == "burst" else None
        )
        return RoundPlan(action, weapon.id, targets, aim, want, split, shots)
    if action == "dodge":
        check_evasion(do.game, do.who, action)
    if action == "stand":
        check_stand(do)
    check_targets(do, targets)
    return RoundPlan(action, targets=targets, to=parse_point(do, targets))


# --- who ---


def parse_targets(do: ActionContext) -> tuple[str, ...]:
    """Return the ids of the typed targets: with repetitions for a burst, else each once. Raises
    Refusal (`target`, `unknown`)."""
    game, who = do.game, do.who
    for word in do.args if do.name == "move" else ():
        # IN-MOVE-01: nobody says beforehand how far.
        if word.isdigit() and word not in game.draft.encounter.combatants:
            more = f"`act {who.id} move` goes a metre at each `next`, `act {who.id} stop` ends it"
            where = (
                f"`act {who.id} move TARGET` or `--with to=X,Y` says where to"
            )
            game.deny(
                WORDS.unknown,
                f"move takes no metres ('{word}'): {more}; {where}",
            )
    found = tuple(game.find(word).id for word in do.args)
    if not found and do.row.usage.startswith("TARGET"):
        game.deny(
            "target", f"name a target: `act {who.id} {do.name} {do.row.usage}`"
        )
    return found if do.name == "burst" else tuple(dict.fromkeys(found))


def check_targets(do: ActionContext, targets: tuple[str, ...]) -> None:
    """Refuse too many targets, oneself and the dead. Raises Refusal (`target`)."""
    most = {"": 0, "TARGET...": MOST_WORDS}.get(do.row.usage, 1)
    if len(targets) > most:
        limit = (
            f"{format_count(most, 'target')}, not {len(targets)}"
            if most
            else "no target"
        )
        do.game.refuse("target", f"{do.name} takes {limit}")
    if do.who.id in targets:
        do.game.refuse("target", f"{do.who.name} cannot target themselves")
    for target in dict.fromkeys(targets):
        if do.game.fighter(target).out == "dead":
            do.game.refuse("target", f"{do.game.name(target)} is dead")


# --- with what ---


def fighting_weapon(do: ActionContext, action: ActionName) -> Weapon:
    """Return the weapon that was typed, else the first usable one that fits the action. Raises
    Refusal (`weapon`, `unknown`)."""
    game, who, word = do.game, do.who, do.game.options.weapon
    fitting = (
        one
        for one in who.weapons
        if who.is_usable(one) and fits_action(who.weapon(one), action)
    )
    name = find_weapon(who, word) if word else next(fitting, UNARMED)
    weapon = who.weapon(name)
    if not who.is_usable(name):
        game.refuse(
            "weapon", f"the {name} of {who.name} {why_unusable(who, name)}"
        )
    if not fits_action(weapon, action):
        better = (
            ""
            if word
            else better_but_unusable(
                who, lambda other: fits_action(other, action)
            )
        )
        held = name if word or better else who.in_use
        game.refuse("weapon", f"{better}{held} cannot {action}")
    return weapon


def fits_action(weapon: Weapon, action: ActionName) -> bool:
    """Whether a weapon's class suits an action: firearms aim, missiles shoot, the others fight."""
    if action == "aim":
        return weapon.firearm
    return weapon.is_missile == (action != "fight")


def weapon_to_ready(do: ActionContext) -> str:
    """Return the weapon for `unjam`, `pickup`, `draw`, `repair`: as typed, else the first that
    needs it. Raises Refusal (`weapon`, `unknown`)."""
    game, who = do.game, do.who
    needs = NEEDED_STATUS[do.name]
    word = game.options.weapon
    fitting = [name for name in who.weapons if who.status_of(name) == needs]
    lying = next(
        (name for name in who.weapons if who.defect_of(name) == needs), None
    )
    first = (
        f": `act {who.id} pickup --weapon {lying}` comes first" if lying else ""
    )
    if not word and not fitting:
        where = " in hand" if lying else ""
        game.deny("weapon", f"{who.name} has no {needs} weapon{where}{first}")
    name = find_weapon(who, word) if word else fitting[0]
    if name not in fitting:
        message = (
            f"the {name} of {who.name} is {who.status_of(name)}, not {needs}"
        )
        game.refuse("weapon", message + (first if name == lying else ""))
    if not who.arm_works(name):
        game.refuse(
            "weapon",
            f"the {name} of {who.name} cannot be used: its arm is useless",
        )
    return name


# --- where, how often ---


def parse_shares(
    do: ActionContext, weapon: Weapon, targets: tuple[str, ...]
) -> tuple[int, ...] | None:
    """Return the points of `split=N,N`, one share for each target; None if the skill is not
    split. Raises Refusal (`split`, `value`) (IN-MULTI-01, IN-R45). Depends on the house rule
    `split_minimum`."""
    game, who = do.game, do.who
    shares = read_shares(game, do.typed_words)
    if shares is None:
        if len(targets) > 1:
            many = len(targets)
            points = skill_points(who, weapon.skill)
            least = game.house.split_minimum
            line = f"`--with split={','.join([str(points // many)] * many)}`"
            why = f"{many} targets need shares of the skill, such as {line}"
            if points // many < least:
                has = f"{who.name} has {format_count(points, 'point')} of {weapon.skill}"
                why = f"{has}: too few to share among {many} targets, {least} each or more"
            game.refuse("split", why)
        return None
    if len(shares) != len(targets):
        numbers = (
            format_count(len(shares), "share"),
            format_count(len(targets), "target"),
        )
        game.refuse("split", " for ".join(numbers))
    check_shares(game, who, weapon, shares)
    return tuple(map(clamp_points, shares))


def parse_shots(
    do: ActionContext, weapon: Weapon, targets: tuple[str, ...], aim: int | None
) -> int:
    """Return the number of shots of a burst. Raises Refusal (`aim`, `burst`, `value`)."""
    check_aimed_burst(do.game, aim)
    shots = count_shots(weapon, targets, read_burst(do.typed_words))
    named = do.game.options.weapon is not None
    check_shots(do.game, do.who, weapon, shots, targets, named=named)
    return clamp_shots(shots)


# --- moving, and the rest ---


def check_stand(do: ActionContext) -> None:
    """Refuse to stand up somebody who is not prone or cannot stand. Raises Refusal (`state`)."""
    who = do.who
    if not who.prone:
        do.game.refuse("state", f"{who.name} is not prone")
    elif who.cannot_stand:
        do.game.refuse(
            "state",
            f"{who.name} cannot stand up: a leg or the abdomen is useless",
        )


def parse_point(
    do: ActionContext, targets: tuple[str, ...]
) -> tuple[float, ...] | None:
    """Return the point of `to=X,Y` in metres, or None. Raises Refusal (`value`)."""
    game, text = do.game, do.typed_words.get_value("to") or ""
    if not do.typed_words.has_word("to"):
        return None
    if targets:
        game.deny(WORDS.value, "name a target or type to=X,Y, not both")
    if not re.fullmatch(r"\s*[+-]?\d+(\.\d+)?\s*,\s*[+-]?\d+(\.\d+)?\s*", text):
        game.deny(WORDS.value, f"to={text}: type metres such as to=3,4.5")
    point = tuple(float(part) for part in text.split(","))
    if not all(math.isfinite(part) and abs(part) <= FARTHEST for part in point):
        game.deny(WORDS.value, f"to={text}: must be {FARTHEST} metres or less")
    return point


def is_same_plan(one: RoundPlan, other: RoundPlan) -> bool:
    """Whether two plans say the same, apart from how names are spelled."""
    return squash(str(one.to_data())) == squash(str(other.to_data()))


AT_ONCE = ("aim", "unjam", "pickup", "draw", "stand")
"""Actions that are done at once outside a round."""


def act(game: Game, intent: Act) -> Report:
    """Carry out `act`: declare a plan, or do what can be done now. Raises Refusal, and nothing
    has changed then: `phase` in a step where the action is not possible; `acted`, `lost`, `out`,
    `turn` or `intent` for somebody who cannot act or has declared something else; `unsupported`
    for `--threshold`; `target` for a target that the action does not take; and the kinds of
    `parse_plan`. Depends on the house rule `stand_up`."""
    do: ActionContext = begin_action(
        game, game.find(intent.who), intent, ACTIONS
    )
    if intent.threshold is not None:
        game.deny(
            "unsupported",
            "--threshold is not used in i2050: --mod changes the skill",
        )
    fight = game.fight
    if fight.phase == "round-over":
        game.refuse("phase", "the round is over: `next` starts the next round")
    elif do.name == "stop" and not (fight.running and fight.step == "movement"):
        game.refuse("phase", "stop is only possible in the Movement Phase")
    elif do.name == "repair" and fight.running:
        game.refuse("phase", "weapons are repaired after the fight (`end`)")
    # IN-R38: by house rule standing up is no intent.
    free = do.name == "stop" or (
        do.name == "stand" and game.house.stand_up == "movement_phase"
    )
    if not free:
        check_declaration(do)
    game.report.body |= {"who": do.who.id, "action": do.name}
    if free or do.name == "repair":
        game.expect([])
        if do.args:
            game.refuse("target", f"{intent.action} takes no target")
        {"stop": stop_moving, "repair": repair_weapon, "stand": stand_up}[
            do.name
        ](do)
    else:
        do.outcome = declare_or_do(game, do.who, parse_plan(do))
    game.report.body["outcome"] = do.outcome
    return game.report


def check_declaration(do: ActionContext) -> None:
    """Refuse an action of somebody who cannot act now or has declared another one. Raises
    Refusal (`acted`, `lost`, `out`, `turn`, `intent`)."""
    game, who, fight = do.game, do.who, do.game.fight
    item, plan = current_item(game, who), who.plan
    check_can_act(game, who, item)
    declared = (
        fight.running and fight.step != "determination" and plan is not None
    )
    if not declared or plan is None:
        return
    if do.name == plan.action == "unjam" and fight.step == "resolution":
        check_turn(game, item, first=due_items(game))
    if do.name != plan.action:
        game.refuse(
            "intent", f"{who.name} has declared {plan.action} this round"
        )
    word = game.options.weapon
    if word and plan.weapon not in (None, find_weapon(who, word)):
        game.refuse(
            "intent", f"{who.name} has declared {plan.weapon} this round"
        )


# --- what is no intent ---


def stop_moving(do: ActionContext) -> None:
    """End a combatant's movement for this round."""
    with do.game.draft.by("IN-MOVE-03"):
        do.who.stopped = True
        do.tell_fact("stops", "note")


def repair_weapon(do: ActionContext) -> None:
    """Put a broken weapon in order, without a roll."""
    name = weapon_to_ready(do)
    with do.game.draft.by("IN-FUM-07"):
        make_ready(do.game, do.who, name)


def stand_up(do: ActionContext) -> None:
    """Stand up at once, where that takes no intent. Raises Refusal (`phase`, `out`, `state`)."""
    game, who = do.game, do.who
    if game.fight.running and game.fight.step != "movement":
        game.refuse(
            "phase", f"{who.name} can stand up only in the Movement Phase"
        )
    if not who.able:
        game.refuse("out", f"{who.name} is {who.status} and cannot act")
    check_stand(do)
    get_up(game, who, RoundPlan("stand"))


# --- the intent ---


def declare_or_do(game: Game, who: Fighter, plan: RoundPlan) -> str:
    """Declare a plan, or carry it out if that is now. Returns the outcome: `declared`, `done`,
    `success`, `failure`. Refuses `intent` for another plan of the same action than the declared
    one, `turn` for a jam that is cleared too early."""
    game.report.body["targets"] = list(plan.targets)
    if plan.action in ATTACKS:
        game.report.aimed += [(who.id, target) for target in plan.targets]
    told = {
        "who": who.name,
        "what": plan_words(game.draft.encounter, plan),
        "weapon": plan.weapon,
    }
    game.report.tell("act.with" if plan.weapon else "act", "head", **told)
    tell_out_of_reach(game, who, plan)
    tell_crawling(game, who, plan)
    step = game.fight.step if game.fight.running else None
    if step is None:
        return act_outside_round(game, who, plan)
    if step == "determination":
        game.expect([])
        declare_plan(game, who, plan)
        return "declared"
    before = who.plan
    if (
        before is not None
        and before.action == plan.action
        and not is_same_plan(before, plan)
    ):
        words = plan_words(game.draft.encounter, before)
        game.refuse(
            "intent", f"{who.name} has already declared this round: {words}"
        )
    if plan.action == "unjam" and step == "resolution":
        return clear_jam(game, who, plan)
    game.expect([])
    if before is None or not is_same_plan(before, plan):
        declare_plan(game, who, plan)
    if step == "movement" and plan.action in ENTERING:
        do_before_movement(game, who, plan)
        return "done"
    return "declared"


def tell_out_of_reach(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Report targets of a declared fight that are too far away, with the line that goes there."""
    for target in plan.targets if plan.action == "fight" else ():
        metres = metres_out_of_reach(who, game.fighter(target))
        if metres is not None:
            told = {
                "who": who.name,
                "target": game.name(target),
                "metres": f"{metres:g}",
            }
            line = f"act {who.id} move {target}"
            game.report.tell("far", "bad", **told, line=line)


def tell_crawling(game: Game, who: Fighter, plan: RoundPlan) -> None:
    """Report how far somebody gets who means to move or weave on the ground (IN-R39, IN-R67).
    Depends on the house rule `leg_crawl`."""
    if plan.action in MOVING and who.prone:
        metres = format_count(who.house.leg_crawl, "metre")
        line = f"act {who.id} stand"
        key = "crawls" if who.cannot_stand else "crawls.up"
        game.report.tell(key, "note", who=who.name, metres=metres, line=line)


def act_outside_round(game: Game, who: Fighter, plan: RoundPlan) -> str:
    """Do a plan, or declare it if it lasts, outside a round, where no action is used up. Returns
    the outcome."""
    if plan.action in AT_ONCE:
        if plan.action == "unjam":
            game.expect([unjam_roll(game, who, str(plan.weapon)).key])
            lose_aim(game, who)
            return (
                "success"
                if clear_by_roll(game, who, str(plan.weapon))
                else "failure"
            )
        game.expect([])
        if plan.action != "aim":
            lose_aim(game, who)
        ENTERING[plan.action](game, who, plan)
        return "done"
    game.expect([])
    if plan.action in LASTING:
        declare_plan(game, who, plan)
    return "declared"


def clear_jam(game: Game, who: Fighter, plan: RoundPlan) -> str:
    """Try to clear a jam in Resolution, when the combatant is due. Returns `success` or
    `failure`. Raises Refusal (`turn`)."""
    if who.plan is None or not is_same_plan(who.plan, plan):
        declare_plan(game, who, plan)
    item = current_item(game, who)
    check_turn(game, item, first=due_items(game))
    game.expect([unjam_roll(game, who, str(plan.weapon)).key])
    begin_item(game, item)
    works = clear_by_roll(game, who, str(plan.weapon))
    with game.draft.by("IN-FUM-10, IN-R33, IN-R51"):
        complete_units(game, who, item.open_units if item else ())
    return "success" if works else "failure"


def unjam_roll(game: Game, who: Fighter, name: str) -> PlannedRoll:
    """Plan the roll of the weapon's skill that clears a jam."""
    parts = skill_parts(who, who.weapon(name).skill, "IN-FUM-10")
    parts += added_parts(
        game, who, "unjam", game.parse_mods(game.options.mods, who)
    )
    return PlannedRoll("unjam", who, tuple(parts))


def clear_by_roll(game: Game, who: Fighter, name: str) -> bool:
    """Roll to clear a jam; make the weapon ready on a success and return whether it works."""
    works = roll_d20(game, unjam_roll(game, who, name)).success
    with game.draft.by("IN-FUM-10, IN-R33"):
        if works:
            make_ready(game, who, name)
        else:
            game.report.tell("still-jammed", "bad", who=who.name, weapon=name)
    return works
