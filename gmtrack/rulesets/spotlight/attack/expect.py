"""The rolls that an attack may need."""

from gmtrack.rulesets.spotlight.attack.plan import Plan


def expected_rolls(plan: Plan) -> list[tuple[str, str]]:
    """Every roll by name and roller, whether or not the dice will call for it. A pool of one die
    has a second location die of its own (SP-LOC-04)."""
    s, counter = plan.strike, plan.counter
    rolls = [("attack", s.attacker.id)]
    if plan.defense:
        rolls.append((plan.defense, s.target.id))
    if counter and counter.pool.value == 1:
        rolls.append(("counter_location", s.target.id))
    if s.pool.value == 1 and not s.called and not s.suppressive:
        rolls.append(("location", s.attacker.id))
    return rolls
