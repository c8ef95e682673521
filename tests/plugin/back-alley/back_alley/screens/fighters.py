"""What board and profile both say of somebody."""

from back_alley.sheet import Fighter
from back_alley.tables import HEALTH
from back_alley.wounds import EFFECTS
from gmtrack.core.players import health_word
from gmtrack.core.screen import Condition, Segment, Track
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.effects import spoken


def standing_of(who: Fighter) -> Standing:
    """Who is down can get up again; nobody dies."""
    hurt, badly = who.health < HEALTH, who.health <= HEALTH // 2
    health = health_word(hurt=hurt, badly=badly, down=who.down)
    return Standing(who.status, who.down, health=health)


def tracks_of(who: Fighter) -> tuple[Track, ...]:
    left, lost = Segment("full", who.health), Segment("lost", HEALTH - who.health)
    return (Track("health", (left, lost), f"{who.health}/{HEALTH}", exact=True),)


def conditions_of(who: Fighter) -> tuple[Condition, ...]:
    """What is on somebody, and until when."""
    return tuple(
        Condition(
            spoken(word),
            f"{left} rounds" if (left := who.timed.get(word)) else f"until {EFFECTS[word].until}",
            "bad" if word in ("prone", "stunned") else "good",
        )
        for word in EFFECTS.holding(who)
    )
