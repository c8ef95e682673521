"""Carry out `attack`: one whole attack, from its words to the last effect, step by step."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen, replace
from gmtrack.rulesets.i2050.attack.check import RULES
from gmtrack.rulesets.i2050.attack.defense import (
    announce_late,
    choose_guard,
    split_guard,
    tell_no_defense,
)
from gmtrack.rulesets.i2050.attack.exchange import (
    LandingBlow,
    exchange_blows,
    make_blow,
)
from gmtrack.rulesets.i2050.attack.hit import land_blow, try_to_disable
from gmtrack.rulesets.i2050.attack.modifiers import Side
from gmtrack.rulesets.i2050.attack.plan import AttackPlan, Guard, Strike
from gmtrack.rulesets.i2050.attack.read import assign_items, read_plan
from gmtrack.rulesets.i2050.dice import Key
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import WHOLE, Game, Rank, shot_scores
from gmtrack.rulesets.i2050.tables import with_spaces
from gmtrack.rulesets.i2050.turn.order import (
    EVASIONS,
    begin_item,
    can_evade,
    complete_units,
    current_item,
    declare_plan,
)
from gmtrack.rulesets.kit.blocks import add_block, block_of, within

MISSILE_ROLLS = ("accessory", "accessory_pick", "attack_fumble")


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`: parse, check every rule, then resolve strike by strike in stages.
    Raises Refusal; nothing has changed then."""
    plan = read_plan(game, intent)
    # With what each target does.
    if plan.split:
        strikes = [
            replace(s, guard=split_guard(s, plan.intent)) for s in plan.strikes
        ]
    else:
        for s in plan.strikes:
            announce_late(s)
        strikes = [replace(s, guard=choose_guard(s)) for s in plan.strikes]
    plan = assign_items(replace(plan, strikes=tuple(strikes)))
    for rule in RULES:
        rule(plan)
    expect_rolls(plan)
    for who in game.announced:
        if who.announced is not None:
            declare_plan(game, who, who.announced.plan)
    game.announced.clear()
    tell_attack(plan)
    if not plan.split:
        for s in {s.target.id: s for s in plan.strikes}.values():
            tell_no_defense(s)
    own = current_item(game, plan.attacker) if plan.split else None
    # The ATTACKER becomes the active combatant, if any of it is theirs.
    begin_item(game, own or plan.strikes[0].item)
    aside = CarryOver(
        {}, plan.attacker.grievous, weapon_status(plan), game.moment
    )
    game.draft.runner.run(plan, StrikeStage(0, aside))
    return game.report


def tell_attack(plan: AttackPlan) -> None:
    """Report who attacks whom with what; where each strike has a JSON block of its own, write
    the keys that they share."""
    game, mine = plan.game, plan.intent
    targets = list(dict.fromkeys(plan.typed.target_ids))
    game.report.listed = plan.several
    if plan.several:
        body = game.report.body
        body["attacker"] = plan.attacker.id
        if len(targets) == 1:
            body["target"] = targets[0]
        body["weapon"] = plan.weapon.id
        if mine.want:
            body["called"] = mine.want
    place = f", aimed at the {with_spaces(mine.want)}" if mine.want else ""
    game.report.tell(
        "attack.split"
        if plan.split
        else "attack.burst"
        if plan.burst
        else "attack",
        "head",
        who=plan.attacker.name,
        target=list(map(game.name, targets)),
        weapon=plan.weapon.id,
        place=place,
        shots=mine.shots,
    )
    if plan.burst:
        tell_later_shots(plan)


def tell_later_shots(plan: AttackPlan) -> None:
    """Report which shots of a burst are not due yet, and the speed of each (IN-BURST-03)."""
    game, who = plan.game, plan.attacker
    after = who.fired + len(plan.strikes)
    numbered_shots = list(enumerate(shot_scores(who, plan.intent), 1))
    later = numbered_shots[after:]
    if game.fight.running and later:
        shots = [f"shot {number} at speed {score}" for number, score in later]
        game.report.tell(
            "attack.later", "note", who=who.name, shots=", ".join(shots)
        )


def expect_rolls(plan: AttackPlan) -> None:
    """Announce the rolls of an attack to the dice. In one exchange of blows the bare name of a
    roll means whoever of the two comes to roll it. Raises Refusal (`roll`) for typed dice that
    fit no roll."""
    keys: list[Key] = []
    either: list[Key] = []
    for s in plan.strikes:
        keys += rolls_before_blow(s)
        blows = rolls_of_blow(s, s.attacker, s.target)
        counters = rolls_of_counterblow(s) if s.guard.word == "fight" else []
        keys += blows
        named = {name for name, _ in keys}
        # In a block both have the same name; else the second of the two is the other one.
        for key in counters:
            is_second = not s.block and key[0] in named
            (either if is_second else keys).append(key)
    plan.game.expect(keys, either)


