"""An attack on somebody of one's own side is carried out, but said first, and asked at the prompt;
one on the dead is asked there too, and is refused in a script."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.table import PlayTable

Type = Callable[[list[str]], Any]

CASES = {
    "swan-song": ("loading-dock", "attack vex ox", "Ox is on Vex's side"),
    "an ally": ("loading-dock", "attack vex van", "Delivery van is on Vex's side"),
    "spotlight": ("stand-off", "attack mara dex", "Dex is on Mara's side"),
    "suppression": ("stand-off", "attack mara dex --with suppressive", "Dex is on Mara's side"),
    "storyteller": ("back-room", "attack nick lena", "Lena is on Nick's side"),
    "covering fire": ("car-park", "act dana covering-fire rita", "Rita is on Dana's side"),
    "sr3": ("garage-night", "attack rook brick", "Brick is on Rook's side"),
    "i2050": ("street-samurai-duel", "attack kaz lotus", "Lotus is on Kaz's side"),
    "two foes": (
        "street-samurai-duel",
        "attack samurai master",
        "The master is on The samurai's side",
    ),
}
HARMLESS = {
    "a foe": ("street-samurai-duel", "attack kaz student"),
    "help": ("loading-dock", "act vex treat ox"),
    "oneself": ("knife-fight", "damage joe 1"),
}


@pytest.fixture
def table(type_line: Type) -> Callable[[str], tuple[PlayTable, list[PlayerChoice]]]:
    def opened(fight: str) -> tuple[PlayTable, list[PlayerChoice]]:
        assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
        session, asked = PlayTable(execute), []
        session.asking.put = lambda choice: asked.append(choice) or ""
        return session, asked

    return opened


@pytest.mark.parametrize("case", CASES)
def test_it_is_said_first(type_line: Type, case: str) -> None:
    fight, line, says = CASES[case]
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    words = [*line.split(), "--seed", "1", "-n"]
    told = type_line(words).out.splitlines()
    assert told[1] == says
    [pair] = type_line([*words, "--json"]).doc["friendly_fire"]
    assert [pair["attacker"], pair["target"]] == [
        line.split()[1],
        *(w for w in line.split()[2:] if w == pair["target"]),
    ]


@pytest.mark.parametrize("case", CASES)
def test_at_the_prompt_it_is_asked_once(table: Any, type_line: Type, case: str) -> None:
    fight, line, says = CASES[case]
    session, asked = table(fight)
    assert session.run_line(line) == 0
    assert [choice.text for choice in asked] == [f"{says}. Attack anyway"]
    assert type_line(["undo", "--json"]).doc["error"]["kind"] == "nothing-to-undo"
    session.asking.put = lambda choice: "yes"
    assert session.run_line(line) == 0
    assert type_line(["undo"]).status == 0


@pytest.mark.parametrize("case", HARMLESS)
def test_nothing_else_is(table: Any, capsys: pytest.CaptureFixture[str], case: str) -> None:
    fight, line = HARMLESS[case]
    session, asked = table(fight)
    session.run_line(line)
    assert asked == []
    assert "side" not in capsys.readouterr().out


def test_a_script_is_not_asked(type_line: Type, table: Any) -> None:
    session, _ = table("stand-off")
    session.asking.put, session.asking.alone = None, True
    assert session.run_line("attack mara dex") == 0
    assert type_line(["undo"]).status == 0


DEAD = {
    "swan-song": ("loading-dock", ["damage ivo 60"], "attack vex ivo", "Ivo"),
    "spotlight": ("stand-off", ["effect gunner dead"], "attack mara gunner", "Gunner"),
    "storyteller": (
        "car-park",
        ["damage clerk 30 --type aggravated"],
        "attack rita clerk",
        "The clerk",
    ),
    "sr3": ("garage-night", ["damage guard-1 30"], "attack rook guard-1", "First guard"),
    "i2050": ("street-samurai-duel", ["effect student dead"], "attack kaz student", "The student"),
}


@pytest.mark.parametrize("case", DEAD)
def test_the_dead_are_attacked_only_if_it_is_meant(
    type_line: Type, table: Callable[[str], tuple[PlayTable, list[PlayerChoice]]], case: str
) -> None:
    fight, before, line, dead = DEAD[case]
    session, asked = table(fight)
    for one in before:
        assert type_line(one.split()).status == 0
    for refused in (line, line.replace("attack", "odds")):
        screen = type_line(refused.split())
        assert screen.status == 1
        assert f"{dead} is dead; --force overrules" in screen.err
    steps = len(type_line(["log", "--json"]).doc["steps"])
    session.refresh()
    assert session.run_line(line) == 0
    assert [choice.text.split(" is ")[1] for choice in asked] == ["dead. Attack anyway"]
    assert len(type_line(["log", "--json"]).doc["steps"]) == steps
    session.asking.put = lambda choice: "yes" if "dead" in choice.text else ""
    assert session.run_line(line) == 0
    assert type_line(["log", "--json"]).doc["steps"][-1]["line"] == f"{line} --force"
