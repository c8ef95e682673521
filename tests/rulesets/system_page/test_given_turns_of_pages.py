"""`turn WHO` by a page: whoever is passed over acts afterwards, with what they have left."""

from pathlib import Path

import pytest

from ..typing_in import doc, done, refused

pytestmark = pytest.mark.usefixtures("board_without_choices")

FIGHTS = Path(__file__).with_name("fights")
START = "roll-init --roll initiative.kira=20 --roll initiative.goblin=10 --roll initiative.ogre=5"


@pytest.fixture
def ambush(home: Path) -> None:
    """Kira, then the goblin, then the ogre."""
    done("load", str(FIGHTS / "ambush.yaml"))
    done(START)


def left(who: str) -> dict[str, int]:
    [entry] = [one for one in doc("board")["order"] if one["id"] == who]
    found = entry["left"]
    assert isinstance(found, dict)
    return found


@pytest.mark.usefixtures("ambush")
def test_a_turn_that_had_begun_goes_on_with_what_is_left() -> None:
    done("act kira dodge")
    assert left("kira") == {"action": 0, "bonus": 1}
    report = doc("turn ogre")
    assert (report["command"], report["who"], report["acting"]) == ("turn", "ogre", "ogre")
    assert left("ogre") == {"action": 1, "bonus": 1}
    assert doc("next")["acting"] == "kira"
    assert left("kira") == {"action": 0, "bonus": 1}
    assert "0 action left" in refused("attack kira ogre")
    assert doc("next")["acting"] == "goblin"
    # Everybody has had a turn: the next round begins, with a new turn for each.
    board = doc("next")
    assert (board["round"], board["acting"]) == (2, "kira")
    assert left("kira") == {"action": 1, "bonus": 1}


@pytest.mark.usefixtures("ambush")
def test_somebody_who_fell_in_their_turn_has_a_whole_one_in_the_next_round() -> None:
    done("act kira dodge")
    done("turn ogre")
    done("damage kira 99")
    done("next")
    while doc("board")["round"] == 1:
        done("next")
    done("heal kira 9")
    assert left("kira") == {"action": 1, "bonus": 1}


@pytest.mark.usefixtures("ambush")
def test_a_turn_is_given_in_one_step_that_undo_takes_back() -> None:
    before = doc("board")
    done("turn goblin")
    assert "turn already" in refused("turn goblin")
    done("undo")
    assert doc("board") == before
    done("redo")
    assert doc("board")["acting"] == "goblin"


def test_there_are_no_turns_to_give_before_the_fight_and_without_initiative(home: Path) -> None:
    done("load", str(FIGHTS / "ambush.yaml"))
    assert "no round in progress" in refused("turn ogre")
    page = home / "calm.yaml"
    page.write_text("gmtrack: 1\nkind: system\ntitle: Calm\ntracks: {hp: 3}\n")
    done("new", "Calm", "--ruleset", str(page))
    done("add", "Ann")
    assert "Calm has no turns" in refused("turn ann")
