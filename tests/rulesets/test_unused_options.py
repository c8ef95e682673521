"""What the help leaves out of a command is refused by the rules of that ruleset."""

import json
from pathlib import Path

import pytest
from tables import check_rows

from gmtrack.cli.main import execute
from gmtrack.rulesets.port import DICE
from gmtrack.rulesets.registry import metas

ROOT = Path(__file__).parents[2]
FIGHTS = {
    "swan-song": "knife-fight",
    "spotlight": "ninth-street",
    "storyteller": "car-park",
    "sr3": "garage-night",
    "i2050": "street-samurai-duel",
}
LINES = {
    "swan-song": {"test": "joe composure", "heal": "bob 1", "damage": "bob 1",
                  "effect": "bob slowed"},
    "spotlight": {"test": "joe willpower", "act": "joe drop uzi", "damage": "punk 1",
                  "heal": "punk 1", "effect": "punk moving", "set": "punk hidden=true"},
    "storyteller": {"test": "rita wits", "act": "rita drop-prone", "damage": "crane 1",
                    "heal": "crane 1", "effect": "crane prone", "set": "crane hidden=true"},
    "sr3": {"test": "rook body", "act": "rook drop-prone", "damage": "boss 1", "heal": "boss 1",
            "effect": "boss prone", "set": "boss hidden=true"},
    "i2050": {"test": "kaz dex", "act": "kaz dodge", "damage": "kaz 1", "heal": "kaz 1",
              "effect": "kaz prone", "set": "kaz hidden=true"},
}  # fmt: skip
VALUES = {
    "--weapon": "unarmed", "--called": "head", "--defense": "none", "--defense-mod": "1",
    "--with": "anything", "--without": "anything", "--limit": "3", "--threshold": "2",
    "--location": "head", "--pool": "hp", "--type": "fire",
}  # fmt: skip
IN_TURN = ("delay", "intervene")
"""Commands that only work for whoever has the turn, and are refused for that first."""
CASES = [
    (meta.id, command, option)
    for meta in metas()
    for command, options in meta.unused.items()
    for option in options
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_an_option_that_is_not_in_the_help_is_refused(
    ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"{ROOT}/encounters/{FIGHTS[ruleset]}.yaml"
    execute(["load", file])
    who = next(iter(LINES[ruleset].values())).split()[0]

    def check(command: str, option: str) -> None:
        words = LINES[ruleset].get(command, who if command in IN_TURN else "").split()
        assert execute([command, *words, "-n", "--force"]) == 0 or command in (*IN_TURN, "next")
        capsys.readouterr()
        assert execute([command, *words, option, VALUES[option], "-n", "--force", "--json"]) == 1
        error = json.loads(capsys.readouterr().out)["error"]
        told = (option, VALUES[option], f"has no {command}")
        assert any(words in error["message"] for words in told)

    check_rows(check, (case[1:] for case in CASES if case[0] == ruleset and case[2] not in DICE))


@pytest.mark.parametrize(
    ("ruleset", "command"),
    sorted({case[:2] for case in CASES if case[2] in DICE and case[1] not in IN_TURN}),
)
def test_what_never_rolls_says_so(
    ruleset: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    execute(["load", f"{ROOT}/encounters/{FIGHTS[ruleset]}.yaml"])
    execute(["roll-init", "--seed", "1"])
    who = next(iter(LINES[ruleset].values())).split()[0]
    words = LINES[ruleset].get(command, "" if command in ("end", "roll-init") else who).split()
    capsys.readouterr()
    assert execute([command, *words, "--roll", "attack=1", "-n", "--force"]) == 1
    told = capsys.readouterr().err
    assert "rolls nothing" in told


def test_every_ruleset_has_a_line_for_what_it_leaves_out() -> None:
    assert {meta.id for meta in metas()} == set(FIGHTS)
