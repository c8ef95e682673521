"""Boxes and conditions of a combatant, as the board and `show` draw them."""

from gmtrack.core.screen import Condition, Segment, Track
from gmtrack.rulesets.spotlight.sheet.boxes import Body, Boxes, state_of
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import LOCATIONS, PRINTED_HEAD, Location, place_name

SHORT: dict[Location, str] = {
    "head": "head",
    "torso": "torso",
    "right_arm": "r.arm",
    "left_arm": "l.arm",
    "right_leg": "r.leg",
    "left_leg": "l.leg",
}
WORDS = {"useless": "USELESS", "destroyed": "DESTROYED", "lethal": "ALL LETHAL", "full": "FULL"}


def segments(who: Fighter, boxes: Boxes, filled_in: int = 0) -> tuple[Segment, ...]:
    """The boxes as drawn on paper: lethal, bruise, empty, and those that are filled in."""
    bruise = who.house.bruise_mark
    return (
        Segment("lethal", boxes.lethal),
        Segment("bruise", boxes.bruise, bruise),
        Segment("empty", max(0, boxes.empty)),
        Segment("unusable", filled_in),
    )


def board_tracks(who: Fighter, body: Body) -> tuple[Track, ...]:
    """One short row of boxes for each location."""
    return tuple(
        Track(
            SHORT[place], segments(who, body[place]), "", exact=True,
            short=empty_of(body[place]), unit="left",
        )
        for place in LOCATIONS
    )  # fmt: skip


def empty_of(boxes: Boxes) -> str:
    """`7/12`: the boxes in which nothing is marked."""
    return f"{max(0, boxes.empty)}/{boxes.boxes}"


def body_track(who: Fighter, place: Location) -> Track:
    """One location with its state; boxes lost for good are filled in."""
    boxes = who.boxes(place)
    gone = max(0, who.whole(place) - boxes.boxes)
    if place == "head" and place not in who.sheet.boxes:
        gone = max(gone, PRINTED_HEAD - boxes.boxes)
    state = who.state(place)
    text = f"{empty_of(boxes)} empty"
    if state != "ok":
        text += f", {WORDS[state]}"
    return Track(
        place_name(place), segments(who, boxes, gone), text, exact=True,
        fields=place_fields(place), names=(SHORT[place],), rules="SP-HP-07, SP-DEATH-08",
    )  # fmt: skip


def place_fields(place: Location) -> tuple[str, ...]:
    """The live fields that the boxes of a location are read from."""
    return (f"locations.{place}",)


def figure(who: Fighter) -> tuple[tuple[Track | None, ...], ...]:
    """The body from the front: the right arm stands on the left."""
    tracks = {place: body_track(who, place) for place in LOCATIONS}
    return (
        (None, tracks["head"], None),
        (tracks["right_arm"], tracks["torso"], tracks["left_arm"]),
        (tracks["right_leg"], None, tracks["left_leg"]),
    )


def conditions(scene: Scene, who: Fighter, body: Body) -> tuple[Condition, ...]:
    """The conditions of somebody, those of the limbs first."""
    states = {place: state_of(place, body[place]) for place in LOCATIONS}
    found = [limb_condition(place, state) for place, state in states.items() if state != "ok"]
    pin = who.suppression()
    if pin is not None:
        by = f" by {scene.name(pin.by)}" if pin.by else ""
        left = "shaken off" if pin.broken else f"Difficulty {pin.target_number} to shake off"
        found.append(Condition(f"suppressed{by}", left, "note" if pin.broken else "bad"))
    if who.moving:
        count = who.moving_rounds
        rounds = f"{count} round{'' if count == 1 else 's'}" if count else ""
        found.append(Condition("moving", rounds, "note"))
    if who.cover:
        found.append(Condition("cover: " + ", ".join(p.name for p in who.live_cover()), "", "good"))
    if who.forgone and scene.fight.running:
        found.append(Condition("AP given up", "", "note"))
    if who.fortitude_lost:
        found.append(Condition(f"Fortitude -{who.fortitude_lost}", "for good"))
    return tuple(found)


def limb_condition(place: Location, state: str) -> Condition:
    if state == "full" and place == "torso":
        return Condition("torso full", "", "note")
    word = {"full": "full", "lethal": "all lethal"}.get(state, state)
    return Condition(f"{place_name(place)} {word}")
