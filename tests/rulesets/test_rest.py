"""Rest after any fight: every state is one that the loader would take, all adds up and can be taken
back; `full` leaves everybody as the sheet says (ALL-REST-01 to ALL-REST-09)."""

import copy
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Options, Rest
from gmtrack.core.report import Fact
from gmtrack.rulesets.kit.rest import KINDS, RestInProgress
from gmtrack.rulesets.port import Words

from .any_fight import carried_out, stays_sound
from .test_removed import STAGES, Stage, house_rules, prepared

EVERY = pytest.mark.parametrize("name", STAGES)


@st.composite
def rests(draw: st.DrawFn, stage: Stage) -> list[str]:
    """A few rests, with helpers who may be of no help."""
    one = st.sampled_from(stage.cast)
    words = st.sampled_from(["medic={}", "mechanic={}", "hospital", "{}:medic={}"])

    def line() -> str:
        who = " ".join(draw(st.lists(one, max_size=2, unique=True)))
        helps = [draw(words).format(draw(one), draw(one)) for _ in range(draw(st.integers(0, 2)))]
        helps = list({word.split("=")[0]: word for word in helps}.values())
        told = " ".join(f"--with {word}" for word in helps)
        return f"rest {who} {draw(st.sampled_from(KINDS))} {told}"

    return [line() for _ in range(draw(st.integers(1, 4)))]


@EVERY
def test_any_rests_after_any_fight_are_sound(name: str) -> None:
    stage = STAGES[name]

    @modest(20)
    @given(stage.lines, rests(stage), house_rules(stage), st.booleans())
    def rested(lines: list[str], rests: list[str], rules: dict[str, Any], hidden: bool) -> None:
        encounter = prepared(stage, rules)
        encounter.combatants[stage.cast[-1]]["hidden"] = hidden
        fight = [*lines, "end --force", *rests]
        stays_sound(stage.book, stage.core, encounter, fight, lambda *_: None)

    rested()


def told(stage: Stage, encounter: Encounter, who: str) -> dict[str, Any]:
    doc = stage.core.ruleset.show(encounter, who).doc
    return {key: part for key, part in doc.items() if key != "checks"}  # won, and kept


@EVERY
def test_full_leaves_everybody_as_the_sheet_says(name: str) -> None:
    stage = STAGES[name]

    @modest(20)
    @given(stage.lines)
    def rested(lines: list[str]) -> None:
        encounter = prepared(stage, {})
        fresh = copy.deepcopy(encounter)
        for _ in carried_out(stage.core, encounter, [*lines, "end --force"]):
            pass
        for who in encounter.combatants:
            if stage.core.ruleset.standing_of(Draft(encounter), who).dead or encounter.away(who):
                continue
            stage.core.document(encounter, f"rest {who} full --with permanent".split())
            fresh.combatants[who] = encounter.combatants[who]
            assert told(stage, encounter, who) == told(stage, fresh, who)

    rested()


@each_row("kind", KINDS)
@EVERY
def test_what_rest_gives_back_is_by_its_rows(name: str, kind: str) -> None:
    """And not by the row of `heal`, which does the same by hand."""
    stage = STAGES[name]
    encounter, (who, *_) = prepared(stage, {}), stage.cast
    for line in (f"damage {who} 3", "end --force"):
        stage.core.document(encounter, line.split())
    report, draft = stage.core.resolved(encounter, ["rest", who, kind], seed=2)
    assert all("-REST-" in change.rules for change in draft.changes)
    healed = [one.rules for one in report.story if isinstance(one, Fact) and "heal" in one.key]
    assert all("-REST-" in rules for rules in healed)
    assert draft.changes or kind not in ("week", "full")


@pytest.mark.parametrize(("kind", "minutes"), [("scene", 5), ("day", 1440), ("full", 0)])
def test_every_kind_of_rest_takes_so_many_minutes(kind: str, minutes: int) -> None:
    game: Any = SimpleNamespace(
        draft=Draft(Encounter("Any", "x")), options=Options(), WORDS=Words("dice", "word", "value")
    )
    assert RestInProgress(game, Rest((), kind), {}).minutes == minutes
