"""What was typed in haste at the table, and what is told then."""

from pathlib import Path

import pytest

from ..typing_in import asked, doc, refused, told

GARAGE = Path(__file__).parents[3] / "encounters" / "garage-night.yaml"


@pytest.fixture(autouse=True)
def _table(home: Path) -> None:
    told("load", str(GARAGE))


@pytest.mark.parametrize("line", ["attack boss bf", "attack boss bf full", "attack boss full"])
def test_an_attack_on_nobody_is_refused(line: str) -> None:
    assert "internal error" not in refused(line)


def test_where_a_newcomer_stands_is_typed_as_two_numbers() -> None:
    told("set guard-1 position=null")
    way = "`set guard-1 position=X,Y`"
    assert way in refused("attack rook guard-1 -n")
    assert way in refused("attack guard-1 rook -n")
    told("set guard-1 position=3,4.5")
    assert doc("attack rook guard-1 -n")["range"]["metres"] == 5
    assert "metres such as 3,4.5" in refused("set guard-1 position=3")
    assert doc("attack rook guard-1 range=20m -n")["range"]["metres"] == 20


def test_healing_without_a_type_is_of_the_monitor_that_is_hurt() -> None:
    told("damage rook 3 --type stun")
    assert "Rook: 1 stun box is empty again" in told("heal rook 1")
    told("damage rook 2")
    out = told("heal rook 1")
    assert "Rook: 1 physical box is empty again" in out
    assert "Rook: 2 stun boxes still filled (`heal rook 1 --type stun`)" in out


def test_next_asks_before_a_delayed_phase_is_lost() -> None:
    told("roll-init --seed 1")
    first, *others = [one["id"] for one in doc("board")["order"]]
    told(f"delay {first}")
    assert doc("what")["due"] == []
    for who in others:
        told(f"set {who} acted=true")
    (question,) = asked("next", "no")
    assert "Still delaying, and the phase is lost with this pass" in question


def test_a_phase_that_is_held_all_turn_is_asked_for_at_its_end(tmp_path: Path) -> None:
    garage = tmp_path / "garage.yaml"
    garage.write_text(GARAGE.read_text(encoding="utf-8") + "\nhouse_rules: {held_action: turn}\n")
    told(f"load {garage}")
    told("roll-init --seed 1")
    order = [one["id"] for one in doc("board")["order"]]
    for who in order:
        told(f"set {who} initiative=15 acted=true")
    told(f"set {order[-1]} delayed=true held_in=1")
    assert doc("what")["due"] == []
    for who in order:
        told(f"set {who} initiative=5")
    assert [one["line"] for one in doc("what")["due"]] == [f"intervene {order[-1]}"]


def test_whoever_leaves_or_joins_is_not_told_what_a_turn_gives_back() -> None:
    told("roll-init --seed 1")
    told("set hale pool_left=0 simple_left=0 free_left=0")
    for line in ("leave hale", "join hale"):
        out = told(line)
        assert "left 0" not in out
        assert "Hale" in out


def test_what_no_word_mends_is_refused_before_words_are_asked_for() -> None:
    assert "type --with rounds=N" in refused("attack hale boss fa")
    assert "cannot fire fa" in refused("attack boss rook fa")
    told("roll-init --seed 1")
    told("set fight acting=hale")
    told("set hale simple_left=1")
    assert "a complex action takes 2" in refused("attack hale boss fa")


def test_all_of_the_combat_pool() -> None:
    def pool(line: str) -> int:
        rolls = doc(line)["rolls"]
        return sum(one["value"] for one in rolls[0]["parts"] if one["label"] == "pool")

    told("set rook pool_left=3")
    assert pool("attack rook boss pool=all -n") == 3
    told("set rook combat_pool=20 pool_left=20")
    skill = 6
    assert pool("attack rook boss pool=all -n") == skill
    report = doc("attack rook boss resist-pool=all --roll attack=6,5,5,5,5,5 -n")
    assert any(one["name"] == "resist_pool" and one["pool"] == 6 for one in report["rolls"])
    assert pool("test rook body --with pool=all -n") == 20


def test_a_group_is_told_with_its_target_numbers_and_left_out_in_one_line() -> None:
    told("roll-init --seed 1")
    told("set fight acting=guard-1")
    out = " ".join(told("attack guard* rook medium -n --seed 2").split())
    assert "(TN " in out
    left = "Second guard, Third guard are left out: cannot act now: it is the phase of First guard"
    assert left in out
    assert out.count("left out") == 1
