"""Verdicts on pages, kept by the digest of their content: judging takes long.

STATE/systems/judged/*.json"""

import json
from collections.abc import Iterator
from pathlib import Path

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.store import state_folder
from gmtrack.store.atomic_files import (
    digest_of_bytes,
    make_folder,
    replace_file,
)

FORMAT = 1
"""The version of what is kept of a judged page. Another version is judged anew."""
MOST_EARLIER = 20
"""The most earlier pages that are tried."""


def systems_folder() -> Path:
    """Return the folder of the kept pages. Raises StoreError as `state_folder.home_folder`."""
    return Path(state_folder.home_folder()) / "systems"


def judge_once(content: bytes, file: str, page_id: str) -> JudgedPage:
    """Return the page of a content from what was kept when it was judged, or judge it now."""
    found = read_judged(digest_of_bytes(content), page_id)
    if found is None:
        # Imported late: judging needs much that a command by a judged page does not.
        from gmtrack.store.systems.judging import judge_page

        found = judge_page(content, file)._replace(id=page_id)
        write_judged(found)
    return found


def _judged_file(digest: str) -> Path:
    return systems_folder() / "judged" / f"{digest[:32]}.json"


def read_judged(digest: str, page_id: str) -> JudgedPage | None:
    """Return what judging a content came to; None if that is not kept in this format."""
    found = read_json(_judged_file(digest))
    if found.get("format") != FORMAT or found.get("digest") != digest:
        return None
    return JudgedPage(
        page_id, found["data"], found["lines"], found["file"], digest
    )


def write_judged(page: JudgedPage) -> None:
    """Keep what judging a page came to, if there is a state folder. One that cannot be written
    only costs time."""
    kept = {
        "format": FORMAT,
        "id": page.id,
        "digest": page.digest,
        "data": page.data,
        "lines": page.lines,
        "file": page.file,
    }
    file = _judged_file(page.digest)
    if not systems_folder().parent.is_dir():
        return
    try:
        make_folder(file.parent)
        replace_file(file, json.dumps(kept).encode(), lasting=False)
    except (OSError, StoreError):
        return


def earlier_pages(page_id: str, first: str) -> Iterator[JudgedPage]:
    """Yield pages that were judged under this id before: the one whose digest begins with
    `first`, then the latest. Each is read when it is asked for."""
    folder = systems_folder() / "judged"
    try:
        files = sorted(folder.glob("*.json"), key=_time_of, reverse=True)
    except OSError:
        return
    files.sort(key=lambda file: not file.name.startswith(first))
    found = 0
    for file in files:
        data = read_json(file)
        if data.get("id") == page_id and (
            page := read_judged(str(data.get("digest")), page_id)
        ):
            yield page
            found += 1
        if found == MOST_EARLIER:
            return


def _time_of(file: Path) -> int:
    return file.stat().st_mtime_ns


def read_json(file: Path) -> Data:
    """Return the map in a JSON file; empty if there is none or it is damaged."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
