"""The `attack` command: one whole attack, from the words to its last effect. A `Strike` of the plan
becomes a block of the report."""

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash
from gmtrack.core.report import Block, Report
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen, replace
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.blocks import add_block, block_of, within
from gmtrack.rulesets.sr3.attack.aim import keep_typed_ranges
from gmtrack.rulesets.sr3.attack.check import RULES
from gmtrack.rulesets.sr3.attack.melee import (
    choose_defenses,
    exchange_blows,
    is_helpless,
)
from gmtrack.rulesets.sr3.attack.plan import AttackPlan, Fired, Strike
from gmtrack.rulesets.sr3.attack.ranged import (
    NOT_HIT,
    AttackResult,
    remember_rounds,
    roll_all_attacks,
    roll_attack,
    roll_shotgun_blast,
    settle_shot,
    tell_again,
    tell_shot,
)
from gmtrack.rulesets.sr3.attack.read import read_plan
from gmtrack.rulesets.sr3.attack.throw import throw
from gmtrack.rulesets.sr3.dice import spend_after_roll
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.tables import MODES
from gmtrack.rulesets.sr3.turn.legality import lose_aim, pay, warn
from gmtrack.rulesets.sr3.wounds.events import end_first_aid, release_held
from gmtrack.rulesets.sr3.wounds.melee import join_melee
from gmtrack.rulesets.sr3.wounds.sustained import keep_rolls


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`: parse and check the whole attack, pay for it, and resolve one target
    after the other. Nothing is paid or told if a rule refuses it. Depends on the house rule
    `same_target`."""
    attacker = game.find(intent.attacker)
    explosive = explosive_meant(game, attacker)
    if explosive is not None:
        throw(game, attacker, explosive, intent.targets)
        return game.report
    plan = read_plan(game, intent)
    choose_defenses(plan)
    for rule in RULES:
        rule(plan)
    rolls = [key for s in plan.strikes for key in possible_rolls(s)]
    # Where one target is attacked and the attacker may be the victim as well, the bare name of a
    # roll means whoever of the two comes to it.
    game.expect(
        rolls,
        []
        if plan.first_strike.block
        else possible_own_rolls(plan.first_strike),
    )
    pay(
        game,
        plan.attacker,
        plan.cost,
        free_too=plan.first_strike.called is not None,
    )
    tell_attack(plan)
    end_first_aid(game, plan.attacker)
    for who in plan.released:
        release_held(game, who, "SR-040")
    keep_typed_ranges(game, (s for s in plan.strikes if s.ranged))
    # One target after the other; where all are shot at together, all attack tests first.
    s = plan.first_strike
    together = s.shot or (s.ranged and game.house.same_target == "batch")
    game.draft.runner.run(
        plan, AllTestsFirst(s.fired) if together else NextTarget(0, s.fired)
    )
    return game.report


def explosive_meant(game: Game, who: Fighter) -> str | None:
    """Return the id of the explosive that an attack is made with, by name or because it is in
    hand; None for an attack with anything else."""
    if any(
        squash(word).startswith("passing-by") for word in game.options.words
    ):
        return None
    name = squash(game.options.weapon or who.in_hand)
    known = name in who.weapons and who.weapon(name).is_explosive
    return name if known else None


def tell_attack(plan: AttackPlan) -> None:
    """Write attacker, target, weapon and called place into the report, and the attack into the
    story, with the warnings of the plan."""
    game, s = plan.game, plan.first_strike
    game.report.listed = several = len(plan.strikes) > 1
    head = {
        "attacker": plan.attacker.id,
        "target": None if several else s.target.id,
        "weapon": s.weapon_id,
        "called": s.called.place if s.called else None,
    }
    game.report.body |= {
        key: value for key, value in head.items() if value is not None
    }
    with game.draft.by("SR-047" if s.ranged else "SR-012"):
        game.report.tell(
            "attack.called" if s.called else "attack",
            "head",
            who=plan.attacker.name,
            target=[each.target.name for each in plan.strikes],
            weapon=s.weapon_id,
            mode=f", {MODES[s.mode].title}" if s.ranged else "",
            place=s.called.place if s.called else "",
        )
    if s.passing:
        game.report.tell("passing", "note", who=s.target.name)
    if s.called and not s.called.vital:
        game.note(s.attacker, "called", place=s.called.place)
    for objection in plan.warnings:
        warn(game, objection)


@frozen
class NextTarget:
    """The step that resolves one target and then goes on to the next, as long as the attacker
    can act."""

    number: int
    fired: Fired

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step: the number of the target."""
        return Checkpoint(self.number)

    def run(self, plan: AttackPlan) -> "NextTarget | None":
        """Attack the target; return the next step, or None after the last one."""
        s = replace(plan.strikes[self.number], fired=self.fired.copy())
        block = begin_block(s)
        with within(s.game, block):
            s.tell_target()
            if s.defense is None:
                tell_shot(s, block.body)
                block.body["outcome"] = settle_shot(
                    s, roll_attack(s), block.body
                )
            else:
                # An earlier blow of this action may have put them down.
                down = is_helpless(s.target)
                now = s.defense._replace(word="none") if down else s.defense
                block.body["outcome"] = exchange_blows(s, now, block.body)
        done = self.number + 1
        if done < len(plan.strikes) and plan.attacker.able:
            return NextTarget(done, s.fired)
        keep_consequences(plan, s.fired, done)
        return None


@frozen
class AllTestsFirst:
    """The step that makes all attack tests before anybody resists: by house rule, or the one
    test against everybody in a shotgun's cone."""

    fired: Fired

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step."""
        return Checkpoint(0)

    def run(self, plan: AttackPlan) -> "NextSettlement":
        """Make the attack tests and return the step that settles the first of them."""
        fired = self.fired.copy()
        strikes = [replace(s, fired=fired) for s in plan.strikes]
        blocks = [begin_block(s) for s in strikes]
        hitting = (
            roll_shotgun_blast(strikes)
            if plan.first_strike.shot
            else roll_all_attacks(strikes, blocks)
        )
        return NextSettlement(0, fired, tuple(hitting), 0)


@frozen
class NextSettlement:
    """The step that applies one attack test, made before, to its target. `hit`: how many targets
    the same shot has hit so far."""

    number: int
    fired: Fired
    hitting: tuple[AttackResult, ...]
    hit: int

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step: the number of the target, second stage."""
        return Checkpoint(self.number, 1)

    def run(self, plan: AttackPlan) -> "NextSettlement | None":
        """Apply the test; return the step for the next target, or None after the last one."""
        game, fired = plan.game, self.fired.copy()
        s, hitting = (
            replace(plan.strikes[self.number], fired=fired),
            self.hitting[self.number],
        )
        with block_of(game, self.number) as block:
            doc = block.body
            tell_again(s, hitting, doc)
            result = hitting.result
            if hitting.thrown is not None:
                test = hitting.thrown.test
                result = spend_after_roll(game, test, result)
            doc["outcome"] = settle_shot(s, result, doc, self.hit)
        done, hit = (
            self.number + 1,
            self.hit + (s.shot and doc["outcome"] not in NOT_HIT),
        )
        if done < len(plan.strikes):
            return NextSettlement(done, fired, self.hitting, hit)
        keep_consequences(plan, fired, done)
        return None


def begin_block(s: Strike) -> Block:
    """Open the report's block for one target and return it."""
    called = s.called.place if s.called else None
    return add_block(
        s.game, s.attacker, s.target, weapon=s.weapon_id, called=called
    )


def keep_consequences(plan: AttackPlan, fired: Fired, done: int) -> None:
    """Keep what the action changes beyond its damage: rounds fired, melees joined, aim used up.
    `done`: how many strikes were made."""
    game, s, who = plan.game, plan.first_strike, plan.attacker
    if s.passing:
        if game.fight.running:
            with game.draft.by("SR-035, SR-R33"):
                s.target.struck_by = [*s.target.struck_by, s.attacker.id]
        return
    if not s.ranged:
        lose_aim(game, who)
        join_melee(who, [each.target for each in plan.strikes[:done]])
        return
    with game.draft.by("SR-126"):
        who.set_aim(None)
    remember_rounds(replace(s, fired=fired))


def possible_rolls(s: Strike) -> list[Key]:
    """Return the keys of the rolls that this strike may ask for: attack, defense, misfire and
    resistance. Attack and defense without any dice are left out. Depends on the house rule
    `dodge_test`."""
    target = s.block or s.target.id
    attack = s.attacker.id if s.shot or not s.block else s.block
    keys = (
        [("attack", attack)]
        if s.attacker.trait(s.weapon.skill) + s.pool
        else []
    )
    if s.defense is not None and s.defense.rolls:
        dice = s.target.trait(s.defense.weapon.skill) + s.dice("defense-pool")
        keys += [("defend", target)] if dice else []
    if s.defense is None and s.ammunition == "explosive":
        keys.append(("misfire", s.block or s.attacker.id))
    dodges = s.defense is None and s.game.house.dodge_test != "merged"
    pool = s.dice("resist-pool") or (s.own_resistance if s.block else 0)
    return [*keys, *resistance_rolls(s.target, target, pool, dodges=dodges)]


def resistance_rolls(
    who: Fighter, key: str, pool: int, *, dodges: bool = False
) -> list[Key]:
    """Return the keys of the rolls of somebody who resists damage. `dodges`: the pool dice roll
    as a dodge test."""
    keys = [("resist", key)]
    if pool:
        keys.append(("dodge" if dodges else "resist_pool", key))
    knockdown = [] if who.sheet.vehicle else [("knockdown", key)]
    return [*keys, *knockdown, *keep_rolls(who)]


def possible_own_rolls(s: Strike) -> list[Key]:
    """Return the keys of the attacker's own resistance rolls: after losing a melee, or after a
    misfire."""
    who = s.attacker
    if s.defense is None:
        return (
            resistance_rolls(who, who.id, 0)
            if s.ammunition == "explosive"
            else []
        )
    return (
        resistance_rolls(who, who.id, s.own_resistance)
        if s.defense.word == "fight"
        else []
    )
