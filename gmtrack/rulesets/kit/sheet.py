"""Shapes of what a GM writes, each declared once: from one class follow the shape by which a
file is judged, the help for editors, and the value that the rules use. Below that, what play
keeps of such a thing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import (
    Annotated,
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
from gmtrack.core.record import Bounds, Record
from gmtrack.core.values import BY_KEY, key_of
from gmtrack.rulesets.kit.house import fixed_keys, switchable_rules
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.port import Schema

NOTHING: Any = object()


class DeclaredField(NamedTuple):
    """Declaration of one field of a `FileShape`; see `declare_field`."""

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
        """The value where the file says nothing; NOTHING where it is made for each thing."""
        if self.optional:
            return NOTHING if callable(self.otherwise) else self.otherwise
        return NOTHING if self.default is dict else self.default


def declare_field(
    help: str,
    *,
    default: Any = NOTHING,
    otherwise: Any = NOTHING,
    written: Any = None,
    read: Callable[[Any], Any] | None = None,
) -> Any:
    """Declare a field of a `FileShape`, with a sentence or two that explain it to people (`help`).

    `default` is the value where the field is left out (`dict`: an empty map). `otherwise` is the
    value where it is left out or null; a function is called with the thing and may look at the
    fields above. A field with neither has to be in the file. `read` makes the rules' value from the
    file's value, whose type is `written` where it is not the annotated one. A list becomes a tuple
    without `read`."""
    return DeclaredField(help, default, otherwise, written, read)


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(declare_field,)
)
class FileShape:
    """Base of what a GM writes into a file. A field stands for the key of its name (`class_` for
    `class`). What is annotated and not declared by `declare_field` is known beside the file,
    such as an id."""

    SAID: ClassVar[Mapping[str, DeclaredField]] = {}
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
            if isinstance(one, DeclaredField)
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
    def from_data(cls, data: Data, **known: Any) -> Self:
        """Make the object from validated data. Unknown keys are ignored, missing ones get their
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


_OWN = FileShape.__annotations__


PlaceInOrder = Annotated[int, Bounds(1, 99)]
"""The number at which somebody acts who rolls no initiative."""


def declare_acts_at() -> Any:
    """Declare `acts_at` of a sheet: the fixed place in the order; None where it is rolled, or
    follows from the rest of the sheet (ALL-TURN-02)."""
    return declare_field(
        "A fixed place in the order, 1 to 99, with nothing rolled, as for a lair; left out: none.",
        otherwise=None,
    )


class Gear(FileShape):
    """Base of what is held or worn."""

    effect: str | None = declare_field(
        "Id of an effect of the GM's own that holds while it is in hand, or worn.",
        otherwise=None,
    )


V = TypeVar("V")
W = TypeVar("W", bound=FileShape)


def prepare_validation(cls: type[W]) -> type[W]:
    """Turn the class, and the `FileShape` classes in its fields, into dataclasses for
    validation, and return it. This is done on demand because it is slow; a class that is one
    already stays as it is."""
    if "__dataclass_fields__" in vars(cls):
        return cls
    kinds = {}
    for base in cls.__bases__:
        if base is not FileShape:
            prepare_validation(base)
    for name, one in cls.SAID.items():
        kind = _type_in_file(cls, name)
        kinds[name] = kind | None if one.optional else kind
        for part in _shapes_in(kind):
            prepare_validation(part)
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


def make_schema(
    sheet: type[FileShape],
    scene: type[FileShape],
    fight: type[Record],
    live: type[Record],
    house: type,
    effect: type[FileShape] | None = None,
) -> Schema:
    """Return the schema of a ruleset's files, as these classes declare it. `effect` is the shape
    of an effect of the GM's own; None: the ruleset has none."""
    return Schema(
        prepare_validation(sheet),
        prepare_validation(scene),
        fight,
        live,
        switchable_rules(house),
        fixed_keys(house),
        collect_help(sheet, scene),
        effect and prepare_validation(effect),
    )


def collect_help(
    sheet: type[FileShape], scene: type[FileShape]
) -> Mapping[str, str]:
    """Return the help of each field by its dotted path, with `*` for keys that people choose and
    for pieces of a list."""
    return {**dict(_walk_help(sheet, "")), **dict(_walk_help(scene, "scene."))}


def _walk_help(cls: type[FileShape], prefix: str) -> Iterator[tuple[str, str]]:
    """Yield path and help of each field of a shape and of the shapes in it; `prefix` begins the
    paths."""
    for name, one in cls.SAID.items():
        path = prefix + key_of(name)
        yield path, one.help
        for part in _shapes_in(_type_in_file(cls, name)):
            yield from _walk_help(part, f"{path}.*.")


def _type_in_file(cls: type[FileShape], name: str) -> Any:
    """Return the type that a field has in a file."""
    return cls.SAID[name].written or cls.__annotations__[name]


def _shapes_in(kind: Any) -> Iterator[type[FileShape]]:
    """Yield the `FileShape` classes in a type: itself, or those in a map, a list or an
    alternative."""
    if isinstance(kind, type) and issubclass(kind, FileShape):
        yield kind
    for part in get_args(kind):
        yield from _shapes_in(part)


def add_ids(kept: Mapping[str, V]) -> dict[str, V]:
    """Return a map with its keys also spelt as ids. A key that is spelt so already wins."""
    by_id = {squash(key): value for key, value in kept.items()}
    by_id.update(kept)
    return by_id


def find_by_id(kept: Mapping[str, V], name: str, otherwise: V) -> V:
    """Return the value of an id in a map whose keys may be spelt otherwise, or `otherwise` if
    there is none."""
    if not kept or name in kept:
        return kept.get(name, otherwise)
    return add_ids(kept).get(name, otherwise)


class ThingState:
    """Base of what play keeps of one thing that somebody has (the rounds in a weapon). Each field
    (`declare_thing_field`) stands in a map of the live state that has its name, by the id of the
    thing."""

    __slots__ = ("id", "who")
    KEPT: ClassVar[tuple[str, ...]] = ()

    def __init__(self, who: Any, id: str) -> None:
        self.who, self.id = who, id


def declare_thing_field(otherwise: Callable[[Any], Any]) -> Any:
    """Declare a field of a `ThingState`. `otherwise` computes its value from the state until
    play writes one."""
    return _ThingField(otherwise)


class _ThingField:
    """Descriptor of a field that `declare_thing_field` declares. Writing the value that it has
    already changes nothing."""

    def __init__(self, otherwise: Callable[[Any], Any]) -> None:
        self.otherwise = otherwise

    def __set_name__(self, owner: type[ThingState], name: str) -> None:
        self.name = name
        owner.KEPT = (*owner.KEPT, name)

    def __get__(self, state: ThingState, owner: type) -> Any:
        values = getattr(state.who, self.name)
        found = find_by_id(values, state.id, NOTHING)
        if found is NOTHING:
            return self.otherwise(state)
        return found

    def __set__(self, state: ThingState, value: object) -> None:
        who, draft = state.who, state.who.draft
        before = self.__get__(state, type(state))
        if not draft.is_same_value(before, value):
            path = (*who.place(self.name), state.id)
            draft.put(path, value, read_as=before)


accept_old_attributes(
    FileShape,
    of="from_data",
)
accept_old_imports(globals())
