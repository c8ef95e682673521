"""Typed windows on the live state: attribute access that reads and writes through a draft."""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from gmtrack.core.draft import MISSING, Draft, Path
from gmtrack.core.values import frozen

NEVER = -1
"""A shape that no draft has."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


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
        """The keys as a dataclass."""
        return self.keys if is_dataclass(self.keys) else frozen(self.keys)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.shape)


class _Spec(NamedTuple):
    """How a field of a Record differs from a plain key with a fixed default."""

    path: str | None = None
    default: Any = None
    derive: Callable[[Any], Any] | None = None
    until: str | None = None


def stored(default: Any = None, *, path: str | None = None, until: str | None = None) -> Any:
    """A field kept under another (dotted) path than its own name, or one whose value lasts at most
    `until` something ends (`round`): `lapse` ends it. What lasts until `place` says where in the
    scene somebody is, what lasts until `encounter` is of this fight besides: nothing ends it there,
    and it does not go along to another fight (what is of the place does if the scene comes along).
    What says nothing lasts: it stays when the fight ends, and goes along."""
    return _Spec(path=path, default=default, until=until)


def derived(
    derive: Callable[[Any], Any], *, path: str | None = None, until: str | None = None
) -> Any:
    """A field whose value, until play writes one, follows from the record. `until` as in
    `stored`."""
    return _Spec(path=path, derive=derive, until=until)


class _Window:
    """Descriptor of one field."""

    __slots__ = ("deeper", "derive", "fixed", "key", "keys")

    def __init__(self, name: str, spec: _Spec) -> None:
        self.keys: Path = tuple((spec.path or name).split("."))
        self.key, self.deeper = self.keys[0], self.keys[1:]
        self.fixed = spec.default
        self.derive = spec.derive

    def __get__(self, record: "Record | None", owner: type | None = None) -> Any:
        if record is None:
            return self
        draft = record.draft
        if draft.shape == record.shape:
            value = record.map.get(self.key, MISSING)
        elif draft.plain:
            record.look()
            value = record.map.get(self.key, MISSING)
        else:
            value = draft.get(record.base + self.keys, MISSING)
            return self.at_first(record) if value is MISSING else value
        if self.deeper:
            for key in self.deeper:
                value = value.get(key, MISSING) if isinstance(value, dict) else MISSING
        if value is not MISSING:
            return value
        return self.derive(record) if self.derive else self.fixed

    def is_unwritten(self, record: "Record") -> bool:
        """Whether it is known, without another look, that play has written nothing here."""
        if not record.draft.plain:
            return False
        if record.draft.shape != record.shape:
            record.look()
        return self.key not in record.map

    def at_first(self, record: "Record") -> Any:
        """The value until play writes one."""
        return self.derive(record) if self.derive else self.fixed

    def __set__(self, record: "Record", value: Any) -> None:
        current = self.__get__(record)
        if not record.draft.stands(current, value):
            record.draft.put(record.base + self.keys, value, read_as=current)


class Record:
    """Base of the typed windows: annotate a field, give its default, and reading gives the value
    in the encounter or the default, while writing goes through the draft.

    Lists and maps read from a record are not to be changed in place; assign a new one.
    """

    __slots__ = ("base", "draft", "map", "shape")
    FIELDS: ClassVar[dict[str, str]] = {}
    """Field name to dotted path, in the order of declaration."""
    UNTIL: ClassVar[dict[str, tuple[str, ...]]] = {}
    """What ends, to the fields that last until then."""

    draft: Draft
    base: Path
    map: Mapping[str, Any]
    """What stands at `base`, as long as the draft has this `shape`."""
    shape: int

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        fields, until = dict(cls.FIELDS), dict(cls.UNTIL)
        for name in cls.__annotations__:
            if name in Record.__slots__ or name.isupper() or name.startswith("_"):
                continue
            given = cls.__dict__.get(name)
            spec = given if isinstance(given, _Spec) else _Spec(default=given)
            window = _Window(name, spec)
            fields[name] = ".".join(window.keys)
            if spec.until:
                until[spec.until] = (*until.get(spec.until, ()), name)
            setattr(cls, name, window)
        cls.FIELDS, cls.UNTIL = fields, until

    def __init__(self, draft: Draft, base: Path) -> None:
        self.draft = draft
        self.base = base
        self.shape = NEVER

    def look(self) -> None:
        """Find the map in which the fields stand."""
        found = self.draft.get(self.base)
        self.map = found if isinstance(found, dict) else NOTHING
        self.shape = self.draft.shape

    def place(self, field: str) -> Path:
        """Where a field is kept."""
        return self.base + tuple(self.FIELDS[field].split("."))

    def lapse(self, *ended: str) -> None:
        """Something has ended (a round, a fight): what lasts until then is as it was at first."""
        for one in ended:
            self.reset(*self.UNTIL[one])

    def reset(self, *fields: str) -> None:
        """These are as they were at first."""
        for field in fields:
            window = getattr(type(self), field)
            if not window.is_unwritten(self):
                setattr(self, field, window.at_first(self))

    def forget(self, field: str) -> Self:
        """Drop what play wrote into one field, so that its default holds again."""
        self.draft.drop(self.place(field))
        return self
