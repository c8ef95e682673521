"""References to combatants in the fight and the scene: check that they exist, and clear them
when a combatant is taken out."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import propose_near_word
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.seated import CombatantState
from gmtrack.rulesets.port import Problem

F = TypeVar("F")
H = TypeVar("H")

GONE = object()
OWN = "fight.combatants.*."
"""Beginning of the paths to a combatant's live state."""


class Reference(NamedTuple):
    """Place that names a combatant: `path` leads to the name, with dots between the keys and `*`
    for every key or item. `whole` is the beginning of the path that is deleted with the name (an
    aim, with its bonus); empty: the name alone. `told`: the phrase that tells of the loss;
    empty: nothing is told. `loose`: a file may name somebody there who is no combatant."""

    path: str
    whole: str = ""
    told: str = ""
    loose: bool = False

    @property
    def keys(self) -> Path:
        """The keys of the path."""
        return tuple(self.path.split("."))

    @property
    def depth(self) -> int:
        """The number of keys that lead to the part that is deleted."""
        return len((self.whole or self.path).split("."))


def check_references(
    encounter: Encounter, references: Iterable[Reference]
) -> Iterator[Problem]:
    """Yield a problem for every reference to somebody who is no combatant, except where `loose`
    allows that."""
    cast = encounter.combatants
    for reference in references:
        if reference.loose:
            continue
        room, *keys = reference.keys
        for path, name in _walk_names(
            (room,), getattr(encounter, room), tuple(keys)
        ):
            if name is not None and name not in cast:
                yield Problem(
                    path,
                    f"no combatant '{name}'{propose_near_word(str(name), cast)}",
                )


def check_name(
    path: Path,
    word: object,
    what: str,
    names: Iterable[str],
    spelt: Callable[[str], str] = str,
) -> Iterator[Problem]:
    """Yield a problem if a word names none of `names`, with a proposal; None is no problem.
    `what` is the noun for the message; `spelt` turns the word into the spelling of the names."""
    names = list(dict.fromkeys(names))
    if word is not None and spelt(str(word)) not in names:
        yield Problem(
            path, f"no {what} '{word}'{propose_near_word(str(word), names)}"
        )


def _walk_names(
    path: Path, value: Any, keys: Path
) -> Iterator[tuple[Path, Any]]:
    """Yield the values at the end of `keys` below a value, each with its path. Names in a list
    get the path of the list."""
    if not keys:
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            if keys[0] in ("*", key):
                yield from _walk_names((*path, key), part, keys[1:])
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _walk_names(
                (*path, str(number)) if keys[1:] else path, item, keys[1:]
            )


def pack_state(
    who: CombatantState,
    references: Iterable[Reference],
    *,
    with_place: bool = False,
) -> Data:
    """Return the part of a combatant's live state that goes along to another fight: without
    fields that end with a turn, a round, the fight or its place (kept `with_place`), and without
    names of others. Changes the draft, which is of no use for this combatant afterwards."""
    draft = who.draft
    along = who.UNTIL.get("place", ()) if with_place else ()
    for fields in who.UNTIL.values():
        for field in fields:
            if field not in along:
                who.forget(field)
    paths = {who.FIELDS[field] for field in along}
    for reference in references:
        if (
            reference.path.startswith(OWN)
            and reference.keys[len(who.base)] not in paths
        ):
            own = reference._replace(
                path=reference.path.replace("*", who.base[-1], 1),
                whole=reference.whole.replace("*", who.base[-1], 1),
            )
            for _, name in list(
                _walk_names(("fight",), draft.encounter.fight, own.keys[1:])
            ):
                clear_references(draft, name, [own])
    who.leave_behind()
    state: Data = draft.get(who.base) or {}
    return {key: value for key, value in state.items() if value != {}}


def list_played_fighters(
    encounter: Encounter, fighter: Callable[[Draft, str, H], F], house: H
) -> Iterator[tuple[Path, F, Data]]:
    """Yield path, fighter and live state of every combatant whom play has changed. `fighter`
    makes a fighter from a draft, an id and the house rules."""
    states = encounter.fight.get("combatants") or {}
    for who, live in states.items():
        if who in encounter.combatants:
            path = ("fight", "combatants", who)
            one = fighter(Draft(encounter), who, house)
            yield path, one, live


class ClearedReference(NamedTuple):
    """Reference that was cleared, and whose it was: a combatant's id, or the key of a thing of
    the scene."""

    reference: Reference
    who: str


def clear_references(
    draft: Draft, gone: str, references: Iterable[Reference]
) -> list[ClearedReference]:
    """Delete every reference to the combatant `gone` from the draft and return what was cleared."""
    cleared = []
    for reference in references:
        room = reference.keys[:1]
        for path in _clear_below(draft, room, reference, gone):
            whose = path[2] if len(path) > 2 else path[-1]
            cleared.append(ClearedReference(reference, whose))
    return cleared


def _clear_below(
    draft: Draft,
    path: Path,
    reference: Reference,
    gone: str,
) -> Iterator[Path]:
    """Clear references to `gone` in the map at `path` of the draft, and yield the path of each
    value that was dropped or rewritten."""
    wanted = reference.keys[len(path)]
    for key, value in list(draft.get(path).items()):
        if wanted not in ("*", key):
            continue
        inside = (*path, key)
        if isinstance(value, dict) and len(inside) < reference.depth:
            yield from _clear_below(draft, inside, reference, gone)
            continue
        left = _drop_references(
            value,
            reference.keys[len(inside) :],
            gone,
            reference.depth - len(inside),
        )
        if left is value:
            continue
        if left is GONE:
            draft.drop(inside)
        else:
            draft.put(inside, left)
        yield inside


def _drop_references(
    value: Any,
    keys: Path,
    gone: str,
    depth: int,
) -> Any:
    """Return the value without its references to `gone`: the same object if it has none, GONE if
    nothing is left. `depth` is the number of keys down to the part that goes as a whole."""
    if not keys:
        return GONE if value == gone else value
    if isinstance(value, dict):
        parts = {
            key: _drop_references(part, keys[1:], gone, depth - 1)
            if keys[0] in ("*", key)
            else part
            for key, part in value.items()
        }
        changed = any(parts[key] is not part for key, part in value.items())
        left: Any = {
            key: part for key, part in parts.items() if part is not GONE
        }
    elif isinstance(value, list | tuple):
        items = [
            _drop_references(part, keys[1:], gone, depth - 1) for part in value
        ]
        changed = any(
            item is not part for item, part in zip(items, value, strict=True)
        )
        left = [item for item in items if item is not GONE]
    else:
        return value
    if not changed:
        return value
    lost = len(left) < len(value)
    return GONE if lost and depth <= 0 else left


accept_old_imports(globals())
