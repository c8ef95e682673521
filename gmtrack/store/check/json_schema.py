"""The JSON Schema (draft 2020-12) of a ruleset's encounter files, for editors, written from the
annotations by which files are judged."""

import dataclasses
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from gmtrack.core.counters import HELP as COUNTER
from gmtrack.core.encounter import FORMAT, ID_PATTERN, Data
from gmtrack.core.names import without_markup
from gmtrack.core.record import Bounds, Form, Pattern
from gmtrack.core.values import key_of
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import HouseRule, Ruleset
from gmtrack.store.check.house_rules import SWITCH
from gmtrack.store.check.shapes import (
    Keys,
    fields_of,
    file_shape,
    is_required,
    sheet_shape,
)
from gmtrack.store.check.validate import RESERVED, complete_sheet

DRAFT = "https://json-schema.org/draft/2020-12/schema"
STOCKED = (("weapons", "*"), ("armor", "*"), ("spells", "*"))
"""Paths of a sheet whose values may be names of stock things."""
REFERENCE: Data = {
    "type": "string",
    "pattern": f"^@{ID_PATTERN}$",
    "description": "A thing of the ruleset's stock: `gmtrack stock` lists them.",
}
OF_THE_FILE = {
    "gmtrack": "The version of the format.",
    "name": "The fight's title.",
    "ruleset": "The rules of this fight.",
    "kind": "encounter, or party: the people of one side, kept between fights.",
    "party": "Whom the fight brings along as they stand: a kept party, or the path of its file.",
    "notes": "The GM's notes on the fight.",
    "house_rules": "Rulings that are set otherwise than their default.",
    "table": "How the people at the table play it.",
    "table.ask": "Sides and combatants whose players roll real dice.",
    "table.groups": "Combatants that share one initiative, each group by a word with *.",
    "table.next": "With auto, a session ends a turn in which nothing is left to do.",
    "table.phones": "With roll, phones may roll the dice of players too, which is marked; with "
    "act, what players tap in their turn is carried out as well.",
    "table.odds": "Whether a session tells how likely each attack was.",
    "scene": "The surroundings.",
    "templates": "Sheets that are not in the fight themselves, by id.",
    "counters": "Counters of the fight, by id.",
    **{f"counters.*.{key}": told for key, told in COUNTER.items()},
    "combatants": "Who is in the fight, by id: lower-case letters, digits and hyphens.",
    "fight": "What play changes, written by the program; a prepared encounter has none.",
}
OF_A_COMBATANT = {
    "name": "The name that is shown; by default the id.",
    "side": "pc for a player character, foe, ally or any other word for a side of its own.",
    "template": "The template, or (@name) the thing of the stock, whose fields it has as well.",
    "hidden": "Whether the players do not see it.",
    "players": "What the players read in place of the name; by default the name.",
    "notes": "The GM's notes.",
    "counters": "Counters of their own, by id.",
    **{f"counters.*.{key}": told for key, told in COUNTER.items()},
}
DEEPEST = 20
"""Most shapes inside each other that are written out; no real file nests as deep."""
_NAMES: Mapping[Any, str] = {
    int: "integer",
    float: "number",
    bool: "boolean",
    str: "string",
    type(None): "null",
}
_OFTEN = range(0x100), range(0x2010, 0x203F)
"""Characters that are tested one by one: Latin ones, dashes and quotation marks."""


