"""Who leaves a fight and comes back, at whatever moment, in every ruleset: nobody has to do with
them in the meantime, what they had is kept, and taking all of it back is exact."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.app.odds.attack import questions_of_everybody
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.what import choices
from gmtrack.core import draft as drafts
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Intent, Join, Leave
from gmtrack.core.players import gm_board, players_board
from gmtrack.errors import OVERRULES, Refusal

from .any_fight import copied, fields_of
from .test_removed import STAGES, Stage, check, house_rules, names, played, prepared

EVERY = pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
ROLLS_IN = ("swan-song", "spotlight", "storyteller", "sr3")
"""Rulesets in which a latecomer rolls initiative."""
KINDS = {
    "swan-song": "status", "spotlight": "down", "storyteller": "status", "sr3": "status",
    "i2050": "out",
}  # fmt: skip


def done(stage: Stage, encounter: Encounter, line: str) -> dict[str, Any]:
    return stage.core.done(encounter, line.split())[0]


def refused(stage: Stage, encounter: Encounter, line: str) -> Refusal:
    start = copied(encounter)
    with pytest.raises(Refusal) as info:
        stage.core.resolved(encounter, line.split())
    assert fields_of(encounter) == start
    return info.value


def running(stage: Stage) -> tuple[Encounter, str]:
    """A fight in its first round, and somebody in it, who acts if anybody does."""
    encounter = prepared(stage, {})
    done(stage, encounter, "roll-init")
    return encounter, str(board(stage, encounter)["acting"] or stage.cast[0])


def board(stage: Stage, encounter: Encounter) -> dict[str, Any]:
    return stage.core.ruleset.board(encounter).doc


def entry(stage: Stage, encounter: Encounter, who: str) -> dict[str, Any]:
    return next(one for one in board(stage, encounter)["order"] if one["id"] == who)


def named_in(intent: Intent) -> Iterator[str]:
    """Every word of an intent."""
    for value in vars(intent).values():
        yield from [value] if isinstance(value, str) else value if isinstance(value, tuple) else []


# --- one leaves ---


@EVERY
def test_who_leaves_hands_the_turn_on_and_stays_on_the_board(stage: Stage) -> None:
    encounter, who = running(stage)
    done(stage, encounter, f"leave {who} carried off")
    assert board(stage, encounter)["acting"] != who
    assert entry(stage, encounter, who)["status"] == "carried off"
    assert board(stage, encounter)["order"][-1]["id"] == who
    standing = stage.core.ruleset.standing_of(Draft(encounter), who)
    assert (standing.status, standing.out, standing.dead) == ("carried off", True, False)
    assert stage.core.ruleset.show(encounter, who).doc["status"] == "carried off"
    assert who not in [row.id for row in players_board(encounter, stage.core.ruleset.board).rows]
    row = next(one for one in gm_board(encounter, stage.core.ruleset.board).rows if one.id == who)
    assert row.standing.status == "carried off"


@EVERY
def test_without_a_word_they_have_fled(stage: Stage) -> None:
    encounter, who = running(stage)
    assert done(stage, encounter, f"leave {who}")["away"] == "fled"
    assert entry(stage, encounter, who)["status"] == "fled"


@EVERY
def test_nobody_has_to_do_with_who_is_away(stage: Stage) -> None:
    encounter, who = running(stage)
    other = next(one for one in stage.cast if one != who)
    done(stage, encounter, f"leave {who}")
    for line in (f"attack {who} {other}", f"attack {other} {who}", f"roll-init {who}"):
        refusal = refused(stage, encounter, line)
        assert refusal.kind == KINDS[stage.core.ruleset.META.id]
        told = f"{encounter.display_name(who)} is away (fled): `join {who}` brings them back"
        assert refusal.message == told + OVERRULES


@EVERY
def test_the_gm_can_still_change_who_is_away(stage: Stage) -> None:
    encounter, who = running(stage)
    done(stage, encounter, f"leave {who}")
    before = copied(encounter)["fight"]["combatants"][who]
    done(stage, encounter, f"damage {who} 2")
    assert fields_of(encounter)["fight"]["combatants"][who] != before
    assert entry(stage, encounter, who)["status"] == "fled"
    done(stage, encounter, f"note {who} owes us")
    done(stage, encounter, f"remove {who}")
    assert who not in encounter.combatants


@EVERY
def test_leaving_twice_and_joining_twice_is_refused(stage: Stage) -> None:
    encounter, who = running(stage)
    assert f"leave {who}" in refused(stage, encounter, f"join {who} --force").message
    done(stage, encounter, f"leave {who}")
    assert f"join {who}" in refused(stage, encounter, f"leave {who} --force").message


@EVERY
def test_what_they_had_is_there_when_they_are_back(stage: Stage) -> None:
    encounter = prepared(stage, {})
    who = stage.cast[0]
    done(stage, encounter, f"damage {who} 2")
    before = copied(encounter)
    done(stage, encounter, f"leave {who}")
    done(stage, encounter, f"join {who}")
    tracks = [row.tracks for row in stage.core.ruleset.board(encounter).rows if row.id == who]
    assert before["combatants"] == fields_of(encounter)["combatants"]
    old = stage.core.ruleset.board(Encounter(**before))
    assert tracks == [row.tracks for row in old.rows if row.id == who]


@EVERY
def test_a_latecomer_is_told_the_line_that_brings_them_in(stage: Stage) -> None:
    encounter, who = running(stage)
    done(stage, encounter, f"leave {who}")
    report, _ = stage.core.resolved(encounter, ["join", who])
    lines = [args["line"] for key, args, *_ in report.story if key == "latecomer"]
    if stage.core.ruleset.META.id in ROLLS_IN:
        assert lines == [f"roll-init {who}"]
        done(stage, encounter, lines[0])
        assert "latecomer" in stage.core.ruleset.PHRASES
    else:
        assert lines == []
    assert entry(stage, encounter, who)["status"] == "up"


@EVERY
def test_who_has_had_their_turn_has_no_second_one_in_the_round(stage: Stage) -> None:
    encounter, who = running(stage)
    if stage.core.ruleset.META.id == "i2050":
        drafts.Draft(encounter).put(("fight", "combatants", who), {"acted": True})
    else:
        done(stage, encounter, "next")
    before = entry(stage, encounter, who)
    assert before["acted"]
    back_in(stage, encounter, who)
    after = entry(stage, encounter, who)
    assert (after["acted"], after.get("ap")) == (True, before.get("ap"))
    assert board(stage, encounter)["acting"] != who
    if stage.core.ruleset.META.id == "i2050":
        assert refused(stage, encounter, f"roll-init {who}").kind == "acted"


@EVERY
def test_who_was_still_to_come_may_come_yet(stage: Stage) -> None:
    encounter, acting = running(stage)
    other = next(one for one in stage.cast if one != acting)
    before = entry(stage, encounter, other)
    back_in(stage, encounter, other)
    after = entry(stage, encounter, other)
    assert after.get("ap") == before.get("ap")


def test_what_was_used_of_a_phase_stays_used() -> None:
    stage = STAGES["swan-song"]
    encounter, who = running(stage)
    other = next(one for one in stage.cast if encounter.side(one) != encounter.side(who))
    done(stage, encounter, f"attack {who} {other} --force")
    left = entry(stage, encounter, who)["ap"]
    back_in(stage, encounter, who)
    assert 0 < left == entry(stage, encounter, who)["ap"] < 3
    played(stage, encounter, "end", 1)
    done(stage, encounter, "roll-init")
    assert entry(stage, encounter, who)["ap"] == 3


@pytest.mark.parametrize("name", ["storyteller", "sr3"])
def test_a_new_round_takes_in_who_was_never_rolled_in(name: str) -> None:
    stage = STAGES[name]
    encounter, acting = running(stage)
    late = next(one for one in stage.cast if one != acting)
    done(stage, encounter, f"leave {late}")
    done(stage, encounter, f"join {late}")
    while board(stage, encounter)["phase"] == "acting":
        done(stage, encounter, "next")
    rolls = done(stage, encounter, "roll-init")["rolls"]
    assert late in [roll["who"] for roll in rolls if roll["name"] == "initiative"]
    assert isinstance(entry(stage, encounter, late)["score"], int)


KILLED = {
    "swan-song": "damage {} 500", "spotlight": "effect {} dead",
    "storyteller": "damage {} 30 --type aggravated", "sr3": "damage {} 30",
}  # fmt: skip


@pytest.mark.parametrize("name", KILLED)
def test_the_dead_are_promised_no_way_into_the_round(name: str) -> None:
    stage = STAGES[name]
    encounter, acting = running(stage)
    who = next(one for one in stage.cast if one != acting)
    for line in (KILLED[name].format(who), f"leave {who}"):
        done(stage, encounter, line)
    report, _ = stage.core.resolved(encounter, ["join", who])
    assert [key for key, *_ in report.story] == ["back"]


@pytest.mark.parametrize("name", ["spotlight", "storyteller"])
def test_the_dying_are_told_their_way_into_the_round(name: str) -> None:
    stage = STAGES[name]
    encounter, acting = running(stage)
    who = next(one for one in stage.cast if one != acting)
    for line in (f"effect {who} dying", f"leave {who}"):
        done(stage, encounter, line)
    report, _ = stage.core.resolved(encounter, ["join", who])
    # In Spotlight they choose now what they could not choose while they were away (SP-R62).
    chooses = ["death-spotlight"] if name == "spotlight" else []
    assert [key for key, *_ in report.story] == ["back", *chooses, "latecomer"]


@pytest.mark.parametrize(("name", "down"), [("swan-song", "damage {} 12"), ("sr3", "damage {} 10")])
def test_who_is_down_and_rolls_no_initiative_is_promised_no_way(name: str, down: str) -> None:
    stage = STAGES[name]
    encounter, acting = running(stage)
    who = next(one for one in stage.cast if one != acting)
    for line in (down.format(who), f"leave {who}"):
        done(stage, encounter, line)
    report, _ = stage.core.resolved(encounter, ["join", who])
    assert [key for key, *_ in report.story] == ["back"]


def back_in(stage: Stage, encounter: Encounter, who: str) -> None:
    """They leave and come back in the same round."""
    done(stage, encounter, f"leave {who}")
    done(stage, encounter, f"join {who}")
    if stage.core.ruleset.META.id in ROLLS_IN:
        done(stage, encounter, f"roll-init {who}")


@EVERY
def test_before_the_fight_nothing_brings_them_in_but_its_start(stage: Stage) -> None:
    encounter = prepared(stage, {})
    who, *_ = stage.cast
    done(stage, encounter, f"leave {who}")
    done(stage, encounter, "roll-init")
    assert who not in [roll["who"] for roll in done(stage, encounter, "next")["rolls"]]
    fresh = prepared(stage, {})
    done(stage, fresh, f"leave {who}")
    report, _ = stage.core.resolved(fresh, ["join", who])
    assert "latecomer" not in [key for key, *_ in report.story]


@EVERY
def test_what_offers_nobody_who_is_away_and_how_they_come_back(stage: Stage) -> None:
    encounter, who = running(stage)
    ruleset = stage.core.ruleset
    other = next(one for one in stage.cast if one != who)
    before = [one.intent for one in choices(ruleset, encounter, other)]
    assert any(who in named_in(one) for one in before)
    assert any(isinstance(one, Leave) for one in before)
    done(stage, encounter, f"leave {who}")
    after = list(choices(ruleset, encounter, other))
    assert not [one for one in after if who in named_in(one.intent)]
    own = [one.intent for one in choices(ruleset, encounter, who) if not one.why]
    assert isinstance(own[0], Join)
    assert not [one for one in own if isinstance(one, Attack | Leave)]


@EVERY
def test_odds_of_all_leave_them_out(stage: Stage) -> None:
    encounter, who = running(stage)
    other = next(one for one in stage.cast if encounter.side(one) != encounter.side(who))
    done(stage, encounter, f"leave {who}")
    question = OddsQuestion(stage.core.ruleset, encounter, Attack(other, ("all",)))
    asked = [one.intent.targets for one in questions_of_everybody(question)]
    assert (who,) not in asked


@EVERY
def test_everybody_may_leave(stage: Stage) -> None:
    encounter, _ = running(stage)
    for who in stage.cast:
        done(stage, encounter, f"leave {who}")
        check(stage, encounter)
    assert board(stage, encounter)["acting"] is None
    for line in ("next", "roll-init", "end"):
        played(stage, encounter, line, 1)
        check(stage, encounter)


# --- notes ---


@EVERY
def test_a_note_stays_until_it_is_taken_off(stage: Stage) -> None:
    encounter, who = running(stage)
    ruleset = stage.core.ruleset
    done(stage, encounter, f"note {who} owes [red]Joe[/red]")
    done(stage, encounter, "note fight the police come")
    shown = gm_board(encounter, ruleset.board)
    row = next(one for one in shown.rows if one.id == who)
    assert row.note == "owes [red]Joe[/red]"
    assert shown.notes == "the police come"
    assert "note: the police come" in shown.lines
    assert "note: owes [red]Joe[/red]" in [one.label for one in row.conditions]
    players = players_board(encounter, ruleset.board)
    assert "owes" not in str(players.rows)
    assert "police" not in str(players)
    played(stage, encounter, "end", 1)
    assert gm_board(encounter, ruleset.board).notes == "the police come"
    done(stage, encounter, f"note {who}")
    done(stage, encounter, "note fight")
    assert not gm_board(encounter, ruleset.board).notes
    assert f"note {who} TEXT" in refused(stage, encounter, f"note {who}").message
    assert "notes" not in encounter.fight


# --- whole fights ---


@EVERY
@modest(20)
@given(data=st.data())
def test_a_fight_in_which_people_come_and_go(stage: Stage, data: st.DataObject) -> None:
    encounter = prepared(stage, data.draw(house_rules(stage)))
    before, history = copied(encounter), []
    for seed, line in enumerate(data.draw(coming_and_going(stage))):
        start = copied(encounter)
        changes = played(stage, encounter, line, seed)
        history.append(changes)
        if line.startswith("leave") and changes:
            nobody_waits_for_them(stage, encounter, line.split()[1])
            after = copied(encounter)
            drafts.undo_changes(encounter, changes)
            assert fields_of(encounter) == start
            drafts.redo_changes(encounter, changes)
            assert fields_of(encounter) == after
    check(stage, encounter)
    for changes in reversed(history):
        drafts.undo_changes(encounter, changes)
    assert fields_of(encounter) == before


@st.composite
def coming_and_going(draw: st.DrawFn, stage: Stage) -> list[str]:
    """The lines of a fight with leaves and joins between them."""
    lines: list[str] = draw(stage.lines)
    who = st.sampled_from(stage.cast)
    moves = draw(st.lists(st.tuples(st.integers(0, len(lines)), who), max_size=8))
    away: set[str] = set()
    for at, one in sorted(moves, reverse=True):
        lines.insert(at, f"leave {one}")
        lines.insert(draw(st.integers(at + 1, len(lines))), f"join {one}")
        away.add(one)
    return lines


def nobody_waits_for_them(stage: Stage, encounter: Encounter, who: str) -> None:
    """Neither the turn nor a choice of anybody names somebody who has left."""
    doc = board(stage, encounter)
    assert doc["acting"] != who
    due = stage.core.ruleset.board(encounter).turn.due
    assert not [one for one in due if who in one.word.split() and " detonate " not in one.word]
    for other in (doc["acting"], who):
        for one in choices(stage.core.ruleset, encounter, other):
            if not isinstance(one.intent, Join) and not one.why:
                assert who not in named_in(one.intent), one.line


@EVERY
def test_no_state_of_others_names_who_has_left(stage: Stage) -> None:
    encounter, who = running(stage)
    for one in stage.cast:
        played(stage, encounter, f"attack {who} {one}", 3)
        played(stage, encounter, f"attack {one} {who} --force", 4)
    done(stage, encounter, f"leave {who}")
    fight = copied(encounter)["fight"]
    others = {one: state for one, state in fight["combatants"].items() if one != who}
    assert not [*names({**fight, "combatants": others}, who)]


# --- what was chosen is not forgotten ---


@EVERY
def test_who_is_in_the_round_does_not_come_in_once_more(stage: Stage) -> None:
    encounter, who = running(stage)
    if stage.core.ruleset.META.id == "i2050":
        done(stage, encounter, f"act {who} weave")
    refusal = refused(stage, encounter, f"roll-init {who}")
    assert refusal.message.endswith(OVERRULES)
    assert f"roll-init {who}" not in [
        one.line for one in choices(stage.core.ruleset, encounter, who) if not one.why
    ]
    report, _ = stage.core.resolved(encounter, ["roll-init", who, "--force"])
    assert [one.kind for one in report.overrides] == [refusal.kind]


def test_i2050_keeps_what_was_chosen_or_lost_and_lets_in_who_was_passed_over() -> None:
    stage = STAGES["i2050"]
    encounter, who = running(stage)
    assert refused(stage, declared(stage, who), f"roll-init {who}").kind == "intent"
    drafts.Draft(encounter).put(("fight", "combatants", who), {"lost": True})
    assert refused(stage, encounter, f"roll-init {who}").kind == "lost"
    drafts.Draft(encounter).put(("fight", "combatants", who), {"acted": True})
    done(stage, encounter, f"roll-init {who}")
    assert not entry(stage, encounter, who)["acted"]


def declared(stage: Stage, who: str) -> Encounter:
    encounter, _ = running(stage)
    done(stage, encounter, f"act {who} weave")
    return encounter


def test_i2050_shows_no_speed_of_who_is_away() -> None:
    stage = STAGES["i2050"]
    encounter, who = running(stage)
    done(stage, encounter, f"leave {who}")
    row = next(one for one in stage.core.ruleset.board(encounter).rows if one.id == who)
    assert row.cells[:2] == ("-", "-")


def test_swan_song_what_they_have_laid_goes_off_all_the_same() -> None:
    stage = STAGES["swan-song"]
    encounter, _ = running(stage)
    setter = encounter.fight["active"]
    item = {"setter": setter, "weapon": "grenade", "goes_off": {"round": 1, "pass": 1}}
    drafts.Draft(encounter).put(("fight", "timed_items"), {"bang": item})
    done(stage, encounter, f"leave {setter}")
    assert "bang" in encounter.fight["timed_items"]
    done(stage, encounter, f"act {setter} detonate bang --force")
    assert "bang" not in encounter.fight["timed_items"]


# --- from another fight ---

LEFT_BEHIND = {
    "swan-song": ("prone", "cover", "held", "score", "ap", "surprised_by", "in_melee_with"),
    "spotlight": ("cover", "suppressed", "ap", "tried"),
    "storyteller": ("prone", "cover", "grapple", "initiative", "no_defense", "tags"),
    "sr3": ("prone", "subdual", "shots", "work", "position", "initiative"),
    "i2050": ("prone", "intent", "disabled", "timed", "position", "under_fire"),
}


@EVERY
@pytest.mark.parametrize("points", [1, 9, 60])
def test_who_goes_to_another_fight_stands_there_as_here(stage: Stage, points: int) -> None:
    encounter, who = running(stage)
    other = next(one for one in stage.cast if one != who)
    for line in (f"attack {who} {other}", f"damage {who} {points}", f"note {who} owes us", "next"):
        played(stage, encounter, line, 3)
    ruleset = stage.core.ruleset
    there = ruleset.standing_of(Draft(encounter), who)
    state = ruleset.carried_state(Draft(copy.deepcopy(encounter)), who)
    assert state["note"] == "owes us"
    assert not {*LEFT_BEHIND[ruleset.META.id]} & {*state}
    new = prepared(stage, {})
    new.fight["combatants"] = {who: state}
    assert ruleset.standing_of(Draft(new), who) == there
    check(stage, new)
    done(stage, new, "roll-init")
