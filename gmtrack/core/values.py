"""Decorators for plain values that are cheap to make: each command is a fresh process and makes
all classes anew."""

import functools
import warnings
from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

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


def __getattr__(name: str) -> Any:
    """Return `functools.cached_property` under the name that rulesets used before, `cached`."""
    if name != "cached":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    message = "`core.values.cached` is `functools.cached_property` now"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return functools.cached_property
