"""Where the numbers of the stock are from is said in words that a GM can look up."""

import re

import pytest
import yaml

from gmtrack.rulesets import registry

ROW = re.compile(r"\b[A-Z]{1,3}(?:-[A-Z]{2,6})?-[A-Z]?\d+[a-z]?\b|\bR-[A-Z]+-\d+\b")
UNSEEN = re.compile(r"§|\b[Cc]ases?\b")
IDS = [meta.id for meta in registry.metas()]


def sources(ruleset: str) -> list[str]:
    pages = [yaml.safe_load(text) for text in registry.stock_pages(ruleset).values()]
    parts = [part for page in pages for part in page.values() if isinstance(part, dict)]
    return [entry["source"] for part in parts for entry in part.values()]


@pytest.mark.parametrize("ruleset", IDS)
def test_rows_that_are_named_are_shown_by_rules(ruleset: str) -> None:
    rows = {row.id for row in registry.rulebook(ruleset)}
    named = {name for source in sources(ruleset) for name in ROW.findall(source)}
    assert sources(ruleset)
    assert named <= rows


@pytest.mark.parametrize("ruleset", IDS)
def test_no_source_is_a_section_of_a_page_that_nobody_has(ruleset: str) -> None:
    assert not [source for source in sources(ruleset) if UNSEEN.search(source)]
