"""Finding where the guide speaks of a word: the pages and their headings."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gmtrack.core.guide_topics import GUIDE_TOPICS, INDEX
from gmtrack.core.names import without_markup
from gmtrack.rulesets import registry

HEADING = re.compile(r"#+ +(.*)")
FENCE = "```"
FOR_PROGRAMMERS = ("format", "scripts", "design", "versions", "port")
"""The topics that tell less about play."""
MOST = 12
"""The most places that are found."""


class GuidePlace(NamedTuple):
    """A place of the guide that has a word: the topic that shows the page, the heading above it,
    and how often the word stands there."""

    topic: str
    heading: str
    times: int


def find_in_guide(word: str, ruleset_id: str | None = None) -> list[GuidePlace]:
    """Return up to MOST places of the guide with words that begin so, in any case: those with
    the word in the heading first, then those of the pages that are most about it. Pages for
    programmers come last. `ruleset_id`: the guide of this ruleset counts too. Empty for a word
    without letters or digits."""
    if not any(map(str.isalnum, word)):
        return []
    pattern = re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE)
    found: list[tuple[tuple[bool, bool, float, int], GuidePlace]] = []
    for topic, page in _pages(ruleset_id):
        share = len(pattern.findall(page)) / len(page)
        for heading, text in _sections(page):
            times = len(pattern.findall(text))
            in_heading = bool(pattern.search(heading))
            key = (topic in FOR_PROGRAMMERS, not in_heading, -share, -times)
            if times:
                found.append((key, GuidePlace(topic, heading, times)))
    found.sort(key=lambda pair: pair[0])
    return [place for _, place in found[:MOST]]


def _pages(ruleset_id: str | None) -> Iterator[tuple[str, str]]:
    """Yield each page of the guide as its topic and text."""
    for topic, page in GUIDE_TOPICS.items():
        if topic != INDEX:
            yield topic, registry.program_page(page.file)
    text = ruleset_id and registry.page(ruleset_id, registry.GUIDE)
    if ruleset_id and text:
        yield ruleset_id, text


def _sections(page: str) -> Iterator[tuple[str, str]]:
    """Yield each heading of a page in Markdown with the text below it and itself. A comment in a
    block of code is no heading."""
    heading, lines, is_code = "", list[str](), False
    for line in page.splitlines():
        if line.lstrip().startswith(FENCE):
            is_code = not is_code
        found = None if is_code else HEADING.match(line)
        if found:
            yield heading, "\n".join(lines)
            heading, lines = without_markup(found[1]), []
        lines.append(line)
    yield heading, "\n".join(lines)
