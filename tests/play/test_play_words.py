"""What a hurried person types at the prompt, and what they are told when it is not enough."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.table import Table

Type = Callable[[list[str]], Any]
UNDERSTOOD = {
    ("knife-fight", "a bob l.eye"): "attack joe bob --called left-eye",
    ("knife-fight", "a bob left eye"): "attack joe bob --called left-eye",
    ("knife-fight", "x take g"): "act joe take-cover good",
    ("ninth-street", "a joe punk uzi burst"): "attack joe punk --weapon uzi --with mode=burst",
    ("garage-night", "a rook guard-1 pool=3"): "attack rook guard-1 --with pool=3",
}
TOLD = {
    ("knife-fight", "a bob nek"): "no target 'nek'; did you mean `--called neck`?",
    ("knife-fight", "a bbo"): "did you mean 'bob'?",
    ("knife-fight", "a"): "Missing argument 'TARGET...'. There is bob",
}


@pytest.fixture
def opened(type_line: Type) -> Callable[[str], Table]:
    def table(fight: str) -> Table:
        assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
        return Table(execute)

    return table


@pytest.mark.parametrize(("fight", "line"), UNDERSTOOD)
def test_it_is_understood(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    table = opened(fight)
    table.do("i --roll joe=6 --roll bob=1" if fight == "knife-fight" else "i --seed 1")
    capsys.readouterr()
    assert table.do(f"{line} -n --seed 1") == 0, capsys.readouterr().err
    assert f"understood: {UNDERSTOOD[fight, line]}" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("fight", "line"), TOLD)
def test_it_says_what_is_wrong(
    opened: Any, capsys: pytest.CaptureFixture[str], fight: str, line: str
) -> None:
    table = opened(fight)
    table.do("i --roll joe=6 --roll bob=1")
    assert table.do(line) != 0
    assert TOLD[fight, line] in " ".join(capsys.readouterr().err.split())


def test_before_the_first_round_nobody_has_the_turn(
    opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened("knife-fight").do("a bob") != 0
    assert (
        "nobody has the turn: name the attacker first (`attack WHO bob`)" in capsys.readouterr().err
    )
