"""What holds after any sequence of commands: no crash, numbers that add up, a state that the loader
would take, a round that ends when nobody has AP, and exact undo to the start."""

import copy
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from long_run import examples

from gmtrack.core import draft as drafts
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.spotlight import ruleset
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.tables.locations import LOCATIONS

from .book import BOOK, CORE

CAST = ("joe", "sally", "bill", "wendy", "punk", "boss")
PLACES = ("head", "torso", "right-arm", "left-arm", "right-leg", "left-leg")
COVER = {"wall": {"type": "heavy", "rating": {"legs": 20}}}

who = st.sampled_from(CAST)
force = st.sampled_from(["", "", "", "--force"])


def joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda words: " ".join(word for word in words if word))


words = st.sampled_from(
    ["", "", "--with moving", "--with cover=wall", "--with opportunity", "--with react",
     "--with suppressive --weapon uzi", "--with mode=burst --weapon uzi", "--without armor",
     "--mod -2", "--defense dodge", "--defense counter", "--called head", "--called right-arm"]
)  # fmt: skip
attack = joined(st.just("attack"), who, who, words, force)
other = st.sampled_from(
    ["move", "move --with react", "move --with helped", "drop heavy-pistol", "draw uzi",
     "pick-up bat", "change-hands uzi", "take-cover wall", "leave-cover", "open-door", "forgo",
     "cheat-death", "die"]
)  # fmt: skip
act = joined(st.just("act"), who, other, force)
between = joined(
    st.just("act"),
    who,
    st.sampled_from(["pass", "share", "invite", "save", "first-aid"]),
    who,
    force,
)
damage = joined(
    st.just("damage"), who, st.sampled_from(["1", "2", "5", "12"]),
    st.sampled_from(["", "--type lethal"]), st.sampled_from(PLACES).map("--location {}".format),
)  # fmt: skip
heal = joined(
    st.just("heal"), who, st.sampled_from(["1", "all"]),
    st.sampled_from(PLACES).map("--location {}".format),
)  # fmt: skip
effects = st.sampled_from(["moving", "suppressed", "unconscious", "dying", "dead"])
effect = joined(st.just("effect"), who, effects, st.sampled_from(["", "--end"]))
clock = st.sampled_from(["next", "next", "roll-init", "roll-init --force", "end"])
turn = joined(st.sampled_from(["delay", "intervene"]), who, force)
test = joined(st.just("test"), who, st.sampled_from(["suppression", "willpower", "firearms"]))
fortitude = joined(st.sampled_from(["damage", "heal"]), who, st.just("1 --pool fortitude"))
line = st.one_of(
    attack, attack, act, between, damage, heal, effect, clock, clock, turn, test, fortitude
)
fights = st.lists(line, min_size=1, max_size=20).map(lambda rest: ["roll-init", *rest])
rules = {
    key: rule.allowed
    for key, rule in ruleset.SCHEMA.house_rules.items()
    if isinstance(rule.allowed, tuple)
}
house_rules = st.dictionaries(st.sampled_from([*rules]), st.integers(0, 9), max_size=6).map(
    lambda chosen: {key: rules[key][n % len(rules[key])] for key, n in chosen.items()}
)


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "spotlight", "house_rules": rules,
        "scene": {"cover": COVER}, "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


@pytest.mark.parametrize("own_rules", [False, True])
@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(fight=fights, rules=house_rules)
def test_any_fight_stays_sound_and_undoes_to_its_start(
    own_rules: bool, fight: list[str], rules: dict[str, Any]
) -> None:
    encounter = prepared(rules if own_rules else {})
    before = asdict(encounter)
    history = []
    for number, text in enumerate(fight):
        start = copy.deepcopy(asdict(encounter))
        try:
            report, draft = CORE.resolved(encounter, text.split(), seed=number)
        except Refusal:
            assert asdict(encounter) == start, text
            continue
        history.append(draft.changes)
        assert not BOOK.faults(report.to_json(), {"house_rules": encounter.house_rules}), text
        check_state(encounter, text, own_rules)
    for changes in reversed(history):
        drafts.undo(encounter, changes)
    assert asdict(encounter) == before


def check_state(encounter: Encounter, text: str, own_rules: bool) -> None:
    """The state is one that the loader would take, and the turn is in order."""
    assert not list(ruleset.check(encounter)), text
    game = Scene(Draft(encounter))
    fight = game.fight
    for fighter in game.everybody():
        assert fighter.ap >= 0
        assert all(fighter.boxes(place).empty >= 0 for place in LOCATIONS)
    assert set(fight.spotlight) <= set(CAST)
    if fight.running and not fight.death_spotlight and not fight.save and not own_rules:
        assert any(who.able and who.can_spend for who in game.everybody()), text
    ruleset.board(encounter)


@settings(max_examples=examples(30), deadline=None)
@given(fight=fights)
def test_the_same_seed_gives_the_same_report(fight: list[str]) -> None:
    one, two = prepared({}), prepared({})
    for number, text in enumerate(fight):
        assert told(one, text, number) == told(two, text, number)


def told(encounter: Encounter, text: str, seed: int) -> Any:
    try:
        report, _ = CORE.resolved(encounter, text.split(), seed=seed)
    except Refusal as refusal:
        return (refusal.kind, refusal.message)
    return report.to_json()


def test_a_draft_can_be_read_without_changing_it() -> None:
    encounter = prepared({})
    draft = Draft(encounter)
    ruleset.board(encounter)
    ruleset.show(encounter, "joe")
    ruleset.lexicon(encounter)
    assert not draft.changes
    assert not encounter.fight
