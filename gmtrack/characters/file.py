"""A file of another program: which one it is from, by what is in it, who is in it, and how it is
refused."""

from typing import Literal, NamedTuple, NoReturn

from gmtrack.core.foreign import Foreign
from gmtrack.errors import BadFile, Fault

MOST_BYTES = 16 * 1024 * 1024
"""The longest file that is read; portraits make a character of Chummer's a few MiB."""


class File(NamedTuple):
    """A file's content, its name for messages, and what is called after it."""

    content: bytes
    name: str
    stem: str


def refuse(file: File, message: str, at: str = "", line: int = 0) -> NoReturn:
    """Raises BadFile with one fault."""
    raise BadFile([Fault(at, message, file.name, line)])


def check_length(file: File) -> None:
    """Raises BadFile for a file that is too long to be read."""
    if len(file.content) > MOST_BYTES:
        refuse(file, f"the file is longer than {MOST_BYTES // 2**20} MiB, the most that is read")


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


def characters(file: File, kind: Format) -> list[Foreign]:
    """The characters in a file of Chummer or Foundry. Raises BadFile."""
    if kind == "chummer":
        from gmtrack.characters.chummer import read

        return [read(file)]
    from gmtrack.characters.foundry import read as actors

    return actors(file)
