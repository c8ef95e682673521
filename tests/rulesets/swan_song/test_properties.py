"""What holds after any sequence of commands, whatever the dice."""

import copy
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.core import draft as drafts
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.rulesets.swan_song.tables import EFFECTS, LOCATIONS

from ..any_fight import carried_out, joined, modest, stays_sound, told
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


@pytest.fixture(scope="module")
def prepared() -> Encounter:
    sheets = {name: sheet for name, sheet in BOOK.cast.items() if name in WEAPONS}
    doc = {"gmtrack": 1, "name": "any", "ruleset": "swan-song", "combatants": sheets}
    return CORE.encounter(doc)


@modest(40)
@given(fight=fights)
def test_pools_never_leave_their_bounds(prepared: Encounter, fight: list[str]) -> None:
    stays_sound(BOOK, CORE, copy.deepcopy(prepared), fight, check_pools)


def check_pools(encounter: Encounter, line: str) -> None:
    for name in WEAPONS:
        shown = ruleset.show(encounter, name).doc
        core = [pool for pool in ("shield", "armored", "flesh") if pool in shown["pools"]][-1]
        for pool, points in shown["pools"].items():
            assert points["now"] <= points["max"], line
            assert pool == core or points["now"] >= 0, line
        strain = shown["track"]["strain"]
        assert 0 <= strain["now"] <= strain["max"], line
        assert shown["ap"]["now"] >= 0, line
        standing = shown["pools"][core]["now"] > 0 and strain["now"] < strain["max"]
        assert (shown["status"] == "up") == standing, line


@modest(40)
@given(fight=fights)
def test_scores_move_as_wound_modifiers_and_stuns_do(prepared: Encounter, fight: list[str]) -> None:
    encounter = copy.deepcopy(prepared)
    before = copy.deepcopy(encounter)
    for line, doc, _ in carried_out(CORE, encounter, fight):
        after = copy.deepcopy(encounter)
        if line.split()[0] not in ("roll-init", "next", "end"):
            check_scores(before, after, line, doc)
        before = after


def check_scores(before: Encounter, after: Encounter, line: str, doc: dict[str, Any]) -> None:
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


@modest(40)
@given(fight=fights)
def test_undo_and_redo_of_every_step_are_exact(prepared: Encounter, fight: list[str]) -> None:
    encounter = copy.deepcopy(prepared)
    before = asdict(encounter)
    for line, _, draft in carried_out(CORE, encounter, fight):
        after = copy.deepcopy(asdict(encounter))
        drafts.undo(encounter, draft.changes)
        assert asdict(encounter) == before, line
        drafts.redo(encounter, draft.changes)
        assert asdict(encounter) == after, line
        before = after


@modest(40)
@given(fight=fights)
def test_the_same_seed_gives_the_same_report(prepared: Encounter, fight: list[str]) -> None:
    one, other = copy.deepcopy(prepared), copy.deepcopy(prepared)
    assert told(CORE, one, fight) == told(CORE, other, fight)
    assert one == other
