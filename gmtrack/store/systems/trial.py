"""A system page that is tried while it is written: read from its file, and played by two people in
memory. Nothing of it is kept."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, cast

from gmtrack.core.names import listed, propose_near_word
from gmtrack.errors import BadFile, Fault, GmtrackError, Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.package import PageRuleset
from gmtrack.rulesets.system_page.screens.example import lines_to_try
from gmtrack.store.memory import InMemory, keep_in_memory
from gmtrack.store.session import open_session
from gmtrack.store.stored_encounter import read_page as read_encounter
from gmtrack.store.systems.judging import judge_page
from gmtrack.store.systems.keeping import (
    find_page,
    page_ids,
    page_on_trial,
    read_page,
    refuse_taken_id,
    source_of_page,
)

KIND_OF_PAGE = re.compile(r"^kind:\s*system\b", re.MULTILINE)
MOST_OF_HEAD = 4_096
"""The most characters of a file in which is looked for what it is."""


class PageTrial(NamedTuple):
    """A page that is tried: its id, title and summary, a fight in memory of the two people of its
    example, and the lines that show what the page does with them."""

    id: str
    title: str
    summary: str
    fight: InMemory
    lines: tuple[str, ...]


@contextmanager
def trial_of(word: str) -> Iterator[PageTrial]:
    """Judge the page that a word names, and let it be played within the block. Raises BadFile and
    Refusal as `page_to_try`, and BadFile if the page's usual values cannot be worked out."""
    page = page_to_try(word)
    with page_on_trial(page):
        ruleset = cast(PageRuleset, registry.load(page.id))
        yield PageTrial(
            page.id,
            ruleset.page.title,
            ruleset.page.summary,
            _example_fight(page, ruleset),
            tuple(lines_to_try(ruleset.page)),
        )


def word_of_page_here(file: str | None) -> str:
    """Return the word of the page that is meant where none is named: that of the fight in `file`
    (None: the active one), else the only one in this folder. Raises Refusal (`usage`) if there is
    none, or several are in the folder."""
    with suppress(GmtrackError), open_session(file, write=False) as session:
        page_id = session.encounter.ruleset
        if page_id in page_ids():
            return source_of_page(page_id)
    pages = [path.name for path in sorted(Path().iterdir()) if _is_page(path)]
    if len(pages) == 1:
        return pages[0]
    here = f"here: {listed(pages)}" if pages else "here is none"
    raise Refusal("usage", f"name the page to check, a file or an id; {here}")


def _is_page(path: Path) -> bool:
    """Whether a file calls itself a system page near its beginning."""
    if path.suffix not in (".yaml", ".yml"):
        return False
    with suppress(OSError), path.open(errors="replace") as file:
        return bool(KIND_OF_PAGE.search(file.read(MOST_OF_HEAD)))
    return False


def page_to_try(word: str) -> JudgedPage:
    """Return the page that a word names: the path of a file, or the id of a page. Raises BadFile
    with all faults of a page, and Refusal: `unknown` for a word that names none, `exists` for a
    page with the id of another ruleset."""
    path = Path(word)
    if registry.is_page_path(word) or path.is_file():
        page = judge_page(read_page(path), word)
        refuse_taken_id(page, path)
        return page
    found = find_page(word)
    if found is None:
        near = propose_near_word(word, page_ids())
        raise Refusal("unknown", f"no system page '{word}'{near}")
    return found


def _example_fight(page: JudgedPage, ruleset: PageRuleset) -> InMemory:
    """Return a fight in memory of the two people of a page's example."""
    try:
        stored, loaded = read_encounter(
            ruleset.example.encode(), Path(page.file)
        )
    except BadFile as bad:
        messages = dict.fromkeys(fault.message for fault in bad.faults)
        # Lines and paths are those of the example, which nobody has written.
        faults = [Fault("sheet", message, page.file) for message in messages]
        raise BadFile(faults) from bad
    return keep_in_memory(stored.encounter, loaded, page.file, "new")
