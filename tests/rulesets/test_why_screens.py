"""`why` at 120, 80 and 60 columns in every ruleset: a step line by line, and a number.

`UPDATE_GOLDEN=1 pytest tests/rulesets/test_why_screens.py` takes the screens anew.
"""

import re
from pathlib import Path

import pytest
from golden import assert_golden

from .typing_in import gmtrack

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
GOLDEN = Path(__file__).parent / "golden"
TIME = re.compile(r", \w+ \d\d:\d\d$", re.MULTILINE)
FIGHTS = {
    "swan-song": ("knife-fight", "attack joe bob --called neck --mod 4:surprise", "bob flesh"),
    "spotlight": ("ninth-street", "attack joe thug-1 --called torso", "thug-1 torso"),
    "storyteller": ("back-room", "attack nick bouncer", "bouncer health"),
    "sr3": (
        "garage-night",
        "attack rook guard-1 --with mode=bf --with range=short",
        "guard-1 physical",
    ),
    "i2050": ("street-samurai-duel", "damage kaz 4 --location chest", "kaz hp"),
}
ASKED = ("step", "number")


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("ruleset", FIGHTS)
def test_why_looks_as_it_did(
    ruleset: str, asked: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, line, number = FIGHTS[ruleset]
    for words in (["load", str(ENCOUNTERS / f"{name}.yaml")], [*line.split(), "--seed", "12"]):
        answer = gmtrack(*words)
        assert answer.code == 0, answer.err
    why = ["why", *([] if asked == "step" else number.split())]

    def drawn(width: int) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        return TIME.sub("", gmtrack(*why).out)

    assert_golden(GOLDEN / f"why-{asked}-{ruleset}.txt", drawn)
