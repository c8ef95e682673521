"""The players' page of somebody who looks again and again is the page of somebody who reads the
whole history anew, and costs no more late in the evening than early."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG
from parsed_entries import Parsed

from gmtrack.app.casualties import FollowedCasualties, casualties, steps_in_effect
from gmtrack.app.past import players_history
from gmtrack.app.past.players_history import FollowedCast, FollowedStory
from gmtrack.app.players_page import page_of_session
from gmtrack.app.run import Order, run_in_session
from gmtrack.app.step import CommandRequest, has_ended
from gmtrack.core import intents
from gmtrack.core.history import LogEntry
from gmtrack.store.session import open_session

from .typing_in import done, gmtrack

FIGHTS = {
    "swan-song": "ganger-ambush",
    "spotlight": "ninth-street",
    "storyteller": "back-room",
    "sr3": "garage-night",
    "i2050": "three-thugs-in-the-fog",
    "fantasy": "dragon-wakes",
}
"""A ready-made encounter of each ruleset, and of a system page."""
LINES = 60 if LONG else 16
SEEDS = range(20 if LONG else 2)
EDIT = "edit by hand"

pytestmark = pytest.mark.usefixtures("home")


def any_line(chance: random.Random, number: int) -> str:
    """Any line that plays on, or that changes what players know of what was played."""
    with open_session(None, write=False) as session:
        people = [*session.encounter.combatants]
        rows = session.ruleset.board(session.encounter).rows
        acting = [row.id for row in rows if row.acting]
        seq = session.seq
    actor, other = chance.choice(acting or people), chance.choice(people)
    step = chance.randint(2, max(2, seq))
    lines = [
        *[f"attack {actor} {other} --seed {number} --force"] * 4,
        f"next --seed {number} --force",
        f"damage {other} {chance.randint(1, 9)}",
        f"heal {other} 5",
        f"note {other} behind the door",
        f"leave {other} fled",
        f"join {other}",
        "end",
        f"roll-init --seed {number}",
    ]
    changes_of_the_past = [
        f"undo {chance.randint(1, 4)}",
        "undo",
        f"redo {chance.randint(1, 3)}",
        f"amend {step} --mod 1 --seed 3 --drop-illegal",
        f"amend {step} --drop --drop-illegal --seed 3",
        f"set {other} hidden={chance.choice(['true', 'false'])}",
        f"set {other} name=N{number}",
        f"set {other} players=Mask",
        f"remove {other}",
        f"add guest{number}",
        EDIT,
    ]
    return chance.choice(chance.choice([lines, changes_of_the_past]))


def edit_by_hand(home: Path, number: int) -> None:
    """Write a comment into the file of the fight; the next command makes an entry of it."""
    [file] = home.rglob("encounter.yaml")
    file.write_text(f"# {number}\n{file.read_text(encoding='utf-8')}", encoding="utf-8")


def turns_in(steps: list[LogEntry]) -> list[str]:
    """The commands of these steps that began or ended a fight."""
    commands = (step.report.get("command") for step in steps)
    return [one for one in commands if one in ("roll-init", "end")]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("ruleset", FIGHTS)
def test_who_looks_again_sees_what_who_looks_first_sees(
    ruleset: str, seed: int, home: Path
) -> None:
    chance = random.Random(f"{ruleset} {seed}")
    done("load", f"@{FIGHTS[ruleset]}")
    done("roll-init --seed 1")
    story, cast, fallen = FollowedStory(), FollowedCast(), FollowedCasualties()
    for number in range(LINES):
        line = any_line(chance, number)
        if line == EDIT:
            edit_by_hand(home, number)
        else:
            gmtrack(*line.split())
        if chance.random() < 0.4:
            continue
        with open_session(None, write=False) as session:
            encounter, rules = session.encounter, session.ruleset
            log = [*session.log()]
            assert page_of_session(session, story) == page_of_session(session), line
            assert cast.look(session) == FollowedCast().look(session), line
            known = story.look(session)
            stood = fallen.catch_up(encounter, rules, known.steps)
            assert stood == casualties(encounter, rules, log), line
            steps = steps_in_effect(log)
            assert [one.seq for one in known.steps] == [one.seq for one in steps]
            assert has_ended(session) == (turns_in(steps)[-1:] == ["end"]), line


def test_a_name_that_changes_changes_what_was_told_before() -> None:
    """Who is hidden, or has another name for players, is told of otherwise from the beginning."""
    story = FollowedStory()

    def first_line() -> str:
        with open_session(None, write=False) as session:
            [lines] = [part["lines"] for part in page_of_session(session, story)["story"]]
        return str(lines[0])

    done("load", "@knife-fight")
    done("attack joe bob --weapon unarmed --seed 1")
    assert "Bob Rock" in first_line()
    done("set bob name=Big")
    assert "Big" in first_line()
    done("set bob hidden=true")
    assert "somebody" in first_line()
    done("undo 2")
    assert "Bob Rock" in first_line()


def test_a_system_page_that_was_changed_judges_all_steps_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done("load", "@dragon-wakes")
    done("damage kobold 99")
    fallen = FollowedCasualties()
    with open_session(None, write=False) as session:
        steps = FollowedStory().look(session).steps
        [one] = fallen.catch_up(session.encounter, session.ruleset, steps)[2]
        assert one.fell
        changed = copy.copy(session.ruleset)
        monkeypatch.setattr(changed, "standing_of", lambda draft, who: one.before)
        assert fallen.catch_up(session.encounter, changed, steps) == {2: []}


@pytest.mark.parametrize(
    ("fight", "line"),
    [
        ("knife-fight", "test joe composure --seed 1"),
        ("dragon-wakes", "test kira dex --seed 1"),
    ],
)
def test_a_look_costs_no_more_after_many_lines(
    fight: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither entries that are parsed, nor steps that are put into words or judged; also by a
    system page."""
    done("load", f"@{fight}")
    parsed = Parsed(monkeypatch)
    judged: list[Any] = []
    told: list[Any] = []
    tell, judge = players_history._told_step, FollowedCasualties._judge
    monkeypatch.setattr(players_history, "_told_step", lambda *a: told.append(a) or tell(*a))
    monkeypatch.setattr(FollowedCasualties, "_judge", lambda *a: judged.append(a) or judge(*a))
    story = FollowedStory()

    def look_after(line: str) -> tuple[int, int, int]:
        done(line)
        parsed.count = 0
        judged.clear()
        told.clear()
        with open_session(None, write=False) as session:
            page_of_session(session, story)
        return parsed.count, len(told), len(judged)

    look_after(line)
    early = look_after(line)
    for _ in range(30):
        done(line)
    look_after(line)
    assert look_after(line) == early
    assert early[1:] == (1, 1)
    assert look_after("undo")[1:] == (0, 0)


READERS = (
    "board",
    "show joe",
    "log",
    "log --last 5",
    "log {last}",
    "why",
    "why {last}",
    "amend {last} --mod 1 --seed 1 --dry-run",
    "rest joe hour --dry-run --force",
    "add somebody-new --dry-run",
)
"""Lines that look at the history, or could: `rest` asks whether the fight has ended, `add` who was
taken out."""


def test_no_command_parses_more_of_a_long_history(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = Parsed(monkeypatch)

    def parsed_by_lines() -> dict[str, int]:
        with open_session(None, write=False) as session:
            last = session.seq
        found = {}
        for line in READERS:
            parsed.count = 0
            done(line.format(last=last))
            found[line] = parsed.count
        return found

    done("load", "@knife-fight")
    test = Order("test joe composure"), CommandRequest(intents.Test("joe", "composure"))

    def play(lines: int) -> None:
        with open_session(None, write=True) as session:
            for _ in range(lines):
                run_in_session(session, *test)

    play(22)
    early = parsed_by_lines()
    play(22)
    assert parsed_by_lines() == early
    assert max(early.values()) < 22
