"""What holds after any sequence of commands: no crash, pools that add up, a state that the loader
would take and reads as it was, and exact undo to the start."""

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
from gmtrack.rulesets.kit.house import rows
from gmtrack.rulesets.storyteller import ruleset
from gmtrack.rulesets.storyteller.rulings.house import House
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.tables.places import CALLED
from gmtrack.rulesets.storyteller.wounds.effects import EFFECTS

from .book import BOOK, CORE

CAST = ("joe", "bob", "ann", "kid")
COVERS = {
    "car": {"concealment": "substantially", "durability": 3, "structure": 12},
    "door": {"durability": 1, "structure": 2},
}

ACTING = "@"
"""Stands for whose turn it is."""

who = st.sampled_from(CAST)
actor = st.sampled_from([ACTING] * 6 + list(CAST))
force = st.sampled_from(["", "", "--force"])
weapon = st.sampled_from(["unarmed", "knife", "machete", "pistol", "rifle", "machete-2"])


def joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda words: " ".join(word for word in words if word))


words = st.sampled_from(
    ["", "", "", "--with all-out", "--with charge=5", "--with off-hand", "--with pull=1",
     "--with thrown", "--with burst=short", "--with burst=long", "--with club", "--mod -4",
     "--with killing-blow", "--with range=long", "--with range=beyond", "--with cover=door",
     "--with human-shield=kid", "--with close-quarters", "--with helpless", "--with unaware",
     "--with willpower", "--with pull=1 --with pull-bashing", "--with spare=1",
     "--defense dodge", "--defense none", "--defense willpower", "--defense parry",
     "--defense active", "--defense static", "--defense-mod -2", "--without wounds --mod 3",
     *(f"--called {place}" for place in CALLED)]
)  # fmt: skip
attack = joined(st.just("attack"), actor, who, weapon.map("--weapon {}".format), words, force)
alone = st.sampled_from(
    ["dodge", "static", "drop-prone", "stand", "move --with distance=5", "run --with distance=20",
     "reload", "take-cover car", "leave-cover", "let-go", "grapple --with move=damage",
     "grapple --with move=hold --with counter-move=break-free", "take-move --with move=hold",
     "take-move --with move=restrain", "escape", "wield knife", "wield rifle", "drop machete",
     "pick-up machete", "go-first", "other", "wield machete knife", "drop knife", "pick-up knife",
     "take-cover door", "move --with distance=2", "take-move --with move=disarm",
     "grapple --with move=take-cover --with counter-move=damage",
     "grapple --with move=restrain --with equipment --with counter-move=drop-prone"]
)  # fmt: skip
act = joined(st.just("act"), actor, alone, force)
between = joined(
    st.just("act"),
    actor,
    st.sampled_from(
        ["ambush", "aim", "covering-fire --weapon rifle", "human-shield", "disarm", "touch", "grab",
         "grab --with move=take-cover", "grab --defense dodge", "quick-combat",
         "quick-combat --with escape", "disarm --with weapon=machete"]
    ),
    who,
    force,
)  # fmt: skip
KINDS = ["", "--type lethal", "--type aggravated"]
damage = joined(
    st.just("damage"), who, st.sampled_from(["1", "3", "8"]), st.sampled_from(KINDS),
    st.sampled_from(["", "--location arm", "--location head"]),
)  # fmt: skip
heal = joined(st.just("heal"), who, st.sampled_from(["1", "all"]), st.sampled_from(KINDS))
rounds = st.sampled_from(["", "", "--rounds 1", "--end", "--end"])
effect = joined(st.just("effect"), who, st.sampled_from(sorted(EFFECTS)), rounds)
clock = st.sampled_from(["next"] * 12 + ["roll-init", "end", "remove kid"])
turn = joined(st.sampled_from(["delay", "intervene"]), actor, force)
test = joined(st.just("test"), who, st.sampled_from(["consciousness", "surprise", "wits+brawl"]))
willpower = joined(st.sampled_from(["damage", "heal"]), who, st.just("1 --pool willpower"))
several = st.lists(who, min_size=2, max_size=4).map(" ".join)
volley = st.one_of(
    joined(st.just("attack"), actor, several, st.just("--weapon rifle --with burst=long"), force),
    joined(st.just("act"), actor, st.just("covering-fire --weapon rifle"), several, force),
    joined(st.just("act"), who, st.just("ambush"), several),
)
control = joined(
    st.just("act"), actor, st.sampled_from(["grapple", "take-move"]),
    st.just("--with move=control-weapon --with"),
    joined(who, weapon).map(lambda text: "weapon=" + text.replace(" ", ":")),
)  # fmt: skip
shield = joined(st.just("act"), who, st.sampled_from(["human-shield", "grab", "aim"]), who)
by_hand = joined(
    st.just("set"), who,
    st.sampled_from(
        ["initiative=null", "willpower_left=0", "wielded=rifle", "cover=door", "acted=false",
         "conscious=true", "dying_rounds=19", "ap=1", "decay=2", "tags=[]"]
    ),
)  # fmt: skip
late = joined(st.just("roll-init"), who)
line = st.one_of(
    attack, attack, attack, attack, attack, act, act, act, between, between, damage, heal, effect,
    clock, clock, turn, test, willpower, clock, clock, volley, control, shield, by_hand, late,
    st.just("set scene covers.door.structure=1"),
)  # fmt: skip
start = st.sampled_from(["roll-init", "roll-init", "test joe wits"])
fights = st.tuples(start, st.lists(line, min_size=8, max_size=25)).map(lambda t: [t[0], *t[1]])
house_rules = st.dictionaries(
    st.sampled_from([row.rule(House) for row in rows(House)]),
    st.integers(0, 9),
    max_size=8,
).map(
    lambda chosen: {
        rule.key: rule.allowed[n % len(rule.allowed)]
        for rule, n in chosen.items()
        if isinstance(rule.allowed, tuple)
    }
)


