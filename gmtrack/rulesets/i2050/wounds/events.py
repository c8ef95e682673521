"""Events that end states of combatants, by the `ends` of their live fields. Each event stands
here once; whatever brings it about calls it."""

from collections.abc import Collection

from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game


def end_by_going_out(
    game: Game, who: Fighter, keep: Collection[str] = ()
) -> None:
    """End what an unconscious, dying or dead combatant no longer does: aiming (IN-R66). `keep`:
    live fields that stay as they are."""
    if "aimed" in who.happens("out", keep):
        game.report.tell("aim.lost", "note", who=who.name)


def end_by_leaving(who: Fighter) -> None:
    """End what stays behind when somebody leaves the fight: their aim, being under fire
    (IN-R66). The references of the sheet free those who aimed at them."""
    who.happens("leaves")
