"""What holds after any sequence of commands of the whole ruleset: no crash, parts that add up, a
state that the loader would take, and exact undo to the start."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.core.encounter import Encounter

from ..any_fight import joined, modest, stays_sound
from .book import BOOK, CORE
from .test_properties import WEAPONS, force, lines, who

GRENADE = {"kind": "thrown", "skill": "throwing", "dv": 10, "area": True}
BARRIERS = {"crate": {"rating": "average", "area_m2": 2}, "pane": {"rating": "fragile"}}
ACTIONS = [
    "throw grenade", "throw grenade --with radio", "activate grenade --with at=end",
    "activate grenade --with at=phase", "detonate grenade joe bob", "detonate grenade",
    "carry-body bob", "drop-item", "evade-interception ox bob", "intercept joe", "intercept mira",
    "take-cover good --with barrier=crate", "take-cover partial --with concealed", "continue",
    "fight-for-your-life", "shake-off-surprise", "other work --with ap=4 --with extended", "rest",
]  # fmt: skip
ATTACKS = [
    "attack mira bob joe --weapon pistol", "attack joe bob --with multiple=2 --weapon knife",
    "attack ox crate --weapon sledge", "attack mira ox --weapon pistol --with barrier=pane",
    "attack unit7 joe --with barrier=crate --with concealed", "attack mira joe --karma dice=3",
    "attack joe mira --karma reroll", "attack mira joe bob ox --weapon grenade",
    "attack ox joe --karma joe:fight-for-your-life",
]  # fmt: skip
TESTS = ["surprise", "surprise --with by=ox", "surprise --karma surprise", "alert"]

act = joined(st.just("act"), who, st.sampled_from(ACTIONS), force)
attack = joined(st.sampled_from(ATTACKS), force)
test = joined(st.just("test"), who, st.sampled_from(TESTS))
hold = joined(st.just("delay"), who, force)
come = joined(
    st.just("intervene"), who,
    st.sampled_from(["", "--with when=after", "--with when=together", "--with when=last"]),
)  # fmt: skip
clock = st.sampled_from(["next", "next", "roll-init", "remove bob", "end"])
whole = st.one_of(lines, act, act, attack, test, hold, come, clock, clock)
fights = st.lists(whole, min_size=1, max_size=14).map(lambda rest: ["roll-init", *rest])


@pytest.fixture(scope="module")
def prepared() -> Encounter:
    sheets = copy.deepcopy({name: BOOK.cast[name] for name in WEAPONS})
    for sheet in sheets.values():
        sheet["weapons"]["grenade"] = GRENADE
    doc = {
        "gmtrack": 1, "name": "any", "ruleset": "swan-song",
        "house_rules": {"hands": "free"}, "scene": {"barriers": BARRIERS}, "combatants": sheets,
    }  # fmt: skip
    return CORE.encounter(doc)


@modest(40)
@given(fight=fights)
def test_any_fight_stays_sound_and_undoes_to_its_start(
    prepared: Encounter, fight: list[str]
) -> None:
    stays_sound(BOOK, CORE, copy.deepcopy(prepared), fight, lambda encounter, line: None)
