"""A new sheet for somebody who has been in play: of what is counted as left, as much is gone as
before; what play keeps of weapons that they have no more goes with these."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, get_args

from gmtrack.core.draft import MISSING, Path
from gmtrack.core.intents import Set
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Record
from gmtrack.rulesets.kit.commands import Table
from gmtrack.rulesets.kit.seated import Combatant

WORDS = ("note", "away")
"""What of the live state is said in the GM's own words."""


def write_sheet(game: Table[Any], intent: Set) -> None:
    """Put the values of a sheet in, and tell whose they are."""
    game.report.tell(
        "updated", "good", who=game.name(intent.who), where=intent.source
    )
    with _used_as_before(game, intent.who):
        for path, value in intent.assignments:
            if value is MISSING:
                game.draft.drop(path)
            else:
                game.draft.put(path, value)


@contextmanager
def _used_as_before(game: Table[Any], id: str) -> Iterator[None]:
    """Around a change of somebody's sheet."""
    who: Combatant[Any, Any] = game.seat(id)
    firsts, weapons = dict(_firsts(who)), _weapons(who)
    yield
    now: Combatant[Any, Any] = game.seat(id)
    gone = weapons - _weapons(now)
    for name, value in list((game.draft.get(who.base) or {}).items()):
        if gone and name not in WORDS:
            _let_go(game, (*who.base, name), value, weapons, gone)
    for name, first in firsts.items():
        most = getattr(type(now), name).at_first(now)
        if most != first:
            # As much is used up of `most` as was of `first`; where that is more than there is, it
            # is told, and what cannot be below 0 is 0.
            used = first - getattr(now, name)
            if used > most:
                what = ".".join(now.place(name)[len(now.base) :])
                game.report.tell(
                    "used_up",
                    "bad",
                    who=now.name,
                    what=what,
                    used=used,
                    most=most,
                )
            setattr(now, name, max(most - used, _least(type(now), name)))


def _firsts(who: Record) -> Iterator[tuple[str, int]]:
    """The numbers that play has written and that begin as the sheet has them, each with how it
    began."""
    for name in who.FIELDS:
        window = getattr(type(who), name)
        if (
            window.derive
            and who.draft.get(who.place(name), MISSING) is not MISSING
        ):
            first = window.at_first(who)
            if type(first) is int:
                yield name, first


def _least(kind: type, name: str) -> int:
    shapes = (
        getattr(one, "__annotations__", {}).get(name) for one in kind.__mro__
    )
    shape = next(one for one in shapes if one is not None)
    limits = (one.ge for one in get_args(shape) if isinstance(one, Bounds))
    return int(next((one for one in limits if one is not None), 0))


def _weapons(who: Combatant[Any, Any]) -> set[str]:
    return set(map(squash, who.written_sheet.weapons))


def _let_go(
    game: Table[Any],
    path: Path,
    value: Any,
    weapons: Collection[str],
    gone: Collection[str],
) -> None:
    """What a field of the live state says of weapons that are gone."""
    if isinstance(value, dict):
        by_weapon = all(squash(key) in weapons for key in value)
        for key, part in list(value.items()):
            if (by_weapon and squash(key) in gone) or _names(part, gone):
                game.draft.drop((*path, key))
    elif isinstance(value, list) and any(_names(one, gone) for one in value):
        game.draft.put(path, [one for one in value if not _names(one, gone)])
    elif _names(value, gone):
        game.draft.drop(path)


def _names(value: Any, gone: Collection[str]) -> bool:
    return isinstance(value, str) and squash(value) in gone
