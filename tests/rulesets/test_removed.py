"""Whoever is removed, at whatever moment: nothing that is left names them, the loader would take
the state, every command works on it, and taking all of it back is exact."""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core import draft as drafts
from gmtrack.core.encounter import Encounter
from gmtrack.errors import BadFile, Refusal
from gmtrack.store.encounter_map import data_of

from .any_fight import copied, fields_of
from .casebook import Book
from .core_play import CorePlay
from .i2050 import fights as i2050
from .spotlight import fights as spotlight
from .sr3 import fights as sr3
from .storyteller import fights as storyteller
from .swan_song import fights as swan_song


class Stage(NamedTuple):
    """Random fights of one ruleset: their lines, who is there, and what stands about."""

    core: CorePlay
    book: Book
    lines: Any
    cast: tuple[str, ...]
    scene: dict[str, Any]


STAGES = {
    "swan-song": Stage(
        swan_song.CORE, swan_song.BOOK, swan_song.FIGHTS, ("joe", "bob", "mira", "ox"),
        {
            "barriers": {
                **swan_song.BARRIERS,
                "corpse": {"body_of": "bob"},
                "wreck": {"body_of": "ox", "structure": 4, "armor": 2},
            },
            "timed_items": {"mine": {"setter": "mira", "weapon": "pistol"}},
        },
    ),
    "spotlight": Stage(
        spotlight.CORE, spotlight.BOOK, spotlight.FIGHTS, spotlight.CAST,
        {"cover": spotlight.COVER},
    ),
    "storyteller": Stage(
        storyteller.CORE, storyteller.BOOK, storyteller.FIGHTS, storyteller.CAST,
        {"covers": storyteller.COVERS},
    ),
    "sr3": Stage(sr3.CORE, sr3.BOOK, sr3.FIGHTS, sr3.CAST, {}),
    "i2050": Stage(i2050.CORE, i2050.BOOK, i2050.FIGHTS, i2050.CAST, {}),
}  # fmt: skip


@st.composite
def house_rules(draw: st.DrawFn, stage: Stage) -> dict[str, Any]:
    """Some rulings the other way; what a sheet would have to name for them is left alone."""
    rules = stage.core.ruleset.SCHEMA.house_rules
    known = sorted(k for k, rule in rules.items() if isinstance(rule.allowed, tuple))
    chosen = draw(st.lists(st.sampled_from(known), max_size=6, unique=True))
    left = [key for key in chosen if key not in ("limit_formula", "health_defaults")]
    return {key: draw(st.sampled_from(rules[key].allowed)) for key in left}


def prepared(stage: Stage, rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({who: stage.book.cast[who] for who in stage.cast})
    if stage.core is swan_song.CORE:
        for sheet in sheets.values():
            sheet["weapons"]["grenade"] = swan_song.GRENADE
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": stage.core.ruleset.META.id, "house_rules": rules,
        "scene": stage.scene, "combatants": sheets,
    }  # fmt: skip
    return stage.core.encounter(doc)


