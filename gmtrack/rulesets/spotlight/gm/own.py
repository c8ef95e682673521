"""The kinds of own effects that Spotlight can carry out."""

from typing import Any

from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.own.lasting import OwnEffectRules
from gmtrack.rulesets.spotlight.gm.damage import end_effect, put_effect
from gmtrack.rulesets.spotlight.sheet.sheet import SKILLS
from gmtrack.rulesets.spotlight.tables import KINDS, LOCATIONS, POOL
from gmtrack.rulesets.spotlight.turn.legality import REACTIONS
from gmtrack.rulesets.spotlight.wounds import numbers_follow

CONDITIONS = ("moving", "suppressed", "unconscious", "dying", "dead")


class BookConditions:
    """Access to the conditions of the book, for own effects that bring or end them."""

    def holds(self, who: Any, name: str) -> bool:
        """Whether somebody has a condition."""
        if name in ("moving", "suppressed"):
            return bool(getattr(who, name))
        return name in (who.status, who.fate)

    def put(self, game: Any, who: Any, name: str) -> None:
        """Put a condition on; does nothing if it would make somebody move who is down or away."""
        if name != "moving" or not who.standing.out:
            put_effect(game, who, name, None)

    def end(self, game: Any, who: Any, name: str) -> None:
        """End a condition."""
        end_effect(game, who, name)


OWN = OwnEffectRules(
    BookConditions(),
    CONDITIONS,
    follows=numbers_follow,
    reactions=REACTIONS,
    numbers=("skills.*", "armor", *(f"armor.{place}" for place in LOCATIONS)),
    about={
        "attack": RollContext._fields,
        "counter": RollContext._fields,
        "test": ("skill",),
    },
    skills=SKILLS,
    ticks={
        does: {"type": KINDS, "location": LOCATIONS, "pool": (POOL,)}
        for does in ("damage", "heal")
    },
)
