"""Hooks of `set`, `add`, `remove`, `leave` and `join`."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Assignment
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.cast import Cast, format_value
from gmtrack.rulesets.storyteller.sheet.check import REFERENCES
from gmtrack.rulesets.storyteller.sheet.game import Game, Scene
from gmtrack.rulesets.storyteller.sheet.maxima import keeping_what_is_gone
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.turn import advance_turn, turn_roll_keys
from gmtrack.rulesets.storyteller.wounds import events
from gmtrack.rulesets.storyteller.wounds.following import values_follow

LASTING = ("immobilized", "helpless", "unconscious")
"""The reasons for having no Defense that hold wherever somebody is."""


def put_structure(game: Game, one: Assignment) -> bool:
    """Set what is left of a piece of cover (`scene covers.C.structure=N`), and return whether
    the assignment was that.

    More than the piece ever had makes it a stronger piece. Returns False for a piece that is not
    there."""
    match one.path:
        case ("scene", "covers", name, "structure") if isinstance(
            one.value, int
        ):
            piece = squash(name)
            if piece not in game.covers():
                return False
            with game.draft.by("ST-110"):
                if one.value > game.covers()[piece].structure:
                    game.draft.put(one.path, one.value)
                game.wear_cover(piece, one.value)
                said = format_value(one.value)
                game.report.tell(
                    "set.value", what=".".join(one.path[1:]), value=said
                )
            return True
    return False


def fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> AbstractContextManager[object]:
    """Let what is left of tracks follow maxima that are set on a sheet, as `fitting` of the port
    says (ST-R61)."""
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


def round_left_behind(game: Game, who: Fighter) -> Data | None:
    """Return the round and whether `who` has acted in it, so that they have no second turn if
    they come back.

    Returns None outside a running round or without initiative."""
    if not game.fight.running or who.initiative is None:
        return None
    acted = who.acted or not who.ap or game.fight.acting == who.id
    return {"round": game.fight.round, "acted": acted}


@contextmanager
def parting_from_fight(
    game: Game, who: Fighter, leaves: bool
) -> Iterator[None]:
    """Take somebody out of the fight around the `with` block that removes them, or puts them
    away (`leaves`).

    A grapple with them is over; boxes, gear and tags stay."""
    acting = game.fight.acting == who.id
    holds = [(other, other.read_grapple()) for other in game.everybody()]
    freed = [other for other, hold in holds if hold and hold["with"] == who.id]
    # There are no longer two of them.
    with game.draft.by("ST-072" if freed else ""):
        for other in freed:
            events.end_grapple(game, other)
            game.report.tell(
                "gone.grapple", "note", who=other.name, gone=who.name
            )
            events.settle_shields(game, [other])
        yield
    if acting:
        advance_turn(game)
    if leaves:
        events.end_grapple(game, who)
        who.regain_defense(
            *(reason for reason in who.no_defense if reason not in LASTING)
        )
        events.end_by_leaving(game, who)


def fit_weapons(who: Fighter) -> None:
    """Cut ammunition and structure of each weapon to what the sheet allows."""
    for name, weapon in who.weapons().items():
        own = who.weapon_state(name)
        own.ammo = min(own.ammo, weapon.capacity)
        own.structure = min(own.structure, who.full_structure(name))


CAST = Cast(
    REFERENCES,
    parting_from_fight,
    turn_roll_keys,
    had=round_left_behind,
    follows=values_follow,
    puts=put_structure,
    fits=fit_weapons,
)
