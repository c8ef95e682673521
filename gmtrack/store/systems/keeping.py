"""Pages that fights are played by: those of the game master, kept in the state folder, and those
that come with gmtrack.

    STATE/systems/ID.yaml          the page as it was taken over
    STATE/systems/ID.source.json   where it was taken from, and its last good content"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gmtrack.errors import BadFile, Refusal, StoreError
from gmtrack.rulesets import registry, system_page
from gmtrack.rulesets.system_page.judged import JudgedPage, id_of_file
from gmtrack.store.atomic_files import (
    digest_of_bytes,
    make_folder,
    replace_file,
)
from gmtrack.store.systems.judged_pages import (
    earlier_pages,
    judge_once,
    read_json,
    read_judged,
    systems_folder,
    write_judged,
)

# Not by `importlib.resources`, which takes a fiftieth of the time of a command to load.
SHIPPED = Path(system_page.__path__[0]) / "pages"
"""The folder of the pages that come with gmtrack."""
SUFFIX = ".yaml"

news: list[str] = []
"""What has changed with the pages since the command began, for the game master to be told."""


def take_news() -> list[str]:
    """Return what has changed with the pages, each news once."""
    taken = [*news]
    news.clear()
    return taken


class Source(NamedTuple):
    """Where a kept page was taken from, and the digest of the last content without faults."""

    path: str
    digest: str


def kept_ids() -> list[str]:
    """Return the ids of the game master's own pages, sorted; empty if none can be read."""
    try:
        found = systems_folder().glob(f"*{SUFFIX}")
        return sorted(path.name.removesuffix(SUFFIX) for path in found)
    except (OSError, StoreError):
        return []


def shipped_ids() -> list[str]:
    """Return the ids of the pages that come with gmtrack, sorted."""
    names = (page.name for page in SHIPPED.iterdir())
    return sorted(
        name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)
    )


def page_ids() -> list[str]:
    """Return the ids of all pages, sorted."""
    return sorted({*shipped_ids(), *kept_ids()})


def shipped_text(page_id: str) -> str | None:
    """Return the text of a page that comes with gmtrack; None if there is no such page."""
    file = SHIPPED / (page_id + SUFFIX)
    return file.read_text(encoding="utf-8") if file.is_file() else None


def file_of_new_page(name: str) -> Path:
    """Return the file, in the current folder, of a new page with this name."""
    return Path(id_of_file(name) + SUFFIX)


def source_of_page(page_id: str) -> str:
    """Return the file that a kept page was taken from, if it is still there, else the page's
    id."""
    source = _read_source(page_id)
    return source.path if source and Path(source.path).is_file() else page_id


def text_of_page(page_id: str) -> str | None:
    """Return the text of a page, the game master's own or one that comes with gmtrack; None if
    there is no such page."""
    kept = systems_folder() / (page_id + SUFFIX)
    if page_id in kept_ids():
        return read_page(kept).decode(errors="replace")
    return shipped_text(page_id)


def find_page(page_id: str) -> JudgedPage | None:
    """Return a page by its id, with what has changed at its source; None if there is none.

    If the kept copy has a fault, the last content without one goes on, and `news` says so.
    Raises BadFile if there was none. A page is read again only if its files have changed."""
    if page_id in _ON_TRIAL:
        return _ON_TRIAL[page_id]
    kept = systems_folder() / (page_id + SUFFIX)
    stamp = _stamp_of(page_id, kept)
    if page_id not in _FOUND or _FOUND[page_id][0] != stamp:
        page = _find_anew(page_id, kept)
        _FOUND[page_id] = _stamp_of(page_id, kept), page
    found = _FOUND[page_id][1]
    refused, earlier = _EARLIER.get(page_id, ("", None))
    return earlier if found and found.digest == refused else found


_EARLIER: dict[str, tuple[str, JudgedPage]] = {}
"""Earlier pages by which fights go on, by id, each with the digest of the page that a fight does
not fit."""


