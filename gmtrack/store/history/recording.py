"""A history exported to a file for another machine: the fight at its beginning, and the steps in
effect."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.errors import BadFile, Fault

FORMAT = 1
KIND = "gmtrack-history"
LONGEST = 64 * 1024 * 1024
"""Most bytes of an exported history; some 20,000 steps."""
TOLD = (
    "time",
    "edition",
    "report",
    "story",
    "shown",
    "dice",
    "plain",
    "first",
)
"""Keys of a journal entry that say what came of a step, when, and by which edition of the rules."""
KEYS = ("seq", "kind", "line", "changes", *TOLD)


class Recording(NamedTuple):
    """An exported history.

    `text` is the encounter at the beginning, as a file would hold it; `steps` are the journal
    entries in effect, oldest first."""

    text: str
    steps: list[Data]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the export, a JSON document each: first the encounter at the
        beginning, then every step."""
        yield json.dumps({"kind": KIND, "format": FORMAT, "text": self.text})
        for step in self.steps:
            yield json.dumps({key: step[key] for key in KEYS if key in step})


def read_recording(file: Path) -> Recording:
    """Read an exported history and check every step. Raises BadFile, with the line, if the file
    is none or a step is wrong."""
    head, *rest = _read_documents(file)
    if head.get("kind") != KIND or not isinstance(head.get("text"), str):
        raise _bad_line(
            file,
            1,
            "this is no history: `gmtrack log --export FILE.jsonl` writes one",
        )
    if head.get("format") != FORMAT:
        raise _bad_line(
            file,
            1,
            f"format {head.get('format')!r} is not known: use a newer gmtrack",
        )
    from gmtrack.store.history.check_recording import problems_of

    for number, step in enumerate(rest, 2):
        faults = [
            Fault(".".join(one.path), one.message, str(file), number)
            for one in problems_of(step)
        ]
        if faults:
            raise BadFile(faults)
    return Recording(head["text"], rest)


def _read_documents(file: Path) -> list[Data]:
    """Return the JSON documents in the lines of a file; one empty document for an empty file.
    Raises BadFile if a line is none or the file is too long."""
    from gmtrack.store.stored_encounter import read_file

    content = read_file(file, LONGEST)[0]
    if len(content) > LONGEST:
        raise _bad_line(file, 0, f"is longer than {LONGEST // 2**20} MiB")
    found: list[Data] = []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            raise _bad_line(file, number, "this line is no JSON document")
        found.append(document)
    return found or [{}]


def _bad_line(file: Path, line: int, message: str) -> BadFile:
    """Return the BadFile for one fault in a line (0: the whole file)."""
    return BadFile([Fault("", message, str(file), line)])
