"""Spreadsheets as tables of text."""

import pytest

from gmtrack.characters.file import ForeignFile
from gmtrack.characters.spreadsheet import Spreadsheet, read_table
from gmtrack.errors import BadFile


def table(content: bytes | str) -> Spreadsheet:
    data = content.encode() if isinstance(content, str) else content
    return read_table(ForeignFile(data, "x.csv", "x"))


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_any_of_three_signs_parts_the_cells(sign: str) -> None:
    found = table(f"name{sign}body\nZip{sign}3\n")
    assert found.columns == ("name", "body")
    assert found.rows[0].cells == {"name": "Zip", "body": "3"}


def test_a_sign_within_quotes_parts_nothing() -> None:
    found = table('name,weapons.pistol.modes\nZip,"[single, sa_burst]"\n')
    assert found.rows[0].cells["weapons.pistol.modes"] == "[single, sa_burst]"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_usual_encodings(codec: str) -> None:
    found = table("name,body\nMäx,3\n".encode(codec))
    assert found.columns[0] == "name"
    assert found.rows[0].cells["name"] == "Mäx"
    assert found.assumed == ()


def test_windows_1252_is_told() -> None:
    found = table("name,body\nMäx – “the rat”,3\n".encode("cp1252"))
    assert found.rows[0].cells["name"] == "Mäx – “the rat”"
    assert "Windows-1252" in found.assumed[0]


def test_empty_cells_say_nothing_and_empty_lines_are_nobody() -> None:
    found = table("\nname,body,notes\n\nZip,3,\n,,\nZap,,x\n")
    assert [(row.line, row.cells) for row in found.rows] == [
        (4, {"name": "Zip", "body": "3"}),
        (6, {"name": "Zap", "notes": "x"}),
    ]


def test_a_cell_of_several_lines_counts_them() -> None:
    found = table('name,notes\nZip,"one\ntwo"\nZap,x\n')
    assert [row.line for row in found.rows] == [2, 4]


def test_columns_that_are_empty_at_the_end_are_left_out() -> None:
    assert table("name,body,,\nZip,3,,\n").columns == ("name", "body")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("name,body\n", "stands nobody"),
        ("name,,body\nA,1,2\n", "column 2 has no name"),
        ("name,name\nA,B\n", "two columns 'name'"),
        ("name,walk-rate,walk_rate\nA,B,C\n", "two columns 'walk_rate'"),
        ("name,body\nA,1,2\n", "x.csv:2: 3 cells, but the first line names 2 columns"),
        ('name,body\n"A,1\n', "x.csv:2: this is no CSV"),
        ("name\nA\x00B\n", "x.csv:2: there is a control character"),
        ("name\n" + "A\n" * 501, "501 combatants"),
        (",".join(f"c{n}" for n in range(501)) + "\n1\n", "501 columns"),
    ],
)
def test_what_is_no_table_is_one_clear_error(content: str, told: str) -> None:
    with pytest.raises(BadFile) as caught:
        table(content)
    assert told in caught.value.message
    assert len(caught.value.faults) == 1
