"""A working example of a piece of the scene, for somebody who has typed one that is refused."""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from gmtrack import system
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset

PIECE = "crate"
NUMBER = 4
"""Number that fits most limits."""


def scene_example(
    encounter: Encounter, ruleset: Ruleset, texts: Sequence[str]
) -> str:
    """Return the `set scene` command that adds a piece of the scene, for the first of the texts
    that may have meant one. Empty if none of them did, or if the ruleset's scene has no pieces."""
    from gmtrack.store.check.shapes import fields_of

    fields = fields_of(ruleset.SCHEMA.scene) or {}
    pieces = {
        field: shape
        for field, shape in fields.items()
        if _piece_class(shape) is not None
    }
    for text in texts:
        head, dot, rest = text.partition("=")[0].partition(".")
        near = [one for one in pieces if squash(one).startswith(squash(head))]
        if dot and (near or squash(head) not in map(squash, fields)):
            name = squash(rest.partition(".")[0]) or PIECE
            tried = ((field, name) for field in near or pieces)
            return next(
                filter(
                    None,
                    (
                        _working_example(encounter, ruleset, *one)
                        for one in tried
                    ),
                ),
                "",
            )
    return ""


def _working_example(
    encounter: Encounter, ruleset: Ruleset, field: str, name: str
) -> str:
    """Return the first example of a piece in this field that the checks accept; empty if there
    is none."""
    from gmtrack.store.check.assign import parse_assignments

    for piece in _pieces_to_try(encounter, ruleset, field):
        bare = {key: value for key, value in piece.items() if key != "name"}
        told = json.dumps(bare, ensure_ascii=False).replace('"', "")
        text = f"{field}.{name}={told}"
        try:
            parse_assignments(encounter, ruleset, "scene", [text])
        except Refusal:
            continue
        return f"set scene {system.quote(text)}"
    return ""


def _pieces_to_try(
    encounter: Encounter, ruleset: Ruleset, field: str
) -> Iterator[Data]:
    """Yield pieces to try: those of this scene, of ready-made encounters with the same ruleset,
    and the smallest one possible."""
    from gmtrack.store.ready_made import path_of, ready_made_words
    from gmtrack.store.text.codec import parse_yaml

    scenes = [encounter.scene]
    for word in ready_made_words():
        data = parse_yaml(
            Path(path_of(word)).read_text(encoding="utf-8"), word
        ).data
        scenes += (
            [data.get("scene") or {}]
            if data["ruleset"] == ruleset.META.id
            else []
        )
    for scene in scenes:
        yield from (scene.get(field) or {}).values()
    own = dataclasses.fields(
        _piece_class(ruleset.SCHEMA.scene.__annotations__[field])
    )
    yield {
        one.name: NUMBER for one in own if one.default is one.default_factory
    }


def _piece_class(shape: Any) -> Any:
    """Return the class of the values in a map of pieces; None for any other shape."""
    from gmtrack.store.check.shapes import alternatives

    for member in alternatives(shape):
        if get_origin(member) is dict and dataclasses.is_dataclass(
            get_args(member)[1]
        ):
            return get_args(member)[1]
    return None
