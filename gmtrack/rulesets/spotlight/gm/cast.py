"""Hooks of `set`, `add`, `remove`, `leave`, `join`: marks fit the boxes, and states that a
change ends are over."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast, tell_latecomers
from gmtrack.rulesets.spotlight import events
from gmtrack.rulesets.spotlight.sheet.check import REFERENCES
from gmtrack.rulesets.spotlight.sheet.game import Game, Scene
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn import spotlight
from gmtrack.rulesets.spotlight.wounds import (
    fit_marks,
    give_death_spotlight,
    numbers_follow,
)


def join_late(game: Game, ids: Iterable[str]) -> None:
    """Note that newcomers have to join the round in progress by `roll-init WHO`."""
    with game.draft.by("SP-INIT-07"):
        for who in ids if game.fight.running else ():
            game.fighter(who).late = True
        tell_latecomers(game, ids)


def record_turn(game: Game, who: Fighter) -> Data | None:
    """Return what a leaver has had of this round, so that a return brings no more: whether they
    had the spotlight, and the AP left. None outside a round."""
    if not game.fight.running or who.late:
        return None
    left = 0 if who.forgone else who.ap
    return {
        "round": game.fight.round,
        "acted": game.has_had_spotlight(who),
        "left": left,
    }


def fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> AbstractContextManager[object]:
    """Keep marks fitting the boxes while a sheet changes within this context, as `fitting` of
    the port says (SP-R63)."""
    return _fitting(draft, who, assigned)


@contextmanager
def _fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> Iterator[None]:
    one = Scene(draft).fighter(who)
    before = one.body()
    yield
    live = len(one.base)
    named = [
        ".".join(path[live:]) for path in assigned if path[:live] == one.base
    ]
    fit_marks(one, before, named)


@contextmanager
def take_out(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """Take a combatant out of spotlight and saves within this context; the round may end.
    `leaves`: the combatant stays in the file, with boxes, gear and losses."""
    if game.has_spotlight(who):
        spotlight.leave_spotlight(game, who)
    events.end_save_by(game, who)
    yield
    spotlight.end_round_if_spent(game)
    if leaves:
        who.lapse("round")
        events.end_by_leaving(who)


def restore_death_spotlight(game: Game, who: Fighter) -> None:
    """Give somebody who comes back dying the death spotlight again."""
    if who.fate == "dying":
        give_death_spotlight(game, who)


CAST = Cast(
    REFERENCES,
    take_out,
    had=record_turn,
    back=restore_death_spotlight,
    late=join_late,
    follows=numbers_follow,
)
