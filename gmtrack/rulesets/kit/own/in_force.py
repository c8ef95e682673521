"""The GM's own effects that hold for somebody now, and what they add to numbers and rolls."""

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    get_args,
)

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.core.own_effects import ALWAYS, FIELD, RECORD, THINGS, pieces_of
from gmtrack.core.record import Bounds, live, reads
from gmtrack.core.report import Part, total
from gmtrack.core.standing import Standing
from gmtrack.dice.port import greater, lesser
from gmtrack.rulesets.kit.renamed import accept_old_imports

if TYPE_CHECKING:  # definitions are for fights that have some
    from gmtrack.rulesets.kit.own.definitions import OwnEffect, RollRow
    from gmtrack.rulesets.kit.sheet import FileShape

R = TypeVar("R")
T = TypeVar("T")
BY_ROLL, BY_CHANGE = "ALL-OWN-01", "ALL-OWN-02"


class EffectBearer(Protocol):
    """Combatant, as far as the GM's own effects look at them: a `Combatant` of the kit, which
    these modules cannot import because it is built on them."""

    draft: Draft
    id: str
    without_effects: bool
    own_effects: list[Data]
    own_off: list[str]
    FOLLOWING: ClassVar[Any]
    GEAR_BRINGS_EFFECTS: ClassVar[bool]

    @property
    def name(self) -> str: ...
    @property
    def sheet(self) -> Any: ...
    @property
    def written_sheet(self) -> Any: ...
    @property
    def standing(self) -> Standing: ...
    def as_without_effects(self) -> "EffectBearer": ...
    def gear_effects(self) -> Iterable[tuple[str, str]]: ...


class ActiveEffect(NamedTuple):
    """Effect that holds, with the reason: RECORD (put on), ALWAYS (the sheet), or the id of the
    gear."""

    id: str
    what: "OwnEffect"
    by: str = RECORD
    rounds: int | None = None
    """The rounds left; None if they are not counted."""

    @property
    def until(self) -> str:
        """The end of the effect: `round`, `turn`, `fight`, `ended`, or the reason for it (gear,
        always)."""
        return str(self.what.lasts) if self.by == RECORD else self.by


class RollContext(NamedTuple):
    """Circumstances of a roll that conditions of effects look at: the attack that it is part of
    (`kind`: melee or ranged), the weapon, the skill, the called place, the other combatant.
    None: not known of this roll."""

    kind: str | None = None
    weapon: str | None = None
    skill: str | None = None
    called: str | None = None
    against: Any = None
    """The other combatant."""


NOTHING = RollContext()


class _Held(NamedTuple):
    """The effects that hold for a combatant, and the cache key of those that change the sheet."""

    effects: tuple[ActiveEffect, ...]
    key: str


NONE_HELD = _Held((), "")


def active_effects(who: EffectBearer) -> tuple[ActiveEffect, ...]:
    """Return the effects that hold for a combatant: those of the sheet first, then those of
    gear, then those put on, in the order in which they came. Empty in a file without own
    effects."""
    return _find_active(who).effects if who.draft.encounter.has_effects else ()


def cache_key(who: EffectBearer) -> str:
    """Return a cache key for the effects that change the sheet; empty if none does."""
    return _find_active(who).key if who.draft.encounter.has_effects else ""


def _find_active(who: EffectBearer) -> _Held:
    """Return what holds for a combatant, cached until the live state changes that it follows from:
    all of the combatant's where gear may bring effects."""
    if who.without_effects:
        return NONE_HELD
    held: _Held = who.draft.cache.of_fight(
        ("own effects", who.id),
        lambda: _find_held(who),
        owners=(who.id,) if who.GEAR_BRINGS_EFFECTS else (),
        fields=() if who.GEAR_BRINGS_EFFECTS else (FIELD, "own_off"),
    )
    return held


def _find_held(who: EffectBearer) -> _Held:
    """Find what holds for a combatant, without a cache."""
    found = tuple(_limit_stacking(who))
    return _Held(
        found, "".join(f"+{one.id}" for one in found if one.what.change)
    )


def _limit_stacking(who: EffectBearer) -> Iterator[ActiveEffect]:
    """Yield the effects that hold, each no more often than it stacks."""
    often: dict[str, int] = {}
    for one in _list_reasons(who):
        often[one.id] = often.get(one.id, 0) + 1
        if often[one.id] <= one.what.stacks:
            yield one


