"""How somebody fights by a page who is played by nobody: they attack with what they have."""

from collections.abc import Iterator, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Intent, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.port import TurnState, WantedAttack
from gmtrack.rulesets.system_page.package import view_of
from gmtrack.rulesets.system_page.screens.board import tracks_of
from gmtrack.rulesets.system_page.turn.order import actors


def turn_state(draft: Draft) -> TurnState:
    """Return the turn: the round, and who may act."""
    scene = view_of(draft)
    acting = tuple(who.id for who in actors(scene)) if scene.fight.round else ()
    return TurnState(scene.fight.round, bool(acting), acting)


def next_intents(
    draft: Draft, who: str, aims: Sequence[WantedAttack]
) -> Iterator[Intent]:
    """Yield the attacks that WHO might make now. Who has nothing left in the turn makes none."""
    scene = view_of(draft)
    me = scene.fighter(who)
    if me.standing.out or not any(me.left.values()):
        return
    for aim in aims:
        options = Options(weapon=aim.weapon, words=aim.words)
        yield Attack(who, (aim.target,), options=options)


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    """Return the tracks of WHO that the board shows."""
    return tracks_of(view_of(draft).fighter(who))


def distance_between(draft: Draft, who: str, other: str) -> float | None:
    """Return None: a page keeps no distances."""
    del draft, who, other
    return None
