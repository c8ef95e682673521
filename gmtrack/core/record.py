"""Typed views of the live state: attributes that read and write through a draft."""

import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

from gmtrack.core.draft import MISSING, Draft, Path
from gmtrack.core.values import frozen

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound="Record")
A = TypeVar("A")
T = TypeVar("T")
NEVER = -1
"""A `shape` that no draft has."""
NOTHING: Mapping[str, Any] = MappingProxyType({})
"""An empty map: no fields, no events."""


class Bounds(NamedTuple):
    """The smallest and the largest number that a field may hold. Pydantic understands it without
    being imported: it writes both limits into the field's schema."""

    ge: float | None = None
    le: float | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        schema = handler(source)
        inner = schema["schema"] if schema["type"] == "nullable" else schema
        for name in ("ge", "le"):
            limit = getattr(self, name)
            if limit is not None:
                inner[name] = limit
        return schema


class Pattern(NamedTuple):
    """A regular expression that the whole text of a field must match; `form` says it in words,
    for error messages."""

    regex: str
    form: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        schema = handler(source)
        inner = schema["schema"] if schema["type"] == "nullable" else schema
        inner["pattern"] = f"^(?:{self.regex})$"
        return schema


class Form(NamedTuple):
    """The keys that a map of plain data may have: those that a class annotates. Keys without a
    default are required. The class is used only where a file is checked."""

    keys: type

    @property
    def shape(self) -> type:
        """The class of `keys` as a dataclass."""
        return self.keys if is_dataclass(self.keys) else frozen(self.keys)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.shape)


class _Spec(NamedTuple):
    """The settings of a field that is more than a plain key with a fixed default."""

    path: str | None = None
    default: Any = None
    derive: Callable[[Any], Any] | None = None
    until: str | None = None
    ends: Mapping[str, str] = NOTHING
    gone: Any = None


def stored(
    default: Any = None,
    *,
    path: str | None = None,
    until: str | None = None,
    ends: Mapping[str, str] = NOTHING,
) -> Any:
    """Declare a field with another (dotted) `path` than its own name, or one that lapses.

    `until`: what ends the value (`round`); `Record.lapse` resets the field then. `place`: the value
    says where in the scene somebody is, and goes to another fight only with the scene. `encounter`:
    the value belongs to this fight; nothing ends it there, and it does not go to another fight.
    Without `until` the value stays when the fight ends, and goes along.

    `ends`: the events that end the value earlier, each with the ids of the rows that say so
    (`{"out": "SR-123"}`). `Record.happens` sets the field to its default then."""
    return _Spec(
        path=path, default=default, until=until, ends=ends, gone=default
    )


def derived(
    derive: Callable[[Any], Any],
    *,
    path: str | None = None,
    until: str | None = None,
    ends: Mapping[str, str] = NOTHING,
    gone: Any = None,
) -> Any:
    """Declare a field whose value follows from the record until play writes one. `until` and `ends`
    as in `stored`; an event sets the field to `gone`, not to what the sheet says."""
    return _Spec(path=path, derive=derive, until=until, ends=ends, gone=gone)


def new_list(record: Any) -> list[Any]:
    """Return a new empty list: the default of a field that holds a list, as `derived(new_list)`.
    Each record has one of its own."""
    del record
    return []


class _Window:
    """The descriptor of one field. A value that was read is cached in the record's `__dict__`,
    where Python finds it without this descriptor. A data descriptor would prevent that: so there
    is no `__set__`, and `Record.__setattr__` writes."""

    __slots__ = ("deeper", "derive", "fixed", "gone", "key", "keys", "name")

    def __init__(self, name: str, spec: _Spec) -> None:
        self.name = name
        self.gone = spec.gone
        self.keys: Path = tuple((spec.path or name).split("."))
        self.key, self.deeper = self.keys[0], self.keys[1:]
        self.fixed = spec.default
        self.derive = spec.derive

    def __get__(
        self, record: "Record | None", owner: type | None = None
    ) -> Any:
        if record is None:
            return self
        draft, undeclared = record.draft, record.undeclared
        if draft.shape == record.shape:
            value = record.map.get(self.key, MISSING)
        elif draft.plain:
            record.look()
            value = record.map.get(self.key, MISSING)
        else:
            value = draft.get(record.base + self.keys, MISSING)
        if self.deeper and draft.plain:
            for key in self.deeper:
                value = (
                    value.get(key, MISSING)
                    if isinstance(value, dict)
                    else MISSING
                )
        if value is MISSING:
            if self.derive is not None:
                value = self.derive(record)
                if undeclared is not None:
                    undeclared.append(self.name)
            else:
                value = self.fixed
        if undeclared is not None:
            record.__dict__[self.name] = value
        return value

    def at_first(self, record: "Record") -> Any:
        """Return the value that the field has until play writes one."""
        return self.derive(record) if self.derive else self.fixed

    def write(self, record: "Record", value: Any) -> None:
        """Write `value` through the draft, if it differs from the present one in value or type."""
        current, draft = getattr(record, self.name), record.draft
        if not draft.plain:
            if not draft.is_same_value(current, value):
                draft.put(record.base + self.keys, value, read_as=current)
            return
        if type(current) is type(value) and current == value:
            return
        path = record.base + self.keys
        if draft.shape != record.shape:
            record.look()
        if not self.deeper and type(record.map) is dict:
            draft.put_into(record.map, path, value, current)
        else:
            draft.put(path, value, read_as=current)