def try_earlier_pages(page_id: str, first: str) -> Iterator[None]:
    """Put one earlier page after the other in force under an id, for a fight that the page of now
    does not fit; whoever tries stops where one fits, and that page counts until the page changes
    again. At the end the page of now is in force. The first is the one whose digest begins with
    `first`."""
    if find_page(page_id) is None:
        return
    newest = _FOUND[page_id][1]
    in_force = find_page(page_id)
    for page in earlier_pages(page_id, first):
        if newest is None or page.digest == getattr(in_force, "digest", ""):
            continue
        _EARLIER[page_id] = newest.digest, page
        yield
    _EARLIER.pop(page_id, None)


def tell_earlier_page(page_id: str, why: str) -> None:
    """Tell that a fight goes on by an earlier page, as the page of now does not fit; nothing if
    the page of now is in force. `why` is the first thing that does not fit."""
    newest, in_force = _FOUND[page_id][1], find_page(page_id)
    if newest is None or in_force is None or in_force.digest == newest.digest:
        return
    where = _SOURCES[page_id].path if page_id in _SOURCES else newest.file
    news[:] = [one for one in news if not one.startswith(_changed(where))]
    news.append(
        f"{_changed(where)} and does not fit this fight any more ({why}), so the fight goes on "
        "by the page of before"
    )


def _changed(where: str) -> str:
    """Return how every news of a page that has changed begins."""
    return f"{where} has changed"


_ON_TRIAL: dict[str, JudgedPage] = {}
"""Pages that are being tried, by id; they count before those that are kept."""


@contextmanager
def page_on_trial(page: JudgedPage) -> Iterator[None]:
    """Let a page be found under its id within the block, without keeping it."""
    before = _ON_TRIAL.get(page.id)
    _ON_TRIAL[page.id] = page
    try:
        yield
    finally:
        del _ON_TRIAL[page.id]
        if before is not None:
            _ON_TRIAL[page.id] = before


_FOUND: dict[str, tuple[object, JudgedPage | None]] = {}
"""Pages that were found, by id, with the stamp of their files. Simulated fights ask for theirs tens
of times."""


def _stamp_of(page_id: str, kept: Path) -> object:
    """Return what changes with the files of a page: when the kept copy and its source were
    written, and how long they are."""
    source = _SOURCES.get(page_id)
    files = [kept, Path(source.path)] if source else [kept]
    return tuple(map(_stamp, files))


def _stamp(path: Path) -> tuple[str, int, int]:
    try:
        status = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), status.st_mtime_ns, status.st_size


_SOURCES: dict[str, Source] = {}
"""The sources of kept pages, by id, as they were read last."""


def _find_anew(page_id: str, kept: Path) -> JudgedPage | None:
    """Return a page by its id from its files, as `find_page` does."""
    if kept.is_file():
        _take_over_changes(page_id, kept)
        return _read_kept(page_id, kept)
    text = shipped_text(page_id)
    if text is None:
        return None
    return judge_once(text.encode(), page_id + SUFFIX, page_id)


def keep_page(path: Path, *, force: bool = False) -> JudgedPage:
    """Judge the page in a file and keep a copy, which fights are played by from now on. Raises
    BadFile for a page with faults, and Refusal (`exists`) if its id belongs to another ruleset,
    or to a page from elsewhere, unless `force`."""
    # Imported late: judging needs much that a command by a judged page does not.
    from gmtrack.store.systems.judging import judge_page

    content = read_page(path)
    page = judge_page(content, str(path))
    refuse_taken_id(page, path)
    kept = systems_folder() / (page.id + SUFFIX)
    source = str(path.absolute())
    before = _read_source(page.id)
    if (
        kept.is_file()
        and not force
        and (before is None or before.path != source)
    ):
        where = f" from {before.path}" if before else ""
        raise Refusal(
            "exists",
            f"a page '{page.id}'{where} is kept already: give this one another `id`, or "
            "replace that one with --force",
        )
    _write_kept(page, content, source)
    return page


