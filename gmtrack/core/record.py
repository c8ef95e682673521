"""Typed windows on the live state: attribute access that reads and writes through a draft."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

from gmtrack.core.draft import MISSING, Draft, Path
from gmtrack.core.values import frozen

R = TypeVar("R", bound="Record")
A = TypeVar("A")
T = TypeVar("T")
NEVER = -1
"""A shape that no draft has."""
NOTHING: Mapping[str, Any] = MappingProxyType({})
"""No map, and no events."""


class Bounds(NamedTuple):
    """The least and the greatest number that a field may hold. Understood by pydantic without
    importing it: the field's schema gets the two limits.
    """

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
    """The form that a text must have, as a regular expression for the whole of it."""

    regex: str
    form: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        schema = handler(source)
        inner = schema["schema"] if schema["type"] == "nullable" else schema
        inner["pattern"] = f"^(?:{self.regex})$"
        return schema


class Form(NamedTuple):
    """The form of a map that the rules use as plain data: its keys are what a class annotates,
    those without a value have to be there. The class is nothing but that until a file is judged.
    """

    keys: type

    @property
    def shape(self) -> type:
        return self.keys if is_dataclass(self.keys) else frozen(self.keys)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.shape)


class _Spec(NamedTuple):
    """How a field of a Record differs from a plain key with a fixed default."""

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
    """A field kept under another (dotted) path than its own name, or one whose value lasts at most
    `until` something ends (`round`): `lapse` ends it. What lasts until `place` says where in the
    scene somebody is, what lasts until `encounter` is of this fight besides: nothing ends it there,
    and it does not go along to another fight (what is of the place does if the scene comes along).
    What says nothing lasts: it stays when the fight ends, and goes along.

    `ends`: the events that end the value before that, each with the ids of the rows by which they
    do (`{"out": "SR-123"}`). `happens` sets the field to its default then."""
    return _Spec(path=path, default=default, until=until, ends=ends, gone=default)


def derived(
    derive: Callable[[Any], Any],
    *,
    path: str | None = None,
    until: str | None = None,
    ends: Mapping[str, str] = NOTHING,
    gone: Any = None,
) -> Any:
    """A field whose value, until play writes one, follows from the record. `until` and `ends` as in
    `stored`; an event sets the field to `gone`, not to what the sheet says."""
    return _Spec(path=path, derive=derive, until=until, ends=ends, gone=gone)


class _Window:
    """Descriptor of one field. What was read is found in the record itself as long as that keeps
    it (`Record.kept`), so this has no `__set__`: `Record` writes."""

    __slots__ = ("deeper", "derive", "fixed", "gone", "key", "keys", "name")

    def __init__(self, name: str, spec: _Spec) -> None:
        self.name = name
        self.gone = spec.gone
        self.keys: Path = tuple((spec.path or name).split("."))
        self.key, self.deeper = self.keys[0], self.keys[1:]
        self.fixed = spec.default
        self.derive = spec.derive

    def __get__(self, record: "Record | None", owner: type | None = None) -> Any:
        if record is None:
            return self
        draft, kept = record.draft, record.kept
        if draft.shape == record.shape:
            value = record.map.get(self.key, MISSING)
        elif draft.plain:
            record.look()
            value = record.map.get(self.key, MISSING)
        else:
            value = draft.get(record.base + self.keys, MISSING)
        if self.deeper and draft.plain:
            for key in self.deeper:
                value = value.get(key, MISSING) if isinstance(value, dict) else MISSING
        if value is MISSING:
            if self.derive is not None:
                value = self.derive(record)
                if kept is not None:
                    kept.append(self.name)
            else:
                value = self.fixed
        if kept is not None:
            record.__dict__[self.name] = value
        return value

    def at_first(self, record: "Record") -> Any:
        """The value until play writes one."""
        return self.derive(record) if self.derive else self.fixed

    def write(self, record: "Record", value: Any) -> None:
        """Put it there, if it is another one."""
        current, draft = getattr(record, self.name), record.draft
        if not draft.plain:
            if not draft.stands(current, value):
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
        else's: worked out once as long as the record keeps what was read."""

        def __init__(self, make):
            self.make = make

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, record, owner=None):
            if record is None:
                return self
            value = self.make(record)
            kept = record.kept
            if kept is not None:
                if self.name not in record.ALONE or record.draft.encounter.effects:
                    kept.append(self.name)
                record.__dict__[self.name] = value
            return value


def live_by(make: Callable[[R, A], T]) -> Callable[[R, A], T]:
    """The same for a method of one argument."""
    key = f"{make.__qualname__} by"

    def method(self: R, argument: A) -> T:
        if self.kept is None:
            return make(self, argument)
        found: dict[A, T] | None = vars(self).get(key)
        if found is None:
            found = vars(self)[key] = {}
            self.kept.append(key)
        if argument not in found:
            found[argument] = make(self, argument)
        return found[argument]

    return method


def _fields_of(
    name: str, said: Mapping[str, tuple[str, ...]], windows: Mapping[str, _Window]
) -> frozenset[str] | None:
    """The fields from which a field or a property follows; None where that is not said."""
    if name in windows:
        return frozenset((name,))
    if name not in said:
        return None
    found: set[str] = set()
    for part in said[name]:
        fields = _fields_of(part, said, windows)
        if fields is None:
            return None
        found |= fields
    return frozenset(found)


