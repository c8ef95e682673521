"""Who is in melee with whom: opponents, friends, joining, leaving."""

from collections.abc import Iterable

from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter


def joined_with(game: Game, who: Fighter) -> list[Fighter]:
    """Whom somebody is joined with directly; it is enough that one of the two knows of it."""
    found = {*who.in_melee_with, *_naming(game, who)} - {who.id}
    if not found:
        return []
    return [game.fighter(one) for one in game.draft.encounter.present() if one in found]


def _naming(game: Game, who: Fighter) -> list[str]:
    """Who is noted as joined with somebody. Of many people few are, so they are not all made."""
    draft = game.draft
    if not draft.plain:
        return [other.id for other in game.everybody() if who.id in other.in_melee_with]
    states = draft.get(("fight", "combatants")) or {}
    return [
        other
        for other, state in states.items()
        if state and who.id in (state.get("in_melee_with") or ())
    ]


def opponents_of(game: Game, who: Fighter) -> list[Fighter]:
    """Those of another side who are up."""
    return [o for o in joined_with(game, who) if o.able and o.side != who.side]


def same_melee(game: Game, *pair: Fighter) -> list[Fighter]:
    """Everybody who is joined with these two in any number of steps."""
    found = list(pair)
    for who in found:
        found += [other for other in joined_with(game, who) if other not in found]
    return found


def friends_of(game: Game, who: Fighter, opponent: Fighter) -> int:
    """Others of their side in this melee who are up."""
    melee = same_melee(game, who, opponent)
    return sum(o.able and o.side == who.side for o in melee if o not in (who, opponent))


def join(who: Fighter, others: Iterable[Fighter]) -> None:
    """They are in one melee from now on."""
    with who.draft.by("SR-R29"):
        for other in others:
            add(who, other)
            add(other, who)


def add(who: Fighter, other: Fighter) -> None:
    if other.id not in who.in_melee_with:
        who.in_melee_with = [*who.in_melee_with, other.id]


def leave(game: Game, who: Fighter) -> None:
    """They leave every melee, and nobody is in one with them."""
    with game.draft.by("SR-R29"):
        for other in joined_with(game, who):
            if who.id in other.in_melee_with:
                other.in_melee_with = [one for one in other.in_melee_with if one != who.id]
        if who.in_melee_with:
            who.in_melee_with = []
