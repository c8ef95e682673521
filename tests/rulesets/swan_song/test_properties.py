"""What holds after any sequence of commands, whatever the dice."""

import copy
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from long_run import examples

from gmtrack.core import draft as drafts
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.rulesets.swan_song.tables.effects import EFFECTS
from gmtrack.rulesets.swan_song.tables.locations import LOCATIONS

from .book import BOOK, CORE

WEAPONS = {
    "joe": ["knife", "pistol", "unarmed"],
    "bob": ["fist"],
    "mira": ["pistol", "knife"],
    "ox": ["club", "sledge", "fist"],
    "unit7": ["rifle"],
}
MODES = ["", "--with mode=burst", "--with mode=fa-simple", "--with mode=fa-complex"]
WORDS = ["", "--with unaware", "--with cover=partial", "--with charge", "--without wounds"]
DEFENSES = ["standard", "full", "parry", "block", "dodge", "full+dodge", "none"]
ACTIONS = [
    "walk", "run", "run", "speak hey", "drop-prone", "stand-up", "reload", "set-charge",
    "take-cover good", "take-cover partial", "drop-item", "first-aid joe", "medicine bob dying",
]  # fmt: skip
KINDS = ["kinetic", "shock", "fire", "corrosive", "cryo", "radiation", "strain"]
TESTS = ["composure", "perception", "soak", "agility", "strength+willpower"]

who = st.sampled_from(sorted(WEAPONS))
force = st.sampled_from(["", "", "--force"])


@st.composite
def attacks(draw: st.DrawFn) -> str:
    attacker, target = draw(who), draw(who)
    weapon = draw(st.sampled_from(WEAPONS[attacker]))
    mode = draw(st.sampled_from(MODES)) if weapon == "rifle" else ""
    place = draw(st.sampled_from(["", *(f"--called {place}" for place in LOCATIONS)]))
    defense = draw(st.sampled_from(DEFENSES))
    words = draw(st.sampled_from(WORDS))
    line = f"attack {attacker} {target} --weapon {weapon} --defense {defense}"
    return f"{line} {mode} {place} {words} {draw(force)}"


def joined(*parts: st.SearchStrategy[Any]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda words: " ".join(str(word) for word in words))


