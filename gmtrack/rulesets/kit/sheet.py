"""A thing of a sheet said once: from one class follow the shape by which a file is judged, the help
for editors, and the value that the rules read. Below that, what play keeps of such a thing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import (
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
)

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.core.record import Record
from gmtrack.core.values import BY_KEY, key_of
from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.port import Schema

NOTHING: Any = object()


class Said(NamedTuple):
    """Declaration of one field of a `Written`; see `said`."""

    help: str
    default: Any
    otherwise: Any
    written: Any
    read: Callable[[Any], Any] | None

    @property
    def optional(self) -> bool:
        """Whether the field may be null in a file."""
        return self.otherwise is not NOTHING

    @property
    def at_first(self) -> Any:
        """The value where nothing is said: NOTHING where it is made for each thing."""
        if self.optional:
            return NOTHING if callable(self.otherwise) else self.otherwise
        return NOTHING if self.default is dict else self.default


def said(
    help: str,
    *,
    default: Any = NOTHING,
    otherwise: Any = NOTHING,
    written: Any = None,
    read: Callable[[Any], Any] | None = None,
) -> Any:
    """A field of a `Written`: what it is, in a sentence or two. `default` (`dict` for an empty map)
    is its value where it is left out, `otherwise` where it is left out or null: a value, or a
    function of the thing that finds it in what is said before. A field with neither has to be
    there. `read` makes the rules' value from that of the file, whose type is `written` where it is
    not the annotated one; a list is a tuple by itself."""
    return Said(help, default, otherwise, written, read)


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(said,)
)
class Written:
    """Base of what a GM writes into a file. A field stands for the key of its name (`class_` for
    `class`). What is annotated and not `said` is known beside the file, as an id."""

    SAID: ClassVar[Mapping[str, Said]] = {}
    KEYS: ClassVar[Mapping[str, str]] = {}
    """The key in a file to the name of its field."""
    FIRST: ClassVar[Mapping[str, Any]] = {}
    """Values of fields that a file leaves out; NOTHING where each thing makes its own."""
    MAPS: ClassVar[tuple[str, ...]] = ()
    FOLLOW: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    """Functions that find a field's value in the rest of the thing, by field."""
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = {
            name: one
            for name, one in vars(cls).items()
            if isinstance(one, Said)
        }
        cls.__annotations__ = {
            **cls.__base__.__annotations__,
            **cls.__annotations__,
        }
        cls.SAID = {**cls.SAID, **own}
        cls.KEYS = {key_of(name): name for name in cls.SAID}
        cls.FIRST = {name: one.at_first for name, one in cls.SAID.items()}
        cls.MAPS = tuple(
            name for name, one in cls.SAID.items() if one.default is dict
        )
        cls.FOLLOW = {
            n: one.otherwise
            for n, one in cls.SAID.items()
            if callable(one.otherwise)
        }
        cls._fields = tuple(
            name for name in cls.__annotations__ if name not in _OWN
        )

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    @classmethod
    def of(cls, data: Data, **known: Any) -> Self:
        """Make the object from validated data; unknown keys are ignored, missing ones get their
        defaults. `known` are values from beside the file, such as the id."""
        one = cls(**known)
        values, keys, fields = vars(one), cls.KEYS, cls.SAID
        values.update(cls.FIRST)
        for name in cls.MAPS:
            values[name] = {}
        for key, given in data.items():
            name = keys.get(key, "")
            if not name or (given is None and fields[name].optional):
                continue
            if read := fields[name].read:
                values[name] = read(given)
            else:
                values[name] = tuple(given) if type(given) is list else given
        for name, follow in cls.FOLLOW.items():
            if values[name] is NOTHING:
                values[name] = follow(one)
        return one


_OWN = Written.__annotations__


class Gear(Written):
    """Base of what is held or worn."""

    effect: str | None = said(
        "Id of an effect of the GM's own that holds while it is in hand, or worn.",
        otherwise=None,
    )


V = TypeVar("V")
W = TypeVar("W", bound=Written)


