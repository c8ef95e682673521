"""What cannot be is refused where it stands in the file. The rows of each `impossible.yaml` say
what is written by hand under its table, the path that is named with the line, and what is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import check_rows

from gmtrack.errors import BadFile
from gmtrack.store.check.validate import validate
from gmtrack.store.text.codec import parse_yaml

from .casebook import read

FILES = {path.parent.name: read(path) for path in Path(__file__).parent.glob("*/impossible.yaml")}
WRITTEN = {
    "somebody": "fight:\n  combatants:\n    bob: {{prone: true}}\n    joe: {{{}}}\n",
    "fight": "fight:\n  {}\n",
    "sheet": "  zed: {}\n",
}
"""How a row stands in the file: its last line is the one that is named."""
PLACES = {"somebody": "fight.combatants.joe", "fight": "fight.", "sheet": "combatants.zed."}


def rows(folder: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of a ruleset, each with the kind of place where it is written."""
    for kind in WRITTEN:
        for written, where, message in FILES[folder].get(kind, ()):
            yield kind, written, where, message


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        validate(parse_yaml(text, "table.yaml"), "table.yaml")
    return refused.value.message


@pytest.mark.parametrize("folder", sorted(FILES))
def test_what_cannot_be_is_refused_with_line_and_path(folder: str) -> None:
    def check(kind: str, written: str, where: str, message: str) -> None:
        text = FILES[folder]["table"] + WRITTEN[kind].format(written)
        line = len(text.splitlines())
        place = f"table.yaml:{line}: {PLACES[kind]}{where}: "
        told = refusal(text)
        _, found, said = told.partition(place)
        assert found, told
        assert message in said

    check_rows(check, rows(folder))


@pytest.mark.parametrize("folder", sorted(FILES))
def test_every_fault_of_a_file_is_told_at_once(folder: str) -> None:
    file = FILES[folder]
    said = refusal(file["table"] + file["at_once"]["fight"])
    assert not [place for place in file["at_once"]["places"] if f": fight.{place}: " not in said]
