"""Whether an attack may be made: the only place that refuses one for a rule."""

from collections.abc import Callable, Iterable

from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.swan_song.attack.defense import check_defense, defense_skill
from gmtrack.rulesets.swan_song.attack.pay import attacker_dues, defense_dues
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.attack.weapons import drawn
from gmtrack.rulesets.swan_song.dice.pools import check_rank
from gmtrack.rulesets.swan_song.sheet.words import counted
from gmtrack.rulesets.swan_song.turn.costs import Due, check_ap, check_sum
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_phase, check_status

Rule = Callable[[Plan], None]


def defenders_may(plan: Plan) -> None:
    """SS-ATK-03: the Interrupts chosen, each checked like an action of the defender's own."""
    for s in plan.strikes:
        if s.defense.paid:
            check_defense(s)


def attacker_able(plan: Plan) -> None:
    check_status(plan.game, plan.attacker)


def own_phase(plan: Plan) -> None:
    check_phase(plan.game, plan.attacker)


def attack_left(plan: Plan) -> None:
    who = plan.attacker
    if plan.game.fight.running and who.attack_used:
        plan.game.refuse("attack-used", f"{who.id} has already attacked in this phase")


def somebody_else(plan: Plan) -> None:
    who = plan.attacker.id
    if not plan.at_barrier and any(s.target.id == who for s in plan.strikes):
        plan.game.deny("value", f"{who} cannot attack themselves")


def living_targets(plan: Plan) -> None:
    """R-DIE-9: not the dead. Raises Refusal (`status`)."""
    if not plan.at_barrier:
        dead = {s.target.id: s.target for s in plan.strikes if s.target.status == "dead"}
        plan.game.refuse_dead("status", dead.values())


def not_surprised(plan: Plan) -> None:
    for s in plan.strikes:
        if s.attacker.surprised_of(s.target.id):
            names = f"{s.attacker.id} is surprised by {s.target.id}"
            plan.game.refuse("surprised", f"{names} and cannot attack them")


def weapons_ready(plan: Plan) -> None:
    """R-ACT-15, SS-EFF-08, -17: each weapon is in a hand, and that hand works."""
    used = {s.weapon_id for s in plan.strikes}
    for s in plan.strikes:
        if s.attacker.weapons()[s.weapon_id].needs_hand:
            check_hands(s, used)


def check_hands(s: Strike, used: set[str]) -> None:
    """`used`: all weapons of this action."""
    game, who, weapon = s.game, s.attacker, s.weapon_id
    if weapon not in who.held.values() and game.house.hands == "tracked":
        line = f"`act {who.id} ready-weapon {weapon}`"
        message = f"the {weapon} of {who.id} is not in hand: {line} first"
        if game.refuse_now("hands", message):
            who.held = drawn(who, weapon, used)
    hands = [hand for hand, held in who.held.items() if held == weapon]
    usable = [hand for hand in hands if who.hand_usable(hand)]
    if hands and len(usable) < s.weapon.hands:
        game.refuse("effect", f"{who.id} cannot use the {hands[0]} arm, which holds the {weapon}")


def not_winded(plan: Plan) -> None:
    for price in plan.prices:
        check_category(plan.game, plan.attacker, price)


def not_too_many(plan: Plan) -> None:
    """SS-MULTI-04, R-MULTI-2, -5: at most half the skill, rounded up."""
    if not plan.multiple:
        return
    who, count = plan.attacker, len(plan.strikes)
    most = max(1, ceil_div(min(who.skill(s.weapon.skill) for s in plan.strikes), 2))
    if count > most:
        attacks = counted(most, "attack")
        plan.game.refuse("multiple", f"{who.id} can make {attacks} in one action, not {count}")


def affordable(plan: Plan) -> None:
    """SS-ACT-08, -10, -11, -14: both sides have the AP."""
    prices = attacker_dues(plan)
    check_sum(plan.game, plan.attacker, prices)
    dues = [Due(plan.attacker, price) for price in prices]
    check_ap(plan.game, [*dues, *defense_dues(plan)])


def attacker_trained(plan: Plan) -> None:
    """R-TEST-6, where the house forbids tests without a rank."""
    for s in plan.strikes:
        check_rank(plan.game, plan.attacker, s.skill)


def karma_left(plan: Plan) -> None:
    plan.karma.check(plan.attacker)


def defenders_trained(plan: Plan) -> None:
    """R-TEST-6, where the house forbids tests without a rank."""
    for s in plan.strikes:
        skill = defense_skill(s)
        if skill and not (s.unaware or s.helpless):
            check_rank(plan.game, s.target, skill)


RULES: tuple[Rule, ...] = (
    defenders_may,
    attacker_able,
    own_phase,
    attack_left,
    somebody_else,
    not_surprised,
    weapons_ready,
    not_winded,
    not_too_many,
    affordable,
    attacker_trained,
    karma_left,
    defenders_trained,
    living_targets,
)


def check(plan: Plan, rules: Iterable[Rule] = RULES) -> None:
    """Raises Refusal for the first rule that forbids it; nothing has changed then."""
    for rule in rules:
        rule(plan)
