"""Dying, dead, and saved: what begins and ends the death spotlight (SP-DEATH)."""

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.wounds.marks import eased
from gmtrack.rulesets.spotlight.wounds.suppression import lift_fire
from gmtrack.rulesets.spotlight.wounds.unconscious import stored_place


def fall_dying(game: Game, who: Fighter) -> None:
    """The death spotlight, or death at once."""
    if who.gets_death_spotlight:
        begin_dying(game, who)
    else:
        with game.draft.by("SP-INJ-08, SP-R36"):
            die(game, who)


def begin_dying(game: Game, who: Fighter) -> None:
    """Dying; whoever is entitled to the death spotlight has it now."""
    fight = game.fight
    with game.draft.by("SP-INJ-08"):
        who.fate = "dying"
        who.tried = []
        game.effect(who, "dying")
        game.report.tell("dying", "bad", who=who.name)
    lift_fire(game, who)
    if who.gets_death_spotlight and who.id not in fight.death_spotlight:
        with game.draft.by("SP-DEATH-01, SP-R36"):
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
    """The death spotlight of WHO is over; the spotlight is where it was."""
    fight = game.fight
    with game.draft.by("SP-DEATH-01"):
        if who.id in fight.death_spotlight:
            fight.death_spotlight = [other for other in fight.death_spotlight if other != who.id]
        if fight.save and fight.save["for"] == who.id:
            fight.save = None


def stabilise(game: Game, who: Fighter) -> None:
    """One lethal box turns to bruise wherever it was full; unconscious, no longer dying."""
    saved = who.filled()
    for place in saved:
        who.write_boxes(place, eased(who.boxes(place)))
    who.fate = "ok"
    who.unconscious = stored_place(game, saved)
    game.effect(who, "unconscious")
    out_of_death_spotlight(game, who)


def give_up_save(game: Game) -> None:
    """`next` during a dramatic save."""
    patient = game.fighter(str((game.fight.save or {})["for"]))
    game.report.tell("save.given-up", "note", who=patient.name)
    save_fails(game, patient)


def save_fails(game: Game, patient: Fighter) -> None:
    """Dead, unless a house rule allows cheating death after it."""
    with game.draft.by("SP-R37, SP-R49"):
        game.fight.save = None
        if game.house.death_choices == "save_then_cheat" and "cheat" not in patient.tried:
            patient.tried = [*patient.tried, "save"]
            game.report.tell("save.failed", "bad", who=patient.name)
        else:
            die(game, patient)


def live_on(game: Game, who: Fighter) -> None:
    """No longer dying or dead."""
    with game.draft.by("SP-INJ-08"):
        who.fate = "ok"
    out_of_death_spotlight(game, who)
    game.report.tell("lives", "good", who=who.name)
