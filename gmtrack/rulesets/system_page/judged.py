"""A system page that has been judged: what the store keeps of it, and what the ruleset is made
from."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data


class JudgedPage(NamedTuple):
    """A system page without faults. `data` is the page in its long form, `lines` the line of each
    written key by its dotted path; `file` is the file's name for people, and `digest` stands for
    its content."""

    id: str
    data: Data
    lines: Mapping[str, int]
    file: str
    digest: str

    @property
    def row_prefix(self) -> str:
        """The beginning of the ids of the page's rows: `FANTASY` of `FANTASY-40`."""
        return re.sub(r"[^A-Z]", "", self.id.upper()) or "SYSTEM"

    def row_id(self, *path: str) -> str:
        """Return the id of the row at a path, or of the nearest row around it: its line. Empty
        for a path that the page does not have at all."""
        for depth in range(len(path), 0, -1):
            line = self.lines.get(".".join(path[:depth]))
            if line:
                return f"{self.row_prefix}-{line}"
        return ""


def id_of_file(stem: str) -> str:
    """Return the id of a page that names none, from the name of its file without its ending."""
    squashed = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    return squashed if squashed[:1].isalpha() else f"system-{squashed}"


def written_part(path: Path, lines: Mapping[str, int]) -> Path:
    """Return the part of a path that is written in the page; what stands beyond it was written
    in a short form."""
    for depth in range(len(path), 0, -1):
        if ".".join(path[:depth]) in lines:
            return path[:depth]
    return path[:1]
