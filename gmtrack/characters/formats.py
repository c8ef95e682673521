"""Detection of a foreign file's format by its content, and reading of its characters."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Literal

from gmtrack.characters.file import MOST_BYTES, ForeignFile, refuse_file
from gmtrack.core.foreign import ForeignCharacter, SkippedCharacter

Format = Literal["chummer", "csv", "foundry"]
FORMATS: tuple[Format, ...] = ("chummer", "csv", "foundry")
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
    """Return the format of a file by its content, `csv` if it is neither XML nor JSON. Raises
    BadFile for an empty or packed file, a PDF and TOML."""
    for mark, message in PACKED.items():
        if file.content.removeprefix(BOM_UTF8).lstrip().startswith(mark):
            refuse_file(file, message)
    begun = _first_characters(file.content)
    if not begun:
        refuse_file(file, "the file is empty")
    if begun[:1] == "<":
        return "chummer"
    if _is_toml(file.content, begun):
        refuse_file(file, TOML)
    return "foundry" if begun[:1] in ("{", "[") else "csv"


def _first_characters(content: bytes) -> str:
    """Return the beginning of a text without blanks in front, whatever it is encoded in."""
    head = content[:HEAD]
    if head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        codec = "utf-16"
    else:
        codec = "utf-16-le" if head.startswith(b"<\0") else "utf-8-sig"
    return head.decode(codec, "replace").lstrip()


def _is_toml(content: bytes, begun: str) -> bool:
    """Whether a file is TOML: its first line looks so, and all of it can be read as that."""
    import tomllib

    lines = (line.strip() for line in begun.splitlines())
    first = next(
        (line for line in lines if line and not line.startswith("#")), ""
    )
    if len(content) > MOST_BYTES or not _TOML_LINE.fullmatch(first):
        return False
    try:
        return bool(tomllib.loads(content.decode("utf-8-sig")))
    except (ValueError, RecursionError):
        return False


def read_characters(
    file: ForeignFile,
    kind: Format,
    left_out: list[SkippedCharacter] | None = None,
) -> list[ForeignCharacter]:
    """Return the characters in a file of the format `chummer` or `foundry`. Of several, those
    who cannot be read are added to `left_out`. Raises BadFile as `chummer.read_character` and
    `foundry.read_actors`."""
    if kind == "chummer":
        from gmtrack.characters.chummer import read_character

        return [read_character(file)]
    from gmtrack.characters.foundry import read_actors as actors

    return actors(file, left_out)