def _list_reasons(who: EffectBearer) -> Iterator[ActiveEffect]:
    """Yield an effect for every reason that it holds: the sheet's `always` unless switched off,
    gear, and records. Undefined ones are left out."""
    from gmtrack.rulesets.kit.own.definitions import find_definitions

    definitions, off = find_definitions(who.draft), who.own_off
    sheet = who.draft.encounter.sheet(who.id)
    for word in sheet.get("always") or ():
        name = squash(word)
        if name in definitions and name not in off:
            yield ActiveEffect(name, definitions[name], ALWAYS)
    if who.GEAR_BRINGS_EFFECTS:
        # What is in hand is looked up on the sheet as it is without effects.
        for thing, word in who.as_without_effects().gear_effects():
            name = squash(word)
            if name in definitions:
                yield ActiveEffect(name, definitions[name], thing)
    for record in who.own_effects:
        name = record["effect"]
        if name in definitions:
            rounds = record.get("rounds")
            yield ActiveEffect(name, definitions[name], RECORD, rounds)


def has_effect_on_gear(who: EffectBearer) -> bool:
    """Whether a weapon or a piece of armor on a combatant's sheet names an effect, in hand or not.
    Found once for the file, so that nobody looks through the gear of those who have none."""

    def look() -> bool:
        sheet = who.draft.encounter.sheet(who.id)
        return any(
            piece.get("effect")
            for field in THINGS
            for _, piece in pieces_of(sheet, field)
        )

    found: bool = who.draft.cache.of_file(f"effect on gear/{who.id}", look)
    return found


# --- numbers of the sheet ---


def from_sheet(make: Callable[[R], T]) -> Callable[[R], T]:
    """Let a `live` property follow from the sheet with its own effects, and from the house rules,
    alone: all drafts of the file share one value for each set of effects that change the sheet.
    Stands below `@live`."""
    name = make.__name__

    def find_in_file(who: Any) -> T:
        found: T = who.draft.cache.of_file(
            f"{name}/{who.id}{cache_key(who)}", lambda: make(who)
        )
        return found

    return reads()(find_in_file)


def Follows(make: Callable[[R], T]) -> Any:  # noqa: N802 - the name that rulesets used before
    """Make a property of what follows from the sheet, in the old way: `@live` above
    `@from_sheet` does the same. Warns with a DeprecationWarning."""
    message = "`@Follows` is written as `@live` above `@from_sheet` now"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return live(from_sheet(make))


def read_changed(who: EffectBearer, read: Callable[[Data], Any]) -> Any:
    """Read a combatant's sheet (by the ruleset's `read`) with the changes of effects on it.
    Numbers that follow from changed ones are computed anew; an effect's own change of such a
    number comes on top."""
    data = who.draft.encounter.sheet(who.id)
    sheet = read(data)
    deltas = _sum_changes(who, sheet)
    stands = {path for path in deltas if _is_on_sheet(who, sheet, data, path)}
    if stands:
        changed: Data = {}
        for path in stands:
            field, _, inner = path.partition(".")
            value = _add_to_number(sheet, path, deltas[path])
            before = changed.get(field, data.get(field))
            changed[field] = _put_in_map(before, inner, value)
        sheet = read({**data, **changed})
    for path in deltas.keys() - stands:
        if path in sheet.FOLLOW and isinstance(getattr(sheet, path), int):
            vars(sheet)[path] = _add_to_number(sheet, path, deltas[path])
    return sheet


def _sum_changes(who: EffectBearer, sheet: Any) -> dict[str, int]:
    """Return what all effects on a combatant together add to each number, by the number's name as
    the sheet spells it."""
    deltas: dict[str, int] = {}
    for one in active_effects(who):
        for written, by in one.what.change.items():
            path = spell_path(sheet, written)
            deltas[path] = deltas.get(path, 0) + by
    return deltas


def _put_in_map(there: Data | None, inner: str, value: int) -> Any:
    """Return a field's data with the new value: the number itself, or (`inner`) the map `there`
    with it under that key. A rating that is a map of its own keeps its other keys."""
    if not inner:
        return value
    numbers = dict(there or {})
    rating = numbers.get(inner)
    if isinstance(rating, dict):
        numbers[inner] = {**rating, "dice": value}
    else:
        numbers[inner] = value
    return numbers


def spell_path(sheet: Any, path: str) -> str:
    """Return the name of a number that can be changed, with the key of a map as the sheet spells
    it: `skills.unarmed-combat`. Any other name, such as the part of an armor, stays as it is."""
    field, _, inner = path.partition(".")
    is_map = f"{field}.*" in find_limits(type(sheet))  # type: ignore[arg-type]  # a class can be hashed
    read = sheet.SAID[field].read if is_map else None
    if not inner or not read:
        return path
    # The sheet spells the keys of a map while it reads it.
    spelt = next(iter(read({inner: 0})))
    return f"{field}.{spelt}"


