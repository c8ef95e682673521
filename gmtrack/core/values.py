"""Cheap classes for plain values: each command is a fresh process and makes all of them anew."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A frozen dataclass to the type checker; to Python one without equality, `repr`, slots and
    the guard against changes, which nobody here needs and which take four fifths of the time to
    make it. Where a tuple will do, a NamedTuple is as cheap.
    """
    return dataclass(eq=False, repr=False)(cls)
