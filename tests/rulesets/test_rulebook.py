"""RULES.md of every ruleset: the ledger that the code and its tests are held to."""

import re
from pathlib import Path

import pytest

from gmtrack.rulesets import registry
from gmtrack.rulesets.port import RuleRow

from .typing_in import gmtrack

IDS = [meta.id for meta in registry.metas()]
ROOT = Path(__file__).parents[2]
FREE = {int: "any number", list: "a list", dict: "a map"}
COMMON = "ALL-"
"""Begins the rows that all rulesets have."""
EVERY = pytest.mark.parametrize("ruleset", IDS)


def rows(ruleset: str) -> tuple[RuleRow, ...]:
    return registry.rulebook(ruleset)


@EVERY
def test_every_row_has_an_id_of_its_own_and_a_text_in_each_column(ruleset: str) -> None:
    ids = [row.id for row in rows(ruleset)]
    assert len(ids) > 150
    assert len(ids) == len(set(ids))
    wrong = [row for row in rows(ruleset) if len(row.cells) != len(row.columns)]
    assert not wrong
    assert all(row.section and row.cells[0] for row in rows(ruleset))


@EVERY
def test_every_row_is_named_in_a_test(ruleset: str) -> None:
    folder = Path(__file__).parent / ruleset.replace("-", "_")
    files = [file for file in folder.rglob("*") if file.suffix in (".py", ".yaml")]
    named = set(re.findall(r"[A-Z]+-[A-Z0-9-]*\d+", "\n".join(f.read_text() for f in files)))
    own = {row.id for row in rows(ruleset) if not row.id.startswith(COMMON)}
    assert sorted(own - named) == []


def test_every_row_of_all_is_named_in_a_test() -> None:
    files = [file for file in Path(__file__).parent.rglob("*") if file.suffix in (".py", ".yaml")]
    named = set(re.findall(r"ALL-[A-Z]+-\d+", "\n".join(f.read_text() for f in files)))
    assert named == {row.id for row in rows("swan-song") if row.id.startswith(COMMON)}


@EVERY
def test_no_row_points_to_a_page_that_is_not_there(ruleset: str) -> None:
    file = ROOT / "gmtrack" / "rulesets" / ruleset.replace("-", "_") / "RULES.md"
    text = file.read_text()
    assert not re.findall(r"section \d|\b\d\.Z|contract|ledger", text)
    known = {row.id for one in IDS for row in rows(one)}
    prefix = {one.split("-")[0] for one in known}
    named = set(re.findall(r"\b[A-Z]{1,2}-(?:[A-Z]+-)?R?\d+\b", text))
    assert not {one for one in named if one.split("-")[0] in prefix} - known


@pytest.mark.parametrize("word", ["SR-001", "sr-001", "sr_001"])
def test_a_row_is_shown_whatever_is_open(word: str, home: Path) -> None:
    shown = gmtrack("rules", word)
    assert shown.code == 0
    assert shown.out.startswith("SR-001\nsr3: Dice\n")
    doc = gmtrack("rules", word, "--json").doc
    assert (doc["row"], doc["ruleset"], doc["section"]) == ("SR-001", "sr3", "Dice")
    assert doc["text"]["rule"] == "success"


def test_all_rows_that_hold_a_text_are_found(home: Path) -> None:
    found = gmtrack("rules", "--find", "SOAK", "--ruleset", "swan-song", "--json").doc["rows"]
    expected = [
        row.id for row in rows("swan-song") if "soak" in " ".join((row.id, *row.cells)).casefold()
    ]
    assert [one["row"] for one in found] == expected
    assert len(expected) > 10
    assert "no rows hold" in gmtrack("rules", "--find", "xyzzy", "--ruleset", "sr3").out


def test_a_row_that_is_not_there_is_refused_with_the_nearest(home: Path) -> None:
    answer = gmtrack("rules", "sr-r99", "--ruleset", "sr3")
    assert answer.code == 1
    assert re.search(r"did you mean 'SR-R\d\d'", answer.err)
    assert gmtrack("rules", "SR-001", "--find", "x").code == 2


@EVERY
def test_house_rules_are_those_of_the_rulings(ruleset: str) -> None:
    schema = registry.load(ruleset).SCHEMA
    told: dict[str, str] = {}
    for row in rows(ruleset):
        told |= dict.fromkeys(re.findall(r"`(\w+)`:", row.cell("house rule")), row.id)
    known = {key: rule.ruling for key, rule in schema.house_rules.items()}
    assert {key: told.get(key) for key in known} == known
    assert set(told) == set(known) | set(schema.refused_rules)


@EVERY
def test_the_alternatives_of_a_house_rule_stand_in_its_row(ruleset: str) -> None:
    schema = registry.load(ruleset).SCHEMA
    by_id = {row.id: row.cell("house rule") for row in rows(ruleset)}
    for key, rule in schema.house_rules.items():
        values = [FREE[rule.allowed]] if isinstance(rule.allowed, type) else list(rule.allowed)
        words = [in_words(value) for value in values] + ([FREE[rule.free]] if rule.free else [])
        assert f"`{key}`: {', '.join(words)}" in by_id[rule.ruling]


def in_words(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)


CHANGED = """\
gmtrack: 1
name: Two
ruleset: storyteller
house_rules: {again: 9, turn_scope: round}
combatants:
  joe: {strength: 2}
"""


@EVERY
def test_rulings_are_grouped_and_each_stands_once(ruleset: str) -> None:
    played = registry.load(ruleset)
    page = played.topics(None)["rulings"]
    told = [item.id for _, items in page.groups for item in items]
    assert sorted(told) == sorted({row[0] for row in page.rows})
    heads = [head for head, _ in page.groups]
    assert len(heads) > (ruleset != "storyteller")
    assert "Changed here" not in heads


def test_what_is_set_otherwise_comes_first(home: Path) -> None:
    (home / "two.yaml").write_text(CHANGED)
    told = gmtrack("-f", str(home / "two.yaml"), "rules", "rulings").out
    first, second = told.split("Changed here\n")[1].split("\n\n")[:2]
    assert "again: 10 / 9 / 8 / none (here 9)" in first
    assert "ST-R05" not in first
    assert "ST-R05" in second


def test_no_page_of_that_name_points_to_the_rows() -> None:
    answer = gmtrack("rules", "surprise", "--ruleset", "sr3")
    assert answer.code == 1
    assert "`rules --find surprise`" in answer.err


def test_a_rule_is_proposed_only_where_its_id_is_near() -> None:
    wrong = gmtrack("rules", "full-auto", "--ruleset", "swan-song")
    assert wrong.err.count("there is") == 1
    assert "ss-" not in wrong.err.lower()
    near = gmtrack("rules", "ss-tst-05", "--ruleset", "swan-song")
    assert "did you mean 'SS-TEST-05'?" in near.err


ELSEWHERE = re.compile(
    r"\bsection \d|\b[2-9]\.Z\b|\((?:section )?\d\.\d\)|\bthe ledger\b|\bcontract\b"
)


def test_no_line_of_the_program_refers_to_a_page_that_is_not_there() -> None:
    pages = [*(ROOT / "gmtrack").rglob("*.py"), *(ROOT / "gmtrack").rglob("*.md")]
    pages += (ROOT / "gmtrack").rglob("phrases.txt")
    found = [
        f"{page}:{number}: {line.strip()}"
        for page in [*pages, ROOT / "README.md"]
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if ELSEWHERE.search(line) and "I want" not in line
    ]
    assert not found
