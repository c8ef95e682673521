"""`turn WHO`: the GM says whose turn it is, whatever the order says (ALL-TURN-01)."""

from pathlib import Path

import pytest

from .typing_in import doc, done, refused

pytestmark = pytest.mark.usefixtures("board_without_choices")

START = {
    "knife-fight": ["roll-init --roll joe=5 --roll bob=1"],
    "back-room": ["roll-init --seed 1"],
    "cold-store": ["roll-init --seed 1"],
    "ninth-street": ["roll-init --seed 1"],
    "street-samurai-duel": [
        "roll-init", "act master fight kaz", "act kaz fight master", "act samurai fight lotus",
        "act lotus fight samurai", "act student dodge", "next",
    ],
}  # fmt: skip
"""For each ruleset's encounter the lines up to its first turn."""
LATE = {
    "knife-fight": "bob",
    "back-room": "nick",
    "cold-store": "guard-1",
    "ninth-street": "bill",
    "street-samurai-duel": "lotus",
}
"""Somebody who is not the first to act, by encounter."""
BEGUN = {
    "knife-fight": "act joe use-item",
    "cold-store": "act sable drop-prone",
    "back-room": "act host move 3",
}
"""An action that takes a part of the first turn, by encounter."""
FIGHTS = pytest.mark.parametrize("fight", START)


@pytest.fixture(autouse=True)
def own_home(home: Path) -> Path:
    """A state folder of its own."""
    return home


def start(fight: str) -> str:
    """Open an encounter, play up to its first turn, and return who has it."""
    done(f"load @{fight}")
    for line in START[fight]:
        done(line)
    return acting()


def acting() -> str:
    """Return who acts now; empty if nobody does."""
    return doc("board")["acting"] or ""


def rest_of_pass() -> list[str]:
    """Return who acts now and then, turn by turn, to the end of the pass or the round."""
    found, first = [], doc("board")
    while True:
        board = doc("board")
        if board["phase"] != "acting" or board.get("pass") != first.get("pass"):
            return found
        if not board["acting"]:
            return found
        found.append(board["acting"])
        done("next")


@FIGHTS
def test_it_is_their_turn_in_one_step_that_undo_takes_back(fight: str) -> None:
    first, late = start(fight), LATE[fight]
    before = doc("board")
    report = doc(f"turn {late}")
    assert (report["command"], report["who"], report["acting"]) == ("turn", late, late)
    assert acting() == late != first
    step = doc("log")["steps"][-1]
    assert (step["line"], step["who"]) == (f"turn {late} --json", late)
    done("undo")
    assert doc("board") == before
    done("redo")
    assert acting() == late


@FIGHTS
def test_everybody_has_one_turn_and_those_passed_over_have_theirs_after(fight: str) -> None:
    first, late = start(fight), LATE[fight]
    usual = rest_of_pass()
    done("undo", str(len(usual)))
    assert acting() == first
    done(f"turn {late}")
    order = rest_of_pass()
    assert order[:2] == [late, first]
    if fight == "ninth-street":
        # The NPCs' turn is one for all of them.
        assert order == [late, *(who for who in usual if who != late)]
        return
    assert sorted(order) == sorted(usual)
    assert len(set(order)) == len(order) or fight == "street-samurai-duel"


@FIGHTS
def test_nobody_gets_a_second_turn(fight: str) -> None:
    first, late = start(fight), LATE[fight]
    done(f"turn {late}")
    assert "already" in refused("turn", late, "--force")
    done("next")
    assert acting() == first
    assert "has" in refused("turn", late)
    assert acting() == first


@pytest.mark.parametrize("fight", BEGUN)
def test_a_turn_that_has_begun_goes_on_with_what_is_left(fight: str) -> None:
    first, late = start(fight), LATE[fight]
    done(BEGUN[fight])
    left = entry(first)["ap"]
    done(f"turn {late}")
    done("next")
    assert acting() == first
    assert entry(first)["ap"] == left
    done("next")
    assert acting() not in (first, late) or fight == "knife-fight"


@pytest.mark.parametrize(
    ("fight", "lines"),
    [
        ("knife-fight", ["act joe use-item"] * 3),
        ("back-room", ["act host other"]),
        ("cold-store", ["act sable drop-prone", "attack sable buyer --seed 1",
                        "attack sable buyer --seed 2"]),
        ("ninth-street", ["act joe other"] * 4),
    ],
)  # fmt: skip
def test_a_turn_that_is_spent_does_not_come_again(fight: str, lines: list[str]) -> None:
    first, late = start(fight), LATE[fight]
    for line in lines:
        done(line)
    done(f"turn {late}")
    done("next")
    assert acting() != first or doc("board").get("pass") == 2
    assert entry(first)["acted"] or doc("board").get("pass") == 2


def entry(who: str) -> dict[str, object]:
    """Return a combatant's entry in the order."""
    found: dict[str, object] = next(one for one in doc("board")["order"] if one["id"] == who)
    return found


