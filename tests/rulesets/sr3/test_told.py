"""What the GM is told of that stands in no document: who wakes, who is free, what is harder now."""

from pathlib import Path
from typing import Any

import pytest

from ..casebook import as_file
from ..typing_in import gmtrack, told
from .book import BOOK


@pytest.fixture(autouse=True)
def _table(home: Path) -> None:
    live: dict[str, Any] = {
        "gus": {"stun": 10},
        "zed": {"stun": 3, "subdual": {"boxes": 7, "by": "sam"}},
    }
    cast = {who: BOOK.cast[who] for who in ("sam", "gus", "zed")}
    doc = {
        "gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": cast,
        "fight": {"combatants": live},
    }  # fmt: skip
    assert gmtrack("load", str(as_file(doc, home / "fight.yaml"))).code == 0


def test_who_wakes_and_how_many_boxes_were_healed() -> None:
    out = told("heal", "gus", "3", "--type", "stun")
    assert "gus regains consciousness" in out
    assert "3 boxes" in out
    assert "regains consciousness" not in told("heal", "gus", "1", "--type", "stun")
    assert "6 boxes" in told("heal", "gus", "99", "--type", "stun")


def test_who_is_held_no_more() -> None:
    assert "zed is free to act" in told("heal", "zed", "1", "--type", "subdual")
    assert "free" not in told("heal", "zed", "1", "--type", "subdual")


def test_who_is_put_out_is_not_free_and_hears_of_no_target_numbers() -> None:
    out = told("damage", "zed", "7", "--type", "stun")
    assert "free" not in out
    assert "wound modifier" not in told("damage", "gus", "2")
    assert "wound modifier +1 (was +0)" in told("damage", "sam", "2")


def test_an_effect_that_is_over_already_does_not_end_again() -> None:
    told("effect", "sam", "prone", "--rounds", "1")
    told("act", "sam", "stand-up")
    assert "prone" not in told("roll-init", "--seed", "1")


HEADS = (" at First guard ", " at Second guard ")


def test_a_head_names_the_target_only_where_there_are_several() -> None:
    told("load", "@garage-night")
    fire = ("--with", "mode=fa", "--with", "rounds=3", "--force", "--seed", "1")
    several = told("attack", "rook", "guard-1", "guard-2", *fire)
    one = told("attack", "rook", "guard-1", *fire)
    assert [head in several for head in HEADS] == [True, True]
    assert [head in one for head in HEADS] == [False, False]
