"""The end of a fight as players read it, in every ruleset: who stands, who fell, who put whom
down; and nothing of whom they do not see."""

import json
import re

import pytest

from .test_moment import FIGHTS, each, name_of, opened, page
from .typing_in import done

pytestmark = pytest.mark.usefixtures("home")
COUNTING = ("swan-song", "storyteller", "sr3", "spotlight")
"""The rulesets whose attack rolls count what dice show. In others damage is rolled."""
EASIER = {"sr3": " --mod -20:close"}
"""What lets the attack strike where it is dark and the weapon kicks."""


@each
def test_a_fight_that_is_over_is_summed_up(ruleset: str) -> None:
    own, foe = opened(ruleset)
    assert page()["over"] is None
    others = [row["name"] for row in page()["rows"]]
    for seed in range(40):
        done(f"attack {own} {foe} --force --seed {seed}{EASIER.get(ruleset, '')}")
        if name_of(foe) in [row["name"] for row in page()["rows"] if row["out"]]:
            break
    done("end")
    over = page()["over"]
    assert [name for name in others if name not in str(over)] == []
    assert name_of(own) in over["stand"]
    assert any(name.startswith(f"{name_of(foe)} (") for name in over["fell"])
    assert any(
        line.startswith(f"{name_of(own)}: ") and name_of(foe) in line for line in over["downed"]
    )
    what = "(hits?|success(es)?)" if ruleset in COUNTING else "damage rolled"
    names = f"{name_of(own)} on {name_of(foe)}"
    assert re.fullmatch(rf"{names}: [1-9]\d* {what}", over["best"])
    done("undo")
    assert page()["over"] is None


@each
def test_nobody_hidden_is_summed_up(ruleset: str) -> None:
    own, foe = opened(ruleset)
    done("set", foe, "name=Quirkfoe")
    done("hide", foe)
    done(f"attack {own} {foe} --force --seed 3")
    done(f"attack {foe} {own} --force --seed 4")
    done(f"damage {foe} 60")
    done("end")
    found = page()
    assert "Quirk" not in json.dumps(found)
    assert "somebody" not in str(found["over"]["downed"])
    assert FIGHTS[ruleset][1] == own


@pytest.mark.parametrize(
    ("system", "best"),
    [("fantasy", "Ann on Bob: 3 damage rolled"), ("pools", "Ann on Bob: 2 hits")],
)
def test_a_page_of_a_system_names_the_best_shot(system: str, best: str) -> None:
    done(f"new Goblins --ruleset {system} --example")
    done("roll-init --seed 1")
    if system == "fantasy":
        done("attack ann bob --force --roll attack=19 --roll damage=3")
        done("attack ann bob --force --roll attack=18 --roll damage=1")
    else:
        done("attack ann bob --force --seed 3")
    done("end")
    assert page()["over"]["best"] == best
