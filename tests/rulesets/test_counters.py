"""Counters of the GM's own, alike in every ruleset: `count`, what moves by itself, what is told and
due, what rest gives back, what players see; and that nothing else is other than without them."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from tables import each_row

from gmtrack.app.odds.attack import attack_odds
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.core import draft as drafts
from gmtrack.core.counters import FIGHT, counters_of, values_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.players import players_board
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.work import Player

from .any_fight import copied, fields_of
from .test_removed import STAGES, Stage, check, prepared

EVERY = pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
BLOOD = {"name": "Blood", "max": 10, "now": 7, "refill": "night", "at": {"2": "hungry"}}
ALARM = {
    "max": 6, "at": {"4": "the guards arrive", "6": "the doors lock"},
    "each": {"at": "round-end", "by": 1},
}  # fmt: skip


def counted(stage: Stage) -> tuple[Encounter, str]:
    """A fight with counters of the first combatant, who is named, and of its own."""
    encounter = prepared(stage, {})
    encounter.scene.pop("timed_items", None)
    who = stage.cast[0]
    encounter.combatants[who] |= {"counters": {"blood": BLOOD, "luck": {"max": 3}}}
    encounter.counters = {"alarm": ALARM}
    check(stage, encounter)
    return encounter, who


def done(stage: Stage, encounter: Encounter, line: str) -> dict[str, Any]:
    return stage.core.done(encounter, line.split())[0]


def refused(stage: Stage, encounter: Encounter, line: str) -> Refusal:
    start = copied(encounter)
    with pytest.raises(Refusal) as info:
        stage.core.resolved(encounter, line.split())
    assert fields_of(encounter) == start
    return info.value


def told(stage: Stage, encounter: Encounter, line: str) -> list[str]:
    """The sentences of a line."""
    report, _ = stage.core.resolved(encounter, line.split())
    facts = [one for one in report.story if hasattr(one, "args")]
    return [stage.core.ruleset.PHRASES[one.key].format(**one.args) for one in facts]


def due(stage: Stage, encounter: Encounter) -> list[str]:
    return [one.help for one in stage.core.ruleset.board(encounter).turn.soon]


# --- the command ---


@EVERY
def test_count_moves_and_sets(stage: Stage) -> None:
    encounter, who = counted(stage)
    doc = done(stage, encounter, f"count {who} blood -2")
    assert doc["who"] == who
    assert doc["counters"] == {"blood": {"now": 5, "max": 10}}
    change = {"who": who, "what": "counters.blood", "before": 7, "after": 5}
    assert doc["changes"] == [change]
    assert done(stage, encounter, f"count {who} blood +3")["counters"]["blood"]["now"] == 8
    assert done(stage, encounter, f"count {who} BLO 4")["counters"]["blood"]["now"] == 4
    assert encounter.fight["combatants"][who]["counters"] == {"blood": 4}
    doc = done(stage, encounter, "count fight alarm +1")
    assert doc["changes"] == [{"who": "fight", "what": "counters.alarm", "before": 0, "after": 1}]
    assert encounter.fight["counters"] == {"alarm": 1}
    check(stage, encounter)


@EVERY
def test_beyond_its_ends_count_is_refused_and_forced_it_stops_there(stage: Stage) -> None:
    encounter, who = counted(stage)
    words = stage.core.ruleset.WORDS
    for line, to in ((f"count {who} blood +4", 11), (f"count {who} blood -8", -1)):
        refusal = refused(stage, encounter, line)
        assert refusal.kind == words.value
        assert refusal.message == f"Blood is at 7/10 and cannot go to {to}{OVERRULES}"
    doc = done(stage, encounter, f"count {who} blood 99 --force")
    assert doc["counters"] == {"blood": {"now": 10, "max": 10}}
    assert doc["forced"][0]["kind"] == words.value
    assert done(stage, encounter, f"count {who} blood -99 --force")["counters"]["blood"]["now"] == 0


@EVERY
def test_a_counter_that_is_not_there_is_told_with_what_is(stage: Stage) -> None:
    encounter, who = counted(stage)
    refusal = refused(stage, encounter, f"count {who} blod 1 --force")
    assert refusal.kind == stage.core.ruleset.WORDS.unknown
    assert "no counter 'blod'; did you mean 'blood'?" in refusal.message
    other = stage.cast[1]
    assert f"`set {other} counters." in refused(stage, encounter, f"count {other} x 1").message


# --- told, due, shown ---


@EVERY
def test_what_stands_at_a_number_is_told_when_it_is_reached_and_due_while_it_stands(
    stage: Stage,
) -> None:
    encounter, who = counted(stage)
    assert told(stage, encounter, "count fight alarm +3") == ["alarm 3/6 (was 0)"]
    reached = ["alarm 6/6 (was 3)", "alarm reaches 4: the guards arrive"]
    assert told(stage, encounter, "count fight alarm 6")[:2] == reached
    assert due(stage, encounter) == ["alarm is at 6: the doors lock"]
    # Down past one, and up from it.
    name = encounter.display_name(who)
    down = told(stage, encounter, f"count {who} blood 1")
    assert down == [f"{name}: Blood 1/10 (was 7)", f"{name}: Blood reaches 2: hungry"]
    doc = done(stage, encounter, f"count {who} blood +1")
    assert doc["reached"] == [{"at": 2, "what": "hungry"}]
    assert f"{name}: Blood is at 2: hungry" in due(stage, encounter)
    assert done(stage, encounter, f"count {who} blood +1")["reached"] == []
    assert f"{name}: Blood is at 2: hungry" not in due(stage, encounter)


@EVERY
def test_it_moves_by_itself_and_stops_at_its_end(stage: Stage) -> None:
    encounter, _ = counted(stage)
    done(stage, encounter, "roll-init")
    assert due(stage, encounter) == ["alarm 0/6, +1 at the end of each round"]
    done(stage, encounter, "count fight alarm 5")
    lines = told(stage, encounter, "roll-init --force")
    assert "alarm reaches 6: the doors lock" in lines
    assert counters_of(encounter, FIGHT)["alarm"].now == 6
    assert not [line for line in told(stage, encounter, "roll-init --force") if "alarm" in line]


@EVERY
def test_a_counter_is_a_track_on_board_and_show(stage: Stage) -> None:
    encounter, who = counted(stage)
    done(stage, encounter, f"count {who} blood 4")
    ruleset: Any = stage.core.ruleset
    board, show = ruleset.board(encounter), ruleset.show(encounter, who)
    own = {"blood": {"now": 4, "max": 10}, "luck": {"now": 0, "max": 3}}
    row = next(row for row in board.rows if row.id == who)
    for tracks in (row.tracks, show.tracks):
        assert [(t.label, t.text, t.now, t.size) for t in tracks[-2:]] == [
            ("Blood", "4/10", 4, 10), ("luck", "0/3", 0, 3),
        ]  # fmt: skip
    assert [(track.label, track.text) for track in board.tracks] == [("alarm", "0/6")]
    order = {entry["id"]: entry.get("counters") for entry in board.doc["order"]}
    assert order == {one: own if one == who else None for one in order}
    assert show.doc["counters"] == own
    assert board.doc["counters"] == {"alarm": {"now": 0, "max": 6}}


def test_no_two_tracks_of_somebody_are_called_alike() -> None:
    stage = STAGES["swan-song"]
    encounter, who = counted(stage)
    encounter.combatants[who]["counters"] = {
        "flesh": {"max": 3}, "a": {"max": 3, "name": "Ink"}, "b": {"max": 3, "name": "Ink"},
    }  # fmt: skip
    row = next(row for row in stage.core.ruleset.board(encounter).rows if row.id == who)
    labels = [track.label for track in row.tracks]
    assert len(set(labels)) == len(labels)
    assert labels[-3:] == ["flesh (flesh)", "Ink", "b"]


# --- what players see ---


@EVERY
def test_players_see_what_they_may_and_nothing_that_is_to_come(stage: Stage) -> None:
    encounter, who = counted(stage)
    encounter.combatants[who]["side"] = "pc"
    encounter.combatants[who]["counters"] = {
        "blood": BLOOD, "taint": {"max": 3, "players": False},
        "curse": {"max": 3, "name": "Cursed by the Prince", "players": "a chill"},
    }  # fmt: skip
    encounter.counters |= {"plot": {"max": 3, "players": False}}
    done(stage, encounter, "count fight alarm 4")
    done(stage, encounter, f"count {who} taint 2")
    board = players_board(encounter, stage.core.ruleset.board)
    row = next(row for row in board.rows if row.id == who)
    assert [track.label for track in row.tracks][-2:] == ["Blood", "a chill"]
    assert [track.label for track in board.tracks] == ["alarm"]
    for secret in ("taint", "Prince", "plot", "guards", "hungry"):
        assert secret not in repr(board)


# --- rest ---


@EVERY
@each_row(("kind", "now"), [("scene", 1), ("hour", 1), ("night", 10), ("week", 10), ("full", 10)])
def test_rest_fills_what_is_filled_by_it_or_by_a_shorter_one(
    stage: Stage, kind: str, now: int
) -> None:
    encounter, who = counted(stage)
    encounter.counters["heat"] = {"max": 4, "refill": "scene"}
    for line in (f"count {who} blood 1", f"count {who} luck 2", f"rest {kind}"):
        done(stage, encounter, line)
    assert [one.now for one in counters_of(encounter, who).values()] == [now, 2]
    assert [one.now for one in counters_of(encounter, FIGHT).values()] == [0, 4]


# --- nothing else ---


@EVERY
def test_it_goes_along_to_another_fight(stage: Stage) -> None:
    encounter, who = counted(stage)
    for line in (f"count {who} blood 3", "roll-init", "end"):
        done(stage, encounter, line)
    carried = stage.core.ruleset.carried_state(Draft(copy.deepcopy(encounter)), who)
    assert carried["counters"] == {"blood": 3}


@EVERY
def test_odds_and_simulated_fights_are_as_without(stage: Stage) -> None:
    encounter, who = counted(stage)
    bare = copy.deepcopy(encounter)
    bare.counters, bare.combatants[who] = {}, {**bare.combatants[who], "counters": {}}
    fights = []
    for one in (encounter, bare):
        attack = Attack(who, (stage.cast[1],))
        odds = attack_odds(OddsQuestion(stage.core.ruleset, copy.deepcopy(one), attack))
        setup = Setup(one, 7, 20, {}, {}, "", {})
        fights.append((odds, vars(Player(setup).play(range(4)))))
    assert fights[0] == fights[1]


# --- any lines ---


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@modest(20)
@given(data=st.data())
def test_any_counts_stay_within_the_ends_and_are_taken_back_exactly(
    stage: Stage, data: st.DataObject
) -> None:
    encounter, who = counted(stage)
    before = copied(encounter)
    number = st.integers(-12, 12).map(lambda n: f"{n:+}") | st.integers(0, 12).map(str)
    name = st.sampled_from([f"{who} blood", f"{who} luck", "fight alarm"])
    lines = st.builds("count {} {} {}".format, name, number, st.sampled_from(["", "--force"]))
    history = []
    for line in data.draw(st.lists(lines | st.just("roll-init --force"), max_size=12)):
        try:
            history.append(stage.core.resolved(encounter, line.split())[1].changes)
        except Refusal:
            continue
        for whose in (who, FIGHT):
            for one in counters_of(encounter, whose).values():
                assert 0 <= one.now <= one.max
    check(stage, encounter)
    for changes in reversed(history):
        drafts.undo_changes(encounter, changes)
    assert fields_of(encounter) == before
    assert not values_of(encounter, who)
