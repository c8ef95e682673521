"""Consequences of a change by hand of a combatant's numbers or live values: by `set`, or by an
effect of the GM's own that comes or goes."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.maxima import keeping_what_is_gone
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.wounds.events import (
    end_by_going_out,
    end_grapple,
    other_in_grapple,
    settle_shields,
)
from gmtrack.rulesets.storyteller.wounds.health import recover_from_full_track


@contextmanager
def values_follow(
    game: Game, who: Fighter, named: Collection[str] = ()
) -> Iterator[None]:
    """Let everything follow from a change by hand in the `with` block: keep what is gone of the
    tracks of `who` (ST-R61), and end afterwards what ends when they go out, are bound or are no
    longer in a grapple.

    Somebody who was down because their track was full wakes if a longer one has an empty box.
    Live fields whose names are in `named` stay as they were set; `named` is read after the
    block."""
    was_able, was_bound = who.able, "immobilized" in who.no_defense
    other, track = other_in_grapple(game, who), who.track
    conscious, dying, dead = who.conscious, who.dying, who.dead
    with keeping_what_is_gone(who, named):
        yield
    if who.boxes > track.boxes and not {"conscious", "dying", "dead"} & set(
        named
    ):
        with game.draft.by("ST-R61"):
            who.dead = dead
        if not dead:
            recover_from_full_track(
                game, who, track, conscious=conscious, dying=dying
            )
    set_by_hand = {
        name: getattr(who, name) for name in named if name in who.FIELDS
    }
    is_bound = "immobilized" in who.no_defense
    if (was_able and not who.able) or (is_bound and not was_bound):
        end_by_going_out(game, who)
    if other is not None and not who.read_grapple() and other.read_grapple():
        with game.draft.by("ST-072"):
            end_grapple(game, other)
    settle_shields(game, [who, *filter(None, [other])])
    for name, value in set_by_hand.items():
        setattr(who, name, value)
