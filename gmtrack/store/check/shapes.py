"""The shape of a ruleset's files as type annotations, and questions about such annotations: what
stands under a key, and what is allowed, in words."""

import dataclasses
import types
from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from gmtrack.core.counters import Forms
from gmtrack.core.encounter import FORMAT
from gmtrack.core.keys import Id, TemplateId
from gmtrack.core.names import ask_if_meant, listed
from gmtrack.core.record import Bounds, Form, Pattern, Record
from gmtrack.core.values import key_of
from gmtrack.rulesets.port import Schema

COMMON: Mapping[str, Any] = {
    "name": str,
    "side": str,
    "template": str,
    "hidden": bool,
    "players": str | None,
    "notes": str,
    "always": list[str] | None,
    "counters": Forms,
}
"""Keys of a combatant that every ruleset has."""
_LONGEST = 60
"""Most characters of a misspelt key that are compared; hostile ones are long."""
_FORMAT: Any = Annotated[int, Bounds(FORMAT, FORMAT)]


_WORDS: Mapping[Any, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    list: "a list",
    tuple: "a list",
    dict: "a map",
    type(None): "nothing (null)",
    Any: "anything",
}


class Keys:
    """Base of the shapes of maps with fixed keys; each has its own `fields` and `required`."""

    fields: ClassVar[Mapping[str, Any]]
    required: ClassVar[Container[str]]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Build pydantic's schema of a map with exactly these keys."""
        from pydantic_core.core_schema import (
            typed_dict_field,
            typed_dict_schema,
        )

        fields = {
            key: typed_dict_field(
                handler.generate_schema(shape), required=key in cls.required
            )
            for key, shape in cls.fields.items()
        }
        # The settings of the whole do not reach into a schema made by hand.
        return typed_dict_schema(
            fields, extra_behavior="forbid", config={"strict": True}
        )


def _shape_of_keys(
    fields: Mapping[str, Any], required: Container[str] = ()
) -> Any:
    """Return a new shape of a map with these keys, of which some are required."""
    return type("Keys", (Keys,), {"fields": fields, "required": required})


def sheet_shape(sheet: type) -> Any:
    """Return the shape of a combatant: the fields of the ruleset's sheet and the keys that every
    ruleset has."""
    hints = get_type_hints(sheet, include_extras=True)
    own = dataclasses.fields(sheet)
    return _shape_of_keys(
        {**COMMON, **{field.name: hints[field.name] for field in own}},
        [field.name for field in own if is_required(field)],
    )


def is_required(field: "dataclasses.Field[Any]") -> bool:
    """Whether a dataclass field has no default."""
    return field.default is field.default_factory is dataclasses.MISSING


