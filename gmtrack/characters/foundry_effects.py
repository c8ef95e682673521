"""Active effects of an actor of Foundry VTT and of what the actor has: what they add to numbers."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gmtrack.characters.foundry_actor import items_of, name_of, system_of
from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    as_list,
    clean_text,
    parse_whole_number,
    value_under,
)

SIGNS = {"2": 1, "0": 1, "": 1, "add": 1, "custom": 1, "subtract": -1}
"""The sign of a change's number in each mode that adds or subtracts (`custom` is the system's
own)."""
ON_ACTOR = "actor"


class EffectChange(NamedTuple):
    """A change of one value by one effect: the key of the value, the amount (None: no plain
    number), the source's name, and the place in the file."""

    key: str
    amount: int | None
    source: str
    at: str


def active_changes(
    actor: dict[str, Any], places: Places
) -> Iterator[EffectChange]:
    """Yield the changes that are switched on: of effects on the actor, and of effects of items
    that are not taken off."""
    yield from _changes_on_actor(actor, "", "effects", places)
    for number, item in enumerate(items_of(actor)):
        worn = value_under(system_of(item), "technology", "equipped")
        if worn is not False:
            yield from _changes_on_actor(
                item, name_of(item, "item"), f"items[{number}].effects", places
            )


def _changes_on_actor(
    holder: dict[str, Any], source: str, at: str, places: Places
) -> Iterator[EffectChange]:
    """Yield the changes of a holder's effects that are enabled and applied to the actor.
    `source`: the name for all of them; empty: each effect's own. `at`: the place of the effects
    in the file."""
    for number, effect in enumerate(as_list(holder.get("effects"))):
        if not isinstance(effect, dict) or effect.get("disabled") is True:
            continue
        called = (
            source
            or clean_text(effect.get("name"))
            or clean_text(effect.get("label"))
            or "effect"
        )
        where = f"{at}[{number}]"
        targets = _targets_of_effect(effect, called, where, places)
        for change in _changes_of_effect(effect, called, where, places):
            target = clean_text(change.get("target"))
            key = clean_text(change.get("key"))
            if (
                key
                and targets.get(target, targets.get("", ON_ACTOR)) == ON_ACTOR
            ):
                yield EffectChange(key, _added_amount(change), called, where)


def _changes_of_effect(
    effect: dict[str, Any], called: str, at: str, places: Places
) -> Iterable[dict[str, Any]]:
    """Return the changes of an effect. An empty list is looked for at the other places too."""
    found = places.peek("changes", effect, lambda one: as_list(one) or None)
    if found is None:
        found = places.find("changes", effect, called, at, _list_or_none)
    return [one for one in found or () if isinstance(one, dict)]


def _targets_of_effect(
    effect: dict[str, Any], called: str, at: str, places: Places
) -> dict[str, str]:
    """Return what an effect is applied to (`actor`, the dice of a test), by the target that a
    change names. The empty key is for changes that name none."""
    found = places.find(
        "target",
        effect,
        called,
        at,
        lambda one: _list_or_none(one) or clean_text(one) or None,
    )
    if not isinstance(found, list):
        return {"": clean_text(found) or ON_ACTOR}
    targets = [one for one in found if isinstance(one, dict)]
    by_id = {
        clean_text(one.get("id")): clean_text(one.get("applyTo")) or ON_ACTOR
        for one in targets
    }
    first = next(iter(by_id.values()), ON_ACTOR)
    return {"": first} | by_id


def _list_or_none(found: object) -> list[Any] | None:
    """Return a list as it is; None for anything else."""
    return found if isinstance(found, list) else None


def _added_amount(change: dict[str, Any]) -> int | None:
    """Return the number that a change adds; None if it does anything else than adding a number."""
    mode = str(change.get("mode", change.get("type", ""))).lower()
    number = parse_whole_number(change.get("value"))
    sign = SIGNS.get(mode)
    return None if number is None or sign is None else sign * number
