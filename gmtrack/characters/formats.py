"""Which program a file is from, by what is in it, and who is in it."""

from typing import Literal

from gmtrack.characters.file import File, refuse
from gmtrack.core.foreign import Foreign, LeftOut

Format = Literal["chummer", "csv", "foundry"]
FORMATS: tuple[Format, ...] = ("chummer", "csv", "foundry")
LZMA, ZIP, PDF = b"\x5d\x00\x00", b"PK\x03\x04", b"%PDF"
PACKED = {
    LZMA: "this is compressed (.chum5lz): save it as .chum5 in Chummer (Save As)",
    ZIP: "this is a packed file: unpack it, or save a spreadsheet as CSV",
    PDF: "this is a PDF, which holds no values: export the character from its program",
}
"""What is said of files that begin so."""


def sniffed(file: File) -> Format:
    """The format of a file by its content. Raises BadFile for what is none of them."""
    begun = file.content[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    for mark, message in PACKED.items():
        if begun.startswith(mark):
            refuse(file, message)
    if not begun:
        refuse(file, "the file is empty")
    if begun[:1] == b"<":
        return "chummer"
    return "foundry" if begun[:1] in (b"{", b"[") else "csv"


def characters(file: File, kind: Format, left_out: list[LeftOut] | None = None) -> list[Foreign]:
    """Return the characters in a file of Chummer or Foundry. Of several, those who cannot be read
    go into `left_out`. Raises BadFile as `foundry.read`."""
    if kind == "chummer":
        from gmtrack.characters.chummer import read

        return [read(file)]
    from gmtrack.characters.foundry import read as actors

    return actors(file, left_out)