damage = joined(
    st.just("damage"), who, st.integers(0, 16), st.just("--type"), st.sampled_from(KINDS)
)
heal = joined(
    st.just("heal"), who, st.integers(0, 9),
    st.sampled_from(["", "--pool strain", "--pool shield", "--pool armored", "--pool injury"]),
)  # fmt: skip
effect = joined(
    st.just("effect"), who, st.sampled_from(sorted(EFFECTS)).map(lambda key: key.replace("_", "-")),
    st.sampled_from(["--rounds 2", "--end", "--rounds 1 --location left-ear"]),
)  # fmt: skip
act = joined(st.just("act"), who, st.sampled_from(ACTIONS), force)
test = joined(st.just("test"), who, st.sampled_from(TESTS), st.sampled_from(["", "--threshold 2"]))
clock = st.sampled_from(["roll-init", "next", "next", "next", "end"])
lines = st.one_of(attacks(), attacks(), damage, heal, effect, act, act, test, clock, clock)
fights = st.lists(lines, min_size=1, max_size=10).map(lambda rest: ["roll-init", *rest])
modest = settings(
    max_examples=examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def prepared() -> Encounter:
    sheets = {name: sheet for name, sheet in BOOK.cast.items() if name in WEAPONS}
    doc = {"gmtrack": 1, "name": "any", "ruleset": "swan-song", "combatants": sheets}
    return CORE.encounter(doc)


Watch = Callable[[Encounter, Encounter, str, dict[str, Any]], None]


def each_step(prepared: Encounter, fight: list[str], watch: Watch) -> None:
    """Play the lines, refused ones left out, and show `watch` the encounter before and after
    each, the line, and its document. A refused line must not change anything."""
    encounter = copy.deepcopy(prepared)
    for seed, line in enumerate(fight):
        before = copy.deepcopy(encounter)
        try:
            report, _ = CORE.resolved(encounter, line.split(), seed)
        except Refusal:
            assert encounter == before
            continue
        watch(before, encounter, line, report.to_json())


@modest
@given(fight=fights)
def test_parts_of_every_roll_add_up(prepared: Encounter, fight: list[str]) -> None:
    def watch(before: Encounter, after: Encounter, line: str, doc: dict[str, Any]) -> None:
        assert BOOK.faults(doc, {}) == []

    each_step(prepared, fight, watch)


@modest
@given(fight=fights)
def test_pools_never_leave_their_bounds(prepared: Encounter, fight: list[str]) -> None:
    def watch(before: Encounter, after: Encounter, line: str, doc: dict[str, Any]) -> None:
        for name in WEAPONS:
            shown = ruleset.show(after, name).doc
            core = [pool for pool in ("shield", "armored", "flesh") if pool in shown["pools"]][-1]
            for pool, points in shown["pools"].items():
                assert points["now"] <= points["max"], line
                assert pool == core or points["now"] >= 0, line
            strain = shown["track"]["strain"]
            assert 0 <= strain["now"] <= strain["max"], line
            assert shown["ap"]["now"] >= 0, line
            assert (shown["status"] == "up") == _standing(shown, core), line

    each_step(prepared, fight, watch)


def _standing(shown: dict[str, Any], core: str) -> bool:
    strain = shown["track"]["strain"]
    return bool(shown["pools"][core]["now"] > 0 and strain["now"] < strain["max"])


@modest
@given(fight=fights)
def test_scores_move_as_wound_modifiers_and_stuns_do(prepared: Encounter, fight: list[str]) -> None:
    def watch(before: Encounter, after: Encounter, line: str, doc: dict[str, Any]) -> None:
        if line.split()[0] in ("roll-init", "next", "end"):
            return
        for name in WEAPONS:
            old, new = (ruleset.show(state, name).doc for state in (before, after))
            if old["initiative"]["score"] is None:
                continue
            stuns = [
                effect["value"]
                for effect in doc["effects"]
                if effect["effect"] == "stunned" and effect["target"] == name
                if "value" in effect
            ]
            moved = new["initiative"]["score"] - old["initiative"]["score"]
            assert moved == new["wound_modifier"] - old["wound_modifier"] + sum(stuns), line

    each_step(prepared, fight, watch)


@modest
@given(fight=fights)
def test_undo_and_redo_of_every_step_are_exact(prepared: Encounter, fight: list[str]) -> None:
    encounter = copy.deepcopy(prepared)
    for seed, line in enumerate(fight):
        before = copy.deepcopy(encounter)
        try:
            _, draft = CORE.resolved(encounter, line.split(), seed)
        except Refusal:
            continue
        after = copy.deepcopy(encounter)
        drafts.undo(encounter, draft.changes)
        assert asdict(encounter) == asdict(before), line
        drafts.redo(encounter, draft.changes)
        assert asdict(encounter) == asdict(after), line


@modest
@given(fight=fights, seed=st.integers(0, 999))
def test_any_seed_repeats_exactly(prepared: Encounter, fight: list[str], seed: int) -> None:
    def play() -> tuple[list[Any], Encounter]:
        encounter = copy.deepcopy(prepared)
        told: list[Any] = []
        for line in fight:
            try:
                told.append(CORE.resolved(encounter, line.split(), seed)[0].to_json())
            except Refusal as refusal:
                told.append((refusal.kind, refusal.message))
        return told, encounter

    assert play() == play()


@modest
@given(fight=fights)
def test_a_dry_run_changes_nothing(prepared: Encounter, fight: list[str]) -> None:
    encounter = copy.deepcopy(prepared)
    for seed, line in enumerate(fight):
        before = copy.deepcopy(encounter)
        try:
            _, draft = CORE.resolved(encounter, line.split(), seed)
        except Refusal:
            continue
        draft.rollback()
        assert asdict(encounter) == asdict(before), line
        CORE.resolved(encounter, line.split(), seed)
