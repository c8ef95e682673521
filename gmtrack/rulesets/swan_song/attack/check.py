"""Step 1 of 4.Z: is the attack legal?"""

from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.swan_song.attack.pay import attack_price
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_phase, check_status


def check_attack(plan: Plan) -> None:
    """Step 1 of 4.Z; raises Refusal, and nothing has changed."""
    game, who = plan.game, plan.attacker
    check_status(game, who)
    check_phase(game, who)
    if game.fight.running and who.attack_used:
        game.refuse("attack-used", f"{who.id} has used the Attack Action of this phase")
    for strike in plan.strikes:
        if plan.obstacle is None:
            check_target(strike)
        check_hands(game, who, strike.weapon_id, strike.weapon)
        check_category(game, who, attack_price(strike))
    if plan.multiple:
        check_count(plan)


def check_target(s: Strike) -> None:
    if s.target.id == s.attacker.id:
        s.game.deny("value", f"{s.attacker.id} cannot attack itself")
    if s.attacker.surprised_of(s.target.id):
        s.game.refuse(
            "surprised", f"{s.attacker.id} is surprised by {s.target.id} and cannot attack"
        )


def check_count(plan: Plan) -> None:
    """SS-MULTI-04, R-MULTI-2, -5: at most half the skill, rounded up."""
    ranks = [plan.attacker.skill(strike.weapon.skill) for strike in plan.strikes]
    most = max(1, ceil_div(min(ranks), 2))
    if len(plan.strikes) > most:
        plan.game.refuse(
            "multiple", f"{plan.attacker.id} can strike {most} times at once, not {len(ranks)}"
        )


def check_hands(game: Game, who: Fighter, weapon_id: str, weapon: Weapon) -> None:
    """R-ACT-15, SS-EFF-08, -17: the weapon is in a hand, and that hand works."""
    hands = [hand for hand, held in who.held.items() if held == weapon_id]
    kind = who.weapons()[weapon_id]
    if not kind.needs_hand:
        return
    if not hands and game.house.choice("hands", "tracked"):
        game.refuse(
            "hands",
            f"the {weapon_id} of {who.id} is not in hand: `act {who.id} ready-weapon {weapon_id}`",
        )
    usable = [hand for hand in hands if who.hand_usable(hand)]
    if hands and len(usable) < weapon.hands:
        game.refuse("effect", f"{who.id} cannot use the {hands[0]} arm that holds {weapon_id}")
