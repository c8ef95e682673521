"""The hooks of `set`, `remove`, `leave`, `join`; no rule is applied."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast, latecomers
from gmtrack.rulesets.sr3.sheet.check import REFERENCES
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.turn.phases import begin_next_phase
from gmtrack.rulesets.sr3.wounds import events


def had(game: Game, who: Fighter) -> Data | None:
    """Who comes back has no second phase in this pass, and no fresh pool in this turn."""
    fight = game.fight
    if not fight.running or who.initiative is None:
        return None
    return {
        "round": fight.round, "in_pass": fight.pass_, "left": who.pool_left,
        "acted": who.acted or fight.acting == who.id,
    }  # fmt: skip


def back(game: Game, who: Fighter) -> None:
    had = who.had_in(game.fight.round) if game.fight.running else {}
    if had:
        who.pool_left = min(who.pool_left, had["left"])


@contextmanager
def parting(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """Boxes, gear and conditions of who leaves stay."""
    if leaves:
        who.lapse("turn", "phase")
    events.end_by_leaving(game, who)
    acting = game.fight.acting == who.id
    yield
    if acting:
        begin_next_phase(game)


def fits(who: Fighter) -> None:
    """No weapon holds more than it can."""
    for name, weapon in who.weapons.items():
        if weapon.capacity:
            who.state(name).ammo = min(who.state(name).ammo, weapon.capacity)


def late(game: Game, ids: Iterable[str]) -> None:
    """Only who is awake rolls initiative."""
    latecomers(game, [who for who in ids if game.fighter(who).awake])


CAST = Cast(
    REFERENCES, parting, had=had, back=back, late=late, follows=events.numbers_follow, fits=fits
)  # fmt: skip