def test_an_attack_of_the_phase_is_not_to_be_had_twice() -> None:
    start("knife-fight")
    done("attack joe bob --seed 1")
    done("turn bob")
    done("next")
    assert acting() == "joe"
    assert "attack" in refused("attack", "joe", "bob", "--seed", "2")
    # What was begun cannot be held any more.
    assert "can no longer delay" in refused("delay", "joe")


@pytest.mark.parametrize("fight", ["knife-fight", "back-room", "cold-store"])
def test_turns_that_are_put_off_one_upon_the_other_come_back_the_last_first(fight: str) -> None:
    first, late = start(fight), LATE[fight]
    done(f"turn {late}")
    done(f"turn {first}")
    assert acting() == first
    done("next")
    assert acting() == late
    assert "has" in refused("turn", first)


@pytest.mark.parametrize("fight", ["knife-fight", "back-room", "cold-store"])
def test_who_holds_an_action_takes_it(fight: str) -> None:
    first = start(fight)
    done(f"delay {first}")
    assert entry(first)["delayed"]
    done(f"turn {first}")
    assert acting() == first
    assert not entry(first)["delayed"]


@pytest.mark.parametrize("fight", START)
def test_who_cannot_act_is_refused(fight: str) -> None:
    start(fight)
    late = LATE[fight]
    harm = {
        "knife-fight": f"damage {late} 30",
        "back-room": f"damage {late} 20 --type aggravated",
        "cold-store": f"damage {late} 10 --type physical",
        "ninth-street": f"damage {late} 30 --location torso --type lethal",
        "street-samurai-duel": f"damage {late} 30 --location chest",
    }
    done(harm[fight])
    if fight == "ninth-street":
        for line in [f"act {late} die"]:
            done(line)
    refused("turn", late)


@pytest.mark.parametrize("fight", START)
def test_without_a_round_nobody_has_a_turn(fight: str) -> None:
    done(f"load @{fight}")
    why = refused("turn", LATE[fight], "--force")
    assert "in progress" in why
    assert "`next` starts one" in why or "`roll-init`" in why


def test_a_moment_of_the_gms_own_is_passed_once(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "encounters" / "knife-fight.yaml").read_text()
    tick = "effects: {burns: {each: {at: turn-start, damage: 1, type: fire}}}\ncombatants:"
    file = tmp_path / "own.yaml"
    file.write_text(text.replace("\ncombatants:", f"\n{tick}", 1))
    done(f"load {file}")
    done("effect joe burns")
    done("roll-init --roll joe=5 --roll bob=1")
    once = doc("show joe")["pools"]
    assert once != doc("show bob")["pools"]
    done("turn bob")
    done("next")
    assert acting() == "joe"
    assert doc("show joe")["pools"] == once


# --- Spotlight: PCs and NPCs ---


def test_an_npc_may_bring_their_turn_before_the_pcs_who_come_after() -> None:
    first = start("ninth-street")
    done("turn boss")
    board = doc("board")
    assert board["stage"] == "npc"
    assert "boss" in board["spotlight"]
    done("next")
    board = doc("board")
    assert (board["stage"], board["acting"]) == ("pc", first)
    order = []
    while doc("board")["stage"] == "pc":
        order.append(acting())
        done("next")
    # The NPCs have had theirs.
    assert sorted(order) == sorted(["joe", "wendy", "sally", "bill"])
    assert doc("board")["stage"] == "open"


def test_npcs_one_after_another_come_one_by_one(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "encounters" / "ninth-street.yaml").read_text()
    file = tmp_path / "own.yaml"
    house = "\nhouse_rules: {npc_spotlight: individual}\ncombatants:"
    file.write_text(text.replace("\ncombatants:", house, 1))
    done(f"load {file}")
    first = done("roll-init --seed 1") and acting()
    done("turn boss")
    assert doc("board")["spotlight"] == ["boss"]
    done("next")
    order = []
    while doc("board")["stage"] in ("pc", "npc"):
        order.append(acting())
        done("next")
    assert order[0] == first
    assert sorted(order) == sorted(["joe", "wendy", "sally", "bill", "punk", "thug-1", "thug-2"])


def test_a_pc_is_refused_in_the_turn_of_the_npcs_and_may_come_back_when_all_had_theirs() -> None:
    start("ninth-street")
    while doc("board")["stage"] == "pc":
        done("next")
    assert "when everybody has had it" in refused("turn", "joe")
    done("next")
    done("turn sally")
    assert acting() == "sally"
    done("turn joe")
    assert (acting(), doc("board")["spotlight"]) == ("joe", ["joe"])


# --- i2050: the order of Resolution ---


def test_speed_does_not_bind_whom_the_gm_names() -> None:
    first = start("street-samurai-duel")
    refused("attack", "lotus", "samurai", "--seed", "1")
    done("turn lotus")
    done("attack lotus samurai --seed 1")
    done("next")
    assert acting() == first
    assert entry("lotus")["acted"]


def test_outside_resolution_there_are_no_turns() -> None:
    done("load @street-samurai-duel")
    done("roll-init")
    assert "everybody declares now" in refused("turn", "lotus")
    for line in START["street-samurai-duel"][1:]:
        done(line)
    assert "does nothing" in refused("turn", "student")