def refuse_taken_id(page: JudgedPage, path: Path) -> None:
    """Raise Refusal (`exists`) if the id of the page in a file is that of a ruleset or of a page
    that come with gmtrack."""
    if registry.is_shipped(page.id) or page.id in shipped_ids():
        raise Refusal(
            "exists",
            f"{path}: '{page.id}' is the id of another ruleset; give the page another `id`",
        )


def read_page(path: Path) -> bytes:
    """Return the content of a file, no more of it than a page may have and one byte. Raises
    BadFile if it cannot be read."""
    from gmtrack.errors import Fault
    from gmtrack.store.systems.judging import MOST_BYTES

    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise BadFile([Fault("", message, str(path))]) from error


def _write_kept(page: JudgedPage, content: bytes, source: str) -> None:
    """Write the copy of a page, what it comes to and where it is from. Raises StoreError."""
    folder = systems_folder()
    make_folder(folder)
    write_judged(page)
    note = json.dumps({"path": source, "digest": page.digest})
    replace_file(folder / (page.id + SUFFIX), content)
    replace_file(folder / f"{page.id}.source.json", note.encode())


def _read_source(page_id: str) -> Source | None:
    """Return where a page was taken from; None if nothing is known of it."""
    found = read_json(systems_folder() / f"{page_id}.source.json")
    _SOURCES.pop(page_id, None)
    try:
        source = Source(str(found["path"]), str(found["digest"]))
    except KeyError:
        return None
    _SOURCES[page_id] = source
    return source


def _take_over_changes(page_id: str, kept: Path) -> None:
    """Copy the page from its source if that has changed. A source that is gone is left alone; of
    one with a fault `news` tells."""
    source = _read_source(page_id)
    if source is None:
        return
    path = Path(source.path)
    if not path.is_file():
        return
    content = read_page(path)
    if digest_of_bytes(content) in (source.digest, _digest_of_file(kept)):
        return
    from gmtrack.store.systems.judging import judge_page

    try:
        page = judge_page(content, str(path))
    except BadFile as bad:
        _tell_fault(path, bad)
        return
    if page.id != page_id:
        news.append(
            f"{path} is the page '{page.id}' now; '{page_id}' goes on as it was"
        )
        return
    before = read_judged(source.digest, page_id)
    _write_kept(page, content, source.path)
    told = (
        f"{_changed(source.path)}: the fight goes by the new page from now on"
    )
    if before is not None:
        from gmtrack.store.systems.differences import describe_differences

        told += f" ({describe_differences(before.data, page.data)})"
    news.append(told.removesuffix(" ()"))


def _tell_fault(path: Path, bad: BadFile) -> None:
    """Tell that a page has changed and has a fault, with the first one."""
    news.append(
        f"{path} has changed and has a fault, so the page of before goes on: {bad.faults[0]}"
    )


def _digest_of_file(path: Path) -> str:
    """Return the digest of a page's file; empty if it cannot be read."""
    try:
        return digest_of_bytes(read_page(path))
    except BadFile:
        return ""


def _read_kept(page_id: str, kept: Path) -> JudgedPage:
    """Return the page of the kept copy; if that has a fault, the last good one. Raises BadFile
    if there is none."""
    try:
        return judge_once(read_page(kept), str(kept), page_id)
    except BadFile as bad:
        source = _read_source(page_id)
        last = read_judged(source.digest, page_id) if source else None
        if last is None:
            raise
        _tell_fault(kept, bad)
        return last


def all_pages() -> Iterator[tuple[str, JudgedPage | BadFile]]:
    """Yield every page by its id, or what is wrong with it."""
    for page_id in page_ids():
        try:
            page = find_page(page_id)
        except BadFile as bad:
            yield page_id, bad
        else:
            if page is not None:
                yield page_id, page