def json_schema(ruleset: Ruleset) -> Data:
    """Return the JSON Schema of a ruleset's encounter files."""
    schema, meta = ruleset.SCHEMA, ruleset.META
    scene = [path for path in schema.help if path.partition(".")[0] == "scene"]
    writer = _SchemaWriter(
        {**OF_THE_FILE, **{path: schema.help[path] for path in scene}}
    )
    shape = file_shape(schema)
    special: Data = {
        "gmtrack": {"const": FORMAT},
        "ruleset": {"const": meta.id},
        "house_rules": _schema_of_house_rules(ruleset),
        "templates": _schema_of_people("template", f"@?{ID_PATTERN}"),
        "combatants": _schema_of_people(
            "combatant", ID_PATTERN, {"not": {"enum": list(RESERVED)}}
        ),
    }
    told = {
        key: {"description": OF_THE_FILE[key], **part}
        for key, part in special.items()
    }
    fields = fields_of(shape) or {}
    return {
        "$schema": DRAFT,
        "$id": f"urn:gmtrack:schema:{meta.id}",
        "title": f"{meta.title} encounter",
        "description": f"An encounter file of gmtrack for {meta.title}.",
        "type": "object",
        "properties": {
            key: told.get(key) or writer.schema_of(fields[key], (key,))
            for key in fields
        },
        "required": [key for key in fields if key in shape.required],
        "additionalProperties": False,
        "$defs": _shared_schemas(ruleset),
    }


# --- combatants ---


def _schema_of_people(
    definition: str, pattern: str, more: Data | None = None
) -> Data:
    """Return the schema of a map of combatants or templates by id; `definition` is the one of
    their values, `more` limits the ids further."""
    return {
        "type": ["object", "null"],
        "propertyNames": {"pattern": f"^{pattern}$", **(more or {})},
        "additionalProperties": {"$ref": f"#/$defs/{definition}"},
    }


def _shared_schemas(ruleset: Ruleset) -> Data:
    """Return the shared schemas: of a sheet, of a template (a sheet without a template), and of
    a combatant (a sheet with the required keys)."""
    sheet: Any = ruleset.SCHEMA.sheet
    fields = fields_of(sheet_shape(sheet)) or {}
    writer = _SchemaWriter({**OF_A_COMBATANT, **ruleset.SCHEMA.help})
    properties = writer.properties(
        fields, (), {"side": "foe", **_plain_defaults(sheet)}
    )
    properties["side"]["examples"] = ["pc", "foe", "ally"]
    whole = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    ref = {"$ref": "#/$defs/sheet"}
    return {
        "sheet": whole,
        "template": {"allOf": [ref, {"properties": {"template": False}}]},
        "combatant": {
            "allOf": [
                ref,
                {
                    "if": {"required": ["template"]},
                    "else": _required_without_template(ruleset),
                },
            ]
        },
    }


def _required_without_template(ruleset: Ruleset) -> Data:
    """Return the schema for the keys that a sheet without a template needs. They are fewer where
    the ruleset completes sheets with a certain value."""
    shape = sheet_shape(ruleset.SCHEMA.sheet)
    required = [key for key in shape.fields if key in shape.required]
    usual = _still_required(ruleset, {}, required)
    rule: Data = {"required": usual} if usual else {}
    for key, kind in shape.fields.items():
        for value in _values_of_kind(kind):
            left = _still_required(ruleset, {key: value}, required)
            if set(left) < set(usual):
                here = {
                    "properties": {key: {"const": value}},
                    "required": [key],
                }
                rule = {"if": here, "then": {"required": left}, "else": rule}
    return rule


def _still_required(
    ruleset: Ruleset, sheet: Data, required: list[str]
) -> list[str]:
    """Return the required keys that are missing after the ruleset has completed a sheet."""
    whole = complete_sheet(ruleset, sheet)
    return [key for key in required if key not in whole]


def _values_of_kind(kind: Any) -> Iterable[Any]:
    """Return the values of a kind with a fixed few of them; none for any other kind."""
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is Literal else ()


# --- house rules ---


def _schema_of_house_rules(ruleset: Ruleset) -> Data:
    """Return the schema of `house_rules`, with the question of each ruling as its description."""
    rows = {row.id: row for row in registry.rulebook(ruleset.META.id)}
    properties = {}
    for key, rule in ruleset.SCHEMA.house_rules.items():
        row = rows.get(rule.ruling)
        question = without_markup(row.cell("question")) if row else ""
        told = ": ".join(filter(None, (rule.ruling, question)))
        properties[key] = {"description": told, **_schema_of_house_rule(rule)}
        if _is_plain(rule.default):
            properties[key]["default"] = rule.default
    return {
        "type": ["object", "null"],
        "properties": properties,
        "additionalProperties": False,
    }


