"""The rolls that an attack may come to."""

from gmtrack.rulesets.spotlight.attack.plan import Blow, Plan
from gmtrack.rulesets.spotlight.dice.rolls import pool_part


def expected_rolls(plan: Plan) -> list[tuple[str, str]]:
    """Every roll that this attack, as declared, may come to (section 5)."""
    b = plan.blow
    rolls = [("attack", b.attacker.id)]
    if plan.defense:
        rolls.append((plan.defense, b.target.id))
    if plan.counter and one_die(plan.counter):
        rolls.append(("counter_location", b.target.id))
    if one_die(b) and not b.called and not b.suppressive:
        rolls.append(("location", b.attacker.id))
    return rolls


def one_die(b: Blow) -> bool:
    """SP-LOC-04"""
    return pool_part(b.attacker, b.weapon.skill).value == 1
