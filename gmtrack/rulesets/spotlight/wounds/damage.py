"""Points into boxes, and what follows: useless limbs, unconscious, dying (SP-DMG, SP-INJ)."""

from typing import TYPE_CHECKING

from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.sheet.boxes import Boxes
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.tables.locations import (
    ARMS,
    LOCATIONS,
    VITAL,
    Location,
    Mark,
    place_name,
)
from gmtrack.rulesets.spotlight.wounds.dying import fall_dying
from gmtrack.rulesets.spotlight.wounds.marks import Spill, mark, shrunk
from gmtrack.rulesets.spotlight.wounds.unconscious import knock_out

if TYPE_CHECKING:
    from gmtrack.rulesets.spotlight.wounds.document import BoxesDocument

LIMB_STATES = ("useless", "destroyed")


def wound(
    game: Game, who: Fighter, place: Location, points: int, kind: Mark
) -> "list[BoxesDocument]":
    """Mark the points and let everything follow; the entries of `damage.applied`."""
    if points <= 0:
        return []
    before = states(who)
    entry, surplus = into_boxes(game, who, place, points, kind)
    entries = [entry]
    if surplus and place not in VITAL and game.house.overflow == "torso":
        entry["lost"] -= surplus
        spilled, _ = into_boxes(game, who, "torso", surplus, kind)
        entries.append(spilled)
    follow(game, who, before)
    return entries


def into_boxes(
    game: Game, who: Fighter, place: Location, points: int, kind: Mark
) -> "tuple[BoxesDocument, int]":
    """One location's entry, and the points that found nothing left to mark."""
    before = who.boxes(place)
    hit = mark(before, points, kind, spill(game.house))
    entry: BoxesDocument = {
        "to": place,
        "type": kind,
        "amount": hit.filled + hit.converted,
        "filled": hit.filled,
        "converted": hit.converted,
        "lost": hit.surplus + hit.lost,
        "before": before.empty,
        "after": hit.boxes.empty,
    }
    write_marks(game, who, entry, hit.boxes)
    return entry, hit.surplus


def spill(house: House) -> Spill:
    """What becomes of points that find no empty box (SP-R27, SP-R28)."""
    return Spill(
        converts=house.spill_in_one_hit == "convert",
        bruise_on_mixed=house.bruise_on_mixed_full == "convert",
    )


def write_marks(game: Game, who: Fighter, entry: "BoxesDocument", after: Boxes) -> None:
    """Into the boxes, and in words: by the rule for what was found, empty boxes, bruise boxes, both
    or nothing to mark. `after` are the boxes then."""
    if entry["filled"] and entry["converted"]:
        key, rules = "boxes.both", "SP-DMG-06, SP-DMG-09"
    elif entry["filled"]:
        key, rules = "boxes", "SP-DMG-06"
    elif entry["converted"]:
        key = "boxes.converted"
        rules = "SP-DMG-07" if entry["type"] == "lethal" else "SP-DMG-08"
    else:
        key, rules = "boxes.none", "SP-DMG-10"
    with game.draft.by(rules):
        who.write_boxes(entry["to"], after)
    if entry["lost"] and entry["amount"]:
        key, rules = f"{key}.lost", "SP-DMG-09, SP-DMG-10"
    with game.draft.by(rules):
        game.report.tell(
            key, "bad" if entry["amount"] else "note", who=who.name, place=place_name(entry["to"]),
            type=entry["type"], filled=entry["filled"], converted=entry["converted"],
            lost=entry["lost"], empty=after.empty, boxes=after.boxes,
        )  # fmt: skip


def states(who: Fighter) -> dict[Location, str]:
    """The state of every location."""
    return {place: who.state(place) for place in LOCATIONS}


def follow(game: Game, who: Fighter, before: dict[Location, str]) -> None:
    """What new states of the locations bring about."""
    now = states(who)
    for place in LOCATIONS:
        if place not in VITAL and now[place] != before[place] and now[place] in LIMB_STATES:
            limb_fails(game, who, place, now[place])
    filled = [place for place in VITAL if now[place] == "lethal"]
    if filled:
        if who.fate == "ok":
            fall_dying(game, who)
    elif now["head"] == "full" and before["head"] != "full":
        knock_out(game, who, "head", "SP-INJ-05")
    elif (
        now["torso"] == "full"
        and before["torso"] != "full"
        and game.house.torso_full_bruise == "unconscious"
    ):
        knock_out(game, who, "torso", "SP-R30")


def limb_fails(game: Game, who: Fighter, place: Location, state: str) -> None:
    """Useless or destroyed; an arm drops what it holds."""
    game.effect(who, state, location=place)
    game.report.tell(
        "destroyed" if state == "destroyed" else "useless", "bad",
        who=who.name, place=place_name(place),
    )  # fmt: skip
    if place in ARMS and game.house.weapon_arm != "ignore":
        drop_from(game, who, place)


def drop_from(game: Game, who: Fighter, arm: Location) -> None:
    """What is held in that arm, or in both."""
    dropped = [name for name, by in who.held.items() if by in (arm, "both")]
    with game.draft.by("SP-INJ-02, SP-R43"):
        for name in dropped:
            who.let_go(name)
            game.report.tell("drops", "note", who=who.name, weapon=name)


def lose_fortitude(game: Game, who: Fighter, points: int) -> None:
    """And boxes with it, lethal ones first."""
    before = states(who)
    whole = {place: who.boxes(place) for place in LOCATIONS}
    with game.draft.by("SP-DEATH-07"):
        who.fortitude_lost = who.fortitude_lost + min(points, who.fortitude)
    with game.draft.by("SP-DEATH-08, SP-DEATH-09"):
        for place, boxes in whole.items():
            who.write_boxes(place, shrunk(boxes, boxes.boxes - who.capacity(place)))
    follow(game, who, before)
