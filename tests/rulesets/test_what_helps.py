"""`what` puts first what helps now: who can be saved, then attacks on those who stand."""

from pathlib import Path

import pytest

from .typing_in import doc, done, told

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
DOWN = {
    "swan-song": ("ganger-ambush", "damage spit 500"),
    "spotlight": ("stand-off", "effect guard unconscious"),
    "storyteller": ("car-park", "effect guard-1 unconscious"),
    "sr3": ("garage-night", "damage guard-1 10 --type stun"),
    "i2050": ("street-samurai-duel", "effect samurai unconscious"),
}
"""A ready-made encounter of each ruleset, and a line that puts a foe out."""
each = pytest.mark.parametrize("name", DOWN)


def begun(name: str) -> tuple[str, str]:
    """Open the encounter and begin a fight in which a foe is out. Return who has the turn (in
    i2050 anybody) and who is out."""
    fight, line = DOWN[name]
    done("load", f"{ENCOUNTERS}/{fight}.yaml")
    done("roll-init --seed 1")
    done(line)
    acting = doc("board")["acting"] or "kaz"
    assert acting != line.split()[1]
    return acting, line.split()[1]


def lines_of(who: str) -> list[str]:
    """The lines that work, in their order."""
    return [one["line"] for one in doc("what", who, "--json")["choices"] if not one["why"]]


@each
def test_attacks_on_those_who_are_out_come_after_those_who_stand(name: str, home: Path) -> None:
    who, out = begun(name)
    verbs = ("attack ", f"act {who} fight ")
    targets = [line.split() for line in lines_of(who) if line.startswith(verbs)]
    named = [words[3 if words[0] == "act" else 2] for words in targets]
    assert out in named or name in ("swan-song", "i2050"), named
    first = named.index(out) if out in named else len(named)
    assert set(named[first:]) <= {out}
    assert first > 1


@each
def test_who_is_out_makes_no_tests_but_passive_ones(name: str, home: Path) -> None:
    who, out = begun(name)
    tests = {
        one["line"].split()[2]
        for one in doc("what", out, "--json")["choices"]
        if one["line"].startswith("test ")
    }
    assert tests <= {"consciousness", "soak", "resist"}
    assert [line for line in lines_of(who) if line.startswith("test ")]


SAVED = {
    "ganger-ambush": ("set vex pools.flesh=-1", "unit7", "act unit7 first-aid vex"),
    "stand-off": ("effect mara unconscious", "dex", "act dex first-aid mara"),
    "garage-night": ("damage brick 10", "rook", "act rook first-aid brick"),
}


@pytest.mark.parametrize("fight", SAVED)
def test_who_can_be_saved_comes_first(fight: str, home: Path) -> None:
    line, acting, first = SAVED[fight]
    done("load", f"{ENCOUNTERS}/{fight}.yaml")
    done("roll-init --seed 1")
    if fight == "garage-night":
        done("set rook skills.biotech=4")
    assert not lines_of(acting)[0].startswith(first)
    done(line)
    assert lines_of(acting)[0] == first
    screen = told("what")
    assert screen.index(first) < screen.index(f"attack {acting}")


def test_help_for_a_foe_does_not_come_first(home: Path) -> None:
    done("load", f"{ENCOUNTERS}/stand-off.yaml")
    done("roll-init --seed 1")
    done("effect guard unconscious")
    lines = lines_of("dex")
    assert lines[0].startswith("attack ")
    assert "act dex first-aid guard" in lines


def test_what_names_the_actions_that_can_be_declared(home: Path) -> None:
    done("load", f"{ENCOUNTERS}/street-samurai-duel.yaml")
    done("roll-init")
    assert "ACTION fight, shoot, aim, dodge, weave, move, draw, other" in told("what")
