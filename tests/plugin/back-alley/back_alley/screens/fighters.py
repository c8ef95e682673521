"""What board and profile both say of somebody."""

from back_alley.sheet import Fighter
from back_alley.tables import HEALTH
from back_alley.wounds import EFFECTS
from gmtrack.core.screen import Condition, Track
from gmtrack.rulesets.kit.board import make_pool_track
from gmtrack.rulesets.kit.effects import unhyphenate


def tracks_of(who: Fighter) -> tuple[Track, ...]:
    return (make_pool_track("health", who.health, HEALTH, exact=True),)


def conditions_of(who: Fighter) -> tuple[Condition, ...]:
    """What is on somebody, and until when."""
    return tuple(
        Condition(
            unhyphenate(word),
            f"{left} rounds" if (left := who.timed.get(word)) else f"until {EFFECTS[word].until}",
            "bad" if word in ("prone", "stunned") else "good",
        )
        for word in EFFECTS.holding(who)
    )
