"""What screens tell of a combatant: the body, the total with its bands, their conditions."""

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Condition, Segment, Track
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.options import counted
from gmtrack.rulesets.i2050.sheet.records import EffectName
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, Location, spoken
from gmtrack.rulesets.i2050.tables.wounds import QUARTERS
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS, FATES


def total_track(who: Fighter) -> Track:
    """IN-WND: the total as a bar; the marks are where a heavier band begins."""
    total, now = who.total, max(0, who.hp)
    boxes = (Segment("full", min(now, total)), Segment("lost", total - min(now, total)))
    heavier = who.house.band_border == "heavier"
    lost = [(quarter * total - heavier) // 4 for quarter in range(1, len(QUARTERS) + 1)]
    marks = tuple(sorted(total - points for points in lost))
    text = f"{who.hp}/{total} {who.band}"
    return Track("hp", boxes, text, marks, unit="left", counted=who.hp)


def place_track(who: Fighter, place: Location) -> Track:
    """One location; what is useless says so."""
    rating, now = who.rating(place), who.at(place)
    left = min(max(0, now), rating)
    state = state_of(who, place)
    text = f"{now}/{rating}" + {"useless": " USELESS", "disabled": " DISABLED"}.get(state, "")
    kind = "unusable" if state in ("useless", "disabled") else "full"
    boxes = (Segment(kind, left), Segment("lost", rating - left))
    fields = (f"at_{place}", *(["disabled"] if state == "disabled" else []))
    return Track(spoken(place), boxes, text, counted=now, fields=fields)


def figure(who: Fighter) -> tuple[tuple[Track | None, ...], ...]:
    """The body from the front: the right arm stands on the left."""
    tracks = {place: place_track(who, place) for place in LOCATIONS}
    return (
        (None, tracks["head"], None),
        (tracks["right_arm"], tracks["chest"], tracks["left_arm"]),
        (None, tracks["abdomen"], None),
        (tracks["right_leg"], None, tracks["left_leg"]),
    )


def state_of(who: Fighter, place: Location) -> str:
    """How a location is, in a word."""
    if place in who.disabled:
        return "disabled"
    if who.useless(place):
        return "useless"
    return "hurt" if who.at(place) < who.rating(place) else "fine"


def location_documents(who: Fighter) -> Data:
    """The `locations` of `show`."""
    return {
        place: {
            "max": who.rating(place),
            "now": who.at(place),
            "armor": who.armor(place),
            "state": state_of(who, place),
        }
        for place in LOCATIONS
    }


def rounds_left(who: Fighter, name: EffectName) -> str:
    """How long an effect by hand still holds; nothing where no number was said."""
    left = who.timed.get(name)
    return "" if left is None else counted(left, "round")


def conditions(scene: Scene, who: Fighter) -> tuple[Condition, ...]:
    """Their conditions, with limbs, weapons and a lost action."""
    found = [
        Condition(name.replace("-", " "), rounds_left(who, name))
        for name in EFFECTS.holding(who)
        if name not in FATES and not name.startswith("disabled")
    ]
    for place in LOCATIONS:
        if state_of(who, place) in ("useless", "disabled"):
            found.append(Condition(f"{spoken(place)} {state_of(who, place)}"))
    if who.aimed is not None:
        found.append(Condition(f"has aimed at {scene.name(who.aimed)}", "", "good"))
    for name in who.weapons:
        status = who.status_of(name)
        if status in ("dropped", "jammed", "broken"):
            found.append(Condition(f"{name} {status}"))
        found += [Condition(f"{one} of {name} failed") for one in who.failed_of(name)]
    if who.lost:
        found.append(Condition("action lost", "", "bad"))
    return tuple(found)