def _is_on_sheet(
    who: EffectBearer,
    sheet: Any,
    data: Data,
    path: str,
) -> bool:
    """Whether a number stands on the sheet by itself, written or by default, and does not follow
    from other numbers."""
    field, _, inner = path.partition(".")
    now = getattr(sheet, field, None)
    if inner:
        return isinstance(now, dict) and (
            field not in who.FOLLOWING or inner in now
        )
    follows = field in sheet.FOLLOW and data.get(field) is None
    changeable = find_limits(type(sheet))  # type: ignore[arg-type]  # a class can be hashed
    return isinstance(now, int) and not follows and path in changeable


def _add_to_number(sheet: Any, path: str, by: int) -> int:
    """Return a number of the sheet with `by` added, within the limits of its field."""
    field, _, inner = path.partition(".")
    number = _read_number(sheet, field, inner)
    return clamp(type(sheet), path, number + by)


def _read_number(sheet: Any, field: str, inner: str) -> int:
    """Return a number of the sheet. A skill that is not there is worth what the ruleset gives
    the untrained; any other missing number is 0."""
    if field == "skills" and hasattr(sheet, "skill"):
        return int(sheet.skill(inner))
    now = getattr(sheet, field)
    if inner:
        now = now.get(inner, 0)
    return int(now or 0)


@cache
def find_limits(sheet: "type[FileShape]") -> dict[str, Bounds]:
    """Return the whole numbers of a sheet by the names that `set` takes, with their limits. A
    map of numbers stands as `skills.*`. Cached for each class."""
    found: dict[str, Bounds] = {}
    for name in sheet.SAID:
        kind = sheet.SAID[name].written or sheet.__annotations__[name]
        bounds = _whole_number_limits(kind)
        if bounds:
            found[name] = bounds
        elif getattr(kind, "__origin__", None) is dict and (
            bounds := _whole_number_limits(get_args(kind)[1])
        ):
            found[f"{name}.*"] = bounds
    return found


def _whole_number_limits(kind: Any) -> Bounds | None:
    """Return the limits of an annotation that is a whole number, also an optional one; None if
    it is none."""
    if getattr(kind, "__origin__", None) is dict:
        return None
    if kind is int:
        return Bounds()
    if hasattr(kind, "__metadata__"):
        limits = [one for one in kind.__metadata__ if isinstance(one, Bounds)]
        return (
            (limits or [Bounds()])[0]
            if kind.__origin__ is int
            else _whole_number_limits(kind.__origin__)
        )
    alternatives = [
        one
        for one in get_args(kind)
        if one is not type(None)
        and getattr(one, "__origin__", None) is not Literal
    ]
    return (
        _whole_number_limits(alternatives[0])
        if len(alternatives) == 1
        else None
    )


def clamp(sheet: "type[FileShape]", path: str, value: int) -> int:
    """Return a value within the limits of a sheet's field. A name that is no field is only kept
    from falling below 0."""
    field, _, inner = path.partition(".")
    limits = find_limits(sheet).get(  # type: ignore[arg-type]  # a class can be hashed
        f"{field}.*" if inner else field, Bounds(0)
    )
    least, most = limits
    if least is not None and value < least:
        return int(least)
    return int(most) if most is not None and value > most else value


def find_shares(who: EffectBearer, path: str, base: int) -> list[Part]:
    """Return the parts that effects add to the number at `path`, which is `base` without them. A
    last part `limit` keeps the sum within the field's limits. Empty if no effect changes the
    number."""
    found = []
    for one in active_effects(who):
        for written, by in one.what.change.items():
            if path in (written, spell_path(who.written_sheet, written)):
                found.append(Part(one.what.label, by, BY_CHANGE))
    if found:
        changed = base + total(tuple(found))
        beyond = clamp(type(who.sheet), path, changed) - changed
        if beyond:
            found.append(Part("limit", beyond, BY_CHANGE))
    return found


def add_shares(who: EffectBearer, path: str, base: int) -> int:
    """Return the number at `path`, which is `base` without effects, with what effects add."""
    if not who.draft.encounter.has_effects:
        return base
    return base + total(tuple(find_shares(who, path, base)))


def split_part(who: EffectBearer, path: str, part: Part) -> list[Part]:
    """Split a part of a roll that is a number of the sheet: the share of the sheet first, then
    the shares of effects."""
    if not who.draft.encounter.has_effects:
        return [part]
    shares = find_shares(who, path, read_unchanged(who, path))
    own = part.value - total(tuple(shares))
    return [Part(part.label, own, part.rules), *shares]


