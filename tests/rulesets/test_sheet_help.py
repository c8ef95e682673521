"""What a sheet's help says: a sentence for every field of the sheet and the scene, and for no
other."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest

from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Schema

HELPED = ("i2050", "spotlight", "sr3", "storyteller", "swan-song")
MOST = 150
"""Characters of a sentence: an editor shows it in a small box."""

each_ruleset = pytest.mark.parametrize("name", HELPED)


def schema_of(name: str) -> Schema:
    return registry.load(name).SCHEMA


def paths_of(shape: type, prefix: str = "") -> Iterator[str]:
    """The dotted paths of all fields, `*` for keys and places in lists."""
    hints = get_type_hints(shape)
    for field in fields(shape):
        path = prefix + field.name.rstrip("_")
        yield path
        yield from below(hints[field.name], path)


def below(kind: Any, path: str) -> Iterator[str]:
    """The fields of dataclasses that a type holds: as they are, in a list, in a map."""
    if is_dataclass(kind) and isinstance(kind, type):
        yield from paths_of(kind, f"{path}.")
    container = getattr(kind, "__origin__", None) in (dict, tuple, list)
    for part in get_args(kind):
        yield from below(part, f"{path}.*" if container else path)


@each_ruleset
def test_every_field_has_its_sentence_and_nothing_else(name: str) -> None:
    schema = schema_of(name)
    expected = {*paths_of(schema.sheet), *paths_of(schema.scene, "scene.")}
    assert sorted(schema.help.keys() - {"scene"}) == sorted(expected)


@each_ruleset
def test_it_is_one_short_sentence(name: str) -> None:
    for path, text in schema_of(name).help.items():
        assert text.endswith("."), path
        assert ". " not in text, path
        assert "\n" not in text, path
        assert 10 < len(text) <= MOST, (path, len(text))


@each_ruleset
def test_the_guide_names_every_key_of_a_sheet(name: str) -> None:
    guide = registry.page(name, "GUIDE.md") or ""
    keys = {path.split(".")[0] for path in paths_of(schema_of(name).sheet)}
    assert sorted(keys - {*re.findall(r"`([a-z_0-9]+)", guide)}) == []
