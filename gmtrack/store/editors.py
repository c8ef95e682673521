"""What an editor is told of an encounter file: the JSON Schema of its ruleset, kept in the data
folder, and the line at the top of the file that names it.
"""

import contextlib
import json
import re
from pathlib import Path

from gmtrack.rulesets.port import Ruleset
from gmtrack.store import state_folder
from gmtrack.store.atomic_files import MOST_BYTES, make_folder, replace_file
from gmtrack.store.history.head import program_of
from gmtrack.store.history.page import Page
from gmtrack.system import read_bytes

_OWN = (
    rb"\A(\xef\xbb\xbf|)# yaml-language-server: \$schema="
    rb"file://[^\r\n]*/gmtrack/schema/[a-z0-9-]+\.json\r?\n"
)
_ANY = r"(?m)^#\s*(yaml-language-server|\$schema)\s*:"
"""How files name a schema for editors, whoever wrote it."""
_BEGINNING = 1_000
"""Characters in which a schema says what wrote it."""


def schema_file(ruleset_id: str) -> Path:
    return Path(state_folder.data(), "schema", f"{ruleset_id}.json")


def line_for(ruleset_id: str) -> str:
    return f"# yaml-language-server: $schema={schema_file(ruleset_id).as_uri()}"


def write_schema(ruleset: Ruleset) -> Path:
    """Write the schema of a ruleset, and where to. Raises StoreError(cannot-save)."""
    file = schema_file(ruleset.META.id)
    make_folder(file.parent)
    replace_file(file, schema_text(ruleset, program_of(ruleset)), lasting=False)
    return file


def schema_text(ruleset: Ruleset, program: str) -> bytes:
    from gmtrack.store.check.json_schema import json_schema

    first, *rest = json_schema(ruleset).items()
    document = dict([first, ("$comment", f"gmtrack {program}"), *rest])
    return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n"


def keep_schema(ruleset: Ruleset) -> bool:
    """See to it that the schema is there as this program has it. That it cannot be written is no
    reason to refuse anything; then False."""
    with contextlib.suppress(OSError):
        beginning = read_bytes(schema_file(ruleset.META.id))[:_BEGINNING]
        if f'gmtrack {program_of(ruleset)}"'.encode() in beginning:
            return True
    # Whatever a ruleset of another distribution may raise here is told by `gmtrack schema`.
    with contextlib.suppress(Exception):
        write_schema(ruleset)
        return True
    return False


def marked(known: tuple[Page, Ruleset]) -> tuple[Page, Ruleset]:
    """An encounter that begins with the line for editors; as it is where it names a schema itself,
    or where there is none."""
    page, ruleset = known
    if re.search(_ANY, page.text) or not keep_schema(ruleset):
        return known
    line = line_for(ruleset.META.id)
    if len(page.text.encode()) + len(line) + 2 > MOST_BYTES:
        return known
    outer = page.outer and _with_line(page.outer, line)
    return Page(page.encounter, _with_line(page.text, line), outer), ruleset


def _with_line(text: str, line: str) -> str:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    return mark + line + end + text.removeprefix(mark)


def bare(content: bytes) -> bytes:
    """The content of a file without the line for editors that gmtrack has written."""
    return re.sub(_OWN, rb"\1", content, count=1)