def rolls_before_blow(s: Strike) -> list[Key]:
    """Return the keys of the rolls that decide a strike: attack, nerves, fumbles, the defense.
    Depends on the house rule `accessory_scope`."""
    who, other = s.block or s.attacker.id, s.block or s.target.id
    names = ["attack", "attack_fumble"]
    if s.missile or s.game.house.accessory_scope == "all_weapons":
        names += MISSILE_ROLLS
    keys = [(name, who) for name in names]
    keys.append(("awareness", s.attacker.id if s.burst else who))
    keys += [("cool", s.attacker.id)] if s.missile else []
    if s.guard.word == "fight":
        keys += [("defend", other), ("defend_fumble", other)]
        return [*keys, ("defend_awareness", s.target.id)]
    return (
        [*keys, ("dodge", other)]
        if s.missile or s.guard.word == "dodge"
        else keys
    )


def rolls_of_counterblow(s: Strike) -> list[Key]:
    """Return the keys of the rolls for a blow by a target who fights back. Depends on the house
    rule `accessory_scope`."""
    who = s.block or s.target.id
    gun = s.opposing is not None and s.opposing.is_missile
    fails = gun or s.game.house.accessory_scope == "all_weapons"
    accessories = [("accessory", who), ("accessory_pick", who)] if fails else []
    return [*rolls_of_blow(s, s.target, s.attacker), *accessories]


def rolls_of_blow(s: Strike, by: Fighter, victim: Fighter) -> list[Key]:
    """Return the keys of the rolls for a blow that lands: damage or disabling, location,
    knockdown."""
    mine, theirs = s.block or by.id, s.block or victim.id
    if by in s.disables:
        return [
            ("location", mine),
            ("disable", mine),
            ("disable_resist", theirs),
        ]
    return [("damage", mine), ("location", mine), ("knockdown", theirs)]


class CarryOver(NamedTuple):
    """State that one strike hands on to the next, besides the fight: results of Awareness and
    Cool (IN-R30), whether the attacker was grievously wounded at the start (IN-R45), the
    weapon's status (IN-BURST-05), the moment (IN-SPD-05)."""

    nerves: Mapping[tuple[str, str], bool]
    weak: bool
    status: str
    moment: Rank | None


@frozen
class StrikeStage:
    """The stage of one shot, or of the exchange of blows with one foe, up to the blow that
    lands."""

    number: int
    aside: CarryOver

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the stage, for odds."""
        return Checkpoint(self.number)

    def run(self, plan: AttackPlan) -> "StrikeStage | LandingStage | None":
        """Resolve the strike and return the next stage: the blow that lands, the next strike, or
        None at the end."""
        game, strike = plan.game, plan.strikes[self.number]
        guard = current_guard(plan, strike, weak=self.aside.weak)
        s = replace(strike, guard=guard)
        block = begin_strike(plan, s, self.aside)
        with within(game, block):
            found = exchange_blows(s)
            if not isinstance(found, LandingBlow):
                finish_strike(s, block, found)
        if isinstance(found, LandingBlow):
            aside = self.aside._replace(
                nerves=nerves_still_needed(plan, self.number)
            )
            return LandingStage(self.number, aside, guard, found)
        return next_stage(plan, self)


@frozen
class LandingStage:
    """The stage of a blow that lands; how the rolls came to it no longer matters."""

    number: int
    aside: CarryOver
    guard: Guard
    coming: LandingBlow

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the stage, for odds."""
        return Checkpoint(self.number, 1)

    def run(self, plan: AttackPlan) -> "StrikeStage | None":
        """Apply the blow and return the stage of the next strike, or None at the end."""
        game = plan.game
        restore_carry_over(game, self.aside)
        s = replace(plan.strikes[self.number], guard=self.guard)
        with block_of(game, self.number) as block:
            came = self.coming
            b = make_blow(s, came.parry, back=came.back)
            if came.power is None:
                own = (
                    "disabled" if try_to_disable(b, block.body) else "resisted"
                )
            else:
                own = (
                    "hit" if land_blow(b, came.power, block.body) else "blocked"
                )
            finish_strike(s, block, "countered" if came.back else own)
        return next_stage(plan, self)