def _schema_of_house_rule(rule: HouseRule) -> Data:
    """Return the schema of one house rule's value."""
    found = [
        _schema_of_type(kind)
        for kind in (rule.allowed, rule.free)
        if isinstance(kind, type)
    ]
    if isinstance(rule.allowed, tuple):
        found.insert(0, {"enum": list(_spellings_of_values(rule.allowed))})
    return _schema_of_any(found)


def _spellings_of_values(values: Iterable[Any]) -> Iterator[Any]:
    """Yield the values, with `off` beside false and false beside `off`, the same for `on`."""
    known = [(type(value), value) for value in values]
    twins: dict[Any, Any] = {
        **SWITCH,
        **{name: switch for switch, name in SWITCH.items()},
    }
    for kind, value in known:
        yield value
        twin = twins.get(value) if kind in (bool, str) else None
        if twin is not None and (type(twin), twin) not in known:
            yield twin


def _schema_of_type(kind: type) -> Data:
    """Return the schema of a Python type; an empty one, which allows anything, for a type that
    JSON lacks."""
    if kind in (list, dict):
        return {"type": "array" if kind is list else "object"}
    return {"type": _NAMES[kind]} if kind in _NAMES else {}


# --- shapes ---


class _SchemaWriter:
    """Writer of schemas for annotations; `help` has the descriptions by dotted path."""

    def __init__(self, help: Mapping[str, str]) -> None:
        self.help = help

    def schema_of(self, shape: Any, path: tuple[str, ...]) -> Data:
        """Return the schema of an annotation at a path, with its description."""
        found = self._shape(shape, path, ()) if len(path) < DEEPEST else {}
        if path in STOCKED:
            found = _schema_of_any([found, REFERENCE])
        told = self.help.get(".".join(path))
        return {"description": told, **found} if told else found

    def properties(
        self,
        fields: Mapping[str, Any],
        path: tuple[str, ...],
        defaults: Mapping[str, Any],
    ) -> dict[str, Data]:
        """Return the schemas of several fields below a path, with their defaults."""
        found = {
            key: self.schema_of(shape, (*path, key))
            for key, shape in fields.items()
        }
        for key in found.keys() & defaults.keys():
            found[key]["default"] = defaults[key]
        return found

    def _shape(
        self, shape: Any, path: tuple[str, ...], limits: tuple[Any, ...]
    ) -> Data:
        """Return the schema of an annotation within the `limits`, without its description."""
        origin, args = get_origin(shape) or shape, get_args(shape)
        if origin is Annotated:
            form = next(
                (one for one in args[1:] if isinstance(one, Form)), None
            )
            return self._shape(
                form.shape if form else args[0], path, (*limits, *args[1:])
            )
        if origin in (Union, types.UnionType):
            return _schema_of_any(
                [self._shape(arg, path, limits) for arg in args]
            )
        if fields_of(shape) is not None:
            return self._fixed(shape, path)
        if origin in (list, tuple):
            return self._list(args, path)
        if origin is dict:
            return self._map(args, path)
        return (
            {"enum": list(args)}
            if origin is Literal
            else _schema_of_scalar(origin, limits)
        )

    def _fixed(self, shape: Any, path: tuple[str, ...]) -> Data:
        """Return the schema of a map with fixed keys."""
        if issubclass(shape, Keys):
            required = [key for key in shape.fields if key in shape.required]
            defaults: Mapping[str, Any] = {}
        else:
            every = dataclasses.fields(shape)
            required = [
                key_of(field.name) for field in every if is_required(field)
            ]
            defaults = _plain_defaults(shape)
        found: Data = {
            "type": "object",
            "properties": self.properties(
                fields_of(shape) or {}, path, defaults
            ),
            "additionalProperties": False,
        }
        return found | ({"required": required} if required else {})

    def _list(self, args: tuple[Any, ...], path: tuple[str, ...]) -> Data:
        """Return the schema of a list, or of a tuple of fixed length."""
        if len(args) in (0, 1) or args[1:] == (...,):
            return {"type": "array"} | (
                {"items": self.schema_of(args[0], (*path, "*"))} if args else {}
            )
        items = [self.schema_of(arg, (*path, "*")) for arg in args]
        return {
            "type": "array",
            "prefixItems": items,
            "minItems": len(args),
            "items": False,
        }

    def _map(self, args: tuple[Any, ...], path: tuple[str, ...]) -> Data:
        """Return the schema of a map with free or enumerated keys."""
        if not args:
            return {"type": "object"}
        keys, values = (
            self._shape(args[0], path, ()),
            self.schema_of(args[1], (*path, "*")),
        )
        if "enum" in keys:
            told = {
                key: self.help.get(".".join((*path, key)))
                for key in keys["enum"]
            }
            named = {
                key: {**values, "description": told[key]}
                for key in told
                if told[key]
            }
            properties = {key: named.get(key, values) for key in keys["enum"]}
            return {
                "type": "object",
                "properties": properties,
                "additionalProperties": False,
            }
        found = {"type": "object", "additionalProperties": values}
        return found | (
            {"propertyNames": {"pattern": keys["pattern"]}}
            if "pattern" in keys
            else {}
        )


