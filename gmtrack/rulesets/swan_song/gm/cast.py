"""Hooks of `set`, `add`, `remove`, `leave` and `join`: wounds, Score and status follow."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.cast import Cast, tell_latecomers
from gmtrack.rulesets.swan_song.sheet.check import REFERENCES
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game, Scene
from gmtrack.rulesets.swan_song.turn.phases import open_next_phase
from gmtrack.rulesets.swan_song.turn.rounds import timed_items
from gmtrack.rulesets.swan_song.wounds.conditions import (
    coin_keys,
    gained_dice_keys,
    go_down,
    keeping_what_is_gone,
    numbers_follow,
)
from gmtrack.rulesets.swan_song.wounds.damage import settle_last_fight
from gmtrack.rulesets.swan_song.wounds.events import (
    end_by_leaving,
    end_states,
    free_from_carriers,
    is_body,
    scene_barriers,
)

STAYING = tuple(one for one in REFERENCES if "timed_items" not in one.keys)
"""The references that are cut when somebody leaves: all but timed items, which go off all the
same."""


def pass_left_behind(game: Game, who: Fighter) -> Data | None:
    """Return what `who` leaves the pass with, for a return in the same pass: `round`, `in_pass`,
    `left` (the AP), `acted` and `free_used`.

    Returns None outside a running round, or if they got no AP in this pass."""
    fight = game.fight
    if not fight.running or not who.ap_granted:
        return None
    return {
        "round": fight.round, "in_pass": fight.pass_, "left": who.ap,
        "acted": who.acted or fight.active == who.id, "free_used": who.free_used,
    }  # fmt: skip


@contextmanager
def parting_from_fight(
    game: Game, who: Fighter, comes_back: bool
) -> Iterator[None]:
    """Take somebody out of the fight around the `with` block that removes them, or puts them
    away.

    `comes_back` says that they are only away. Pools, gear and effects stay."""
    fight = game.fight
    if comes_back:
        settle_last_fight(game, who)
    take_away_body(game, who)
    lays = [
        name
        for name, item in timed_items(game).items()
        if item["setter"] == who.id
    ]
    if not comes_back and any(name in fight.due for name in lays):
        fight.due = [name for name in fight.due if name not in lays]
    acting = fight.active == who.id
    yield
    for other in game.everybody():
        if other.surprised_by == []:
            other.surprised_by = "none"
    if acting and fight.running:
        open_next_phase(game)
    if comes_back:
        end_by_leaving(game, who)
        who.lapse("phase", "next-phase", "pass", "round", "next-round")


def take_away_body(game: Game, who: Fighter) -> None:
    """Free `who` from carriers and from serving as cover; drop the barriers that are nothing but
    their body."""
    bodies = [
        name
        for name, data in scene_barriers(game).items()
        if is_body(data, who.id)
    ]
    free_from_carriers(game, who)
    with game.draft.by("SS-BAR-30, SS-BAR-31"):
        for name in bodies:
            game.draft.drop(("scene", "barriers", name))
            game.draft.drop(("fight", "barriers", name))
            game.report.tell("gone.body", "note", who=name, gone=who.name)


@contextmanager
def follow_set_fields(
    game: Game, who: Fighter, named: Collection[str]
) -> Iterator[None]:
    """Let everything follow that depends on fields set inside the `with` block.

    Whoever is put down, laid on the ground or made to run ends the same states as by the rules,
    save those that are `named`."""
    status, prone, running = who.status, who.prone, who.running
    with numbers_follow(game, who, named):
        yield
        typed = {
            name: getattr(who, name)
            for name in STATES
            if who.FIELDS[name] in named
        }
    if "status" in named and status == "up" != who.status:
        with game.draft.by("R-DIE-9"):
            go_down(game, who)
    if who.prone and not prone:
        end_states(game, who, "prone")
    if (who.running and not running) or (prone and not who.prone):
        end_states(game, who, "runs")
    if who.running and not running:
        free_from_carriers(game, who)
    for name, value in typed.items():
        setattr(who, name, value)


def fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> AbstractContextManager[object]:
    """Let what is left of tracks follow maxima that are set on a sheet, as `fitting` of the port
    says (R-DMG-10)."""
    return _fit_tracks(draft, who, assigned)


@contextmanager
def _fit_tracks(
    draft: Draft, who: str, assigned: Collection[Path]
) -> Iterator[None]:
    """Keep what is lost of each track around values put on a sheet; `assigned` holds their paths
    afterwards."""
    one = Scene(draft).fighter(who)
    live, named = len(one.base), list[str]()
    with keeping_what_is_gone(one, named):
        yield
        named += [
            ".".join(path[live:])
            for path in assigned
            if path[:live] == one.base
        ]


STATES = tuple(
    dict.fromkeys(name for ended in Fighter.ENDS.values() for name in ended)
)
"""The fields that some event ends."""


def bring_in_newcomers(game: Game, ids: Iterable[str]) -> None:
    """Bring in those newcomers who roll initiative: up, and no vehicles."""
    found = [game.fighter(who) for who in ids]
    tell_latecomers(
        game,
        [
            one.id
            for one in found
            if one.status == "up" and not one.sheet.vehicle
        ],
    )


CAST = Cast(
    REFERENCES,
    parting_from_fight,
    coin_keys,
    STAYING,
    pass_left_behind,
    late=bring_in_newcomers,
    follows=follow_set_fields,
    gains=gained_dice_keys,
)
