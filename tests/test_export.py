"""The board as a picture and as a page."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Type = Callable[[list[str]], Any]


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_the_board_is_written_into_a_file_and_nothing_is_printed(
    kind: str, type_line: Type
) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    screen = type_line(["board", f"--{kind}", f"board.{kind}"])
    assert (screen.status, screen.out, screen.err) == (0, "", "")
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