def _schema_of_scalar(kind: Any, limits: tuple[Any, ...]) -> Data:
    """Return the schema of a number, text or other scalar within the `limits`; an empty one,
    which allows anything, for a type that JSON lacks."""
    if kind not in _NAMES:
        return {}
    found: Data = {"type": _NAMES[kind]}
    for limit in limits:
        if isinstance(limit, Pattern) and kind is str:
            # For editors, whose `\w` knows no letters but A to Z.
            atoms = _ATOM.findall(limit.regex)
            portable = "".join(
                _excluding_class(atom) if r"\w" in atom else atom
                for atom in atoms
            )
            found["pattern"] = f"^(?:{portable})$"
        if isinstance(limit, Bounds) and kind in (int, float):
            least_and_most = {"minimum": limit.ge, "maximum": limit.le}
            found |= {
                key: value
                for key, value in least_and_most.items()
                if value is not None
            }
    return found


def _schema_of_any(found: list[Data]) -> Data:
    """Return the schema that allows any of several schemas, as short as a person would write it."""
    null = {"type": "null"}
    rest = [one for one in found if one != null]
    if len(rest) > 1:
        if all(one.keys() == {"enum"} for one in rest):
            rest = [{"enum": [value for one in rest for value in one["enum"]]}]
        else:
            return {"anyOf": found}
    if null not in found:
        return rest[0]
    one = rest[0] if rest else {}
    if "enum" in one:
        return {**one, "enum": [*one["enum"], None]}
    if isinstance(one.get("type"), str):
        return {**one, "type": [one["type"], "null"]}
    return {"anyOf": found} if one else {}


def _plain_defaults(shape: Any) -> Data:
    """Return the defaults of a dataclass's fields that are plain values."""
    fields = {
        key_of(field.name): field.default for field in dataclasses.fields(shape)
    }
    return {key: value for key, value in fields.items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    """Whether a value can be a default in JSON Schema."""
    return isinstance(value, (bool, int, float, str))


# --- patterns ---

_ATOM = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\.|.", re.DOTALL)


def _excluding_class(atom: str) -> str:
    """Return a character class of a pattern as one that excludes the wrong characters, so that
    it allows letters of all languages."""
    fits = re.compile(atom)
    wrong = [
        code for codes in _OFTEN for code in codes if not fits.match(chr(code))
    ]
    return f"[^{''.join(_ranges_of_code_points(wrong))}]"


def _ranges_of_code_points(codes: list[int]) -> Iterator[str]:
    """Yield the ranges of a character class for sorted code points."""
    start = None
    for code, following in zip(codes, [*codes[1:], -1], strict=True):
        start = code if start is None else start
        if following != code + 1:
            yield f"\\u{start:04x}" + (
                f"-\\u{code:04x}" if code > start else ""
            )
            start = None
