"""The action `hand-of-god`: somebody who is dead lives instead (SRX-221)."""

from gmtrack.rulesets.sr3.sheet.game import ActionContext
from gmtrack.rulesets.sr3.tables import BOXES
from gmtrack.rulesets.sr3.wounds.dying import stabilise

HAND_OF_GOD = "hand-of-god"


def call_hand_of_god(do: ActionContext) -> None:
    """Burn all Karma of somebody who is dead, who lives instead: stable, with ten physical boxes
    (SRX-221). Raises Refusal: `status` for anybody who is not dead or has used it before, `pool`
    without a point of Karma left."""
    game, who = do.game, do.who
    if who.status != "dead":
        game.deny(
            "status", f"{who.name} is not dead: this is for the dead alone"
        )
    if who.hand_of_god:
        message = f"{who.name} has used it before, and it comes once in a life"
        game.refuse("status", message)
    if not who.karma_left:
        game.refuse("pool", f"{who.name} has no point of Karma left")
    who.karma_burnt = who.sheet.karma_pool
    who.karma_left = 0
    who.hand_of_god = True
    who.physical = BOXES
    who.dead = False
    stabilise(game, who)
