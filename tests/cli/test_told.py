"""What a command did to somebody beside what was asked for is told where it happens."""

from collections.abc import Callable
from typing import Any

import pytest

Type = Callable[[list[str]], Any]
DOCK, STREET = "loading-dock", "ninth-street"
CASES = [
    (DOCK, ["act mira reload"], "Mira Kade reloads Service pistol"),
    (DOCK, ["act mira reload heavy-pistol"], "Mira Kade: reload (heavy-pistol)"),
    (DOCK, ["act mira take-cover good", "act mira run"], "Mira Kade leaves good cover"),
    (DOCK, ["attack mira pike neck --seed 1"], "Mira Kade: Free Action used (called shot)"),
    (STREET, ["act wendy leave-cover"], "Wendy has no cover to leave"),
    (STREET, ["act wendy take-cover wall", "act wendy leave-cover"], "Wendy leaves cover"),
]  # fmt: skip


@pytest.mark.parametrize(("encounter", "lines", "told"), CASES)
def test_what_comes_with_it_is_told(
    type_line: Type, encounter: str, lines: list[str], told: str
) -> None:
    for line in (f"load encounters/{encounter}.yaml", "roll-init --seed 2"):
        assert type_line(line.split()).status == 0
    for line in lines:
        screen = type_line([*line.split(), "--force"])
        assert screen.status == 0, screen.err
    assert told in [text.strip() for text in screen.out.splitlines()]


@pytest.mark.parametrize("line", ["act mira walk 2", "act mira run --with stay"])
def test_no_cover_is_left_where_there_is_none_or_they_stay(type_line: Type, line: str) -> None:
    for before in (f"load encounters/{DOCK}.yaml", "roll-init --seed 2"):
        assert type_line(before.split()).status == 0
    if "stay" in line:
        assert type_line(["act", "mira", "take-cover", "good", "--force"]).status == 0
    assert "cover" not in type_line([*line.split(), "--force"]).out


def test_the_end_of_a_fight_says_what_it_does_not_end(type_line: Type) -> None:
    assert type_line(["load", "encounters/loading-dock.yaml"]).status == 0
    assert type_line(["roll-init", "--seed", "3"]).status == 0
    assert type_line(["effect", "vex", "winded", "--rounds", "5"]).status == 0
    told = " ".join(type_line(["end"]).out.split())
    assert "Effects counted in rounds stay: Vex. `act WHO rest` (an hour)" in told
    assert "you say when it goes off (`act sergeant detonate ramp-charge TARGET...`)" in told
    assert type_line(["act", "sergeant", "detonate", "ramp-charge", "--force"]).status == 0
    assert type_line(["act", "vex", "rest"]).status == 0
    assert type_line(["undo", "3"]).status == 0
    assert type_line(["effect", "vex", "winded", "--end"]).status == 0
    assert "counted in rounds" not in type_line(["end"]).out


@pytest.mark.parametrize("line", ["detonate ramp vex", "detonate vex"])
def test_a_blast_asks_whom_it_catches_and_its_item_may_be_begun_or_left_out(
    type_line: Type, line: str
) -> None:
    for before in ("load encounters/loading-dock.yaml", "roll-init --seed 3", "end"):
        assert type_line(before.split()).status == 0
    wanted = "nobody is named who is in the blast: `act sergeant detonate ramp-charge TARGET...`"
    for item in ([], ["ramp-charge"]):
        refused = type_line(["act", "sergeant", "detonate", *item])
        assert refused.status == 1
        assert wanted in " ".join(refused.err.split())
    assert "the blast catches Vex" in type_line(["act", "sergeant", *line.split()]).out


def test_who_has_no_initiative_where_only_some_roll_is_told(type_line: Type) -> None:
    """SS-INIT-03."""
    type_line(["load", "encounters/knife-fight.yaml"])
    [found] = type_line(["roll-init", "joe", "--roll", "joe=6", "--json"]).doc["warnings"]
    assert found["message"] == "Bob Rock rolled no initiative: `roll-init` brings them in"
