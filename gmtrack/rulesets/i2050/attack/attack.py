"""`attack`: one whole attack, from its words to the last effect, step by step."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack.core.course import Milestone
from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report
from gmtrack.core.values import but, value
from gmtrack.rulesets.i2050.attack.check import check
from gmtrack.rulesets.i2050.attack.defense import defended, split_guard
from gmtrack.rulesets.i2050.attack.exchange import Coming, arrive, exchange
from gmtrack.rulesets.i2050.attack.expect import expect
from gmtrack.rulesets.i2050.attack.modifiers import Side
from gmtrack.rulesets.i2050.attack.nerves import Nerves
from gmtrack.rulesets.i2050.attack.plan import AttackPlan, Guard, Strike
from gmtrack.rulesets.i2050.attack.read import placed, read_plan
from gmtrack.rulesets.i2050.sheet.game import Game, Rank
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import WHOLE
from gmtrack.rulesets.i2050.tables.locations import spoken
from gmtrack.rulesets.i2050.turn import progress
from gmtrack.rulesets.i2050.turn.legality import can_dodge
from gmtrack.rulesets.i2050.turn.order import current
from gmtrack.rulesets.kit.blocks import begun, block_of, within

if TYPE_CHECKING:
    from gmtrack.rulesets.i2050.attack.document import (
        AttackDocument,
        HeadDocument,
        Outcome,
        SeveralDocument,
    )


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    plan = read_plan(game, intent)
    plan = placed(defended(plan))
    check(plan)
    expect(plan)
    pay(plan)
    tell(plan)
    carry_out(plan)
    return game.report


def pay(plan: AttackPlan) -> None:
    """IN-PHASE-04: whoever declares by this command has declared their intent of the round."""
    progress.declare_announced(plan.game)


def tell(plan: AttackPlan) -> None:
    """Who attacks whom with what: the story's first line, and the document's first keys where each
    attack has one of its own."""
    game, mine = plan.game, plan.intent
    targets = list(dict.fromkeys(plan.typed.target_ids))
    game.report.listed = plan.several
    if plan.several:
        body = cast("SeveralDocument", game.report.body)
        body["attacker"] = plan.attacker.id
        if len(targets) == 1:
            body["target"] = targets[0]
        body["weapon"] = plan.weapon.id
        if mine.want:
            body["called"] = mine.want
    how = tell_split if plan.split else tell_burst if plan.burst else tell_single
    place = f", aimed at the {spoken(mine.want)}" if mine.want else ""
    how(
        game.report, who=plan.attacker.name, target=list(map(game.name, targets)),
        weapon=plan.weapon.id, place=place, shots=mine.shots,
    )  # fmt: skip


def tell_single(report: Report, **told: object) -> None:
    """IN-PHASE-02: with which weapon, against whom."""
    report.tell("attack", "head", **told)


def tell_burst(report: Report, **told: object) -> None:
    """IN-PHASE-02, IN-BURST-01"""
    report.tell("attack.burst", "head", **told)


def tell_split(report: Report, **told: object) -> None:
    """IN-MULTI-01: whoever is set upon by several."""
    report.tell("attack.split", "head", **told)


# --- one after another ---


class Aside(NamedTuple):
    """What one attack leaves to the next besides the state of the fight: what has come of Awareness
    and Cool (IN-R30), whether the attacker was weak when it began (IN-R45), how the weapon was
    (IN-BURST-05), when it happens (IN-SPD-05)."""

    nerves: Mapping[tuple[str, str], bool]
    weak: bool
    status: str
    moment: Rank | None


@value
class Meeting:
    """A shot, or the exchange of blows with one foe."""

    number: int
    aside: Aside

    @property
    def at(self) -> Milestone:
        return Milestone(self.number)

    def carry_out(self, plan: AttackPlan) -> "Meeting | Landing | None":
        game, strike = plan.game, plan.strikes[self.number]
        guard = guard_now(plan, strike, weak=self.aside.weak)
        s = but(strike, guard=guard)
        block = begin_with(plan, s, self.aside)
        with within(game, block):
            found = exchange(s, Nerves(game))
            if not isinstance(found, Coming):
                settle(s, block, found)
        if isinstance(found, Coming):
            aside = self.aside._replace(nerves=nerves_after(plan, self.number))
            return Landing(self.number, aside, guard, found)
        return following(plan, self)


@value
class Landing:
    """A blow that lands: from here on it does not matter how the rolls came to it."""

    number: int
    aside: Aside
    guard: Guard
    coming: Coming

    @property
    def at(self) -> Milestone:
        return Milestone(self.number, 1)

    def carry_out(self, plan: AttackPlan) -> "Meeting | None":
        game = plan.game
        recall(game, self.aside)
        s = but(plan.strikes[self.number], guard=self.guard)
        with block_of(game, self.number) as block:
            settle(s, block, arrive(s, self.coming, doc_of(block)))
        return following(plan, self)


def carry_out(plan: AttackPlan) -> None:
    """Shot by shot, foe by foe, until something becomes of the weapon of a burst."""
    game = plan.game
    begin(plan)
    aside = Aside({}, plan.attacker.grievous, status_of(plan), game.moment)
    game.draft.course.carry_out(plan, Meeting(0, aside))


def recall(game: Game, aside: Aside) -> None:
    """What the game has to know in a stage."""
    game.nerves = dict(aside.nerves)
    game.moment = aside.moment


def following(plan: AttackPlan, done: Meeting | Landing) -> Meeting | None:
    """What comes after an attack: the next one, unless something has become of the weapon of a
    burst."""
    if plan.burst and status_of(plan) != done.aside.status:
        break_off(plan)
        return None
    if done.number + 1 == len(plan.strikes):
        return None
    game = plan.game
    aside = done.aside._replace(nerves=nerves_after(plan, done.number), moment=game.moment)
    return Meeting(done.number + 1, aside)


def break_off(plan: AttackPlan) -> None:
    """IN-BURST-05: after a jam or a break the other shots are not fired."""
    shots = range(1, (plan.intent.shots or 1) + 1)
    progress.complete(plan.game, plan.attacker, map(str, shots))


def begin(plan: AttackPlan) -> None:
    """The ATTACKER becomes the active combatant, if any of it is theirs."""
    own = current(plan.game, plan.attacker) if plan.split else None
    progress.begin(plan.game, own or plan.strikes[0].item)


def status_of(plan: AttackPlan) -> str:
    """IN-BURST-05: of the weapon; what becomes of it ends a burst."""
    return plan.attacker.status_of(plan.weapon.id)


def guard_now(plan: AttackPlan, s: Strike, *, weak: bool) -> Guard:
    """What came before in this command may have put the target out, or down (IN-R35, IN-R45)."""
    if plan.split:
        guard = split_guard(s, plan.intent)
        halved = guard.share is not None and plan.attacker.grievous and not weak
        if halved and not plan.game.fight.running:
            return guard._replace(share=plan.game.house.half(guard.share or 0))
        return guard
    dodges = s.guard.word == "dodge"
    if dodges and not can_dodge(s.target) and not plan.game.options.force:
        return Guard()
    return s.guard if s.target.able or not plan.several else Guard()


# --- each of them ---


def nerves_after(plan: AttackPlan, number: int) -> dict[tuple[str, str], bool]:
    """What has come of Awareness and Cool, of those who are in what comes after this attack."""
    coming = plan.strikes[number + 1 :]
    people = {who.id for s in coming for who in (s.attacker, s.target)}
    return {key: came for key, came in plan.game.nerves.items() if key[0] in people}


def begin_with(plan: AttackPlan, s: Strike, aside: Aside) -> Block:
    """The block of one attack, and who meets whom."""
    game = plan.game
    recall(game, aside)
    block = head(s)
    if plan.several:
        (tell_shot if plan.burst else tell_foe)(s)
    if s.surprised:
        tell_surprise(s)
    if s.item is not None:
        game.moment = s.item.rank
    return block


def doc_of(block: Block) -> "AttackDocument":
    """What the steps of an attack fill in."""
    return cast("AttackDocument", block.body)


def settle(s: Strike, block: Block, outcome: "Outcome") -> None:
    """What came of it, and what it leaves behind."""
    doc_of(block)["outcome"] = outcome
    afterwards(s)


def tell_shot(s: Strike) -> None:
    """IN-BURST-01: each shot is rolled by itself."""
    told = {"who": s.attacker.name, "target": s.target.name, "number": s.shot.number}
    s.game.report.tell("attack.shot", "head", **told)


def tell_foe(s: Strike) -> None:
    """IN-MULTI-02, IN-MULTI-03: each foe by themselves, opposed or not."""
    s.game.report.tell("attack.by", "head", who=s.attacker.name, target=s.target.name)


def tell_surprise(s: Strike) -> None:
    """IN-MOD-04, IN-R17"""
    s.game.report.tell("surprised", "note", who=s.target.name)


def head(s: Strike) -> Block:
    """Its document so far: who attacks whom, and what the target does about it."""
    keys: HeadDocument = {
        "weapon": s.weapon.id,
        "called": Side(s, True, s.weapon).aim.place,
        "defense": s.guard.word,
        "defend_weapon": s.opposing.id if s.opposing else None,
        "outcome": "miss",
    }
    return begun(s.game, s.attacker, s.target, **keys)


def afterwards(s: Strike) -> None:
    """What the attack leaves behind, and which part of the round is done."""
    spend_aim(s.attacker)
    if s.game.fight.running:
        draw_fire(s)
        use_up(s)


def spend_aim(who: Fighter) -> None:
    """IN-MOD-09, IN-R31: a round of aiming is for one shot, or lost by an attack on another."""
    if who.aimed is not None:
        who.aimed = None
        who.aimed_rounds = 0


def draw_fire(s: Strike) -> None:
    """IN-MOD-08: under fire, even without being hit."""
    if s.firearm:
        s.target.under_fire = True


def use_up(s: Strike) -> None:
    """IN-PHASE-04: this part of the intent of the round is done."""
    game, who, plan = s.game, s.attacker, s.attacker.plan
    if s.burst:
        who.fired = who.fired + 1
        progress.complete(game, who, (str(s.shot.number),))
    elif plan is not None:
        progress.complete(game, who, (s.target.id if plan.action == "fight" else WHOLE,))
    if s.guard.word == "fight":
        fights = s.target.plan is not None and s.target.plan.action == "fight"
        progress.complete(game, s.target, (who.id if fights else WHOLE,))
