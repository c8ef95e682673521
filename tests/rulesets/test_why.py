"""`why`: where numbers come from, through the command line, in whatever ruleset."""

from pathlib import Path

import pytest
from long_run import LONG, part

from gmtrack.app.past.why import explain_number, explain_step
from gmtrack.cli.amend_why_replay import parse_step_line
from gmtrack.errors import Refusal
from gmtrack.rulesets import registry
from gmtrack.store.session import open_session
from gmtrack.view.history.why import render_why, render_why_step
from gmtrack.view.report import Wording
from gmtrack.view.text import measure_line

from .conftest import BeginWith
from .typing_in import done, gmtrack

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("[!l]*.jsonl"))
"""Without the long one: to ask for a hundred words takes a while there."""
NARROW = 60
ENCOUNTERS = Path(__file__).parents[2] / "encounters"


@pytest.fixture
def knives(begin_with: BeginWith) -> None:
    begin_with(
        f"load {ENCOUNTERS / 'knife-fight.yaml'}",
        "roll-init --roll joe=5 --roll bob=2",
        "attack joe bob --roll attack=6,6,5,2,1,1,5 --roll defense=1,1,1 --roll soak=1,1,1,1",
        "set bob pools.flesh=9",
        "note bob limps",
    )


@pytest.mark.usefixtures("knives")
def test_the_history_of_a_number_names_steps_values_and_rows() -> None:
    doc = done("why", "bob", "flesh", "--json").doc
    assert (doc["command"], doc["who"], doc["what"], doc["value"]) == ("why", "bob", "flesh", 9)
    hit, by_hand = doc["history"]
    assert (hit["seq"], hit["line"].split()[0], hit["before"]) == (3, "attack", 10)
    assert hit["after"] == by_hand["before"]
    assert hit["rules"]
    assert (by_hand["seq"], by_hand["line"], by_hand["after"]) == (4, "set bob pools.flesh=9", 9)
    for word in ("pools.flesh", "FLESH", "fle"):
        assert done("why", "bob", word, "--json").doc["history"] == doc["history"]


@pytest.mark.usefixtures("knives")
def test_the_parts_of_a_number_name_their_rows() -> None:
    doc = done("why", "bob", "defense", "--json").doc
    assert doc["value"] == sum(part["value"] for part in doc["parts"]) == 3
    assert [part["label"] for part in doc["parts"]] == ["reaction", "intuition"]
    assert all(part.keys() == {"label", "value", "rules"} for part in doc["parts"])


@pytest.mark.usefixtures("knives")
def test_without_a_number_it_is_all_that_has_befallen_somebody() -> None:
    doc = done("why", "bob", "--json").doc
    assert doc["value"] == "up"
    assert [step["seq"] for step in doc["history"]] == [3, 4]


@pytest.mark.usefixtures("knives")
def test_a_step_is_explained_line_by_line() -> None:
    doc = done("why", "3", "--json").doc
    assert (doc["seq"], doc["who"], doc["value"], doc["same"]) == (3, "joe", "hit", True)
    report = next(s for s in done("log", "--json").doc["steps"] if s["seq"] == 3)["report"]
    shares = [(part["label"], part["value"]) for part in doc["parts"] if part["roll"] == "attack"]
    assert shares == [(part["label"], part["value"]) for part in report["rolls"][0]["parts"]]
    changed = [(one["who"], one["what"], one["after"]) for one in doc["history"]]
    assert changed == [(one["who"], one["what"], one["after"]) for one in report["changes"]]
    shown = done("why", "3").out
    assert "step 3, round 1" in shown
    assert "agility" in shown
    assert "[SS-" in shown


@pytest.mark.usefixtures("knives")
def test_alone_it_explains_the_last_step() -> None:
    assert done("why", "--json").doc["seq"] == 5
    done("undo", "2")
    assert done("why", "--json").doc["seq"] == 3
    refused = gmtrack("why", "5")
    assert refused.code == 1
    assert "step 5 is not in effect" in refused.err


@pytest.mark.usefixtures("knives")
def test_nothing_is_changed_by_asking(tmp_path: Path) -> None:
    before = done("board", "--json").doc
    steps = len(done("log", "--json").doc["steps"])
    for words in (("bob", "flesh"), ("3",), ()):
        done("why", *words)
    assert done("board", "--json").doc == before
    assert len(done("log", "--json").doc["steps"]) == steps


@pytest.mark.usefixtures("knives")
def test_what_is_not_there_is_refused_with_the_nearest() -> None:
    refused = gmtrack("why", "bob", "fleshh")
    assert refused.code == 1
    assert "did you mean 'flesh'" in refused.err
    assert gmtrack("why", "nobody", "flesh").code == 1
    assert gmtrack("why", "fight", "round", "--json").doc["value"] == 1


@pytest.mark.usefixtures("knives")
def test_an_amended_step_is_explained_as_it_is_now() -> None:
    done("amend", "3", "--mod", "-6:sun")
    doc = done("why", "3", "--json").doc
    assert ("sun", -6) in [(part["label"], part["value"]) for part in doc["parts"]]
    assert done("why", "--json").doc["seq"] == 3
    done("note", "bob", "well")
    assert done("why", "--json").doc["seq"] == 7


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_everything_can_be_asked_for(path: Path, begin_with: BeginWith) -> None:
    """Somebody in a long fight, by the words of the board, of `show` and of the live state (every
    third one, but in the long run); the fight; and steps of all of it."""
    begin_with(f"load {path}")
    with open_session(None, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        known, names = [row.id for row in registry.rulebook(ruleset.META.id)], encounter.names()
        board = ruleset.board(encounter)
        for who in list(encounter.combatants)[:1]:
            profile = ruleset.show(encounter, who)
            told = {one.label for section in profile.sections for one in section.numbers}
            told |= {track.label for row in profile.figure for track in row if track}
            told |= {track.label for track in profile.tracks}
            for word in part(sorted({*told, *board.columns, *ruleset.SCHEMA.live.FIELDS}), 3):
                answer = explain_number(session, known, who, word, parse_step_line)
                if answer.parts and isinstance(answer.value, int):
                    assert sum(part.value for part in answer.parts) == answer.value
                lines = render_why(answer, Wording(ruleset.PHRASES, ruleset.LABELS, names), NARROW)
                assert max(map(measure_line, lines)) <= NARROW
        assert explain_number(session, known, "fight", "round", parse_step_line).history
        steps = session.in_effect()
        for step in steps[:: max(1, len(steps) // (8 if LONG else 4))]:
            found = explain_step(session, known, step["seq"], parse_step_line)
            assert found.same
            drawn = render_why_step(found, Wording(ruleset.PHRASES, ruleset.LABELS, names), NARROW)
            assert max(map(measure_line, drawn)) <= NARROW
        with pytest.raises(Refusal, match="no number 'xyzzy'"):
            explain_number(session, known, next(iter(names)), "xyzzy", parse_step_line)
