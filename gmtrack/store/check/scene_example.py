"""An example of a piece of the scene that works, for whoever has typed one that does not."""

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
"""A number that fits most limits."""


def example(
    encounter: Encounter, ruleset: Ruleset, texts: Sequence[str]
) -> str:
    """The words for `set` that put a piece into the scene, for the first of the texts that may
    have meant to; empty where none of them has, or no scene of this ruleset has pieces."""
    from gmtrack.store.check.shapes import fields_of

    fields = fields_of(ruleset.SCHEMA.scene) or {}
    pieces = {
        field: shape
        for field, shape in fields.items()
        if _piece(shape) is not None
    }
    for text in texts:
        head, dot, rest = text.partition("=")[0].partition(".")
        near = [one for one in pieces if squash(one).startswith(squash(head))]
        if dot and (near or squash(head) not in map(squash, fields)):
            name = squash(rest.partition(".")[0]) or PIECE
            tried = ((field, name) for field in near or pieces)
            return next(
                filter(
                    None, (_line(encounter, ruleset, *one) for one in tried)
                ),
                "",
            )
    return ""


def _line(encounter: Encounter, ruleset: Ruleset, field: str, name: str) -> str:
    """The first that works."""
    from gmtrack.store.check.assign import parse_assignments

    for piece in _pieces(encounter, ruleset, field):
        bare = {key: value for key, value in piece.items() if key != "name"}
        told = json.dumps(bare, ensure_ascii=False).replace('"', "")
        text = f"{field}.{name}={told}"
        try:
            parse_assignments(encounter, ruleset, "scene", [text])
        except Refusal:
            continue
        return f"set scene {system.quote(text)}"
    return ""


def _pieces(
    encounter: Encounter, ruleset: Ruleset, field: str
) -> Iterator[Data]:
    """Pieces of this scene and of the ready-made ones, and the least that a piece may be."""
    from gmtrack.store.ready_made import path_of, words
    from gmtrack.store.text.codec import parse

    scenes = [encounter.scene]
    for word in words():
        data = parse(Path(path_of(word)).read_text(encoding="utf-8"), word).data
        scenes += (
            [data.get("scene") or {}]
            if data["ruleset"] == ruleset.META.id
            else []
        )
    for scene in scenes:
        yield from (scene.get(field) or {}).values()
    own = dataclasses.fields(
        _piece(ruleset.SCHEMA.scene.__annotations__[field])
    )
    yield {
        one.name: NUMBER for one in own if one.default is one.default_factory
    }


def _piece(shape: Any) -> Any:
    """The class of the pieces in a map of such; None for any other shape."""
    from gmtrack.store.check.shapes import members

    for member in members(shape):
        if get_origin(member) is dict and dataclasses.is_dataclass(
            get_args(member)[1]
        ):
            return get_args(member)[1]
    return None