class Record:
    """Base of the typed windows: annotate a field, give its default, and reading gives the value
    in the encounter or the default, while writing goes through the draft.

    Lists and maps read from a record are not to be changed in place; assign a new one.
    """

    __slots__ = ("base", "draft", "kept", "map", "shape")
    FIELDS: ClassVar[dict[str, str]] = {}
    """Field name to dotted path, in the order of declaration."""
    WINDOWS: ClassVar[dict[str, _Window]] = {}
    FROM: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """`live` properties that follow from these fields, and other such properties, and the sheet
    alone: they are worked out again only when one of those fields is written. (An effect of the
    GM's own may change the sheet: where there are some, they are like the others.)"""
    ALONE: ClassVar[dict[str, frozenset[str]]] = {}
    """Those of which all is said, to the fields."""
    BY_KEY: ClassVar[dict[str, tuple[str, ...]]] = {}
    """The fields that stand under one key, and what follows from them alone."""
    UNTIL: ClassVar[dict[str, tuple[str, ...]]] = {}
    """What ends, to the fields that last until then."""
    ENDS: ClassVar[dict[str, dict[str, str]]] = {}
    """An event, to the fields that it ends, each with the ids of its rows."""

    draft: Draft
    base: Path
    map: Mapping[str, Any]
    """What stands at `base`, as long as the draft has this `shape`."""
    shape: int
    kept: list[str] | None
    """Fields that were read are kept until the draft writes them; those of this list, which follow
    from others, until it writes anything here. None: nothing is kept. Only for those that the draft
    knows (`Draft.windows`)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        fields, until, windows = dict(cls.FIELDS), dict(cls.UNTIL), dict(cls.WINDOWS)
        ends = {event: dict(ended) for event, ended in cls.ENDS.items()}
        for name in cls.__annotations__:
            if name in Record.__slots__ or name.isupper() or name.startswith("_"):
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
        cls.FIELDS, cls.UNTIL, cls.WINDOWS, cls.BY_KEY = fields, until, windows, {}
        cls.ENDS = ends
        for name, window in windows.items():
            cls.BY_KEY[window.key] = (*cls.BY_KEY.get(window.key, ()), name)
        # What a class says anew it has to say from what, too.
        own = vars(cls).get("FROM", {})
        before = {
            name: of
            for base in cls.__mro__[:0:-1]
            for name, of in vars(base).get("FROM", {}).items()
        }
        cls.FROM = {name: of for name, of in before.items() if name not in vars(cls)} | dict(own)
        fields_of = {name: _fields_of(name, cls.FROM, windows) for name in cls.FROM}
        cls.ALONE = {name: found for name, found in fields_of.items() if found is not None}
        for name, found in cls.ALONE.items():
            for key in {windows[field].key for field in found}:
                cls.BY_KEY[key] += (name,)

    def __init__(self, draft: Draft, base: Path) -> None:
        self.draft = draft
        self.base = base
        self.shape = NEVER
        self.kept = None

    if not TYPE_CHECKING:  # which would take any name then

        def __setattr__(self, name, value):
            window = self.WINDOWS.get(name)
            if window is None:
                object.__setattr__(self, name, value)
            else:
                window.write(self, value)

    # --- what is kept ---

    def once(self, key: str, make: Callable[[], T]) -> T:
        """What follows from this record, its sheet and the house rules alone, worked out once as
        long as what was read is kept."""
        found: T | None = self.__dict__.get(key)
        if found is None:
            found = make()
            if self.kept is not None:
                self.kept.append(key)
                self.__dict__[key] = found
        return found

    def moved_on(self, path: Path) -> None:
        """The draft has written at this path: the field there is read anew, and all that follows
        from others."""
        mine, kept = self.__dict__, self.kept
        if kept:
            for name in kept:
                mine.pop(name, None)
            kept.clear()
        deep = len(self.base)
        for name in (
            self.BY_KEY.get(path[deep], ()) if len(path) > deep else (*self.WINDOWS, *self.FROM)
        ):
            mine.pop(name, None)

    def release(self) -> None:
        """The draft does not know it any more."""
        self.moved_on(self.base)
        self.kept = None

    def look(self) -> None:
        """Find the map in which the fields stand."""
        found = self.draft.get(self.base)
        self.map = found if isinstance(found, dict) else NOTHING
        self.shape = self.draft.shape

    def place(self, field: str) -> Path:
        return self.base + tuple(self.FIELDS[field].split("."))

    def lapse(self, *ended: str) -> None:
        """Something has ended (a round, a fight): what lasts until then is as it was at first."""
        for one in ended:
            self.reset(*self.UNTIL[one])

    def happens(self, event: str, keep: Collection[str] = ()) -> list[str]:
        """End every field that names `event` in its `ends`, by the rows that stand there, except
        the fields named by `keep`. Return the names of the fields that changed."""
        ended = []
        for name, rules in self.ENDS.get(event, {}).items():
            gone = self.WINDOWS[name].gone
            if name not in keep and getattr(self, name) != gone:
                with self.draft.by(rules):
                    setattr(self, name, gone)
                ended.append(name)
        return ended

    def reset(self, *fields: str) -> None:
        """These are as they were at first."""
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
        """Drop what play wrote into one field, so that its default holds again."""
        self.draft.drop(self.place(field))
        return self
