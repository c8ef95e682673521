"""`delay --force`: the GM overrules whose turn it is, and nobody holds a phase who has none."""

from pathlib import Path

import pytest

from .typing_in import doc, done, gmtrack, refused

pytestmark = pytest.mark.usefixtures("board_without_choices")

DOWN = {
    "knife-fight": ("bob", "damage bob 20"),
    "back-room": ("dog", "damage dog 30 --type lethal"),
    "cold-store": ("guard-1", "damage guard-1 10 --type physical"),
    "ninth-street": ("thug-1", "damage thug-1 40 --location torso --type lethal"),
}
"""For each ruleset's encounter that knows `delay` somebody, and the line that fells them."""
UP = ("knife-fight", "back-room", "cold-store")


@pytest.fixture(autouse=True)
def own_home(home: Path) -> Path:
    """A state folder of its own."""
    return home


@pytest.mark.parametrize("fight", DOWN)
def test_who_is_down_holds_nothing(fight: str) -> None:
    who, falls = DOWN[fight]
    done(f"load @{fight}")
    done("roll-init --seed 1")
    done(falls)
    before = doc("board")
    assert "cannot delay" in refused(f"delay {who} --force")
    assert doc("board") == before


@pytest.mark.parametrize("fight", DOWN)
def test_nobody_holds_anything_without_a_round(fight: str) -> None:
    who, _ = DOWN[fight]
    done(f"load @{fight}")
    assert "no round in progress" in refused(f"delay {who} --force").replace("combat turn", "round")


@pytest.mark.parametrize(
    "line", ["attack joe bob --defense full --force --seed 1", "act bob full-defense --force"]
)
def test_who_is_down_begins_no_full_defense(line: str) -> None:
    done("load @knife-fight")
    done("roll-init --roll joe=3 --roll bob=1")
    done("damage bob 12")
    report = doc(line)
    assert not any(one["effect"] == "full-defense" for one in report["effects"])
    assert doc("show bob")["defense"]["full"] is False


@pytest.mark.parametrize("fight", UP)
def test_who_has_not_rolled_holds_nothing(fight: str) -> None:
    done(f"load @{fight}")
    done("roll-init --seed 1")
    done("add", "Zed")
    assert "`roll-init zed` brings them in" in refused("delay zed --force")


@pytest.mark.parametrize("fight", UP)
def test_the_gm_overrules_whose_turn_it_is(fight: str) -> None:
    done(f"load @{fight}")
    done("roll-init --seed 1")
    acting = doc("board")["acting"]
    who = next(one["id"] for one in reversed(doc("board")["order"]) if one["id"] != acting)
    answer = gmtrack("delay", who, "--force", "--json")
    assert answer.code == 0
    assert next(one["delayed"] for one in answer.doc["order"] if one["id"] == who)
