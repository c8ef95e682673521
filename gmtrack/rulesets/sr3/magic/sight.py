"""Light and haze between the caster of a spell and a target."""

from gmtrack.rulesets.sr3.attack.plan import Sight
from gmtrack.rulesets.sr3.attack.target_number import sight_between
from gmtrack.rulesets.sr3.magic.plan import Victim


def sight_of_spell(victim: Victim) -> Sight:
    """Return light and haze between caster and target: those typed, else the scene's."""
    return sight_between(victim.game, victim.words)
