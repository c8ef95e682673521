"""Whatever a file has become, it ends in characters that can be added or in one clear error."""

import json
from contextlib import suppress
from typing import Any

import pytest
from characters_support import FILES
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.app.importing import placed, spreadsheet_rows
from gmtrack.characters import spreadsheet
from gmtrack.characters.file import ForeignFile
from gmtrack.characters.formats import detect_format, read_characters
from gmtrack.core.encounter import Encounter
from gmtrack.errors import GmtrackError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.validate import problems_with
from gmtrack.store.encounter_map import data_of

RULESETS = ("swan-song", "sr3", "storyteller", "i2050", "spotlight", "fantasy", "plain")
NAMES = sorted(path.name for path in FILES.iterdir())
STRANGE = (
    None,
    True,
    -1,
    0,
    99999,
    10**30,
    1.5,
    float("nan"),
    "",
    "x",
    "-3",
    [],
    [[]],
    {},
    {"a": 1},
)
TWISTS = (
    b"",
    b"\x00",
    b"\xff",
    b"<",
    b">",
    b"}",
    b'"',
    b"-1",
    b"999999999",
    b"1e99",
    b",",
    b"&lt;",
)


def imported(content: bytes, name: str) -> None:
    """Import into every ruleset that takes it; what is not refused has to be a sound encounter."""
    file = ForeignFile(content, name, "file")
    for one in RULESETS:
        ruleset = registry.load(one)
        encounter = Encounter("fight", one)
        with suppress(GmtrackError):
            kind = detect_format(file)
            found: Any = (
                spreadsheet.read_table(file) if kind == "csv" else read_characters(file, kind)
            )
            people = brought(found, name, encounter, ruleset)
            encounter.combatants |= {person.id: person.sheet for person in people}
            for person in people:
                encounter.effects |= person.effects
            assert not problems_with(data_of(encounter), ruleset)


def brought(found: Any, name: str, encounter: Encounter, ruleset: Ruleset) -> Any:
    if not isinstance(found, list):
        return spreadsheet_rows.parse_rows(found, name, encounter, ruleset)
    if not all(placed.can_place_game(ruleset, one.system) for one in found):
        return ()
    return placed.place_foreigners(found, name, encounter, ruleset)


@pytest.mark.parametrize("name", NAMES)
def test_the_files_as_they_are(name: str) -> None:
    imported((FILES / name).read_bytes(), name)


@modest(160)
@given(st.sampled_from(NAMES), st.data())
def test_a_file_that_is_cut_doubled_or_overwritten(name: str, data: st.DataObject) -> None:
    content = (FILES / name).read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.sampled_from((0, 1, 5, 40, 400, 10**6))))
        piece = data.draw(st.sampled_from((*TWISTS, content[start:end] * 2)))
        content = content[:start] + piece + content[end:]
    imported(content, name)


@modest(200)
@given(st.sampled_from([name for name in NAMES if name.endswith(".json")]), st.data())
def test_an_actor_with_values_of_the_wrong_kind(name: str, data: st.DataObject) -> None:
    actor = json.loads((FILES / name).read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 6))):
        holder, key = data.draw(st.sampled_from([*places(actor)]))
        holder[key] = data.draw(st.sampled_from(STRANGE))
    imported(json.dumps(actor).encode(), name)


def places(found: Any) -> Any:
    """Every value in a document, as what holds it and its key."""
    pairs = found.items() if isinstance(found, dict) else enumerate(found)
    for key, value in list(pairs):
        yield found, key
        if isinstance(value, dict | list):
            yield from places(value)


@modest(160)
@given(st.sampled_from([name for name in NAMES if name.endswith(".chum5")]), st.data())
def test_a_chummer_file_with_other_texts_and_missing_nodes(name: str, data: st.DataObject) -> None:
    from xml.etree.ElementTree import tostring

    from defusedxml.ElementTree import fromstring

    root = fromstring((FILES / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        parents = [node for node in root.iter() if len(node)]
        parent = data.draw(st.sampled_from(parents))
        child = data.draw(st.sampled_from(list(parent)))
        what = data.draw(st.sampled_from(("gone", "twice", "moved", "text")))
        if what == "gone":
            parent.remove(child)
        elif what == "twice":
            parent.append(child)
        elif what == "moved":
            data.draw(st.sampled_from(parents)).text = child.text
        else:
            child.text = data.draw(st.sampled_from(("", "x", "-7", "99999999999", "(", "{STR}*2P")))
    imported(tostring(root), name)
