"""Detection of a foreign file's format by its content, and reading of its characters."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from typing import Any, Literal

from gmtrack.characters.file import MOST_BYTES, ForeignFile, refuse_file
from gmtrack.core.foreign import ForeignCharacter, SkippedCharacter
from gmtrack.errors import BadFile

Format = Literal[
    "chummer", "csv", "dndme", "foundry", "initiative", "statblock"
]
FORMATS: tuple[Format, ...] = (
    "chummer",
    "csv",
    "dndme",
    "foundry",
    "initiative",
    "statblock",
)
STAT_BLOCKS = ("dndme", "initiative", "statblock")
"""The formats whose files hold stat blocks: of dndme, of Improved Initiative, and any others."""
LZMA, ZIP, PDF = b"\x5d\x00\x00", b"PK\x03\x04", b"%PDF"
PACKED = {
    LZMA: "this is compressed (.chum5lz): save it as .chum5 in Chummer (Save As)",
    ZIP: "this is a packed file: unpack it, or save a spreadsheet as CSV",
    PDF: "this is a PDF, which holds no values: export the character from its program",
}
"""Messages that refuse packed files, by the bytes with which these begin."""


TOML = (
    "this is TOML: write it as a spreadsheet (CSV), or as an encounter (YAML)"
)
_TOML_LINE = re.compile(
    r"\[{1,2}\s*[A-Za-z_][^\]]*\]{1,2}\s*(?:#.*)?|[\w.\"'-]+\s*=.*"
)
"""Pattern of a line with which TOML begins: a table, or a key and its value."""
HEAD = 4096


def detect_format(file: ForeignFile) -> Format:
    """Return the format of a file by its content, `csv` if it is neither XML, JSON nor TOML. Raises
    BadFile for an empty or packed file, a PDF, and TOML without stat blocks."""
    for mark, message in PACKED.items():
        if file.content.removeprefix(BOM_UTF8).lstrip().startswith(mark):
            refuse_file(file, message)
    begun = _first_characters(file.content)
    if not begun:
        refuse_file(file, "the file is empty")
    if begun[:1] == "<":
        return "chummer"
    found = _parse_toml(file.content, begun)
    if found:
        from gmtrack.characters.blocks.block_files import find_toml_blocks

        if any(find_toml_blocks(found)):
            return "dndme"
        refuse_file(file, TOML)
    return _kind_of_json(file) if begun[:1] in ("{", "[") else "csv"


def _kind_of_json(file: ForeignFile) -> Format:
    """Return which program a JSON file is of: Foundry, unless it holds stat blocks. A file that
    cannot be parsed is left to Foundry's reader, which says why."""
    from gmtrack.characters.blocks.block_files import find_blocks
    from gmtrack.characters.blocks.block_places import IMPROVED_INITIATIVE
    from gmtrack.characters.json_file import parse_json

    try:
        first = next(find_blocks(parse_json(file)), None)
    except BadFile:
        return "foundry"
    if first is None:
        return "foundry"
    is_initiative = first.system is IMPROVED_INITIATIVE
    return "initiative" if is_initiative else "statblock"


def _first_characters(content: bytes) -> str:
    """Return the beginning of a text without blanks in front, whatever it is encoded in."""
    head = content[:HEAD]
    if head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        codec = "utf-16"
    else:
        codec = "utf-16-le" if head.startswith(b"<\0") else "utf-8-sig"
    return head.decode(codec, "replace").lstrip()


def _parse_toml(content: bytes, begun: str) -> Mapping[str, Any]:
    """Return the data of a TOML file; empty for a file whose first line does not look so, or that
    cannot be read as that."""
    import tomllib

    lines = (line.strip() for line in begun.splitlines())
    first = next(
        (line for line in lines if line and not line.startswith("#")), ""
    )
    if len(content) > MOST_BYTES or not _TOML_LINE.fullmatch(first):
        return {}
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}


def read_characters(
    file: ForeignFile,
    kind: Format,
    left_out: list[SkippedCharacter] | None = None,
) -> list[ForeignCharacter]:
    """Return the characters in a file of any format but `csv`. Of several, those who cannot be
    read are added to `left_out`. Raises BadFile as `chummer.read_character`,
    `foundry.read_actors` and `stat_blocks.read_blocks`."""
    if kind == "chummer":
        from gmtrack.characters.chummer import read_character

        return [read_character(file)]
    if kind in STAT_BLOCKS:
        from gmtrack.characters.blocks.reading import read_blocks

        return read_blocks(file, left_out, is_toml=kind == "dndme")
    from gmtrack.characters.foundry import read_actors as actors

    return actors(file, left_out)