def live_shape(
    record: type[Record], more: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """Return the shape of the live state that a record reads and writes, with the keys `more`
    beside it. No key is required."""
    hints = get_type_hints(record, include_extras=True)
    tree: dict[str, Any] = dict(more)
    for name, path in record.FIELDS.items():
        node = tree
        *above, last = path.split(".")
        for key in above:
            node = node.setdefault(key, {})
        node[last] = hints[name]
    return _shape_of_tree(tree)


def _shape_of_tree(tree: Mapping[str, Any]) -> Any:
    """Return the shape of nested maps; no key is required."""
    return _shape_of_keys(
        {
            k: _shape_of_tree(v) if isinstance(v, dict) else v
            for k, v in tree.items()
        }
    )


_TABLE: Mapping[str, Any] = {
    "ask": list[str] | None,
    "groups": list[str] | None,
    "next": Literal["auto", "attack"] | None,
    "odds": bool,
    "phones": Literal["roll", "act"] | None,
}


def file_shape(schema: Schema | None) -> Any:
    """Return the shape of a whole file. Without a schema the ruleset's own parts may hold
    anything."""
    sheet: Any = Any
    scene: Any = Any
    fight: Any = Any
    effect: Any = Any
    if schema:
        sheet, scene = sheet_shape(schema.sheet), schema.scene
        effect = schema.effect
        live: Any = live_shape(schema.live)
        fight = live_shape(schema.fight, {"combatants": dict[str, live]})
    keys = {
        "gmtrack": _FORMAT,
        "name": str | None,
        "ruleset": str,
        "kind": Literal["encounter", "party"] | None,
        "party": str | None,
        "notes": str | None,
        "house_rules": dict[str, Any] | None,
        "table": _shape_of_keys(_TABLE) | None,
        "scene": scene | None,
        "templates": dict[TemplateId, sheet] | None,
        "effects": dict[TemplateId, effect] | None,
        "counters": Forms,
        "combatants": dict[Id, sheet] | None,
        "fight": fight | None,
    }
    if effect is None:
        del keys["effects"]
    return _shape_of_keys(keys, ("gmtrack", "ruleset"))


FIGHT_ITSELF = _shape_of_keys({"name": str, "counters": Forms})
"""Shape of what `set fight` changes besides the live state."""


def fields_of(shape: Any) -> Mapping[str, Any] | None:
    """Return the annotations of a shape with fixed keys, by key; None for any other shape."""
    if isinstance(shape, type) and issubclass(shape, Keys):
        return shape.fields
    if isinstance(shape, type) and dataclasses.is_dataclass(shape):
        hints = get_type_hints(shape, include_extras=True)
        return {
            key_of(field.name): hints[field.name]
            for field in dataclasses.fields(shape)
        }
    return None


def alternatives(shape: Any) -> list[Any]:
    """Return the alternatives of an annotation, each without its limits; a list of one for a
    single type."""
    if get_origin(shape) is Annotated:
        inner, *limits = get_args(shape)
        return alternatives(
            next((one.shape for one in limits if isinstance(one, Form)), inner)
        )
    if get_origin(shape) in (Union, types.UnionType):
        return [
            member for arg in get_args(shape) for member in alternatives(arg)
        ]
    return [shape]


def annotation_inside(shape: Any, step: str | int) -> Any:
    """Return the annotation of what stands under a key or index; None if nothing can stand
    there."""
    for member in alternatives(shape):
        if member is Any:
            return Any
        fields = fields_of(member)
        if fields is not None and step in fields:
            return fields[str(step)]
        origin, args = get_origin(member) or member, get_args(member)
        if origin is dict and isinstance(step, str):
            return args[1] if args else Any
        if origin in (list, tuple) and isinstance(step, int):
            each = args[:1] if origin is list or args[1:] == (...,) else args
            return each[min(step, len(each) - 1)] if each else Any
    return None


def keys_of(shape: Any) -> list[str] | None:
    """Return the keys that a map of this shape can have; None if they are not fixed."""
    for member in alternatives(shape):
        fields = fields_of(member)
        if fields is not None:
            return list(fields)
        if (
            get_origin(member) is dict
            and get_origin(get_args(member)[0]) is Literal
        ):
            return list(get_args(get_args(member)[0]))
    return None


def key_form(shape: Any) -> str:
    """Return in words the form that freely chosen keys of a map must have; empty if the shape
    has no such keys."""
    for member in alternatives(shape):
        if (
            get_origin(member) is dict
            and get_origin(get_args(member)[0]) is Annotated
        ):
            return allowed_values(get_args(member)[0])
    return ""


def allowed_values(shape: Any, limits: tuple[Any, ...] = ()) -> str:
    """Return in words what values an annotation allows, within the `limits`."""
    origin, args = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return allowed_values(args[0], (*limits, *args[1:]))
    if origin in (Union, types.UnionType):
        return " or ".join(
            dict.fromkeys(allowed_values(arg, limits) for arg in args)
        )
    if origin is Literal:
        return "one of " * (len(args) > 1) + listed(map(yaml_word, args))
    for limit in limits:
        if isinstance(limit, Pattern) and shape is str:
            return limit.form
        if isinstance(limit, Bounds) and shape in (int, float):
            return (
                str(limit.ge)
                if limit.ge == limit.le
                else _WORDS[shape] + _range_in_words(limit)
            )
    kinds = alternatives(args[0]) if args and origin in (list, tuple) else ()
    words = [
        yaml_word(one)
        for kind in kinds
        if get_origin(kind) is Literal
        for one in get_args(kind)
    ]
    of_words = words and f"a list such as [{words[0]}], of {listed(words)}"
    return of_words or _WORDS.get(origin or shape, "a map")


def has_form(shape: Any) -> bool:
    """Whether an annotation limits a text to a pattern."""
    if get_origin(shape) is Annotated:
        inner, *limits = get_args(shape)
        return any(isinstance(limit, Pattern) for limit in limits) or has_form(
            inner
        )
    return get_origin(shape) in (Union, types.UnionType) and any(
        map(has_form, get_args(shape))
    )


def yaml_word(value: object) -> str:
    """Return a value as it is written in YAML: null, true, false, or its text."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range_in_words(limit: Bounds) -> str:
    """Return the words for a range of numbers, to append to the kind of number, with a leading
    blank: ` from 1 to 6`. Empty without limits."""
    if limit.ge is not None and limit.le is not None:
        return f" from {limit.ge} to {limit.le}"
    if limit.ge is not None:
        return f" of {limit.ge} or more"
    return f" of {limit.le} or less" if limit.le is not None else ""


OTHER_WORDS: Mapping[str, str] = {"initiative": "acts_at", "init": "acts_at"}
"""Keys that people try first for something that has another name here."""


def propose_near_key(word: str, known: Iterable[str]) -> str:
    """Return the end of an error about an unknown key: `; did you mean 'x'?`, if one is near,
    and the known keys."""
    from difflib import get_close_matches

    known, word = list(known), word[:_LONGEST]
    folded = {key.lower().replace("-", "_"): key for key in known}
    spelt = word.lower().replace("-", "_")
    close = get_close_matches(spelt, folded, n=1)
    allowed = listed(known, most=60) or "none"
    if OTHER_WORDS.get(spelt) in folded:
        other = ask_if_meant(folded[OTHER_WORDS[spelt]])
        return f"{other} Allowed: {allowed}"
    if close:
        return f"{ask_if_meant(folded[close[0]])} Allowed: {allowed}"
    return f"; allowed: {allowed}"
