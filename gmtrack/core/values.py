"""Cheap classes for plain values: each command is a fresh process and makes all of them anew."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")


def key_of(name: str) -> str:
    """The key in a file that a field stands for: a keyword of Python has a `_` behind it as a
    field, `class_` for `class`."""
    return name.removesuffix("_")


BY_KEY: dict[str, Any] = {
    "alias_generator": key_of,
    "strict": True,
    "extra": "forbid",
}
"""The pydantic settings for a class with such a field."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A frozen dataclass to the type checker; to Python one without equality, `repr`, slots and
    the guard against changes, which nobody here needs and which take four fifths of the time to
    make it. Where a tuple will do, a NamedTuple is as cheap.
    """
    if any(name != key_of(name) for name in cls.__annotations__):
        cls.__pydantic_config__ = BY_KEY  # type: ignore[attr-defined]
    return dataclass(eq=False, repr=False)(cls)


def replace(one: T, **changes: Any) -> T:
    """The same value with some fields changed: `dataclasses.replace` for those of `value` that have
    nothing to check when they are made, in a tenth of the time."""
    other = object.__new__(type(one))
    vars(other).update(vars(one), **changes)
    return other


if TYPE_CHECKING:
    import functools

    cached = functools.cached_property
else:

    class cached:  # noqa: N801 - a decorator
        """A property that is worked out once: `functools.cached_property` without its lock, in a
        third of the time."""

        def __init__(self, make):
            self.make = make

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, one, owner=None):
            if one is None:
                return self
            found = vars(one)[self.name] = self.make(one)
            return found
