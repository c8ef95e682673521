"""How a forgotten dependency shows: what is cached is compared with what somebody finds who looks
anew."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

from gmtrack.core.draft import MISSING, Change, Draft
from gmtrack.core.draft_cache import DraftCache
from gmtrack.core.encounter import Encounter
from gmtrack.core.record import Record, live

T = TypeVar("T")
BY = " by"
"""Ends the name under which a record caches what a method said, by its argument."""


class CheckedCache(DraftCache):
    """A cache that can say whether its values of the fight are still what they were computed
    from."""

    def __init__(self) -> None:
        super().__init__()
        self._makers: dict[Hashable, Callable[[], object]] = {}

    def of_fight(
        self,
        key: Hashable,
        make: Callable[[], T],
        *,
        owners: Iterable[str] = (),
        fields: Iterable[str] = (),
    ) -> T:
        self._makers[key] = make
        return super().of_fight(key, make, owners=owners, fields=fields)

    def check(self) -> None:
        """Compute every value again, and compare."""
        for key, value in list(self._of_fight.items()):
            if key in self._makers:
                assert plain(value) == plain(self._makers[key]()), key


def forgetful_draft(encounter: Encounter) -> Draft:
    """A draft that remembers nothing."""
    draft = Draft(encounter)
    draft.cache = DraftCache(enabled=False)
    return draft


def names_of(kind: type) -> Iterator[str]:
    """The fields of a record, and what follows from them."""
    yield from kind.FIELDS  # type: ignore[attr-defined]
    for one in kind.__mro__:
        yield from (name for name, value in vars(one).items() if isinstance(value, live))


def plain(value: Any) -> Any:
    """What can be compared, of values without equality too."""
    if isinstance(value, Record):
        return type(value), value.base
    if isinstance(value, tuple | list):
        return type(value), [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if not hasattr(value, "__dict__") or isinstance(value, type) or callable(value):
        return value
    kind = type(value)
    parts = {
        name: plain(part)
        for name, part in vars(value).items()
        if not hasattr(getattr(kind, name, None), "__get__")  # worked out on first use
    }
    return kind, parts


def looked_up(record: Record, name: str) -> Any:
    """What a field or property holds. Half of a command's changes may be a state in which it can
    not be worked out: then the kind of the exception."""
    try:
        return plain(getattr(record, name))
    except (LookupError, ValueError, TypeError) as error:
        return type(error)


def compare(remembered: Record, anew: Record) -> None:
    """Compare every field and cached value of two records of the same combatant."""
    for name in names_of(type(remembered)):
        assert looked_up(remembered, name) == looked_up(anew, name), name
    for key, said in list(vars(remembered).items()):
        if key.endswith(BY):
            method = getattr(anew, key.removesuffix(BY).rpartition(".")[2])
            for argument, value in said.items():
                assert plain(value) == plain(method(argument)), key


def compare_all(view: type[Any], draft: Draft) -> None:
    """Compare what a draft remembers of all combatants and of the fight with what a new draft
    finds. `view` is the ruleset's view of a fight."""
    there, anew = view(draft), view(Draft(draft.encounter))
    for who in draft.encounter.combatants:
        compare(there.fighter(who), anew.fighter(who))
    compare(there.fight, anew.fight)


def carry_over(view: type[Any], changes: Iterable[Change], draft: Draft) -> None:
    """Make the same changes through a draft, one by one, and compare after each what it remembers
    of the combatant. A whole command may hide that a value misses one field, as others that it
    follows from change as well."""
    for change in changes:
        if change.made:
            continue
        if change.after is MISSING:
            draft.drop(change.path)
        else:
            draft.put(change.path, change.after)
        if change.who in draft.encounter.combatants:
            anew = view(Draft(draft.encounter))
            compare(view(draft).fighter(change.who), anew.fighter(change.who))
