"""A new sheet for a combatant who has been in play. As much stays used up as before; what play
keeps of weapons that are no longer on the sheet goes with them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, get_args

from gmtrack.core.draft import MISSING, Path
from gmtrack.core.intents import Set
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Record
from gmtrack.rulesets.kit.commands import AnyGame
from gmtrack.rulesets.kit.seated import AnyFighter

WORDS = ("note", "away")
"""Fields of the live state that hold the GM's own words, in which no weapon is looked for."""


def write_sheet(game: AnyGame, intent: Set) -> None:
    """Write the values of a sheet (MISSING: delete) and tell whose sheet it is. As much is used
    up of the new numbers as was of the old."""
    game.report.tell(
        "updated", "good", who=game.name(intent.who), where=intent.source
    )
    with _keep_used_up(game, intent.who):
        for path, value in intent.assignments:
            if value is MISSING:
                game.draft.drop(path)
            else:
                game.draft.put(path, value)


@contextmanager
def _keep_used_up(game: AnyGame, id: str) -> Iterator[None]:
    """Context around a change of the combatant's sheet. Afterwards, fields that play keeps of
    lost weapons are dropped, and every number that play has written is moved so that as much is
    used up as before; tells where more is used up than there is now."""
    who: AnyFighter = game.seat(id)
    firsts, weapons = dict(_starting_numbers(who)), _weapon_ids(who)
    yield
    now: AnyFighter = game.seat(id)
    gone = weapons - _weapon_ids(now)
    state = game.draft.get(who.base) or {}
    for name, value in list(state.items()):
        if gone and name not in WORDS:
            _drop_gone_weapons(game, (*who.base, name), value, weapons, gone)
    for name, first in firsts.items():
        most = getattr(type(now), name).at_first(now)
        if most != first:
            _use_as_much(game, now, name, first, most)


def _use_as_much(
    game: AnyGame,
    who: AnyFighter,
    name: str,
    first: int,
    most: int,
) -> None:
    """Move a live number so that as much is used up of its new first value `most` as was of the
    old one, `first`. Tells if that is more than there is; the number then stops at its least."""
    used = first - getattr(who, name)
    if used > most:
        what = ".".join(who.place(name)[len(who.base) :])
        game.report.tell(
            "used_up", "bad", who=who.name, what=what, used=used, most=most
        )
    setattr(who, name, max(most - used, _lower_limit(type(who), name)))


def _starting_numbers(who: Record) -> Iterator[tuple[str, int]]:
    """Yield name and first value of the live numbers that play has written and that begin as the
    sheet has them."""
    for name in who.FIELDS:
        field = getattr(type(who), name)
        if not field.derive:
            continue
        if who.draft.get(who.place(name), MISSING) is MISSING:
            continue
        first = field.at_first(who)
        if type(first) is int:
            yield name, first


def _lower_limit(kind: type, name: str) -> int:
    """Return the least value of a class's annotated number; 0 if it has none."""
    shapes = (
        getattr(one, "__annotations__", {}).get(name) for one in kind.__mro__
    )
    shape = next(one for one in shapes if one is not None)
    for limits in get_args(shape):
        if isinstance(limits, Bounds) and limits.ge is not None:
            return int(limits.ge)
    return 0


def _weapon_ids(who: AnyFighter) -> set[str]:
    """Return the ids of the weapons on a fighter's sheet; none where sheets have no weapons."""
    return set(map(squash, getattr(who.written_sheet, "weapons", ())))


def _drop_gone_weapons(
    game: AnyGame,
    path: Path,
    value: Any,
    weapons: Collection[str],
    gone: Collection[str],
) -> None:
    """Drop what a field of the live state, at `path`, says of weapons that are `gone`: keys of
    maps whose keys are all weapons, and values and list items that name one."""
    if isinstance(value, dict):
        by_weapon = all(squash(key) in weapons for key in value)
        for key, part in list(value.items()):
            if (by_weapon and squash(key) in gone) or _is_name_of(part, gone):
                game.draft.drop((*path, key))
    elif isinstance(value, list) and any(
        _is_name_of(one, gone) for one in value
    ):
        game.draft.put(
            path, [one for one in value if not _is_name_of(one, gone)]
        )
    elif _is_name_of(value, gone):
        game.draft.drop(path)


def _is_name_of(value: Any, gone: Collection[str]) -> bool:
    """Whether a value is the name of one of the weapons that are `gone`."""
    return isinstance(value, str) and squash(value) in gone