def read_unchanged(who: EffectBearer, path: str) -> int:
    """Return a number of the sheet without the changes of effects."""
    field, _, inner = path.partition(".")
    return _read_number(who.written_sheet, field, inner)


EVERYWHERE = "everywhere"


def armor_changes(who: EffectBearer) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the label of each effect that changes the armor, with what it adds by the part of
    the armor; what it adds to the armor as a whole stands under `EVERYWHERE`."""
    for one in active_effects(who):
        given: dict[str, int] = {}
        for written, by in one.what.change.items():
            field, _, part = written.partition(".")
            if field == "armor" and by:
                place = part.replace("_", " ") or EVERYWHERE
                given[place] = by
        if given:
            yield one.what.label, given


def describe_armor_changes(who: EffectBearer) -> Iterator[tuple[str, str]]:
    """Yield the label of each effect that changes the armor, with its changes in words: `head
    +2, everywhere +1`."""
    for label, given in armor_changes(who):
        yield (
            label,
            ", ".join(f"{place} {by:+d}" for place, by in given.items()),
        )


# --- wounds ---

WOUNDS = "wounds"
"""The name of the wound modifier among the numbers that an effect can change."""


def change_wounds(who: EffectBearer, modifier: int, *, helps: int) -> int:
    """Return a combatant's wound modifier with what effects add to it. It is never better than
    none: `helps` is 1 where the modifier is 0 or less and more of it helps (dice), -1 where it is
    0 or more (a target number). The modifier may be a random variable."""
    if not who.draft.encounter.has_effects:
        return modifier
    by = sum(part.value for part in _wound_parts(who))
    if not by:
        return modifier
    changed = modifier + by
    return lesser(changed, 0) if helps > 0 else greater(changed, 0)


def wound_shares(who: EffectBearer, modifier: int, *, helps: int) -> list[Part]:
    """Return the parts that effects add to the wound modifier `modifier`, as `change_wounds` adds
    them. A last part `limit` keeps wounds from helping. Empty if no effect changes them."""
    found = _wound_parts(who)
    beyond = (
        change_wounds(who, modifier, helps=helps)
        - modifier
        - total(tuple(found))
    )
    return [*found, Part("limit", beyond, BY_CHANGE)] if beyond else found


def _wound_parts(who: EffectBearer) -> list[Part]:
    """Return a part for each effect that changes the wound modifier."""
    return [
        Part(one.what.label, one.what.change[WOUNDS], BY_CHANGE)
        for one in active_effects(who)
        if one.what.change.get(WOUNDS)
    ]


# --- rolls ---


def roll_parts(
    who: Any,
    roll: str,
    about: RollContext,
    without: Collection[str],
    rules: str,
) -> Iterator[Part]:
    """Yield the parts that effects add to a combatant's roll, without the effects whose ids are
    in `without`. Parts cite `rules` besides their own row."""
    name = squash(roll)
    for one in active_effects(who):
        if one.id in without:
            continue
        for row in one.what.rolls:
            if name in row.roll and meets_condition(who, row, about):
                cited = ", ".join(filter(None, (BY_ROLL, rules)))
                yield Part(one.what.label, row.by, cited)


def meets_condition(
    who: EffectBearer, row: "RollRow", about: RollContext
) -> bool:
    """Whether everything that the row's condition names is so for this roll. A row without a
    condition always fits."""
    when = row.when
    if when is None:
        return True
    return (
        when.kind in (None, about.kind)
        and when.weapon in (None, about.weapon and squash(about.weapon))
        and when.skill in (None, about.skill and squash(about.skill))
        and (when.called is None or _is_called(when.called, about.called))
        and (when.against is None or _is_against(when.against, about.against))
    )


def _is_called(wanted: bool | str, called: str | None) -> bool:
    """Whether a place was called (`wanted` true), or that place: on either side of the body
    where `wanted` gives none. Rulesets spell their places with hyphens or with underscores."""
    if called is None or wanted is True:
        return called is not None
    place = squash(called)
    unsided = place.removeprefix("left-").removeprefix("right-")
    return squash(str(wanted)) in (place, unsided)


def _is_against(wanted: str, other: Any) -> bool:
    """Whether the other combatant has that id, or is of that side; no if nobody is known."""
    return other is not None and wanted in (
        squash(other.id),
        squash(getattr(other, "side", "")),
    )


def find_forbidding(
    who: Any, *named: str
) -> Iterator[tuple[ActiveEffect, str]]:
    """Yield each effect that forbids one of the words `named`, with that word."""
    for one in active_effects(who):
        for word in named:
            if squash(word) in one.what.forbids:
                yield one, word


accept_old_imports(globals())
