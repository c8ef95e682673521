"""The hooks of `set`, `add`, `remove`, `leave`, `join`; what is set is written, the marks fit the
boxes, and what a change ends is over."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast, latecomers
from gmtrack.rulesets.spotlight import events
from gmtrack.rulesets.spotlight.sheet.check import REFERENCES
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn import spotlight
from gmtrack.rulesets.spotlight.wounds import give_death_spotlight, numbers_follow


def late(game: Game, ids: Iterable[str]) -> None:
    """During a round they come in by `roll-init WHO`."""
    with game.draft.by("SP-INIT-07"):
        for who in ids if game.fight.running else ():
            game.fighter(who).late = True
        latecomers(game, ids)


def had(game: Game, who: Fighter) -> Data | None:
    """Who comes back in this round has had the spotlight, and the AP that they had left."""
    if not game.fight.running or who.late:
        return None
    left = 0 if who.forgone else who.ap
    return {"round": game.fight.round, "acted": game.had(who), "left": left}


@contextmanager
def parting(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """The spotlight is not theirs, and the round may be over; boxes, gear and what they have lost
    stay with who leaves."""
    if game.holds(who):
        spotlight.leave(game, who)
    events.end_save_by(game, who)
    yield
    spotlight.settle(game)
    if leaves:
        who.lapse("round")
        events.leaves(who)


def back(game: Game, who: Fighter) -> None:
    """Who comes back dying has the death spotlight again."""
    if who.fate == "dying":
        give_death_spotlight(game, who)


CAST = Cast(REFERENCES, parting, had=had, back=back, late=late, follows=numbers_follow)
