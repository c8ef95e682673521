"""Every place that a file of a ruleset has, and how to put something there."""

import copy
import dataclasses
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds, Pattern
from gmtrack.rulesets.port import Schema
from gmtrack.store.check.shapes import Keys, alternatives, fields_of, file_shape

Step = str | int
Path = tuple[Step, ...]

ODD: tuple[Any, ...] = (
    None, True, False, 7, 0, -1, 1.5, 10**9, "", "text", [], [1], ["text"], [None], {}, {"a": 1},
    {"a": {"b": [None]}}, [[{"a": []}]],
)  # fmt: skip
ANY = "*"
"""Stands for a key that is one of several words."""
FORMED = "1,2"
KEYED = (("combatants",), ("templates",), ("fight", "combatants"))
"""Maps of which one key is as good as another."""


class Place(NamedTuple):
    """A path in a file, and what has to stand above it so that it can be there at all."""

    path: Path
    above: tuple[tuple[Path, Any], ...] = ()


def places(schema: Schema, data: Data) -> dict[Path, list[Place]]:
    """All places of a file by their paths: those that `data` has, and those that it could have,
    each in several ways, some of which may be wrong: texts are different words of the file."""
    found: dict[Path, list[Place]] = {}
    for word in _words(data):
        for place in _places(file_shape(schema), (), data, word, data):
            same = tuple(
                ANY if step == word and place.path[:depth] not in KEYED else step
                for depth, step in enumerate(place.path)
            )
            ways = found.setdefault(same, [])
            if place not in ways:
                ways.append(place)
    return found


def _words(data: Data) -> list[str]:
    """Words that texts and keys of a file may be: ids of people, their weapons, what is there."""
    who = next(iter(data["combatants"]))
    weapons = [
        weapon
        for sheet in (data["combatants"][who], *data.get("templates", {}).values())
        for weapon in sheet.get("weapons", ())
    ]
    scene = [
        key for part in data.get("scene", {}).values() if isinstance(part, dict) for key in part
    ]
    return list(dict.fromkeys([*list(data["combatants"])[:2], *weapons, *scene]))


def _places(shape: Any, path: Path, there: Any, word: str, data: Data) -> Iterator[Place]:
    if path:
        yield Place(path)
    for member in alternatives(shape):
        keys = [next(iter(there or data["combatants"]))] if path in KEYED else None
        for step, under, around in _steps(member, there, word, keys):
            above = () if _holds(there, step) else ((path, around),)
            inner = there[step] if not above else around[step]
            for place in _places(under, (*path, step), inner, word, data):
                yield Place(place.path, (*above, *place.above))


def _holds(value: Any, step: Step) -> bool:
    if isinstance(step, int):
        return isinstance(value, list) and step < len(value)
    return isinstance(value, dict) and step in value


def _steps(
    member: Any, there: Any, word: str, keys: list[str] | None
) -> Iterator[tuple[Step, Any, Any]]:
    """The steps into one alternative, the shape behind each, and a value that has that step."""
    fields, args = fields_of(member), get_args(member)
    now = there if isinstance(there, dict) else {}
    if fields is not None:
        around = now if now.keys() <= fields.keys() and now else sample(member, word)
        for key, shape in fields.items():
            yield key, shape, {**around, key: sample(shape, word)}
    elif get_origin(member) is dict:
        names = get_args(args[0]) if get_origin(args[0]) is Literal else (word,)
        for key in keys or dict.fromkeys([*list(now)[:1], *names[:2]]):
            yield key, args[1], {**now, key: sample(args[1], word)}
    elif get_origin(member) in (list, tuple):
        yield 0, args[0], [sample(args[0], word)]


def sample(shape: Any, word: str) -> Any:
    """A small value that an annotation allows; a text is `word`."""
    if get_origin(shape) is Annotated:
        inner, *limits = get_args(shape)
        for limit in limits:
            if isinstance(limit, Bounds):
                return int(max(limit.ge or 0, min(1, 1 if limit.le is None else limit.le)))
            if isinstance(limit, Pattern):
                return FORMED
        return sample(inner, word)
    first = next((one for one in alternatives(shape) if one is not type(None)), None)
    if first is not shape:
        return sample(first, word)
    fields = fields_of(shape)
    if fields is not None:
        return {key: sample(fields[key], word) for key in _required(shape)}
    return _plain(shape, word)


def _required(shape: Any) -> list[str]:
    if issubclass(shape, Keys):
        return [key for key in shape.fields if key in shape.required]
    return [
        key
        for key, field in zip(fields_of(shape) or (), dataclasses.fields(shape), strict=True)
        if field.default is field.default_factory is dataclasses.MISSING
    ]


def _plain(shape: Any, word: str) -> Any:
    origin, args = get_origin(shape) or shape, get_args(shape)
    if origin is Literal:
        return args[0]
    if origin is dict:
        names = get_args(args[0]) if args and get_origin(args[0]) is Literal else (word,)
        return {names[0]: sample(args[1], word)} if args else {}
    if origin in (list, tuple):
        return [sample(args[0], word)] if args else []
    return {int: 1, float: 1.0, bool: True}.get(origin, word)


def put(data: Data, place: Place, *value: Any) -> Data:
    """The file's map with something at a place, or with only what has to stand above it."""
    whole: Any = copy.deepcopy(data)
    for path, above in place.above:
        whole = _put(whole, path, copy.deepcopy(above))
    for one in value:
        whole = _put(whole, place.path, one)
    return dict(whole)


def _put(whole: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    node = whole
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    return whole
