"""The hooks of `set`, `add`, `remove`, `leave`, `join`: wounds, Score and status follow."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast, latecomers
from gmtrack.rulesets.swan_song.sheet.check import REFERENCES
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game, initiative_follows
from gmtrack.rulesets.swan_song.turn.phases import advance
from gmtrack.rulesets.swan_song.turn.rounds import items
from gmtrack.rulesets.swan_song.wounds.conditions import (
    coins,
    gains,
    leave_cover,
    numbers_follow,
)
from gmtrack.rulesets.swan_song.wounds.damage import settle_last_fight

STAYING = tuple(one for one in REFERENCES if "timed_items" not in one.keys)
"""What lets go of somebody who leaves: what they have laid or thrown goes off all the same."""
TURN_AND_PLACE = (
    "slot", "delayed", "frozen", "extended", "fallen", "skip_phases", "pending_score_mod",
    "surprised_by", "running", "sprinting", "in_melee_with", "in_vehicle", "carrying_body",
)  # fmt: skip
"""What somebody leaves behind who leaves the fight."""


def had(game: Game, who: Fighter) -> Data | None:
    """Who comes back in this pass has what they had left in it."""
    fight = game.fight
    if not fight.running or not who.ap_granted:
        return None
    return {
        "round": fight.round, "in_pass": fight.pass_, "left": who.ap,
        "acted": who.acted or fight.active == who.id, "free_used": who.free_used,
    }  # fmt: skip


@contextmanager
def parting(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """Pools, gear and effects of who leaves stay."""
    fight = game.fight
    if leaves:
        settle_last_fight(game, who)
    take_away_body(game, who)
    lays = [name for name, item in items(game).items() if item["setter"] == who.id]
    if not leaves and any(name in fight.due for name in lays):
        fight.due = [name for name in fight.due if name not in lays]
    acting = fight.active == who.id
    yield
    for other in game.everybody():
        if other.surprised_by == []:
            other.surprised_by = "none"
    if acting and fight.running:
        advance(game)
    if leaves:
        leave_cover(who)
        who.lapse("phase", "next-phase", "pass", "round", "next-round")
        who.reset(*TURN_AND_PLACE)


def take_away_body(game: Game, who: Fighter) -> None:
    """Who carries the body or is behind it has it no more. A barrier that has no values but those
    of the body is gone with it."""
    rules = "SS-BAR-30, SS-BAR-31"
    bodies = [name for name, data in barriers(game).items() if is_body(data, who.id)]
    for other in game.everybody():
        if other.carrying_body == who.id:
            with initiative_follows(game, other), game.draft.by(rules):
                other.carrying_body = None
            game.report.tell("gone.load", "note", who=other.name, gone=who.name)
        if other.cover_barrier in (who.id, *bodies):
            leave_cover(other)
    with game.draft.by(rules):
        for name in bodies:
            game.draft.drop(("scene", "barriers", name))
            game.draft.drop(("fight", "barriers", name))
            game.report.tell("gone.body", "note", who=name, gone=who.name)


def barriers(game: Game) -> Data:
    return game.draft.encounter.scene.get("barriers") or {}


def is_body(barrier: Data, who: str) -> bool:
    """Nothing but `body_of` says how strong it is."""
    own = barrier.get("rating") or {"structure", "armor"} <= barrier.keys()
    return barrier.get("body_of") == who and not own


def late(game: Game, ids: Iterable[str]) -> None:
    """Vehicles and those who are down roll no initiative."""
    found = [game.fighter(who) for who in ids]
    latecomers(game, [one.id for one in found if one.status == "up" and not one.sheet.vehicle])


CAST = Cast(
    REFERENCES, parting, coins, STAYING, had, late=late, follows=numbers_follow, gains=gains
)  # fmt: skip