if TYPE_CHECKING:
    import builtins

    live = builtins.property
else:

    class live:  # noqa: N801 - a decorator
        """A property that follows from one record, its sheet and the house rules, and from nobody
        else's: cached until something that it reads is written. That is any field of the record,
        unless `reads` declares which ones."""

        def __init__(self, make):
            self.make = make
            self.reads = getattr(make, "reads", None)

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, record, owner=None):
            if record is None:
                return self
            value = self.make(record)
            undeclared = record.undeclared
            if undeclared is not None:
                # Own effects may change the sheet by fields that no property declares.
                if (
                    self.name not in record.READS
                    or record.draft.encounter.has_effects
                ):
                    undeclared.append(self.name)
                record.__dict__[self.name] = value
            return value


def reads(*names: str) -> Callable[[F], F]:
    """Declare which fields and cached properties of the record a `live` property reads, besides
    the sheet and the house rules: it is dropped only when one of these fields is written. Stands
    below `@live`."""

    def declare(make: F) -> F:
        make.reads = names  # type: ignore[attr-defined]
        return make

    return declare


def live_by(make: Callable[[R, A], T]) -> Callable[[R, A], T]:
    """Cache a method of one argument as `live` caches a property: in a `live` property that holds
    the values by their arguments. `@reads` may stand below it as well."""
    values: Any = live(lambda record: {})
    values.name = key = f"{make.__qualname__} by"
    values.reads = getattr(make, "reads", None)

    def method(self: R, argument: A) -> T:
        found: dict[A, T] | None = self.__dict__.get(key)
        if found is None:
            found = values.__get__(self)
        if argument not in found:
            found[argument] = make(self, argument)
        return found[argument]

    method.live_values = values  # type: ignore[attr-defined]
    return method


def fixed_defaults(record: type["Record"]) -> dict[Path, Any]:
    """Return the default of each field of a class of records, by the keys of its path: an empty
    list for those of `new_list`. Fields whose default follows from the record (`derived`) are left
    out."""
    return {
        window.keys: [] if window.derive is new_list else window.fixed
        for window in record.WINDOWS.values()
        if window.derive in (None, new_list)
    }


def _declared_reads(record: type["Record"]) -> dict[str, tuple[str, ...]]:
    """Return what the `live` properties of a class declare to read. A class that overrides a
    property has to declare anew what that reads."""
    found: dict[str, tuple[str, ...]] = {}
    for base in reversed(record.__mro__):
        for name, value in vars(base).items():
            # A method of one argument is cached under a name of its own.
            cached: Any = getattr(value, "live_values", value)
            names = cached.reads if type(cached) is live else None  # type: ignore[attr-defined]
            if names is not None:
                found[name] = found[cached.name] = names
            elif name in found:
                del found[name]
        found |= vars(base).get("FROM", NOTHING)
    return found


def _fields_of(
    name: str,
    declared: Mapping[str, tuple[str, ...]],
    windows: Mapping[str, _Window],
) -> frozenset[str] | None:
    """Return the fields from which a field or a cached property follows; None where a property
    among them does not declare what it reads."""
    if name in windows:
        return frozenset((name,))
    if name not in declared:
        return None
    found: set[str] = set()
    for part in declared[name]:
        fields = _fields_of(part, declared, windows)
        if fields is None:
            return None
        found |= fields
    return frozenset(found)


