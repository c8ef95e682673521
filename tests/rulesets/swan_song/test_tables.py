"""Every row of the tables has the id of its rule, its help, and words for the screen."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest
from tables import each_row

from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.rulebook import read_rulebook
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.rulesets.swan_song.tables import (
    ACCURACIES,
    BARRIER_RATINGS,
    COSTS,
    EFFECTS,
    INSTANT,
    LOCATIONS,
    MODES,
    SPREADS,
)

TABLES = {
    "SS-ACT": COSTS,
    "SS-(EFF|SUR)": EFFECTS,
    "SS-ATK": MODES,
    "SS-DEF": SPREADS,
    "SS-ACC": ACCURACIES,
    "SS-BAR": BARRIER_RATINGS,
    "SS-CALL": LOCATIONS,
}
ROWS = [(prefix, row) for prefix, table in TABLES.items() for row in table.values()]
HELPED = [row for _, row in ROWS if hasattr(row, "help")]


@cache
def topics() -> Mapping[str, Topic]:
    return ruleset.topics(None)


def _ids(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _duplicates(items: Iterable[Any]) -> list[Any]:
    items = list(items)
    return sorted({item for item in items if items.count(item) > 1})


@each_row(("prefix", "row"), ROWS)
def test_each_row_has_the_id_of_its_rule(prefix: str, row: Any) -> None:
    for found in _ids(row.id):
        assert re.fullmatch(rf"{prefix}-\d\d|R-[A-Z]+-\d+", found)


@each_row("row", HELPED)
def test_each_row_has_help(row: Any) -> None:
    assert row.help == row.help.strip()
    assert len(row.help) >= 4


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_each_row_stands_under_its_own_key(table: Any) -> None:
    for key, row in table.items():
        assert key == getattr(row, "key", getattr(row, "quality", None))


@pytest.mark.parametrize(
    "table", [LOCATIONS, SPREADS, BARRIER_RATINGS], ids=["place", "fle", "bar"]
)
def test_ids_are_unique_where_each_row_has_its_own(table: Any) -> None:
    assert not _duplicates(row.id for row in table.values())


def test_the_locations_are_the_sixteen_of_the_rules() -> None:
    assert [row.id for row in LOCATIONS.values()] == [f"SS-CALL-{n}" for n in range(10, 26)]


def test_what_a_location_causes_is_an_effect_or_a_roll() -> None:
    for row in LOCATIONS.values():
        assert set(row.effects) <= {*EFFECTS, *INSTANT, "knockdown"}
        assert row.dice < 0
        assert row.limit > 0


def test_modes_are_paid_by_rows_of_the_action_table() -> None:
    assert {mode.cost for mode in MODES.values()} <= set(COSTS)


def test_house_rules_of_the_schema_name_their_rulings() -> None:
    ids = {row.id for row in read_rulebook("gmtrack.rulesets.swan_song") if row.is_ruling}
    assert {rule.ruling for rule in ruleset.SCHEMA.house_rules.values()} <= ids


@each_row("topic", topics)
def test_each_page_of_the_rules_is_a_whole_table(topic: str) -> None:
    page = topics()[topic]
    assert page.rows
    assert page.summary
    for row in page.rows:
        assert len(row) == len(page.columns)
        assert row[0].strip(), row


@each_row("topic", lambda: [name for name, page in topics().items() if "row" in page.columns])
def test_each_row_of_a_page_names_its_rule(topic: str) -> None:
    page = topics()[topic]
    for row in page.rows:
        for found in _ids(row[page.columns.index("row")]):
            assert re.fullmatch(r"SS-[A-Z]+-\d\d|R-[A-Z]+-\d+", found), row


@pytest.mark.parametrize(
    ("topic", "count"), [("called-shots", 16), ("effects", len(EFFECTS)), ("costs", len(COSTS))]
)
def test_no_row_of_a_table_is_missing_on_its_page(topic: str, count: int) -> None:
    assert len(topics()[topic].rows) >= count


def test_phrases_can_be_filled() -> None:
    for key, phrase in ruleset.PHRASES.items():
        assert phrase.strip(), key
        assert phrase.count("{") == phrase.count("}"), key


def test_an_action_is_called_by_its_title_or_else_by_its_key() -> None:
    assert COSTS["call_shot"].label == "called shot"
    assert COSTS["drop_prone"].label == "drop prone"
