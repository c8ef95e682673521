"""What things cost: the action of the round, an aim, a point of willpower (8.3)."""

from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.legality import (
    check_able,
    check_action,
    check_not_stunned,
    check_turn,
    check_unheld,
)


def spend_action(
    game: Game,
    who: Fighter,
    *,
    anytime: bool = False,
    keeps_aim: bool = False,
    in_grapple: bool = False,
    bound_too: bool = False,
) -> None:
    """Cost A of 8.3, or with `anytime` A!; all checks, then the price. `keeps_aim`: not an action
    that spoils the aim (ST-087); `in_grapple`: one of those that a grappler has. Raises Refusal
    (`status`, `grapple`, `turn`, `action`)."""
    check_able(game, who, bound_too=bound_too)
    if not in_grapple:
        check_unheld(game, who)
    if anytime:
        check_not_stunned(game, who)
    else:
        check_turn(game, who)
    check_action(game, who)
    if not keeps_aim:
        lose_aim(game, who)
    if game.fight.running:
        who.ap = 0
        who.granted = False


def lose_aim(game: Game, who: Fighter) -> None:
    """ST-087"""
    if who.aim:
        who.aim = None
        game.report.tell("aim.lost", "note", who=who.name)


def spend_willpower(game: Game, who: Fighter, what: str) -> None:
    """One point. Raises Refusal (`willpower`); forced, it stops at 0."""
    if who.willpower_left <= 0:
        game.refuse("willpower", f"{who.id} has no willpower left for {what}")
    who.willpower_left = max(0, who.willpower_left - 1)
    game.report.tell("willpower", "note", who=who.name, left=who.willpower_left)


def pay_violence(game: Game, who: Fighter) -> None:
    """ST-R34 `beaten_down`: who is beaten down pays for every violent action. Raises Refusal
    (`willpower`)."""
    if game.house.on("beaten_down") and who.beaten_down:
        spend_willpower(game, who, "violence while beaten down")
