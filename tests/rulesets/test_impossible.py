"""What cannot be is refused where it stands in the file. The rows of each `impossible.yaml` say
what is written by hand under its table, the path that is named with the line, and what is said."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtrack.errors import BadFile
from gmtrack.store.check.validate import validate
from gmtrack.store.text.codec import parse

from .casebook import read

FILES = {path.parent.name: read(path) for path in Path(__file__).parent.glob("*/impossible.yaml")}
WRITTEN = {
    "somebody": "fight:\n  combatants:\n    bob: {{prone: true}}\n    joe: {{{}}}\n",
    "fight": "fight:\n  {}\n",
    "sheet": "  zed: {}\n",
}
"""How a row stands in the file: its last line is the one that is named."""
PLACES = {"somebody": "fight.combatants.joe", "fight": "fight.", "sheet": "combatants.zed."}


def rows() -> Iterator[Any]:
    for folder, file in sorted(FILES.items()):
        for kind in WRITTEN:
            for row in file.get(kind, ()):
                yield pytest.param(file["table"], kind, *row, id=f"{folder}-{row[0][:40]}")


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        validate(parse(text, "table.yaml"), "table.yaml")
    return refused.value.message


@pytest.mark.parametrize(("table", "kind", "written", "where", "message"), list(rows()))
def test_what_cannot_be_is_refused_with_line_and_path(
    table: str, kind: str, written: str, where: str, message: str
) -> None:
    text = table + WRITTEN[kind].format(written)
    line = len(text.splitlines())
    place = f"table.yaml:{line}: {PLACES[kind]}{where}: "
    _, found, said = refusal(text).partition(place)
    assert found
    assert message in said


@pytest.mark.parametrize("folder", sorted(FILES))
def test_every_fault_of_a_file_is_told_at_once(folder: str) -> None:
    file = FILES[folder]
    said = refusal(file["table"] + file["at_once"]["fight"])
    assert not [place for place in file["at_once"]["places"] if f": fight.{place}: " not in said]
