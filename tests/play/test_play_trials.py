"""Lines that a session tries before it asks about them: what they would do in the fight now."""

from collections import Counter

import pytest

from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable
from gmtrack.rulesets.kit.package import Package

from .answering import Answering

STAND = ["attack", "joe", "bob"]


@pytest.fixture
def table(type_line: object) -> PlayTable:
    """A session on a fight in which nobody has done anything."""
    table = PlayTable(execute)
    assert table.run_line("load @knife-fight --fresh") == 0
    return table


def test_what_somebody_else_has_changed_counts_in_a_trial(table: PlayTable) -> None:
    assert table._try_line(STAND)
    # Another terminal: the session has not looked at the fight since.
    assert execute(["leave", "joe"]) == 0
    assert table._try_line(STAND) is None
    assert execute(["undo"]) == 0
    assert table._try_line(STAND)


def test_a_trial_leaves_the_fight_as_it_was(table: PlayTable) -> None:
    before = table.fight
    assert before is not None
    first = table._try_line(STAND)
    assert table._try_line(STAND) == first
    table.refresh()
    assert table.fight is not None
    assert table.fight.known.encounter == before.known.encounter
    assert table.fight.seq == before.seq


def test_the_words_of_a_fight_are_worked_out_once(
    monkeypatch: pytest.MonkeyPatch, type_line: object
) -> None:
    evening = Answering(monkeypatch, "knife-fight", people="pc foe all")
    made: Counter[str] = Counter()
    work_out = Package.lexicon

    def count(package: Package, encounter: object) -> object:
        made["lexicon"] += 1
        return work_out(package, encounter)  # type: ignore[arg-type]

    monkeypatch.setattr(Package, "lexicon", count)
    assert len(evening.type("attack joe bob combat")) > 1
    # Once for the fight before the line, which is short and is tried with each defense; once where
    # it is carried out; once for the fight after it.
    assert made["lexicon"] <= 3
