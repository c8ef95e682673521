"""Help for editors of encounter files: the JSON Schema of the ruleset, kept in the data folder,
and the line at the top of a file that names it."""

import contextlib
import json
import re
from pathlib import Path

from gmtrack.errors import StoreError
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import state_folder
from gmtrack.store.atomic_files import MOST_BYTES, make_folder, replace_file
from gmtrack.store.history.head import program_of
from gmtrack.store.history.page import Page
from gmtrack.system import read_bytes

SYSTEM = "system"
"""The word for system pages where a ruleset's id is asked for."""
_OWN = (
    rb"\A(\xef\xbb\xbf|)# yaml-language-server: \$schema="
    rb"file://[^\r\n]*/gmtrack/schema/[a-z0-9-]+\.json\r?\n"
)
_ANY = r"(?m)^#\s*(yaml-language-server|\$schema)\s*:"
"""Pattern of a line that names a schema for editors, whoever wrote it."""
_BEGINNING = 1_000
"""Bytes at the start of a schema file in which it says which program wrote it."""


def schema_file(ruleset_id: str) -> Path:
    """Return the path of a ruleset's schema in the data folder, whether it exists or not."""
    return Path(state_folder.data_folder(), "schema", f"{ruleset_id}.json")


def schema_line(ruleset_id: str) -> str:
    """Return the comment line that names a ruleset's schema to editors: `# yaml-language-server:
    $schema=URI`, without a line end."""
    return f"# yaml-language-server: $schema={schema_file(ruleset_id).as_uri()}"


def write_schema(ruleset: Ruleset) -> Path:
    """Write the schema of a ruleset to the data folder and return its path. Raises
    StoreError(cannot-save)."""
    file = schema_file(ruleset.META.id)
    make_folder(file.parent)
    replace_file(file, schema_text(ruleset, program_of(ruleset)), lasting=False)
    return file


def write_page_schema() -> Path:
    """Write the schema of system pages to the data folder and return its path. Raises
    StoreError(cannot-save)."""
    from gmtrack.store.systems.page_schema import page_schema

    file = schema_file(SYSTEM)
    text = json.dumps(page_schema(), indent=2, ensure_ascii=False)
    make_folder(file.parent)
    replace_file(file, text.encode() + b"\n", lasting=False)
    return file


def page_with_schema_line(text: str) -> str:
    """Return the text of a system page with the line for editors at its top, and write the schema
    that it names. The text comes back unchanged if it names a schema itself, or if none can be
    written."""
    if re.search(_ANY, text):
        return text
    try:
        write_page_schema()
    except (OSError, StoreError):
        return text
    return _with_line(text, schema_line(SYSTEM))


def schema_text(ruleset: Ruleset, program: str) -> bytes:
    """Return the JSON Schema of a ruleset as the content of a file that names `program` as its
    writer."""
    from gmtrack.store.check.json_schema import json_schema

    first, *rest = json_schema(ruleset).items()
    document = dict([first, ("$comment", f"gmtrack {program}"), *rest])
    return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n"


def keep_schema(ruleset: Ruleset) -> bool:
    """Write the ruleset's schema unless the one on disk was written by this version of gmtrack
    and of the ruleset. Returns whether it is up to date now; a failure raises nothing."""
    with contextlib.suppress(OSError):
        beginning = read_bytes(schema_file(ruleset.META.id))[:_BEGINNING]
        if f'gmtrack {program_of(ruleset)}"'.encode() in beginning:
            return True
    # Whatever a ruleset of another distribution may raise here is told by `gmtrack schema`.
    with contextlib.suppress(Exception):
        write_schema(ruleset)
        return True
    return False


def with_schema_line(known: tuple[Page, Ruleset]) -> tuple[Page, Ruleset]:
    """Return a page and its ruleset with the line for editors at the top of the page's text;
    writes the schema to disk first if it is out of date. Returns both unchanged if the text
    names a schema itself, if there is no schema on disk, or if the text would become too long."""
    page, ruleset = known
    if re.search(_ANY, page.text) or not keep_schema(ruleset):
        return known
    line = schema_line(ruleset.META.id)
    if len(page.text.encode()) + len(line) + 2 > MOST_BYTES:
        return known
    outer = page.outer and _with_line(page.outer, line)
    return Page(page.encounter, _with_line(page.text, line), outer), ruleset


def _with_line(text: str, line: str) -> str:
    """Return `text` with a first line put in, behind its byte order mark and with its line
    ending."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    return mark + line + end + text.removeprefix(mark)


def without_schema_line(content: bytes) -> bytes:
    """Return the content of a file without the line for editors that gmtrack wrote at its top."""
    return re.sub(_OWN, rb"\1", content, count=1)
