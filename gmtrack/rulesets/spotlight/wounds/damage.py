"""Points into boxes, and what follows: useless limbs, unconscious, dying (SP-DMG, SP-INJ)."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.sheet.boxes import Body, Boxes
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
from gmtrack.rulesets.spotlight.wounds.unconscious import knock_out, knock_out_by_torso

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
    write_marks(Marked(game, who, place, entry, hit.boxes))
    return entry, hit.surplus


def spill(house: House) -> Spill:
    """SP-R27, SP-R28: what becomes of points that find no empty box."""
    return Spill(
        converts=house.spill_in_one_hit == "convert",
        bruise_on_mixed=house.bruise_on_mixed_full == "convert",
    )


class Marked(NamedTuple):
    """The marks of one location, before they are written; `after` are its boxes then."""

    game: Game
    who: Fighter
    place: Location
    entry: "BoxesDocument"
    after: Boxes


def write_marks(m: Marked) -> None:
    """By the rule for what was found: empty boxes, bruise boxes, both, or nothing to mark."""
    if m.entry["filled"]:
        both(m) if m.entry["converted"] else filled(m)
    elif not m.entry["converted"]:
        full_of_lethal(m)
    elif m.entry["type"] == "lethal":
        lethal_on_bruise(m)
    else:
        bruise_on_bruise(m)


def filled(m: Marked) -> None:
    """SP-DMG-06: the empty boxes first."""
    write(m, "boxes")


def both(m: Marked) -> None:
    """SP-DMG-06, SP-DMG-09: the last empty boxes, and bruise boxes after them."""
    write(m, "boxes.both")


def lethal_on_bruise(m: Marked) -> None:
    """SP-DMG-07: no empty box, lethal damage."""
    write(m, "boxes.converted")


def bruise_on_bruise(m: Marked) -> None:
    """SP-DMG-08: no empty box, bruise damage."""
    write(m, "boxes.converted")


def full_of_lethal(m: Marked) -> None:
    """SP-DMG-10: nothing to mark."""
    write(m, "boxes.none")


def write(m: Marked, key: str) -> None:
    """Into the boxes, and in words."""
    m.who.write_boxes(m.place, m.after)
    if m.entry["lost"] and m.entry["amount"]:
        tell_lost(m, f"{key}.lost")
    else:
        tell_boxes(m, key)


def tell_lost(m: Marked, key: str) -> None:
    """SP-DMG-09, SP-DMG-10: one point after the other, and the last ones find nothing."""
    tell_boxes(m, key)


def tell_boxes(m: Marked, key: str) -> None:
    """How the boxes were marked, in words."""
    entry, after = m.entry, m.after
    m.game.report.tell(
        key, "bad" if entry["amount"] else "note", who=m.who.name, place=place_name(m.place),
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
        knock_out(game, who)
    elif (
        now["torso"] == "full"
        and before["torso"] != "full"
        and game.house.torso_full_bruise == "unconscious"
    ):
        knock_out_by_torso(game, who)


def limb_fails(game: Game, who: Fighter, place: Location, state: str) -> None:
    """Useless or destroyed; an arm drops what it holds."""
    game.effect(who, state, location=place)
    if state == "destroyed":
        tell_destroyed(game, who, place)
    else:
        tell_useless(game, who, place)
    if place in ARMS and game.house.weapon_arm != "ignore":
        drop_from(game, who, place)


def tell_useless(game: Game, who: Fighter, place: Location) -> None:
    """SP-INJ-01: until healed."""
    game.report.tell("useless", "bad", who=who.name, place=place_name(place))


def tell_destroyed(game: Game, who: Fighter, place: Location) -> None:
    """SP-INJ-04: for good."""
    game.report.tell("destroyed", "bad", who=who.name, place=place_name(place))


def drop_from(game: Game, who: Fighter, arm: Location) -> None:
    """SP-INJ-02, SP-R43: what is held in that arm, or in both."""
    dropped = [name for name, by in who.held.items() if by in (arm, "both")]
    for name in dropped:
        who.let_go(name)
        game.report.tell("drops", "note", who=who.name, weapon=name)


def lose_fortitude(game: Game, who: Fighter, points: int) -> None:
    """SP-DEATH-07: and boxes with it."""
    before = states(who)
    whole = {place: who.boxes(place) for place in LOCATIONS}
    who.fortitude_lost = who.fortitude_lost + min(points, who.fortitude)
    lose_boxes(who, whole)
    follow(game, who, before)


def lose_boxes(who: Fighter, whole: Body) -> None:
    """SP-DEATH-08, SP-DEATH-09: those that go with the points, lethal ones first."""
    for place, boxes in whole.items():
        who.write_boxes(place, shrunk(boxes, boxes.boxes - who.capacity(place)))
