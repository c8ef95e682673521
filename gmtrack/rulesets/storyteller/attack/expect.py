"""The rolls that an attack may come to."""

from gmtrack.rulesets.storyteller.attack.answer import possible_rolls
from gmtrack.rulesets.storyteller.attack.plan import Plan, Strike


def expect(plan: Plan) -> None:
    """Tell the dice. Raises Refusal (`dice`)."""
    plan.game.expect([roll for s in plan.strikes for roll in rolls_of(s)])


def rolls_of(s: Strike) -> list[tuple[str, str]]:
    """Those of one strike: its own, and the target's; none for a killing blow (ST-152)."""
    if s.killing:
        return []
    answers = [(name, s.target.id) for name in possible_rolls(s)]
    return [(s.name, s.block or s.attacker.id), *answers]