def restore_carry_over(game: Game, aside: CarryOver) -> None:
    """Set what the game must know at the start of a stage."""
    game.nerves = dict(aside.nerves)
    game.moment = aside.moment


def next_stage(
    plan: AttackPlan, done: StrikeStage | LandingStage
) -> StrikeStage | None:
    """Return the stage after a strike, or None after the last one. A burst whose weapon has
    changed its status ends; its remaining shots are lost (IN-BURST-05)."""
    if plan.burst and weapon_status(plan) != done.aside.status:
        shots = range(1, (plan.intent.shots or 1) + 1)
        with plan.game.draft.by("IN-BURST-05"):
            complete_units(plan.game, plan.attacker, map(str, shots))
        return None
    if done.number + 1 == len(plan.strikes):
        return None
    game = plan.game
    aside = done.aside._replace(
        nerves=nerves_still_needed(plan, done.number), moment=game.moment
    )
    return StrikeStage(done.number + 1, aside)


def weapon_status(plan: AttackPlan) -> str:
    """Return the status of the attacker's weapon; a change of it ends a burst."""
    return plan.attacker.status_of(plan.weapon.id)


def current_guard(plan: AttackPlan, s: Strike, *, weak: bool) -> Guard:
    """Return what the target does about a strike now: earlier strikes of the command may have
    put them out or down (IN-R35, IN-R45). `weak`: the attacker, whose skill is split, was
    grievously wounded before the command."""
    if plan.split:
        guard = split_guard(s, plan.intent)
        halved = guard.share is not None and plan.attacker.grievous and not weak
        if halved and not plan.game.fight.running:
            return guard._replace(share=plan.game.house.half(guard.share or 0))
        return guard
    evades = s.guard.word in EVASIONS
    if evades and not can_evade(s.target) and not plan.game.options.force:
        return Guard()
    return s.guard if s.target.able or not plan.several else Guard()


def nerves_still_needed(
    plan: AttackPlan, number: int
) -> dict[tuple[str, str], bool]:
    """Return the results of Awareness and Cool of those who take part in the strikes after this
    one."""
    coming = plan.strikes[number + 1 :]
    people = {who.id for s in coming for who in (s.attacker, s.target)}
    return {
        key: came for key, came in plan.game.nerves.items() if key[0] in people
    }


def begin_strike(plan: AttackPlan, s: Strike, aside: CarryOver) -> Block:
    """Open the JSON block of a strike and return it, report who meets whom, and set what the
    strike before has handed on (`aside`) and the moment."""
    game = plan.game
    restore_carry_over(game, aside)
    # Its document so far: who attacks whom, and what the target does about it.
    keys = {
        "weapon": s.weapon.id,
        "called": Side(s, True, s.weapon).aim.place,
        "defense": s.guard.word,
        "defend_weapon": s.opposing.id if s.opposing else None,
        "outcome": "miss",
    }
    block = add_block(s.game, s.attacker, s.target, **keys)
    told = {"who": s.attacker.name, "target": s.target.name}
    if plan.burst:
        game.report.tell("attack.shot", "head", number=s.shot.number, **told)
    elif plan.several:
        game.report.tell("attack.by", "head", **told)
    if s.surprised:
        game.report.tell("surprised", "note", who=s.target.name)
    if s.item is not None:
        game.moment = s.item.rank
    return block


def finish_strike(s: Strike, block: Block, outcome: str) -> None:
    """Write the outcome of a strike and use up the attacker's aim. In a round, also mark the
    target of a firearm as under fire, and what both have carried out by the strike."""
    block.body["outcome"] = outcome
    if s.attacker.aimed is not None:
        # A round of aiming is for one shot, or lost by an attack on another.
        with s.game.draft.by("IN-MOD-09, IN-R31"):
            s.attacker.aimed = None
            s.attacker.aimed_rounds = 0
    if not s.game.fight.running:
        return
    if s.firearm:
        # Even without being hit.
        with s.game.draft.by("IN-MOD-08"):
            s.target.under_fire = True
    with s.game.draft.by("IN-PHASE-04"):
        # This part of the intent of the round is done.
        game, who, plan = s.game, s.attacker, s.attacker.plan
        if s.burst:
            who.fired = who.fired + 1
            complete_units(game, who, (str(s.shot.number),))
        elif plan is not None:
            complete_units(
                game, who, (s.target.id if plan.action == "fight" else WHOLE,)
            )
        if s.guard.word == "fight":
            fights = (
                s.target.plan is not None and s.target.plan.action == "fight"
            )
            complete_units(game, s.target, (who.id if fights else WHOLE,))