class Record:
    """The base of typed views: annotate a field and give its default. Reading returns the value in
    the encounter, or the default; writing goes through the draft.

    Lists and maps read from a record must not be changed in place; assign a new one."""

    __slots__ = ("base", "draft", "map", "shape", "undeclared")
    FIELDS: ClassVar[dict[str, str]] = {}
    """Field name to dotted path, in the order of declaration."""
    WINDOWS: ClassVar[dict[str, _Window]] = {}
    INTERNAL: ClassVar[frozenset[str]] = frozenset()
    """Fields in which the program notes something for itself: `set` takes them, and no error
    proposes them."""
    READS: ClassVar[dict[str, frozenset[str]]] = {}
    """Cached properties (`live`) whose `reads` lead to fields alone, each with these fields."""
    BY_KEY: ClassVar[dict[str, tuple[str, ...]]] = {}
    """A key of the map, to the fields under it and the properties that follow from them alone."""
    UNTIL: ClassVar[dict[str, tuple[str, ...]]] = {}
    """An end (`round`), to the fields that last until it."""
    ENDS: ClassVar[dict[str, dict[str, str]]] = {}
    """An event, to the fields that it ends, each with the ids of its rows."""

    draft: Draft
    base: Path
    map: Mapping[str, Any]
    """The map at `base`. Valid while the draft has this `shape`."""
    shape: int
    undeclared: list[str] | None
    """The names of cached values that may follow from any field, so that every write to this record
    drops them. Other cached values are dropped only when a field that they follow from is written.
    None: nothing is cached, as the draft does not know this record (`DraftCache.records`)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        fields, until, windows = (
            dict(cls.FIELDS),
            dict(cls.UNTIL),
            dict(cls.WINDOWS),
        )
        ends = {event: dict(ended) for event, ended in cls.ENDS.items()}
        for name in cls.__annotations__:
            if (
                name in Record.__slots__
                or name.isupper()
                or name.startswith("_")
            ):
                continue
            given = cls.__dict__.get(name)
            spec = given if isinstance(given, _Spec) else _Spec(default=given)
            windows[name] = window = _Window(name, spec)
            fields[name] = ".".join(window.keys)
            if spec.until:
                until[spec.until] = (*until.get(spec.until, ()), name)
            for event, rules in spec.ends.items():
                ends.setdefault(event, {})[name] = rules
            setattr(cls, name, window)
        cls.FIELDS, cls.UNTIL, cls.WINDOWS, cls.BY_KEY = (
            fields,
            until,
            windows,
            {},
        )
        cls.ENDS = ends
        for name, window in windows.items():
            cls.BY_KEY[window.key] = (*cls.BY_KEY.get(window.key, ()), name)
        if "FROM" in vars(cls):
            message = f"{cls.__name__}.FROM: use `@reads` of core.record below `@live`"
            warnings.warn(message, DeprecationWarning, stacklevel=2)
        declared = _declared_reads(cls)
        cls.READS = {}
        for name in declared:
            found = _fields_of(name, declared, windows)
            if found is not None:
                cls.READS[name] = found
                for key in {windows[field].key for field in found}:
                    cls.BY_KEY[key] += (name,)

    def __init__(self, draft: Draft, base: Path) -> None:
        self.draft = draft
        self.base = base
        self.shape = NEVER
        self.undeclared = None

    if not TYPE_CHECKING:  # which would take any name then

        def __setattr__(self, name, value):
            window = self.WINDOWS.get(name)
            if window is None:
                object.__setattr__(self, name, value)
            else:
                window.write(self, value)

    # --- the cache ---

    def begin_caching(self) -> None:
        """Cache what is read from now on: the draft reports every change to this record."""
        self.undeclared = []

    def drop_cached(self, path: Path) -> None:
        """Drop what is cached of the field at `path`, which the draft has written, and everything
        cached that follows from undeclared fields."""
        mine, undeclared = self.__dict__, self.undeclared
        if undeclared:
            for name in undeclared:
                mine.pop(name, None)
            undeclared.clear()
        deep = len(self.base)
        for name in (
            self.BY_KEY.get(path[deep], ())
            if len(path) > deep
            else (*self.WINDOWS, *self.READS)
        ):
            mine.pop(name, None)

    def stop_caching(self) -> None:
        """Drop the whole cache, and cache nothing from now on: the draft no longer knows this
        record."""
        self.drop_cached(self.base)
        self.undeclared = None

    def look(self) -> None:
        """Find the map that holds the fields, and note the draft's shape with it."""
        found = self.draft.get(self.base)
        self.map = found if isinstance(found, dict) else NOTHING
        self.shape = self.draft.shape

    def place(self, field: str) -> Path:
        """Return the path of a field in the encounter."""
        return self.base + tuple(self.FIELDS[field].split("."))

    def lapse(self, *ended: str) -> None:
        """Reset every field that lasts until one of these ends (`round`, `fight`). Raises
        KeyError for an end that no field names."""
        for one in ended:
            self.reset(*self.UNTIL[one])

    def happens(self, event: str, keep: Collection[str] = ()) -> list[str]:
        """End every field that names `event` in its `ends`, except the fields named by `keep`,
        citing the rows that stand there. Returns the names of the fields that changed; empty if
        no field ends by this event."""
        ended = []
        for name, rules in self.ENDS.get(event, {}).items():
            gone = self.WINDOWS[name].gone
            if name not in keep and getattr(self, name) != gone:
                with self.draft.by(rules):
                    setattr(self, name, gone)
                ended.append(name)
        return ended

    def reset(self, *fields: str) -> None:
        """Give these fields the values that they have until play writes one. Fields that nothing
        was written into are left alone."""
        draft = self.draft
        for field in fields:
            window = self.WINDOWS[field]
            if draft.plain:
                if draft.shape != self.shape:
                    self.look()
                if window.key not in self.map:
                    continue
            window.write(self, window.at_first(self))

    def forget(self, field: str) -> Self:
        """Remove what play wrote into one field, so that its default holds again. Returns the
        record."""
        self.draft.drop(self.place(field))
        return self
