"""The lists of who is in melee with whom (SR-R29)."""

from collections.abc import Iterable

from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game, Scene


def joined_with(game: Scene, who: Fighter) -> list[Fighter]:
    """Return the combatants present who are directly in melee with this one, in the file's order.
    It is enough that one of the two lists the other."""
    found = {*who.in_melee_with, *_listed_by(game, who)} - {who.id}
    if not found:
        return []
    return [
        game.fighter(one)
        for one in game.draft.encounter.present()
        if one in found
    ]


def _listed_by(game: Scene, who: Fighter) -> list[str]:
    """Return the ids of those who list a combatant as in melee. In a plain draft the live state is
    searched directly, which saves making a fighter of everybody."""
    draft = game.draft
    if not draft.plain:
        return [
            other.id
            for other in game.everybody()
            if who.id in other.in_melee_with
        ]
    states = draft.get(("fight", "combatants")) or {}
    listing = []
    for other, state in states.items():
        near = state.get("in_melee_with") if state else None
        if near and who.id in near:
            listing.append(other)
    return listing


def opponents_of(game: Scene, who: Fighter) -> list[Fighter]:
    """Return the combatants of another side who are up and directly in melee with this one."""
    return [
        other
        for other in joined_with(game, who)
        if other.able and other.side != who.side
    ]


def friends_of(game: Scene, who: Fighter, opponent: Fighter) -> int:
    """Return how many others of a combatant's side are up in its melee with an opponent. The melee
    contains everybody joined with these two in any number of steps."""
    melee = [who, opponent]
    for one in melee:
        melee += [
            other for other in joined_with(game, one) if other not in melee
        ]
    others = melee[2:]
    return sum(other.able and other.side == who.side for other in others)


def join_melee(who: Fighter, others: Iterable[Fighter]) -> None:
    """Put a combatant in melee with others, each on the list of the other. Those who are out are
    skipped."""
    with who.draft.by("SR-R29"):
        for other in others:
            if who.awake and other.awake:
                _join(who, other)
                _join(other, who)


def _join(who: Fighter, other: Fighter) -> None:
    if other.id not in who.in_melee_with:
        who.in_melee_with = [*who.in_melee_with, other.id]


def leave_melee(game: Game, who: Fighter) -> None:
    """Take somebody out of every melee, on both sides."""
    with game.draft.by("SR-R29"):
        remove_from_melees(game, who)
        if who.in_melee_with:
            who.in_melee_with = []


def remove_from_melees(game: Game, who: Fighter) -> None:
    """Remove a combatant from the melee lists of the others. Its own list stays."""
    for other in joined_with(game, who):
        if who.id in other.in_melee_with:
            other.in_melee_with = [
                one for one in other.in_melee_with if one != who.id
            ]
