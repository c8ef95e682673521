"""A new sheet for somebody who has been in play: of what is counted as left, as much is gone as
before; what play keeps of weapons that they have no more goes with these."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, get_args

from gmtrack.core.draft import MISSING, Path
from gmtrack.core.intents import Set
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Record
from gmtrack.rulesets.kit.commands import BaseGame
from gmtrack.rulesets.kit.seated import Combatant

WORDS = ("note", "away")
"""What of the live state is said in the GM's own words."""


def write_sheet(game: BaseGame[Any], intent: Set) -> None:
    """Put the values of a sheet in, and tell whose they are."""
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
def _keep_used_up(game: BaseGame[Any], id: str) -> Iterator[None]:
    """Around a change of somebody's sheet."""
    who: Combatant[Any, Any] = game.seat(id)
    firsts, weapons = dict(_starting_numbers(who)), _weapon_ids(who)
    yield
    now: Combatant[Any, Any] = game.seat(id)
    gone = weapons - _weapon_ids(now)
    for name, value in list((game.draft.get(who.base) or {}).items()):
        if gone and name not in WORDS:
            _drop_gone_weapons(game, (*who.base, name), value, weapons, gone)
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
            setattr(now, name, max(most - used, _lower_limit(type(now), name)))


def _starting_numbers(who: Record) -> Iterator[tuple[str, int]]:
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


def _lower_limit(kind: type, name: str) -> int:
    shapes = (
        getattr(one, "__annotations__", {}).get(name) for one in kind.__mro__
    )
    shape = next(one for one in shapes if one is not None)
    limits = (one.ge for one in get_args(shape) if isinstance(one, Bounds))
    return int(next((one for one in limits if one is not None), 0))


def _weapon_ids(who: Combatant[Any, Any]) -> set[str]:
    return set(map(squash, who.written_sheet.weapons))


def _drop_gone_weapons(
    game: BaseGame[Any],
    path: Path,
    value: Any,
    weapons: Collection[str],
    gone: Collection[str],
) -> None:
    """What a field of the live state says of weapons that are gone."""
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
    return isinstance(value, str) and squash(value) in gone
