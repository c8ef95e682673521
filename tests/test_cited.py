"""Which rows of the rules something comes from: what the code cites that has made it."""

import copy
from types import SimpleNamespace
from typing import Any

import pytest

from gmtrack.app.past.cited_rules import Citations, cited_ids
from gmtrack.core.draft import Change
from gmtrack.core.report import Fact, Part, Phrase, Roll
from gmtrack.core.values import replace

KNOWN = ["SS-A-01", "SS-A-02", "SS-A-03", "SS-B-01"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("SS-BAR-03..05, -30, R-BAR, R-COV-3", "SS-BAR-03 SS-BAR-04 SS-BAR-05 SS-BAR-30 R-COV-3"),
        ("(SP-INJ-05 to -07, SP-R35)", "SP-INJ-05 SP-INJ-06 SP-INJ-07 SP-R35"),
        ("SP-DMG-09 to SP-DMG-11.", "SP-DMG-09 SP-DMG-10 SP-DMG-11"),
        ("SP-SPEC-06, -07: pinned by 3, -4", "SP-SPEC-06 SP-SPEC-07"),
        ("SS-ARM-06 and -07", "SS-ARM-06 SS-ARM-07"),
        ("SP-R20: sums 2 to 12", "SP-R20"),
        ("SR-001 to SP-003", "SR-001 SP-003"),
        ("no row, 2 to 12", ""),
    ],
)
def test_ids_that_a_text_names(text: str, ids: str) -> None:
    assert cited_ids(text) == tuple(ids.split())


def test_what_brings_its_rows_along_comes_from_those_that_there_are() -> None:
    citations = Citations(KNOWN)
    path = ("fight", "combatants", "joe", "ap")
    told = Part("agility", 4, "SS-A-01"), Fact("hit", rules="SS-A-02, -03")
    assert [citations.rows_of(one) for one in told] == [("SS-A-01",), ("SS-A-02", "SS-A-03")]
    changes = [Change(path, 3, 2, rules="SS-A-03"), Change(path, 2, 1, rules="XX-99")]
    assert citations.rows_of_change(path, changes) == ("SS-A-03",)
    assert citations.rows_of_change(path[:3], changes) == ("SS-A-03",)
    assert citations.rows_of_change(("fight", "round"), changes) == ()


def test_a_part_is_a_pair_whatever_it_comes_from() -> None:
    part = Part("agility", 4, "SS-A-01")
    assert part == Part("agility", 4) == ("agility", 4)
    label, value = part
    assert (label, value, part.rules) == ("agility", 4, "SS-A-01")
    assert copy.deepcopy(part).rules == "SS-A-01"


def test_names_of_sentences_and_rolls_say_it_where_nothing_else_does() -> None:
    ruleset: Any = SimpleNamespace(
        PHRASES={"hit": Phrase("{who} is hit", "SS-A-01")}, ROLLS={"attack": "SS-A-02"}
    )
    citations = Citations(KNOWN, ruleset)
    roll = Roll("attack_2", "joe", (), (1, 2), given=False)
    assert citations.rows_of(Fact("hit")) == ("SS-A-01",)
    assert citations.rows_of(Fact("hit", rules="SS-A-03")) == ("SS-A-03",)
    assert (
        citations.rows_of(roll)
        == citations.rows_of(replace(roll, name="attack.joe"))
        == ("SS-A-02",)
    )
    assert citations.rows_of(replace(roll, rules="SS-A-01")) == ("SS-A-01",)
