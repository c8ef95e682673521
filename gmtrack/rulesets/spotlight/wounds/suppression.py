"""Suppressive fire: who is pinned by whom, and until when (SP-SPEC-03 to SP-SPEC-09)."""

from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter


def pin_all(game: Game, shooter: Fighter, targets: list[Fighter], number: int) -> None:
    """None of them moves or attacks without a test of that Difficulty."""
    for target in targets:
        pin(game, target, number, shooter.id)


def pin(game: Game, who: Fighter, number: int, by: str | None) -> None:
    """Pinned, unless a pin with as high a number still holds."""
    on = who.pinned
    if on is not None and on.target_number >= number:
        game.report.tell("pinned.already", "note", who=who.name, number=on.target_number)
        return
    with who.draft.by("SP-SPEC-06"):
        who.draft.put(
            (*who.base, "suppressed"),
            {"by": by, "target_number": number, "broken": False, "failed": False},
            read_as=who.suppressed,
        )
        game.effect(who, "suppressed", target_number=number, source=by)
        game.report.tell("pinned", "bad", who=who.name, number=number)


def check_pin(game: Game, who: Fighter, what: str) -> None:
    """Nobody moves or attacks while pinned (SP-SPEC-06, SP-R17). Raises Refusal (`suppressed`)."""
    pin = who.pinned
    if pin is not None:
        how = f"`test {who.id} suppression` (Difficulty {pin.target_number}) shakes it off"
        game.refuse("suppressed", f"{who.id} is pinned and cannot {what}: {how}")


def use_freedom(who: Fighter) -> None:
    """A passed test frees one move or attack where each attempt has a test of its own."""
    pin = who.suppression()
    if pin is not None and pin.broken and who.house.suppression_roll == "per_attempt":
        with who.draft.by("SP-R17"):
            write_pin(who, broken=False)


def pinners(game: Game) -> set[str | None]:
    """Whose suppressive fire holds somebody."""
    pins = (who.suppression() for who in game.everybody())
    return {pin.by for pin in pins if pin is not None}


def lift_fire(game: Game, shooter: Fighter) -> None:
    """The shooter's suppressive fire is over."""
    for who in game.everybody():
        pin = who.suppression()
        if pin is not None and pin.by == shooter.id:
            release(game, who)


def release(game: Game, who: Fighter) -> None:
    """Nobody pins the combatant any more."""
    with who.draft.by("SP-R16"):
        if who.pinned is not None:
            game.report.tell("suppression.over", "good", who=who.name)
        who.suppressed = None


def new_attempt(who: Fighter) -> None:
    """A failed test counts for one spotlight; the next one has a test of its own."""
    pin = who.suppression()
    if pin is not None and pin.failed and who.house.suppression_roll != "once":
        with who.draft.by("SP-R17"):
            write_pin(who, failed=False)


def write_pin(who: Fighter, **values: object) -> None:
    """Change parts of the suppression in force."""
    for key, value in values.items():
        who.draft.put((*who.base, "suppressed", key), value)
