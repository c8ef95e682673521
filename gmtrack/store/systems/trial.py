"""A system page that is tried while it is written: read from its file, and played by two people in
memory. Nothing of it is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

from gmtrack.core.names import propose_near_word
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.package import PageRuleset
from gmtrack.rulesets.system_page.screens.example import lines_to_try
from gmtrack.store.memory import InMemory, keep_in_memory
from gmtrack.store.stored_encounter import read_page as read_encounter
from gmtrack.store.systems.judging import judge_page
from gmtrack.store.systems.keeping import (
    find_page,
    page_ids,
    page_on_trial,
    read_page,
    refuse_taken_id,
)


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
