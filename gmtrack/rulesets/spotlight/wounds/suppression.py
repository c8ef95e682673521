"""Suppressive fire pins; a Willpower test frees (SP-SPEC-03 to SP-SPEC-09)."""

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter


def pin_all(game: Game, shooter: Fighter, targets: list[Fighter], number: int) -> None:
    """SP-SPEC-06: nobody of them moves or attacks without a test of that number of successes."""
    for target in targets:
        pin(game, target, number, shooter.id)


def pin(game: Game, who: Fighter, number: int, by: str | None) -> None:
    """SP-R16: a pin with a higher number replaces one that still holds."""
    on = who.pinned
    if on is not None and on.target_number >= number:
        game.report.tell("pinned.already", "note", who=who.name, number=on.target_number)
        return
    who.draft.put(
        (*who.base, "suppressed"),
        {"by": by, "target_number": number, "broken": False, "failed": False},
        read_as=who.suppressed,
    )
    game.effect(who, "suppressed", target_number=number, source=by)
    game.report.tell("pinned", "bad", who=who.name, number=number)
