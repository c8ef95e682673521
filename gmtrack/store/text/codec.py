"""Parsing YAML; the only module that uses PyYAML. A document is built from the flat stream of
events, so that nothing in it can recurse, run code or multiply, and all faults are collected.
Only plain scalars, lists, and maps with text keys are accepted."""

import re
from collections.abc import Iterator
from typing import Any

from gmtrack.errors import BadFile, Fault
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.text.nodes import Document
from gmtrack.store.text.reader import Reader, first_line

MOST_BYTES_WITHOUT_C = 1024 * 1024
_UNREADABLE = re.compile(
    r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|(?<!^)\ufeff"
)
"""Pattern of characters that may not stand raw in a file: control characters, half surrogates,
stray byte order marks."""


def decode_file(content: bytes, file: str) -> str:
    """Return the text of a file's content. Raises BadFile if it is too long or not UTF-8."""
    if len(content) > MOST_BYTES:
        allowed = f"the file is longer than {MOST_BYTES // 2**20} MiB, the most that is read"
        raise BadFile([Fault("", allowed, file)])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile(
            [Fault("", "this is not UTF-8 text", file, line)]
        ) from None


def parse_yaml(text: str, file: str) -> Document:
    """Parse a YAML text into a document. Faults are collected in `faults`; nothing is raised.
    `file` is the name that they mention."""
    document = Document(text, file)
    unreadable = _UNREADABLE.search(text)
    if unreadable:
        code = f"U+{ord(unreadable[0]):04X}"
        message = f"there is a control character ({code}) in the file; write it as \\x.. in quotes"
        document.refuse(
            (), message, text.count("\n", 0, unreadable.start()) + 1
        )
        document.is_yaml = False
        return document
    import yaml

    reader = Reader(document)
    try:
        for event in _yaml_events(document):
            if not reader.take(event):
                break
    except (yaml.YAMLError, ValueError) as error:
        _refuse_syntax(document, error)
    return document


def _yaml_events(document: Document) -> Iterator[Any]:
    """Return PyYAML's events for the document's text. Raises ValueError for a text that is not
    parsed at all, YAMLError while iterating."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", None)
    if loader is None:
        loader = yaml.SafeLoader
        if len(document.text) > MOST_BYTES_WITHOUT_C:
            raise ValueError(
                "the file is too long for a PyYAML without libyaml"
            )
    if first_line(document.text).startswith("%"):
        raise ValueError("YAML directives (%) are not used here")
    return iter(yaml.parse(document.text, Loader=loader))


COLON = "mapping values are not allowed"
"""Problem that PyYAML reports for `name: Bob: the guard`."""
NO_TOKEN = "found character that cannot start any token"
"""Problem that PyYAML reports for `template: @ganger`."""
_STOCK_NAME = re.compile(r"@[\w-]+")


def _refuse_syntax(document: Document, error: Exception) -> None:
    """Add the fault for a text that is not YAML to the document."""
    document.is_yaml = False
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    line, column = (mark.line + 1, mark.column) if mark else (0, 0)
    text = "".join(document.text.splitlines()[line - 1 : line]) if mark else ""
    if line and (quoted := _missing_quotes(problem, text, column)):
        document.refuse((), quoted, line)
        return
    context = getattr(error, "context", None)
    began = getattr(error, "context_mark", None)
    if context and began:
        problem += f" ({context} that began in line {began.line + 1})"
    if "\t" in text:
        problem += "; there is a tab in this line: indent with spaces"
    document.refuse((), f"this is not valid YAML: {problem}", line)


def _missing_quotes(problem: str, text: str, column: int) -> str:
    """Return the sentence about a missing pair of quotes, if that is what PyYAML reports in this
    line; else empty."""
    if problem.startswith(COLON):
        return "a text that contains a colon must be in quotes"
    name = (
        _STOCK_NAME.match(text, column)
        if problem.startswith(NO_TOKEN)
        else None
    )
    return f"a name of the stock must be in quotes: '{name[0]}'" if name else ""


def parse_valid_yaml(text: str) -> Document:
    """Parse a text that gmtrack has written or validated before. Raises BadFile if it has faults
    all the same, or holds no map."""
    document = parse_yaml(text, "")
    if not document.faults and not isinstance(document.data, dict):
        document.refuse((), "this is not an encounter", 1)
    if document.faults:
        raise BadFile(document.faults)
    return document
