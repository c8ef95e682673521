"""The head line of a board says where the fight stands: before it, in it, after it."""

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from gmtrack.app.step import is_between_rounds
from gmtrack.rulesets import registry
from gmtrack.store.session import open_session

from .evening import FIGHTS
from .typing_in import gmtrack

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def phase() -> str:
    """As the board tells it, and as it is known without one."""
    told = gmtrack("board", "--json").doc["phase"]
    with open_session(None, write=False) as session:
        without = SimpleNamespace(phase_of=getattr(session.ruleset, "phase_of"))  # noqa: B009
        between = is_between_rounds(cast("Ruleset", without), session.encounter)
        assert without.phase_of(session.encounter) == told
    assert between == (told != "acting")
    return str(told)


def head(*argv: str) -> str:
    answer = gmtrack(*argv)
    assert answer.code == 0, answer.err
    return next(line for line in answer.out.splitlines() if line)


@pytest.mark.parametrize("file", FIGHTS, ids=lambda file: file.stem)
def test_a_fight_that_has_ended_is_over_and_not_about_to_start(file: Path, home: Path) -> None:
    head("load", str(file))
    assert head("board").endswith("not started")
    head("roll-init", "--seed", "1")
    assert "1" in head("board")
    head("end")
    assert head("board").endswith("over")
    assert gmtrack("board", "--json").doc["phase"] == "not-started"
    head("undo")
    assert not head("board").endswith(("over", "not started"))


@pytest.mark.parametrize("ruleset", [meta.id for meta in registry.metas()])
def test_whether_a_round_is_in_progress_is_known_without_a_board(ruleset: str, home: Path) -> None:
    head("new", "two", "--ruleset", ruleset, "--example")
    assert phase() == "not-started"
    head("roll-init", "--seed", "1")
    found = [phase()]
    while found[-1] == "acting" and len(found) < 10:
        head("next", "--force", "--seed", "1")
        found.append(phase())
    assert found[0] == "acting"
    assert found[-1] == "round-over"


@pytest.mark.parametrize("file", FIGHTS, ids=lambda file: file.stem)
def test_a_fight_that_never_began_can_be_ended_and_still_begin(file: Path, home: Path) -> None:
    head("load", str(file))
    head("end")
    assert phase() == "not-started"
    head("roll-init", "--seed", "1")
    assert phase() != "not-started"
