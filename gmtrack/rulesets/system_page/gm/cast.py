"""Commands that change who takes part: `set`, `add`, `remove`, `leave`, `join`."""

from collections.abc import Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast
from gmtrack.rulesets.kit.references import Reference
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.turn.order import actors
from gmtrack.rulesets.system_page.turn.turn import advance

REFERENCES = (Reference("fight.acting"),)
"""What names a combatant."""


@contextmanager
def let_go(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """Begin the next turn if it was the turn of somebody who goes."""
    del leaves
    had_turn = game.fight.acting == who.id
    if had_turn:
        game.fight.acting = None
        who.acted = True
    yield
    if had_turn and not actors(game):
        advance(game)


def note_turn(game: Game, who: Fighter) -> Data | None:
    """Return what somebody who leaves had of the round; None outside of rounds."""
    if not game.fight.running:
        return None
    return {"round": game.fight.round, "acted": who.acted}


def give_turn_back(game: Game, who: Fighter) -> None:
    """Let somebody who is back have no second turn in the same round."""
    had = who.had_in(game.fight.round)
    if had:
        who.acted = bool(had.get("acted"))


CAST: Cast = Cast(REFERENCES, let_go, had=note_turn, back=give_turn_back)
