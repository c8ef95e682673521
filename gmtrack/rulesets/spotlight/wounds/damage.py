"""Points into boxes, and what follows: limbs fail, heads go dark, dying begins (SP-DMG, SP-INJ)."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.spotlight.sheet.body import (
    ARMS,
    LOCATIONS,
    VITAL,
    Boxes,
    Location,
    Mark,
    mark,
)
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.spotlight import lift_fire

LIMB_STATES = ("useless", "destroyed")


def wound(game: Game, who: Fighter, place: Location, points: int, kind: Mark) -> list[Data]:
    """Mark the points and let everything follow; the entries of `damage.applied`."""
    if points <= 0:
        return []
    before = states(who)
    entry, surplus = into_boxes(game, who, place, points, kind)
    entries = [entry]
    if surplus and place not in VITAL and game.house.choice("overflow", "torso"):
        entry["lost"] -= surplus
        spilled, _ = into_boxes(game, who, "torso", surplus, kind)
        entries.append(spilled)
    follow(game, who, before)
    return entries


def into_boxes(
    game: Game, who: Fighter, place: Location, points: int, kind: Mark
) -> tuple[Data, int]:
    """One location's entry, and the points that found nothing left to mark (SP-DMG-10)."""
    before = who.boxes(place)
    hit = mark(before, points, kind, game.house.spill)
    who.write_boxes(place, hit.boxes)
    entry = {
        "to": place,
        "type": kind,
        "amount": hit.filled + hit.converted,
        "filled": hit.filled,
        "converted": hit.converted,
        "lost": hit.surplus + hit.lost,
        "before": before.empty,
        "after": hit.boxes.empty,
    }
    tell_boxes(game, who, place, entry, hit.boxes)
    return entry, hit.surplus


def tell_boxes(game: Game, who: Fighter, place: Location, entry: Data, after: Boxes) -> None:
    """How the boxes were marked, in words."""
    key = "boxes"
    if entry["converted"]:
        key += ".converted" if not entry["filled"] else ".both"
    elif not entry["filled"]:
        key += ".none"
    if entry["lost"] and entry["amount"]:
        key += ".lost"
    game.report.tell(
        key, "bad" if entry["amount"] else "note", who=who.name, place=named(place),
        type=entry["type"], filled=entry["filled"], converted=entry["converted"],
        lost=entry["lost"], empty=after.empty, boxes=after.boxes,
    )  # fmt: skip


def named(place: str) -> str:
    """A location as people say it."""
    return place.replace("_", " ")


def states(who: Fighter) -> dict[Location, str]:
    """The state of every location."""
    return {place: who.state(place) for place in LOCATIONS}


def follow(game: Game, who: Fighter, before: dict[Location, str]) -> None:
    """What new states of the locations bring about (SP-INJ-01 to SP-INJ-08)."""
    now = states(who)
    for place in LOCATIONS:
        if place not in VITAL and now[place] != before[place] and now[place] in LIMB_STATES:
            limb_fails(game, who, place, now[place])
    filled = [place for place in VITAL if now[place] == "lethal"]
    if filled:
        if who.fate == "ok":
            fall_dying(game, who)
    elif now["head"] == "full" and before["head"] != "full":
        knock_out(game, who, "head")
    elif (
        now["torso"] == "full"
        and before["torso"] != "full"
        and game.house.choice("torso_full_bruise", "unconscious")
    ):
        knock_out(game, who, "torso")


def limb_fails(game: Game, who: Fighter, place: Location, state: str) -> None:
    """SP-INJ-01 to SP-INJ-04, SP-R43: an arm drops what it holds."""
    game.effect(who, state, location=place)
    game.report.tell(state, "bad", who=who.name, place=named(place))
    if place not in ARMS or game.house.choice("weapon_arm", "ignore"):
        return
    dropped = [name for name, by in who.held.items() if by in (place, "both")]
    for name in dropped:
        who.let_go(name)
        game.report.tell("drops", "note", who=who.name, weapon=name)


def knock_out(game: Game, who: Fighter, place: Location) -> None:
    """SP-INJ-05: unconscious until a bruise box at that place is cleared."""
    if who.unconscious is not None or who.fate != "ok":
        return
    who.unconscious = place
    game.effect(who, "unconscious")
    game.report.tell("unconscious", "bad", who=who.name)
    lift_fire(game, who)


def fall_dying(game: Game, who: Fighter) -> None:
    """SP-INJ-08, SP-DEATH-01, SP-R36: the death spotlight, or death at once."""
    if not who.gets_death_spotlight:
        die(game, who)
        return
    begin_dying(game, who)


def begin_dying(game: Game, who: Fighter) -> None:
    """Fate is `dying`; who is entitled to the death spotlight has it now."""
    who.fate = "dying"
    who.tried = []
    game.effect(who, "dying")
    game.report.tell("dying", "bad", who=who.name)
    lift_fire(game, who)
    fight = game.fight
    if who.gets_death_spotlight and who.id not in fight.death_spotlight:
        fight.death_spotlight = [*fight.death_spotlight, who.id]
        game.report.tell("death-spotlight", "head", who=who.name)


def die(game: Game, who: Fighter) -> None:
    """Dead; a death spotlight and a save for WHO are over."""
    who.fate = "dead"
    game.effect(who, "dead")
    game.report.tell("dead", "bad", who=who.name)
    lift_fire(game, who)
    out_of_death_spotlight(game, who)


def out_of_death_spotlight(game: Game, who: Fighter) -> None:
    """The interruption by WHO is over; the spotlight is where it was."""
    fight = game.fight
    if who.id in fight.death_spotlight:
        fight.death_spotlight = [other for other in fight.death_spotlight if other != who.id]
    if fight.save and fight.save["for"] == who.id:
        fight.save = None
