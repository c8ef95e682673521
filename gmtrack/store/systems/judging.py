"""Judging of a system page's file: all faults at once, with line, path and what would work."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import PurePath
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.errors import BadFile, Fault
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.system_page.judged import (
    JudgedPage,
    id_of_file,
    written_part,
)
from gmtrack.store.atomic_files import digest_of_bytes
from gmtrack.store.text.codec import decode_file, parse_yaml
from gmtrack.store.text.nodes import Document, Node

KIND = "system"
MISSING = "is missing"
"""The beginning of the message for a key that is missing."""
MOST_BYTES = 64 * 1024
"""Size in bytes of the longest page that is read."""
MOST_FAULTS = 100
DEEPEST_ROW = 6
"""The longest path of a row that has an id of its own."""
HALF = 0.5
MOST_TIMES = 10
"""The largest number that a step of the damage multiplies with."""
COMMA = 'part of a formula: inside { } a formula with a comma stands in quotes, "max(a, b)"'


def is_system_page(data: Any) -> bool:
    """Whether the data of a file says that it is a system page."""
    return isinstance(data, dict) and data.get("kind") == KIND


def judge_page(content: bytes, file: str) -> JudgedPage:
    """Judge the content of a file and return the page. `file` is its name for people. Raises
    BadFile with all faults, by line."""
    if len(content) > MOST_BYTES:
        message = f"the page is longer than {MOST_BYTES // 1024} KiB, the most that is read"
        raise BadFile([Fault("", message, file)])
    document = parse_yaml(decode_file(content, file), file)
    return judge_document(document, content)


def judge_if_page(path: str) -> bool:
    """Judge the file at a path if it is a system page, and return whether it is one. Raises
    BadFile for a page with faults. A file that cannot be read or parsed counts as none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - the path may be that of a device
            content = file.read(MOST_BYTES + 1)
        document = parse_yaml(decode_file(content, path), path)
    except (OSError, BadFile):
        return False
    if not is_system_page(document.data):
        return False
    judge_page(content, path)
    return True


def judge_document(document: Document, content: bytes) -> JudgedPage:
    """Judge a document that was parsed from this content. Raises BadFile with all faults, by
    line."""
    file = document.file
    faults = list(document.faults)
    if not faults and not is_system_page(document.data):
        message = "this is no system page; it starts with `gmtrack: 1` and `kind: system`"
        faults = [document.fault_at((), message)]
    if faults:
        raise BadFile(faults)
    from gmtrack.rulesets.system_page.page.short_forms import write_out

    data = write_out(document.data)
    lines = dict(_lines_of(document.root, ()))
    for problem in _problems_with(data):
        path = problem.path
        if path and not problem.message.startswith(MISSING):
            path = written_part(path, lines)
        faults.append(document.fault_at(path, problem.message))
    if faults:
        faults = list(dict.fromkeys(faults))[:MOST_FAULTS]
        raise BadFile(sorted(faults, key=lambda fault: fault.line))
    page_id = data.get("id") or id_of_file(PurePath(file).stem)
    digest = digest_of_bytes(content)
    return JudgedPage(page_id, data, lines, PurePath(file).name, digest)


def _problems_with(data: Data) -> Iterator[Problem]:
    """Yield the problems with a page in its long form: those of its shape; if there are none,
    those of its formulas and words."""
    from gmtrack.rulesets.system_page.page.judge import page_problems
    from gmtrack.rulesets.system_page.page.shapes import (
        SystemPage,
    )
    from gmtrack.store.check.pydantic_errors import problems_in

    shape, validator = _shape_and_validator()
    found = [problem for problem, _ in problems_in(data, shape, validator)]
    if found:
        for problem in found:
            yield _explain_fraction(_explain_comma(problem), data)
    else:
        yield from page_problems(SystemPage.from_data(data))


def _explain_comma(problem: Problem) -> Problem:
    """Return the problem with a better message where a formula with a comma stands in `{ }`
    without quotes, so that YAML has cut it into keys."""
    last = problem.path[-1] if problem.path else ""
    if last.count("(") != last.count(")"):
        return Problem(problem.path[:-1], COMMA)
    return problem


def _explain_fraction(problem: Problem, data: Data) -> Problem:
    """Return the problem with a better message where a step of the damage is to multiply it with
    a number that is not whole, such as 1.5."""
    match problem.path:
        case ("damage", "steps", word, "times"):
            times = data["damage"]["steps"][word]["times"]
        case _:
            return problem
    if not isinstance(times, float) or not 0 < times * 2 <= MOST_TIMES:
        return problem
    if times == HALF:
        instead = "`half: down`"
    elif (times * 2).is_integer():
        instead = f"`times: {round(times * 2)}, half: down`"
    else:
        instead = "such as `times: 3, half: down` for 1.5"
    return problem._replace(
        message=f"found {times}, allowed: whole numbers; write {instead}"
    )


@cache
def _shape_and_validator() -> tuple[Any, Any]:
    """Return the shape of a page and pydantic's validator for it. Making them is slow."""
    from pydantic import ConfigDict, TypeAdapter

    from gmtrack.rulesets.system_page.page.shapes import (
        page_shape,
    )

    shape: Any = page_shape()
    config = ConfigDict(strict=True, extra="forbid")
    return shape, TypeAdapter(dict[str, shape], config=config)


def _lines_of(
    node: Node | None, path: tuple[str, ...]
) -> Iterator[tuple[str, int]]:
    """Yield the dotted path and the line of each key of a document."""
    inner = node.inner if node else None
    if not isinstance(inner, Mapping) or len(path) >= DEEPEST_ROW:
        return
    for key, one in inner.items():
        yield ".".join((*path, key)), one.line
        yield from _lines_of(one, (*path, key))
