"""What screens tell of a combatant: the track, their conditions, what they want."""

from gmtrack.core.screen import Condition, Segment, Track
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.state import EffectName, Fighter
from gmtrack.rulesets.storyteller.tables import MARKS, WORST_FIRST
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS

HURTING = 3
"""ST-167: the last boxes, which hurt."""
TOLD_APART: tuple[EffectName, ...] = ("dying", "unconscious", "grappling", "suppressed", "aiming")
"""Effects that the board words with more than their name, or tells as status."""


def health_track(who: Fighter) -> Track:
    """The row as drawn on paper, worst first, with a mark where it begins to hurt."""
    track = who.track
    boxes = [Segment(kind, track.count(kind)) for kind in WORST_FIRST]
    text = f"{track.empty}/{track.boxes}"
    marks = (track.boxes - HURTING,) if track.boxes > HURTING else ()
    drawn = (*boxes, Segment("empty", track.empty))
    return Track("health", drawn, text, marks, exact=True, unit="left", fields=MARKS)


def willpower_track(who: Fighter) -> Track:
    left, most = who.willpower_left, who.willpower
    return frame.pool_track("willpower", left, most, fields=("willpower_left",))


def conditions(scene: Scene, who: Fighter) -> tuple[Condition, ...]:
    """Somebody's conditions."""
    found = [
        Condition(name.replace("-", " "), rounds_left(who, name))
        for name in EFFECTS.holding(who)
        if name not in TOLD_APART
    ]
    found += told_apart(scene, who)
    if who.decay or who.parried:
        found.append(Condition(f"Defense -{who.decay + who.parried}", "", "note"))
    if who.held_over or who.delaying:
        found.append(Condition("delaying", "", "note"))
    if who.behind:
        found.append(behind(scene, who.behind))
    return tuple(found)


def intent(who: Fighter) -> str:
    """ST-008: what they want from the fight, as they say it."""
    return f"“{who.sheet.intent}”" if who.sheet.intent else ""


def behind(scene: Scene, cover: str) -> Condition:
    """The piece that somebody is behind, while it stands."""
    gone = cover not in scene.covers() or not scene.cover_left(cover)
    return Condition(f"cover: {cover}", "destroyed" if gone else "", "note" if gone else "good")


def rounds_left(who: Fighter, name: EffectName) -> str:
    """For how many rounds yet the GM has set it."""
    rounds = who.timed.get(name)
    return f"{rounds} round{'s' * (rounds > 1)}" if rounds else ""


def told_apart(scene: Scene, who: Fighter) -> list[Condition]:
    """The conditions that somebody else has a part in."""
    found = []
    hold, fire, aim = who.grappling(), who.suppression(), who.live_aim()
    if hold:
        other = scene.name(str(hold["with"]))
        found.append(Condition(f"grapples with {other}"))
        if hold["controls"]:
            found.append(Condition(f"controls {hold['controls']}", "", "good"))
        if hold["cover"]:
            found.append(Condition(f"cover: {other}", "", "good"))
    if fire:
        by = scene.name(fire.by)
        successes = f"{fire.successes} success{'es' * (fire.successes != 1)}"
        found.append(Condition(f"under covering fire by {by}", successes))
    if aim:
        found.append(Condition(f"aims at {scene.name(aim.target)}", f"+{aim.bonus}", "good"))
    if who.shield and who.able:
        found.append(Condition(f"human shield: {scene.name(who.shield)}", "", "good"))
    return found