def judged(cls: type[W]) -> type[W]:
    """Turn the class, and the `Written` classes in its fields, into dataclasses for validation,
    and return it. This is done on demand because it is slow."""
    if "__dataclass_fields__" in vars(cls):
        return cls
    kinds = {}
    for base in cls.__bases__:
        if base is not Written:
            judged(base)
    for name, one in cls.SAID.items():
        kind = _kind(cls, name)
        kinds[name] = kind | None if one.optional else kind
        for part in _inside(kind):
            judged(part)
        if one.optional:
            setattr(cls, name, None)
        elif one.default is not NOTHING:
            setattr(
                cls,
                name,
                field(default_factory=dict)
                if one.default is dict
                else one.default,
            )
        elif name in vars(cls):
            delattr(cls, name)
    cls.__annotations__ = kinds
    if any(name != key_of(name) for name in kinds):
        cls.__pydantic_config__ = BY_KEY  # type: ignore[attr-defined]
    return dataclass(init=False, eq=False, repr=False)(cls)


def schema(
    sheet: type[Written],
    scene: type[Written],
    fight: type[Record],
    live: type[Record],
    house: type,
    effect: type[Written] | None = None,
) -> Schema:
    """Return the schema of a ruleset's files, as far as these classes declare it."""
    return Schema(
        judged(sheet), judged(scene), fight, live, switchable(house), fixed(house),
        helped(sheet, scene), effect and judged(effect),
    )  # fmt: skip


def helped(sheet: type[Written], scene: type[Written]) -> Mapping[str, str]:
    """Return the help of each field by its dotted path, with `*` for keys that people choose and
    for pieces of a list."""
    return {**dict(_helps(sheet, "")), **dict(_helps(scene, "scene."))}


def _helps(cls: type[Written], prefix: str) -> Iterator[tuple[str, str]]:
    for name, one in cls.SAID.items():
        path = prefix + key_of(name)
        yield path, one.help
        for part in _inside(_kind(cls, name)):
            yield from _helps(part, f"{path}.*.")


def _kind(cls: type[Written], name: str) -> Any:
    """Return the type that a file may have for a field."""
    return cls.SAID[name].written or cls.__annotations__[name]


def _inside(kind: Any) -> Iterator[type[Written]]:
    """Yield the `Written` classes in a type: itself, or those in a map, a list or an
    alternative."""
    if isinstance(kind, type) and issubclass(kind, Written):
        yield kind
    for part in get_args(kind):
        yield from _inside(part)


def by_id(kept: Mapping[str, V]) -> dict[str, V]:
    """Return a map with its keys also spelt as ids. A key that is spelt so already wins."""
    return {squash(key): value for key, value in kept.items()} | dict(kept)


def of(kept: Mapping[str, V], name: str, otherwise: V) -> V:
    """Return the value of an id in a map whose keys may be spelt otherwise, or `otherwise` if
    there is none."""
    if not kept or name in kept:
        return kept.get(name, otherwise)
    return by_id(kept).get(name, otherwise)


class ThingState:
    """Base of what play keeps of one thing that somebody has (the rounds in a weapon). Each field
    is `kept` in a map of the live state that has its name, by the id of the thing."""

    __slots__ = ("id", "who")
    KEPT: ClassVar[tuple[str, ...]] = ()

    def __init__(self, who: Any, id: str) -> None:
        self.who, self.id = who, id


def kept(otherwise: Callable[[Any], Any]) -> Any:
    """Declare a field of a `ThingState`. `otherwise` computes its value until play writes one."""
    return _Kept(otherwise)


class _Kept:
    def __init__(self, otherwise: Callable[[Any], Any]) -> None:
        self.otherwise = otherwise

    def __set_name__(self, owner: type[ThingState], name: str) -> None:
        self.name = name
        owner.KEPT = (*owner.KEPT, name)

    def __get__(self, state: ThingState, owner: type) -> Any:
        found = of(getattr(state.who, self.name), state.id, NOTHING)
        return self.otherwise(state) if found is NOTHING else found

    def __set__(self, state: ThingState, value: object) -> None:
        before = self.__get__(state, type(state))
        if not state.who.draft.is_same_value(before, value):
            path = (*state.who.place(self.name), state.id)
            state.who.draft.put(path, value, read_as=before)