def prepared(rules: dict[str, Any]) -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in CAST})
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "storyteller", "house_rules": rules,
        "scene": {"covers": COVERS}, "combatants": sheets,
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
    for number, typed in enumerate(fight):
        text = spelt_out(typed, encounter)
        start = copy.deepcopy(asdict(encounter))
        try:
            report, draft = CORE.resolved(encounter, text.split(), seed=number)
        except Refusal:
            assert asdict(encounter) == start, text
            continue
        history.append(draft.changes)
        assert not BOOK.faults(report.to_json(), {"house_rules": encounter.house_rules}), text
        check_state(encounter, text)
    check_file(encounter)
    for changes in reversed(history):
        drafts.undo(encounter, changes)
    assert asdict(encounter) == before


def spelt_out(line: str, encounter: Encounter) -> str:
    return line.replace(ACTING, encounter.fight.get("acting") or "joe")


def check_file(encounter: Encounter) -> None:
    """Written down and read again, it is what it was."""
    again = CORE.encounter({"gmtrack": 1, **asdict(encounter)})
    assert asdict(again) == asdict(encounter)
    assert ruleset.board(again).doc == ruleset.board(encounter).doc


def check_state(encounter: Encounter, text: str) -> None:
    """The state is one that the loader would take, and every grapple has two ends."""
    assert not list(ruleset.check(encounter)), text
    game = Scene(Draft(encounter))
    fight = game.fight
    assert (fight.acting is not None) == (fight.phase == "acting"), text
    for fighter in game.everybody():
        hold = fighter.grappling()
        if hold:
            other = game.fighter(hold["with"]).grappling()
            assert other is not None, text
            assert other["with"] == fighter.id, text
        assert ruleset.show(encounter, fighter.id).doc["status"] == fighter.status
    ruleset.board(encounter)


@settings(max_examples=examples(30), deadline=None)
@given(fight=fights)
def test_the_same_seed_gives_the_same_report(fight: list[str]) -> None:
    one, two = prepared({}), prepared({})
    for number, typed in enumerate(fight):
        text = spelt_out(typed, one)
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


def test_every_fact_has_its_sentence() -> None:
    encounter = prepared({"willpower_initiative": True})
    for text in ("roll-init", "next", "attack joe bob --force", "act ann grab bob --force", "end"):
        report, _ = CORE.resolved(encounter, text.split())
        for fact in (step for step in report.story if isinstance(step, tuple)):
            assert ruleset.PHRASES[fact.key].format(**fact.args)
