"""The errors that pydantic finds in a file's map, turned into problems that say what was found
and what is allowed."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.core.encounter import FORMAT, Data
from gmtrack.rulesets.port import Problem, Schema
from gmtrack.store.check.shapes import (
    allowed_values,
    annotation_inside,
    file_shape,
    has_form,
    key_form,
    keys_of,
    propose_near_key,
)
from gmtrack.store.text.scalars import shorten_value

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_PORTION = 10_000
"""Values of combatants that are judged at once, unless a single combatant has more."""
_KEY = "[key]"
"""Mark by which pydantic says that a key is wrong, not the value under it."""
MISSING = "is missing"


def problems_of(
    data: Data, schema: Schema | None, whole: Callable[[Any], Any]
) -> Iterator[tuple[Problem, bool]]:
    """Yield each problem with the shape of a file, and whether it is a missing key. `whole` is a
    callback that completes a combatant's sheet with its template; it is called late, so that not
    all sheets are in memory at once. Without a `schema` the ruleset's own parts may hold
    anything."""
    shape, adapter = _shape_and_validator(schema)
    for portion in _split_into_portions(data, whole):
        yield from problems_in(
            portion, shape, adapter, schema.help if schema else {}
        )


def problems_in(
    data: Data, shape: Any, adapter: Any, help: Mapping[str, str] | None = None
) -> Iterator[tuple[Problem, bool]]:
    """Yield each problem with `data` judged against `shape`, and whether it is a missing key;
    one for each path. `adapter` is pydantic's validator for the shape. `help` describes fields
    that people write, by dotted path; None for data that no person writes."""
    found = [
        (_locate_error(loc, kind, data, shape), kind)
        for loc, kind in _collect_errors(adapter, data)
    ]
    around = {
        spot.path[:depth]
        for spot, _ in found
        for depth in range(len(spot.path))
    }
    seen = set()
    for spot, kind in found:
        # Where a map is one of several forms, pydantic finds a fault in each. Told is the map's.
        is_told_inside = (
            spot.path in around
            and isinstance(spot.value, dict)
            and not spot.key
        )
        if spot.path not in seen and not is_told_inside:
            seen.add(spot.path)
            problem = Problem(
                tuple(map(str, spot.path)),
                _sentence_for_error(spot, kind, help),
            )
            yield problem, kind == "missing"


def _split_into_portions(
    data: Data, whole: Callable[[Any], Any]
) -> Iterator[Data]:
    """Yield the map of a file in parts with some of the combatants each, because pydantic keeps
    all errors of one map in memory."""
    combatants = data.get("combatants")
    if not isinstance(combatants, dict):
        yield data
        return
    rest, size = data, 0
    part: Data = {}
    for who, sheet in combatants.items():
        full = whole(sheet)
        size += values_in(full)
        if part and size > _PORTION:
            yield {**rest, "combatants": part}
            rest, part, size = (
                {"gmtrack": FORMAT, "ruleset": ""},
                {},
                values_in(full),
            )
        part[who] = full
    yield {**rest, "combatants": part}


def values_in(value: Any) -> int:
    """Return the number of keys and values in a value, itself and empty ones included, as a
    measure of memory."""
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(values_in, value.values()))
    return 1 + sum(map(values_in, value)) if isinstance(value, list) else 1


def _collect_errors(
    adapter: Any, data: Data
) -> list[tuple[tuple[str | int, ...], str]]:
    """Return the location and the kind of each error that pydantic finds."""
    from pydantic import ValidationError

    try:
        # As JSON, because that is what strict validation takes maps for dataclasses from.
        adapter.validate_json(json.dumps({"": data}))
    except ValidationError as verdict:
        bare = {
            "include_url": False,
            "include_context": False,
            "include_input": False,
        }
        return [
            (error["loc"][1:], error["type"])
            for error in verdict.errors(**bare)
        ]
    return []


_ADAPTERS: dict[object, tuple[Any, Any]] = {}
"""Shapes and validators by the classes of a schema: making a validator takes longer than using
it."""


def _shape_and_validator(schema: Schema | None) -> tuple[Any, Any]:
    """Return the shape of a ruleset's files and pydantic's validator for it."""
    from pydantic import ConfigDict, TypeAdapter

    one = schema
    classes = one and (one.sheet, one.scene, one.fight, one.live, one.effect)
    if classes not in _ADAPTERS:
        shape = file_shape(schema)
        # The settings are handed down to all that a plain dict holds, and to nothing else.
        config = ConfigDict(strict=True, extra="forbid")
        adapter: Any = TypeAdapter(dict[str, shape], config=config)  # type: ignore[valid-type]
        _ADAPTERS[classes] = shape, adapter
    return _ADAPTERS[classes]


class _ErrorPlace(NamedTuple):
    """Location of an error: its path, the annotation there, the annotation around it, and the
    value found."""

    path: tuple[str | int, ...]
    shape: Any
    around: Any
    value: Any
    key: bool
    """Whether the key itself is wrong."""


def _locate_error(
    loc: tuple[str | int, ...], kind: str, data: Data, shape: Any
) -> _ErrorPlace:
    """Follow pydantic's location of an error through the data. Steps that are no keys name the
    alternative of a union that it tried, and are skipped."""
    path: tuple[str | int, ...] = ()
    value: Any = data
    around: Any = None
    for number, step in enumerate(loc):
        if _has_step(value, step):
            value = value[step]
        elif kind != "missing" or number < len(loc) - 1:
            continue
        around, shape = shape, annotation_inside(shape, step)
        path = (*path, step)
    return _ErrorPlace(
        path, shape, around, value, kind in _UNKNOWN or _KEY in loc
    )


def _help_at(path: tuple[str | int, ...], help: Mapping[str, str]) -> str:
    """Return the description of a field of a sheet or the scene, as it stands behind a colon;
    empty if there is none."""
    steps = path if path[0] == "scene" else path[2:]
    for dotted, told in help.items():
        at = dotted.split(".")
        pairs = zip(steps, at, strict=False)
        if len(steps) == len(at) and all(
            one in ("*", step) for step, one in pairs
        ):
            return (
                (told[:1].lower() + told[1:]).rstrip(".")
                if told[1:2].islower()
                else told
            )
    return ""


def _has_step(value: Any, step: str | int) -> bool:
    """Whether a map or list has this key or index."""
    if isinstance(value, dict):
        return step in value
    return (
        isinstance(value, list) and isinstance(step, int) and step < len(value)
    )


def _sentence_for_error(
    spot: _ErrorPlace, kind: str, help: Mapping[str, str] | None
) -> str:
    """Return the sentence for an error: what was found and what is allowed."""
    if kind == "missing":
        told = (
            _help_at(spot.path, help) if help and has_form(spot.shape) else ""
        )
        return (
            f"{MISSING}: {told}"
            if told
            else f"{MISSING}; allowed: {allowed_values(spot.shape)}"
        )
    form = key_form(spot.around)
    if spot.key and form:
        return f"found {shorten_value(spot.path[-1])}, allowed: {form}"
    if spot.key:
        return f"unknown key{propose_near_key(str(spot.path[-1]), keys_of(spot.around) or ())}"
    hint = ""
    text = allowed_values(spot.shape)
    is_typed = help is not None and not isinstance(
        spot.value, (str, dict, list)
    )
    if is_typed and "a text" in text:
        hint = " (a text that looks like something else stands in quotes)"
    return f"found {shorten_value(spot.value)}, allowed: {text}{hint}"
