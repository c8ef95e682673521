"""The hooks of `set`, `add`, `remove`, `leave`, `join`: no consequences follow."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Assignment
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.cast import Cast, in_words
from gmtrack.rulesets.storyteller.sheet.check import REFERENCES
from gmtrack.rulesets.storyteller.sheet.game import Game, Scene
from gmtrack.rulesets.storyteller.sheet.maxima import keeping_what_is_gone
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.turn import go_on, turn_rolls
from gmtrack.rulesets.storyteller.wounds import events
from gmtrack.rulesets.storyteller.wounds.following import values_follow

LASTING = ("immobilized", "helpless", "unconscious")
"""Why somebody has no Defense wherever they are."""


def put_structure(game: Game, one: Assignment) -> bool:
    """`scene covers.C.structure=N` is what is left of the piece; more than it ever had makes it a
    stronger piece. Whether it was that, of a piece that is there."""
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
                said = in_words(one.value)
                game.report.tell(
                    "set.value", what=".".join(one.path[1:]), value=said
                )
            return True
    return False


def fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> AbstractContextManager[object]:
    """As `fitting` of the port (ST-R61)."""
    return _fitting(draft, who, assigned)


@contextmanager
def _fitting(
    draft: Draft, who: str, assigned: Collection[Path]
) -> Iterator[None]:
    one = Scene(draft).fighter(who)
    live, named = len(one.base), list[str]()
    with keeping_what_is_gone(one, named):
        yield
        named += [
            ".".join(path[live:])
            for path in assigned
            if path[:live] == one.base
        ]


def had(game: Game, who: Fighter) -> Data | None:
    """Who comes back in this round has no second turn in it."""
    if not game.fight.running or who.initiative is None:
        return None
    acted = who.acted or not who.ap or game.fight.acting == who.id
    return {"round": game.fight.round, "acted": acted}


@contextmanager
def parting(game: Game, who: Fighter, leaves: bool) -> Iterator[None]:
    """Boxes, gear and tags of who leaves stay; a grapple with them is over."""
    acting = game.fight.acting == who.id
    holds = [(other, other.grappling()) for other in game.everybody()]
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
        go_on(game)
    if leaves:
        events.end_grapple(game, who)
        who.regain_defense(
            *(reason for reason in who.no_defense if reason not in LASTING)
        )
        events.leaves(game, who)


def fits(who: Fighter) -> None:
    """No weapon holds more, or is sounder, than it can be."""
    for name, weapon in who.weapons().items():
        own = who.state(name)
        own.ammo = min(own.ammo, weapon.capacity)
        own.structure = min(own.structure, who.whole(name))


CAST = Cast(
    REFERENCES,
    parting,
    turn_rolls,
    had=had,
    follows=values_follow,
    puts=put_structure,
    fits=fits,
)
