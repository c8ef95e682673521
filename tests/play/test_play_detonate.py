"""Who sets a charge off is known: they need not be named, whoever has the turn."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable


@pytest.mark.parametrize("line", ["x detonate", "x deton ramp", "x detonate ramp-charge"])
@pytest.mark.parametrize("starts", [True, False])
def test_a_charge_is_set_off_by_whoever_has_set_it(
    type_line: Callable[[list[str]], Any],
    capsys: pytest.CaptureFixture[str],
    line: str,
    starts: bool,
) -> None:
    type_line(["load", "encounters/loading-dock.yaml"])
    table = PlayTable(execute)
    if starts:
        table.run_line("i --seed 1")
        assert table._known_fight.acting != "sergeant"
    capsys.readouterr()
    assert table.run_line(line) == 1
    assert "`act sergeant detonate ramp-charge" in capsys.readouterr().err


def test_it_is_said_who_sets_it_off(
    type_line: Callable[[list[str]], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    type_line(["load", "encounters/loading-dock.yaml"])
    table = PlayTable(execute)
    table.run_line("i --seed 1")
    capsys.readouterr()
    table.run_line("x detonate ramp vex")
    assert "read as: Sergeant Hale: detonate ramp, Vex\n" in capsys.readouterr().out
    table.run_line("x sergeant detonate ramp vex")
    assert "read as" not in capsys.readouterr().out
