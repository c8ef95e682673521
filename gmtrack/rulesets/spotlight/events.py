"""Events that end states: a combatant's own, by the `ends` of their live fields, and what others
have of them. Each event stands here once; whatever brings it about calls it."""

from collections.abc import Collection

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter


def end_by_going_out(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End what nobody does who is unconscious, dying or dead: moving, pinning others, saving
    somebody, and choosing to begin the round (SP-R16, SP-R60, SP-R62). `keep`: live fields that
    stay as they are."""
    tell_stop(game, who, who.happens("out", keep))
    lift_fire(game, who)
    end_save_by(game, who)
    end_choice(game, who)


def stop_by_leg(game: Game, who: Fighter) -> None:
    """End the moving of somebody whose leg gives way (SP-R60)."""
    tell_stop(game, who, who.happens("stopped"))


def end_by_hiding(game: Game, who: Fighter, keep: Collection[str] = ()) -> None:
    """End the moving of somebody who is behind cover from now on; live fields in `keep` stay
    (SP-R60)."""
    tell_stop(game, who, who.happens("hides", keep))


def end_by_moving(game: Game, who: Fighter, keep: Collection[str] = ()) -> None:
    """End the cover of somebody who goes somewhere else, unless `keep` names that field, and
    tell it (SP-R61)."""
    if "cover" in who.happens("moves", keep):
        game.report.tell("out-of-cover", "note", who=who.name)


def end_by_leaving(who: Fighter) -> None:
    """End what stays behind when somebody leaves the fight: moving, cover, and the fire that pins
    them (SP-R16, SP-R60, SP-R61). The references of the sheet free those whom they pinned."""
    who.happens("leaves")


def tell_stop(game: Game, who: Fighter, ended: list[str]) -> None:
    """Tell that somebody moves no more, if that is among the fields that an event has ended."""
    if "moving" in ended:
        game.report.tell("stopped", "note", who=who.name)


def lift_fire(game: Game, shooter: Fighter) -> None:
    """End the suppressive fire that the shooter lays."""
    for who in game.everybody():
        pin = who.suppression()
        if pin is not None and pin.by == shooter.id:
            end_suppression(game, who)


def end_suppression(game: Game, who: Fighter) -> None:
    """End the suppression of somebody, and tell it if it still held."""
    with who.draft.by("SP-R16"):
        if who.pinned is not None:
            game.report.tell("suppression.over", "good", who=who.name)
        who.suppressed = None


def end_save_by(game: Game, helper: Fighter) -> None:
    """End the dramatic save that the helper tries, as not failed: whoever is dying chooses again
    (SP-R62). Does nothing if the helper tries none."""
    save = game.fight.save
    if save is None or save["by"] != helper.id:
        return
    with game.draft.by("SP-R62"):
        game.fight.save = None
        patient = game.name(save["for"])
        game.report.tell("save.over", "note", who=helper.name, patient=patient)


def end_choice(game: Game, who: Fighter) -> None:
    """Take somebody from those one of whom may take the first spotlight, if they are among them
    (SP-R05)."""
    fight = game.fight
    if who.id in fight.choosing:
        with game.draft.by("SP-R05"):
            fight.choosing = [
                other for other in fight.choosing if other != who.id
            ]


def out_of_death_spotlight(game: Game, who: Fighter) -> None:
    """End somebody's death spotlight and the save for them; the spotlight is where it was."""
    fight = game.fight
    with game.draft.by("SP-DEATH-01"):
        if who.id in fight.death_spotlight:
            fight.death_spotlight = [
                other for other in fight.death_spotlight if other != who.id
            ]
        if fight.save and fight.save["for"] == who.id:
            fight.save = None
