"""What things cost: the action of the round, an aim, a point of willpower."""

from gmtrack.rulesets.storyteller.sheet.game import Game, Scene
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.legality import check_free

BEATEN_DOWN = "violence while beaten down"
"""ST-R34: what a point of willpower is for."""


def spend_action(
    game: Game,
    who: Fighter,
    *,
    anytime: bool = False,
    keeps_aim: bool = False,
    in_grapple: bool = False,
    bound_too: bool = False,
) -> None:
    """Check that somebody may act, and take the action (`check_free`, `use_action`). Raises
    Refusal (`status`, `grapple`, `turn`, `action`)."""
    check_free(game, who, anytime=anytime, in_grapple=in_grapple, bound_too=bound_too)
    use_action(game, who, keeps_aim=keeps_aim)


def use_action(game: Game, who: Fighter, *, keeps_aim: bool = False) -> None:
    """The action of the round is gone. `keeps_aim`: it is not one that spoils the aim."""
    if not keeps_aim:
        lose_aim(game, who)
    if game.fight.running:
        who.ap = 0
        who.granted = False


def lose_aim(game: Game, who: Fighter) -> None:
    if who.aim:
        with game.draft.by("ST-087"):
            who.aim = None
            game.report.tell("aim.lost", "note", who=who.name)


def check_willpower(game: Game, who: Fighter, uses: list[str]) -> None:
    """There is a point for each use. Raises Refusal (`willpower`)."""
    for spent, what in enumerate(uses):
        if who.willpower_left <= spent:
            game.refuse("willpower", f"{who.id} has no willpower left for {what}")


def use_willpower(game: Game, who: Fighter) -> None:
    """One point; forced, it stops at 0."""
    who.willpower_left = max(0, who.willpower_left - 1)
    game.report.tell("willpower", "note", who=who.name, left=who.willpower_left)


def spend_willpower(game: Game, who: Fighter, *uses: str) -> None:
    """A point for each use. Raises Refusal (`willpower`)."""
    check_willpower(game, who, list(uses))
    for _ in uses:
        use_willpower(game, who)


def violence(game: Scene, who: Fighter) -> list[str]:
    """What a violent action costs willpower for (ST-R34 `beaten_down`)."""
    beaten = game.house.beaten_down and who.beaten_down
    return [BEATEN_DOWN] if beaten else []


def pay_violence(game: Game, who: Fighter) -> None:
    """What a violent action costs. Raises Refusal (`willpower`)."""
    with game.draft.by("ST-R34"):
        spend_willpower(game, who, *violence(game, who))