def names(value: Any, who: str, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Where a value names somebody, as a key or as a text."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == who:
                yield ".".join((*path, key))
            yield from names(item, who, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from names(item, who, (*path, str(number)))
    elif value == who:
        yield ".".join(path)


def played(stage: Stage, encounter: Encounter, line: str, seed: int) -> list[drafts.Change]:
    """What a line changes; nothing where it is refused."""
    start = copied(encounter)
    acting = stage.core.ruleset.board(encounter).doc["acting"] or next(
        iter(encounter.combatants), "nobody"
    )
    try:
        _, draft = stage.core.resolved(encounter, line.replace("@", str(acting)).split(), seed)
    except Refusal:
        assert fields_of(encounter) == start, line
        return []
    return draft.changes


def check(stage: Stage, encounter: Encounter) -> None:
    """The loader takes the state, and every screen of it can be drawn."""
    again = stage.core.encounter(data_of(encounter))
    assert fields_of(again) == fields_of(encounter)
    ruleset = stage.core.ruleset
    ruleset.board(encounter)
    ruleset.lexicon(encounter)
    ruleset.topics(encounter)
    for who in encounter.combatants:
        ruleset.show(encounter, who)


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@modest(25)
@given(data=st.data())
def test_nothing_names_who_is_removed(stage: Stage, data: st.DataObject) -> None:
    fight: list[str] = data.draw(stage.lines)
    gone = data.draw(st.permutations(stage.cast))[: data.draw(st.integers(1, len(stage.cast)))]
    at = data.draw(st.integers(0, len(fight)))
    encounter = prepared(stage, data.draw(house_rules(stage)))
    before = copied(encounter)
    history = [played(stage, encounter, line, seed) for seed, line in enumerate(fight[:at])]
    for number, who in enumerate(gone):
        if who not in encounter.combatants:
            continue
        changes = played(stage, encounter, f"remove {who}", 100 + number)
        assert changes, who
        history.append(changes)
        left = copied(encounter)
        assert not [*names({"fight": left["fight"], "scene": left["scene"]}, who)]
        check(stage, encounter)
    if encounter.combatants:
        others = [*encounter.combatants]
        attacks = [f"attack {one} {other}" for one in others for other in others if one != other]
        for seed, line in enumerate(["next", *attacks, "roll-init", "next", "next", *fight[at:]]):
            history.append(played(stage, encounter, line, 200 + seed))
        check(stage, encounter)
    after = copied(encounter)
    for changes in reversed(history):
        drafts.undo_changes(encounter, changes)
    assert fields_of(encounter) == before
    for changes in history:
        drafts.redo_changes(encounter, changes)
    assert fields_of(encounter) == after


NO_NAMES = ("location_boxes", "lost", "first", "checks_won", "away", "note", "notes",
            "came_from", "own_off", "own_effects")  # fmt: skip
"""Places, weapons, a side, skills, notes, the mark of a fight: their keys and words are the GM's
own, or the rules'."""
INSIDE: dict[str, dict[str, Any]] = {
    "swan-song": {
        "fight.queue": [{"who": "@", "together": False}],
        "fight.timed_items": {"trap": {"setter": "@", "weapon": "fist"}},
        "frozen": {"before": {"surprised_by": ["@"]}},
        "effects": [{"effect": "slowed", "source": "@"}],
    },
    "spotlight": {
        "fight.save": {"for": "@", "by": "joe", "ap": 2},
        "suppressed": {"target_number": 3, "by": "@"},
    },
    "storyteller": {
        "aim": {"target": "@", "bonus": 2},
        "grapple": {
            "with": "@", "controls": "knife", "hold": True, "restrained": True, "cover": True,
        },
        "suppressed": {"by": "@", "successes": 2},
    },
    "sr3": {"aim": {"target": "@", "weapon": "smg", "actions": 1}},
    "i2050": {
        "fight.pending": [
            {"victim": "@", "place": "head", "points": 3, "blow": 3, "melee": True}
        ],
        "intent": {"action": "aim", "weapon": "katana", "targets": ["@"]},
    },
}  # fmt: skip
"""State inside of which somebody is named."""


def planted(name: str) -> Iterator[tuple[str, Encounter]]:
    """Every way in which a state that the loader takes can name the second of the cast: of a field
    by itself, and inside one."""
    stage = STAGES[name]
    ruleset, (one, gone) = stage.core.ruleset, stage.cast[:2]
    values = [
        (field, value)
        for record, prefix in ((ruleset.SCHEMA.fight, "fight."), (ruleset.SCHEMA.live, ""))
        for field in (prefix + path for path in record.FIELDS.values())
        for value in ("@", ["@"], INSIDE[name].get(field))
        if field.rpartition(".")[2] not in NO_NAMES and value
    ]
    plain = prepared(stage, {})
    for field, value in values:
        encounter = copy.deepcopy(plain)
        path = field.split(".") if field.startswith("fight.") else ["fight", "combatants", one]
        path += [] if field.startswith("fight.") else field.split(".")
        drafts.Draft(encounter).put(tuple(path), named(value, gone))
        try:
            yield field, stage.core.checked(data_of(encounter))
        except BadFile:
            assert value is not INSIDE[name].get(field), field


def named(value: Any, who: str) -> Any:
    """The value with somebody's id for every `@`."""
    if isinstance(value, dict):
        return {key: named(item, who) for key, item in value.items()}
    if isinstance(value, list):
        return [named(item, who) for item in value]
    return who if value == "@" else value


@pytest.mark.parametrize("name", STAGES)
def test_whatever_can_name_somebody_lets_go(name: str) -> None:
    stage, tried = STAGES[name], set()
    for field, encounter in planted(name):
        gone = stage.cast[1]
        before = copied(encounter)
        changes = played(stage, encounter, f"remove {gone}", 1)
        assert changes, field
        left = copied(encounter)
        assert not [*names({"fight": left["fight"], "scene": left["scene"]}, gone)], field
        check(stage, encounter)
        drafts.undo_changes(encounter, changes)
        assert fields_of(encounter) == before
        tried.add(field)
    assert {*INSIDE[name]} <= tried


@pytest.mark.parametrize("name", STAGES)
def test_what_goes_along_to_another_fight_names_nobody_of_this_one(name: str) -> None:
    stage = STAGES[name]
    one, gone = stage.cast[:2]
    for field, encounter in planted(name):
        state = stage.core.ruleset.carried_state(drafts.Draft(encounter), one)
        assert not [*names(state, gone)], field


def test_others_are_told_what_they_have_lost() -> None:
    stage = STAGES["storyteller"]
    encounter = prepared(stage, {})
    drafts.Draft(encounter).put(
        ("fight", "combatants", "joe"),
        {"aim": {"target": "bob", "bonus": 2}, "shield": "bob", "dodged": ["bob", "ann"]},
    )
    report, _ = stage.core.resolved(encounter, ["remove", "bob"])
    told = [stage.core.ruleset.PHRASES[key].format(**args) for key, args, *_ in report.story]
    assert told == [
        "bob is removed from the fight",
        "joe no longer has bob for cover",
        "joe no longer aims at bob",
    ]
    assert encounter.fight["combatants"]["joe"] == {"dodged": ["ann"]}


def test_a_barrier_that_is_a_body_goes_with_it() -> None:
    stage = STAGES["swan-song"]
    encounter = prepared(stage, {})
    drafts.Draft(encounter).put(
        ("fight", "combatants", "joe"), {"cover": "good", "cover_barrier": "corpse"}
    )
    report, _ = stage.core.resolved(encounter, ["remove", "bob"])
    assert [*encounter.scene["barriers"]] == ["crate", "pane", "wreck"]
    assert encounter.fight["combatants"]["joe"] == {"cover": "none", "cover_barrier": None}
    assert ("gone.body", {"who": "corpse", "gone": "Bob Rock"}, "note") in [
        tuple(fact)[:3] for fact in report.story
    ]
    stage.core.resolved(encounter, ["remove", "ox"])
    assert encounter.scene["barriers"]["wreck"] == {"structure": 4, "armor": 2}
