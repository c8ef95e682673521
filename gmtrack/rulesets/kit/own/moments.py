"""The moments of a round and of a turn, at which effects and counters of the GM's own do
something by themselves. A ruleset calls `pass_moment` where each of them is. The functions here
load `own.lasting` only if somebody has such an effect."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from gmtrack.core.counters import FIGHT, counters_of
from gmtrack.core.intents import Damage, Effect, Heal
from gmtrack.rulesets.kit.commands import AnyGame
from gmtrack.rulesets.kit.own.counters import move_counter
from gmtrack.rulesets.kit.own.in_force import EffectBearer
from gmtrack.rulesets.kit.renamed import accept_old_imports

TURN_START = "turn-start"


class ByHand(NamedTuple):
    """The functions behind the commands `damage` and `heal` of a ruleset, for other commands
    that do the same to somebody: they read nothing of the line, refuse nothing and write nothing
    into the document. The words of the intent (type, location, pool) are such as the ruleset
    has.

    A ruleset's is called `BY_HAND` and stands in its module `gm.damage` (`ROOMS` of
    `kit/package.py`); `game.package.BY_HAND` is it."""

    damage: Callable[[Any, Any, Damage], object]
    heal: Callable[[Any, Any, Heal], object]


def has_own(game: AnyGame) -> bool:
    """Whether the file has effects or counters of the GM's own. Looked up once for each draft."""
    draft = game.draft
    return draft.cache.of_file("own", lambda: draft.encounter.has_own)


def is_own_effect(game: AnyGame, word: str, book: Iterable[str]) -> bool:
    """Whether a word of `effect` means one of the GM's own: it is no word of the `book`, and
    begins the id or name of an own effect."""
    if not game.draft.encounter.has_effects:
        return False
    from gmtrack.rulesets.kit.own.lasting import is_own_word

    return is_own_word(game, word, book)


def define_note(game: AnyGame, wanted: Effect) -> None:
    """Define the effect that `wanted.note` names as one of the GM's own without mechanics
    (ALL-OWN-10). Does nothing if the line names a known effect."""
    if wanted.note:
        from gmtrack.rulesets.kit.own.lasting import define_without_mechanics

        define_without_mechanics(game, wanted.name, wanted.note)


def put_own_effect(game: AnyGame, who: EffectBearer, wanted: Effect) -> None:
    """Put one of the GM's own effects on a combatant or end it (`wanted.end`). Raises Refusal
    (kinds for unknown names and for values)."""
    from gmtrack.rulesets.kit.own.lasting import put_or_end

    put_or_end(game, who, wanted)


def count_down_own(game: AnyGame, who: EffectBearer, over: int) -> None:
    """Take `over` rounds off the GM's own effects on a combatant; those without any left end."""
    if who.own_effects:
        from gmtrack.rulesets.kit.own.lasting import take_rounds

        take_rounds(game, who, over)


def end_own_with_fight(game: AnyGame, who: EffectBearer) -> None:
    """End the GM's own effects on a combatant, if there are any, that last no longer than the
    fight, which has ended."""
    if who.own_effects:
        from gmtrack.rulesets.kit.own.lasting import end_with_fight

        end_with_fight(game, who)


def pass_moment(
    game: AnyGame, at: str, who: EffectBearer | None = None
) -> None:
    """Let happen what comes by itself at the moment `at`: counters move to their ends at most,
    effects tick, and effects that last until then end. A moment of a turn is for WHO; one of a
    round (None) for all who are there, in the file's order, and then for the fight's counters.
    Nothing moves or ticks for the dead and for those who are away; the effects of the dead end
    all the same."""
    if not has_own(game):
        return
    if not _has_counters(game) and not _is_somebody_affected(game):
        return
    people: list[EffectBearer] = [*game.everybody()]
    if who is not None:
        people = [who]
    away = game.draft.encounter.away
    there = [
        one
        for one in people
        if one.standing.status != "dead" and not away(one.id)
    ]
    owners = [one.id for one in there]
    if who is None:
        owners.append(FIGHT)
    for owner in owners:
        _move_counters(game, owner, at)
    if game.draft.encounter.has_effects:
        from gmtrack.rulesets.kit.own.lasting import (
            end_at_moment,
            end_with_turn_of,
            tick_effects,
        )

        for one in there:
            tick_effects(game, one, at)
        for one in people:
            end_at_moment(game, one, at)
        if at == TURN_START and who is not None:
            end_with_turn_of(game, who)


def _has_counters(game: AnyGame) -> bool:
    """Whether the fight or anybody in it has counters. Looked up once for each file."""
    encounter = game.draft.encounter
    owners = (FIGHT, *encounter.combatants)
    return game.draft.cache.of_file(
        "own counters",
        lambda: any(counters_of(encounter, owner) for owner in owners),
    )


def _is_somebody_affected(game: AnyGame) -> bool:
    """Whether an effect was put on anybody. Effects of sheets and gear do nothing by themselves."""
    return any(who.own_effects for who in game.whole_cast())


def _move_counters(game: AnyGame, owner: str, at: str) -> None:
    """Move the counters of an owner that move by themselves at this moment, to their ends at
    most."""
    for counter in counters_of(game.draft.encounter, owner).values():
        if counter.moment == at:
            to = counter.now + counter.by
            with game.draft.by("ALL-COUNT-03"):
                move_counter(game, owner, counter, to)


accept_old_imports(globals())
