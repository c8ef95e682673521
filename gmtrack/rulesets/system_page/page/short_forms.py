"""The short ways to write parts of a page: `hp: max_hp` for `hp: {max: max_hp}`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_origin

from gmtrack.rulesets.kit.sheet import FileShape
from gmtrack.rulesets.system_page.page.parts import (
    FieldShape,
    RollShape,
    TrackShape,
)
from gmtrack.rulesets.system_page.page.shapes import (
    AgainstShape,
    ConditionShape,
    SystemPage,
)

DERIVED = "="
"""The beginning of the text of a field that follows from others: `= (dex - 10) / 2`."""


class ShortForm(NamedTuple):
    """A short way to write a shape: the JSON types that it may have, and its long form."""

    types: tuple[str, ...]
    write_out: Callable[[Any], Any]


def write_out_field(written: Any) -> Any:
    """Return a field in its long form: a number is a default, yes or no a switch, a list a choice
    of words, a text the text, or a formula behind `=`."""
    if isinstance(written, bool):
        return {"kind": "switch", "default": written}
    if isinstance(written, int):
        return {"default": written}
    if isinstance(written, list):
        return {"kind": "word", "of": written}
    if written.startswith(DERIVED):
        return {"formula": written.removeprefix(DERIVED).strip()}
    return {"kind": "text", "default": written}


SHORT_FORMS: Mapping[type[FileShape], ShortForm] = {
    FieldShape: ShortForm(
        ("integer", "boolean", "string", "array"), write_out_field
    ),
    TrackShape: ShortForm(("integer", "string"), lambda most: {"max": most}),
    AgainstShape: ShortForm(
        ("integer", "string"), lambda number: {"number": number}
    ),
    RollShape: ShortForm(("integer", "string"), lambda summed: {"sum": summed}),
    ConditionShape: ShortForm(("string",), lambda help: {"help": help}),
}
JSON_TYPES: Mapping[type, str] = {
    bool: "boolean",
    int: "integer",
    str: "string",
    list: "array",
}


def write_out(data: Any, shape: type[FileShape] = SystemPage) -> Any:
    """Return a page, or a part of this shape, with every short form written out. What is neither
    a map nor a short form comes back as it is: judging it finds the fault."""
    short = SHORT_FORMS.get(shape)
    if short and JSON_TYPES.get(type(data)) in short.types:
        return short.write_out(data)
    if not isinstance(data, dict):
        return data
    return {
        key: _write_out_value(value, *shape_at(shape, key))
        for key, value in data.items()
    }


def _write_out_value(
    value: Any, shape: type[FileShape] | None, in_map: bool
) -> Any:
    """Return what stands under a key: a part of this shape, or a map of such parts."""
    if shape is None:
        return value
    if in_map and isinstance(value, dict):
        return {key: write_out(row, shape) for key, row in value.items()}
    return value if in_map else write_out(value, shape)


def shape_at(
    shape: type[FileShape], key: object
) -> tuple[type[FileShape] | None, bool]:
    """Return the shape of what stands under a key of a shape, or None if it has none, and whether
    a map of such parts stands there."""
    name = shape.KEYS.get(str(key))
    if name is None:
        return None, False
    kind = shape.SAID[name].written or shape.__annotations__[name]
    in_map = any(get_origin(part) is dict for part in (kind, *get_args(kind)))
    found = next(_shapes_in(kind), None)
    return found, in_map


def _shapes_in(kind: Any) -> Iterator[type[FileShape]]:
    """Yield the shapes in a type that a page may have more of, from the outside in."""
    if isinstance(kind, type) and issubclass(kind, FileShape):
        yield kind
    for part in get_args(kind):
        yield from _shapes_in(part)


def shapes_in(shape: type[FileShape]) -> Iterator[type[FileShape]]:
    """Yield a shape and all shapes that stand in it, at any depth; some more than once."""
    yield shape
    for name, declared in shape.SAID.items():
        for part in _shapes_in(declared.written or shape.__annotations__[name]):
            yield from shapes_in(part)
