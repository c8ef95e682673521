"""The JSON Schema of system pages, for editors, with the short ways to write their parts."""

import warnings
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.core.values import key_of
from gmtrack.rulesets.system_page.page.shapes import SystemPage, page_shape
from gmtrack.rulesets.system_page.page.short_forms import (
    SHORT_FORMS,
    shapes_in,
)

SWITCH = (True, False, "yes", "no")
"""The values of a switch, as editors read them."""
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def page_schema() -> Data:
    """Return the JSON Schema (draft 2020-12) of system pages."""
    from pydantic import ConfigDict, TypeAdapter

    shape: Any = page_shape()
    config = ConfigDict(strict=True, extra="forbid")
    with warnings.catch_warnings():
        # Some defaults are formulas, which JSON does not know; pydantic leaves them out and warns.
        warnings.simplefilter("ignore")
        whole = TypeAdapter(dict[str, shape], config=config).json_schema()
    definitions = whole["$defs"]
    for one in set(shapes_in(SystemPage)):
        _describe(definitions[one.__name__], one)
        if one in SHORT_FORMS:
            definitions[one.__name__] = _with_short_form(
                definitions[one.__name__], one
            )
    page = definitions.pop(SystemPage.__name__)
    document = {
        "$schema": DRAFT,
        "$id": "urn:gmtrack:schema:system",
        "title": "System page",
        "description": "The combat of one game, as gmtrack plays it.",
        **{key: value for key, value in page.items() if key != "title"},
        "$defs": definitions,
    }
    _accept_yes_and_no(document)
    return document


def _accept_yes_and_no(node: Any) -> None:
    """Let each switch of a schema also be `yes` or `no`. Editors read YAML 1.2, where these are
    texts; gmtrack reads them as a switch."""
    if isinstance(node, list):
        for one in node:
            _accept_yes_and_no(one)
    if not isinstance(node, dict):
        return
    if node.get("type") == "boolean":
        del node["type"]
        node["enum"] = list(SWITCH)
    for one in node.values():
        _accept_yes_and_no(one)


def _describe(definition: Data, shape: Any) -> None:
    """Add the help of each key to the definition of a shape."""
    definition["additionalProperties"] = False
    for name, declared in shape.SAID.items():
        field = definition["properties"].get(key_of(name))
        if field is not None:
            field["description"] = declared.help
            field.pop("title", None)


def _with_short_form(definition: Data, shape: Any) -> Data:
    """Return a definition that also takes the short form of a shape."""
    types = list(SHORT_FORMS[shape].types)
    return {"anyOf": [{"type": types}, definition]}
