"""A number that the GM adds to a defense (`--defense-mod`), where a player chooses whether they
defend at all."""

from collections.abc import Callable

import pytest

from .answering import Answering

Open = Callable[..., Answering]
ATTACKS = {
    "swan-song": ("ganger-ambush", "hook", "mira"),
    "storyteller": ("back-room", "gambler-1", "nick"),
    "i2050": ("three-thugs-in-the-fog", "sally", "johnny"),
}
"""A fight of each ruleset that asks for defenses, an attacker and a target."""


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda fight, *lines, **how: Answering(monkeypatch, fight, *lines, **how)


@pytest.mark.parametrize("ruleset", ATTACKS)
def test_it_is_left_out_where_the_player_does_not_defend(session: Open, ruleset: str) -> None:
    fight, attacker, target = ATTACKS[ruleset]
    table = session(fight, "roll-init --seed 1", people=target)
    attack = f"attack {attacker} {target} --force"
    asked = table.type(f"{attack} --defense-mod 1:cover", "none")
    assert "defense" in asked[0]
    line = table.last_step()["line"]
    assert line.endswith(f"--defense {target}:none")
    assert line.startswith(attack)


@pytest.mark.parametrize(("ruleset", "word"), [("swan-song", "full"), ("i2050", "dodge")])
def test_it_counts_where_the_player_defends(session: Open, ruleset: str, word: str) -> None:
    """Nobody defends by default in i2050: the question comes all the same."""
    fight, attacker, target = ATTACKS[ruleset]
    table = session(fight, "roll-init --seed 1", people=target)
    table.type(f"attack {attacker} {target} --force --defense-mod 1:cover", word)
    step = table.last_step()
    assert step["line"].endswith(f"--defense-mod 1:cover --defense {target}:{word}")
    assert "cover" in str(step["rolls"])


def test_it_is_refused_where_nobody_can_choose(
    session: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    table = session("three-thugs-in-the-fog", "roll-init --seed 1", people="off")
    assert table.table.run_line("attack sally johnny --force --defense-mod 1:cover") != 0
    assert "makes no roll" in capsys.readouterr().err
    assert table.questions == []
