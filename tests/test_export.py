"""The board as a picture and as a page."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Type = Callable[[list[str]], Any]


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_the_board_is_written_into_a_file_and_not_shown(kind: str, type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    screen = type_line(["board", f"--{kind}", f"board.{kind}"])
    assert (screen.status, screen.out, screen.err) == (0, f"written: board.{kind}\n", "")
    text = Path(f"board.{kind}").read_text(encoding="utf-8").replace("&#160;", " ")
    assert "Street punk" in text
    assert "□□□" in text


def test_a_picture_is_sound_xml_whatever_the_names_are(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["set", "joe", "name=<b>&\"'[red]"])
    type_line(["board", "--svg", "board.svg"])
    text = "".join(ET.parse("board.svg").getroot().itertext())
    assert "<b>&\"'[red]" in text.replace("\xa0", " ")


def test_a_file_that_cannot_be_written_is_refused(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    screen = type_line(["board", "--svg", "no/such/folder/board.svg", "--json"])
    assert screen.status == 1
    assert screen.doc["error"]["kind"] == "cannot-save"


@pytest.mark.parametrize("words", [["board", "--svg"], ["board", "--html"], ["log", "--export"]])
def test_only_what_was_written_so_is_written_over(
    words: list[str], type_line: Type, tmp_path: Path
) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    file = tmp_path / "notes.txt"
    file.write_text("dear diary")
    screen = type_line([*words, "notes.txt", "--json"])
    assert screen.doc["error"]["kind"] == "cannot-save"
    assert file.read_text() == "dear diary"
    file.write_text("")
    assert type_line([*words, "notes.txt"]).status == 0
    assert type_line([*words, "notes.txt"]).status == 0
