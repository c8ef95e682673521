"""Unconscious, and waking: first aid, healing, the end of combat (SP-INJ-05 to -07, SP-R35)."""

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.tables.locations import Location
from gmtrack.rulesets.spotlight.wounds.marks import healed
from gmtrack.rulesets.spotlight.wounds.suppression import lift_fire


def knock_out(game: Game, who: Fighter, place: Location, rules: str) -> None:
    """Unconscious until a bruise box at that place is cleared, by these rows."""
    if who.unconscious is not None or who.fate != "ok":
        return
    with game.draft.by(rules):
        who.unconscious = place
        game.effect(who, "unconscious")
        game.report.tell("unconscious", "bad", who=who.name)
    lift_fire(game, who)


def stored_place(game: Game, saved: list[Location]) -> Location:
    """The place that keeps a saved combatant unconscious until a bruise box is cleared there
    (SP-R35, SP-R39)."""
    return "head" if "head" in saved or game.house.cheat_wake == "head_only" else "torso"


def clear_bruise(game: Game, who: Fighter) -> None:
    """One bruise box goes at the stored location; WHO wakes, unless the head is full."""
    place = who.unconscious
    if place is None:
        return
    who.write_boxes(place, healed(who.boxes(place), 1, "bruise"))
    wake_if_free(game, who)


def wake_if_free(game: Game, who: Fighter) -> None:
    """Awake, or with a full head the head is what must be cleared next."""
    if who.boxes("head").full:
        with game.draft.by("SP-INJ-06, SP-R35"):
            if who.unconscious != "head":
                game.report.tell("head-next", "note", who=who.name)
            who.unconscious = "head"
        return
    who.unconscious = None
    game.report.tell("wakes", "good", who=who.name)


def wake_at_the_end(game: Game, who: Fighter) -> None:
    """Combat is over, the unconscious wake: two boxes at most go for it, the second of the head."""
    if who.status != "unconscious":
        return
    with game.draft.by("SP-INJ-07"):
        clear_bruise(game, who)
        clear_bruise(game, who)
        if who.unconscious is not None:
            who.unconscious = None
            game.report.tell("wakes", "good", who=who.name)
