"""Decorators for plain values that are cheap to make: each command is a fresh process and makes
all classes anew."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")


def key_of(name: str) -> str:
    """Return the key in a file for the name of a field: a field named after a keyword of Python
    ends with `_`, `class_` for `class`."""
    return name.removesuffix("_")


BY_KEY: dict[str, Any] = {
    "alias_generator": key_of,
    "strict": True,
    "extra": "forbid",
}
"""The pydantic settings for a class with such a field."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a cheap dataclass. The type checker takes it for a frozen one; at run time it
    has no equality, `repr`, slots and guard against changes, which nobody here needs and which
    take four fifths of the time to make it. Where a tuple will do, a NamedTuple is as cheap."""
    if any(name != key_of(name) for name in cls.__annotations__):
        cls.__pydantic_config__ = BY_KEY  # type: ignore[attr-defined]
    return dataclass(eq=False, repr=False)(cls)


def replace(one: T, **changes: Any) -> T:
    """Return a copy of a value with some fields changed: `dataclasses.replace` for classes made
    by `frozen`, in a tenth of the time. `__init__` and `__post_init__` do not run."""
    other = object.__new__(type(one))
    vars(other).update(vars(one), **changes)
    return other


if TYPE_CHECKING:
    import functools

    cached = functools.cached_property
else:

    class cached:  # noqa: N801 - a decorator
        """A property that is computed once: `functools.cached_property` without its lock, in a
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
