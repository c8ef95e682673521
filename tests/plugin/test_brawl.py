"""Scuffle with turns, `--mod` and the commands of the GM: what a first game of one's own needs."""

import pytest
from plugin_support import Gm


@pytest.fixture
def brawl(gm: Gm) -> Gm:
    """A GM whose brawl has begun: it is the turn of Joe."""
    for words in (["load", "brawl.yaml"], ["roll-init"]):
        shown = gm(*words)
        assert shown.status == 0, shown.err
    return gm


def breath_of(gm: Gm, who: str) -> int:
    [one] = [one for one in gm("board", "--json").doc["order"] if one["id"] == who]
    return int(one["tracks"]["breath"]["now"])


def turn_of(gm: Gm) -> tuple[int, str | None]:
    board = gm("board", "--json").doc
    return board["round"], board["acting"]


def test_turns_go_round_and_undo_gives_them_back(brawl: Gm) -> None:
    assert turn_of(brawl) == (1, "joe")
    assert "turn Bob Rock" in brawl("next").out
    brawl("next")
    assert turn_of(brawl) == (2, "joe")
    brawl("undo", "2")
    assert turn_of(brawl) == (1, "joe")
    brawl("end")
    assert turn_of(brawl) == (0, None)


def test_out_of_turn_is_refused_and_can_be_forced_and_asked_for_odds(brawl: Gm) -> None:
    refused = brawl("attack", "bob", "joe", "--json").doc["error"]
    assert refused["kind"] == "turn"
    assert "Joe Schmoe" in refused["message"]
    assert brawl("attack", "bob", "joe", "--force", "--seed", "1").status == 0
    assert brawl("odds", "bob", "joe", "--json").doc["outcomes"]["hit"] == pytest.approx(2 / 6)


def test_a_number_by_hand_is_a_part_of_the_roll(brawl: Gm) -> None:
    shown = brawl("attack", "joe", "bob", "--mod", "2:chair", "--roll", "attack=1").out
    assert "total 6, threshold 6 (1 rolled + 3 brawn + 2 chair)" in " ".join(shown.split())
    assert breath_of(brawl, "bob") == 2


def test_the_gm_hurts_heals_and_sets(brawl: Gm) -> None:
    brawl("damage", "bob", "9")
    assert breath_of(brawl, "bob") == 0
    brawl("heal", "bob", "1")
    assert breath_of(brawl, "bob") == 1
    brawl("set", "bob", "breath=2", "brawn=5")
    assert breath_of(brawl, "bob") == 2
    assert brawl("show", "bob", "--json").doc["sheet"]["brawn"] == 5
    assert brawl("damage", "bob", "1", "--type", "fire").status == 1


def test_people_come_and_go_and_a_turn_is_handed_on(brawl: Gm) -> None:
    assert brawl("add", "Max", "brawn=2").status == 0
    assert brawl("remove", "joe").status == 0
    assert turn_of(brawl) == (1, "bob")
    assert [one["id"] for one in brawl("board", "--json").doc["order"]] == ["bob", "max"]
