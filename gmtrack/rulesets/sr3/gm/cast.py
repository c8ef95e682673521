"""The hooks of `set`, `remove`, `leave`, `join`; no rule is applied."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast, tell_latecomers
from gmtrack.rulesets.sr3.sheet.check import REFERENCES
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.turn.phases import begin_next_phase
from gmtrack.rulesets.sr3.wounds import events

STAYING = tuple(one for one in REFERENCES if "timed_items" not in one.keys)
"""The references that are cut when somebody leaves: all but what they have thrown or laid, which
goes off all the same (SRX-109)."""


def turn_left_behind(game: Game, who: Fighter) -> Data | None:
    """Return what somebody who leaves has used up: `round`, `in_pass`, `left` (the pool left)
    and `acted`. None outside a combat turn or without initiative.

    Somebody who comes back gets neither a second phase in the pass nor a fresh pool in the turn."""
    fight = game.fight
    if not fight.running or who.initiative is None:
        return None
    return {
        "round": fight.round,
        "in_pass": fight.pass_,
        "left": who.pool_left,
        "acted": who.acted or fight.acting == who.id,
    }


def limit_pool_left(game: Game, who: Fighter) -> None:
    """Limit the pool of a combatant who comes back in the same turn to what was left of it."""
    had = who.had_in(game.fight.round) if game.fight.running else {}
    if had:
        who.pool_left = min(who.pool_left, had["left"])


@contextmanager
def parting_from_fight(
    game: Game, who: Fighter, leaves: bool
) -> Iterator[None]:
    """End what ties a combatant to others and to the turn, before the `with` block removes them
    or puts them away: holds, melees, conditions of the fight. If their phase was running, begins
    the next one after the block.

    `leaves` tells that they may come back: then what belongs to turn and phase lapses too; boxes
    and gear stay."""
    if leaves:
        who.lapse("turn", "phase")
    events.end_by_leaving(game, who)
    acting = game.fight.acting == who.id
    yield
    if acting:
        begin_next_phase(game)


def fit_weapons(who: Fighter) -> None:
    """Limit the rounds in every weapon of a combatant to the weapon's capacity."""
    for name, weapon in who.weapons.items():
        if weapon.capacity:
            who.weapon_state(name).ammo = min(
                who.weapon_state(name).ammo, weapon.capacity
            )


def bring_in_newcomers(game: Game, ids: Iterable[str]) -> None:
    """Roll initiative for the latecomers who are awake."""
    tell_latecomers(game, [who for who in ids if game.fighter(who).awake])


CAST = Cast(
    REFERENCES,
    parting_from_fight,
    staying=STAYING,
    had=turn_left_behind,
    back=limit_pool_left,
    late=bring_in_newcomers,
    follows=events.numbers_follow,
    fits=fit_weapons,
)
